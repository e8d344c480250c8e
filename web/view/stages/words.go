package stages

import (
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Word is the present number of a word of the page. Name is its first form in core/coursemath/texts/words.txt.
type Word struct {
	Name string `json:"name"`
	Now  string `json:"now"`
}

// numbers are the words with a number: that of a row of the rail, or another one.
var numbers = []struct {
	name  string
	stage int
	now   func(*state.State) string
}{
	{name: "homophily", now: func(s *state.State) string { return view.Fix(s.Graph.EdgeHomophily, 2) }},
	{name: "stalk", now: func(s *state.State) string { return "d = " + view.Int(s.Frame.D) }},
	{name: "Sinkhorn", stage: 2},
	{name: "JKO", stage: 3},
	{name: "restriction map", stage: 4},
	{name: "Laplacian", stage: 5},
	{name: "kernel", now: func(s *state.State) string {
		if s.Spectrum == nil {
			return ""
		}
		return "dimension " + view.Int(s.Spectrum.KernelDim)
	}},
	{name: "CG", stage: 6},
	{name: "AFM", stage: 7},
	{name: "CE", stage: 8},
	{name: "κ̄", stage: 9},
	{name: "λ₂", stage: 10},
	{name: "inner", now: view.Where},
}

// Words returns the numbers of the page's words, an empty list before a run.
func Words(s *state.State) []Word {
	out := []Word{}
	if s.Graph == nil || s.Frame == nil {
		return out
	}
	for _, n := range numbers {
		if n.now != nil {
			out = append(out, Word{n.name, n.now(s)})
		} else {
			out = append(out, Word{n.name, railValue(s, n.stage)})
		}
	}
	return out
}
