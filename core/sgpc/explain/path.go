package explain

// This file attributes a score by integrated gradients along a path, for every model.

import (
	"math"
	"slices"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc"
)

// Limits of the quadrature along the path.
const (
	// pathWork bounds nodes × classes × points, and with this product the time of an
	// explanation.
	pathWork = 400_000
	// The limit on the number of points is at least minPathPoints, the number at the start, and
	// at most maxPathPoints. Both are even: a part has two points.
	minPathPoints = 16
	maxPathPoints = 256
	// pathTol is the error, relative to the span of the scores, above which a part of the
	// path is halved.
	pathTol = 1e-7
)

// pathPoint returns point k (0-based) of the composite two-point Gauss rule on [0, 1]
// with an even number of points. All weights are equal: ∫₀¹ f is the mean of f over the
// points, with an error of fourth order in their distance.
func pathPoint(k, points int) float64 {
	// Each of the points/2 intervals has two points, at 1/2 ± 1/(2√3) of its length.
	share := 0.5 - 0.5/math.Sqrt(3)
	if k%2 == 1 {
		share = 0.5 + 0.5/math.Sqrt(3)
	}
	return (float64(k/2) + share) / float64(points/2)
}

// splitAlongPath appends to x the terms of the score by integrated gradients
// (Sundararajan, Taly and Yan, 2017) along t·X, 0 ≤ t ≤ 1:
//
//	z_i(X) = z_i(0) + Σ_j Σ_f x_jf ∫₀¹ ∂z_i/∂x_jf(t·X) dt.
//
// Here z_i is the score of node i = x.Node, and the summand of j and f is the share of
// feature f of node j. A two-point Gauss rule integrates each part of the path. A part with
// a large error mostly contains a kink of ReLU or ELU, and is halved while the number of
// points permits. The remaining error is distributed over the shares, so that the terms sum
// to the score. x.Missed is the largest remaining error of a class.
func splitAlongPath(f *sgpc.Fork, x *Parts) {
	g, path := f.Graph(), f.Path()
	score := func(t float64) []float64 { return path.Score(t, x.Node) }
	start, end := score(0), score(1)
	x.Terms = append(x.Terms, Term{Neighbour: -1, Edge: -1, Through: ThroughBias, Contribution: start})
	if !path.Leads() { // the score does not depend on the features, and equals its value at 0
		return
	}
	q := &quadrature{
		path: path, node: x.Node, classes: g.Classes,
		shares: linalg.NewDense(g.Classes, len(g.X.Val)), partShares: linalg.NewDense(g.Classes, len(g.X.Val)),
		tolerance: pathTol * math.Max(span(start), span(end)),
		missed:    make([]float64, g.Classes), undistributed: make([]float64, g.Classes),
	}
	affordable := pathWork / (g.N * g.Classes) // number of points within pathWork
	maxPoints := min(maxPathPoints, max(minPathPoints, affordable))
	maxPoints &^= 1                            // an even number, since each part has two points
	parts := evenParts(minPathPoints/2, score) // two points per part
	for len(parts) > 0 {
		parts = q.integrate(parts, maxPoints)
	}
	// A part without shares could not take its error: the shares of the whole path take it. A
	// class without any share keeps its error, which appendGap puts into the last term.
	if maxNorm(q.undistributed) > 0 {
		distribute(q.shares, q.undistributed)
	}
	x.Missed = maxNorm(q.missed)
	appendSources(x, g, q.shares)
}

// quadrature is the state of splitAlongPath: the integral over the finished parts
// of the path.
type quadrature struct {
	path          *sgpc.Path
	node, classes int // the explained node, and the number of classes
	// tolerance is the largest error of a part that need not be halved.
	tolerance float64
	points    int // number of Gauss points so far, two for each integrated part
	// shares holds the integrals, one row per class and one column per stored feature.
	// partShares holds the integrals over one part.
	shares, partShares *linalg.Dense
	// missed is the sum of the errors of the finished parts, by class. undistributed is
	// the sum over those parts in which all shares of the class are 0.
	missed, undistributed []float64
}

// integrate halves each part with an error above the tolerance, if maxPoints permits. It
// finishes any other part: it distributes the error over the shares of the part, and adds
// the shares to the integral. It returns the halves, which the caller must integrate next.
func (q *quadrature) integrate(parts []pathPart, maxPoints int) (halves []pathPart) {
	for _, p := range parts {
		clear(q.partShares.Data)
		length := p.to - p.from
		for k := range 2 {
			// Score moves the path to the point, at which Share then computes the
			// gradient. Each of the two points has the weight length/2.
			q.path.Score(p.from+float64(pathPoint(k, 2)*length), q.node)
			for class := range q.classes {
				linalg.Axpy(length/2, q.path.Share(q.node, class), q.partShares.Row(class))
			}
		}
		q.points += 2
		missed := p.missed(q.partShares)
		// The halves so far and the two halves of p will evaluate two points each. The sum
		// omits the parts after p in this list, so the total can exceed maxPoints.
		pointsAfterHalving := q.points + 2*(len(halves)+2)
		if maxNorm(missed) > q.tolerance && pointsAfterHalving <= maxPoints {
			middle := (p.from + p.to) / 2
			score := q.path.Score(middle, q.node)
			halves = append(halves, pathPart{p.from, middle, p.before, score}, pathPart{middle, p.to, score, p.after})
			continue
		}
		linalg.Axpy(1, missed, q.missed)
		linalg.Axpy(1, distribute(q.partShares, missed), q.undistributed)
		linalg.Axpy(1, q.partShares.Data, q.shares.Data)
	}
	return halves
}

// pathPart is the part from ≤ t ≤ to of the path. before and after are the scores at
// t = from and t = to.
type pathPart struct {
	from, to      float64
	before, after []float64
}

// evenParts divides the path from 0 to 1 into count equal parts.
func evenParts(count int, score func(t float64) []float64) (parts []pathPart) {
	from, before := 0.0, score(0)
	for k := range count {
		to := float64(k+1) / float64(count)
		after := score(to)
		parts = append(parts, pathPart{from, to, before, after})
		from, before = to, after
	}
	return parts
}

// missed returns the quadrature error of the part for each class: the change of the
// score from before to after, minus the sum of the shares. shares has one row per class.
func (p *pathPart) missed(shares *linalg.Dense) []float64 {
	missed := slices.Clone(p.after)
	linalg.Axpy(-1, p.before, missed)
	for class := range missed {
		for _, share := range shares.Row(class) {
			missed[class] -= share
		}
	}
	return missed
}

// distribute adds the error of each class to its shares, in proportion to their
// absolute values. It returns the errors of the classes whose shares are all 0.
func distribute(shares *linalg.Dense, missed []float64) (undistributed []float64) {
	undistributed = make([]float64, len(missed))
	for class, missedByClass := range missed {
		row := shares.Row(class)
		total := 0.0
		for _, share := range row {
			total += math.Abs(share)
		}
		if total == 0 {
			undistributed[class] = missedByClass
			continue
		}
		for k, share := range row {
			row[k] += float64(missedByClass * (math.Abs(share) / total))
		}
	}
	return undistributed
}

// maxNorm returns the largest absolute entry of v, or 0 for an empty v.
func maxNorm(v []float64) float64 {
	largest := 0.0
	for _, x := range v {
		largest = math.Max(largest, math.Abs(x))
	}
	return largest
}

// appendSources appends to x one term per source node, the sum of the shares of the
// features of the source. shares has one row per class and one column per stored feature.
// Of the distant sources, all except the explained node and its neighbours, it appends the
// shownSources largest terms and the sum of the rest.
//
// appendSources also sets x.Words: the word with Feature −1, the words of the stored
// features of the explained node, at most as many as [appendRest] keeps, and the word with
// Feature −2.
func appendSources(x *Parts, g *graph.Graph, shares *linalg.Dense) {
	edges := neighbours(g, x.Node)
	var distant []Term
	for j := range g.N {
		e, isNeighbour := edges[j]
		if !isNeighbour {
			e = -1
		}
		sum := make([]float64, shares.Rows)
		for p := g.X.Ptr[j]; p < g.X.Ptr[j+1]; p++ {
			share := make([]float64, shares.Rows)
			for class := range share {
				share[class] = shares.Row(class)[p]
			}
			linalg.Axpy(1, share, sum)
			if j == x.Node {
				x.Words = append(x.Words, Word{Feature: int(g.X.Col[p]), Value: g.X.Val[p], Contribution: share})
			}
		}
		term := Term{Neighbour: j, Edge: e, Through: ThroughFeatures, Contribution: sum}
		if isNeighbour || j == x.Node {
			x.Terms = append(x.Terms, term)
		} else if span(sum) != 0 { // a term equal for all classes changes no probability: "gap" will contain it
			distant = append(distant, term)
		}
	}
	x.Terms = append(x.Terms, largestTerms(distant, shownSources)...)
	// Feature −1 contributes 0: the score at zero features is the term "bias", which has no
	// source.
	noFeatures := Word{Feature: -1, Value: 0, Contribution: make([]float64, shares.Rows)}
	x.Words = append([]Word{noFeatures}, x.Words...)
	// Feature −2 has only the words beyond the limit: the shares contain the quadrature error.
	appendRest(x, make([]float64, shares.Rows))
}
