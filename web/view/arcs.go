package view

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/web/state"
)

// arcsText says in which directions a model takes an edge.
func arcsText(s *state.State, e *frame.Edge) string {
	from, to := ShortName(s, int(e.Arcs[0].From)), ShortName(s, int(e.Arcs[0].To))
	if len(e.Arcs) == 1 {
		return "Its one arc leads from *" + from + "* to *" + to + "*: " + from + " speaks, " + to + " listens. "
	}
	return "It has arcs both ways; the maps are those of *" + from + "* → *" + to + "*. "
}

// arcFigures show what each arc of an edge adds to the two Laplacians of a cooperative sheaf.
func arcFigures(s *state.State, e *frame.Edge) (out []Figure) {
	for k, a := range e.Arcs {
		d, ends := s.Frame.D, []string{ShortName(s, int(a.From)), ShortName(s, int(a.To))}
		names := make([]string, 2*d)
		for q := range names {
			names[q] = ends[q/d] + " · " + Int(q%d+1)
		}
		arc := ends[0] + " → " + ends[1]
		one := func(id, title string, sub []any, m []float64) {
			out = append(out, Figure{ID: id + "-" + Int(k), Title: title + ", " + arc, Sub: sub, TestID: id,
				Alt:  title + " of the arc " + arc + ", by blocks of source and target",
				Data: Matrix{Rows: 2 * d, Cols: 2 * d, Vals: m, Signed: true, RowNames: names, Cell: 44, RowH: 22}})
		}
		one("arc-out", "Out-Laplacian", []any{M{"L^{out}"}, ": ", M{"S^⊤S"}, " at ", ends[0], ", ", M{"−T^⊤S"}, " from there to ", ends[1]},
			a.Out)
		one("arc-in", "In-Laplacian", []any{M{"(L^{in})^⊤"}, ": ", M{"T^⊤T"}, " at ", ends[1], ", the same ", M{"−T^⊤S"}}, a.InT)
	}
	return out
}

// arcNumbers are the sizes of the maps of each arc, and the factors of their product in the normalised operators.
func arcNumbers(s *state.State, e *frame.Edge) (out [][]any) {
	for _, a := range e.Arcs {
		from, to := ShortName(s, int(a.From)), ShortName(s, int(a.To))
		out = append(out, Row(from+" speaks: size of S", Fix(a.Speaks, 3)), Row(to+" listens: size of T", Fix(a.Listens, 3)),
			Row([]any{M{"−T^⊤S"}, " in ", M{"Δ^{out}"}}, "× "+Fix(a.OutScale, 3)),
			Row([]any{M{"−T^⊤S"}, " in ", M{"(Δ^{in})^⊤"}}, "× "+Fix(a.InScale, 3)))
	}
	return out
}
