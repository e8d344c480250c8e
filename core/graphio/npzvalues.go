package graphio

import (
	"math"
	"slices"
	"strconv"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/words"
)

// npzFeatures fills g.X from dense rows.
func npzFeatures(g *graph.Graph, a *npyArray) error {
	f := a.shape[1]
	if f > MaxFeatures {
		return fault(a.file, 0, "take fewer features", "%d feature columns, over the limit of %d", f, MaxFeatures)
	}
	x := &linalg.CSR{Rows: g.N, Cols: f, Ptr: make([]int32, 1, g.N+1)}
	lacking := 0
	for i := range g.N {
		for c := range f {
			v := a.float(a.offset(i, c))
			if math.IsNaN(v) || math.IsInf(v, 0) {
				lacking++
			} else if v != 0 {
				if err := appendEntry(x, a.file, 0, c, v); err != nil {
					return err
				}
			}
		}
		x.Ptr = append(x.Ptr, int32(len(x.Val)))
	}
	if g.X = x; lacking > 0 {
		g.Notes = append(g.Notes, words.Count(lacking, "missing feature value")+" taken as 0.")
	}
	return nil
}

// labels sets the classes from numbers, or from rows with a 1 at the class; a row of zeros means unknown.
func (z *npz) labels(g *graph.Graph, a *npyArray) error {
	oneHot := len(a.shape) > 1 && a.shape[1] != 1
	texts := make([]string, g.N)
	for i := range texts {
		v := -1.0
		if !oneHot {
			v = a.float(i)
		}
		for c := 0; oneHot && c < a.shape[1]; c++ {
			switch x := a.float(a.offset(i, c)); {
			case x == 1 && v < 0:
				v = float64(c)
			case x != 0:
				return fault(a.file, 0, "a row of labels has one 1, at the class", "the row of node %d has %v at %d", i, x, c)
			}
		}
		if texts[i] = strconv.FormatFloat(v, 'f', -1, 64); v != math.Trunc(v) && !math.IsNaN(v) {
			return fault(a.file, 0, "classes are whole numbers or texts; -1 and NaN mean unknown", "the label of node %d is %v", i, v)
		}
	}
	// With their number or names the classes are those from 0, empty ones too.
	count, names := z.arrays["num_classes"], z.texts["class_names"]
	err := classTexts(g, a.file, texts, oneHot || count != nil || names != nil)
	if err == nil && g.ClassNames == nil {
		if names != nil && names.len() <= MaxClasses {
			g.Classes = max(g.Classes, names.len())
		} else if count != nil && count.len() == 1 && count.float(0) <= MaxClasses && count.float(0) == math.Trunc(count.float(0)) {
			g.Classes = max(g.Classes, int(count.float(0)))
		}
	}
	return err
}

// textLabels sets the classes from an array of texts, if there is one.
func (z *npz) textLabels(g *graph.Graph) error {
	for _, name := range labelNames {
		if a := z.texts[name]; a != nil && a.len() == g.N {
			return classTexts(g, a.file, a.texts(), false)
		}
		if slices.Contains(z.left, name) {
			return fault(z.file+"/"+name+".npy", 0, "save them with y.astype(str)", "the labels are Python objects, which are not read here")
		}
	}
	return nil
}

// classTexts sets the classes from their texts by node.
func classTexts(g *graph.Graph, file string, texts []string, named bool) error {
	return numberClasses(g, func(i int) string { return texts[i] }, named, func(i int, why string) error {
		return fault(file, 0, "use labels with fewer different values", "the array %s", why)
	})
}
