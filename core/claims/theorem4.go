package claims

import (
	"fmt"

	"sheafscope/core/pacbayes"
)

// contraction is Theorem 4 (equations 30 and 31), checked on the history of the
// bound: the largest ratio of neighbours must stay below 1.
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
	c.Note = fmt.Sprintf("Impossible in the long run: the bound never falls below √(log(2/δ)/(2n)) = %.4g. It stands at %.4g after %d "+
		"epochs. "+
		"The appendix assumes that λ2 rises in every epoch; here it rose in %d of %d.",
		klTerm(0, in.Delta, in.Labeled), h[len(h)-1], len(h), rises, max(0, len(in.Lambda2History)-1))
	c = c.judge(worst, "<=", 1, true)
	c.Holds = worst < 1
	return c
}

// klVariance fits C_β on the edge of largest variance and tests it on the one
// of smallest variance.
func klVariance(in *Input) Claim {
	c := Claim{ID: "kl-var", Title: "Proof of theorem 4: KL is at most C·variance",
		Statement: "KL(ρ‖π) ≤ C_β·Var(θ) with an absolute constant C_β",
		Note: "False: Beta(k,k) against the uniform prior has Var → 0 and KL → ∞. Here C_β is fitted on the edge of largest variance and " +
			"tried on that of smallest."}
	if len(in.Alpha) == 0 {
		return c.missing("<=", "the posterior of at least one edge")
	}
	wide, sharp := 0, 0
	v := func(e int) float64 { return pacbayes.BetaVariance(in.Alpha[e], in.Beta[e]) }
	for e := range in.Alpha {
		if v(e) > v(wide) {
			wide = e
		}
		if v(e) < v(sharp) {
			sharp = e
		}
	}
	kl := func(e int) float64 { return max(pacbayes.BetaKL(in.Alpha[e], in.Beta[e], in.A0, in.B0), 0) }
	return c.judge(kl(sharp), "<=", kl(wide)/v(wide)*v(sharp), true)
}
