package stages

// This file has the terms of the glossary that have a value in the run. The course shows the value beside the explanation of the term.

import (
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Word is a term of the glossary with its present value in the run. Name is the term's first form in core/coursemath/texts/words.txt, and
// Now is the value. An unknown value is "" or a dash.
type Word struct {
	Name string `json:"name"`
	Now  string `json:"now"`
}

// termValues lists the terms with a value in the run. The value of a term is the result of now or, if now is nil, the text beside the stage
// in the rail, the list of the stages. A stage has its number of package stage, from 1 to 10, or 0 if now is set.
var termValues = []struct {
	name  string
	stage int
	now   func(*state.State) string
}{
	{name: "homophily", now: func(s *state.State) string { return Homophily(s.Graph, s.Graph.EdgeHomophily, 2) }},
	{name: "stalk", now: func(s *state.State) string { return "d = " + view.Int(s.Frame.D) }},
	{name: "Sinkhorn", stage: 2},
	{name: "JKO", stage: 3},
	{name: "restriction map", stage: 4},
	{name: "Laplacian", stage: 5},
	{name: "kernel", now: func(s *state.State) string {
		if s.Spectrum == nil || s.Spectrum.KernelDim < 0 { // the kernel of a large graph can be unknown
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

// Words returns the terms in termValues with their present values. The list is empty without a graph or a frame.
func Words(s *state.State) []Word {
	out := []Word{}
	if s.Graph == nil || s.Frame == nil {
		return out
	}
	for _, term := range termValues {
		if term.now != nil {
			out = append(out, Word{term.name, term.now(s)})
		} else {
			out = append(out, Word{term.name, railValue(s, term.stage)})
		}
	}
	return out
}
