package node

import (
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/edge"
)

// Selection returns the panel of the nodes selected together, by a lasso or by a cell of the confusion matrix.
func Selection(s *state.State) view.Inspector {
	chosen := s.View.Chosen
	v := view.Inspector{Title: []view.TitlePart{{Text: words.Count(len(chosen), "node") + " selected", Slot: -2}}, Sub: s.View.ChosenAs,
		TestID: "inspector-selection"}
	nodes, edges := newNodeSums(s), newEdgeCounts(s)
	lead := []string{}
	if nodes.judged > 0 {
		lead = append(lead, "*", view.Int(nodes.correct), "* of *", words.Count(nodes.judged, "labelled node"), "* predicted right. ")
	}
	lead = append(lead, "*", words.Count(edges.within, "edge"), "* between them, *", view.Int(edges.leaving), "* to other nodes.")
	v.Lead = view.Say(lead...)
	v.Add(view.Figure{ID: "selection", TestID: "selection-stats", Nums: selectionNumbers(s, nodes, edges)})

	// The labels and the nodes themselves.
	bars := view.Bars{Left: 112, Right: 60}
	for slot, c := range view.BySlot(s.Graph) {
		if size := nodes.byClass[c]; size > 0 {
			bars.Rows = append(bars.Rows, view.Bar{Name: view.Classes(s.Graph)[c].Name, V: view.F(size), Text: view.Int(size), Slot: new(slot)})
		}
	}
	if len(bars.Rows) > 0 {
		bars.Rows = bars.Rows[:min(maxBars, len(bars.Rows))]
		v.Add(view.Figure{ID: "selection-labels", Title: "Labels", Alt: "Selected nodes by label", Data: bars})
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

// nodeSums are counts and sums over the selected nodes.
type nodeSums struct {
	bySet           map[string]int // nodes by set of the split
	byClass         []int          // nodes by label
	judged, correct int            // nodes with label and prediction, and those among them with the correct class
	kappa           float64        // sum of the mean agreement κ̄_i
	confidence      float64        // sum of the largest class probability
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
	sets, confident := g.Sets(), hasProbabilities(s)
	for _, i := range s.View.Chosen {
		sums.bySet[sets[i]]++
		if label := g.Labels[i]; label >= 0 && label < g.Classes {
			sums.byClass[label]++
			if view.Predicts(f) && i < len(f.Pred) {
				sums.judged++
				if f.Pred[i] == label {
					sums.correct++
				}
			}
		}
		if i < len(f.NodeKappa) {
			sums.kappa += f.NodeKappa[i]
		}
		if confident {
			sums.confidence += view.MaxOf(f.Calibrated[i*f.Classes : (i+1)*f.Classes])
		}
	}
	return sums
}

// edgeCounts counts edges at the selected nodes: between two of them, to other nodes, and, among the former, those with two labels and
// those inside a class.
type edgeCounts struct{ within, leaving, labelled, alike int }

// newEdgeCounts returns the counts of the edges at the selected nodes.
func newEdgeCounts(s *state.State) (counts edgeCounts) {
	g := s.Graph
	selected := make([]bool, g.N)
	for _, i := range s.View.Chosen {
		selected[i] = true
	}
	for e := range len(g.Edges) / 2 {
		i, j := g.Ends(e)
		switch {
		case selected[i] && selected[j]:
			counts.within++
			if alike := g.Alike(e); alike >= 0 {
				counts.labelled++
				counts.alike += alike
			}
		case selected[i] || selected[j]:
			counts.leaving++
		}
	}
	return counts
}

// selectionNumbers returns the rows of numbers: the split, the homophily, and the means over the selected nodes.
func selectionNumbers(s *state.State, nodes nodeSums, edges edgeCounts) [][]any {
	n := float64(len(s.View.Chosen))
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
