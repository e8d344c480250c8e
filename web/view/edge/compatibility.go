package edge

import (
	"sheafscope/core/graph"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

// compatibility returns two matrices of the classes of neighbours: by labels and, if the frame has them, by predictions. It returns nil
// for more than 12 classes, whose cells would be too small.
func compatibility(s *state.State) []view.Figure {
	g, f := s.Graph, s.Frame
	if g.Classes > 12 {
		return nil
	}
	matrix := func(classes []int) view.Matrix {
		m := view.ClassMatrix(g, graph.Compatibility(g.Edges, classes, g.Classes), false)
		m.Max, m.RowH = 1, 22
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
