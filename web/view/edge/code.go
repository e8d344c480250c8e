package edge

// This file adapts the panel of an edge to the code reading: the computation of the authors' program.

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// CodeEquation is the equation of an edge in the code reading: the cost C_e gives the weight w, which multiplies the carried features. The
// factors 0.7 and 0.3 are constants of the authors' program.
var CodeEquation = view.Equation{Name: "code", Lines: []string{"C_e=\\mean ((h_i−h_j)W)^2\\quad w=0.7P_0+0.3P^⋆\\quad R=w(h_i W)"},
	Symbols: append([]view.Symbol{view.SymCost, {"w", "weight of the edge"}, {"P_0", "number in place of the plan"},
		{"P^⋆", "number in place of the plan after the step"}, {"R", "carried features"}}, view.SymEnds...)}

// adaptToCode adapts the panel of an edge to the code reading. It replaces the equation and the values, removes the sliders of the maps,
// and adds a first sentence. Before stage 2 the edge has no numbers, and adaptToCode adds neither values nor a sentence. In the paper's
// reading adaptToCode changes nothing.
func adaptToCode(s *state.State, e *frame.Edge, v *view.Inspector) {
	c := e.Code
	if s.Frame.Stages.Code == nil { // the run has the paper's reading
		return
	}
	v.Body.Equation(CodeEquation)
	v.Body.Vals = nil
	v.Body.Without("byhand") // the code reading has no maps to change
	if c == nil {
		return
	}
	v.Body.Vals = []view.Value{{Symbol: "C_e", Text: view.Num(c.Cost), Tip: "cost"},
		{Symbol: "P_0", Text: view.Num(c.P0), Tip: "scalar plan"}, {Symbol: "P^⋆", Text: view.Num(c.P), Tip: "after the step"},
		{Symbol: "w", Text: view.Num(c.Mix), Tip: "0.7·P₀ + 0.3·P⋆"}}

	// The first sentence of the panel describes the directed entries of the edge list. A missing entry has a negative weight.
	nameI, nameJ := view.ShortName(s, e.I), view.ShortName(s, e.J)
	var lead []view.Span
	switch {
	case c.Backward < 0:
		lead = view.Say("Listed once, from *", nameI, "* to *", nameJ, "*, with weight *", view.Num(c.Forward), "*. ")
	case c.Forward < 0:
		lead = view.Say("Listed once, from *", nameJ, "* to *", nameI, "*, with weight *", view.Num(c.Backward), "*. ")
	default:
		lead = view.Say("Listed in both directions: weight *", view.Num(c.Forward), "* from ", nameI, " to ", nameJ, ", *", view.Num(c.Backward),
			"* from ", nameJ, " to ", nameI, ". ")
	}
	v.Lead = append(lead, v.Lead...)
}
