// This file checks Theorem 5, the population risk.

package claims

import (
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/words"
)

// theorem5 is Theorem 5 (equation 33), checked with the constant of the O-term set to 1.
// The paper does not give the constant, so a single run cannot refute the theorem; only a sequence of runs with n → ∞ can.
var theorem5 = claimRow{
	Claim: Claim{ID: "thm5", Title: "Theorem 5: population risk", Relation: "<=",
		Statement: "L_D(f) ≤ L + √(2·exp(−Δt·Δ_G/2)/n) + O(√(log(1/δ)/n)); the constant is taken as 1",
		Note: "False: nothing on the right side knows the predictor. One that memorises random labels has training error 0 and test " +
			"error ½ while the right side goes to 0 with n, for every constant.",
		Answer: "The paper does not give the constant of its O(·), so no single run refutes it.",
		Reply:  "Right: a run only shows the constant that it needs. Memorised random labels need one that grows like √n."},
	sides: [2]string{"test", "right"},
	check: func(in *Input, c Claim) Claim {
		h := in.Lambda2History
		if !in.HasTest || in.Labeled == 0 || in.Delta <= 0 || len(h) < 1 {
			return c.missing("test nodes, labelled nodes and the history of λ2")
		}
		deltaG := h[len(h)-1] - h[0] // Δ_G, the rise of λ₂ in the run
		gapTerm, orderTerm := populationTerms(in.Dt*deltaG, in.Delta, in.Labeled)
		neededConstant := max(0, in.TestError-in.TrainError-gapTerm) / orderTerm
		c.Note += " This run needs the constant " + words.Digits(neededConstant, 3) + "."
		return c.judge(in.TestError, in.TrainError+gapTerm+orderTerm, neverMet) // no single run can refute the theorem
	},
	counterexample: func(x *smallCases) error {
		// Δt·Δ_G is 1 and δ is 0.05 in the whole case.
		// neededConstant returns the constant of the O-term with which the bound holds for n memorised labels.
		neededConstant := func(n int) float64 {
			gapTerm, orderTerm := populationTerms(1, 0.05, n)
			return (Memorizer(n, 0) - gapTerm) / orderTerm
		}
		gapTerm, orderTerm := populationTerms(1, 0.05, 100000)
		// "": the case has no graph.
		return x.add("", "Memorising 100000 random labels, Δt·Δ_G = 1", "Training error 0; the right side is what is left of the "+
			"bound. It would need the constant "+words.Digits(neededConstant(100000), 3)+"; with 1000 labels "+
			words.Digits(neededConstant(1000), 3)+".", Memorizer(100000, 0), gapTerm+orderTerm)
	},
}

// populationTerms returns the two terms of theorem 5 beside the loss: gapTerm = √(2·exp(−Δt·Δ_G/2)/n) and orderTerm = √(log(1/δ)/n),
// the O-term with the constant 1.
func populationTerms(dtDeltaG, delta float64, n int) (gapTerm, orderTerm float64) {
	gapTerm = math.Sqrt(2 * linalg.Exp(-dtDeltaG/2) / float64(n))
	orderTerm = math.Sqrt(linalg.Log(1/delta) / float64(n))
	return gapTerm, orderTerm
}

// Memorizer returns the test error of a predictor that has memorized n ≥ 1 random binary labels, so that its training error is 0.
// The predictor returns class 0 for every other point. The test error is measured on n other points with random labels.
func Memorizer(n int, seed uint64) float64 {
	src := rng.New(seed, "claims/thm5")
	wrong := 0 // test points of class 1
	for range n {
		if src.Intn(2) != 0 {
			wrong++
		}
	}
	return float64(wrong) / float64(n)
}
