// This file generates contextual stochastic block models: random graphs whose edges and features depend on the classes of the nodes.

package graph

import (
	"fmt"
	"math"

	"sheafscope/core/rng"
)

// SBMParams are the parameters of a contextual stochastic block model.
type SBMParams struct {
	// N is the number of nodes, and Classes is the number of classes.
	N, Classes int
	// Degree is the mean degree, and Homophily is the share of edges inside classes.
	Degree, Homophily float64
	// Signal is the length of the class mean of the features, in units of the root mean square length of the noise.
	Signal   float64
	Features int    // number of columns
	Seed     uint64 // of all random numbers
}

// SBM draws a graph from the contextual stochastic block model. Node i has the class i mod Classes.
// Of m = N·Degree/2 edges the share Homophily joins nodes of equal class, and the others join nodes of different classes.
// Both sets of edges are uniform without repetition. The features are
//
//	x_i = Signal·u(y_i) + z_i/√Features,  z_i standard normal,
//
// with a random unit vector u for each class.
//
// Source: Y. Deshpande et al., "Contextual stochastic block models" (2018), here for several classes. The number of edges is fixed instead
// of binomial, so that the homophily is exact to within one edge.
//
// SBM returns an error if a parameter is out of range, and if the edges inside or between classes outnumber the pairs of nodes there.
func SBM(p SBMParams) (*Graph, error) {
	edges, labels, err := p.edges()
	if err != nil {
		return nil, err
	}
	g := New(fmt.Sprintf("Block model, n = %d, homophily %.2g", p.N, p.Homophily), p.N, edges)
	g.setLabels(labels, nil)
	g.X = denseFeatures(p.N, p.Features, blockFeatures(p, labels))
	return g, nil
}

// edges draws the edges and returns them with the classes of the nodes. It fails as SBM does.
func (p SBMParams) edges() (edges []Edge, labels []int, err error) {
	if err := p.check(); err != nil {
		return nil, nil, err
	}
	// The numbers of edges, rounded. check has bounded N·Degree/2, so that m fits into an int. The outer float64 forbids a fused multiply-add.
	m := int(float64(float64(p.N)*p.Degree/2) + 0.5)
	inside := int(float64(float64(m)*p.Homophily) + 0.5)
	across := m - inside
	labels = make([]int, p.N)
	size := make([]int, p.Classes)
	for i := range labels {
		labels[i] = i % p.Classes
		size[labels[i]]++
	}
	// Each edge needs a pair of nodes of its own.
	pairsInside := 0
	for _, s := range size {
		pairsInside += s * (s - 1) / 2
	}
	pairsAcross := p.N*(p.N-1)/2 - pairsInside
	if inside > pairsInside || across > pairsAcross {
		return nil, nil, fmt.Errorf("graph: block model: %d edges inside and %d between blocks do not fit into %d and %d pairs of nodes; "+
			"lower the degree", inside, across, pairsInside, pairsAcross)
	}
	edges = drawPairs(nil, p, insideClasses, inside, pairsInside)
	return drawPairs(edges, p, acrossClasses, across, pairsAcross), labels, nil
}

// pairKind selects the pairs of nodes inside classes, or between different classes.
type pairKind bool

// The kinds of pairs.
const (
	insideClasses pairKind = true
	acrossClasses pairKind = false
)

// check returns an error for a parameter out of range. Generators has the same bounds 50 of Classes, 1000 of Signal and 512 of Features.
func (p SBMParams) check() error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("graph: block model: "+format, args...)
	}
	switch {
	case p.N < 2 || p.N > MaxGenerated:
		return bad("n = %d is not in 2..%d", p.N, MaxGenerated)
	case p.Classes < 2 || p.Classes > 50 || p.Classes > p.N:
		return bad("classes = %d is not in 2..50, or is more than n", p.Classes)
	// Negated comparisons are true for NaN, too.
	case !(p.Degree >= 0) || p.Degree > float64(p.N-1) || p.Degree*float64(p.N)/2 > MaxGeneratedEdges:
		return bad("degree = %g is not in 0..n-1, or gives more than %d edges", p.Degree, MaxGeneratedEdges)
	case !(p.Homophily >= 0 && p.Homophily <= 1):
		return bad("homophily = %g is not in 0..1", p.Homophily)
	case !(p.Signal >= 0 && p.Signal <= 1000):
		return bad("signal = %g is not in 0..1000", p.Signal)
	// 4 million numbers of 8 bytes take 32 MB.
	case p.Features < 1 || p.Features > 512 || p.Features*p.N > 4_000_000:
		return bad("features = %d is not in 1..512, or gives more than 4000000 numbers", p.Features)
	}
	return nil
}

// drawPairs appends count different pairs of a kind, drawn uniformly. total is the number of all pairs of the kind.
func drawPairs(edges []Edge, p SBMParams, kind pairKind, count, total int) []Edge {
	n, step, streamName := p.N, 1, "sbm across"
	if kind == insideClasses { // the indices of two nodes of equal class differ by a multiple of Classes
		step, streamName = p.Classes, "sbm inside"
	}
	isOfKind := func(i, j int) bool { return (i%p.Classes == j%p.Classes) == bool(kind) }
	r := rng.New(p.Seed, streamName)
	// For many pairs, list all pairs and draw the first count elements of a random order: independent draws would often repeat a pair.
	if 3*count > total {
		list := make([]Edge, 0, total)
		for i := range n {
			for j := i + step; j < n; j += step {
				if isOfKind(i, j) {
					list = append(list, Edge{int32(i), int32(j)})
				}
			}
		}
		for k := range count {
			q := k + r.Intn(len(list)-k)
			list[k], list[q] = list[q], list[k]
		}
		return append(edges, list[:count]...)
	}
	// The second node of a pair is one of the nodes i%step, i%step + step, …. The number of these slots is the same for all i, so that pairs
	// are uniform even if classes differ in size.
	seen := make(map[Edge]bool, count)
	slots := (n + step - 1) / step
	for len(seen) < count {
		i := r.Intn(n)
		j := i%step + step*r.Intn(slots)
		isPair := i != j && j < n // the last slot can be beyond the last node
		if !isPair || !isOfKind(i, j) {
			continue
		}
		e := Edge{int32(min(i, j)), int32(max(i, j))}
		if seen[e] {
			continue
		}
		seen[e] = true
		edges = append(edges, e)
	}
	return edges
}

// blockFeatures draws the n×Features matrix of features, row by row.
func blockFeatures(p SBMParams, labels []int) []float64 {
	f := p.Features
	// The mean of a class is a random vector of length Signal. Each class has its own stream, so that its mean does not depend on the number
	// of classes.
	mean := make([]float64, p.Classes*f)
	for c := range p.Classes {
		u := mean[c*f : (c+1)*f] // the mean of class c
		r := rng.New(p.Seed, "sbm mean", uint64(c))
		sum := 0.0
		for k := range u {
			u[k] = r.Norm()
			sum += float64(u[k] * u[k]) // no fused multiply-add
		}
		for k := range u {
			u[k] *= p.Signal / math.Sqrt(sum)
		}
	}
	r := rng.New(p.Seed, "sbm noise")
	scale := 1 / math.Sqrt(float64(f))
	x := make([]float64, p.N*f)
	for i, y := range labels {
		for k := range f {
			x[i*f+k] = mean[y*f+k] + float64(scale*r.Norm())
		}
	}
	return x
}
