package view_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
	"sheafscope/web/view/inspector"
)

// At every stage Learn says one sentence or two of at most 25 words each, about the node, and shows one picture.
// What the picture writes follows from what it writes before, to the digits that it shows, and a name has the same numbers at every stage.
func TestLearn(t *testing.T) {
	w := opened(recipe.Run{Graph: "karate", Seed: 1, Method: "paper", Settings: map[string]string{"epochs": "3", "d": "2"}})
	w.do(state.SetLevel{Level: state.LevelLearn})
	w.do(state.PickNode{Node: 8})
	pictures, known := map[string]bool{}, map[string][]float64{}
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
			checkRow(t, k, r)
			for _, q := range r.Items {
				key, seen := q.Name, rounded(q.V)
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

// rounded are numbers with the digits that the picture shows.
func rounded(v []float64) []float64 {
	out := make([]float64, len(v))
	for k, x := range v {
		out[k] = math.Round(1000*x) / 1000
	}
	return out
}

// checkRow computes what stands before = again from the digits that are shown.
func checkRow(t *testing.T, stage int, r inspector.ChainRow) {
	t.Helper()
	if !slices.ContainsFunc(r.Items, func(q *inspector.ChainItem) bool { return q.Op == "=" }) {
		return
	}
	var left []float64
	sign, terms := 1.0, 0
	for k, q := range r.Items {
		v := rounded(q.V)
		switch {
		case q.Op == "−":
			sign = -1
		case q.Op == "+":
			sign = 1
		case q.Op == "=":
			got := rounded(r.Items[k+1].V)
			for p := range left {
				if math.Abs(left[p]-got[p]) > 0.0006*float64(terms+1)*4 {
					t.Errorf("stage %d, %s: %v, by the numbers before it %v", stage, r.Says, got, left)
				}
			}
			return
		case q.Op != "":
		case k > 0 && r.Items[k-1].Op == "·":
			d := len(v) / q.Cols
			out := make([]float64, len(v))
			for i := range d {
				for j := range q.Cols {
					for p := range d {
						out[i*q.Cols+j] += left[i*d+p] * v[p*q.Cols+j]
					}
				}
			}
			left = out
		case k+1 < len(r.Items) && r.Items[k+1].Op == "·":
			left = v
			for p := range left {
				left[p] *= sign
			}
			sign = 1
		default:
			if terms++; left == nil {
				left = make([]float64, len(v))
			}
			for p := range left {
				left[p] += sign * v[p]
			}
		}
	}
}
