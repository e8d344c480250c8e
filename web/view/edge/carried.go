package edge

// This file has the plan that some settings put in place of the plan of an edge. These settings test whether the plan of the edge itself
// matters. The edge carries the substitute: the maps of the edge are made from the substitute.

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// showCarried adds the picture of two plans: the edge's own plan, and the substitute that the settings put in its place. It also sets the
// transport cost of the substitute. The substitute is the independent coupling μνᵀ, whose equation showCarried sets, or the plan of edge
// e.From.
func showCarried(s *state.State, e *frame.Edge, v *view.Inspector) {
	d := s.Frame.D
	cost := 2 * offMass(e.Carried, d) // ⟨P,C⟩, since C is 0 on the diagonal and 2 off it
	usedName := []any{"μνᵀ"}          // the name of the substitute
	if e.From < 0 {
		v.Body.Equation(view.Equation{Name: "carried", Lines: []string{"P=μ ν^⊤"}})
	}
	v.Body.Vals = []view.Value{{Symbol: "⟨P,C⟩", Text: view.Fix(cost, 3), Tip: "transport cost"}}
	if e.From >= 0 { // −1 stands for the independent coupling
		usedName = []any{"P of " + carriedFrom(s, e)}
	}

	// The two plans may differ in their margins: Mu2 and Nu2 are the row sums and the column sums of the substitute.
	f := PlanFigure(s, e, e.P, e.Carried, nil, usedName, "used") // nil: LeftName is set below, since it has an exponent
	f.Sub, f.Alt = "of this edge, and the one it carries in these settings", "Transport plan of the edge, and the one it carries"
	picture := f.Data.(PlanPicture)
	picture.LeftName = []any{"P", "⋆", 1} // 1: the index is an exponent
	picture.Mu2, picture.Nu2 = make(view.Vec, d), make(view.Vec, d)
	for k, mass := range e.Carried {
		picture.Mu2[k/d] += mass
		picture.Nu2[k%d] += mass
	}
	f.Data = picture
	v.Add(f)
}

// carriedFrom returns the names of the two ends of edge e.From, whose plan replaces the plan of e. It returns "another edge" if the graph
// has no such edge, as when the numbers of e belong to an earlier graph.
func carriedFrom(s *state.State, e *frame.Edge) string {
	if 2*e.From+1 >= len(s.Graph.Edges) { // Edges has the two ends of each edge
		return "another edge"
	}
	i, j := s.Graph.Ends(e.From)
	return view.ShortName(s, i) + "–" + view.ShortName(s, j)
}

// carriedText returns two sentences. The first names the plan in place of the edge's own plan. The second compares the masses of the two
// plans off the diagonal. A permutation can leave the edge its own plan: a single sentence then says so.
func carriedText(s *state.State, e *frame.Edge, d int) []string {
	if e.From == e.Index {
		return []string{"In these settings the plans are shuffled; this edge has drawn *its own plan*. "}
	}
	substitute := "the independent coupling of both measures"
	if e.From >= 0 {
		substitute = "the plan of edge " + carriedFrom(s, e)
	}
	return []string{"In these settings the edge carries *", substitute, "* in the place of its own plan. Off the diagonal it has *",
		view.Pct(offMass(e.Carried, d)), "*, its own plan ", view.Pct(offMass(e.P, d)), ". "}
}
