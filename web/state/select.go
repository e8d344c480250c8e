package state

import (
	"slices"
	"strconv"

	"sheafscope/core/words"
	"sheafscope/wasm/proto"
)

// PickConfusion selects the nodes of one cell of the confusion matrix:
// validation and test nodes of class Label that are taken for class Pred.
type PickConfusion struct{ Label, Pred int }

// selectNodes selects several nodes and opens their panel.
func (s *State) selectNodes(nodes []int, name string) {
	s.View.Chosen, s.View.ChosenAs = nodes, name
	s.said = s.lassoText()
	if len(nodes) > 0 {
		s.View.Edge, s.View.Node = 0, 0
		s.View.Panel = PanelNode
	}
}

// chosenIn drops a selected edge or node outside a graph.
func (s *State) chosenIn(g *proto.GraphInfo) {
	if s.Node() >= g.N {
		s.View.Node = 0
	}
	if 2*s.Edge() >= len(g.Edges) {
		s.View.Edge = 0
	}
}

// dropForeignChoice drops a selection that the graph lacks, for example after a click on the previous graph. During a load a link's
// selection is kept.
func (s *State) dropForeignChoice() []Command {
	if s.Graph == nil || s.Loading() {
		return nil
	}
	s.chosenIn(s.Graph)
	if s.lacks(s.View.Chosen) {
		s.View.Chosen, s.View.ChosenAs = nil, ""
	}
	return nil
}

// lacks reports whether the graph on the screen lacks one of the nodes.
func (s *State) lacks(nodes []int) bool {
	return slices.ContainsFunc(nodes, func(i int) bool { return s.Graph == nil || i < 0 || i >= s.Graph.N })
}

// confused returns the nodes of a cell of the confusion matrix.
func (s *State) confused(label, pred int) []int {
	var out []int
	if s.Graph == nil || s.Frame == nil {
		return nil
	}
	g, p := s.Graph, s.Frame.Pred
	for _, set := range [][]int{g.Val, g.Test} {
		for _, i := range set {
			if i < len(p) && g.Labels[i] == label && p[i] == pred {
				out = append(out, i)
			}
		}
	}
	return out
}

// confusionName describes a cell of the confusion matrix.
func (s *State) confusionName(label, pred int) string {
	if label == pred {
		return className(s.Graph, label) + " taken for what they are"
	}
	return className(s.Graph, label) + " taken for " + className(s.Graph, pred)
}

// lassoText counts the selected nodes and those predicted rightly.
func (s *State) lassoText() string {
	if len(s.View.Chosen) == 0 || s.Graph == nil {
		return "No node is selected."
	}
	if s.Frame == nil || len(s.Frame.Pred) == 0 {
		return words.Count(len(s.View.Chosen), "node") + " selected; there is no prediction yet."
	}
	right := 0
	for _, i := range s.View.Chosen {
		if i < len(s.Frame.Pred) && i < len(s.Graph.Labels) && s.Frame.Pred[i] == s.Graph.Labels[i] {
			right++
		}
	}
	return words.Count(len(s.View.Chosen), "node") + " selected, " + strconv.Itoa(right) + " of them right."
}
