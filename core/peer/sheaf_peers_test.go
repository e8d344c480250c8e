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

// onSheaf runs an operator on a sheaf with given maps (normalised with D + I) and x,
// (n·d)×c; its parameters are moved off their start.
func onSheaf(g *graph.Graph, op operator, s Settings, maps, x []float64, d, c int) []float64 {
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

// far returns the largest difference of two lists.
func far(a, b []float64) float64 {
	worst, size := 0.0, 0.0
	for i := range a {
		worst, size = max(worst, math.Abs(a[i]-b[i])), max(size, math.Abs(b[i]))
	}
	return worst / size
}

// TestOperatorsAreGaugeEquivariant: an orthogonal change of basis in every stalk transforms the result of each operator.
// The change R_ij → R_ij·Q_i and x_i → Q_iᵀx_i multiplies the result at node i by Q_iᵀ.
func TestOperatorsAreGaugeEquivariant(t *testing.T) {
	g, d, c := smallGraph(), 3, 4
	maps, x := normals("maps", 2*len(g.Edges)*d*d, 1), normals("x", g.N*d*c, 1)
	turn := make([]*linalg.Dense, g.N)
	r := rng.New(4, "turn")
	for i := range turn {
		turn[i] = linalg.NewDense(d, d)
		orthogonalInit(turn[i], r)
	}
	turned := func(x []float64) []float64 { // Q_iᵀx_i
		out := make([]float64, len(x))
		for i, q := range turn {
			linalg.Gemm(linalg.Trans, linalg.NoTrans, 1, q, &linalg.Dense{Rows: d, Cols: c, Data: x[i*d*c : (i+1)*d*c]}, 0,
				&linalg.Dense{Rows: d, Cols: c, Data: out[i*d*c : (i+1)*d*c]})
		}
		return out
	}
	other := make([]float64, len(maps))
	for k, i := range edgeEnds(g.Edges) {
		linalg.Gemm(linalg.NoTrans, linalg.NoTrans, 1, &linalg.Dense{Rows: d, Cols: d, Data: maps[k*d*d : (k+1)*d*d]}, turn[i], 0,
			&linalg.Dense{Rows: d, Cols: d, Data: other[k*d*d : (k+1)*d*d]})
	}
	for name, op := range map[string]operator{"diffusion": linearDiffusion, "polynomial": polynomialDiffusion,
		"nonlinear": nonlinearDiffusion} {
		s := polyNSD.Defaults(Homophilic)
		want := turned(onSheaf(g, op, s, maps, x, d, c))
		if e := far(onSheaf(g, op, s, other, turned(x), d, c), want); e > 1e-12 {
			t.Errorf("%s: relative error %g", name, e)
		}
	}
}

// TestPolynomialOfTheSheafLaplacian: the polynomial equals that of the eigenvalues of the dense Laplacian, with T_k(z) = cos(k arccos z).
func TestPolynomialOfTheSheafLaplacian(t *testing.T) {
	g, d, c := smallGraph(), 2, 3
	maps, x := normals("maps", 2*len(g.Edges)*d*d, 1), normals("x", g.N*d*c, 1)
	s := polyNSD.Defaults(Homophilic)
	got := onSheaf(g, polynomialDiffusion, s, maps, x, d, c)
	n := g.N * d
	lap := mat.NewSymDense(n, nil)
	for q := range n {
		e := make([]float64, n)
		e[q] = 1
		for p, v := range onSheaf(g, linearDiffusion, s, maps, e, d, 1) {
			lap.SetSym(p, q, v)
		}
	}
	var eig mat.EigenSym
	if !eig.Factorize(lap, true) {
		t.Fatal("no eigenvalues")
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
	if e := far(got, out.RawMatrix().Data); e > 1e-11 {
		t.Errorf("relative error %g", e)
	}
}

// TestNonlinearDiffusionOfSmallSignals: for small x the function Φ(y) = tanh(yU)Uᵀ is yUUᵀ.
// The nonlinear Laplacian is then the linear one times UUᵀ on the channels.
func TestNonlinearDiffusionOfSmallSignals(t *testing.T) {
	g, d, c := smallGraph(), 3, 4
	maps, x := normals("maps", 2*len(g.Edges)*d*d, 1), normals("x", g.N*d*c, 1e-5)
	s := nlsd.Defaults(Homophilic)
	u := linalg.NewDense(c, c)
	orthogonalInit(u, rng.New(7, "init/op.phi"))
	for i := range u.Data {
		u.Data[i] += 0.1 * float64(i+1)
	}
	uu, want := linalg.NewDense(c, c), linalg.NewDense(g.N*d, c)
	linalg.Gemm(linalg.NoTrans, linalg.Trans, 1, u, u, 0, uu)
	linear := onSheaf(g, linearDiffusion, s, maps, x, d, c)
	linalg.Gemm(linalg.NoTrans, linalg.NoTrans, 1, &linalg.Dense{Rows: g.N * d, Cols: c, Data: linear}, uu, 0, want)
	if e := far(onSheaf(g, nonlinearDiffusion, s, maps, x, d, c), want.Data); e > 1e-8 {
		t.Errorf("relative error %g", e)
	}
	large := normals("x", g.N*d*c, 1e3)
	if e := far(onSheaf(g, nonlinearDiffusion, s, maps, large, d, c), onSheaf(g, linearDiffusion, s, maps, large, d, c)); e < 0.5 {
		t.Errorf("large signals flow as if Φ were linear: %g", e)
	}
}

// TestIdentitySheaf: the sheaf of ISN has the Laplacian of the graph in every stalk coordinate.
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
			if root := math.Sqrt(float64((deg[i] + 1) * (deg[j] + 1))); p == q {
				want = float64(deg[i]) / root
			} else if p%d == q%d && adjacent(g, i, j) {
				want = -1 / root
			}
			if math.Abs(v-want) > 1e-14 {
				t.Fatalf("entry (%d, %d) is %g, want %g", p, q, v, want)
			}
		}
	}
}

// adjacent reports whether two nodes have an edge.
func adjacent(g *graph.Graph, i, j int) bool {
	for _, e := range g.Edges {
		if int(e.I) == i && int(e.J) == j || int(e.I) == j && int(e.J) == i {
			return true
		}
	}
	return false
}

// TestHyperedgesOfTwo: a hypergraph whose hyperedges are the edges has the normalised sheaf Laplacian of NSD.
func TestHyperedgesOfTwo(t *testing.T) {
	g, d, c := smallGraph(), 3, 2
	m := len(g.Edges)
	values := linalg.NewDense(2*m, d)
	copy(values.Data, normals("diagonals", 2*m*d, 1))
	raw := &sheaf.Sheaf{N: g.N, D: d, Edges: g.Edges, R: make([]float64, 2*m*d*d)}
	ptr := make([]int32, m+1)
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
	if e := far(got.Value.Data, want); e > 1e-13 {
		t.Errorf("relative error %g", e)
	}
}

// TestSheafHyperKeepsNothingOfTheNode: I − L̂ of SheafHyper has zero diagonal blocks, since D has those of L.
// A layer therefore retains nothing of a node's own features.
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
			if k%(last.openDim+1) == 0 && joined[i] { // alone there is nothing to differ from
				want = 1
			}
			if math.Abs(v-want) > 1e-12 {
				t.Fatalf("entry %d of node %d's block is %g", k, i, v)
			}
		}
	}
}

// TestSheafAttention: a layer of SheafAN equals its definition, node by node.
func TestSheafAttention(t *testing.T) {
	g, s, store := smallGraph(), sheafAN.Defaults(Heterophilic), train.NewStore(5)
	s.Values["layers"] = 1
	var l Layer
	s.Watch = func(x Layer) { l = x }
	tape, out := build(t, "sheafan", g, s, store, false)
	tape.Forward()
	enc := &autodiff.Tape{}
	b := withNormalizedRows(&train.Builder{Tape: enc, Store: store, Graph: g})
	h := autodiff.ELU(enc, input(b, "sheafan.in", l.X.Rows()/g.N*l.X.Cols(), train.FanIn, 0))
	enc.Forward()
	n, d, c := g.N, l.Raw.D, l.X.Cols()
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
		total := weight(i)
		for k := range ends {
			if int(ends[k]) == i {
				total += weight(int(ends[k^1]))
			}
		}
		eye := mat.NewDense(d, d, nil)
		for q := range d {
			eye.Set(q, q, 1)
		}
		add(weight(i)/total-1, eye, i)
		for k := range ends {
			if j := int(ends[k^1]); int(ends[k]) == i {
				var transport mat.Dense
				transport.Mul(block(k).T(), block(k^1))
				add(weight(j)/total, &transport, j)
			}
		}
	}
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
	if e := far(out.Value.Data, logits.RawMatrix().Data); e > 1e-12 {
		t.Errorf("relative error %g", e)
	}
}
