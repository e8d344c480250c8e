// The generator of contextual stochastic block models.

package graph

import (
	"fmt"
	"math"

	"sheafscope/core/rng"
)

// SBMParams are the parameters of a contextual stochastic block model.
type SBMParams struct {
	// N is the number of nodes. Classes is the number of classes, whose sizes differ by at most one.
	N, Classes int
	// Degree is the mean degree, Homophily the share of edges inside classes.
	Degree, Homophily float64
	// Signal is the length of the class mean of the features, in units of the root mean square length of the noise.
	Signal float64
	// Features is the number of feature columns.
	Features int
	Seed     uint64
}

// SBM draws a graph from the contextual stochastic block model. Node i has the class i mod Classes.
// Of m = N·Degree/2 edges the share Homophily joins nodes of equal class, and the others join nodes of different classes.
// Both sets of edges are uniform without repetition. The features are
//
//	x_i = Signal·u(y_i) + z_i/√Features,  z_i standard normal,
//
// with a random unit vector u for each class.
// The number of edges is fixed instead of binomial, so that the homophily is exact to within one edge.
//
// Source: Y. Deshpande et al., "Contextual stochastic block models" (2018), here for several classes and fixed numbers of edges.
// SBM returns an error if a parameter is out of range, or if there are fewer pairs of nodes than edges.
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

// edges draws the edges and returns them with the classes of the nodes.
func (p SBMParams) edges() (edges []Edge, labels []int, err error) {
	if err := p.check(); err != nil {
		return nil, nil, err
	}
	m := int(float64(float64(p.N)*p.Degree/2) + 0.5)
	// Rounding gives the homophily to within one edge.
	inside := int(float64(float64(m)*p.Homophily) + 0.5)
	labels = make([]int, p.N)
	size := make([]int, p.Classes)
	for i := range labels {
		labels[i] = i % p.Classes
		size[labels[i]]++
	}
	pairs := 0
	for _, s := range size {
		pairs += s * (s - 1) / 2
	}
	across := p.N*(p.N-1)/2 - pairs
	// Edges are drawn without repetition.
	if inside > pairs || m-inside > across {
		return nil, nil, fmt.Errorf("graph: sbm: %d edges inside and %d between classes do not fit into %d and %d pairs; "+
			"lower the degree or change the homophily", inside, m-inside, pairs, across)
	}
	edges = drawPairs(nil, p, insideClasses, inside, pairs)
	return drawPairs(edges, p, acrossClasses, m-inside, across), labels, nil
}

// pairKind selects the pairs of nodes inside classes, or between different classes.
type pairKind bool

// The kinds of pairs.
const (
	insideClasses pairKind = true
	acrossClasses pairKind = false
)

// check returns an error for a parameter out of range.
func (p SBMParams) check() error {
	bad := func(format string, args ...any) error {
		return fmt.Errorf("graph: sbm: "+format, args...)
	}
	switch {
	case p.N < 2 || p.N > MaxGenerated:
		return bad("n = %d is not in 2..%d", p.N, MaxGenerated)
	case p.Classes < 2 || p.Classes > 50 || p.Classes > p.N:
		return bad("classes = %d is not in 2..50 or more than n", p.Classes)
	// The negated comparison also refuses NaN.
	case !(p.Degree >= 0) || p.Degree > float64(p.N-1) || p.Degree*float64(p.N)/2 > MaxGeneratedEdges:
		return bad("degree = %g is not in 0..n-1 or gives more than %d edges", p.Degree, MaxGeneratedEdges)
	case !(p.Homophily >= 0 && p.Homophily <= 1):
		return bad("homophily = %g is not in 0..1", p.Homophily)
	case !(p.Signal >= 0 && p.Signal <= 1000):
		return bad("signal = %g is not in 0..1000", p.Signal)
	case p.Features < 1 || p.Features > 512 || p.Features*p.N > 4_000_000:
		return bad("features = %d is not in 1..512 or gives more than 4000000 numbers", p.Features)
	}
	return nil
}

// drawPairs appends count different pairs of a kind, uniform among the total number of such pairs.
// It rejects repetitions if the pairs are sparse, and otherwise shuffles a list of all pairs in part.
func drawPairs(edges []Edge, p SBMParams, kind pairKind, count, total int) []Edge {
	n, step, name := p.N, 1, "sbm across"
	if kind == insideClasses {
		// Nodes of equal class are Classes apart.
		step, name = p.Classes, "sbm inside"
	}
	ofKind := func(i, j int) bool { return (i%p.Classes == j%p.Classes) == bool(kind) }
	r := rng.New(p.Seed, name)
	// Rejection slows down as pairs run out; a third is the limit.
	if 3*count > total {
		list := make([]Edge, 0, total)
		for i := range n {
			for j := i + step; j < n; j += step {
				if ofKind(i, j) {
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
	seen := make(map[Edge]bool, count)
	slots := (n + step - 1) / step
	for len(seen) < count {
		i := r.Intn(n)
		// Rejecting slots beyond the last node keeps pairs uniform for classes of different size.
		j := i%step + step*r.Intn(slots)
		if i > j {
			i, j = j, i
		}
		e := Edge{int32(i), int32(j)}
		if i == j || j >= n || !ofKind(i, j) || seen[e] {
			continue
		}
		seen[e] = true
		edges = append(edges, e)
	}
	return edges
}

// blockFeatures draws the n×Features matrix of features, row-major.
func blockFeatures(p SBMParams, labels []int) []float64 {
	f := p.Features
	mean := make([]float64, p.Classes*f)
	for c := range p.Classes {
		u := mean[c*f : (c+1)*f]
		// A separate stream makes the mean of a class independent of the number of classes.
		r := rng.New(p.Seed, "sbm mean", uint64(c))
		sum := 0.0
		for k := range u {
			u[k] = r.Norm()
			sum += float64(u[k] * u[k])
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
