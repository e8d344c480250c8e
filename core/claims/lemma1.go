// This file checks Lemma 1, the variance of the posterior of an edge.

package claims

import (
	"fmt"

	"sheafscope/core/linalg"
	"sheafscope/core/pacbayes"
	"sheafscope/core/words"
)

// lemma1 is Lemma 1 (equation 29), checked on the edge with the largest ratio of the left to the right side.
var lemma1 = claimRow{
	Claim: Claim{ID: "lemma1", Title: "Lemma 1: variance of the edge posterior", Relation: "<=",
		Statement: "Var[θ|D] ≤ γ/(γ+n)²·(1 − 1/(γ+n+1)), γ = α+β, n messages",
		Note:      "True only for n ≤ 3γ. Beta(1,1) with 7 messages, 3 of them successes: 0.02469 > 0.02222. Always: Var ≤ 1/(4(γ+n+1)).",
		Answer:    "With the prior Beta(1,1) and five messages n = 5 is below 3γ = 6.",
		Reply:     "There it holds. But n is cumulative, so the second epoch passes 6. The proof's own step (i) gives 1/(4(γ+n+1))."},
	sides: [2]string{"var", "bound"},
	check: func(in *Input, c Claim) Claim {
		if len(in.Alpha) == 0 {
			return c.missing("the posterior of at least one edge")
		}
		worst, worstVariance, worstBound := -1, 0.0, 0.0 // the edge with the largest ratio variance/bound so far, −1 for none
		for e := range in.Alpha {
			variance := pacbayes.BetaVariance(in.Alpha[e], in.Beta[e])
			bound := varianceBound(in.A0+in.B0, messageCount(in, e))
			// Cross-multiplication compares the ratios variance/bound without a division by a bound that may be 0.
			if worst < 0 || variance*worstBound > worstVariance*bound {
				worst, worstVariance, worstBound = e, variance, bound
			}
		}
		n := messageCount(in, worst)
		c.Note += " Here, on the worst edge: n = " + words.Digits(n, 3) + ", 3γ = " + words.Digits(3*(in.A0+in.B0), 3) + ", 1/(4(γ+n+1)) = " +
			words.Digits(1/(4*(in.A0+in.B0+n+1)), 4) + "."
		// The assumption is a prior with α ≥ 1 and β ≥ 1.
		return c.judge(worstVariance, worstBound, in.A0 >= 1 && in.B0 >= 1)
	},
	failingRun: Case{Title: "the karate club, 20 messages", Graph: "karate", Settings: settings("t", "20"), Epochs: 1,
		Shows: "n = 20 messages are more than 3γ = 6, and split evenly"},
	counterexample: func(x *smallCases) error {
		// The posterior of 3 successes and 4 failures is Beta(4,5), and the prior has γ = 2.
		return x.add("", "Beta(1,1), 7 messages, 3 successes", "The valid bound 1/(4(γ+n+1)) is 0.0250.", pacbayes.BetaVariance(4, 5),
			varianceBound(2, 7))
	},
}

// lemma1Ratio returns the claim that the posterior variance is at most limit times the prior variance.
// The paper gives two limits in two places. id is the ID of the claim, and place is the place in the paper.
func lemma1Ratio(id string, limit float64, place string) claimRow {
	return claimRow{
		Claim: Claim{ID: id, Title: fmt.Sprintf("Lemma 1: variance falls to %.0f %% (%s)", 100*limit, place), Relation: "<=",
			Statement: fmt.Sprintf("Var[θ|D]/Var[θ] ≤ %.3g when n ≥ 5 and α+β ≤ 10", limit),
			Note: "False: Beta(1,9) with five successes becomes Beta(6,9), ×1.83. True in expectation: E[Var_post] = Var_prior·γ/(γ+n), at " +
				"most 2/3 for γ ≤ 10 and n ≥ 5.",
			Answer: "The paper's prior is Beta(1,1).",
			Reply: fmt.Sprintf("There it is true: the ratio is at most %.3f, at five messages that agree by half. The lemma is stated for every "+
				"prior with α+β ≤ 10, and Beta(1,9) is one.", pacbayes.BetaVariance(3.5, 3.5)/pacbayes.BetaVariance(1, 1))},
		sides: [2]string{"ratio", "claimed"},
		check: func(in *Input, c Claim) Claim {
			if len(in.Alpha) == 0 {
				return c.missing("the posterior of at least one edge")
			}
			priorVariance, worstRatio := pacbayes.BetaVariance(in.A0, in.B0), 0.0 // worstRatio is the largest over the edges
			for e := range in.Alpha {
				worstRatio = max(worstRatio, pacbayes.BetaVariance(in.Alpha[e], in.Beta[e])/priorVariance)
			}
			// The tolerance of 10⁻⁹ allows for rounding in the sum of messages.
			enoughMessages := in.leastMessages() >= 5-1e-9
			allowedPrior := in.A0+in.B0 <= 10 && in.A0 >= 1 && in.B0 >= 1
			return c.judge(worstRatio, limit, assumptions(enoughMessages && allowedPrior))
		},
		failingRun: Case{Title: "the karate club, prior Beta(1,9)", Graph: "karate",
			Settings: settings("a0", "1", "b0", "9", "t", "5"), Epochs: 20,
			Shows: "edges that agree contradict the prior, and the variance grows"},
		counterexample: func(x *smallCases) error {
			return x.add("", "Beta(1,9) and 5 successes", fmt.Sprintf("The variance grows. In expectation over the messages it is ×%.4f.",
				ExpectedRatio(1, 9, 5)), pacbayes.BetaVariance(6, 9)/pacbayes.BetaVariance(1, 9), limit)
		},
	}
}

// messageCount returns the number of messages between the prior and the posterior of edge e. A message adds 1 to α + β: it states how far
// the two ends of the edge agree.
func messageCount(in *Input, e int) float64 { return in.Alpha[e] + in.Beta[e] - in.A0 - in.B0 }

// leastMessages returns the smallest number of messages of an edge, or 0 for a graph without edges.
func (in *Input) leastMessages() float64 {
	if len(in.Alpha) == 0 {
		return 0
	}
	n := messageCount(in, 0)
	for e := range in.Alpha {
		n = min(n, messageCount(in, e))
	}
	return n
}

// varianceBound returns the right side of lemma 1, γ/(γ+n)²·(1 − 1/(γ+n+1)), for a prior with γ = α+β and n messages.
func varianceBound(gamma, n float64) float64 {
	g := gamma + n
	return gamma / (g * g) * (1 - 1/(g+1))
}

// ExpectedRatio returns E[Var_post]/Var_prior, the expected posterior variance after n messages of an edge with prior Beta(a, b), divided
// by the prior variance.
// The number of successes is beta-binomial, and the ratio equals (a+b)/(a+b+n).
func ExpectedRatio(a, b float64, n int) float64 {
	expectation := 0.0
	for k := 0; k <= n; k++ { // number of successes
		successes, failures := float64(k), float64(n-k)
		// The binomial coefficient of n and k is 1/((n+1)·B(k+1, n−k+1)).
		logBinomial := -pacbayes.LogBeta(successes+1, failures+1) - linalg.Log(float64(n+1))
		probability := linalg.Exp(logBinomial + pacbayes.LogBeta(a+successes, b+failures) - pacbayes.LogBeta(a, b))
		expectation += float64(probability * pacbayes.BetaVariance(a+successes, b+failures))
	}
	return expectation / pacbayes.BetaVariance(a, b)
}
