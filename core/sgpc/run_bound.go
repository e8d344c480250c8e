package sgpc

import "sheafscope/core/pacbayes"

// Bound evaluates the paper's bound of the last evaluation, of which the loss is,
// with λ₂ as given; not above 0 it is unknown
// or there is none, and the spectral term is left out.
func (r *Run) Bound(lambda2 float64) pacbayes.Bound {
	l := r.eval.loss
	lambda2 = r.Divisor(lambda2)
	b := pacbayes.Bound{Empirical: l.ce, N: len(l.nodes), Delta: r.cfg.Delta, KLSum: l.taken.klSum, CHet: l.taken.cHet,
		LambdaKL: l.taken.lambdaKL, LambdaSpec: l.taken.lambdaSpec, Lambda2: lambda2}
	b.Evaluate()
	if !(lambda2 > 0) {
		b.LSpec = 0
		b.Total = b.Empirical + b.LambdaKL*b.LKL
	}
	return b
}

// Divisor is what divides c_het in the bound for a given λ₂: λ₂ itself, but in the reading "code".
func (r *Run) Divisor(lambda2 float64) float64 {
	if r.cfg.Reading != "code" || r.eval.raw == nil {
		return lambda2
	}
	if !connected(r.Graph) {
		lambda2 = 0
	}
	return codeDivisor(lambda2)
}
