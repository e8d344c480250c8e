// This file tests that node numbers do not matter, and the equations of PCNet, GloGNN, Geom-GCN and GraphSAGE.

package peer

import (
	"math"
	"slices"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/train"
)

// permuted returns g with other numbers of the nodes: node i becomes node p[i].
func permuted(g *graph.Graph, p []int) *graph.Graph {
	var edges []graph.Edge
	for _, e := range g.Edges {
		i, j := int32(p[e.I]), int32(p[e.J])
		edges = append(edges, graph.Edge{I: min(i, j), J: max(i, j)})
	}
	slices.SortFunc(edges, func(a, b graph.Edge) int { return int(a.I-b.I)*g.N + int(a.J-b.J) })
	labels := make([]int, g.N)
	var x []linalg.Triplet
	for i := range g.N {
		labels[p[i]] = g.Labels[i]
		for q := g.X.Ptr[i]; q < g.X.Ptr[i+1]; q++ {
			x = append(x, linalg.Triplet{Row: p[i], Col: int(g.X.Col[q]), Val: g.X.Val[q]})
		}
	}
	renumbered := graph.New("", g.N, edges)
	renumbered.Labels, renumbered.Classes, renumbered.X = labels, g.Classes, linalg.NewCSR(g.N, g.X.Cols, x)
	return renumbered
}

// TestPermutationEquivariance checks that a permutation of the nodes permutes the logits of every peer, up to 1e-9.
// Settings are the heterophilic defaults: with its homophilic defaults GloGNN has weights for node numbers.
// The difference is relative to the largest logit of a node.
func TestPermutationEquivariance(t *testing.T) {
	g := smallGraph()
	p := rng.New(8, "numbers").Perm(g.N)
	for _, name := range Names() {
		s, store := Find(name).Defaults(Heterophilic), train.NewStore(6)
		tape, logits := build(t, name, g, s, store, false)
		permutedTape, permutedLogits := build(t, name, permuted(g, p), s, store, false)
		tape.Forward()
		permutedTape.Forward()
		for i := range g.N {
			if e := relativeError(logits.Value.Row(i), permutedLogits.Value.Row(p[i])); e > 1e-9 {
				t.Errorf("%s: the logits of node %d differ by %g", name, i, e)
				break
			}
		}
	}
}

// TestCharlierFilters compares the filters of PCNet with e^{−at}(1+t)^k, at |t| ≤ 0.1, where charlierTerms terms of the series are enough.
func TestCharlierFilters(t *testing.T) {
	for _, a := range []float64{0.5, 1, 2} {
		c := charlier(4, a)
		for k := 1; k <= 4; k++ {
			for _, x := range []float64{-0.1, 0.05, 0.1} {
				got := 0.0
				for j := range charlierTerms {
					got += c.At(k, j) * math.Pow(x, float64(j))
				}
				if want := math.Exp(-a*x) * math.Pow(1+x, float64(k)); math.Abs(got-want) > 1e-8 {
					t.Errorf("a=%g, filter %d at %g: %g, want %g", a, k, x, got, want)
				}
			}
		}
	}
}

// TestGloGNNSolvesItsProblem compares the logits of GloGNN with one layer with (1−α)·ZH + αH. Z is the dense n×n matrix of the normal
// equations of the layer's least-squares problem, with two hops. Their weights are 1, the initial value, and −0.4.
func TestGloGNNSolvesItsProblem(t *testing.T) {
	g, s := smallGraph(), glognn.Defaults(Homophilic)
	s.Values["mix"], s.Values["layers"], s.Values["k"], s.Values["beta"], s.Values["theta"] = 1, 1, 2, 0.7, 1.5
	alpha, beta, theta := s.Of("alpha"), s.Of("beta"), s.Of("theta")
	store := train.NewStore(3)
	tape, logits := build(t, "glognn", g, s, store, false)
	store.Value("glognn.0.hops").Data[1] = -0.4
	tape.Forward()
	// H is the result of the encoder on a tape of its own.
	enc := &autodiff.Tape{}
	b := &train.Builder{Tape: enc, Store: store, Graph: g}
	encoded := b.Linear(autodiff.ReLU(enc, input(b, "glognn.in", s.Int("hidden"), train.FanIn, 0)), "glognn.class", g.Classes)
	enc.Forward()
	n := g.N
	h := mat.NewDense(n, g.Classes, encoded.Value.Data)
	p := mat.NewDense(n, n, meanAdjacency(g).Dense().Data)
	// hops is β(P − 0.4P²).
	var hht, hops, lhs, rhs, inv, z, want mat.Dense
	hht.Mul(h, h.T())
	hops.Mul(p, p)
	hops.Scale(-0.4, &hops)
	hops.Add(&hops, p)
	hops.Scale(beta, &hops)
	// With H₀ = H: (1−α)²HHᵀ + β(P − 0.4P²) = Z((1−α)²HHᵀ + (θ+β)I).
	hht.Scale((1-alpha)*(1-alpha), &hht)
	rhs.Add(&hht, &hops)
	lhs.CloneFrom(&hht)
	for i := range n {
		lhs.Set(i, i, lhs.At(i, i)+theta+beta)
	}
	if err := inv.Inverse(&lhs); err != nil {
		t.Fatal(err)
	}
	z.Mul(&rhs, &inv)
	want.Mul(&z, h)
	want.Scale(1-alpha, &want)
	var alphaH mat.Dense
	alphaH.Scale(alpha, h)
	want.Add(&want, &alphaH)
	if e := relativeError(logits.Value.Data, want.RawMatrix().Data); e > 1e-12 {
		t.Errorf("the logits have the relative error %g", e)
	}
}

// TestIsomapPlacesPaths checks that Isomap places the nodes of a path on a line with distance 1 between neighbours.
// The first path has fewer nodes than landmarks, and its second coordinate is 0. The second path has more nodes than landmarks; only
// its first coordinate is checked.
func TestIsomapPlacesPaths(t *testing.T) {
	path := &graph.Graph{N: 7}
	for i := range 6 {
		path.Edges = append(path.Edges, graph.Edge{I: int32(i), J: int32(i + 1)})
	}
	place := isomap(path)
	for i := range 6 {
		if d := math.Abs(place[2*i] - place[2*i+2]); math.Abs(d-1) > 1e-8 || math.Abs(place[2*i+1]) > 1e-8 {
			t.Errorf("nodes %d and %d are at %v, want a distance of 1 on the first axis", i, i+1, place[2*i:2*i+4])
		}
	}
	long := &graph.Graph{N: 1000}
	for i := range 999 {
		long.Edges = append(long.Edges, graph.Edge{I: int32(i), J: int32(i + 1)})
	}
	place = isomap(long)
	for i := range 999 {
		if d := math.Abs(place[2*i] - place[2*i+2]); math.Abs(d-1) > 1e-6 {
			t.Fatalf("nodes %d and %d have the distance %g, want 1", i, i+1, d)
		}
	}
}

// TestDivisionsHoldAllNeighbours checks that the four divisions of Geom-GCN in the graph together have all neighbours and no other
// node, and that the four divisions in the plane have as many pairs as the graph has edges. Check refuses too large a graph and proposes
// another model.
func TestDivisionsHoldAllNeighbours(t *testing.T) {
	g := smallGraph()
	parts := geometricAdjacencies(g, isomap(g))
	sum, nearPairs := linalg.NewDense(g.N, g.N), 0 // pairs in both orders
	// The parts are four divisions in the graph, four in the plane, and the node itself.
	for r, a := range parts {
		if err := a.Check(); err != nil {
			t.Fatal(err)
		}
		switch d := a.Dense(); {
		case r < 4:
			linalg.Axpy(1, d.Data, sum.Data)
		case r < 8:
			nearPairs += a.NNZ()
		}
	}
	for i := range g.N {
		for j := range g.N {
			if (sum.At(i, j) > 0) != adjacent(g, i, j) {
				t.Errorf("pair (%d, %d) has the weight %g in the divisions of neighbours; neighbours: %v", i, j, sum.At(i, j), adjacent(g, i, j))
			}
		}
	}
	if nearPairs != 2*len(g.Edges) {
		t.Errorf("%d pairs are near in the plane, want %d, the number of edges", nearPairs/2, len(g.Edges))
	}
	if err := geomGCN.Check(&graph.Graph{N: maxGeometric + 1}, Settings{}); err == nil || !strings.Contains(err.Error(), "another model") {
		t.Errorf("%d nodes: error %v, want one that proposes another model", maxGeometric+1, err)
	}
}

// TestNeighbourMean compares the logits of GraphSAGE with one layer with x_i W_self + mean_j x_j W_neighbour, node by node. The mean of
// an isolated node is 0.
func TestNeighbourMean(t *testing.T) {
	g, s, store := smallGraph(), sage.Defaults(Heterophilic), train.NewStore(2)
	s.Values["layers"] = 1
	tape, logits := build(t, "sage", g, s, store, false)
	tape.Forward()
	x, w := g.X.Dense(), store.Value("sage.0.weight")
	for i := range g.N {
		var mean [6]float64
		count := 0.0
		for j := range g.N {
			if adjacent(g, i, j) {
				count++
				linalg.Axpy(1, x.Row(j), mean[:])
			}
		}
		for c := range g.Classes {
			want := 0.0
			for q := range mean {
				want += x.At(i, q)*w.At(q, c) + mean[q]/max(count, 1)*w.At(q, g.Classes+c)
			}
			if math.Abs(logits.Value.At(i, c)-want) > 1e-13 {
				t.Errorf("node %d, class %d: %g, want %g", i, c, logits.Value.At(i, c), want)
			}
		}
	}
}
