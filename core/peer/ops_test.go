package peer

import (
	"math"
	"testing"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// TestAdjacencyEqualsDense: the normalised adjacency equals the dense definition, with and without self-loops.
func TestAdjacencyEqualsDense(t *testing.T) {
	g := smallGraph()
	for _, loops := range []selfLoops{withoutLoops, withLoops} {
		m := adjacency(g, loops)
		if err := m.Check(); err != nil {
			t.Fatal(err)
		}
		// Independent: dense A + s·I scaled by its row sums.
		a := linalg.NewDense(g.N, g.N)
		for _, e := range g.Edges {
			a.Set(int(e.I), int(e.J), 1)
			a.Set(int(e.J), int(e.I), 1)
		}
		deg := make([]float64, g.N)
		for i := range g.N {
			if loops {
				a.Set(i, i, 1)
			}
			for _, v := range a.Row(i) {
				deg[i] += v
			}
		}
		got := m.Dense()
		for i := range g.N {
			for j := range g.N {
				want := 0.0
				if a.At(i, j) != 0 {
					want = 1 / math.Sqrt(deg[i]*deg[j])
				}
				if math.Abs(got.At(i, j)-want) > 1e-15 {
					t.Fatalf("entry (%d, %d) is %g, want %g", i, j, got.At(i, j), want)
				}
			}
		}
	}
}

// TestTwoHop: the two-hop matrix equals the dense definition.
func TestTwoHop(t *testing.T) {
	g := smallGraph()
	m := twoHop(g)
	if m.Check() != nil {
		t.Fatal(m.Check())
	}
	// Independent: distances by Floyd and Warshall.
	dist := make([][]int, g.N)
	for i := range dist {
		dist[i] = make([]int, g.N)
		for j := range dist[i] {
			if i != j {
				dist[i][j] = 100
			}
		}
	}
	for _, e := range g.Edges {
		dist[e.I][e.J], dist[e.J][e.I] = 1, 1
	}
	for k := range g.N {
		for i := range g.N {
			for j := range g.N {
				dist[i][j] = min(dist[i][j], dist[i][k]+dist[k][j])
			}
		}
	}
	got := m.Dense()
	for i := range g.N {
		for j := range g.N {
			if (got.At(i, j) != 0) != (dist[i][j] == 2) {
				t.Errorf("pair (%d, %d) at distance %d has entry %g", i, j, dist[i][j], got.At(i, j))
			}
		}
	}
}

// P_k^{a,b} by the explicit sum in (z−1)/2, independent of the recurrence.
func jacobiAt(n int, a, b, z float64) float64 {
	binom := func(x float64, k int) float64 {
		p := 1.0
		for i := range k {
			p *= (x - float64(i)) / float64(i+1)
		}
		return p
	}
	sum := 0.0
	for s := 0; s <= n; s++ {
		sum += binom(float64(n)+a, n-s) * binom(float64(n)+b, s) *
			math.Pow((z-1)/2, float64(s)) * math.Pow((z+1)/2, float64(n-s))
	}
	return sum
}

// TestJacobiRecurrence: the recurrence gives the polynomials of the explicit sum.
func TestJacobiRecurrence(t *testing.T) {
	for _, p := range [][2]float64{{1, 1}, {2, -0.25}, {-0.5, 0}, {-0.5, -0.5}, {0, 0}} {
		t0, t1, t2 := jacobiRecurrence(8, p[0], p[1])
		for _, z := range []float64{-1, -0.4, 0.3, 1} {
			v := []float64{1}
			for k := 1; k <= 8; k++ {
				x := (t0[k]*z + t1[k]) * v[k-1]
				if k > 1 {
					x -= t2[k] * v[k-2]
				}
				v = append(v, x)
				if want := jacobiAt(k, p[0], p[1], z); math.Abs(x-want) > 1e-11*(1+math.Abs(want)) {
					t.Errorf("P_%d^%v(%g) = %g, want %g", k, p, z, x, want)
				}
			}
		}
	}
}

// TestGeneralisedPageRank: the sum of powers equals the dense sum.
func TestGeneralisedPageRank(t *testing.T) {
	g := smallGraph()
	tape := &autodiff.Tape{}
	x := linalg.NewDense(g.N, 2)
	rng.New(0, "x").FillNorm(x.Data, 1)
	gamma := linalg.NewDense(1, 4)
	copy(gamma.Data, []float64{0.3, -0.2, 0.5, 0.1})
	a := adjacency(g, withLoops)
	out := pageRank(tape, a, tape.Const(x), tape.Const(gamma))
	tape.Forward()
	// Independent: Horner.
	want := linalg.NewDense(g.N, 2)
	next := linalg.NewDense(g.N, 2)
	for k := 3; k >= 0; k-- {
		linalg.SpMM(a, want, 0, next)
		linalg.Axpy(gamma.Data[k], x.Data, next.Data)
		want, next = next, want
	}
	for i, v := range want.Data {
		if math.Abs(v-out.Value.Data[i]) > 1e-14 {
			t.Fatalf("element %d is %g, want %g", i, out.Value.Data[i], v)
		}
	}
}

// TestReflectionsAreOrthogonal: products of reflections are orthogonal matrices.
func TestReflectionsAreOrthogonal(t *testing.T) {
	var h reflections
	r := rng.New(1, "a")
	for d := 2; d <= 8; d++ {
		a, q := make([]float64, d*(d-1)/2), make([]float64, d*d)
		r.FillNorm(a, 1)
		h.product(q, a, d)
		for i := range d {
			for j := range d {
				s := 0.0
				for k := range d {
					s += q[k*d+i] * q[k*d+j]
				}
				if i == j {
					s--
				}
				if math.Abs(s) > 1e-14 {
					t.Fatalf("d=%d: QᵀQ−I has %g at (%d, %d)", d, s, i, j)
				}
			}
		}
	}
}

// TestOrthogonalStart: orthogonalInit sets an orthogonal matrix.
func TestOrthogonalStart(t *testing.T) {
	a := linalg.NewDense(7, 7)
	orthogonalInit(a, rng.New(1, "o"))
	for i := range 7 {
		for j := range 7 {
			want := 0.0
			if i == j {
				want = 1
			}
			if math.Abs(linalg.Dot(a.Row(i), a.Row(j))-want) > 1e-14 {
				t.Fatal(i, j)
			}
		}
	}
}

// TestTooManyPairs: H2GCN returns an error for a graph with too many pairs at distance 2.
func TestTooManyPairs(t *testing.T) {
	// A star has n(n−1)/2 pairs of leaves at distance 2.
	n := 6000
	g := &graph.Graph{N: n}
	for j := 1; j < n; j++ {
		g.Edges = append(g.Edges, graph.Edge{I: 0, J: int32(j)})
	}
	if err := h2gcn.Check(g, h2gcn.Defaults(Homophilic)); err == nil {
		t.Error("36 million pairs are accepted")
	}
	if err := h2gcn.Check(smallGraph(), h2gcn.Defaults(Homophilic)); err != nil {
		t.Error(err)
	}
}
