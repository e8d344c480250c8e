// Package sheaf has cellular sheaves on graphs and their Laplacians:
//
//	(B x)_e = R_ij x_i − R_ji x_j,   e = (i, j)
//	L = BᵀB,  L_ii = Σ_e R_ijᵀR_ij,  L_ij = −R_ijᵀR_ji
//	L̂ = D^{-1/2} L D^{-1/2},  D = blockdiag(L) + s·I
//
// The sources are the SGPC paper (the preliminaries for B, equation 7 for L) and Hansen
// and Ghrist, "Toward a spectral theory of cellular sheaves". Every node and every edge
// carries a stalk R^d. Every pair of an edge and one of its ends carries a restriction map.
//
// Features are (n·d)×c matrices, row-major: row i·d+k is coordinate k of node i.
// Sums over edges run in the order of the edge list, so equal input gives equal
// bits on every platform. Methods panic on slices of the wrong length.
package sheaf

import (
	"fmt"
	"math"

	"sheafscope/core/graph"
)

// MaxDim is the largest stalk dimension d.
const MaxDim = 8

// Sheaf is a cellular sheaf with stalks R^D on the nodes and edges of a graph.
type Sheaf struct {
	// N is the number of nodes, D the stalk dimension, 1..MaxDim.
	N, D int
	// Edges holds the m edges, 0 ≤ I < J < N, each once.
	Edges []graph.Edge
	// R holds two D×D maps per edge, row-major, with finite entries. The map of edge e from
	// node Edges[e].I begins at index 2e·D², the map from node Edges[e].J at (2e+1)·D².
	R []float64

	gram []float64 // workspace of AddQuadGrad: one block per node; for d = 2 the workspace of linalg.QuadGrad2
}

// New returns a sheaf with zero maps. It shares the slice edges. It panics if Check
// returns an error.
func New(n, d int, edges []graph.Edge) *Sheaf {
	s := &Sheaf{N: n, D: d, Edges: edges, R: make([]float64, 2*len(edges)*d*d)}
	if err := s.Check(); err != nil {
		panic(err)
	}
	return s
}

// Constant returns the constant sheaf: each map is the identity. Its Laplacian is
// the Kronecker product of the graph Laplacian and I_d.
func Constant(n, d int, edges []graph.Edge) *Sheaf {
	s := New(n, d, edges)
	for b := 0; b < len(s.R); b += d * d {
		for k := range d {
			s.R[b+k*d+k] = 1
		}
	}
	return s
}

// Check returns an error for the first invariant of a Sheaf that s violates, or nil. It does
// not check whether an edge occurs twice.
func (s *Sheaf) Check() error {
	if s.D < 1 || s.D > MaxDim {
		return fmt.Errorf("sheaf: stalk dimension %d outside 1..%d", s.D, MaxDim)
	}
	want := 2 * len(s.Edges) * s.D * s.D
	if len(s.R) != want {
		return fmt.Errorf("sheaf: %d map entries for %d edges, want %d", len(s.R), len(s.Edges), want)
	}
	for e, g := range s.Edges {
		isValid := 0 <= g.I && g.I < g.J && int(g.J) < s.N
		if !isValid {
			return fmt.Errorf("sheaf: edge %d is (%d, %d); want 0 ≤ i < j < %d", e, g.I, g.J, s.N)
		}
	}
	for p, v := range s.R {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fmt.Errorf("sheaf: map entry %d of edge %d is %v", p%(s.D*s.D), p/(2*s.D*s.D), v)
		}
	}
	return nil
}

// Map returns the D×D map of edge e from Edges[e].I (side 0) or Edges[e].J (side 1),
// sharing memory with s.
func (s *Sheaf) Map(e, side int) []float64 {
	dd := s.D * s.D
	b := (2*e + side) * dd
	return s.R[b : b+dd : b+dd]
}

// Clone returns a copy of s with its own maps. Both sheaves share the slice of edges.
func (s *Sheaf) Clone() *Sheaf {
	return &Sheaf{N: s.N, D: s.D, Edges: s.Edges, R: append([]float64(nil), s.R...)}
}

// Trace returns tr L = Σ ‖R‖_F² over all maps.
func (s *Sheaf) Trace() float64 {
	t := 0.0
	for _, v := range s.R {
		t += float64(v * v)
	}
	return t
}

// Coboundary sets dst ← B x, where x is (N·D)×c and dst is (m·D)×c.
func (s *Sheaf) Coboundary(dst, x []float64, c int) {
	d, w := s.D, s.D*c // w is the number of features of a stalk
	s.checkLen(dst, x, c)
	clear(dst)
	for e, g := range s.Edges {
		y := dst[e*w : (e+1)*w]
		mulAdd(1, y, c, s.Map(e, 0), d, 1, x[int(g.I)*w:], c, d, c)
		mulAdd(-1, y, c, s.Map(e, 1), d, 1, x[int(g.J)*w:], c, d, c)
	}
}

// CoboundaryT sets dst ← Bᵀ y, where y is (m·D)×c and dst is (N·D)×c.
func (s *Sheaf) CoboundaryT(dst, y []float64, c int) {
	d, w := s.D, s.D*c
	s.checkLen(y, dst, c)
	clear(dst)
	for e, g := range s.Edges {
		r := y[e*w : (e+1)*w]
		// The strides (1, d) select the transposes of the maps.
		mulAdd(1, dst[int(g.I)*w:], c, s.Map(e, 0), 1, d, r, c, d, c)
		mulAdd(-1, dst[int(g.J)*w:], c, s.Map(e, 1), 1, d, r, c, d, c)
	}
}

// checkLen panics unless node has N·D·c entries and edge has m·D·c entries. A nil edge
// is not checked.
func (s *Sheaf) checkLen(edge, node []float64, c int) {
	nodeFits := len(node) == s.N*s.D*c
	edgeFits := edge == nil || len(edge) == len(s.Edges)*s.D*c
	if !nodeFits || !edgeFits {
		panic(fmt.Sprintf("sheaf: features of length %d (nodes) and %d (edges) do not fit n=%d, m=%d, d=%d, c=%d",
			len(node), len(edge), s.N, len(s.Edges), s.D, c))
	}
}
