// This file replaces the classes and features of a graph, and extracts single features.

package graph

import "slices"

// WithData returns a copy of g with other classes and features. Nil labels keep the classes of g, and nil columns keep its features.
// labels[i] is the class of node i, and columns[k][i] is the value of feature k at node i.
// names has the names of the classes, and titles has the names of the features. A nil list stands for no names.
// New features delete the notes, because the old notes describe the old features.
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

// Feature returns the value of one feature at every node. column is the number of the feature, from 0.
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
