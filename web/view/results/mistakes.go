package results

// This file has the wrong predictions over the runs of the table of results. A node is tested in each run in whose split it is a test node.

import (
	"cmp"
	"sort"

	"sheafscope/core/tables"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// maxHardest is the largest number of nodes listed as most often wrong.
const maxHardest = 24

// mistakesFigures returns the figures on wrong predictions over the runs of the table: the counts, and the nodes that are most often wrong.
// If several models have tested nodes, two matrices follow with an entry for each pair of models. mistakesFigures returns nil before a run
// has succeeded, or if the runs belong to another graph.
func mistakesFigures(s *state.State) []view.Figure {
	m := s.Lab.Results.Mistakes
	if m == nil || m.N != s.Graph.N {
		return nil
	}
	// A pair compares two models by common cases: labelled test nodes of two runs on the same split. Cases is their number, and Agree is the
	// number of equal predictions in them. Only lists the nodes that only the first model predicts correctly.
	correctInOne := func(p tables.MistakePair) float64 { return float64(len(p.Only)) }
	agreement := func(p tables.MistakePair) float64 { return float64(p.Agree) / float64(max(1, p.Cases)) } // 0 without a common case
	list := []view.Figure{{ID: "mistakes", Title: "Mistakes over runs", Sub: "wrong as a test node, over models and " + s.Lab.Results.Over,
		TestID: "mistakes", Data: mistakesText(m)}}
	if chips := hardestNodes(s, m); len(chips) > 0 {
		list = append(list, view.Figure{ID: "hardest", Title: "Wrong most often", Sub: "by share of their tests",
			TestID: "mistakes-nodes", Data: chips})
	}
	tested, _, _ := m.Count()
	if len(m.Models) < 2 || tested == 0 { // there is no pair, or no case to compare
		return list
	}
	return append(list,
		view.Figure{ID: "mistakes-only", Title: "Right in one model, wrong in the other", TestID: "mistakes-only",
			Sub:  "nodes that the row’s model gets right and the column’s wrong, on one split or more; click a cell for its nodes",
			Alt:  "Nodes that one model gets right and another wrong",
			Data: countMatrix(m, "right, wrong in", correctInOne)},
		view.Figure{ID: "mistakes-agree", Title: "Agreement of models", TestID: "mistakes-agree",
			Sub: "share of the test nodes that both call the same class, right or wrong", Alt: "Agreement of each two models",
			Data: modelMatrix(m, agreement)})
}

// modelMatrix returns a matrix with an entry for each ordered pair of models. The head of a row has the number (from 1 on) and the name of
// a model. The head of a column has the number alone. Classes has the indices of the models (from 0 on), which a click on a cell sends.
func modelMatrix(m *tables.Mistakes, entry func(tables.MistakePair) float64) view.Matrix {
	n := len(m.Models)
	matrix := view.Matrix{Rows: n, Cols: n, Cell: 44, RowH: 26, Left: 118, Verb: "and"} // widths and heights in pixels
	for a, name := range m.Models {
		number := view.Int(a + 1)
		matrix.RowNames = append(matrix.RowNames, number+" "+name)
		matrix.ColNames = append(matrix.ColNames, number)
		matrix.Classes = append(matrix.Classes, a)
		for b := range n {
			matrix.Vals = append(matrix.Vals, entry(m.Pairs[a*n+b]))
		}
	}
	return matrix
}

// countMatrix returns a matrix with a number of nodes for each pair of models. A click on a cell selects these nodes. verb joins the
// names of both models in the description of a cell.
func countMatrix(m *tables.Mistakes, verb string, count func(tables.MistakePair) float64) view.Matrix {
	matrix := modelMatrix(m, count)
	matrix.Verb, matrix.Int, matrix.Pick = verb, true, state.NodesMistakes
	return matrix
}

// mistakesText returns sentences with the numbers of tested nodes whose predictions are always, sometimes or never wrong.
func mistakesText(m *tables.Mistakes) string {
	tested, always, never := m.Count()
	if tested == 0 { // the splits have no test nodes, or these have no labels
		return "No run has a test node with a label."
	}
	return words.Counted(tested, "node was a test node", "nodes were test nodes") + " in a run or more: " + view.Int(always) +
		" wrong each time, " + view.Int(tested-always-never) + " sometimes, " + view.Int(never) + " never. " +
		words.Counted(m.N-tested, "node was", "nodes were") +
		" never tested. Over the graph, colour the nodes by “mistakes over runs” to see where they are."
}

// hardestNodes returns at most maxHardest nodes, in descending order of the share of wrong predictions among their tests. Nodes with equal
// shares are in descending order of the number of tests. A node without a wrong prediction is omitted.
func hardestNodes(s *state.State, m *tables.Mistakes) (list []view.Chip) {
	var nodes []int
	for i := range m.N {
		if _, wrong := m.Node(i); wrong > 0 {
			nodes = append(nodes, i)
		}
	}
	sort.SliceStable(nodes, func(i, j int) bool {
		tests1, wrong1 := m.Node(nodes[i])
		tests2, wrong2 := m.Node(nodes[j])
		byShare := wrong2*tests1 - wrong1*tests2 // whole numbers with the sign of wrong2/tests2 − wrong1/tests1
		return cmp.Or(byShare, tests2-tests1) < 0
	})

	// A chip for each of the first nodes. A node with a test has a label.
	classes := view.Classes(s.Graph)
	for _, i := range nodes[:min(len(nodes), maxHardest)] {
		tests, wrong := m.Node(i)
		class := classes[s.Graph.Labels[i]]
		title := class.Name + ", wrong in " + view.Int(wrong) + " of " + words.Count(tests, "test")
		list = append(list, view.Chip{Node: i, Name: view.ShortName(s, i), Slot: class.Slot, Title: title})
	}
	return list
}
