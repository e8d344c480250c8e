package claims

import (
	"fmt"
	"math"

	"sheafscope/core/linalg"
)

// klTerm is √((KL+log(2/δ))/(2n)).
func klTerm(kl, delta float64, n int) float64 {
	return math.Sqrt((kl + linalg.Log(2/delta)) / (2 * float64(n)))
}

// bound checks theorem 1 with equal losses: the calibrated cross-entropy of the
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

// contraction checks theorem 4 on the history of the bound: the largest ratio
// of neighbours must stay below 1.
func contraction(in *Input) Claim {
	c := Claim{ID: "thm4", Title: "Theorem 4: the bound contracts geometrically",
		Statement: "B_{t+1} ≤ (1−κ)·B_t for all t, with κ > 0; left: the largest ratio B_{t+1}/B_t seen"}
	h := in.BoundHistory
	if len(h) < 2 || in.Labeled == 0 || in.Delta <= 0 {
		return c.missing("<=", "the bound of at least two epochs")
	}
	worst, rises := 0.0, 0
	for t := 1; t < len(h); t++ {
		worst = max(worst, h[t]/h[t-1])
	}
	for t := 1; t < len(in.Lambda2History); t++ {
		if in.Lambda2History[t] > in.Lambda2History[t-1] {
			rises++
		}
	}
	c.Note = fmt.Sprintf("Impossible in the long run: the bound never falls below √(log(2/δ)/(2n)) = %.4g. It stands at %.4g after %d epochs. "+
		"The appendix assumes that λ2 rises in every epoch; here it rose in %d of %d.",
		klTerm(0, in.Delta, in.Labeled), h[len(h)-1], len(h), rises, max(0, len(in.Lambda2History)-1))
	c = c.judge(worst, "<=", 1, true)
	c.Holds = worst < 1
	return c
}

// stability checks lemma 2.
func stability(in *Input) Claim {
	c := Claim{ID: "lemma2", Title: "Lemma 2: stability",
		Statement: "‖f_T − f_0‖₂ ≤ √(λmax/λ2(L_0))·exp(−Δt·Δ_G/2) + ε_CG·T when Δt < 1/λmax",
		Note: "False under its own hypothesis: the left side grows with H, the right side does not know it. " +
			"Nor does anything decay: Δt·λmax < 1 keeps Δt·Δ_G below 1, and exp(−Δt·Δ_G/2) above 0.6."}
	h := in.Lambda2History
	if !in.HasOutputChange || len(h) < 1 || h[0] <= 0 || in.LambdaMax <= 0 {
		return c.missing("<=", "the outputs of the first and the last epoch and λ2(L_0) > 0")
	}
	deltaG := h[len(h)-1] - h[0]
	rhs := math.Sqrt(in.LambdaMax/h[0])*linalg.Exp(-in.Dt*deltaG/2) + in.CGTol*float64(len(h)-1)
	c.Note += fmt.Sprintf(" Here Δt·Δ_G = %.4g.", in.Dt*deltaG)
	return c.judge(in.OutputChange, "<=", rhs, in.Dt*in.LambdaMax < 1)
}

// population checks theorem 5 with the constant of the O-term set to 1.
func population(in *Input) Claim {
	c := Claim{ID: "thm5", Title: "Theorem 5: population risk",
		Statement: "L_D(f) ≤ L + √(2·exp(−Δt·Δ_G/2)/n) + O(√(log(1/δ)/n)); the constant is taken as 1",
		Note:      "False: nothing on the right side knows the predictor. One that memorises random labels has training error 0 and test error ½ while the right side goes to 0 with n."}
	h := in.Lambda2History
	if !in.HasTest || in.Labeled == 0 || in.Delta <= 0 || len(h) < 1 {
		return c.missing("<=", "test nodes, labelled nodes and the history of λ2")
	}
	deltaG := h[len(h)-1] - h[0]
	t := float64(len(h) - 1)
	met := in.CGTol*t <= linalg.Exp(-in.Dt*deltaG/2) && in.Dt*in.LambdaMax < 1
	return c.judge(in.TestError, "<=", in.TrainError+populationTerms(in.Dt*deltaG, in.Delta, in.Labeled), met)
}

func populationTerms(dtDeltaG, delta float64, n int) float64 {
	return math.Sqrt(2*linalg.Exp(-dtDeltaG/2)/float64(n)) + math.Sqrt(linalg.Log(1/delta)/float64(n))
}

// cost checks appendix A by counting the entries of the restriction maps.
func cost(in *Input) Claim {
	c := Claim{ID: "appendix-a", Title: "Appendix A: edge-linear cost",
		Statement: "an epoch costs O(m + n·d0²); left: entries of one d0×d0 map per edge, m·d0²",
		Note:      "False as written: the maps alone have m·d0² entries. True as O(m·d·c + n·f0·d·c) with the closed-form plan (diagonal plus rank one)."}
	if in.M == 0 || in.Features == 0 {
		return c.missing("<=", "edges and features")
	}
	d0, m, n := float64(in.Features), float64(in.M), float64(in.N)
	ch := float64(max(in.Channels, 1))
	c.Note += fmt.Sprintf(" Here m·d·c + n·f0·d·c = %.4g.", m*float64(in.D)*ch+n*d0*float64(in.D)*ch)
	return c.judge(m*d0*d0, "<=", m+n*d0*d0, true)
}
