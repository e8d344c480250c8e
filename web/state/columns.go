package state

import (
	"math"
	"slices"
)

// This file computes the columns of the tables of nodes and edges.

// Column is a column of the table under the graph. Key is its name in filters, Label its heading, and Tip its explanation. Kind is "node"
// or "class" (an index from 0), "flag" (0 or 1), "count", or "" for any other number. Values has a value for each row, NaN for an unknown
// value.
type Column struct {
	Key, Label, Kind, Tip string
	Values                []float64
}

// unknownValues returns n unknown values.
func unknownValues(n int) []float64 { return slices.Repeat([]float64{math.NaN()}, n) }

// flagValue returns 1 for true and 0 for false.
func flagValue(yes bool) float64 {
	if yes {
		return 1
	}
	return 0
}

// columnsOf returns the columns of the table of edges for TableEdges, else the columns of the table of nodes. It returns nil without a
// graph.
func (s *State) columnsOf(table string) []Column {
	switch {
	case s.Graph == nil:
		return nil
	case table == TableEdges:
		return s.edgeColumns()
	}
	return s.nodeColumns()
}

// Columns returns the columns of the open table. It returns nil if no table is open.
func (s *State) Columns() []Column {
	if s.View.Table == nil {
		return nil
	}
	return s.columnsOf(s.View.Table.Of)
}

// nodeColumns returns the columns of the table of nodes. Predictions, probabilities and κ̄ are unknown while the frame lacks them. For a
// node without a label, all columns that need its label are unknown: class, wrong, share and probability of the truth. The share is also
// unknown for a node without a labelled neighbour.
func (s *State) nodeColumns() []Column {
	g, n := s.Graph, s.Graph.N
	cols := []Column{
		{Key: "node", Label: "node", Kind: "node", Tip: "its number, from 0"},
		{Key: "class", Label: "class", Kind: "class", Tip: "its label"},
		{Key: "called", Label: "called", Kind: "class", Tip: "the predicted class"},
		{Key: "wrong", Label: "wrong", Kind: "flag", Tip: "called another class than its label"},
		{Key: "train", Label: "train", Kind: "flag", Tip: "training node"},
		{Key: "val", Label: "val", Kind: "flag", Tip: "validation node"},
		{Key: "test", Label: "test", Kind: "flag", Tip: "test node"},
		{Key: "degree", Label: "degree", Kind: "count", Tip: "its edges"},
		{Key: "same", Label: "same-class share", Tip: "share of its labelled neighbours that have its class"},
		{Key: "probability", Label: "probability", Tip: "of the class it is called"},
		{Key: "truth", Label: "prob. of truth", Tip: "probability of its label"},
		{Key: "kappa", Label: "mean κ̄", Tip: "mean agreement κ̄ on its edges"},
	}
	// The indices of the columns in cols.
	const node, class, called, wrong, train, val, test, degree, same, probability, truth, kappa = 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11
	for k := range cols {
		cols[k].Values = unknownValues(n)
	}

	// Each list has a number for each node: its degree, its edges to neighbours with a label, and its edges to neighbours with its own label.
	// For a node without a label, the last two numbers stay 0.
	degrees, labelled, alike := make([]int, n), make([]int, n), make([]int, n)
	for e := range len(g.Edges) / 2 {
		a, b := g.Ends(e)
		sameLabel := g.Alike(e) // 1 or 0, −1 if an end has no label
		for _, i := range [2]int{a, b} {
			degrees[i]++
			if sameLabel >= 0 {
				labelled[i]++
				alike[i] += sameLabel
			}
		}
	}
	for i := range n {
		cols[node].Values[i], cols[degree].Values[i] = float64(i), float64(degrees[i])
		cols[train].Values[i], cols[val].Values[i], cols[test].Values[i] = 0, 0, 0
		if g.Labels[i] >= 0 {
			cols[class].Values[i] = float64(g.Labels[i])
		}
		if labelled[i] > 0 {
			cols[same].Values[i] = float64(alike[i]) / float64(labelled[i])
		}
	}
	for k, list := range map[int][]int{train: g.Train, val: g.Val, test: g.Test} { // k is the index of a column
		for _, i := range list {
			cols[k].Values[i] = 1
		}
	}

	// The numbers of the frame: κ̄ as soon as the frame has it, and the predictions after the first loss.
	f := s.Frame
	if f == nil {
		return cols
	}
	if len(f.NodeKappa) == n {
		copy(cols[kappa].Values, f.NodeKappa)
	}
	if len(f.Pred) != n || f.Judged == 0 { // Judged is the epoch of the predictions, 0 before the first loss
		return cols
	}
	hasProbabilities := len(f.Calibrated) == n*f.Classes
	for i, predicted := range f.Pred {
		y := g.Labels[i] // −1 without a label
		cols[called].Values[i] = float64(predicted)
		if y >= 0 {
			cols[wrong].Values[i] = flagValue(y != predicted)
		}
		// Calibrated is n × Classes in row-major order. If the predicted class or the label is no column of it, both probabilities
		// stay unknown. Without a label (y = −1) only the probability of the label stays unknown.
		inRange := predicted >= 0 && predicted < f.Classes && y < f.Classes
		if !hasProbabilities || !inRange {
			continue
		}
		cols[probability].Values[i] = f.Calibrated[i*f.Classes+predicted]
		if y >= 0 {
			cols[truth].Values[i] = f.Calibrated[i*f.Classes+y]
		}
	}
	return cols
}

// edgeColumns returns the columns of the table of edges. Each column from κ̄ to the energy is unknown if the frame lacks its numbers. The
// place in the picture of all maps is unknown without this picture ([State.Plane]).
func (s *State) edgeColumns() []Column {
	g := s.Graph
	m := len(g.Edges) / 2
	cols := []Column{
		{Key: "edge", Label: "edge", Kind: "count", Tip: "its number, from 0"},
		{Key: "i", Label: "from", Kind: "node", Tip: "its one end"},
		{Key: "j", Label: "to", Kind: "node", Tip: "its other end"},
		{Key: "class_i", Label: "class of from", Kind: "class", Tip: "label of the one end"},
		{Key: "class_j", Label: "class of to", Kind: "class", Tip: "label of the other end"},
		{Key: "same", Label: "same class", Kind: "flag", Tip: "both ends have one label"},
		{Key: "kappa", Label: "κ̄", Tip: "expected agreement"},
		{Key: "norm", Label: "‖R‖", Tip: "norm of both restriction maps"},
		{Key: "off", Label: "off-diagonal", Tip: "mass of the plan off the diagonal"},
		{Key: "energy", Label: "energy", Tip: "share of the Dirichlet energy"},
		{Key: "map_x", Label: "map, x", Tip: "place in the picture of all maps"},
		{Key: "map_y", Label: "map, y", Tip: "place in the picture of all maps"},
	}
	// The indices of the columns in cols. The four columns of the frame begin at kappa, and the two classes of the ends at classes.
	const edge, from, to, classes, same, kappa, mapX, mapY = 0, 1, 2, 3, 5, 6, 10, 11
	for k := range cols {
		cols[k].Values = unknownValues(m)
	}
	for e := range m {
		a, b := g.Ends(e)
		cols[edge].Values[e], cols[from].Values[e], cols[to].Values[e] = float64(e), float64(a), float64(b)
		for k, end := range []int{a, b} { // a node without a label leaves its class unknown
			if y := g.Labels[end]; y >= 0 {
				cols[classes+k].Values[e] = float64(y)
			}
		}
		sameLabel := g.Alike(e) // 1 or 0, −1 if an end has no label
		if sameLabel >= 0 {
			cols[same].Values[e] = float64(sameLabel)
		}
	}
	if f := s.Frame; f != nil {
		for k, values := range [][]float64{f.Kappa, f.MapNorm, f.OffDiagonal, f.EdgeEnergy} {
			if len(values) == m {
				copy(cols[kappa+k].Values, values)
			}
		}
	}
	if points := s.Plane(); points != nil {
		for e := range m {
			cols[mapX].Values[e], cols[mapY].Values[e] = float64(points[2*e]), float64(points[2*e+1])
		}
	}
	return cols
}
