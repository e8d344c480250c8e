// This file checks Theorem 4, the contraction of the bound from epoch to epoch, and a step of its proof.

package claims

import (
	"fmt"

	"sheafscope/core/linalg"
	"sheafscope/core/pacbayes"
	"sheafscope/core/words"
)

// theorem4 is Theorem 4 (equations 30 and 31), checked on the history of the bound.
// The left side is the largest ratio of the bounds of two successive epochs, which must be below 1.
var theorem4 = claimRow{
	Claim: Claim{ID: "thm4", Title: "Theorem 4: the bound contracts geometrically", Relation: "<=",
		Statement: "B_{t+1} ≤ (1−κ)·B_t for all t, with κ > 0; left: the largest ratio B_{t+1}/B_t seen",
		Answer: "The appendix asks for a λ2 that rises in every epoch and for 5 messages an edge. Its proof takes c_het for constant, and " +
			"the bound contracts down to its floor.",
		Reply: "In the run on K4 λ2 rises in every epoch, with 5 messages, and the bound grows because c_het does. The smallest case keeps " +
			"c_het, and meets the floor: what is stated goes to 0."},
	sides: [2]string{"ratio", "below"},
	check: func(in *Input, c Claim) Claim {
		h := in.BoundHistory
		if len(h) < 2 || in.Labeled == 0 || in.Delta <= 0 { // without labelled nodes or δ there is no bound
			return c.missing("the bound of at least two epochs")
		}
		largestRatio, rises := 0.0, 0 // rises is the number of epochs in which λ₂ rises
		for t := 1; t < len(h); t++ {
			largestRatio = max(largestRatio, h[t]/h[t-1])
		}
		for t := 1; t < len(in.Lambda2History); t++ {
			if in.Lambda2History[t] > in.Lambda2History[t-1] {
				rises++
			}
		}
		c.Note = fmt.Sprintf("Impossible in the long run: the bound never falls below √(log(2/δ)/(2n)) = %s. It stands at %s after %d "+
			"epochs. The appendix assumes that λ2 rises in every epoch; here it rose in %d of %d.",
			words.Digits(klTerm(0, in.Delta, in.Labeled), 4), words.Digits(h[len(h)-1], 4), len(h), rises, max(0, len(in.Lambda2History)-1))
		risesAlways := rises > 0 && rises == len(in.Lambda2History)-1 // a history of one epoch has no rise
		enoughMessages := in.leastMessages() >= 5-1e-9                // the tolerance allows for rounding in the sum of messages
		c = c.judge(largestRatio, 1, assumptions(risesAlways && enoughMessages))
		c.Holds = largestRatio < 1 // the claim is strict, since κ > 0, while Relation is not
		return c
	},
	failingRun: Case{Title: "K4", Graph: "k4", Settings: settings("dt", "0.4", "gap_mode", "additive", "lr", "0.03", "t", "5", "dropout", "0",
		"input_dropout", "0"), Epochs: 9, Shows: "λ2 rises in every epoch, and the bound grows from one to the next"},
	counterexample: func(x *smallCases) error {
		// λ₂ is 1 at first and 1001 after 1000 epochs. The bound is floor + c_het/λ₂, so it falls from floor + 1 to floor + 1/1001.
		// The claim for κ = 1 % is 0.99¹⁰⁰⁰ of the first bound.
		floor := klTerm(0, 0.1, 87)
		return x.add("", "A perfect run with c_het = 1 whose λ2 rises by 1 in every epoch, n = 87, δ = 0.1, κ = 1 %: B after 1000 epochs",
			"No error, no KL; √(log(2/δ)/(2n)) = "+words.Digits(floor, 4)+" stays. A smaller κ fails later.", floor+1.0/1001,
			linalg.Pow(0.99, 1000)*(floor+1))
	},
}

// klVariance is the step KL ≤ C_β·Var in the proof of Theorem 4.
// The check fits C_β on the edge with the largest variance, and tests it on the edge with the smallest variance.
var klVariance = claimRow{
	Claim: Claim{ID: "kl-var", Title: "Proof of theorem 4: KL is at most C·variance", Relation: "<=",
		Statement: "KL(ρ‖π) ≤ C_β·Var(θ) with an absolute constant C_β",
		Note: "False: Beta(k,k) against the uniform prior has Var → 0 and KL → ∞. Here C_β is fitted on the edge of largest variance and " +
			"tried on that of smallest.",
		Answer: "C_β may depend on the prior and on how many messages there were.",
		Reply:  "Then it is not absolute, and one κ for all epochs does not follow: messages add up, and KL grows with them."},
	sides: [2]string{"KL", "C · Var"},
	check: func(in *Input, c Claim) Claim {
		if len(in.Alpha) == 0 {
			return c.missing("the posterior of at least one edge")
		}
		wide, sharp := 0, 0 // the edges with the largest and the smallest variance
		variance := func(e int) float64 { return pacbayes.BetaVariance(in.Alpha[e], in.Beta[e]) }
		for e := range in.Alpha {
			if variance(e) > variance(wide) {
				wide = e
			}
			if variance(e) < variance(sharp) {
				sharp = e
			}
		}
		// KL is never negative; the maximum removes rounding errors below 0.
		kl := func(e int) float64 { return max(pacbayes.BetaKL(in.Alpha[e], in.Beta[e], in.A0, in.B0), 0) }
		return c.judge(kl(sharp), kl(wide)/variance(wide)*variance(sharp), alwaysMet)
	},
	failingRun: Case{Title: "the karate club", Graph: "karate", Settings: settings("t", "5"), Epochs: 1,
		Shows: "the C_β of the widest posterior is too small for the sharpest"},
	counterexample: func(x *smallCases) error {
		return x.add("", "Beta(1000,1000) against Beta(1,1), C_β fitted on Beta(2,2)",
			"KL grows like ½·log k while the variance falls like 1/(8k).", pacbayes.BetaKL(1000, 1000, 1, 1),
			pacbayes.BetaKL(2, 2, 1, 1)/pacbayes.BetaVariance(2, 2)*pacbayes.BetaVariance(1000, 1000))
	},
}
