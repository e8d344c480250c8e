package pacbayes

import (
	"math"

	"sheafscope/core/order"
)

// Conformal gives split-conformal prediction sets.
// The score of a calibration node is 1−p_y, where p_y is the probability of its label.
// The threshold is the ⌈(n+1)(1−δ)⌉-th smallest of the n scores. The set of a node is {c : 1−p_c ≤ threshold}.
// If calibration and test nodes are exchangeable given the trained model, a test label lies in its set with probability at least 1−δ.
type Conformal struct {
	// Threshold is +Inf if n < ⌈(n+1)(1−δ)⌉; every set then has all classes.
	Threshold float64
}

// NewConformal calibrates on the given nodes; prob is N×classes, and labels has length N.
// Nodes with label −1 do not count, and labels of other nodes are not read.
func NewConformal(prob []float64, classes int, labels, nodes []int, delta float64) *Conformal {
	scores := make([]float64, 0, len(nodes))
	for _, i := range nodes {
		if y := labels[i]; y >= 0 {
			scores = append(scores, 1-prob[i*classes+y])
		}
	}
	order.Floats(scores)
	c := &Conformal{Threshold: math.Inf(1)}
	if k := conformalRank(len(scores), delta); k <= len(scores) {
		c.Threshold = scores[k-1]
	}
	return c
}

// conformalRank returns ⌈(n+1)(1−δ)⌉, at least 1.
// The subtraction of 1e−9 prevents that rounding raises an integer: (19+1)·0.95 gives 19.
func conformalRank(n int, delta float64) int {
	return max(1, int(math.Ceil(float64(n+1)*(1-delta)-1e-9)))
}

// Contains reports whether a class with probability p is in the set.
func (c *Conformal) Contains(p float64) bool { return 1-p <= c.Threshold }

// Set appends to dst the classes in the set of a node with probabilities row.
func (c *Conformal) Set(dst []int, row []float64) []int {
	for k, p := range row {
		if c.Contains(p) {
			dst = append(dst, k)
		}
	}
	return dst
}

// Evaluate returns the share of nodes whose set contains their label, and the mean size of the sets.
// Nodes with label −1 do not count. If no node counts, both results are −1.
func (c *Conformal) Evaluate(prob []float64, classes int, labels, nodes []int) (coverage, size float64) {
	n := 0
	for _, i := range nodes {
		y := labels[i]
		if y < 0 {
			continue
		}
		n++
		for k, p := range prob[i*classes : i*classes+classes] {
			if c.Contains(p) {
				size++
				if k == y {
					coverage++
				}
			}
		}
	}
	if n == 0 {
		return -1, -1
	}
	return coverage / float64(n), size / float64(n)
}
