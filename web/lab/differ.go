package lab

import (
	"fmt"
	"slices"
)

// Difference counts the nodes with different predictions of two runs, and which run is right there.
type Difference struct{ Nodes, Differ, ARight, BRight, Unlabelled int }

// Differ compares the predictions of two runs. A label below 0 is unknown: its node counts as Unlabelled.
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

// Sentence formats the difference as a sentence.
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

// Groups of nodes by the run that is right.
const (
	BothRight = iota
	OnlyA
	OnlyB
	BothWrong
)

// Pairs returns the group of each node and the sizes of the groups. A node outside nodes, or without a label, has group −1.
func Pairs(a, b, labels, nodes []int) (group []int, count [4]int) {
	group = slices.Repeat([]int{-1}, min(len(a), len(b)))
	for _, i := range nodes {
		if i >= len(group) || labels[i] < 0 {
			continue
		}
		k := BothRight
		if a[i] != labels[i] {
			k += OnlyB
		}
		if b[i] != labels[i] {
			k += OnlyA
		}
		group[i] = k
		count[k]++
	}
	return group, count
}
