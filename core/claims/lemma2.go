// This file checks Lemma 2, the stability of the outputs.

package claims

import (
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/words"
)

// lemma2 is Lemma 2 (equation 32), checked on the diffused features of the first and the last epoch.
var lemma2 = claimRow{
	Claim: Claim{ID: "lemma2", Title: "Lemma 2: stability", Relation: "<=",
		Statement: "‖f_T − f_0‖₂ ≤ √(λmax/λ2(L_0))·exp(−Δt·Δ_G/2) + ε_CG·T when Δt < 1/λmax",
		Note: "False for the outputs, under its own hypothesis: the left side grows with H, the right side does not know it. True for the " +
			"operators (I+Δt·L_t)⁻¹: they differ by less than ½. Nor does anything decay: Δt·λmax < 1 keeps exp(−Δt·Δ_G/2) above 0.6.",
		Answer: "f_t is the operator of the encoder, without its input.",
		Reply: "For the operators it is true, and empty: ½ against more than 0.6. Theorem 5 needs it for outputs, whose loss it bounds, and " +
			"the " +
			"encoder has trained weights, too."},
	sides: [2]string{"change", "bound"},
	check: func(in *Input, c Claim) Claim {
		h := in.Lambda2History
		if !in.HasOutputChange || len(h) < 1 || h[0] <= 0 || in.LambdaMax <= 0 {
			return c.missing("the outputs of the first and the last epoch and λ2(L_0) > 0")
		}
		// ε_CG is the tolerance CGTol. T is len(h)−1, because the epochs count from 0.
		deltaG := h[len(h)-1] - h[0] // Δ_G, the rise of λ₂ in the run
		rhs := float64(math.Sqrt(in.LambdaMax/h[0])*linalg.Exp(-in.Dt*deltaG/2)) + float64(in.CGTol*float64(len(h)-1))
		c.Note += " Here Δt·Δ_G = " + words.Digits(in.Dt*deltaG, 4) + "."
		return c.judge(in.OutputChange, rhs, in.Dt*in.LambdaMax < 1)
	},
	failingRun: Case{Title: "K2", Graph: "k2", Settings: singleEdgeSettings, Epochs: 6,
		Shows: "the maps change little, but the input H of the diffusion changes much; the right side depends on the maps alone"},
	counterexample: func(x *smallCases) error {
		// f_t = (I + ΔtL_t)⁻¹H, where H is √200 times the unit eigenvector of K2 for the eigenvalue λ. So f_t is H/(1 + 0.4λ).
		// The run begins with the weight ½ of the edge, which halves λ, and ends with the weight 1.
		whole, half := x.k2.Values[1], float64(x.k2.Values[1]/2)
		return x.add("k2", "K2, λ from 1 to 2, Δt = 0.4, H = (10, −10), exact solves",
			"Δt·λmax = 0.8 < 1, as the lemma asks. Twice the H gives twice the left side.",
			math.Sqrt(200)*(1/(1+float64(0.4*half))-1/(1+float64(0.4*whole))), math.Sqrt(whole/half)*linalg.Exp(-0.4*(whole-half)/2))
	},
}
