package pacbayes

import (
	"math"

	"sheafscope/core/order"
)

// Conformal gives split-conformal prediction sets.
// The score of a calibration node is 1−p_y, where p_y is the probability of the node's label y.
// The threshold is the ⌈(n+1)(1−δ)⌉-th smallest of the n scores. The prediction set of a node is {c : 1−p_c ≤ threshold}.
// If calibration and test nodes are exchangeable given the trained model, the prediction set of a test node contains its label with
// probability at least 1−δ.
type Conformal struct {
	// Threshold is +Inf if n < ⌈(n+1)(1−δ)⌉. Every prediction set then has all classes.
	Threshold float64
}

// NewConformal calibrates on the given nodes. prob is N×classes, labels has length N, and delta is δ.
// It uses the labels of no other nodes. A given node with label −1 does not count.
func NewConformal(prob []float64, classes int, labels, nodes []int, delta float64) *Conformal {
	scores := make([]float64, 0, len(nodes))
	for _, i := range nodes {
		y := labels[i]
		if y >= 0 {
			scores = append(scores, 1-prob[i*classes+y])
		}
	}
	order.Floats(scores)
	rank := conformalRank(len(scores), delta)
	if rank > len(scores) {
		return &Conformal{Threshold: math.Inf(1)}
	}
	return &Conformal{Threshold: scores[rank-1]}
}

// conformalRank returns ⌈(n+1)(1−δ)⌉, but at least 1.
// It subtracts 1e−9 first, so that a rounding error cannot add 1 to an exact integer: (19+1)·0.95 must give 19.
func conformalRank(n int, delta float64) int {
	return max(1, int(math.Ceil(float64(float64(n+1)*(1-delta))-1e-9)))
}

// Contains reports whether a class with probability p is in the prediction set of a node.
func (c *Conformal) Contains(p float64) bool { return 1-p <= c.Threshold }

// Set appends to dst the classes in the prediction set of a node. row has the class probabilities of the node.
func (c *Conformal) Set(dst []int, row []float64) []int {
	for k, p := range row {
		if c.Contains(p) {
			dst = append(dst, k)
		}
	}
	return dst
}

// Evaluate returns the share of nodes whose prediction set contains the node's label, and the mean size of the sets.
// Nodes with label −1 do not count. If no node counts, both results are −1.
func (c *Conformal) Evaluate(prob []float64, classes int, labels, nodes []int) (coverage, size float64) {
	n := 0         // nodes that count
	covered := 0.0 // nodes whose prediction set contains the label
	members := 0.0 // classes in all prediction sets
	for _, i := range nodes {
		y := labels[i]
		if y < 0 {
			continue
		}
		n++
		row := prob[i*classes : i*classes+classes]
		if c.Contains(row[y]) {
			covered++
		}
		for _, p := range row {
			if c.Contains(p) {
				members++
			}
		}
	}
	if n == 0 {
		return -1, -1
	}
	return covered / float64(n), members / float64(n)
}
