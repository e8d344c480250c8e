package peer

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/train"
)

// TestDeepLayerByItsDefinition recomputes the network of the authors' program entry by entry, for two graphs, d = 3 and two layers.
// A layer has diagonal maps of each arc, a sum over neighbours, a gate, tanh and LayerNorm; logits follow from the last layer.
// Raw has the maps of the arcs into the first ends. The part of a node has the means of the diagonals of the blocks.
func TestDeepLayerByItsDefinition(t *testing.T) {
	for where, g := range layerGraphs(t) {
		layers, out, store := layersOf(t, "deep-nsd", g, Heterophilic, func(s Settings) {
			s.Values["d"], s.Values["hidden"], s.Values["layers"] = 3, 4, 2
		})
		d, c, degree := 3, 4, make([]float64, g.N)
		for _, e := range g.Edges {
			degree[e.I]++
			degree[e.J]++
		}
		h := mat.NewDense(g.N, d*c, layers[0].X.Value.Data)
		for k := range layers {
			l := &layers[k]
			parameter := func(name string) *linalg.Dense { return store.Value(numbered("deep", k) + name) }
			// diagonal returns the diagonal of the map "source" or "target" of the arc j → i. The learner has 4d columns: source and target
			// for the features of i, then source and target for the features of j.
			diagonal := func(name string, i, j int) []float64 {
				v, first := parameter(".learner"), map[string]int{"source": 0, "target": d}[name]
				m := make([]float64, d)
				for q := range m {
					m[q] = parameter(".bias").Data[first+q] + parameter(".bias").Data[2*d+first+q]
					for r := range d * c {
						m[q] += h.At(i, r)*v.At(r, first+q) + h.At(j, r)*v.At(r, 2*d+first+q)
					}
					m[q] = math.Tanh(m[q])
				}
				return m
			}
			// y has the sums over neighbours, next the features after the layer.
			y, next := mat.NewDense(g.N*d, c, nil), mat.NewDense(g.N, d*c, nil)
			for i := range g.N {
				rows := l.Parts[0].Row(l, i)
				for j := range g.N {
					mean := 0.0
					if adjacent(g, i, j) {
						s, u := diagonal("source", i, j), diagonal("target", i, j)
						for q := range d {
							block := s[q] * u[q] / math.Sqrt(degree[i]*degree[j])
							mean += block / float64(d)
							for r := range c {
								y.Set(i*d+q, r, y.At(i*d+q, r)+block*h.At(j, q*c+r))
							}
						}
					}
					if math.Abs(rows[j]-mean) > 1e-13 {
						t.Fatalf("%s: the part of node %d has the weight %g of node %d, want %g", where, i, rows[j], j, mean)
					}
				}
			}
			if e := relativeError(l.Y.Value.Data, y.RawMatrix().Data); e > 1e-12 {
				t.Errorf("%s, layer %d: the sums differ by %g", where, k+1, e)
			}
			// The maps of the sheaf.
			for e, q := range g.Edges {
				s, u := diagonal("source", int(q.I), int(q.J)), diagonal("target", int(q.I), int(q.J))
				for r := range d * d {
					want0, want1 := 0.0, 0.0
					if r%(d+1) == 0 {
						want0, want1 = s[r/d], u[r/d]
					}
					if math.Abs(l.Raw.Map(e, 0)[r]-want0) > 1e-13 || math.Abs(l.Raw.Map(e, 1)[r]-want1) > 1e-13 {
						t.Fatalf("%s: the maps of edge %d are %v, %v, want diagonals %v, %v", where, e, l.Raw.Map(e, 0), l.Raw.Map(e, 1), s, u)
					}
				}
			}
			// LayerNorm of x = (1+ε)h − σ(score)·tanh(z), where σ(score) is the gate.
			for i := range g.N {
				var z mat.Dense
				z.Product(mat.NewDense(d, d, parameter(".left").Data), y.Slice(i*d, (i+1)*d, 0, c), mat.NewDense(c, c, parameter(".right").Data))
				row, mean, square := make([]float64, d*c), 0.0, 0.0
				for q := range d {
					score := parameter(".open").Data[0]
					for r := range c {
						score += parameter(".gate").Data[r]*h.At(i, q*c+r) + parameter(".gate").Data[c+r]*y.At(i*d+q, r)
					}
					for r := range c {
						x := (1+parameter(".epsilon").Data[q])*h.At(i, q*c+r) - math.Tanh(z.At(q, r))/(1+math.Exp(-score))
						row[q*c+r], mean, square = x, mean+x/float64(d*c), square+x*x/float64(d*c)
					}
				}
				for r, x := range row {
					next.Set(i, r, (x-mean)/math.Sqrt(square-mean*mean+1e-5)*parameter(".scale").Data[r]+parameter(".shift").Data[r])
				}
			}
			h = next
			if e := relativeError(l.Out.Value.Data, h.RawMatrix().Data); e > 1e-10 {
				t.Errorf("%s, layer %d: its features differ by %g", where, k+1, e)
			}
		}
		var logits mat.Dense
		w := store.Value("deep.class.weight")
		logits.Mul(h, mat.NewDense(w.Rows, w.Cols, w.Data))
		logits.Apply(func(_, q int, v float64) float64 { return v + store.Value("deep.class.bias").Data[q] }, &logits)
		if e := relativeError(out.Value.Data, logits.RawMatrix().Data); e > 1e-10 {
			t.Errorf("%s: the logits differ by %g", where, e)
		}
	}
}

// TestDeepAndEdges checks that without edges the sums over neighbours and the Laplacian are 0, and that the reverse order of the edges
// changes no logit by more than 1e-12, relative to the largest.
func TestDeepAndEdges(t *testing.T) {
	g := smallGraph()
	withoutEdges := *g
	withoutEdges.Edges = nil
	layers, _, _ := layersOf(t, "deep-nsd", &withoutEdges, Heterophilic, nil)
	for k, l := range layers {
		if linalg.Nrm2(l.Y.Value.Data) != 0 || l.Lap.Trace() != 0 {
			t.Errorf("layer %d has a sum without neighbours", k+1)
		}
	}
	reversed := *g
	reversed.Edges = nil
	for k := range g.Edges {
		reversed.Edges = append(reversed.Edges, g.Edges[len(g.Edges)-1-k])
	}
	logits := func(g *graph.Graph) []float64 {
		tape, out := build(t, "deep-nsd", g, Find("deep-nsd").Defaults(Homophilic), train.NewStore(3), false)
		tape.Forward()
		return out.Value.Data
	}
	if e := relativeError(logits(&reversed), logits(g)); e > 1e-12 {
		t.Errorf("the reverse order of the edges changes the logits by %g", e)
	}
}
