package web

import (
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"testing"

	"sheafscope/core/graphio/content"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// errorOfState finds the error in the text of state().
var errorOfState = regexp.MustCompile(`"error":("([^"\\]|\\.)*"|null)`)

// A refused load changes nothing but the error: the graph on the screen keeps its selection, its panel and its pictures. A cancelled load
// keeps the selection, the panel and the drawing. The run is then computed anew to the shown position, and later epochs, the filter of the
// table and a what-if are lost. Changes by hand end before the load. A moment that still has iterates of the diffusion is skipped. The test
// takes 60 random moments, with LONG=1 600.
func TestRefusedLoadKeepsTheMoment(t *testing.T) {
	r := rand.New(rand.NewPCG(18, 71))
	pick := func(list ...string) string { return list[r.IntN(len(list))] }
	count := 60
	if os.Getenv("LONG") != "" {
		count = 600
	}
	refused := []state.Msg{state.Open{Graph: "nothing"}, state.Open{Graph: "ring:n=1"}, state.SetSplit{Spec: "random:2"},
		state.Model{Name: "nothing"},
		state.Files{Files: []content.File{{Name: "a.json", Data: []byte("{")}}}, state.Files{}, state.Seed{Text: "-1"}}
	for k := range count {
		page := opened(t, recipe.Setup{Graph: pick("karate", "k4", "florentine"), Seed: uint64(k), Model: pick("", "", "", "gcn")})
		page.do(state.Train{Epochs: 1})
		for range 1 + r.IntN(8) {
			page.random(r)
		}
		page.do(state.PutBack{})
		if page.s.Flow != nil {
			continue
		}
		want, view := page.pictures(), page.s.View
		isCancelled := r.IntN(3) == 0
		if isCancelled {
			page.isSlow = true
			page.do(state.Open{Graph: "ring:n=9"})
			page.isSlow = false
			page.do(state.Cancel{})
		} else {
			page.do(refused[r.IntN(len(refused))])
		}
		got := page.pictures()
		for name, model := range want {
			// After a cancelled load only the panel and the drawing stay.
			if isCancelled && !slices.Contains([]string{"panel", "topology"}, name) {
				continue
			}
			if name == "state" {
				got[name], model = errorOfState.ReplaceAllString(got[name], ""), errorOfState.ReplaceAllString(model, "")
			}
			if got[name] != model {
				t.Errorf("moment %d, cancelled %v: %s differs %s", k, isCancelled, name, firstDifference(got[name], model))
			}
		}
		now := page.s.View
		if now.Node != view.Node || now.Edge != view.Edge || now.Eigen != view.Eigen || now.Stage != view.Stage || now.Hops != view.Hops {
			t.Errorf("moment %d, cancelled %v: the view is %+v, was %+v", k, isCancelled, now, view)
		}
		if t.Failed() {
			t.Fatalf("the first failing moment has the view %+v and the error %q", page.s.View, page.s.Error)
		}
	}
}
