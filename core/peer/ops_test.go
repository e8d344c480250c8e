package peer

import (
	"fmt"
	"math"
	"testing"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// TestAdjacencyEqualsDense compares the normalised adjacency with the dense A, or A + I, divided by the roots of its row sums.
func TestAdjacencyEqualsDense(t *testing.T) {
	g := smallGraph()
	for _, loops := range []selfLoops{withoutLoops, withLoops} {
		m := adjacency(g, loops)
		if err := m.Check(); err != nil {
			t.Fatal(err)
		}
		a := linalg.NewDense(g.N, g.N)
		for _, e := range g.Edges {
			a.Set(int(e.I), int(e.J), 1)
			a.Set(int(e.J), int(e.I), 1)
		}
		deg := make([]float64, g.N) // sums of the rows
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

// TestTwoHop checks that the two-hop matrix has entries for the pairs at distance 2 and no others. The distances are those of Floyd and
// Warshall.
func TestTwoHop(t *testing.T) {
	g := smallGraph()
	m := twoHop(g)
	if m.Check() != nil {
		t.Fatal(m.Check())
	}
	// The distances; 100 stands for infinity.
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

// jacobiAt returns the Jacobi polynomial P_n^{a,b}(z) by the explicit sum of powers of (z−1)/2 and (z+1)/2, without the recurrence.
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

// TestJacobiRecurrence compares the polynomials of order 1 to 8 by the recurrence with jacobiAt, for five pairs a, b, at four z.
func TestJacobiRecurrence(t *testing.T) {
	for _, p := range [][2]float64{{1, 1}, {2, -0.25}, {-0.5, 0}, {-0.5, -0.5}, {0, 0}} {
		theta, phi, psi := jacobiRecurrence(8, p[0], p[1])
		for _, z := range []float64{-1, -0.4, 0.3, 1} {
			v := []float64{1}
			for k := 1; k <= 8; k++ {
				x := (theta[k]*z + phi[k]) * v[k-1]
				if k > 1 {
					x -= psi[k] * v[k-2]
				}
				v = append(v, x)
				if want := jacobiAt(k, p[0], p[1], z); math.Abs(x-want) > 1e-11*(1+math.Abs(want)) {
					t.Errorf("P_%d^%v(%g) = %g, want %g", k, p, z, x, want)
				}
			}
		}
	}
}

// TestGeneralisedPageRank compares pageRank with the sum Σ_k γ_k Aᵏx by Horner's rule.
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
	// want ← A·want + γ_k x, from the highest power down.
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

// TestReflectionsAreOrthogonal checks QᵀQ = I for products Q of reflections with random numbers, for d = 2 to 8.
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

// TestOrthogonalStart checks that orthogonalInit sets a 7×7 matrix with orthonormal rows.
func TestOrthogonalStart(t *testing.T) {
	a := linalg.NewDense(7, 7)
	orthogonalInit(a, rng.New(1, "o"))
	for i := range 7 {
		for j := range 7 {
			want := 0.0
			if i == j {
				want = 1
			}
			if product := linalg.Dot(a.Row(i), a.Row(j)); math.Abs(product-want) > 1e-14 {
				t.Fatalf("rows %d and %d have the product %g, want %g", i, j, product, want)
			}
		}
	}
}

// TestTooManyPairs checks that H2GCN refuses a star of 6000 nodes, whose leaves are all at distance 2, and accepts smallGraph.
func TestTooManyPairs(t *testing.T) {
	n := 6000
	g := &graph.Graph{N: n}
	for j := 1; j < n; j++ {
		g.Edges = append(g.Edges, graph.Edge{I: 0, J: int32(j)})
	}
	// The star has 5999·5998/2 = 17991001 pairs of leaves. The limit in the message is below this number.
	err, limit := h2gcn.Check(g, h2gcn.Defaults(Homophilic)), 0
	if err == nil {
		t.Fatal("a star with 36 million ordered pairs at distance 2 is accepted")
	}
	fmt.Sscanf(err.Error(), "the graph has more than %d pairs", &limit)
	if limit < 1 || limit >= (n-1)*(n-2)/2 {
		t.Errorf("a star with %d pairs of leaves: error %v", (n-1)*(n-2)/2, err)
	}
	if err := h2gcn.Check(smallGraph(), h2gcn.Defaults(Homophilic)); err != nil {
		t.Errorf("a small graph is refused: %v", err)
	}
}
