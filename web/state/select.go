package state

import (
	"slices"

	"sheafscope/core/choice"
	"sheafscope/core/words"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
)

// This file selects groups of nodes. It also clears a selection that a new graph lacks, and restores a selection after a refused load.

// PickConfusion selects the nodes of one cell of the confusion matrix: the validation and test nodes of class Label with predicted class
// Pred. Classes count from 0.
type PickConfusion struct{ Label, Pred int }

// selectNodes selects several nodes in place of any other selection, and opens their panel. name describes the selection; it is "" for a
// lasso. For an empty list the panel stays, and a selected edge or node stays selected.
func (s *State) selectNodes(nodes []int, name string) {
	s.View.Chosen, s.View.ChosenAs = nodes, name
	s.said = s.lassoText()
	if len(nodes) > 0 {
		s.View.Edge, s.View.Node = 0, 0
		s.View.Panel = PanelNode
	}
}

// clearMissing clears the selected edge or node if the graph g lacks it.
func (s *State) clearMissing(g *proto.GraphInfo) {
	if !hasNode(g, s.View.Node) {
		s.View.Node = 0
	}
	if !hasEdge(g, s.View.Edge) {
		s.View.Edge = 0
	}
}

// hasNode and hasEdge report whether the graph has the chosen node or edge. They return true without a choice.
func hasNode(g *proto.GraphInfo, node choice.One) bool { return node.Index() < g.N }
func hasEdge(g *proto.GraphInfo, edge choice.One) bool { return edge.Index() < len(g.Edges)/2 } // Edges has two entries for each edge

// dropForeignChoice clears a selection that the graph on the screen lacks, for example after a click on the previous graph. During a load
// the selection belongs to the coming graph, and stays. The result is always nil: [Update] expects a list of commands from each of its
// steps.
func (s *State) dropForeignChoice() []Command {
	if s.Graph == nil || s.Loading() {
		return nil
	}
	s.clearMissing(s.Graph)
	if s.lacks(s.View.Chosen) {
		s.View.Chosen, s.View.ChosenAs = nil, ""
	}
	return nil
}

// selectAgain is a message that the page sends to itself after a refused load. It restores the selection of the view before the load.
type selectAgain struct{ view *recipe.View }

// selects reports whether a node, an edge, an eigenvector or a list of nodes is selected.
func (s *State) selects() bool {
	v := &s.View
	return v.Node > 0 || v.Edge > 0 || v.Eigen > 0 || v.Chosen != nil
}

// reselect restores the selection and the shown stage of old, the view before a load. If the user has selected something during the load,
// reselect does nothing. A stage that the user has selected during the load stays.
func (s *State) reselect(old *recipe.View) {
	if s.selects() {
		return
	}
	s.View.Edge, s.View.Node, s.View.Eigen, s.View.Chosen = old.Edge, old.Node, old.Eigen, old.Chosen
	s.View.Hops, s.View.Layer, s.View.Full = old.Hops, old.Layer, old.Full
	if s.View.Stage == 0 { // 0 shows the stage of the run
		s.View.Stage = old.Stage
	}
}

// lacks reports whether the graph on the screen lacks one of the nodes.
func (s *State) lacks(nodes []int) bool {
	return slices.ContainsFunc(nodes, func(i int) bool { return s.Graph == nil || i < 0 || i >= s.Graph.N })
}

// confusedNodes returns the nodes that [PickConfusion] selects. It returns nil before there is a frame.
func (s *State) confusedNodes(label, pred int) []int {
	if s.Graph == nil || s.Frame == nil {
		return nil
	}
	var nodes []int
	labels, predicted := s.Graph.Labels, s.Frame.Pred
	for _, set := range [][]int{s.Graph.Val, s.Graph.Test} {
		for _, i := range set {
			hasPrediction := i < len(predicted) // there are none before the first loss
			if hasPrediction && labels[i] == label && predicted[i] == pred {
				nodes = append(nodes, i)
			}
		}
	}
	return nodes
}

// confusionName describes a cell of the confusion matrix, for example "cats taken for dogs".
func (s *State) confusionName(label, pred int) string {
	name := func(c int) string { // a number alone could be a node
		return words.Either(c < len(s.Graph.ClassNames), "", "class ") + clip(className(s.Graph, c))
	}
	return name(label) + " taken for " + words.Either(label == pred, "what they are", name(pred))
}

// lassoText returns a sentence with the number of selected nodes, of those among them whose predicted class is their label, and of those
// without a label. Without a selection or a prediction the sentence says so.
func (s *State) lassoText() string {
	chosen := s.Chosen()
	if len(chosen) == 0 || s.Graph == nil {
		return "No node is selected."
	}
	count := words.Count(len(chosen), "node")
	if s.Frame == nil || len(s.Frame.Pred) == 0 {
		return count + " selected; there is no prediction yet."
	}
	labels, predicted := s.Graph.Labels, s.Frame.Pred
	right, unlabelled := 0, 0
	for _, i := range chosen {
		switch {
		case i >= len(predicted) || i >= len(labels): // the frame still belongs to the previous graph
		case labels[i] < 0:
			unlabelled++
		case predicted[i] == labels[i]:
			right++
		}
	}
	return count + " selected: " + itoa(right) + " right" + words.Either(unlabelled > 0, ", "+itoa(unlabelled)+" without a label", "") + "."
}
