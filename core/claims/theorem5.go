package claims

import (
	"math"

	"sheafscope/core/linalg"
)

// population is Theorem 5 (equation 33), checked with the constant of the O-term
// set to 1.
func population(in *Input) Claim {
	c := Claim{ID: "thm5", Title: "Theorem 5: population risk",
		Statement: "L_D(f) ≤ L + √(2·exp(−Δt·Δ_G/2)/n) + O(√(log(1/δ)/n)); the constant is taken as 1",
		Note: "False: nothing on the right side knows the predictor. One that memorises random labels has training error 0 and test " +
			"error ½ while the right side goes to 0 with n."}
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
