// Other classes and features for the nodes of a graph.

package graph

import "slices"

// WithData returns g with other classes and features.
// labels holds the class of every node, names the class names; columns holds a slice per feature, titles the feature names.
// nil labels or columns keep those of g. New features drop the notes, which describe the old ones.
func (g *Graph) WithData(labels []int, names []string, columns [][]float64, titles []string) *Graph {
	// The copy shares the parts that stay.
	out := *g
	if labels != nil {
		out.setLabels(slices.Clone(labels), names)
	}
	if columns != nil {
		f := len(columns)
		data := make([]float64, g.N*f)
		for k, c := range columns {
			for i, v := range c {
				data[i*f+k] = v
			}
		}
		out.X, out.FeatureNames, out.Notes = denseFeatures(g.N, f, data), titles, nil
	}
	return &out
}

// Feature returns a column of the features, a number per node.
func (g *Graph) Feature(column int) []float64 {
	out := make([]float64, g.N)
	for i := range out {
		for p := g.X.Ptr[i]; p < g.X.Ptr[i+1]; p++ {
			if int(g.X.Col[p]) == column {
				out[i] = g.X.Val[p]
			}
		}
	}
	return out
}
