package state_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// A random selection of 0 to 3000 nodes of a ring of 3000 survives a reload: it is in the address, or the browser stores it. If it is
// stored, the panel of the link reports that a link would be too long. A filter of 400 characters survives, too. A recipe with more
// selected nodes than the graph has selects none.
func TestManyChosenNodesSurvive(t *testing.T) {
	const n = 3000
	start, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: fmt.Sprintf("ring:n=%d", n), Model: "mlp"}})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(81, 1))
	w := openWindow(t, &disk{}, start)
	stored := 0 // number of selections that the browser had to store
	// An earlier version kept at most 400 nodes in a link, and lost a selection of more than 800.
	for _, count := range []int{1, 400, 401, 801, n / 2, n, 0} {
		w.do(state.PickLasso{Nodes: r.Perm(n)[:count]})
		if fate := w.s.Survives(); !fate.Yes {
			t.Errorf("%d selected nodes do not survive: %+v", count, fate)
		}
		isStored := len(w.heldSums) > 0 // the browser holds parts that are too long for the address
		if isStored {
			stored++
		}
		w.do(state.Share{})
		isStored = len(w.heldSums) > 0 // once more, since Share writes the address
		if text := w.s.ShareText(); strings.Contains(text, "too long") != isStored {
			t.Errorf("%d selected nodes, %d stored parts; the panel of the link: %s", count, len(w.heldSums), text)
		}
		again, problem := w.reload()
		if problem != "" {
			t.Fatalf("%d selected nodes: %s", count, problem)
		}
		if len(again.s.View.Chosen) != count {
			t.Errorf("%d selected nodes are %d after a reload", count, len(again.s.View.Chosen))
		}
		w = again
	}
	if stored == 0 {
		t.Error("no selection was too long for an address")
	}

	// The limit of a filter counts characters, not bytes: ж has two bytes.
	w.do(state.Tabulate{Of: state.TableNodes})
	filter := "node > 1 or class = " + strings.Repeat("ж", 380)
	w.do(state.TableFilter{Text: filter})
	again, problem := w.reload()
	if problem != "" || again.s.View.Table == nil || again.s.View.Table.Filter != filter {
		t.Errorf("a filter of 400 characters does not survive: %s", problem)
	} else {
		w = again
	}

	tooMany := w.s.Link()
	tooMany.View.Chosen = make([]int, n+1)
	w.do(state.OpenRecipe{Recipe: tooMany})
	if len(w.s.View.Chosen) > 0 {
		t.Errorf("a recipe with %d selected nodes of %d selects %d", n+1, n, len(w.s.View.Chosen))
	}
}
