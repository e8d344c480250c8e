package view_test

import (
	"fmt"
	"strings"
	"testing"

	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
	"sheafscope/web/view/inspector"
)

// At every stage the level Learn has one or two sentences of at most 25 words each about the node, and one picture. The numbers of the
// picture follow from its earlier numbers, to the printed digits. A name has the same numbers at every stage.
func TestLearnHasShortSentences(t *testing.T) {
	w := opened(recipe.Setup{Graph: "karate", Seed: 1, Method: "paper", Settings: map[string]string{"epochs": "3", "d": "2"}})
	w.do(state.SetLevel{Level: state.LevelLearn})
	w.do(state.PickNode{Node: 9})
	pictures, known := map[string]bool{}, map[string]matrix{}
	for k := 1; k <= 10; k++ {
		w.do(state.PickStage{Stage: k})
		v := inspector.New(&w.s)
		text := ""
		for _, s := range v.Lead {
			text += s.Text
		}
		for sentence := range strings.SplitSeq(text, ". ") {
			if n := len(strings.Fields(sentence)); n > 25 {
				t.Errorf("stage %d: %d words in %q", k, n, sentence)
			}
		}
		of := v.Body.Figures
		if len(of) != 1 || of[0].Kind != "chain" || len(v.Body.Lines) > 0 {
			t.Errorf("stage %d shows %d figures: %+v", k, len(of), of)
			continue
		}
		c := of[0].Data.(inspector.Chain)
		for _, r := range c.Rows {
			checkRow(t, fmt.Sprint("stage ", k), r)
			for _, q := range r.Items {
				key, seen := q.Name, written(q)
				if was, ok := known[key]; ok && key != "" && strings.Contains(key, " of ") && fmt.Sprint(was) != fmt.Sprint(seen) {
					t.Errorf("stage %d: %s is %v, before it was %v", k, key, seen, was)
				}
				known[key] = seen
			}
		}
		pictures[fmt.Sprint(len(c.Rows), c.Rows[0].Says)] = true
		if !strings.Contains(text, "9") && k != 3 && k != 2 {
			t.Errorf("stage %d does not speak of node 9: %q", k, text)
		}
	}
	if len(pictures) < 8 {
		t.Errorf("ten stages have the pictures %v", pictures)
	}
}
