package peer

import (
	"math"
	"strings"

	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/sheaf"
	"sheafscope/core/train"
)

// defaultsNSD: within the search ranges of the paper's appendix. Heterophilic
// graphs: close to what the authors publish for WebKB (stalks of dimension 3, 2
// layers, 20 channels, dropout 0.7, rate 0.02), L2 10⁻³. They publish nothing
// for homophilic graphs; the settings there were chosen on Cora's validation.
func defaultsNSD(homophilic bool) (Settings, float64, float64) {
	if homophilic {
		return Settings{Hidden: 32, Layers: 4, D: 2, Dropout: 0.3, InputDropout: 0.7}, 0.01, 1e-4
	}
	return Settings{Hidden: 20, Layers: 2, D: 3, Dropout: 0.7}, 0.02, 1e-3
}

// HasSheaf reports whether the named peer learns a sheaf (Settings.Watch).
func HasSheaf(name string) bool { return strings.HasPrefix(name, "nsd-") }

func buildDiagonal(b *train.Builder, s Settings) (*autodiff.Var, error) {
	return buildNSD(b, s, "nsd-diag", diagonalMaps)
}

func buildOrthogonal(b *train.Builder, s Settings) (*autodiff.Var, error) {
	return buildNSD(b, s, "nsd-orth", orthogonalMaps)
}

func buildGeneral(b *train.Builder, s Settings) (*autodiff.Var, error) {
	return buildNSD(b, s, "nsd-general", generalMaps)
}

// buildNSD is equation (6) with the stalkwise gain of the appendix,
//
//	X_{t+1} = (1 + tanh ε)X_t − ELU(Δ_F(t)(I ⊗ W₁)X_t W₂)
//
// on n·d×c features. The maps of layer t are F_{i⊴e} = Φ(tanh(V[x_i ‖ x_j])),
// Φ the diagonal, a product of Householder reflections or all entries, and
// Δ_F is normalised with the augmented D = blockdiag(L) + I.
func buildNSD(b *train.Builder, s Settings, name string, kind mapKind) (*autodiff.Var, error) {
	least := 1
	if kind == orthogonalMaps {
		least = 2
	}
	if err := first(within(name, "hidden", s.Hidden, 1, 512), within(name, "layers", s.Layers, 1, 16),
		within(name, "d", s.D, least, sheaf.MaxDim)); err != nil {
		return nil, err
	}
	b = normalised(b)
	t, n, d, c := b.Tape, b.Graph.N, s.D, s.Hidden
	h := autodiff.ELU(t, input(b, "nsd.in", d*c, train.FanIn, s.InputDropout))
	h = dropout(b, h, s.Dropout, "nsd.in")
	for l := range s.Layers {
		layer := numbered("nsd", l)
		seen := h
		if l > 0 {
			seen = dropout(b, h, s.Dropout, layer+".maps")
		}
		learned, hat := learnSheaf(b, seen, layer, d, kind)
		x := autodiff.Reshape(t, dropout(b, h, s.Dropout, layer), n*d, c)
		x = stalkWeights(t, x, b.Param(layer+".left", d, d, train.NearIdentity(0), true))
		x = autodiff.MatMul(t, x, b.Param(layer+".right", c, c, orthogonalStart, true))
		if learned.X = x; s.Watch != nil {
			s.Watch(learned)
		}
		x = autodiff.ELU(t, diffuse(t, b.Graph.Edges, learned.Lap, hat, x))
		h = retain(t, h, x, b.Param(layer+".epsilon", 1, d, train.Zeros, true))
	}
	return b.Linear(h, "nsd.class", b.Graph.Classes), nil
}

// stalkWeights is (I ⊗ W)x: W (d×d) acts on the stalk of every node.
func stalkWeights(t *autodiff.Tape, x, w *autodiff.Var) *autodiff.Var {
	d, c := w.Rows(), x.Cols()
	out := t.Result(x.Rows(), c, x, w)
	block := func(a *linalg.Dense, i int) []float64 { return a.Data[i*d*c : (i+1)*d*c] }
	return autodiff.CustomOp(t, "stalk weights", out, func() {
		clear(out.Value.Data)
		for i := range x.Rows() / d {
			from, to := block(x.Value, i), block(out.Value, i)
			for r := range d {
				for k := range d {
					linalg.Axpy(w.Value.Data[r*d+k], from[k*c:(k+1)*c], to[r*c:(r+1)*c])
				}
			}
		}
	}, func() {
		for i := range x.Rows() / d {
			from, g := block(x.Value, i), block(out.Grad, i)
			for r := range d {
				for k := range d {
					if w.Grad != nil {
						w.Grad.Data[r*d+k] += linalg.Dot(g[r*c:(r+1)*c], from[k*c:(k+1)*c])
					}
					if x.Grad != nil {
						linalg.Axpy(w.Value.Data[r*d+k], g[r*c:(r+1)*c], block(x.Grad, i)[k*c:(k+1)*c])
					}
				}
			}
		}
	})
}

// retain is (1 + tanh ε_k)·h − x on coordinate k of every stalk: h is n×(d·c),
// x has the same memory layout, ε is 1×d.
func retain(t *autodiff.Tape, h, x, eps *autodiff.Var) *autodiff.Var {
	out := t.Result(h.Rows(), h.Cols(), h, x, eps)
	d := eps.Cols()
	c := h.Cols() / d
	tanh := make([]float64, d)
	return autodiff.CustomOp(t, "retention", out, func() {
		for k := range d {
			tanh[k] = linalg.Tanh(eps.Value.Data[k])
		}
		for i, v := range h.Value.Data {
			out.Value.Data[i] = float64((1+tanh[i/c%d])*v) - x.Value.Data[i]
		}
	}, func() {
		for at := 0; at < len(h.Value.Data); at += c {
			k := at / c % d
			g := out.Grad.Data[at : at+c]
			if h.Grad != nil {
				linalg.Axpy(1+tanh[k], g, h.Grad.Data[at:at+c])
			}
			if x.Grad != nil {
				linalg.Axpy(-1, g, x.Grad.Data[at:at+c])
			}
			if eps.Grad != nil {
				eps.Grad.Data[k] += float64((1 - tanh[k]*tanh[k]) * linalg.Dot(g, h.Value.Data[at:at+c]))
			}
		}
	})
}

// orthogonalStart fills a square matrix with a random orthogonal one (Gram and
// Schmidt on normal rows).
func orthogonalStart(a *linalg.Dense, r *rng.Source) {
	for i := range a.Rows {
		row := a.Row(i)
		for norm := 0.0; norm < 1e-6; {
			r.FillNorm(row, 1)
			// Twice is enough (Kahan).
			for range 2 {
				for j := range i {
					linalg.Axpy(-linalg.Dot(row, a.Row(j)), a.Row(j), row)
				}
			}
			if norm = math.Sqrt(linalg.Dot(row, row)); norm >= 1e-6 {
				linalg.Scal(1/norm, row)
			}
		}
	}
}
