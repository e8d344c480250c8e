// This file generates graphs with given yardsticks (yardsticks.go): homophily, degree, correlation and signal.

package graph

import (
	"fmt"
	"math"
	"sort"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// UniverseParams are the parameters of [Universe]. The given yardsticks are Degree, Homophily and Signal of SBMParams, and Correlation.
type UniverseParams struct {
	SBMParams
	// Correlation in 0..1 describes the edges between different classes. With 0, the partner of a class is no more probable than any other
	// class. With 1, all these edges join partners: the classes 2k and 2k+1.
	Correlation float64
	// Spread is the standard deviation of log θ_i, where θ_i is the weight of node i. With 0, all weights are equal.
	Spread float64
}

// maxSpread bounds UniverseParams.Spread: above it a few nodes have nearly all edges.
const maxSpread = 2

// Universe draws a graph from a degree-corrected block model of K classes: each node has a class, and a weight that decides its degree.
// Of m = N·Degree/2 edges the share Homophily joins nodes of one class.
// Of the other edges the share 1/(K−1) + Correlation·(K−2)/(K−1) joins partner classes, and the rest joins any other two classes.
// If K is odd, there are no partners: Correlation must be 0, and all edges between classes join any two different classes.
// Within each kind of edges, an end is drawn with a probability proportional to its weight θ_i = exp(Spread·ε_i), ε_i standard normal.
// Node i of class y_i has the features
//
//	x_i = Signal·c(y_i) + z_i/√Features,  Σ_k c(k) = 0,  Σ_k |c(k)|² = K,  z_i standard normal,
//
// with a random centre c(k) for each class k.
// The numbers of edges are fixed, so that homophily, degree and correlation are exact to within one edge.
//
// Source: L. Van Langendonck et al., "GraphUniverse" (2025), arXiv 2509.21097. Unlike the paper, Universe draws one graph, not a
// family. It has one parameter for the edges between classes, and meets the targets exactly.
//
// Universe returns an error if a parameter is out of range, if Correlation > 0 for an odd K, and if add finds too few pairs
// of nodes without an edge.
func Universe(p UniverseParams) (*Graph, error) {
	if err := p.check(); err != nil { // checks only the fields of SBMParams
		return nil, err
	}
	// The comparisons are false for NaN, too.
	correlationInRange, spreadInRange := p.Correlation >= 0 && p.Correlation <= 1, p.Spread >= 0 && p.Spread <= maxSpread
	hasPartners := p.Classes%2 == 0
	switch {
	case !correlationInRange, p.Correlation > 0 && !hasPartners:
		return nil, fmt.Errorf("graph: universe: correlation = %g is not in 0..1, or not 0 with %d classes, of which one would have no partner",
			p.Correlation, p.Classes)
	case !spreadInRange:
		return nil, fmt.Errorf("graph: universe: spread = %g is not in 0..%d", p.Spread, maxSpread)
	}
	labels, members := make([]int, p.N), make([][]int, p.Classes)
	for i := range labels {
		labels[i] = i % p.Classes
		members[labels[i]] = append(members[labels[i]], i)
	}
	d := newUniverseDraw(p, members)
	// The numbers of edges, rounded: all, inside classes, and between partners. The outer float64 forbids a fused multiply-add.
	m := int(float64(float64(p.N)*p.Degree/2) + 0.5)
	inside := int(float64(float64(m)*p.Homophily) + 0.5)
	partners := 0
	if hasPartners {
		// The share of the edges between partners is 1/(K−1) for Correlation = 0, 1 for Correlation = 1, and linear between.
		otherClasses := float64(p.Classes - 1)
		partnerShare := 1/otherClasses + p.Correlation*(otherClasses-1)/otherClasses
		partners = int(float64(float64(m-inside)*partnerShare) + 0.5)
	}
	// The partner of class r is r^1: 2k and 2k+1 differ in the last bit.
	arePartners := func(r, s int) bool { return hasPartners && r^1 == s }
	// The three kinds of edges, each with the pairs of classes r, s that it joins: one class, partners, and other pairs of classes.
	for _, kind := range []struct {
		count int
		joins func(r, s int) bool
	}{
		{inside, func(r, s int) bool { return r == s }},
		{partners, arePartners},
		{m - inside - partners, func(r, s int) bool { return r != s && !arePartners(r, s) }},
	} {
		if err := d.add(kind.count, kind.joins); err != nil {
			return nil, err
		}
	}
	g := New(fmt.Sprintf("Universe, n = %d, homophily %.2g", p.N, p.Homophily), p.N, d.edges)
	g.setLabels(labels, nil)
	g.X = denseFeatures(p.N, p.Features, centredFeatures(p.SBMParams, labels))
	return g, nil
}

// universeDraw draws edges by the weights of their ends.
type universeDraw struct {
	r       *rng.Stream
	members [][]int       // nodes of each class
	sums    [][]float64   // running sums of the weights of the members, for each class
	totals  []float64     // running sums of the weights of the classes
	seen    map[Edge]bool // whether an edge is drawn already
	edges   []Edge        // the drawn edges
}

// newUniverseDraw draws the weights of all nodes. members has the nodes of each class.
func newUniverseDraw(p UniverseParams, members [][]int) *universeDraw {
	d := &universeDraw{r: rng.New(p.Seed, "universe edges"), members: members, seen: map[Edge]bool{}}
	// The weights have a random stream of their own. linalg.Exp computes the same bits on every machine.
	stream, total := rng.New(p.Seed, "universe weights"), 0.0
	for _, list := range members {
		var sums []float64
		sum := 0.0
		for range list {
			sum += linalg.Exp(p.Spread * stream.Norm())
			sums = append(sums, sum)
		}
		total += sum
		d.sums, d.totals = append(d.sums, sums), append(d.totals, total)
	}
	return d
}

// draw draws an index with probability proportional to its weight. sums has the running sums of the weights.
func (d *universeDraw) draw(sums []float64) int {
	x := d.r.Float64() * sums[len(sums)-1]
	// Rounding can put x at the last sum.
	return min(sort.Search(len(sums), func(k int) bool { return sums[k] > x }), len(sums)-1)
}

// add draws count new edges between pairs of classes for which joins is true. A pair of nodes is free if it has no edge yet.
// add returns an error if free pairs are so rare that 200·(count + 10) tries do not suffice.
func (d *universeDraw) add(count int, joins func(r, s int) bool) error {
	missing := count
	// With 50 classes, the largest number, one try in 50 gives a pair of equal classes if all classes have the same weight. So 200 tries for
	// each edge are ample.
	// The 10 allows a small count some bad luck.
	for tries := 200 * (count + 10); missing > 0; tries-- {
		if tries == 0 {
			return fmt.Errorf("graph: universe: %d edges of a kind find no free pair; lower the degree or the spread", missing)
		}
		// A pair of classes of another kind, a self-loop and an existing edge each cost a try.
		r, s := d.draw(d.totals), d.draw(d.totals)
		if !joins(r, s) {
			continue
		}
		i, j := d.members[r][d.draw(d.sums[r])], d.members[s][d.draw(d.sums[s])]
		e := Edge{int32(min(i, j)), int32(max(i, j))}
		if i == j || d.seen[e] {
			continue
		}
		d.seen[e] = true
		d.edges = append(d.edges, e)
		missing--
	}
	return nil
}

// centredFeatures draws the n×Features matrix of features of [Universe], row by row.
func centredFeatures(p SBMParams, labels []int) []float64 {
	f := p.Features
	mean, centre := make([]float64, p.Classes*f), make([]float64, f)
	r := rng.New(p.Seed, "universe centres")
	// The means of the classes are random. They are shifted so that their mean is 0, and below scaled to the mean square length Signal².
	for q := range mean {
		mean[q] = r.Norm()
		centre[q%f] += mean[q] / float64(p.Classes) // q%f is the column of the feature
	}
	sumOfSquares := 0.0
	for q := range mean {
		mean[q] -= centre[q%f]
		sumOfSquares += float64(mean[q] * mean[q]) // no fused multiply-add
	}
	scale := p.Signal * math.Sqrt(float64(p.Classes)/sumOfSquares)
	noise := 1 / math.Sqrt(float64(f))
	r = rng.New(p.Seed, "universe noise")
	x := make([]float64, p.N*f)
	for i, y := range labels {
		for column := range f {
			x[i*f+column] = float64(scale*mean[y*f+column]) + float64(noise*r.Norm())
		}
	}
	return x
}
