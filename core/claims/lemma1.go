package claims

import (
	"fmt"

	"sheafscope/core/pacbayes"
)

// variance is Lemma 1 (equation 29), checked on the edge where it is worst off.
func variance(in *Input) Claim {
	c := Claim{ID: "lemma1", Title: "Lemma 1: variance of the edge posterior",
		Statement: "Var[θ|D] ≤ γ/(γ+n)²·(1 − 1/(γ+n+1)), γ = α+β, n messages",
		Note:      "True only for n ≤ 3γ. Beta(1,1) with 7 messages, 3 of them successes: 0.02469 > 0.02222. Always: Var ≤ 1/(4(γ+n+1))."}
	if len(in.Alpha) == 0 {
		return c.missing("<=", "the posterior of at least one edge")
	}
	worst, lhs, rhs := -1, 0.0, 0.0
	for e := range in.Alpha {
		l, r := pacbayes.BetaVariance(in.Alpha[e], in.Beta[e]), varianceBound(in.A0+in.B0, messages(in, e))
		if worst < 0 || l*rhs > lhs*r {
			worst, lhs, rhs = e, l, r
		}
	}
	n := messages(in, worst)
	c.Note += fmt.Sprintf(" Here, on the worst edge: n = %.3g, 3γ = %.3g, 1/(4(γ+n+1)) = %.4g.", n, 3*(in.A0+in.B0), 1/(4*(in.A0+in.B0+n+1)))
	return c.judge(lhs, "<=", rhs, in.A0 >= 1 && in.B0 >= 1)
}

// ratio checks the two stated contraction factors of lemma 1.
func ratio(in *Input, id string, limit float64, where string) Claim {
	c := Claim{ID: id, Title: fmt.Sprintf("Lemma 1: variance falls to %.0f %% (%s)", 100*limit, where),
		Statement: fmt.Sprintf("Var[θ|D]/Var[θ] ≤ %.3g when n ≥ 5 and α+β ≤ 10", limit),
		Note: "False: Beta(1,9) with five successes becomes Beta(6,9), ×1.83. True in expectation: E[Var_post] = Var_prior·γ/(γ+n), at " +
			"most 2/3 for γ ≤ 10 and n ≥ 5."}
	if len(in.Alpha) == 0 {
		return c.missing("<=", "the posterior of at least one edge")
	}
	prior, worst, least := pacbayes.BetaVariance(in.A0, in.B0), 0.0, messages(in, 0)
	for e := range in.Alpha {
		worst = max(worst, pacbayes.BetaVariance(in.Alpha[e], in.Beta[e])/prior)
		least = min(least, messages(in, e))
	}
	return c.judge(worst, "<=", limit, least >= 5-1e-9 && in.A0+in.B0 <= 10 && in.A0 >= 1 && in.B0 >= 1)
}

// messages returns the number of messages n_tot that turned the prior into the
// posterior (a, b).
func messages(in *Input, e int) float64 { return in.Alpha[e] + in.Beta[e] - in.A0 - in.B0 }

// varianceBound is the right side of lemma 1.
func varianceBound(gamma, n float64) float64 {
	g := gamma + n
	return gamma / (g * g) * (1 - 1/(g+1))
}
