// This file contains random graphs and sheaves, and dense operators by gonum, for the
// tests of the package.

package spectral

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
)

// randomEdges returns the edges of a random graph with n nodes and comps components: a
// random spanning tree in each, and up to extra further edges. Node i lies in component
// i mod comps.
func randomEdges(src *rng.Stream, n, comps, extra int) []graph.Edge {
	seen := map[graph.Edge]bool{}
	var edges []graph.Edge
	add := func(i, j int) {
		if i > j {
			i, j = j, i
		}
		e := graph.Edge{I: int32(i), J: int32(j)}
		if i != j && !seen[e] {
			seen[e] = true
			edges = append(edges, e)
		}
	}
	for i := comps; i < n; i++ {
		add(i, i%comps+comps*src.Intn(i/comps))
	}
	for range extra {
		i := src.Intn(n)
		k := src.Intn((n-1-i%comps)/comps + 1) // one of the nodes of the component of i
		add(i, i%comps+comps*k)
	}
	return graph.New("random", n, edges).Edges
}

// randomSheaf returns a sheaf with Gaussian maps. If deficient is true, every map is singular
// in one direction, as in the centred lift.
func randomSheaf(src *rng.Stream, n, d int, edges []graph.Edge, deficient bool) *sheaf.Sheaf {
	s := sheaf.New(n, d, edges)
	for i := range s.R {
		s.R[i] = src.Norm()
	}
	if !deficient {
		return s
	}
	u := make([]float64, n*d) // a unit vector per node
	for i := range n {
		v := u[i*d : i*d+d]
		for k := range v {
			v[k] = 1 + 0.3*src.Norm()
		}
		linalg.Scal(1/linalg.Nrm2(v), v)
	}
	// The map of node i into e loses the direction of the other end, as
	// S0 = S − √μ√νᵀ does.
	for e, ed := range edges {
		for side, other := range [2]int32{ed.J, ed.I} {
			m, v := s.Map(e, side), u[int(other)*d:int(other)*d+d]
			for r := range d {
				row := m[r*d : r*d+d]
				linalg.Axpy(-linalg.Dot(row, v), v, row)
			}
		}
	}
	return s
}

// denseOf returns L = BᵀB by gonum from the maps, independently of package sheaf.
func denseOf(s *sheaf.Sheaf) *mat.SymDense {
	nd, md, d := s.N*s.D, len(s.Edges)*s.D, s.D
	b := mat.NewDense(max(md, 1), nd, nil)
	for e, ed := range s.Edges {
		for r := range d {
			for c := range d {
				b.Set(e*d+r, int(ed.I)*d+c, s.R[(2*e*d+r)*d+c])
				b.Set(e*d+r, int(ed.J)*d+c, -s.R[((2*e+1)*d+r)*d+c])
			}
		}
	}
	l := mat.NewSymDense(nd, nil)
	l.SymOuterK(1, b.T())
	return l
}

// eigenvalues returns the eigenvalues of a dense matrix by gonum, ascending.
func eigenvalues(t testing.TB, l mat.Symmetric) []float64 {
	t.Helper()
	var e mat.EigenSym
	if !e.Factorize(l, false) {
		t.Fatal("gonum finds no eigenvalues of the matrix")
	}
	return e.Values(nil)
}

// reference returns λ2, λ3 and the kernel dimension from the dense spectrum. λ3 is λ2 if
// λ2 is the last eigenvalue; both are 0 if all eigenvalues belong to the kernel.
func reference(t testing.TB, s *sheaf.Sheaf) (l2, l3 float64, kernel int) {
	t.Helper()
	v := eigenvalues(t, denseOf(s))
	_, kernel = Kernel(v, 0)
	if kernel == len(v) {
		return 0, 0, kernel
	}
	l2, l3 = v[kernel], v[kernel]
	if kernel+1 < len(v) {
		l3 = v[kernel+1]
	}
	return l2, l3, kernel
}

// normalized returns the normalised sheaf, whose Laplacian is L̂ with the given shift of
// the diagonal.
func normalized(s *sheaf.Sheaf, shift float64) *sheaf.Sheaf {
	out := sheaf.New(s.N, s.D, s.Edges)
	sheaf.NewNormalizer(s.N, s.D, s.Edges).Forward(s, shift, out)
	return out
}

// near reports |a − b| ≤ tol·(1 + |b|).
func near(a, b, tol float64) bool { return math.Abs(a-b) <= tol*(1+math.Abs(b)) }

// ringEdges returns the edges of the cycle of n nodes.
func ringEdges(n int) []graph.Edge { return graph.Ring(n).Edges }
