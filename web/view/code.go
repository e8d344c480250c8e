package view

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/web/state"
)

// CodeEquation is that of an edge, from its cost to its map.
var CodeEquation = Equation{"code", []string{"C_e=\\mean ((h_i−h_j)W)^2\\quad w=0.7P_0+0.3P^⋆\\quad R=w(h_i W)"},
	append([]Symbol{SymCost, {"w", "weight of the edge"}, {"P_0", "number in place of the plan"},
		{"P^⋆", "number in place of the plan after the step"}, {"R", "carried features"}}, SymEnds...)}

// codeEdge makes of an edge's panel what it is in the reading "code".
func codeEdge(s *state.State, e *frame.Edge, v *Inspector) {
	c := e.Code
	if s.Frame.Stages.Code == nil {
		return
	}
	v.Body.Equation(CodeEquation)
	v.Body.Vals = nil
	v.Body.Without("byhand") // no map can be changed by hand here
	if c == nil {
		return
	}
	v.Body.Vals = []Value{{"C_e", Num(c.Cost), "cost"}, {"P_0", Num(c.P0), "scalar plan"}, {"P^⋆", Num(c.P), "after the step"},
		{"w", Num(c.Mix), "0.7·P₀ + 0.3·P⋆"}}
	i, j := ShortName(s, e.I), ShortName(s, e.J)
	var lead []Span
	switch {
	case c.Backward < 0:
		lead = Say("Listed once, from *", i, "* to *", j, "*, with weight *", Num(c.Forward), "*. ")
	case c.Forward < 0:
		lead = Say("Listed once, from *", j, "* to *", i, "*, with weight *", Num(c.Backward), "*. ")
	default:
		lead = Say("Listed in both directions: weight *", Num(c.Forward), "* from ", i, " to ", j, ", *", Num(c.Backward), "* from ", j,
			" to ", i, ". ")
	}
	v.Lead = append(lead, v.Lead...)
}
