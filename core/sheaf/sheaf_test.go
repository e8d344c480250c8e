package sheaf

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// testGraph returns the number of nodes, 8, and the edges of a graph with cycles. It is
// connected apart from node 7, which is isolated; node 6 has degree 1.
func testGraph() (int, []graph.Edge) {
	return 8, []graph.Edge{{I: 0, J: 1}, {I: 0, J: 2}, {I: 0, J: 5}, {I: 1, J: 2}, {I: 1, J: 4}, {I: 2, J: 3}, {I: 3, J: 4}, {I: 3, J: 5},
		{I: 4, J: 6}}
}

// cycle returns the edges of a cycle of n nodes; edge 0 closes it.
func cycle(n int) []graph.Edge {
	e := []graph.Edge{{I: 0, J: int32(n - 1)}}
	for i := range n - 1 {
		e = append(e, graph.Edge{I: int32(i), J: int32(i + 1)})
	}
	return e
}

// randomSheaf returns a sheaf with Gaussian maps on testGraph.
func randomSheaf(d int, seed uint64) *Sheaf {
	n, edges := testGraph()
	s := New(n, d, edges)
	fill(s.R, rng.New(seed, "maps", uint64(d)))
	return s
}

// fill sets x to Gaussian numbers.
func fill(x []float64, src *rng.Stream) {
	for k := range x {
		x[k] = src.Norm()
	}
}

// randoms returns n Gaussian numbers.
func randoms(n int, seed uint64) []float64 {
	x := make([]float64, n)
	fill(x, rng.New(seed, "x"))
	return x
}

// assembled returns the Laplacian of s.
func assembled(s *Sheaf) *Laplacian {
	l := NewLaplacian(s.N, s.D, s.Edges)
	l.Assemble(s)
	return l
}

// denseB returns the coboundary as a matrix, (M·D)×(N·D) for M edges, written
// independently of the package's loops.
func denseB(s *Sheaf) *mat.Dense {
	d := s.D
	b := mat.NewDense(len(s.Edges)*d, s.N*d, nil)
	for e, g := range s.Edges {
		for r := range d {
			for k := range d {
				b.Set(e*d+r, int(g.I)*d+k, s.R[(2*e)*d*d+r*d+k])
				b.Set(e*d+r, int(g.J)*d+k, -s.R[(2*e+1)*d*d+r*d+k])
			}
		}
	}
	return b
}

// eigenvalues returns the eigenvalues of a symmetric matrix by gonum, ascending.
func eigenvalues(a *linalg.Dense) []float64 {
	var e mat.EigenSym
	e.Factorize(mat.NewSymDense(a.Rows, append([]float64(nil), a.Data...)), false)
	return e.Values(nil)
}

// maxDiff returns the largest absolute difference of two elements.
func maxDiff(a, b []float64) float64 {
	w := 0.0
	for k := range a {
		w = max(w, math.Abs(a[k]-b[k]))
	}
	return w
}

// TestLaplacianAgainstDense compares the assembled L, B x, Bᵀ(B x), L x and the trace with
// gonum's dense matrices B and BᵀB. L x and the trace come from Laplacian and from Sheaf. d
// runs over all stalk dimensions, c over numbers of channels.
func TestLaplacianAgainstDense(t *testing.T) {
	for d := 1; d <= MaxDim; d++ {
		for _, c := range []int{1, 3, 16, 37} {
			s := randomSheaf(d, uint64(c))
			l := assembled(s)
			b := denseB(s)
			var want mat.Dense
			want.Mul(b.T(), b)
			if e := maxDiff(l.Dense().Data, want.RawMatrix().Data); e > 1e-12 {
				t.Errorf("d=%d c=%d: dense L is off by %g", d, c, e)
			}
			// The products by gonum.
			x := randoms(s.N*d*c, 7)
			xm := mat.NewDense(s.N*d, c, x)
			var bx, lx mat.Dense
			bx.Mul(b, xm)
			lx.Mul(&want, xm)
			// The products of the package.
			gotB := make([]float64, len(s.Edges)*d*c)
			s.Coboundary(gotB, x, c)
			got := make([]float64, len(x))
			l.Apply(got, x, c)
			edgewise := make([]float64, len(x))
			s.Apply(edgewise, x, c)
			back := make([]float64, len(x))
			s.CoboundaryT(back, gotB, c)
			for name, e := range map[string]float64{
				"Coboundary": maxDiff(gotB, bx.RawMatrix().Data), "Laplacian.Apply": maxDiff(got, lx.RawMatrix().Data),
				"Sheaf.Apply": maxDiff(edgewise, lx.RawMatrix().Data), "BᵀB": maxDiff(back, lx.RawMatrix().Data),
				"Trace": math.Abs(l.Trace()-mat.Trace(&want)) / l.Trace(), "Sheaf.Trace": math.Abs(s.Trace()-mat.Trace(&want)) / l.Trace(),
			} {
				if e > 1e-12*(1+l.Trace()) {
					t.Errorf("d=%d c=%d: %s is off by %g", d, c, name, e)
				}
			}
		}
	}
}

// TestEntriesAndOperator checks that the entries of Entries add up to Dense, and that the
// operator of Operator equals Apply exactly. Entry (0, 1) of Edge(e) equals entry
// (0, 1) of the block L_ij of Dense.
func TestEntriesAndOperator(t *testing.T) {
	s := randomSheaf(3, 1)
	l := assembled(s)
	want := l.Dense()
	got := linalg.NewDense(want.Rows, want.Cols)
	rows, cols, vals := l.Entries()
	for k, v := range vals {
		got.Data[rows[k]*got.Cols+cols[k]] += v
	}
	if maxDiff(got.Data, want.Data) != 0 {
		t.Error("Entries do not add up to Dense")
	}
	op := l.Operator()
	x, y, z := randoms(op.Dim(), 3), make([]float64, op.Dim()), make([]float64, op.Dim())
	op.Apply(y, x)
	l.Apply(z, x, 1)
	if maxDiff(y, z) != 0 {
		t.Errorf("Operator and Apply differ by %g, want 0", maxDiff(y, z))
	}
	for e, g := range s.Edges { // entry (0, 1) of the block
		if l.Edge(e)[1] != want.At(int(g.I)*3, int(g.J)*3+1) {
			t.Errorf("Edge(%d) has the entry (0, 1) %g, L_ij has %g", e, l.Edge(e)[1], want.At(int(g.I)*3, int(g.J)*3+1))
		}
	}
}

// TestConstantSheafIsGraphLaplacian checks that the Laplacian of the constant sheaf has
// the eigenvalues of the graph Laplacian, each d times.
func TestConstantSheafIsGraphLaplacian(t *testing.T) {
	n, edges := testGraph()
	g := linalg.NewDense(n, n)
	for _, e := range edges {
		i, j := int(e.I), int(e.J)
		g.Data[i*n+i]++
		g.Data[j*n+j]++
		g.Data[i*n+j]--
		g.Data[j*n+i]--
	}
	want := eigenvalues(g)
	for d := 1; d <= 5; d++ {
		got := eigenvalues(assembled(Constant(n, d, edges)).Dense())
		for k, v := range got {
			if math.Abs(v-want[k/d]) > 1e-12 {
				t.Errorf("d=%d: eigenvalue %d is %g, want %g", d, k, v, want[k/d])
			}
		}
	}
}

// TestAssembleAllocatesNothing checks that assembly, normaliser, products, gradient and energy allocate nothing.
func TestAssembleAllocatesNothing(t *testing.T) {
	s := randomSheaf(4, 1)
	l := assembled(s)
	z := NewNormalizer(s.N, 4, s.Edges)
	out := New(s.N, 4, s.Edges)
	x, y, g := randoms(s.N*4*5, 1), make([]float64, s.N*4*5), make([]float64, len(s.R))
	if n := testing.AllocsPerRun(5, func() {
		z.Forward(s, 0.5, out)
		z.Backward(s.R, g)
		l.Assemble(s)
		l.Apply(y, x, 5)
		s.Apply(y, x, 5)
		s.AddQuadGrad(g, x, y, 5, 1)
		s.Dirichlet(nil, nil, x, 5)
	}); n != 0 {
		t.Errorf("%v allocations per pass, want 0", n)
	}
}

// TestCheck checks that Check accepts a sheaf of New. It refuses a stalk dimension above
// MaxDim, a missing number, an edge with I > J and an entry that is NaN.
func TestCheck(t *testing.T) {
	n, edges := testGraph()
	good := New(n, 2, edges)
	if err := good.Check(); err != nil {
		t.Fatal(err)
	}
	for name, s := range map[string]*Sheaf{
		"stalk": {N: 2, D: 9}, "length": {N: n, D: 2, Edges: edges, R: good.R[1:]},
		"order": {N: 2, D: 1, Edges: []graph.Edge{{I: 1, J: 0}}, R: []float64{1, 1}},
		"nan":   {N: 2, D: 1, Edges: []graph.Edge{{I: 0, J: 1}}, R: []float64{1, math.NaN()}},
	} {
		if s.Check() == nil {
			t.Errorf("%s: Check accepts the sheaf", name)
		}
	}
}

// TestDirichlet checks that the energy is ⟨X, L X⟩. It is also the sum of the energies of the
// edges, and the sum of the energies of the nodes. The isolated node has energy 0. The shares
// of the edges add up to 1. With a total of 0 the share of node 0 is 0.
func TestDirichlet(t *testing.T) {
	s := randomSheaf(4, 5)
	const c = 40
	x := randoms(s.N*4*c, 2)
	edge, node, lx := make([]float64, len(s.Edges)), make([]float64, s.N), make([]float64, len(x))
	total := s.Dirichlet(edge, node, x, c)
	assembled(s).Apply(lx, x, c)
	if want := linalg.Dot(x, lx); math.Abs(total-want) > 1e-12*want {
		t.Errorf("energy %g, ⟨X, LX⟩ %g", total, want)
	}
	// The parts of the energy.
	ofEdges, ofNodes := 0.0, 0.0
	for _, v := range edge {
		ofEdges += v
	}
	for _, v := range node {
		ofNodes += v
	}
	if math.Abs(ofEdges-total) > 1e-12*total || math.Abs(ofNodes-total) > 1e-12*total {
		t.Errorf("energies of edges add up to %g, of nodes to %g, want %g", ofEdges, ofNodes, total)
	}
	if node[7] != 0 {
		t.Errorf("the isolated node has energy %g, want 0", node[7])
	}
	// The shares.
	Shares(edge, total)
	sum := 0.0
	for _, v := range edge {
		sum += v
	}
	if math.Abs(sum-1) > 1e-12 {
		t.Errorf("shares add up to %g, want 1", sum)
	}
	Shares(node, 0)
	if node[0] != 0 {
		t.Errorf("with total 0 the share of node 0 is %g, want 0", node[0])
	}
}
