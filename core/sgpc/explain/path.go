package explain

import (
	"math"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc"
)

// pathWork bounds nodes × classes × points of the path; the number of points lies
// between leastPath and mostPath. A part of the path is halved while its quadrature
// error exceeds pathTol times the span of the scores.
const (
	pathWork  = 400_000
	leastPath = 16
	mostPath  = 256
	pathTol   = 1e-7
)

// pathPoint returns point k of the composite two-point Gauss rule on [0, 1] with an
// even number of points. All weights are equal, so that ∫₀¹ f is the mean of f over
// the points, with an error of fourth order in their distance.
func pathPoint(k, points int) float64 {
	at := 0.5 - 0.5/math.Sqrt(3)
	if k%2 == 1 {
		at = 0.5 + 0.5/math.Sqrt(3)
	}
	return (float64(k/2) + at) / float64(points/2)
}

// splitAlongPath appends to x the terms of the score by integrated gradients
// (Sundararajan, Taly and Yan, 2017) along t·X, 0 ≤ t ≤ 1:
//
//	z_i(X) = z_i(0) + Σ_j Σ_f x_jf ∫₀¹ ∂z_i/∂x_jf(t·X) dt,
//
// by two-point Gauss rules on parts of the path. The scores at both ends of a part
// give its quadrature error. A part with a large error, mostly near a kink of ReLU
// or ELU, is halved while points are left. The remaining error is distributed over
// the shares of the part in proportion to their absolute values, or over those of
// the whole path when the part has none. The terms therefore sum to the score;
// Missed is the distributed error.
func splitAlongPath(f *sgpc.Fork, x *Parts) {
	node := x.Node
	g := f.Graph()
	classes, path := g.Classes, f.Path()
	score := func(at float64) []float64 { return path.Score(at, node) }
	start, end := score(0), score(1)
	x.Terms = append(x.Terms, Term{Neighbour: -1, Edge: -1, Through: ThroughBias, Contribution: start})
	if !path.Leads() { // the scores do not depend on the features
		return
	}
	points := min(mostPath, max(leastPath, pathWork/(g.N*classes))) &^ 1
	share, own := linalg.NewDense(classes, len(g.X.Val)), linalg.NewDense(classes, len(g.X.Val))
	tol, used, missed, undealt := pathTol*math.Max(span(start), span(end)), 0, make([]float64, classes), make([]float64, classes)
	parts := evenParts(leastPath/2, score)
	for len(parts) > 0 {
		var halves []pathPart
		for _, p := range parts {
			clear(own.Data)
			for k := range 2 {
				score(p.from + pathPoint(k, 2)*(p.to-p.from))
				for c := range classes {
					linalg.Axpy((p.to-p.from)/2, path.Share(node, c), own.Row(c))
				}
			}
			rest := p.rest(own)
			if used += 2; maxNorm(rest) > tol && used+2*len(halves)+4 <= points {
				middle := (p.from + p.to) / 2
				z := score(middle)
				halves = append(halves, pathPart{p.from, middle, p.before, z}, pathPart{middle, p.to, z, p.after})
				continue
			}
			linalg.Axpy(1, rest, missed)
			linalg.Axpy(1, distribute(own, rest), undealt)
			linalg.Axpy(1, own.Data, share.Data)
		}
		parts = halves
	}
	if maxNorm(undealt) > 0 {
		distribute(share, undealt)
	}
	x.Missed = maxNorm(missed)
	appendSources(x, g, share)
}

// pathPart is a part of the path with the scores at its ends.
type pathPart struct {
	from, to      float64
	before, after []float64
}

// evenParts divides the path from 0 to 1 into equal parts.
func evenParts(count int, score func(at float64) []float64) (out []pathPart) {
	at, z := 0.0, score(0)
	for k := range count {
		to := float64(k+1) / float64(count)
		next := score(to)
		out = append(out, pathPart{at, to, z, next})
		at, z = to, next
	}
	return out
}

// rest returns the change of the score over the part minus the sum of the shares,
// one row of share per class.
func (p *pathPart) rest(share *linalg.Dense) []float64 {
	rest := slices.Clone(p.after)
	linalg.Axpy(-1, p.before, rest)
	for c := range rest {
		for _, v := range share.Row(c) {
			rest[c] -= v
		}
	}
	return rest
}

// distribute adds the rest of each class to its shares in proportion to their
// absolute values. It returns the rests of classes whose shares are all 0.
func distribute(share *linalg.Dense, rest []float64) (out []float64) {
	out = make([]float64, len(rest))
	for c, left := range rest {
		all := 0.0
		for _, v := range share.Row(c) {
			all += math.Abs(v)
		}
		if all == 0 {
			out[c] = left
			continue
		}
		for k, v := range share.Row(c) {
			share.Row(c)[k] += left * (math.Abs(v) / all)
		}
	}
	return out
}

// maxNorm returns the largest absolute entry.
func maxNorm(v []float64) (most float64) {
	for _, x := range v {
		most = math.Max(most, math.Abs(x))
	}
	return most
}

// appendSources appends to x one term per source node, the sum of the shares of its
// features (C rows), and one word per feature of the node itself.
func appendSources(x *Parts, g *graph.Graph, share *linalg.Dense) {
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
				x.Words = append(x.Words, Word{Feature: int(g.X.Col[p]), Value: g.X.Val[p], Contribution: part})
			}
		}
		switch t := (Term{Neighbour: j, Edge: e, Through: ThroughFeatures, Contribution: sum}); {
		case near || j == x.Node:
			x.Terms = append(x.Terms, t)
		case span(sum) != 0:
			far = append(far, t)
		}
	}
	x.Terms = append(x.Terms, largestTerms(far, shownSources)...)
	x.Words = append([]Word{{Feature: -1, Value: 0, Contribution: make([]float64, share.Rows)}}, x.Words...)
	appendRest(x, make([]float64, share.Rows))
}
