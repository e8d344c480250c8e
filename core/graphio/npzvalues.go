package graphio

import (
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
)

// npzFeatures fills g.X from dense rows.
func npzFeatures(g *graph.Graph, a *npyArray) error {
	f := a.shape[1]
	if f > MaxFeatures {
		return fault(a.file, 0, "take fewer features", "%d feature columns, over the limit of %d", f, MaxFeatures)
	}
	x := &linalg.CSR{Rows: g.N, Cols: f, Ptr: make([]int32, 1, g.N+1)}
	for i := range g.N {
		for c := range f {
			v := a.float(a.offset(i, c))
			if math.IsNaN(v) || math.IsInf(v, 0) {
				return fault(a.file, 0, "features are finite numbers", "feature %d of node %d is %v", c, i, v)
			}
			if v != 0 {
				if err := appendEntry(x, a.file, 0, c, v); err != nil {
					return err
				}
			}
		}
		x.Ptr = append(x.Ptr, int32(len(x.Val)))
	}
	g.X = x
	return nil
}

// npzLabels sets the classes from numbers, or from rows with a 1 at the class; a row of zeros means unknown.
func npzLabels(g *graph.Graph, a *npyArray) error {
	for i := range g.N {
		v := -1.0
		if len(a.shape) < 2 || a.shape[1] == 1 {
			v = a.float(i)
		} else {
			for c := range a.shape[1] {
				switch x := a.float(a.offset(i, c)); {
				case x == 1 && v < 0:
					v = float64(c)
				case x != 0:
					return fault(a.file, 0, "a row of labels has one 1, at the class", "the row of node %d has %v at %d", i, x, c)
				}
			}
		}
		if v != math.Trunc(v) || v < -1 || v >= MaxClasses {
			return fault(a.file, 0, "classes are numbered from 0, -1 means unknown", "the label of node %d is %v, not a class number below %d",
				i, v, MaxClasses)
		}
		g.Labels[i] = int(v)
		g.Classes = max(g.Classes, int(v)+1)
	}
	return nil
}
