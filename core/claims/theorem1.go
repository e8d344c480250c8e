package claims

import "sheafscope/core/pacbayes"

// bound is Theorem 1 (equation 22), checked with equal losses: the calibrated cross-entropy of the
// test nodes against its bound.
func bound(in *Input) Claim {
	c := Claim{ID: "thm1", Title: "Theorem 1: PAC-Bayes bound on cross-entropy",
		Statement: "L_D(f) ≤ L(y,ŷ) + λ_KL·√((KL+log(2/δ))/(2n)) + λ_spec·c_het/λ2, L the calibrated cross-entropy",
		Note: "Not a guarantee: a PAC-Bayes bound needs a loss in [0,1], log(2√n/δ), weights of at least 1 and " +
			"parameters that do not depend on the sample beyond ρ. Both sides are cross-entropies: left of the test nodes, right the bound."}
	if !in.boundKnown() {
		return c.missing("<=", "test nodes, labelled nodes and a positive λ2")
	}
	return c.judge(in.TestLoss, "<=", in.Empirical+in.penalty(), true)
}

// errorBound checks what the proof of theorem 1 needs, a loss in [0,1]: the
// test error against the training error with the same two terms.
func errorBound(in *Input) Claim {
	c := Claim{ID: "thm1-error", Title: "Theorem 1: the same for errors, a loss in [0,1]",
		Statement: "test error ≤ training error + λ_KL·√((KL+log(2/δ))/(2n)) + λ_spec·c_het/λ2, λ_KL ≥ 1",
		Note: "False also in the form that the proof needs: KL(ρ‖π) measures the edges' Betas, not the weights that were trained. " +
			"With λ_KL below 1 even a predictor that learns nothing breaks it."}
	if !in.boundKnown() {
		return c.missing("<=", "test nodes, labelled nodes and a positive λ2")
	}
	return c.judge(in.TestError, "<=", in.TrainError+in.penalty(), in.LambdaKL >= 1)
}

func (in *Input) boundKnown() bool {
	return in.HasTest && in.Labeled > 0 && in.Delta > 0 && (in.Lambda2 > 0 || in.LambdaSpec == 0)
}

// penalty is R_bound, the two terms of theorem 1 beside the loss.
func (in *Input) penalty() float64 {
	r := in.LambdaKL * klTerm(in.KLSum, in.Delta, in.Labeled)
	if in.LambdaSpec > 0 {
		r += in.LambdaSpec * in.CHet / in.Lambda2
	}
	return r
}

// klTerm is the second term of theorem 1.
func klTerm(kl, delta float64, n int) float64 {
	v, _ := pacbayes.LKL(kl, delta, n)
	return v
}
