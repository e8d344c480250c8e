package web

import (
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/claims"
	"sheafscope/core/graph"
	"sheafscope/core/graphio/content"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// This file tests sequences of messages on a whole page: counterexamples, the best epoch, filters and pins.

// The page names a counterexample as the source of its settings. A reset restores the settings and the state from before. Another graph has
// the settings from before. A reset of the last own setting does not return the run to position 0.
func TestCaseSettingsEndWithGraph(t *testing.T) {
	page := opened(t, recipe.Setup{Graph: "ring:n=9", Seed: 7, Settings: map[string]string{"d": "3"}})
	page.do(state.Train{Epochs: 1})
	before := page.pictures()
	if text := page.s.OwnText(); text != "1 own setting" || page.s.OwnSettings()[0] != "d" {
		t.Errorf("own settings: %q, %v; want d alone", text, page.s.OwnSettings())
	}
	// A counterexample, and a reset of its settings.
	id := claims.Cases()[0].Claim
	page.do(state.OpenCase{Claim: id})
	if !strings.Contains(page.s.OwnText(), "Counterexample") {
		t.Fatalf("the text of own settings is %q, want Counterexample", page.s.OwnText())
	}
	page.do(state.PutBackSetting{})
	if after := page.pictures(); after["state"] != before["state"] || page.s.OwnText() != "1 own setting" {
		t.Errorf("after the reset the state differs %s", firstDifference(after["state"], before["state"]))
	}
	// Another graph has the settings from before the counterexample.
	page.do(state.OpenCase{Claim: id})
	page.do(state.Open{Graph: "k4"})
	if r := page.s.Recipe.Setup; r.Seed != 7 || len(r.Settings) != 1 || r.Settings["d"] != "3" || page.s.OwnText() != "1 own setting" {
		t.Errorf("the next graph has %+v, want seed 7 and d=3", r)
	}
	position := page.s.Frame.Position
	page.do(state.PutBackSetting{Name: "d"})
	if r := page.s.Recipe.Setup; len(r.Settings) != 0 || page.s.Frame.Position == 0 || page.s.OwnText() != "" {
		t.Errorf("without d the run has %+v, own settings %q; its position is %d, was %d", r, page.s.OwnText(), page.s.Frame.Position, position)
	}
}

// The page has a text about the best epoch exactly if the run is past this epoch and has a lower accuracy on the validation nodes. The text
// stays until a step is answered. A seek of its position leads to the best epoch, where there is no text.
func TestBestEpochIsOffered(t *testing.T) {
	page := opened(t, recipe.Setup{Graph: "sbm:n=40,classes=2,homophily=0.2", Seed: 1, Model: "mlp"})
	bestPosition, seenBusy := 0, false
	for range 30 {
		page.do(state.Train{Epochs: 5})
		h := &page.s.History
		text, position := page.s.BestText()
		// The expected answer, from the accuracies of the history. Epochs count from 1.
		behind := h.BestEpoch > 0 && page.s.Frame.Epoch > h.BestEpoch && h.Val[h.BestEpoch-1] > h.Val[page.s.Frame.Epoch-1]
		if behind != (text != "") {
			t.Errorf("at epoch %d, best epoch %d, the text is %q", page.s.Frame.Epoch, h.BestEpoch, text)
		}
		// The page between a step and its answer. If the line of the text vanished here, the graph would move at every step.
		stepping, _, _ := state.Update(page.s, state.Step{Unit: "stage"})
		seenBusy = seenBusy || text != "" && stepping.Busy()
		if during, _ := stepping.BestText(); during != text {
			t.Errorf("while a step is answered the text is %q, want %q", during, text)
		}
		if text != "" && bestPosition == 0 {
			bestPosition = position
		}
	}
	if bestPosition == 0 || !seenBusy {
		t.Fatal("the run is never past its best epoch, or no step from there waits for an answer")
	}
	page.do(state.Seek{Position: bestPosition})
	if text, _ := page.s.BestText(); text != "" || page.s.Frame.Position != bestPosition {
		t.Errorf("at position %d, the best is %d, the text is %q", page.s.Frame.Position, bestPosition, text)
	}
}

// A filter that deselects the edge resets its map changed by hand, since no link could hold this change. A filter without a row keeps the
// edge and its map.
func TestFilterWithoutEdgeResetsMap(t *testing.T) {
	page := opened(t, recipe.Setup{Graph: "karate", Seed: 1, Settings: map[string]string{"d": "2"}})
	page.do(state.Train{Epochs: 1})
	page.do(state.PickEdge{Edge: 5}) // edge 4: messages count from 1, and 0 is none
	page.do(state.Tabulate{Of: state.TableNodes})
	page.do(state.ChangeMap{Side: 1, A: 0, B: 1, Degrees: 40, Scale: 1})
	if page.s.ByHand == nil {
		t.Fatal("no map is turned")
	}
	page.do(state.TableFilter{Text: "degree > 100"})
	if page.s.ByHand == nil || page.s.Edge() != 4 {
		t.Errorf("a filter without a row leaves edge %d, want edge 4 with its map", page.s.Edge())
	}
	page.do(state.TableFilter{Text: "degree > 2"})
	if page.s.ByHand != nil || page.s.Edge() >= 0 {
		t.Errorf("after a filter of nodes edge %d is selected, or a map is changed by hand: %v", page.s.Edge(), page.s.ByHand != nil)
	}
}

// A file restores pins in their order, and the arrow keys of a presentation visit them. The row of a lesson is added after the page's own
// pins, either whole or not at all. Pins can be moved and dropped. Without pins the arrow makes a step.
func TestPinsSurviveFiles(t *testing.T) {
	page := opened(t, recipe.Setup{Graph: "karate", Seed: 1, Settings: map[string]string{"d": "2"}})
	page.do(state.Train{Epochs: 2})
	page.do(state.PickEdge{Edge: 5})
	page.do(state.ChangeMap{Side: 1, A: 0, B: 1, Degrees: 40, Scale: 1.5})
	first := page.pictures()
	page.do(state.AddPin{Name: "turned"})
	page.do(state.Open{Graph: "k4"})
	page.do(state.PickStage{Stage: 6})
	page.do(state.AddPin{})
	second := page.pictures()
	if len(page.s.View.Pins) != 2 || page.s.View.Pins[0].Name != "turned" || page.s.View.Pins[1].Name == "" {
		t.Fatalf("the pins are %+v", page.s.View.Pins)
	}
	// checkPictures compares pictures of the same names.
	checkPictures := func(where string, got, want map[string]string) {
		t.Helper()
		for name, model := range want {
			if got[name] != model {
				t.Errorf("%s: %s differs %s", where, name, firstDifference(got[name], model))
			}
		}
	}
	// The first pin, the second, and no third.
	page.do(state.OpenPin{Index: 0})
	checkPictures("the first pin", page.pictures(), first)
	page.do(state.NextPin{By: 1})
	checkPictures("the second pin", page.pictures(), second)
	page.do(state.NextPin{By: 1})
	if page.s.Chrome.Pin != 1 || len(page.s.View.Pins) != 2 {
		t.Errorf("after the last pin comes pin %d of %d", page.s.Chrome.Pin, len(page.s.View.Pins))
	}
	// A file with both pins, opened in another page.
	r := page.s.View.Pins[0].Recipe.Recipe()
	r.View.Pins = page.s.View.Pins
	data, err := recipe.FormatFile(r)
	if err != nil {
		t.Fatal(err)
	}
	other := newTestPage(t, recipe.Recipe{})
	other.do(state.Files{Files: []content.File{{Name: "row.json", Data: data}}})
	checkPictures("a file", other.pictures(), first)
	other.do(state.NextPin{By: 1})
	checkPictures("the row of a file", other.pictures(), second)
	// A row of pins from a lesson follows the own pins. If not all of its pins have room, none is added.
	other.do(state.KeepRow{Text: string(data)})
	if len(other.s.View.Pins) != 4 || other.s.Chrome.Pin != 2 || other.s.View.Pins[2].Name != "turned" {
		t.Errorf("with a lesson's row: %d pins, at %d", len(other.s.View.Pins), other.s.Chrome.Pin)
	}
	for range 20 {
		other.do(state.KeepRow{Text: string(data)})
	}
	// Each row has two pins, so whole rows make an even number.
	if len(other.s.View.Pins) > recipe.MaxPins || len(other.s.View.Pins)%2 != 0 || other.s.Error == "" {
		t.Errorf("after 20 more rows: %d pins, want an even number up to %d; the error is %q", len(other.s.View.Pins), recipe.MaxPins,
			other.s.Error)
	}
	other.s.View.Pins = other.s.View.Pins[:2]
	other.do(state.MovePin{Index: 1})
	other.do(state.DropPin{Index: 1})
	if len(other.s.View.Pins) != 1 || other.s.View.Pins[0].Name != page.s.View.Pins[1].Name {
		t.Errorf("after a move and a drop the pins are %+v", other.s.View.Pins)
	}
	other.s.View.Pins = nil
	position := other.s.Frame.Position
	other.do(state.NextPin{By: 1})
	if other.s.Frame.Position != position+1 {
		t.Errorf("without pins the arrow leads from position %d to %d, want a step", position, other.s.Frame.Position)
	}
}

// Run begins a finished run again and reaches its end. In slow motion the first shown position after the end is 1.
func TestFinishedRunBeginsAgain(t *testing.T) {
	for _, speed := range []string{state.SpeedSlow, state.SpeedFull} {
		page := opened(t, recipe.Setup{Graph: "k4", Settings: map[string]string{"epochs": "2"}})
		page.do(state.Train{})
		end := page.s.Frame.Position
		if !page.s.Frame.Done {
			t.Fatalf("after the training the run is at %d of %d, not at its end", end, page.s.MaxPosition)
		}
		page.do(state.SetSpeed{Speed: speed})
		page.isSlow = true
		page.do(state.Train{})
		first := end // the first shown position after the end
		for len(page.waiting) > 0 {
			page.deliver()
			if first == end {
				first = page.s.Frame.Position
			}
		}
		if speed == state.SpeedSlow && first != 1 {
			t.Errorf("in slow motion the first position is %d, want 1", first)
		}
		if got := page.s.Frame; got.Position != end || !got.Done {
			t.Errorf("at the speed %s the run ends at %d, want %d", speed, got.Position, end)
		}
	}
}

// Moves of any pins and removals of other pins keep the shown pin, from which the arrow keys continue. The test makes 50 random series of
// changes; none removes the shown pin.
func TestShownPinStaysShown(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 9))
	for range 50 {
		page := opened(t, recipe.Setup{Graph: "k2"})
		for _, name := range []string{"a", "b", "c", "d", "e"} {
			page.do(state.AddPin{Name: name})
		}
		first := r.IntN(5)
		page.do(state.OpenPin{Index: first})
		shown := page.s.View.Pins[first].Name
		for range 6 {
			k := r.IntN(len(page.s.View.Pins))
			if r.IntN(2) == 0 {
				page.do(state.MovePin{Index: k})
			} else if page.s.View.Pins[k].Name != shown && len(page.s.View.Pins) > 2 {
				page.do(state.DropPin{Index: k})
			}
			if got := page.s.View.Pins[page.s.Chrome.Pin].Name; got != shown {
				t.Fatalf("after a change at %d the shown pin is %s, want %s", k, got, shown)
			}
		}
	}
}

// In the picture of the features, the nodes without a label are the last rows, and have the mark −1, which is drawn in grey.
func TestFeatureRowsWithoutLabel(t *testing.T) {
	// The karate club has 17 nodes of each class. Node 20, of class 1, loses its label.
	page := opened(t, recipe.Setup{Graph: "karate", Edits: &graph.Edits{Label: [][2]int{{20, -1}}}})
	page.do(state.Train{Epochs: 1})
	page.do(state.PickStage{Stage: stage.Features})
	marks := regexp.MustCompile(`"slots":\[([^\]]*)\]`).FindAllString(page.pictures()["inspector"], -1)
	want := `"slots":[` + strings.Repeat("0,", 17) + strings.Repeat("1,", 16) + "-1]"
	if !slices.Contains(marks, want) {
		t.Errorf("the rows have the marks %q, want %s", marks, want)
	}
}
