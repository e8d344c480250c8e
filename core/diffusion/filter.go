// This file has the polynomial filter of the network, with its gradient.

package diffusion

import (
	"fmt"

	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
)

// MaxOrder is the largest order Q of a Filter.
const MaxOrder = 8

// Weights selects the function that computes the weights α of a [Filter] from its logits γ.
type Weights bool

const (
	SoftmaxWeights Weights = false // α = softmax(γ)
	SignedWeights  Weights = true  // α_q = γ_q/Σ|γ|, or 0 if all logits are 0
)

// Filter is equation 10, frequency mixing (AFM) by Chebyshev polynomials,
//
//	F = Σ_{q=0}^{Q} α_q T_q(I − L) H
//
// Below, T_q is short for the term T_q(I − L) H. So T_0 = H, T_1 = (I−L)H and
// T_{q+1} = 2(I−L)T_q − T_{q−1}. The spectrum of L should lie in [0, 2], as for a normalised
// Laplacian. Outside this interval the T_q grow fast.
//
// With softmax weights and without Mirror, the gain at the eigenvalue 0 is 1, the maximum on
// [0, 2], so the filter cannot be high-pass. With signed weights it can.
type Filter struct {
	// Mirror replaces I − L by I + L, as in the authors' program. For the spectrum
	// [0, 2] the argument then lies in [1, 3], where the T_q are large.
	Mirror bool

	s       *sheaf.Sheaf     // the sheaf, for the gradient of its maps
	l       *sheaf.Laplacian // of s
	c, q    int              // channels; order Q
	weights Weights
	ready   int         // number of terms computed so far
	t       [][]float64 // the terms T_0 … T_Q; T_0 is the input
	out     []float64   // F
	alpha   []float64   // the weights α_0 … α_Q
	dAlpha  []float64   // gradient for alpha
	norm    float64     // Σ|γ| of the last Start, for signed weights
	sign    []float64   // signs of γ, for signed weights
	work    *Workspace  // three consecutive T̄_q, see Backward
}

// NewFilter returns a filter of order 1 ≤ q ≤ [MaxOrder] for c channels, where l is
// the Laplacian of s. Backward uses the workspace w. The function term returns a slice of n
// numbers for each of T_1 … T_Q. The filter uses these slices from Start to the end of
// Backward or, without Backward, to the last Step. NewFilter panics for other q or c < 1.
func NewFilter(w *Workspace, term func(n int) []float64, s *sheaf.Sheaf, l *sheaf.Laplacian, c, q int, weights Weights) *Filter {
	orderFits := 1 <= q && q <= MaxOrder
	if !orderFits || c < 1 {
		panic(fmt.Sprintf("diffusion: filter of order %d (1..%d) with %d channels", q, MaxOrder, c))
	}
	f := &Filter{work: w, s: s, l: l, c: c, q: q, weights: weights, alpha: make([]float64, q+1), dAlpha: make([]float64, q+1),
		sign: make([]float64, q+1)}
	n := l.Dim() * c
	f.t = make([][]float64, q+1)
	for k := 1; k <= q; k++ {
		f.t[k] = term(n)
	}
	f.out = make([]float64, n)
	return f
}

// Start computes the weights from the Q+1 logits γ and sets F to its first term,
// α_0·H, for the input h, (n·d)×c. h must not change until Backward ends. Start panics if
// gamma or h has the wrong length.
func (f *Filter) Start(gamma, h []float64) {
	if len(gamma) != f.q+1 || len(h) != len(f.out) {
		panic(fmt.Sprintf("diffusion: filter of order %d takes %d weights and %d values, not %d and %d", f.q, f.q+1, len(f.out), len(gamma),
			len(h)))
	}
	f.setWeights(gamma)
	f.t[0] = h
	for k, v := range h {
		f.out[k] = float64(f.alpha[0] * v)
	}
	f.ready = 1
}

// Step adds the next term to the sum and reports whether the sum is complete.
func (f *Filter) Step() (done bool) {
	if f.ready > f.q {
		return true
	}
	// T_k = factor·(I ∓ L)T_{k−1} − T_{k−2}. T_1 has the factor 1 and no second term.
	k := f.ready // index of the next term
	factor := 1.0
	var secondTerm []float64
	if k > 1 {
		factor = 2
		secondTerm = f.t[k-2]
	}
	f.l.Apply(f.t[k], f.t[k-1], f.c)
	// ChebyshevTerm turns L·T_{k−1} into T_k, and adds α_k·T_k to the sum.
	linalg.ChebyshevTerm(f.out, f.t[k], f.t[k-1], secondTerm, f.alpha[k], factor, f.side())
	f.ready++
	return f.ready > f.q
}

// Forward runs Start and Step to the end and returns F. The slice belongs to f.
func (f *Filter) Forward(gamma, h []float64) []float64 {
	f.Start(gamma, h)
	for !f.Step() {
	}
	return f.out
}

// Terms returns T_0 … T_Q for a single channel h of n·d numbers. T_0 is the slice h itself.
func (f *Filter) Terms(h []float64) [][]float64 {
	terms := [][]float64{h}
	factor := 1.0 // 1 for T_1, and 2 for the later terms, as in Step
	for k := range f.q {
		next := make([]float64, len(h)) // becomes T_{k+1}
		f.l.Apply(next, terms[k], 1)
		for p, v := range terms[k] {
			next[p] = float64(factor * (v - float64(f.side()*next[p])))
			if k > 0 {
				next[p] -= terms[k-1][p]
			}
		}
		terms = append(terms, next)
		factor = 2
	}
	return terms
}

// side returns the sign of L in the argument I − side·L of the polynomials.
func (f *Filter) side() float64 {
	if f.Mirror {
		return -1
	}
	return 1
}

// Out returns the sum of the terms computed so far. The slice belongs to f.
func (f *Filter) Out() []float64 { return f.out }

// Alpha returns the Q+1 weights α of the last Start. The slice belongs to f.
func (f *Filter) Alpha() []float64 { return f.alpha }

// Backward adds three gradients, given g = ∂ℓ/∂F: for the input to gradH, for the
// logits to gradGamma and for the maps to gradR. A gradient whose slice is nil is not
// computed. Backward panics if g has the wrong length.
//
// T̄_q, the gradient for the term T_q, satisfies the transposed recurrence
// T̄_q = α_q g + 2(I−L)T̄_{q+1} − T̄_{q+2} with T̄_{Q+1} = T̄_{Q+2} = 0. For q = 0 the factor
// is 1 in place of 2. With Mirror, I + L is in place of I − L.
func (f *Filter) Backward(g, gradH, gradGamma, gradR []float64) {
	if len(g) != len(f.out) {
		panic("diffusion: gradient of the filter has the wrong length")
	}
	if gradGamma != nil {
		f.addLogitGrad(g, gradGamma)
	}
	if gradH == nil && gradR == nil {
		return
	}
	var cur, next, after []float64
	f.work.take(len(g), &cur, &next, &after)
	// For each q, from Q − 1 down to 0, cur receives T̄_q. next and after have T̄_{q+1} and T̄_{q+2}.
	for k, v := range g {
		next[k] = f.alpha[f.q] * v
	}
	clear(after)
	for q := f.q - 1; q >= 0; q-- {
		factor := 2.0
		if q == 0 {
			factor = 1
		}
		if gradR != nil { // term q+1 contains factor·(I ∓ L)T_q, which depends on the maps
			f.s.AddQuadGrad(gradR, f.t[q], next, f.c, -factor*f.side())
		}
		if q > 0 || gradH != nil { // T̄_0 is needed only as the gradient of H
			f.l.Apply(cur, next, f.c)
			linalg.ChebyshevAdjoint(cur, next, after, g, f.alpha[q], factor, f.side())
		}
		cur, next, after = after, cur, next // for q − 1; the old after is free memory
	}
	if gradH != nil { // next is T̄_0
		linalg.Axpy(1, next, gradH)
	}
}

// addLogitGrad adds the gradient for the logits to gradGamma, given g = ∂ℓ/∂F. For
// softmax weights ∂ℓ/∂γ_q = α_q(∂ℓ/∂α_q − mean), and for signed weights
// ∂ℓ/∂γ_q = (∂ℓ/∂α_q − sign(γ_q)·mean)/Σ|γ|, with mean = Σ_p α_p ∂ℓ/∂α_p. For signed
// weights whose logits are all 0 it adds nothing.
func (f *Filter) addLogitGrad(g, gradGamma []float64) {
	mean := 0.0
	for q := range f.alpha {
		f.dAlpha[q] = linalg.Dot(g, f.t[q])
		mean += float64(f.alpha[q] * f.dAlpha[q])
	}
	for q, a := range f.alpha {
		switch {
		case f.weights == SoftmaxWeights:
			gradGamma[q] += float64(a * (f.dAlpha[q] - mean))
		case f.norm > 0:
			gradGamma[q] += (f.dAlpha[q] - float64(f.sign[q]*mean)) / f.norm
		}
	}
}
