package edge

// This file has the arcs of an edge in a cooperative sheaf, the sheaf of a peer. An arc is a direction in which features pass along the
// edge: its source speaks, and its target listens. An edge has one arc or two.

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// arcsText returns a sentence on the one or two arcs of an edge.
func arcsText(s *state.State, e *frame.Edge) string {
	from, to := view.ShortName(s, int(e.Arcs[0].From)), view.ShortName(s, int(e.Arcs[0].To))
	if len(e.Arcs) == 1 {
		return "Its one arc leads from *" + from + "* to *" + to + "*: " + from + " speaks, " + to + " listens. "
	}
	return "It has arcs both ways; the maps are those of *" + from + "* → *" + to + "*. "
}

// arcFigures returns two pictures for each arc of an edge: the contributions of the arc to the out-Laplacian and to the transposed
// in-Laplacian, 2D × 2D for stalks of dimension D. S is the map of the source, and T is the map of the target. The out-Laplacian has SᵀS
// at the source, and the transposed in-Laplacian has TᵀT at the target. Both have −TᵀS from the source to the target.
func arcFigures(s *state.State, e *frame.Edge) (out []view.Figure) {
	d := s.Frame.D
	for k, arc := range e.Arcs {
		source, target := view.ShortName(s, int(arc.From)), view.ShortName(s, int(arc.To))
		coordinates := make([]string, 2*d) // names of the rows: d coordinates of the source's stalk, then d of the target's stalk
		for q := range coordinates {
			end := []string{source, target}[q/d]
			coordinates[q] = end + " · " + view.Int(q%d+1)
		}
		name := source + " → " + target
		picture := func(id, title string, sub []any, blocks []float64) view.Figure {
			return view.Figure{ID: id + "-" + view.Int(k), Title: title + ", " + name, Sub: sub, TestID: id,
				Alt:  title + " of the arc " + name + ", by blocks of source and target",
				Data: view.Matrix{Rows: 2 * d, Cols: 2 * d, Vals: blocks, Signed: true, RowNames: coordinates, Cell: 44, RowH: 22}}
		}

		outBlocks := []any{view.M{Source: "L^{out}"}, ": ", view.M{Source: "S^⊤S"}, " at ", source, ", ",
			view.M{Source: "−T^⊤S"}, " from there to ", target}
		inBlocks := []any{view.M{Source: "(L^{in})^⊤"}, ": ", view.M{Source: "T^⊤T"}, " at ", target, ", the same ", view.M{Source: "−T^⊤S"}}
		out = append(out, picture("arc-out", "Out-Laplacian", outBlocks, arc.Out), picture("arc-in", "In-Laplacian", inBlocks, arc.InT))
	}
	return out
}

// arcNumbers returns four rows for each arc. Two rows have the sizes of S, the map of the source, and of T, the map of the target. Two rows
// have the factors of −TᵀS in the normalised operators Δ^out and (Δ^in)ᵀ.
func arcNumbers(s *state.State, e *frame.Edge) (out [][]any) {
	for _, arc := range e.Arcs {
		source, target := view.ShortName(s, int(arc.From)), view.ShortName(s, int(arc.To))
		out = append(out,
			view.Row(source+" speaks: size of S", view.Fix(arc.Speaks, 3)),
			view.Row(target+" listens: size of T", view.Fix(arc.Listens, 3)),
			view.Row([]any{view.M{Source: "−T^⊤S"}, " in ", view.M{Source: "Δ^{out}"}}, "× "+view.Fix(arc.OutScale, 3)),
			view.Row([]any{view.M{Source: "−T^⊤S"}, " in ", view.M{Source: "(Δ^{in})^⊤"}}, "× "+view.Fix(arc.InScale, 3)))
	}
	return out
}
