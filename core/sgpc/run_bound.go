package sgpc

import "sheafscope/core/pacbayes"

// Bound returns the bound of the paper for the last evaluated loss and a given λ₂, which is
// 0 or less if it is unknown. The bound has a spectral term only if the divisor of c_het
// ([Run.Divisor]) is positive: in the reading "paper" only for a known λ₂, and in the
// reading "code" always.
func (r *Run) Bound(lambda2 float64) pacbayes.Bound {
	l := r.eval.loss
	divisor := r.Divisor(lambda2) // the field Lambda2 of a bound is the divisor of c_het
	b := pacbayes.Bound{Empirical: l.ce, N: len(l.nodes), Delta: r.cfg.Delta, KLSum: l.last.klSum, CHet: l.last.cHet,
		LambdaKL: l.last.lambdaKL, LambdaSpec: l.last.lambdaSpec, Lambda2: divisor}
	b.Evaluate()
	if !(divisor > 0) { // 0, negative or NaN
		b.LSpec = 0
		b.Total = b.Empirical + float64(b.LambdaKL*b.LKL)
	}
	return b
}

// Divisor returns the divisor of c_het in the bound for a given λ₂. In the reading
// "paper", and for a run without restriction maps, it is λ₂. In the reading "code" (the
// authors' program) it is max(λ₂, 1) + 1e−6, with λ₂ = 0 for a graph that is not connected.
func (r *Run) Divisor(lambda2 float64) float64 {
	if r.cfg.Reading != "code" || r.eval.raw == nil {
		return lambda2
	}
	if !connected(r.Graph) {
		lambda2 = 0
	}
	return codeDivisor(lambda2)
}
