package edge

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// carried shows the plan that the settings substitute for the edge's own plan, beside that, with its formula.
func carried(s *state.State, e *frame.Edge, v *view.Inspector) {
	d := s.Frame.D
	cost := 2 * offMass(e.Carried, d)
	name := []any{"μνᵀ"}
	v.Body.Equation(view.Equation{Name: "carried", Lines: []string{"P=μ ν^⊤"}})
	v.Body.Vals = []view.Value{{Symbol: "⟨P,C⟩", Text: view.Fix(cost, 3), Tip: "transport cost"}}
	if e.From >= 0 {
		name = []any{"P of " + carriedFrom(s, e)}
		v.Body.Equation(JKOEquation)
	}
	own := e.P
	if len(own) != d*d {
		own = e.P0
	}
	if len(own) != d*d {
		return
	}
	f := PlanFigure(s, e, own, e.Carried, nil, name, "used")
	f.Sub, f.Alt = "of this edge, and the one it carries in these settings", "Transport plan of the edge, and the one it carries"
	p := f.Data.(PlanPicture)
	p.LeftName = []any{"P", "⋆", 1}
	p.Mu2, p.Nu2 = make(view.Vec, d), make(view.Vec, d)
	for k, x := range e.Carried {
		p.Mu2[k/d] += x
		p.Nu2[k%d] += x
	}
	f.Data = p
	v.Add(f)
}

// carriedFrom names the ends of the edge whose plan is substituted.
func carriedFrom(s *state.State, e *frame.Edge) string {
	if 2*e.From+1 >= len(s.Graph.Edges) {
		return "another edge"
	}
	i, j := s.Graph.Ends(e.From)
	return view.ShortName(s, i) + "–" + view.ShortName(s, j)
}

// carriedText names the substituted plan and the mass off the diagonal.
func carriedText(s *state.State, e *frame.Edge, d int) []string {
	which := "the independent coupling of both measures"
	if e.From >= 0 {
		which = "the plan of edge " + carriedFrom(s, e)
	}
	return []string{"In these settings the edge carries *", which, "* in the place of its own plan. *", view.Pct(offMass(e.Carried, d)),
		"* of it is off the diagonal, of its own ", view.Pct(offMass(e.P, d)), ". "}
}
