package view_test

import (
	"slices"
	"strings"
	"testing"

	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
	"sheafscope/web/view/inspector"
)

// At every stage Learn says one sentence or two of at most 25 words each, about the node, and shows one picture and one number.
func TestLearn(t *testing.T) {
	w := opened(recipe.Run{Graph: "karate", Seed: 1, Method: "paper", Settings: map[string]string{"epochs": "3", "d": "2"}})
	w.do(state.SetLevel{Level: state.LevelLearn})
	w.do(state.PickNode{Node: 8})
	pictures := map[string]bool{}
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
		of := slices.Clone(v.Body.Figures)
		if len(of) != 2 || of[0].Data == nil || of[0].Kind == "" || len(of[1].Nums) != 1 || len(v.Body.Lines) > 0 {
			t.Errorf("stage %d shows %d figures: %+v", k, len(of), of)
			continue
		}
		pictures[of[0].ID] = true
		if !strings.Contains(text, "9") && k != 3 && k != 2 {
			t.Errorf("stage %d does not speak of node 9: %q", k, text)
		}
	}
	if len(pictures) < 8 {
		t.Errorf("ten stages have the pictures %v", pictures)
	}
}
