package peer

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/autodiff"
	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/train"
)

// layersOf returns the opened layers, the logits and the parameters of a peer after a forward pass for evaluation. Its parameters have
// normal numbers of deviation 0.2 added to their initial values. apply changes the default settings; it may be nil.
func layersOf(t *testing.T, name string, g *graph.Graph, kind GraphKind, apply func(Settings)) ([]Layer, *autodiff.Var, *train.Store) {
	t.Helper()
	s, store := Find(name).Defaults(kind), train.NewStore(6)
	if apply != nil {
		apply(s)
	}
	tape, _ := build(t, name, g, s, store, true)
	for _, p := range tape.Params {
		r := rng.New(2, "test/"+p.Name)
		for i := range p.Value.Data {
			p.Value.Data[i] += 0.2 * r.Norm()
		}
	}
	var layers []Layer
	s.Watch = func(l Layer) { layers = append(layers, l) }
	eval, logits := build(t, name, g, s, store, false)
	eval.Forward()
	for k := range layers {
		layers[k].Open(g)
	}
	return layers, logits, store
}

// layerGraphs returns the graphs of the tests of layers by name: the karate club, and smallGraph with an isolated node.
func layerGraphs(t *testing.T) map[string]*graph.Graph {
	t.Helper()
	karate, err := graph.Builtin("karate")
	if err != nil {
		t.Fatal(err)
	}
	return map[string]*graph.Graph{"karate": karate, "small": smallGraph()}
}

// normalAdjacency returns (D + extra)^{-1/2}(A + extra·I)(D + extra)^{-1/2}, dense. An isolated node has zeros for extra = 0.
func normalAdjacency(g *graph.Graph, extra float64) *mat.SymDense {
	a, deg := mat.NewSymDense(g.N, nil), make([]float64, g.N)
	for i := range g.N {
		for j := range g.N {
			if adjacent(g, i, j) {
				deg[i]++
			}
		}
		deg[i] += extra
	}
	for i := range g.N {
		for j := range g.N {
			switch {
			case adjacent(g, i, j):
				a.SetSym(i, j, 1/math.Sqrt(deg[i]*deg[j]))
			case i == j && deg[i] > 0:
				a.SetSym(i, i, extra/deg[i])
			}
		}
	}
	return a
}

// spectrumOf returns the eigenvalues and eigenvectors of a Laplacian, by gonum. It fails the test if the Laplacian is not symmetric.
func spectrumOf(t *testing.T, l *linalg.Dense) ([]float64, *mat.Dense) {
	t.Helper()
	s := mat.NewSymDense(l.Rows, nil)
	for i := range l.Rows {
		for j := range l.Cols {
			if math.Abs(l.At(i, j)-l.At(j, i)) > 1e-12 {
				t.Fatalf("entry (%d, %d) of the Laplacian and its mirror differ", i, j)
			}
			s.SetSym(i, j, l.At(i, j))
		}
	}
	var eig mat.EigenSym
	if !eig.Factorize(s, true) {
		t.Fatal("gonum finds no eigenvalues")
	}
	var v mat.Dense
	eig.VectorsTo(&v)
	return eig.Values(nil), &v
}

// filtered returns V g(λ) Vᵀ x, where x has as many rows as there are eigenvalues. gain returns g(λ) for a column of x.
func filtered(values []float64, v *mat.Dense, x []float64, gain func(col int, lambda float64) float64) []float64 {
	n := len(values)
	c := len(x) / n
	var y, out mat.Dense
	y.Mul(v.T(), mat.NewDense(n, c, append([]float64(nil), x...)))
	for i, lambda := range values {
		for q := range c {
			y.Set(i, q, y.At(i, q)*gain(q, lambda))
		}
	}
	out.Mul(v, &y)
	return out.RawMatrix().Data
}

// TestLayersAreTheirFilters checks that every layer of every peer has a Laplacian with eigenvalues from 0 to 2.
// A layer with a filter g has Y = V g(λ) Vᵀ X in gonum's basis of eigenvectors. A filter has one curve, or one for each column of X.
func TestLayersAreTheirFilters(t *testing.T) {
	for where, g := range layerGraphs(t) {
		for _, name := range Names() {
			layers, _, _ := layersOf(t, name, g, Heterophilic, nil)
			if len(layers) == 0 {
				t.Errorf("%s reports no layer", name)
			}
			for k := range layers {
				l := &layers[k]
				values, v := spectrumOf(t, l.Lap.Dense())
				if lo, hi := values[0], values[len(values)-1]; lo < -1e-12 || hi > 2+1e-12 {
					t.Errorf("%s on %s, layer %d: eigenvalues from %g to %g", name, where, k+1, lo, hi)
				}
				if len(l.X.Value.Data)%(g.N*l.Dim()) != 0 || l.Y == nil {
					t.Fatalf("%s: layer %d has %d features, no multiple of %d, or no result", name, k+1, len(l.X.Value.Data), g.N*l.Dim())
				}
				if l.Filter == nil {
					continue // the layer is no function of the Laplacian
				}
				columns, curves := len(l.X.Value.Data)/(g.N*l.Dim()), l.Filter.Curves()
				if curves != 1 && curves != columns {
					t.Errorf("%s: %d curves for %d columns", name, curves, columns)
				}
				want := filtered(values, v, l.X.Value.Data, func(col int, lambda float64) float64 {
					return l.Filter.Gain(min(col, curves-1), lambda)
				})
				got := append([]float64(nil), l.Y.Value.Data...)
				if name == "jacobi" { // its filter has λ = 1 at an isolated node; the Laplacian has 0
					for i := range g.N {
						if len(g.Adjacency().Neighbors(i)) > 0 {
							continue
						}
						for q := range g.Classes {
							p := i*g.Classes + q
							want[p] = l.Filter.Gain(q, 1) * l.X.Value.Data[p]
						}
					}
				}
				if e := relativeError(got, want); e > 1e-10 {
					t.Errorf("%s on %s, layer %d: Y differs from the filter by %g", name, where, k+1, e)
				}
			}
		}
	}
}

// TestTrivialSheaf checks that the first layer of a network without maps has the Laplacian I − A, entry by entry. A is the dense normalised
// adjacency with the self-loops of the network (extra). Without self-loops an isolated node has the row 0. The printed Laplacian and the
// description of the maps agree with the self-loops, also for GCN and GCNII with the setting loops=1. The Laplacian of an MLP has the
// trace 0.
func TestTrivialSheaf(t *testing.T) {
	for where, g := range layerGraphs(t) {
		for form, extra := range map[string]float64{"gcn": 1, "gcn-tuned": 1, "gcnii": 1, "gprgnn": 1, "pcnet": 1, "jacobi": 0, "h2gcn": 0,
			"sage": 0, "glognn": 0, "gcn loops=1": 0, "gcnii loops=1": 0} {
			name, _, isChanged := strings.Cut(form, " ")
			var s Settings
			layers, _, _ := layersOf(t, name, g, Heterophilic, func(changed Settings) {
				if s = changed; isChanged {
					s.Values["loops"] = 1
				}
			})
			tex, degree := "L=B^⊤B=I−\\hat{A}", "√(degree + 1)"
			if extra == 0 {
				tex, degree = "L=B^⊤B=I−D^{−1/2}A D^{−1/2}", "√degree"
			}
			if got, maps := Find(name).LaplacianWith(s), Find(name).MapsWith(s); got != tex || !strings.Contains(maps, degree) {
				t.Errorf("%s: the Laplacian is %q and the maps %q, want %q and a text with %q", form, got, maps, tex, degree)
			}
			lap, a := layers[0].Lap.Dense(), normalAdjacency(g, extra)
			for i := range g.N {
				for j := range g.N {
					want := -a.At(i, j)
					emptyRow := extra == 0 && len(g.Adjacency().Neighbors(i)) == 0
					if i == j && !emptyRow {
						want++
					}
					if math.Abs(lap.At(i, j)-want) > 1e-13 {
						t.Fatalf("%s on %s: entry (%d, %d) is %g, want %g", form, where, i, j, lap.At(i, j), want)
					}
				}
			}
		}
		if layers, _, _ := layersOf(t, "mlp", g, Heterophilic, nil); layers[0].Lap.Trace() != 0 {
			t.Errorf("the Laplacian of an MLP has the trace %g, want 0", layers[0].Lap.Trace())
		}
	}
}

// TestWholeNetworksAreTheirCurves compares GCN and GCNII with the gain Together of their last layer, in gonum's basis of eigenvectors.
// GCN has nonnegative weights here, so ReLU has no effect, and k layers have the gain (1−λ)^k, checked at λ = 0.25.
// GCNII has the weights W = I here, and the result of its last layer is compared.
func TestWholeNetworksAreTheirCurves(t *testing.T) {
	for where, g := range layerGraphs(t) {
		s, store := gcn.Defaults(Heterophilic), train.NewStore(6)
		s.Values["layers"], s.Values["hidden"] = 3, 5
		var layers []Layer
		s.Watch = func(l Layer) { layers = append(layers, l) }
		tape, logits := build(t, "gcn", g, s, store, true)
		tape.Training = false
		for _, p := range tape.Params {
			for i, v := range p.Value.Data {
				p.Value.Data[i] = math.Abs(v)
			}
		}
		tape.Forward()
		layers[0].Open(g)
		values, v := spectrumOf(t, layers[0].Lap.Dense())
		weighted := mat.NewDense(g.N, 5, layers[0].X.Value.Data) // the features times all weights
		for l := 1; l < 3; l++ {
			w := store.Value(numbered("gcn", l) + ".weight")
			var next mat.Dense
			next.Mul(weighted, mat.NewDense(w.Rows, w.Cols, w.Data))
			weighted = &next
		}
		want := filtered(values, v, weighted.RawMatrix().Data, func(_ int, lambda float64) float64 { return layers[2].Together(lambda) })
		if e := relativeError(logits.Value.Data, want); e > 1e-10 {
			t.Errorf("gcn on %s: the logits differ by %g", where, e)
		}
		for k := range layers {
			if got := layers[k].Together(0.25); math.Abs(got-math.Pow(0.75, float64(k+1))) > 1e-15 {
				t.Errorf("gcn after layer %d: the gain at 0.25 is %g, want 0.75^%d", k+1, got, k+1)
			}
		}
		// GCNII.
		s, store, layers = gcnii.Defaults(Homophilic), train.NewStore(6), nil
		s.Values["layers"], s.Values["hidden"] = 4, 5
		s.Watch = func(l Layer) { layers = append(layers, l) }
		tape, _ = build(t, "gcnii", g, s, store, true)
		tape.Training = false
		for l := 1; l <= 4; l++ {
			w := store.Value(numbered("gcnii", l) + ".weight")
			for i := range w.Data {
				w.Data[i] = 0
				if i%6 == 0 { // the diagonal of a 5×5 matrix
					w.Data[i] = 1
				}
			}
		}
		tape.Forward()
		layers[0].Open(g)
		want = filtered(values, v, layers[0].X.Value.Data, func(_ int, lambda float64) float64 { return layers[3].Together(lambda) })
		if e := relativeError(layers[3].Y.Value.Data, want); e > 1e-10 {
			t.Errorf("gcnii on %s: the last layer differs by %g", where, e)
		}
	}
}

// TestPartsOfALayerAddUp checks that the weights of the parts of the first layer, applied to X, give its result Y. Part r of several
// parts gives a block of columns of Y. GloGNN and GCNII also add a share α of X.
func TestPartsOfALayerAddUp(t *testing.T) {
	for where, g := range layerGraphs(t) {
		for _, name := range []string{"gcn", "gcn-tuned", "gprgnn", "pcnet", "sage", "h2gcn", "geom-gcn", "gat", "glognn", "gcnii"} {
			layers, _, _ := layersOf(t, name, g, Heterophilic, func(s Settings) {
				if name == "gat" {
					s.Values["heads"] = 1
				}
				if name == "glognn" {
					s.Values["alpha"], s.Values["layers"], s.Values["beta"] = 0.3, 2, 0.8
				}
			})
			l := layers[0]
			width := l.X.Cols() // of a part
			if name == "geom-gcn" {
				width /= divisions
			}
			sum := linalg.NewDense(g.N, width*len(l.Parts))
			for i := range g.N {
				for r, p := range l.Parts {
					for j, w := range p.Row(&l, i) {
						from := l.X.Value.Row(j)
						if name == "geom-gcn" { // each division has columns of its own
							from = from[r*width : (r+1)*width]
						}
						linalg.Axpy(w, from, sum.Row(i)[r*width:(r+1)*width])
					}
				}
			}
			want := layers[0].Y.Value.Data
			switch s := Find(name).Defaults(Heterophilic); name {
			case "glognn": // H′ = (1−α)Z H + αH₀, α = 0.3, H₀ = H in the first layer
				linalg.Scal(0.7, sum.Data)
				linalg.Axpy(0.3, l.X.Value.Data, sum.Data)
			case "gcnii":
				linalg.Scal(1-s.Of("alpha"), sum.Data)
				linalg.Axpy(s.Of("alpha"), l.X.Value.Data, sum.Data)
			}
			if e := relativeError(sum.Data, want); e > 1e-10 {
				t.Errorf("%s on %s: the sum of the parts differs by %g", name, where, e)
			}
		}
	}
}

// TestAttentionAsASheaf checks the layers of GAT and SheafAN. The attention of a node, its part, sums to 1. As a sheaf, the layer has a
// Laplacian. The mean diagonal of the block of a node is 1 minus the attention of the node to itself. The block of an edge is
// −√(a_ij a_ji)·R_ijᵀR_ji for SheafAN, and −√(a_ij a_ji) for a GAT of one head. Stalks have d = 3, in GAT a coordinate per head.
func TestAttentionAsASheaf(t *testing.T) {
	for where, g := range layerGraphs(t) {
		for _, name := range []string{"gat", "sheafan"} {
			layers, _, _ := layersOf(t, name, g, Heterophilic, nil)
			for k := range layers {
				l := &layers[k]
				d := l.Dim()
				wantD := 3
				if name == "gat" {
					wantD = []int{8, 1}[k] // heads of the layer
				}
				if d != wantD {
					t.Errorf("%s, layer %d: stalks of dimension %d, want %d", name, k+1, d, wantD)
				}
				self := make([]float64, g.N) // attention to the node itself
				for i := range g.N {
					sum := 0.0
					for j, w := range l.Parts[0].Row(l, i) {
						sum += w
						if j == i {
							self[i] = w
						}
					}
					if math.Abs(sum-1) > 1e-12 {
						t.Errorf("%s on %s: the attention of node %d sums to %g", name, where, i, sum)
					}
					trace := 0.0
					for q := range d {
						trace += l.Lap.Diag(i)[q*d+q]
					}
					if math.Abs(trace/float64(d)-(1-self[i])) > 1e-12 {
						t.Errorf("%s on %s, node %d: diagonal %g, want %g", name, where, i, trace/float64(d), 1-self[i])
					}
				}
				if d > 1 && name == "gat" {
					continue // Arc has the mean over the heads only
				}
				for e := range g.Edges {
					// root is the geometric mean of a_ij and a_ji, product an entry of R_ijᵀR_ji (1 for GAT).
					root := math.Sqrt(l.Arc(g.Edges[e], 0) * l.Arc(g.Edges[e], 1))
					for p := range d {
						for q := range d {
							product := 1.0
							if name == "sheafan" {
								product = 0
								for r := range d {
									product += l.Raw.Map(e, 0)[r*d+p] * l.Raw.Map(e, 1)[r*d+q]
								}
							}
							if got := l.Lap.Edge(e)[p*d+q]; math.Abs(got+root*product) > 1e-12 {
								t.Fatalf("%s on %s, edge %d: entry (%d, %d) is %g, want %g", name, where, e, p, q, got, -root*product)
							}
						}
					}
				}
			}
		}
	}
}
