package graphio

import (
	"math"
	"slices"
	"strconv"

	"sheafscope/core/graph"
)

// This file reads the classes of the nodes of an npz graph.

// setLabels sets the classes of the nodes of g from the array a: numbers (n) or (n, 1), or one-hot rows (n, c).
// The class of a one-hot row is the column of its only 1. A row of zeros, a number that is not finite, and a mark of a missing label such
// as 9999998 (unlabelled) mean an unknown class. So does -1, unless numberIntegers makes it a class.
// The arrays num_classes and class_names may add classes without nodes.
//
// A fraction is an error. So is a one-hot row with a second 1, or with a number other than 0 and 1, and more than MaxClasses classes.
func (z *npz) setLabels(g *graph.Graph, a *npyArray) error {
	// A single column is a vector of numbers, not one-hot rows.
	oneHot := len(a.shape) > 1 && a.shape[1] != 1
	texts := make([]string, g.N)
	for i := range texts {
		if !oneHot {
			// Only whole numbers are classes. The texts of integers keep all digits.
			v := a.float(i)
			isFraction := a.kind == 'f' && v != math.Trunc(v) && !math.IsNaN(v)
			if isFraction {
				return fault(a.file, 0, "classes are whole numbers or texts; -1 and NaN mean unknown", "the label of node %d is %v", i, v)
			}
			texts[i] = a.number(i)
			continue
		}
		// class is -1 before the 1 of the row. After the 1, only zeros may follow.
		class := -1
		for c := range a.shape[1] {
			x := a.float(a.offset(i, c))
			if x == 1 && class < 0 {
				class = c
			} else if x != 0 {
				return fault(a.file, 0, "a row of labels has one 1, at the class", "the row of node %d has %v at %d", i, x, c)
			}
		}
		texts[i] = strconv.Itoa(class)
	}
	// With the number or the names of classes, labels are class numbers, even if some classes have no nodes.
	count, names := z.arrays["num_classes"], z.texts["class_names"]
	labels := labelTexts{texts: texts, numbered: oneHot || count != nil || names != nil}
	if err := labels.assign(g, a.file); err != nil {
		return err
	}
	// If the labels are no class numbers, assign has named and counted the classes.
	if g.ClassNames != nil {
		return nil
	}
	// class_names has priority. A number above MaxClasses, and a fraction in num_classes, are ignored.
	if names != nil && names.len() <= MaxClasses {
		g.Classes = max(g.Classes, names.len())
	} else if count != nil && count.len() == 1 {
		v := count.float(0)
		if v <= MaxClasses && v == math.Trunc(v) {
			g.Classes = max(g.Classes, int(v))
		}
	}
	return nil
}

// setTextLabels sets the classes of g from the first array of texts with a name in labelNames, of the same case, and a text per node.
// If the file has no such array, the labels are unchanged. An array in z.skipped with such a name is an error, unless an
// earlier name has given the labels.
func (z *npz) setTextLabels(g *graph.Graph) error {
	for _, name := range labelNames {
		if a := z.texts[name]; a != nil && a.len() == g.N {
			return labelTexts{texts: a.texts()}.assign(g, a.file)
		}
		// Without this error, the graph would be read as a graph without labels.
		if slices.Contains(z.skipped, name) {
			return fault(z.file+"/"+name+".npy", 0, "save them with y.astype(str)",
				"the labels are Python objects other than texts and numbers, which are not read here")
		}
	}
	return nil
}

// labelTexts are the labels of the nodes as texts.
type labelTexts struct {
	texts []string
	// numbered reports that labels from 0 on are the numbers of the classes, even if classes without nodes lie between them.
	numbered bool
}

// assign sets the classes of g. More than MaxClasses classes are an error. file is the name in errors.
func (l labelTexts) assign(g *graph.Graph, file string) error {
	v := classValues{text: func(i int) string { return l.texts[i] }, missing: unlabelled, numbered: l.numbered}
	return v.assign(g, func(i int, why string) error {
		return fault(file, 0, "use labels with fewer different values", "the array %s", why)
	})
}
