package lab

import (
	"fmt"
	"slices"
)

// This file compares the predictions of the two runs A and B of the comparison.

// Difference counts nodes by the predictions of two runs A and B.
type Difference struct {
	Nodes      int // nodes with a prediction of both runs
	Differ     int // nodes with different predictions; the three counts below are parts of Differ
	ARight     int // A predicts the label
	BRight     int // B predicts the label
	Unlabelled int // the label is unknown
}

// Differ compares the predictions a and b of two runs, node by node. A negative label, and a label beyond the end of labels, is unknown. A
// node with a known label and two different wrong predictions counts in none of the last three fields.
func Differ(a, b, labels []int) (d Difference) {
	d.Nodes = min(len(a), len(b))
	for i := range d.Nodes {
		if a[i] == b[i] {
			continue
		}
		d.Differ++
		switch {
		case i >= len(labels) || labels[i] < 0:
			d.Unlabelled++
		case a[i] == labels[i]:
			d.ARight++
		case b[i] == labels[i]:
			d.BRight++
		}
	}
	return d
}

// Sentence returns the difference as a sentence.
func (d Difference) Sentence() string {
	if d.Differ == 0 {
		return fmt.Sprintf("A and B agree on all %d nodes.", d.Nodes)
	}
	text := fmt.Sprintf("A and B disagree on %d of %d nodes; A right on %d, B right on %d of those", d.Differ, d.Nodes, d.ARight, d.BRight)
	if d.Unlabelled > 0 {
		text += fmt.Sprintf(", %d without a label", d.Unlabelled)
	}
	return text + "."
}

// Groups of nodes by the runs that predict the label. The numbers are indices of the sizes that [Pairs] returns.
const (
	BothRight = iota
	OnlyA     // A predicts the label, B does not
	OnlyB     // B predicts the label, A does not
	BothWrong
)

// Pairs returns the group of each node with predictions a and b of two runs, and the sizes of the groups. A node that is not in the list
// nodes, or has no label, has group −1. labels has an entry for each node, negative for an unknown label.
func Pairs(a, b, labels, nodes []int) (group []int, count [4]int) {
	group = slices.Repeat([]int{-1}, min(len(a), len(b)))
	for _, i := range nodes {
		if i >= len(group) || labels[i] < 0 { // no prediction of both runs, or no label
			continue
		}
		rightA, rightB := a[i] == labels[i], b[i] == labels[i]
		switch {
		case rightA && rightB:
			group[i] = BothRight
		case rightA:
			group[i] = OnlyA
		case rightB:
			group[i] = OnlyB
		default:
			group[i] = BothWrong
		}
		count[group[i]]++
	}
	return group, count
}
