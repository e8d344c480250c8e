package edge

// This file has the matrices of the classes of neighbours. In a homophilic graph the largest shares are on the diagonal.

import (
	"sheafscope/core/graph"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// compatibility returns the compatibility matrix of the labels. If each node has a prediction, it also returns the matrix of the
// predictions. Entry (a, b) is the share of class b among the neighbours of nodes of class a. For more than 12 classes compatibility
// returns nil.
func compatibility(s *state.State) []view.Figure {
	g, f := s.Graph, s.Frame
	const mostClasses = 12 // with more classes the cells would be too small
	if g.Classes > mostClasses {
		return nil
	}
	matrix := func(classes []int) view.Matrix {
		m := view.ClassMatrix(g, graph.Compatibility(g.Edges, classes, g.Classes))
		m.Max, m.RowH = 1, 22 // shares are at most 1; flatter cells than the 26 px of ClassMatrix
		return m
	}

	list := []view.Figure{{ID: "compat", Title: "Compatibility of labels", Alt: "Compatibility matrix of the labels",
		Sub: "share of each class (columns) among the neighbours of a class (rows)", TestID: "compat-true", Data: matrix(g.Labels)}}
	if len(f.Pred) == g.N {
		list = append(list, view.Figure{ID: "compatlearned", Title: "Compatibility of predictions",
			Alt: "Compatibility matrix of the predictions",
			Sub: "the same, with the predicted class of each node", TestID: "compat-learned", Data: matrix(f.Pred)})
	}
	return list
}
