package edge

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// arcsText names the directions in which a model uses an edge.
func arcsText(s *state.State, e *frame.Edge) string {
	from, to := view.ShortName(s, int(e.Arcs[0].From)), view.ShortName(s, int(e.Arcs[0].To))
	if len(e.Arcs) == 1 {
		return "Its one arc leads from *" + from + "* to *" + to + "*: " + from + " speaks, " + to + " listens. "
	}
	return "It has arcs both ways; the maps are those of *" + from + "* → *" + to + "*. "
}

// arcFigures show the blocks of each arc of an edge in the two Laplacians of a cooperative sheaf.
func arcFigures(s *state.State, e *frame.Edge) (out []view.Figure) {
	for k, a := range e.Arcs {
		d, ends := s.Frame.D, []string{view.ShortName(s, int(a.From)), view.ShortName(s, int(a.To))}
		names := make([]string, 2*d)
		for q := range names {
			names[q] = ends[q/d] + " · " + view.Int(q%d+1)
		}
		arc := ends[0] + " → " + ends[1]
		one := func(id, title string, sub []any, m []float64) {
			out = append(out, view.Figure{ID: id + "-" + view.Int(k), Title: title + ", " + arc, Sub: sub, TestID: id,
				Alt:  title + " of the arc " + arc + ", by blocks of source and target",
				Data: view.Matrix{Rows: 2 * d, Cols: 2 * d, Vals: m, Signed: true, RowNames: names, Cell: 44, RowH: 22}})
		}
		one("arc-out", "Out-Laplacian", []any{view.M{Source: "L^{out}"}, ": ", view.M{Source: "S^⊤S"}, " at ", ends[0], ", ",
			view.M{Source: "−T^⊤S"}, " from there to ", ends[1]},
			a.Out)
		one("arc-in", "In-Laplacian", []any{view.M{Source: "(L^{in})^⊤"}, ": ", view.M{Source: "T^⊤T"}, " at ", ends[1], ", the same ",
			view.M{Source: "−T^⊤S"}}, a.InT)
	}
	return out
}

// arcNumbers returns the norms of the maps of each arc, and the factors of their product in the normalised operators.
func arcNumbers(s *state.State, e *frame.Edge) (out [][]any) {
	for _, a := range e.Arcs {
		from, to := view.ShortName(s, int(a.From)), view.ShortName(s, int(a.To))
		out = append(out, view.Row(from+" speaks: size of S", view.Fix(a.Speaks, 3)), view.Row(to+" listens: size of T", view.Fix(a.Listens, 3)),
			view.Row([]any{view.M{Source: "−T^⊤S"}, " in ", view.M{Source: "Δ^{out}"}}, "× "+view.Fix(a.OutScale, 3)),
			view.Row([]any{view.M{Source: "−T^⊤S"}, " in ", view.M{Source: "(Δ^{in})^⊤"}}, "× "+view.Fix(a.InScale, 3)))
	}
	return out
}
