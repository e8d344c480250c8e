package stages

// This file has the sentences on parts that the page omits for large graphs. The limits themselves are constants of the packages that
// compute or draw the parts.

import (
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/spectral"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/picture"
)

// Limits returns a sentence for each part that the page omits or simplifies because the loaded graph is large. It returns nil for a small
// graph, without a graph, or for a drawn graph that cannot run yet.
func Limits(s *state.State) []string {
	g := s.Graph
	if g == nil || s.Waiting() {
		return nil
	}
	var out []string
	if s.Peer() == "" {
		out = methodLimits(s)
	}
	if picture.InPart(g) {
		out = append(out, "Graph: the picture shows "+view.Int(min(g.N, picture.MaxDrawnNodes))+" of the "+view.Int(g.N)+
			" nodes, evenly chosen, and at most "+view.Int(picture.MaxDrawnEdges)+" of the "+view.Int(len(g.Edges)/2)+
			" edges. All numbers are those of the whole graph.")
	}
	if g.N > picture.Large { // the last sentence: LimitsLine does not count it
		out = append(out, "Graph: places change without motion, wrong nodes are outlined, labels and their rings appear when you zoom in, "+
			"and nodes may overlap.")
	}
	return out
}

// methodLimits returns the sentences of Limits about the stages of SGPC.
func methodLimits(s *state.State) (out []string) {
	g, c := s.Graph, &s.Config
	edges, rows := len(g.Edges)/2, g.N*c.D // the number of edges, and of rows of the Laplacian
	mapEntries := 2 * edges * c.D * c.D    // two maps of d × d entries for each edge

	// The spectrum and the gap ascent solve eigenproblems of the whole graph.
	if rows > frame.MaxSpectrum { // above the larger limit even the ends of the spectrum are left out
		out = append(out, "Spectrum: none, since even its ends would take minutes with "+view.Int(rows)+" rows.")
	} else if rows > spectral.MaxDense {
		out = append(out, "Spectrum: the lowest and highest eigenvalues and a density between them, since all "+view.Int(rows)+" would take a "+
			"dense matrix.")
	}
	isSwitchedOff := c.Reads("gap_mode") && c.GapMode == "off"
	if isSwitchedOff && g.N > picture.Large { // in a small graph only the user switches the ascent off
		out = append(out, "Gap ascent: off, since each of its steps solves an eigenproblem of the whole graph. It can be switched on in "+
			"stage 10.")
	}

	// Pictures that would need too many numbers or pixels.
	if g.N > maxBlocks {
		out = append(out, "Laplacian: no picture of its blocks above "+view.Int(maxBlocks)+" nodes, where a block is smaller than a pixel.")
	} else if mapEntries > frame.MaxShownMaps {
		out = append(out, "Laplacian: blocks without their entries, which would be "+view.Int(mapEntries)+" numbers.")
	}
	if g.N*c.D*c.Channels > frame.MaxFlowFeatures {
		out = append(out, "Diffusion: no iterates of the solver and no picture in time, since a look would hold the run up for seconds.")
	}
	if edges > frame.ShownEdges && c.HasParts() { // the reading "code" has neither plans nor an ascent
		out = append(out, "Sinkhorn and JKO: errors and energies of the first "+view.Int(frame.ShownEdges)+" edges. The matrix step of "+
			"Theorem 3 is not compared.")
	}
	return out
}

// limitsFigures returns the sections of stage 1 with the sentences of [Limits].
func limitsFigures(s *state.State) []view.Figure {
	var out []view.Figure
	for k, text := range Limits(s) {
		f := view.Figure{ID: "limit-" + view.Int(k), Data: text}
		if k == 0 { // the first sentence has the title of all
			f.Title, f.Sub = "Left out at this size", "to keep the page quick"
		}
		out = append(out, f)
	}
	return out
}

// LimitsLine returns a line with the number of omitted parts, and with the cost of the gap ascent on a large graph. It returns "" if
// nothing is omitted, or if the user has closed the line.
func LimitsLine(s *state.State) string {
	n := len(Limits(s))
	if s.Graph != nil && s.Graph.N > picture.Large {
		n-- // the last sentence of Limits describes a simpler drawing, which omits nothing
	}
	if n <= 0 || s.Marked(state.LimitsCard) {
		return ""
	}
	return words.Either(s.Graph.N > picture.Large, "A large graph: ", "") + words.Counted(n, "thing is", "things are") +
		" left out to keep the page quick." + ascentCost(s)
}

// ascentCost returns a space and a sentence on the duration of an epoch with gap ascent on a large graph. It returns "" for a smaller
// graph, or without an ascent.
func ascentCost(s *state.State) string {
	isLarge := s.Graph != nil && s.Graph.N > picture.Large
	if !isLarge || !hasAscent(s) {
		return ""
	}
	if t := s.EpochSeconds; t > 0 { // 0 before the first whole epoch
		return " With gap ascent an epoch takes " + view.Fix(t, 1) + " s here."
	}
	return " Each step of the gap ascent solves an eigenproblem of the whole graph: epochs are slow."
}
