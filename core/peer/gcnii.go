package peer

import (
	"fmt"

	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/train"
)

// defaultsGCNII: appendix of the paper for full supervision: width 64, dropout
// ½, rate 0.01; α = 0.2, λ = 0.5 and L2 10⁻⁴ for Cora; 16 layers, α = 0.5,
// λ = 1 and L2 5·10⁻⁴ for Wisconsin (10⁻³ for Cornell). On the citation graphs
// the paper takes 64 layers; 16 are the default here for the time they take.
func defaultsGCNII(homophilic bool) (Settings, float64, float64) {
	s := Settings{Hidden: 64, Layers: 16, Dropout: 0.5, InputDropout: 0.5, Alpha: 0.5, Theta: 1}
	if homophilic {
		s.Alpha, s.Theta = 0.2, 0.5
		return s, 0.01, 1e-4
	}
	return s, 0.01, 5e-4
}

// buildGCNII is equation (5): with the renormalised adjacency P̃ and
// β_l = log(λ/l + 1),
//
//	H⁽ˡ⁺¹⁾ = ReLU([(1−α)P̃H⁽ˡ⁾ + αH⁽⁰⁾]·[(1−β_l)I + β_l W⁽ˡ⁾])
func buildGCNII(b *train.Builder, s Settings) (*autodiff.Var, error) {
	if err := first(within("gcnii", "hidden", s.Hidden, 1, 1024), within("gcnii", "layers", s.Layers, 1, 128)); err != nil {
		return nil, err
	}
	if s.Alpha < 0 || s.Alpha > 1 || s.Theta < 0 {
		return nil, fmt.Errorf("peer gcnii: alpha=%g must be in 0..1 and theta=%g not negative", s.Alpha, s.Theta)
	}
	b = normalised(b)
	a := adjacency(b.Graph, true)
	h0 := autodiff.ReLU(b.Tape, input(b, "gcnii.in", s.Hidden, train.FanIn, s.InputDropout))
	work := newIdentityWork(b.Graph.N, s.Hidden)
	h := h0
	for l := 1; l <= s.Layers; l++ {
		w := b.Param(numbered("gcnii", l)+".weight", s.Hidden, s.Hidden, train.FanIn, true)
		h = identityLayer(b, a, work, h, h0, w, s, l)
	}
	h = dropout(b, h, s.Dropout, "gcnii.out")
	return b.Linear(h, "gcnii.out", b.Graph.Classes), nil
}

// identityWork is scratch that all layers share, so that a layer keeps only
// its output and the mixture before W.
type identityWork struct{ x, g *linalg.Dense }

func newIdentityWork(n, c int) *identityWork {
	return &identityWork{linalg.NewDense(n, c), linalg.NewDense(n, c)}
}

// identityLayer is layer l with dropout on its input.
func identityLayer(b *train.Builder, a *linalg.CSR, work *identityWork, h, h0, w *autodiff.Var, s Settings, l int) *autodiff.Var {
	t := b.Tape
	alpha := s.Alpha
	beta := linalg.Log(s.Theta/float64(l) + 1)
	out := t.Result(h.Rows(), h.Cols(), h, h0, w)
	mix := linalg.NewDense(h.Rows(), h.Cols())
	drop := 0.0
	if b.Train {
		drop = s.Dropout
	}
	name := "dropout/" + numbered("gcnii", l)
	src := new(rng.Source)
	// mask writes drop(x) into dst, or adds it; the same stream gives the same mask backwards.
	mask := func(dst, x []float64, add bool) {
		p := drop
		if !t.Training {
			p = 0
		}
		thin(dst, x, p, src, t.Seed, name, uint64(t.Epoch), add)
	}
	return autodiff.CustomOp(t, "initial residual and identity mapping", out, func() {
		mask(work.x.Data, h.Value.Data, false)
		linalg.SpMM(a, work.x, 0, mix)
		for i, v := range h0.Value.Data {
			mix.Data[i] = float64((1-alpha)*mix.Data[i]) + float64(alpha*v)
		}
		copy(out.Value.Data, mix.Data)
		linalg.Gemm(false, false, beta, mix, w.Value, 1-beta, out.Value)
		for i, v := range out.Value.Data {
			out.Value.Data[i] = max(v, 0)
		}
	}, func() {
		g := work.x
		for i, v := range out.Value.Data {
			g.Data[i] = 0
			if v > 0 {
				g.Data[i] = out.Grad.Data[i]
			}
		}
		if w.Grad != nil {
			linalg.Gemm(true, false, beta, mix, g, 1, w.Grad)
		}
		copy(work.g.Data, g.Data)
		linalg.Gemm(false, true, beta, g, w.Value, 1-beta, work.g)
		if h0.Grad != nil {
			linalg.Axpy(alpha, work.g.Data, h0.Grad.Data)
		}
		if h.Grad != nil {
			linalg.Scal(1-alpha, work.g.Data)
			linalg.SpMM(a, work.g, 0, work.x)
			mask(h.Grad.Data, work.x.Data, true)
		}
	})
}

// thin sets dst (or adds to it) x with every element dropped with probability
// p, the others scaled by 1/(1−p).
func thin(dst, x []float64, p float64, src *rng.Source, seed uint64, name string, epoch uint64, add bool) {
	if p > 0 {
		src.Reset(seed, name, epoch)
	}
	scale := 1 / (1 - p)
	limit := uint64(p * (1 << 32))
	var bits uint64
	for i, v := range x {
		if p > 0 {
			// One draw of 64 bits decides two elements.
			if i&1 == 0 {
				bits = src.Uint64()
			} else {
				bits >>= 32
			}
			if bits&0xffffffff < limit {
				v = 0
			} else {
				v *= scale
			}
		}
		if add {
			dst[i] += v
		} else {
			dst[i] = v
		}
	}
}
