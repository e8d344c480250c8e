package peer

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/train"
)

// TestDeepLayerByItsDefinition: a layer equals that of the authors' program, entry by entry.
// The definition has maps of each arc, a sum over neighbours, a gate, tanh and LayerNorm.
// Its sheaf has the blocks of the arcs into the first ends, and its parts are the means of their diagonals.
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
			l, at := &layers[k], func(name string) *linalg.Dense { return store.Value(numbered("deep", k) + name) }
			// The diagonal of a map of the arc j→i.
			diagonal := func(name string, i, j int) []float64 {
				v, first := at(".learner"), map[string]int{"source": 0, "target": d}[name]
				m := make([]float64, d)
				for q := range m {
					m[q] = at(".bias").Data[first+q] + at(".bias").Data[2*d+first+q]
					for r := range d * c {
						m[q] += h.At(i, r)*v.At(r, first+q) + h.At(j, r)*v.At(r, 2*d+first+q)
					}
					m[q] = math.Tanh(m[q])
				}
				return m
			}
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
						t.Fatalf("%s: node %d gathers %g of %d, want %g", where, i, rows[j], j, mean)
					}
				}
			}
			if e := far(l.Y.Value.Data, y.RawMatrix().Data); e > 1e-12 {
				t.Errorf("%s, layer %d: the sums are off by %g", where, k+1, e)
			}
			for e, q := range g.Edges {
				s, u := diagonal("source", int(q.I), int(q.J)), diagonal("target", int(q.I), int(q.J))
				for r := range d * d {
					i, j := 0.0, 0.0
					if r%(d+1) == 0 {
						i, j = s[r/d], u[r/d]
					}
					if math.Abs(l.Raw.Map(e, 0)[r]-i) > 1e-13 || math.Abs(l.Raw.Map(e, 1)[r]-j) > 1e-13 {
						t.Fatalf("%s: the maps of edge %d are %v, %v, want diagonals %v, %v", where, e, l.Raw.Map(e, 0), l.Raw.Map(e, 1), s, u)
					}
				}
			}
			for i := range g.N {
				var z mat.Dense
				z.Product(mat.NewDense(d, d, at(".left").Data), y.Slice(i*d, (i+1)*d, 0, c), mat.NewDense(c, c, at(".right").Data))
				row, mean, square := make([]float64, d*c), 0.0, 0.0
				for q := range d {
					score := at(".open").Data[0]
					for r := range c {
						score += at(".gate").Data[r]*h.At(i, q*c+r) + at(".gate").Data[c+r]*y.At(i*d+q, r)
					}
					for r := range c {
						x := (1+at(".epsilon").Data[q])*h.At(i, q*c+r) - math.Tanh(z.At(q, r))/(1+math.Exp(-score))
						row[q*c+r], mean, square = x, mean+x/float64(d*c), square+x*x/float64(d*c)
					}
				}
				for r, x := range row {
					next.Set(i, r, (x-mean)/math.Sqrt(square-mean*mean+1e-5)*at(".scale").Data[r]+at(".shift").Data[r])
				}
			}
			if h = next; far(l.Out.Value.Data, h.RawMatrix().Data) > 1e-10 {
				t.Errorf("%s, layer %d: its features are off by %g", where, k+1, far(l.Out.Value.Data, h.RawMatrix().Data))
			}
		}
		var logits mat.Dense
		w := store.Value("deep.class.weight")
		logits.Mul(h, mat.NewDense(w.Rows, w.Cols, w.Data))
		logits.Apply(func(_, q int, v float64) float64 { return v + store.Value("deep.class.bias").Data[q] }, &logits)
		if e := far(out.Value.Data, logits.RawMatrix().Data); e > 1e-10 {
			t.Errorf("%s: the logits are off by %g", where, e)
		}
	}
}

// TestDeepAndEdges: without edges a node receives nothing, and another order of the edges changes no logit.
func TestDeepAndEdges(t *testing.T) {
	g := smallGraph()
	alone := *g
	alone.Edges = nil
	layers, _, _ := layersOf(t, "deep-nsd", &alone, Heterophilic, nil)
	for k, l := range layers {
		if linalg.Nrm2(l.Y.Value.Data) != 0 || l.Lap.Trace() != 0 {
			t.Errorf("layer %d has a sum without neighbours", k+1)
		}
	}
	turned := *g
	turned.Edges = nil
	for k := range g.Edges {
		turned.Edges = append(turned.Edges, g.Edges[len(g.Edges)-1-k])
	}
	logits := func(g *graph.Graph) []float64 {
		tape, out := build(t, "deep-nsd", g, Find("deep-nsd").Defaults(Homophilic), train.NewStore(3), false)
		tape.Forward()
		return out.Value.Data
	}
	if e := far(logits(&turned), logits(g)); e > 1e-12 {
		t.Errorf("another order of edges moves the logits by %g", e)
	}
}
