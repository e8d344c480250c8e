package results

import (
	"cmp"
	"sort"

	"sheafscope/core/tables"
	"sheafscope/core/words"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// hardest bounds the nodes listed as wrong most often.
const hardest = 24

// mistakesFigures shows the mistakes over the table's runs, nil before the first has ended.
func mistakesFigures(s *state.State) []view.Figure {
	m := s.Lab.Results.Mistakes
	if m == nil || m.N != s.Graph.N {
		return nil
	}
	list := []view.Figure{{ID: "mistakes", Title: "Mistakes over runs", Sub: "wrong as a test node, over models and " + s.Lab.Results.Over,
		TestID: "mistakes", Data: mistakesText(m)}}
	if c := hardestNodes(s, m); len(c) > 0 {
		list = append(list, view.Figure{ID: "hardest", Title: "Wrong most often", Sub: "by share of their tests",
			TestID: "mistakes-nodes", Data: c})
	}
	if len(m.Models) < 2 {
		return list
	}
	return append(list,
		view.Figure{ID: "mistakes-only", Title: "Right in one model, wrong in the other", TestID: "mistakes-only",
			Sub: "nodes that the row’s model gets right and the column’s wrong, on one split or more; click a cell for its nodes",
			Alt: "Nodes that one model gets right and another wrong",
			Data: modelMatrix(m, "right, wrong in", func(p tables.MistakePair) float64 {
				return float64(len(p.Only))
			})},
		view.Figure{ID: "mistakes-agree", Title: "Agreement of models", TestID: "mistakes-agree",
			Sub: "share of the test nodes that both call the same class, right or wrong", Alt: "Agreement of each two models",
			Data: modelMatrix(m, "", func(p tables.MistakePair) float64 {
				return float64(p.Agree) / float64(max(1, p.Cases))
			})})
}

// modelMatrix returns a matrix with a cell for each pair of models; with a verb the cells are counts and select their nodes.
func modelMatrix(m *tables.Mistakes, verb string, of func(tables.MistakePair) float64) view.Matrix {
	n := len(m.Models)
	x := view.Matrix{Rows: n, Cols: n, Cell: 44, RowH: 26, Left: 118, Verb: "and"}
	if verb != "" {
		x.Verb, x.Int, x.Pick = verb, true, state.NodesMistakes
	}
	for a, name := range m.Models {
		x.RowNames, x.ColNames = append(x.RowNames, view.Int(a+1)+" "+name), append(x.ColNames, view.Int(a+1))
		x.Classes = append(x.Classes, a)
		for b := range n {
			x.Vals = append(x.Vals, of(m.Pairs[a*n+b]))
		}
	}
	return x
}

// mistakesText counts the nodes that are always, sometimes and never wrong.
func mistakesText(m *tables.Mistakes) string {
	tested, always, never := m.Count()
	if tested == 0 {
		return "No run has a test node with a label."
	}
	return words.Counted(tested, "node was a test node", "nodes were test nodes") + " in a run or more: " + view.Int(always) +
		" wrong each time, " + view.Int(tested-always-never) + " sometimes, " + view.Int(never) + " never. " +
		words.Counted(m.N-tested, "node was", "nodes were") +
		" never tested. Over the graph, colour the nodes by “mistakes over runs” to see where they are."
}

// hardestNodes lists the nodes by decreasing share of wrong test predictions, equal ones by decreasing number of tests.
func hardestNodes(s *state.State, m *tables.Mistakes) (list []view.Chip) {
	var nodes []int
	for i := range m.N {
		if _, wrong := m.Node(i); wrong > 0 {
			nodes = append(nodes, i)
		}
	}
	sort.SliceStable(nodes, func(i, j int) bool {
		a, wrongA := m.Node(nodes[i])
		b, wrongB := m.Node(nodes[j])
		return cmp.Or(wrongB*a-wrongA*b, b-a) < 0
	})
	cl := view.Classes(s.Graph)
	for _, i := range nodes[:min(len(nodes), hardest)] {
		tests, wrong := m.Node(i)
		c := cl[s.Graph.Labels[i]]
		says := c.Name + ", wrong in " + view.Int(wrong) + " of " + words.Count(tests, "test")
		list = append(list, view.Chip{Node: i, Name: view.ShortName(s, i), Slot: c.Slot, Title: says})
	}
	return list
}
