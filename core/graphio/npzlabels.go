package graphio

import (
	"cmp"
	"math"
	"slices"
	"strconv"

	"sheafscope/core/graph"
)

// This file reads the classes of the nodes of an npz graph.

// setLabels sets the classes of the nodes of g from the array a: numbers (n) or (n, 1), or one-hot rows (n, c).
// The class of a one-hot row is the column of its only 1. A row of zeros, a number that is not finite, and a mark of a missing label such
// as 9999998 (unlabelled) mean an unknown class. So does -1, unless numberIntegers makes it a class.
// The arrays num_classes and class_names, and the width of one-hot rows, may add classes without nodes.
// With num_classes or class_names, labels may count from 1.
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
	// Names of fewer classes than the largest label are the names of the different labels in ascending order.
	count, names := z.arrays["num_classes"], cmp.Or(z.texts["class_names"], z.texts["label_names"])
	known := z.classCount(names)
	fromOne, largest := false, 0
	if !oneHot { // the columns of one-hot rows count from 0
		fromOne, largest = countFromOne(texts, known)
	}
	labels := labelTexts{texts: texts, numbered: oneHot || largest < known || names == nil && count != nil}
	if err := labels.assign(g, a.file); err != nil {
		return err
	}
	// If the labels are no class numbers, assign has named and counted the classes.
	if g.ClassNames != nil {
		return nil
	}
	// Every column of one-hot rows is a class, unless all rows are zeros.
	if oneHot && g.Classes > 0 {
		known = max(known, a.shape[1])
	}
	if known <= MaxClasses {
		g.Classes = max(g.Classes, known)
	}
	// Classes that count from 1 keep their numbers as names. addAttributes replaces them by class_names.
	for c := range known {
		if fromOne {
			g.ClassNames = append(g.ClassNames, strconv.Itoa(c+1))
		}
	}
	return nil
}

// classCount returns the number of the names or, if names is nil, the number in the array num_classes. It returns 0 without both arrays.
// A number outside 0 to MaxClasses, and a fraction, give 0, too.
func (z *npz) classCount(names *npyArray) int {
	v, count := 0.0, z.arrays["num_classes"]
	if names != nil {
		v = float64(names.len())
	} else if count != nil && count.len() == 1 {
		v = count.float(0)
	}
	isCount := v >= 0 && v <= MaxClasses && v == math.Trunc(v)
	if !isCount {
		return 0
	}
	return int(v)
}

// countFromOne changes labels 1 to known into 0 to known-1, and reports whether it did. The label known must occur, and 0 must not.
// Negative labels, and marks of missing labels, do not change. largest is the largest label after the change, -1 without labels.
func countFromOne(texts []string, known int) (fromOne bool, largest int) {
	smallest, largest := math.MaxInt, -1
	eachLabel := func(f func(i, v int)) {
		for i, text := range texts {
			if v, err := strconv.Atoi(text); err == nil && v >= 0 && !unlabelled(text) {
				f(i, v)
			}
		}
	}
	eachLabel(func(_, v int) { smallest, largest = min(smallest, v), max(largest, v) })
	if smallest < 1 || largest != known {
		return false, largest
	}
	eachLabel(func(i, v int) { texts[i] = strconv.Itoa(v - 1) })
	return true, largest - 1
}

// setTextLabels sets the classes of g from textLabels(g.N), and returns this array.
// If the file has no such array, the labels are unchanged. Another number of texts than nodes is an error. An array in z.skipped with a
// name of labels is an error, unless another array has given the labels.
func (z *npz) setTextLabels(g *graph.Graph) (*npyArray, error) {
	if a := z.textLabels(g.N); a != nil && a.len() == g.N {
		return a, labelTexts{texts: a.texts()}.assign(g, a.file)
	} else if a != nil {
		return nil, fault(a.file, 0, npzRemedy, "there are %d labels and %d nodes", a.len(), g.N)
	}
	// Without this error, the graph would be read as a graph without labels.
	for _, name := range labelNames {
		if slices.Contains(z.skipped, name) {
			return nil, fault(z.file+"/"+name+".npy", 0, "save them with y.astype(str)", "the labels have elements that are not read here")
		}
	}
	return nil, nil
}

// textLabels returns the first array of texts with a name in labelNames and n elements; -1 means any number of elements.
// Without an array of n elements, it returns the first other array, or nil. Such an array classes may have the names of classes, and
// an array without axes the name of the graph: neither counts.
func (z *npz) textLabels(n int) *npyArray {
	var other *npyArray
	for _, name := range labelNames {
		a := firstOf(z.texts, []string{name})
		switch {
		case a == nil || len(a.shape) == 0:
		case a.len() == n || n < 0 && name != "classes":
			return a
		case other == nil && name != "classes":
			other = a
		}
	}
	return other
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
