package state_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// A selection of any size survives a reload: the address holds it, or the browser stores it. A link that the user copies holds it if it is
// short enough; otherwise the panel of the link shows the length.
func TestManyChosenNodesSurvive(t *testing.T) {
	const n = 3000
	start, err := recipe.Format(recipe.Recipe{Setup: recipe.Setup{Graph: fmt.Sprintf("ring:n=%d", n), Model: "mlp"}})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(81, 1))
	w := openWindow(t, &disk{}, start)
	stored := 0
	for _, count := range []int{1, 400, 401, 801, n / 2, n, 0} {
		w.do(state.PickLasso{Nodes: r.Perm(n)[:count]})
		if fate := w.s.Survives(); !fate.Yes {
			t.Errorf("%d selected nodes: %+v", count, fate)
		}
		if len(w.holds) > 0 {
			stored++
		}
		w.do(state.Share{})
		if text := w.s.ShareText(); strings.Contains(text, "too long") != (len(w.holds) > 0) {
			t.Errorf("%d selected nodes, %d stored parts: %s", count, len(w.holds), text)
		}
		again, problem := w.survives()
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

	// A filter has as many characters as its field, whatever their length in bytes.
	w.do(state.Tabulate{Of: state.TableNodes})
	filter := "node > 1 or class = " + strings.Repeat("ж", 380)
	w.do(state.TableFilter{Text: filter})
	if again, problem := w.survives(); problem != "" || again.s.View.Table == nil || again.s.View.Table.Filter != filter {
		t.Errorf("a filter of 400 characters does not survive: %s", problem)
	} else {
		w = again
	}

	// A selection of more nodes than the graph has is not restored.
	repeated := w.s.Link()
	repeated.View.Chosen = make([]int, n+1)
	if w.do(state.OpenRecipe{Recipe: repeated}); len(w.s.View.Chosen) > 0 {
		t.Errorf("%d of %d nodes are selected", len(w.s.View.Chosen), n)
	}
}
