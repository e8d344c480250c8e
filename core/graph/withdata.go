// This file returns graphs with other classes or features, and reads a column of the features.

package graph

import "slices"

// WithData returns a copy of g with other classes and features.
// labels has the class of every node, and names has the names of the classes. If labels is nil, the classes of g remain.
// columns has the values of each feature at all nodes, and titles has the names of the features. If columns is nil, the features of g
// remain. names and titles may be nil: then the classes, or the features, have no names.
// With new features the graph has no notes, since the old notes describe the old features.
func (g *Graph) WithData(labels []int, names []string, columns [][]float64, titles []string) *Graph {
	out := *g // shares the unchanged parts with g
	if labels != nil {
		out.setLabels(slices.Clone(labels), names)
	}
	if columns != nil {
		f := len(columns)
		data := make([]float64, g.N*f) // row by row
		for k, column := range columns {
			for i, v := range column {
				data[i*f+k] = v
			}
		}
		out.X, out.FeatureNames, out.Notes = denseFeatures(g.N, f, data), titles, nil
	}
	return &out
}

// Feature returns a column of the features, counted from 0: a number for each node.
func (g *Graph) Feature(column int) []float64 {
	out := make([]float64, g.N)
	// The matrix X is sparse: a node without an entry in the column keeps 0.
	for i := range out {
		for p := g.X.Ptr[i]; p < g.X.Ptr[i+1]; p++ {
			if int(g.X.Col[p]) == column {
				out[i] = g.X.Val[p]
			}
		}
	}
	return out
}
