package diffusion

import (
	"fmt"

	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// MaxOrder is the largest order Q of a Filter.
const MaxOrder = 8

// Filter is equation 10, frequency mixing (AFM) by Chebyshev polynomials,
//
//	F = Σ_{q=0}^{Q} α_q T_q(I − L) H
//
// with T_0 = H, T_1 = (I−L)H, T_{q+1} = 2(I−L)T_q − T_{q−1}. L should have its
// spectrum in [0, 2], like a normalised Laplacian; outside, the T_q grow fast. The
// weights are functions of Q+1 logits γ: α = softmax(γ), or α_q = γ_q/Σ|γ| for
// signed weights. With softmax weights the gain at λ = 0 is 1, the maximum on [0,
// 2], so that the branch cannot be a high-pass filter; with signed weights it can.
//
// The first Backward allocates the memory of the gradients; nothing else is
// allocated after [NewFilter].
type Filter struct {
	// Mirror replaces I − L by I + L, as in the authors' program. The argument then
	// lies in [1, 3], where the T_q grow without bound.
	Mirror bool

	s      *sheaf.Sheaf
	l      *sheaf.Laplacian
	c, q   int
	signed bool
	k      int         // terms of the recurrence that are ready
	t      [][]float64 // t[0] is the input itself
	out    []float64
	alpha  []float64
	dAlpha []float64
	norm   float64 // Σ|γ| of the last Start
	sign   []float64
	work   *Workspace // of three consecutive adjoint terms
}

// NewFilter returns a filter of order 1 ≤ q ≤ [MaxOrder] for c channels; l is the
// Laplacian of s. Backward uses the workspace w. term allocates the vectors T_1 …
// T_Q, which are in use from Start to the end of Backward, or to the last Step
// without Backward.
func NewFilter(w *Workspace, term func(n int) []float64, s *sheaf.Sheaf, l *sheaf.Laplacian, c, q int, signed bool) *Filter {
	if q < 1 || q > MaxOrder || c < 1 {
		panic(fmt.Sprintf("diffusion: filter of order %d (1..%d) with %d channels", q, MaxOrder, c))
	}
	f := &Filter{work: w, s: s, l: l, c: c, q: q, signed: signed, alpha: make([]float64, q+1), dAlpha: make([]float64, q+1),
		sign: make([]float64, q+1)}
	n := l.Dim() * c
	f.t = make([][]float64, q+1)
	for k := 1; k <= q; k++ {
		f.t[k] = term(n)
	}
	f.out = make([]float64, n)
	return f
}

// Start sets the weights from the Q+1 logits γ and F to the first term α_0·H for
// the input h, (n·d)×c. h must not change until Backward.
func (f *Filter) Start(gamma, h []float64) {
	if len(gamma) != f.q+1 || len(h) != len(f.out) {
		panic(fmt.Sprintf("diffusion: filter of order %d takes %d weights and %d values, not %d and %d", f.q, f.q+1, len(f.out), len(gamma),
			len(h)))
	}
	f.weights(gamma)
	f.t[0] = h
	for k, v := range h {
		f.out[k] = float64(f.alpha[0] * v)
	}
	f.k = 1
}

// Step adds the next term of the sum and reports whether the sum is complete.
func (f *Filter) Step() bool {
	if f.k > f.q {
		return true
	}
	k, m := f.k, 2.0
	var before []float64
	if k == 1 {
		m = 1
	} else {
		before = f.t[k-2]
	}
	f.l.Apply(f.t[k], f.t[k-1], f.c)
	linalg.ChebyshevTerm(f.out, f.t[k], f.t[k-1], before, f.alpha[k], m, f.side())
	f.k++
	return f.k > f.q
}

// Forward runs Start and Step to the end and returns F, owned by f.
func (f *Filter) Forward(gamma, h []float64) []float64 {
	f.Start(gamma, h)
	for !f.Step() {
	}
	return f.out
}

// Terms returns T_0 h … T_Q h for one channel h of n·d numbers.
func (f *Filter) Terms(h []float64) [][]float64 {
	out, m := [][]float64{h}, 1.0
	for k := range f.q {
		t := make([]float64, len(h))
		f.l.Apply(t, h, 1)
		for p, v := range out[k] {
			t[p] = m * (v - f.side()*t[p])
			if k > 0 {
				t[p] -= out[k-1][p]
			}
		}
		out, h, m = append(out, t), t, 2
	}
	return out
}

// side returns the factor of L in the argument I − side·L.
func (f *Filter) side() float64 {
	if f.Mirror {
		return -1
	}
	return 1
}

// Out returns the present sum, owned by f.
func (f *Filter) Out() []float64 { return f.out }

// Alpha returns the Q+1 weights α, owned by f.
func (f *Filter) Alpha() []float64 { return f.alpha }

// Backward adds the gradients for the input, the logits and the maps for g = ∂ℓ/∂F;
// each of gradH, gradGamma and gradR may be nil. The adjoint terms satisfy the
// transposed recurrence T̄_q = α_q G + 2(I−L)T̄_{q+1} − T̄_{q+2}, with the factor 1
// in place of 2 for q = 0. Signed weights with γ = 0 have no gradient.
func (f *Filter) Backward(g, gradH, gradGamma, gradR []float64) {
	if len(g) != len(f.out) {
		panic("diffusion: gradient of the filter has the wrong length")
	}
	if gradGamma != nil {
		f.backWeights(g, gradGamma)
	}
	if gradH == nil && gradR == nil {
		return
	}
	var cur, next, after []float64
	f.work.take(len(g), &cur, &next, &after)
	for k, v := range g {
		next[k] = f.alpha[f.q] * v
	}
	clear(after)
	// next is T̄_{q+1}, after is T̄_{q+2}.
	for q := f.q - 1; q >= 0; q-- {
		m := 2.0
		if q == 0 {
			m = 1
		}
		if gradR != nil {
			f.s.AddQuadGrad(gradR, f.t[q], next, f.c, -m*f.side())
		}
		if q > 0 || gradH != nil {
			f.l.Apply(cur, next, f.c)
			linalg.ChebyshevAdjoint(cur, next, after, g, f.alpha[q], m, f.side())
		}
		cur, next, after = after, cur, next
	}
	if gradH != nil {
		linalg.Axpy(1, next, gradH)
	}
}

// backWeights adds the gradient for the logits.
func (f *Filter) backWeights(g, gradGamma []float64) {
	mean := 0.0
	for q := range f.alpha {
		f.dAlpha[q] = linalg.Dot(g, f.t[q])
		mean += f.alpha[q] * f.dAlpha[q]
	}
	for q, a := range f.alpha {
		switch {
		case !f.signed:
			gradGamma[q] += a * (f.dAlpha[q] - mean)
		case f.norm > 0:
			gradGamma[q] += (f.dAlpha[q] - f.sign[q]*mean) / f.norm
		}
	}
}
