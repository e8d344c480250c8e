package peer

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
	"sheafscope/core/train"
)

// applyOperator returns the result of an operator for the features x, (n·d)×c, on a sheaf with the given maps, normalised with D + I.
// Element i of each parameter has 0.1·(i+1) added to its initial value.
func applyOperator(g *graph.Graph, op operator, s Settings, maps, x []float64, d, c int) []float64 {
	b := &train.Builder{Tape: &autodiff.Tape{}, Store: train.NewStore(7), Graph: g, Train: true}
	t := b.Tape
	l := Layer{Raw: &sheaf.Sheaf{N: g.N, D: d, Edges: g.Edges, R: maps}, Hat: &sheaf.Sheaf{N: g.N, D: d, Edges: g.Edges,
		R: make([]float64, len(maps))}, Lap: sheaf.NewLaplacian(g.N, d, g.Edges)}
	sheaf.NewNormalizer(g.N, d, g.Edges).Forward(l.Raw, 1, l.Hat)
	l.Lap.Assemble(l.Hat)
	hat := t.Const(&linalg.Dense{Rows: 2 * len(g.Edges), Cols: d * d, Data: l.Hat.R})
	out := op(b, "op", s, &l, hat, t.Const(&linalg.Dense{Rows: g.N * d, Cols: c, Data: x}))
	for _, p := range t.Params {
		for i := range p.Value.Data {
			p.Value.Data[i] += 0.1 * float64(i+1)
		}
	}
	t.Forward()
	return out.Value.Data
}

// normals returns n normal numbers of a named stream, times scale.
func normals(name string, n int, scale float64) []float64 {
	out := make([]float64, n)
	rng.New(9, name).FillNorm(out, scale)
	return out
}

// relativeError returns the largest absolute difference of a and b, divided by the largest absolute value of b.
func relativeError(a, b []float64) float64 {
	difference, largest := 0.0, 0.0
	for i := range a {
		difference, largest = max(difference, math.Abs(a[i]-b[i])), max(largest, math.Abs(b[i]))
	}
	return difference / largest
}

// TestOperatorsAreGaugeEquivariant checks three operators under a random orthogonal change of basis Q_i in every stalk.
// The change R_ij → R_ij·Q_i and x_i → Q_iᵀx_i multiplies the result at node i by Q_iᵀ.
func TestOperatorsAreGaugeEquivariant(t *testing.T) {
	g, d, c := smallGraph(), 3, 4
	maps, x := normals("maps", 2*len(g.Edges)*d*d, 1), normals("x", g.N*d*c, 1)
	basis := make([]*linalg.Dense, g.N) // Q_i
	r := rng.New(4, "turn")
	for i := range basis {
		basis[i] = linalg.NewDense(d, d)
		orthogonalInit(basis[i], r)
	}
	// transformed returns Q_iᵀx_i of all nodes.
	transformed := func(x []float64) []float64 {
		out := make([]float64, len(x))
		for i, q := range basis {
			linalg.Gemm(linalg.Trans, linalg.NoTrans, 1, q, &linalg.Dense{Rows: d, Cols: c, Data: x[i*d*c : (i+1)*d*c]}, 0,
				&linalg.Dense{Rows: d, Cols: c, Data: out[i*d*c : (i+1)*d*c]})
		}
		return out
	}
	newMaps := make([]float64, len(maps)) // R_ij·Q_i
	for k, i := range edgeEnds(g.Edges) {
		linalg.Gemm(linalg.NoTrans, linalg.NoTrans, 1, &linalg.Dense{Rows: d, Cols: d, Data: maps[k*d*d : (k+1)*d*d]}, basis[i], 0,
			&linalg.Dense{Rows: d, Cols: d, Data: newMaps[k*d*d : (k+1)*d*d]})
	}
	for name, op := range map[string]operator{"diffusion": linearDiffusion, "polynomial": polynomialDiffusion,
		"nonlinear": nonlinearDiffusion} {
		s := polyNSD.Defaults(Homophilic)
		want := transformed(applyOperator(g, op, s, maps, x, d, c))
		if e := relativeError(applyOperator(g, op, s, newMaps, transformed(x), d, c), want); e > 1e-12 {
			t.Errorf("%s: the result in the new bases differs by %g", name, e)
		}
	}
}

// TestPolynomialOfTheSheafLaplacian compares PolyNSD's operator with V f(λ) Vᵀ x of gonum's eigenvectors of the dense Laplacian.
// f(λ) = Σ_q w_q T_q(λ−1) + 0.1·(1 − λ/2), where T_q(z) = cos(q arccos z), and the weights w are the softmax of 0.1·(q+1).
// The parameters 0.1·(q+1) and 0.1 are 0 initially; applyOperator adds to them. Eigenvalues lie from 0 to 2.
func TestPolynomialOfTheSheafLaplacian(t *testing.T) {
	g, d, c := smallGraph(), 2, 3
	maps, x := normals("maps", 2*len(g.Edges)*d*d, 1), normals("x", g.N*d*c, 1)
	s := polyNSD.Defaults(Homophilic)
	got := applyOperator(g, polynomialDiffusion, s, maps, x, d, c)
	// The dense Laplacian, a column for each unit vector.
	n := g.N * d
	lap := mat.NewSymDense(n, nil)
	for q := range n {
		e := make([]float64, n)
		e[q] = 1
		for p, v := range applyOperator(g, linearDiffusion, s, maps, e, d, 1) {
			lap.SetSym(p, q, v)
		}
	}
	var eig mat.EigenSym
	if !eig.Factorize(lap, true) {
		t.Fatal("gonum finds no eigenvalues")
	}
	k := s.Int("k")
	weights, sum := make([]float64, k+1), 0.0
	for q := range weights {
		weights[q] = math.Exp(0.1 * float64(q+1))
		sum += weights[q]
	}
	var v, y, out mat.Dense
	eig.VectorsTo(&v)
	y.Mul(v.T(), mat.NewDense(n, c, x))
	for p, lambda := range eig.Values(nil) {
		if lambda < -1e-12 || lambda > 2 {
			t.Errorf("eigenvalue %g outside 0 to 2", lambda)
		}
		f := 0.1 * (1 - lambda/2)
		for q, w := range weights {
			f += w / sum * math.Cos(float64(q)*math.Acos(max(-1, min(1, lambda-1))))
		}
		for q := range c {
			y.Set(p, q, f*y.At(p, q))
		}
	}
	out.Mul(&v, &y)
	if e := relativeError(got, out.RawMatrix().Data); e > 1e-11 {
		t.Errorf("the operator differs by %g", e)
	}
}

// TestNonlinearDiffusionOfSmallSignals checks that for small x the nonlinear Laplacian is the linear one times UUᵀ on the channels, since
// Φ(y) = tanh(yU)Uᵀ is then yUUᵀ. For large x the two differ by half or more.
func TestNonlinearDiffusionOfSmallSignals(t *testing.T) {
	g, d, c := smallGraph(), 3, 4
	maps, x := normals("maps", 2*len(g.Edges)*d*d, 1), normals("x", g.N*d*c, 1e-5)
	s := nlsd.Defaults(Homophilic)
	u := linalg.NewDense(c, c) // the parameter U as applyOperator sets it
	orthogonalInit(u, rng.New(7, "init/op.phi"))
	for i := range u.Data {
		u.Data[i] += 0.1 * float64(i+1)
	}
	uu, want := linalg.NewDense(c, c), linalg.NewDense(g.N*d, c)
	linalg.Gemm(linalg.NoTrans, linalg.Trans, 1, u, u, 0, uu)
	linear := applyOperator(g, linearDiffusion, s, maps, x, d, c)
	linalg.Gemm(linalg.NoTrans, linalg.NoTrans, 1, &linalg.Dense{Rows: g.N * d, Cols: c, Data: linear}, uu, 0, want)
	if e := relativeError(applyOperator(g, nonlinearDiffusion, s, maps, x, d, c), want.Data); e > 1e-8 {
		t.Errorf("small signals: the result differs by %g", e)
	}
	large := normals("x", g.N*d*c, 1e3)
	nonlinearResult := applyOperator(g, nonlinearDiffusion, s, maps, large, d, c)
	linearResult := applyOperator(g, linearDiffusion, s, maps, large, d, c)
	if e := relativeError(nonlinearResult, linearResult); e < 0.5 {
		t.Errorf("large signals: the result differs from linear diffusion by %g, want 0.5 or more", e)
	}
}

// TestIdentitySheaf checks that the Laplacian of the last layer of ISN, column by column, is (D + I)^−½(D − A)(D + I)^−½ in
// every stalk coordinate.
func TestIdentitySheaf(t *testing.T) {
	g, s := smallGraph(), isn.Defaults(Heterophilic)
	var last Layer
	s.Watch = func(l Layer) { last = l }
	tape, _ := build(t, "isn", g, s, train.NewStore(3), true)
	tape.Forward()
	d, deg := s.Int("d"), g.Degrees()
	for p := range g.N * d {
		x, y := make([]float64, g.N*d), make([]float64, g.N*d)
		x[p] = 1
		last.Lap.Apply(y, x, 1)
		for q, v := range y {
			i, j, want := p/d, q/d, 0.0
			root := math.Sqrt(float64((deg[i] + 1) * (deg[j] + 1)))
			switch {
			case p == q:
				want = float64(deg[i]) / root
			case p%d == q%d && adjacent(g, i, j):
				want = -1 / root
			}
			if math.Abs(v-want) > 1e-14 {
				t.Fatalf("entry (%d, %d) is %g, want %g", p, q, v, want)
			}
		}
	}
}

// adjacent reports whether an edge joins two nodes.
func adjacent(g *graph.Graph, i, j int) bool {
	first, second := int32(min(i, j)), int32(max(i, j))
	for _, e := range g.Edges {
		if min(e.I, e.J) == first && max(e.I, e.J) == second {
			return true
		}
	}
	return false
}

// TestHyperedgesOfTwo checks that a hypergraph whose hyperedges are the edges of a graph diffuses as the normalised sheaf Laplacian of
// NSD, with random diagonal maps.
func TestHyperedgesOfTwo(t *testing.T) {
	g, d, c := smallGraph(), 3, 2
	m := len(g.Edges)
	values := linalg.NewDense(2*m, d)
	copy(values.Data, normals("diagonals", 2*m*d, 1))
	raw := &sheaf.Sheaf{N: g.N, D: d, Edges: g.Edges, R: make([]float64, 2*m*d*d)}
	ptr := make([]int32, m+1) // hyperedge k has the node ends 2k and 2k+1
	for k := range 2 * m {
		ptr[k/2+1] = int32(k + 1)
		for q := range d {
			raw.R[k*d*d+q*d+q] = values.At(k, q)
		}
	}
	hat := &sheaf.Sheaf{N: g.N, D: d, Edges: g.Edges, R: make([]float64, len(raw.R))}
	lap := sheaf.NewLaplacian(g.N, d, g.Edges)
	sheaf.NewNormalizer(g.N, d, g.Edges).Forward(raw, 0, hat)
	lap.Assemble(hat)
	x, want := normals("x", g.N*d*c, 1), make([]float64, g.N*d*c)
	lap.Apply(want, x, c)
	tape := &autodiff.Tape{}
	got := newHypergraph(g.N, ptr, edgeEnds(g.Edges)).diffuse(tape, tape.Const(values),
		tape.Const(&linalg.Dense{Rows: g.N, Cols: d * c, Data: x}))
	tape.Forward()
	if e := relativeError(got.Value.Data, want); e > 1e-13 {
		t.Errorf("the diffusion differs by %g", e)
	}
}

// TestSheafHyperKeepsNothingOfTheNode checks that the diagonal blocks of L̂ of SheafHyper are identities, and 0 at an isolated node. So
// I − L̂ keeps nothing of the own features of a node with neighbours.
func TestSheafHyperKeepsNothingOfTheNode(t *testing.T) {
	g, s := smallGraph(), sheafHyper.Defaults(Homophilic)
	var last Layer
	s.Watch = func(l Layer) { last = l }
	tape, _ := build(t, "sheafhyper", g, s, train.NewStore(3), false)
	tape.Forward()
	lap, joined := last.hyper.laplacian(g), make([]bool, g.N)
	for _, e := range g.Edges {
		joined[e.I], joined[e.J] = true, true
	}
	for i := range g.N {
		for k, v := range lap.Diag(i) {
			want := 0.0
			if k%(last.openDim+1) == 0 && joined[i] {
				want = 1
			}
			if math.Abs(v-want) > 1e-12 {
				t.Fatalf("entry %d of the block of node %d is %g, want %g", k, i, v, want)
			}
		}
	}
}

// TestSheafAttention recomputes SheafAN with one layer, node by node, from its parameters and maps: attention with LeakyReLU of slope 0.2,
// transports R_ijᵀR_ji, −1 on the diagonal, ELU, the encoder's features added, and the class weights.
func TestSheafAttention(t *testing.T) {
	g, s, store := smallGraph(), sheafAN.Defaults(Heterophilic), train.NewStore(5)
	s.Values["layers"] = 1
	var l Layer
	s.Watch = func(x Layer) { l = x }
	tape, out := build(t, "sheafan", g, s, store, false)
	tape.Forward()
	// h is the result of the encoder on a tape of its own.
	enc := &autodiff.Tape{}
	b := withNormalizedRows(&train.Builder{Tape: enc, Store: store, Graph: g})
	h := autodiff.ELU(enc, input(b, "sheafan.in", l.X.Rows()/g.N*l.X.Cols(), train.FanIn, 0))
	enc.Forward()
	n, d, c := g.N, l.Raw.D, l.X.Cols()
	// sum has Σ_j a_ij R_ijᵀR_ji x_j − x_i. Map k of the sheaf belongs to node ends[k]. Map k^1 belongs to the
	// other end of the edge.
	block := func(k int) *mat.Dense { return mat.NewDense(d, d, l.Raw.R[k*d*d:(k+1)*d*d]) }
	sum, ends := mat.NewDense(n*d, c, nil), edgeEnds(g.Edges)
	own, other := store.Value("sheafan.0.self").Data, store.Value("sheafan.0.neighbour").Data
	for i := range n {
		row := sum.Slice(i*d, (i+1)*d, 0, c).(*mat.Dense)
		weight := func(j int) float64 {
			e := linalg.Dot(h.Value.Row(i), own) + linalg.Dot(h.Value.Row(j), other)
			return math.Exp(max(e, 0.2*e))
		}
		add := func(w float64, transport mat.Matrix, j int) {
			var y mat.Dense
			y.Mul(transport, mat.NewDense(d, c, l.X.Value.Data[j*d*c:(j+1)*d*c]))
			y.Scale(w, &y)
			row.Add(row, &y)
		}
		// The weights are normalised over the node and its neighbours.
		total := weight(i)
		for k := range ends {
			if int(ends[k]) == i {
				total += weight(int(ends[k^1]))
			}
		}
		identity := mat.NewDense(d, d, nil)
		for q := range d {
			identity.Set(q, q, 1)
		}
		add(weight(i)/total-1, identity, i)
		for k := range ends {
			if j := int(ends[k^1]); int(ends[k]) == i {
				var transport mat.Dense
				transport.Mul(block(k).T(), block(k^1))
				add(weight(j)/total, &transport, j)
			}
		}
	}
	// ELU, the features of the encoder, and the class weights.
	var logits mat.Dense
	x := mat.NewDense(n, d*c, sum.RawMatrix().Data)
	for i := range n {
		for q := range d * c {
			v := x.At(i, q)
			if v < 0 {
				v = math.Expm1(v)
			}
			x.Set(i, q, v+h.Value.At(i, q))
		}
	}
	w, bias := store.Value("sheafan.class.weight"), store.Value("sheafan.class.bias")
	logits.Mul(x, mat.NewDense(w.Rows, w.Cols, w.Data))
	for i := range n {
		for q := range w.Cols {
			logits.Set(i, q, logits.At(i, q)+bias.Data[q])
		}
	}
	if e := relativeError(out.Value.Data, logits.RawMatrix().Data); e > 1e-12 {
		t.Errorf("the logits differ by %g", e)
	}
}
