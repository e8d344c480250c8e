package picture

// This file has the line with the selection for small screens, which hide the panel. κ̄ is the mean agreement of an edge or a node. The
// mass off the diagonal is a share of the transport plan of an edge.

import (
	"strings"

	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// Peek is the selection in one line: the names Texts of one or two nodes, and the palette slots Slots of their predicted classes. Slot −1
// is the mark of a node without a class, and slot −2 draws no mark. An unused entry has the text "" and slot −2. Note has numbers of the
// selection.
type Peek struct {
	Slots [2]int
	Texts [2]string
	Note  string
}

// NewPeek returns the line of the present selection: the selected edge or, without an edge, the selected node. Without both, the line has
// the number of the nodes that are selected together, and the stage of the run. Before the first frame, the first numbers of the run, the
// line has only the reason of [noFrameText].
func NewPeek(s *state.State) Peek {
	p := Peek{Slots: [2]int{-2, -2}}
	g, f := s.Graph, s.Frame
	if g == nil || f == nil {
		p.Note = noFrameText(s)
		return p
	}
	setNode := func(k, i int) { // sets entry k to node i
		p.Texts[k], p.Slots[k] = view.NodeName(s, i), -1
		if c := view.Predicted(s, i); c >= 0 && c < g.Classes {
			p.Slots[k] = view.Classes(g)[c].Slot
		}
	}

	// The selected edge, the selected node, or the stage.
	switch {
	case s.Edge() >= 0:
		i, j := g.Ends(s.Edge())
		setNode(0, i)
		setNode(1, j)
		if s.Edge() < len(f.Kappa) { // the list is empty before its stage
			p.Note = "κ̄ " + view.Fix(f.Kappa[s.Edge()], 2)
		}
		if s.Edge() < len(f.OffDiagonal) { // the prefix ", " is removed if no κ̄ precedes this text
			p.Note = strings.TrimPrefix(p.Note+", "+view.Pct(f.OffDiagonal[s.Edge()])+" off-diagonal", ", ")
		}
	case s.Node() >= 0:
		setNode(0, s.Node())
		if s.Node() < len(f.NodeKappa) {
			p.Note = "κ̄ " + view.Fix(f.NodeKappa[s.Node()], 2)
		}
	default:
		p.Texts[0], p.Note = "Nothing selected", view.StageText(s)
		if n := len(s.Chosen()); n > 0 {
			p.Texts[0] = words.Count(n, "node") + " selected"
		}
	}
	return p
}

// noFrameText returns the reason why there is no frame: a drawn graph cannot run yet, a graph or its first frame is being loaded, or there
// is no graph.
func noFrameText(s *state.State) string {
	switch {
	case s.Waiting():
		return "not ready to run yet"
	case s.Loading() || s.Graph != nil:
		return "loading"
	}
	return "no graph"
}
