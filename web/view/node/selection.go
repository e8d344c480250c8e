package node

// This file has the panel of several selected nodes. It compares their labels with their predictions, and counts the edges between them.
// The frame has the numbers of the run at the shown position.

import (
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/edge"
)

// Selection returns the panel of several nodes that are selected together, for example by a lasso or by a cell of the confusion matrix. If
// there are neither too few nor too many nodes for a cycle, the last figure carries a vector around the cycle through them.
func Selection(s *state.State) view.Inspector {
	chosen := s.Chosen()
	v := view.Inspector{Title: []view.TitlePart{{Text: words.Count(len(chosen), "node") + " selected", Slot: -2}}, Sub: s.View.ChosenAs,
		TestID: "inspector-selection"}
	nodes, edges := newNodeSums(s), newEdgeCounts(s)
	lead := []string{}
	if nodes.judged > 0 { // before the first prediction no node is judged
		lead = append(lead, "*", view.Int(nodes.correct), "* of *", words.Count(nodes.judged, "labelled node"), "* predicted right. ")
	}
	lead = append(lead, "*", words.Count(edges.within, "edge"), "* between them, *", view.Int(edges.leaving), "* to other nodes.")
	v.Lead = view.Say(lead...)
	v.Add(view.Figure{ID: "selection", TestID: "selection-stats", Nums: selectionNumbers(s, nodes, edges)})

	// The numbers of nodes by label, and the nodes themselves.
	bars := view.Bars{Left: 112, Right: 60}
	for slot, c := range view.BySlot(s.Graph) {
		if size := nodes.byClass[c]; size > 0 {
			bars.Rows = append(bars.Rows, view.Bar{Name: view.Classes(s.Graph)[c].Name, V: view.F(size), Text: view.Int(size), Slot: new(slot)})
		}
	}
	if len(bars.Rows) > 0 {
		v.Add(view.Figure{ID: "selection-labels", Title: "Labels" + longest(&bars), Alt: "Selected nodes by label", Data: bars})
	}
	title, chips := "Nodes", chipsOf(s, chosen)
	if len(chips) < len(chosen) {
		title = "The first " + view.Int(len(chips)) + " nodes"
	}
	v.Add(view.Figure{ID: "selection-nodes", Title: title, Sub: "choose one to see it", Data: chips})
	if s.CycleNodes() != nil {
		v.Add(edge.RoundFigure(s)...)
	}
	return v
}

// nodeSums has counts of the selected nodes and sums over them.
type nodeSums struct {
	bySet      map[string]int // number of nodes by set of the split
	byClass    []int          // number of nodes by label
	judged     int            // number of nodes with a label and a prediction
	correct    int            // number of nodes whose prediction is their label
	kappa      float64        // sum of the mean agreements κ̄_i
	confidence float64        // sum of the largest class probabilities
}

// hasProbabilities reports whether the frame has the class probabilities of all nodes.
func hasProbabilities(s *state.State) bool {
	f := s.Frame
	return view.Predicts(f) && f.Classes > 0 && len(f.Calibrated) == s.Graph.N*f.Classes
}

// newNodeSums returns the sums over the selected nodes.
func newNodeSums(s *state.State) nodeSums {
	g, f := s.Graph, s.Frame
	sums := nodeSums{bySet: map[string]int{}, byClass: make([]int, g.Classes)}
	sets, hasProbs := g.Sets(), hasProbabilities(s) // sets has the set of the split by node, "" for a node outside the split
	for _, i := range s.Chosen() {
		sums.bySet[sets[i]]++
		if i < len(f.NodeKappa) {
			sums.kappa += f.NodeKappa[i]
		}
		if hasProbs {
			sums.confidence += view.MaxOf(f.Calibrated[i*f.Classes : (i+1)*f.Classes])
		}

		// The label, and the prediction of a node with a label.
		label := g.Labels[i]
		if label < 0 || label >= g.Classes {
			continue
		}
		sums.byClass[label]++
		if view.Predicts(f) && i < len(f.Pred) {
			sums.judged++
			if f.Pred[i] == label {
				sums.correct++
			}
		}
	}
	return sums
}

// edgeCounts has numbers of edges at the selected nodes.
type edgeCounts struct {
	within   int // edges between two selected nodes
	leaving  int // edges between a selected node and another node
	labelled int // edges of within whose ends both have a label
	alike    int // edges of within whose ends have the same label
}

// newEdgeCounts returns the counts of the edges at the selected nodes.
func newEdgeCounts(s *state.State) (counts edgeCounts) {
	g := s.Graph
	selected := make([]bool, g.N)
	for _, i := range s.Chosen() {
		selected[i] = true
	}
	for e := range len(g.Edges) / 2 { // an edge between two other nodes does not count
		i, j := g.Ends(e)
		switch {
		case selected[i] && selected[j]:
			counts.within++
			if alike := g.Alike(e); alike >= 0 { // −1 if an end has no label
				counts.labelled++
				counts.alike += alike // 1 for equal labels, 0 for different labels
			}
		case selected[i] || selected[j]:
			counts.leaving++
		}
	}
	return counts
}

// selectionNumbers returns the rows of numbers of the panel: the numbers of nodes by set of the split, the homophily of the edges between
// selected nodes, and the means over the selected nodes. Homophily is the share of the edges whose ends have the same label. A row without
// numbers is omitted.
func selectionNumbers(s *state.State, nodes nodeSums, edges edgeCounts) [][]any {
	n := float64(len(s.Chosen())) // at least 1, since the panel exists only for a selection
	bySet := view.Int(nodes.bySet["train"]) + ", " + view.Int(nodes.bySet["val"]) + ", " + view.Int(nodes.bySet["test"])
	rows := [][]any{view.Row("Training, validation, test", bySet)}
	if edges.labelled > 0 {
		homophily := float64(edges.alike) / float64(edges.labelled)
		rows = append(rows, view.Row("Homophily between them", view.Fix(homophily, 2)))
	}
	if hasProbabilities(s) {
		rows = append(rows, view.Row("Mean probability of the predicted class", view.Fix(nodes.confidence/n, 3)))
	}
	if len(s.Frame.NodeKappa) == s.Graph.N {
		rows = append(rows, view.Row([]any{"Mean ", view.M{Source: "\\bar{κ}_i"}}, view.Fix(nodes.kappa/n, 3)))
	}
	return rows
}
