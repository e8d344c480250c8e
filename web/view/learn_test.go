package view_test

import (
	"fmt"
	"strings"
	"testing"

	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
	"sheafscope/web/view/inspector"
)

// At every stage the level Learn has sentences of at most 25 words, and one picture, a chain of equations. The sentences name the node,
// except at stages 2 and 3. The numbers of a picture follow from its earlier numbers, to the printed digits. A name that contains " of "
// has the same numbers at every stage. At least eight of the ten pictures differ.
func TestLearnHasShortSentences(t *testing.T) {
	page := opened(recipe.Setup{Graph: "karate", Seed: 1, Method: "paper", Settings: map[string]string{"epochs": "3", "d": "2"}})
	page.do(state.SetLevel{Level: state.LevelLearn})
	page.do(state.PickNode{Node: 9})
	pictures, known := map[string]bool{}, map[string]matrix{}
	for k := 1; k <= 10; k++ {
		page.do(state.PickStage{Stage: k})
		v := inspector.New(&page.s)
		text := ""
		for _, span := range v.Lead {
			text += span.Text
		}
		for sentence := range strings.SplitSeq(text, ". ") {
			if n := len(strings.Fields(sentence)); n > 25 {
				t.Errorf("stage %d: %d words in %q", k, n, sentence)
			}
		}
		shown := v.Body.Figures
		if len(shown) != 1 || shown[0].Kind != "chain" || len(v.Body.Lines) > 0 {
			t.Errorf("stage %d shows %d figures, want one chain: %+v", k, len(shown), shown)
			continue
		}
		// The rows of the picture, as in TestStripIsRecomputed.
		c := shown[0].Data.(inspector.Chain)
		for _, r := range c.Rows {
			checkRow(t, fmt.Sprint("stage ", k), r)
			for _, q := range r.Items {
				value := written(q)
				before, isKnown := known[q.Name]
				if isKnown && strings.Contains(q.Name, " of ") && fmt.Sprint(before) != fmt.Sprint(value) {
					t.Errorf("stage %d: %s is %v, before it was %v", k, q.Name, value, before)
				}
				known[q.Name] = value
			}
		}
		// Pictures differ if the number of rows or the words of the first row differ.
		pictures[fmt.Sprint(len(c.Rows), c.Rows[0].Says)] = true
		// Stages 2 and 3 are about an edge and its plan.
		if !strings.Contains(text, "9") && k != 3 && k != 2 {
			t.Errorf("stage %d does not name node 9: %q", k, text)
		}
	}
	if len(pictures) < 8 {
		t.Errorf("ten stages have %d different pictures, want at least 8: %v", len(pictures), pictures)
	}
}
