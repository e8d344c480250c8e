// This file describes classes that are too small for a split with k training nodes of each class, and test sets with few nodes.

package graph

import (
	"strconv"
	"strings"

	"sheafscope/core/words"
)

// FewText returns a sentence on the classes with fewer than k training nodes in a split with the name "per-class:k". The split may have no
// nodes yet. FewText returns "" if every class with nodes has k training nodes, for any other name, and if the numbers of training nodes
// are not those of [PerClass], as after an edit.
func (s *Split) FewText(g *Graph) string {
	kind, number, _ := strings.Cut(s.Name, ":")
	k, err := strconv.Atoi(number)
	if kind != "per-class" || err != nil {
		return ""
	}
	trained := s.trained(g)
	var list []string // a text for each class, with its training nodes and its nodes: "class 3, 2 of 4"
	for c, n := range g.ClassSizes() {
		count := min(k, maxTraining(n)) // as in PerClass; 0 for a class without nodes
		if s.Train != nil && trained[c] != count {
			return ""
		}
		if n > 0 && count < k {
			list = append(list, g.className(c)+", "+itoa(count)+" of "+itoa(n))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return "Too few nodes for " + itoa(k) + " of every class in training and two for validation and test. Training nodes: " +
		strings.Join(list, "; ") + "."
}

// enoughTested is the number of labelled test nodes of which each is at most 5 % of the test accuracy.
const enoughTested = 20

// SmallTestText returns a sentence on a test set with fewer than enoughTested labelled nodes. It returns "" for a larger test set, and for
// a test set without a labelled node, which has no accuracy. labels has the class of each node, negative for an unknown class.
func SmallTestText(labels, test []int) string {
	n := 0 // labelled test nodes
	for _, i := range test {
		if labels[i] >= 0 {
			n++
		}
	}
	if n == 0 || n >= enoughTested {
		return ""
	}
	points := (100 + n/2) / n // 100/n, rounded to the nearest
	return "This split has only " + words.Count(n, "labelled test node") + ": one prediction changes the test accuracy by " + itoa(points) +
		" points."
}
