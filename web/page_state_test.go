package web

import (
	"strings"
	"testing"

	"sheafscope/core/claims"
	"sheafscope/core/graphio/content"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// The settings of a counterexample are shown, do not apply to another graph, and can be reset.
func TestCaseSettingsEndWithGraph(t *testing.T) {
	c := opened(t, recipe.Setup{Graph: "ring:n=9", Seed: 7, Settings: map[string]string{"d": "3"}})
	c.do(state.Train{Epochs: 1})
	before := c.pictures()
	if text := c.s.OwnText(); text != "1 own setting" || c.s.OwnSettings()[0] != "d" {
		t.Errorf("%q, %v", text, c.s.OwnSettings())
	}
	id := claims.Cases()[0].Claim
	c.do(state.OpenCase{Claim: id})
	if !strings.Contains(c.s.OwnText(), "Counterexample") {
		t.Fatalf("%q", c.s.OwnText())
	}
	c.do(state.PutBackSetting{})
	if after := c.pictures(); after["state"] != before["state"] || c.s.OwnText() != "1 own setting" {
		t.Errorf("put back: %s", apart(after["state"], before["state"]))
	}
	c.do(state.OpenCase{Claim: id})
	c.do(state.Open{Graph: "k4"})
	if r := c.s.Recipe.Setup; r.Seed != 7 || len(r.Settings) != 1 || r.Settings["d"] != "3" || c.s.OwnText() != "1 own setting" {
		t.Errorf("the next graph has %+v", r)
	}
	at := c.s.Frame.Position
	c.do(state.PutBackSetting{Name: "d"})
	if r := c.s.Recipe.Setup; len(r.Settings) != 0 || c.s.Frame.Position == 0 || c.s.OwnText() != "" {
		t.Errorf("without d the run has %+v, at %d, was %d: %q", r, c.s.Frame.Position, at, c.s.OwnText())
	}
}

// A run past its best epoch says so and can seek to it.
func TestBestEpochIsOffered(t *testing.T) {
	c := opened(t, recipe.Setup{Graph: "sbm:n=40,classes=2,homophily=0.2", Seed: 1, Model: "mlp"})
	said, busy := 0, false
	for range 30 {
		c.do(state.Train{Epochs: 5})
		h := &c.s.History
		text, at := c.s.BestText()
		behind := h.BestEpoch > 0 && c.s.Frame.Epoch > h.BestEpoch && h.Val[h.BestEpoch-1] > h.Val[c.s.Frame.Epoch-1]
		if behind != (text != "") {
			t.Errorf("epoch %d, best %d: %q", c.s.Frame.Epoch, h.BestEpoch, text)
		}
		asked, _, _ := state.Update(c.s, state.Step{Unit: "stage"}) // the line stays, else it would move the graph with every step
		busy = busy || text != "" && asked.Busy()
		if stays, _ := asked.BestText(); stays != text {
			t.Errorf("while a step is answered: %q", stays)
		}
		if text != "" && said == 0 {
			said = at
		}
	}
	if said == 0 || !busy {
		t.Fatal("the run is never past its best epoch, or no step goes on from there")
	}
	c.do(state.Seek{Position: said})
	if text, _ := c.s.BestText(); text != "" || c.s.Frame.Position != said {
		t.Errorf("at the best epoch: %q", text)
	}
}

// A filter of the table without the edge resets its map, since no link could hold it.
func TestFilterWithoutEdgeResetsMap(t *testing.T) {
	c := opened(t, recipe.Setup{Graph: "karate", Seed: 1, Settings: map[string]string{"d": "2"}})
	c.do(state.Train{Epochs: 1})
	c.do(state.PickEdge{Edge: 5})
	c.do(state.Tabulate{Of: state.TableNodes})
	c.do(state.ChangeMap{Side: 1, A: 0, B: 1, Degrees: 40, Scale: 1})
	if c.s.ByHand == nil {
		t.Fatal("no map is turned")
	}
	if c.do(state.TableFilter{Text: "degree > 100"}); c.s.ByHand == nil || c.s.Edge() != 4 {
		t.Errorf("a filter without a row leaves edge %d", c.s.Edge())
	}
	if c.do(state.TableFilter{Text: "degree > 2"}); c.s.ByHand != nil || c.s.Edge() >= 0 {
		t.Errorf("the map of no edge is turned, edge %d", c.s.Edge())
	}
}

// Pins are restored in a row from a link or a file, and Present visits them.
func TestPinsSurviveLinksAndFiles(t *testing.T) {
	c := opened(t, recipe.Setup{Graph: "karate", Seed: 1, Settings: map[string]string{"d": "2"}})
	c.do(state.Train{Epochs: 2})
	c.do(state.PickEdge{Edge: 5})
	c.do(state.ChangeMap{Side: 1, A: 0, B: 1, Degrees: 40, Scale: 1.5})
	first := c.pictures()
	c.do(state.AddPin{Name: "turned"})
	c.do(state.Open{Graph: "k4"})
	c.do(state.PickStage{Stage: 6})
	c.do(state.AddPin{})
	second := c.pictures()
	if len(c.s.View.Pins) != 2 || c.s.View.Pins[0].Name != "turned" || c.s.View.Pins[1].Name == "" {
		t.Fatalf("%+v", c.s.View.Pins)
	}
	same := func(where string, got, want map[string]string) {
		t.Helper()
		for name, model := range want {
			if got[name] != model {
				t.Errorf("%s: %s differs %s", where, name, apart(got[name], model))
			}
		}
	}
	c.do(state.OpenPin{Index: 0})
	same("the first pin", c.pictures(), first)
	c.do(state.NextPin{By: 1})
	same("the second pin", c.pictures(), second)
	if c.do(state.NextPin{By: 1}); c.s.Chrome.Pin != 1 || len(c.s.View.Pins) != 2 {
		t.Errorf("after the last comes %d of %d", c.s.Chrome.Pin, len(c.s.View.Pins))
	}
	r := c.s.View.Pins[0].Recipe.Recipe()
	r.View.Pins = c.s.View.Pins
	data, err := recipe.FormatFile(r)
	if err != nil {
		t.Fatal(err)
	}
	q := newScreen(t, recipe.Recipe{})
	q.do(state.Files{Files: []content.File{{Name: "row.json", Data: data}}})
	same("a file", q.pictures(), first)
	q.do(state.NextPin{By: 1})
	same("the row of a file", q.pictures(), second)
	// A row that the page brings along goes behind the own one, whole or not at all.
	q.do(state.KeepRow{Text: string(data)})
	if len(q.s.View.Pins) != 4 || q.s.Chrome.Pin != 2 || q.s.View.Pins[2].Name != "turned" {
		t.Errorf("with a lesson's row: %d pins, at %d", len(q.s.View.Pins), q.s.Chrome.Pin)
	}
	for range 20 {
		q.do(state.KeepRow{Text: string(data)})
	}
	if len(q.s.View.Pins) > recipe.MaxPins || len(q.s.View.Pins)%2 != 0 || q.s.Error == "" {
		t.Errorf("%d pins, and the page says %q", len(q.s.View.Pins), q.s.Error)
	}
	q.s.View.Pins = q.s.View.Pins[:2]
	q.do(state.MovePin{Index: 1})
	q.do(state.DropPin{Index: 1})
	if len(q.s.View.Pins) != 1 || q.s.View.Pins[0].Name != c.s.View.Pins[1].Name {
		t.Errorf("moved and taken out: %+v", q.s.View.Pins)
	}
	q.s.View.Pins = nil
	at := q.s.Frame.Position
	if q.do(state.NextPin{By: 1}); q.s.Frame.Position != at+1 {
		t.Error("without pins the arrow makes no step")
	}
}
