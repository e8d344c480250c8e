package sgpc

import (
	"math"

	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/train"
)

// pathWork bounds the points on the path: nodes × classes × points, between the two even numbers of points.
const (
	pathWork  = 400_000
	leastPath = 16
	mostPath  = 128
)

// pathPoint is the k-th of an even number of points from 0 to 1, two in each of equal parts, as far from its middle as Gauss's rule
// has them, whose weights are equal: with them ∫₀¹ f is the mean of f but for the fourth power of their distance.
func pathPoint(k, points int) float64 {
	at := 0.5 - 0.5/math.Sqrt(3)
	if k%2 == 1 {
		at = 0.5 + 0.5/math.Sqrt(3)
	}
	return (float64(k/2) + at) / float64(points/2)
}

// explainPath takes the score of a fork apart by integrated gradients
// (Sundararajan, Taly and Yan, 2017) along t·X, 0 ≤ t ≤ 1:
//
//	z_i(X) = z_i(0) + Σ_j Σ_f x_jf ∫₀¹ ∂z_i/∂x_jf(t·X) dt,
//
// by Gauss's rule of two points on equal parts of the path; what that misses, mostly beside the kinks of ReLU and ELU, is the term
// "gap".
func (r *Run) explainPath(node int) *Explanation {
	x := r.evaluation("").answer(r, node)
	g, classes := r.Graph, r.Graph.Classes
	path := train.NewPath(g.X)
	t := &autodiff.Tape{Seed: r.cfg.Seed, Pool: new(autodiff.Pool)}
	n := &net{tape: t}
	n.buildModel(r, &train.Builder{Tape: t, Store: r.store, Graph: g, Split: r.Split, Path: path})
	r.hold(n)
	ops := t.Ops[:len(t.Ops)-1] // all but the softmax
	forward := func(at float64) []float64 {
		path.At = at
		for _, op := range ops {
			op.Forward()
		}
		return n.logits.Value.Row(node)
	}
	x.Terms = append(x.Terms, Term{-1, -1, ThroughBias, append([]float64{}, forward(0)...)})
	if n.logits.Grad == nil { // the features lead nowhere
		return x
	}
	points := min(mostPath, max(leastPath, pathWork/(g.N*classes))) &^ 1
	share := linalg.NewDense(classes, len(g.X.Val))
	for k := range points {
		forward(pathPoint(k, points))
		for c := range classes {
			clear(path.Share)
			t.ZeroGrad()
			n.logits.Grad.Row(node)[c] = 1
			for p := len(ops) - 1; p >= 0; p-- {
				ops[p].Backward()
			}
			linalg.Axpy(1/float64(points), path.Share, share.Row(c))
		}
	}
	x.sources(r, share)
	return x
}

// sources adds up the shares of the features (C rows) for each node, and lists those of the node itself.
func (x *Explanation) sources(r *Run, share *linalg.Dense) {
	g := r.Graph
	edges := neighbours(g, x.Node)
	var far []Term
	for j := range g.N {
		e, near := edges[j]
		if !near {
			e = -1
		}
		sum := make([]float64, share.Rows)
		for p := g.X.Ptr[j]; p < g.X.Ptr[j+1]; p++ {
			part := make([]float64, share.Rows)
			for c := range part {
				part[c] = share.Row(c)[p]
			}
			linalg.Axpy(1, part, sum)
			if j == x.Node {
				x.Words = append(x.Words, Word{int(g.X.Col[p]), g.X.Val[p], part})
			}
		}
		switch t := (Term{j, e, ThroughFeatures, sum}); {
		case near || j == x.Node:
			x.Terms = append(x.Terms, t)
		case span(sum) != 0:
			far = append(far, t)
		}
	}
	x.Terms = append(x.Terms, few(far, shownSources)...)
	x.Words = append([]Word{{-1, 0, make([]float64, share.Rows)}}, x.Words...)
	x.closeWords(make([]float64, share.Rows))
}
