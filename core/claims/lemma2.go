package claims

import (
	"fmt"
	"math"

	"sheafscope/core/linalg"
)

// stability is Lemma 2 (equation 32), checked on the outputs of the first and the
// last epoch.
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
