package claims

import "fmt"

// gap is Theorem 3 (equations 27 and 28), checked by the gain of the matrix ascent
// L' = L + η vvᵀ.
func gap(in *Input) Claim {
	c := Claim{ID: "thm3", Title: "Theorem 3: every ascent step gains c_w/4",
		Statement: "λ2(L + η vvᵀ) − λ2(L) ≥ c_w/4",
		Note: "Exact: λ2(L + η vvᵀ) = min(λ2+η, λ3), so the gain stops at λ3 − λ2. C6, K4 and the star S5 gain 0. " +
			"What is gained a sheaf of the graph can keep: stage 10 shows how much of it the nearest one does."}
	if in.Armijo <= 0 || in.Lambda3 < in.Lambda2 || in.Lambda2 <= 0 {
		return c.missing(">=", "λ2, λ3 and c_w")
	}
	eta, gain := backtrack(in.Lambda3-in.Lambda2, in.Armijo)
	c.Note += fmt.Sprintf(" Here λ3 − λ2 = %.6g and back-tracking from 1 stops at η = %.3g.", in.Lambda3-in.Lambda2, eta)
	return c.judge(gain, ">=", in.Armijo/4, eta > 0)
}

// backtrack halves η from 1 until min(η, room) ≥ c_w·η.
func backtrack(room, cw float64) (eta, gain float64) {
	eta = 1
	for range 60 {
		if g := min(eta, room); g > 0 && g >= cw*eta {
			return eta, g
		}
		eta /= 2
	}
	return 0, 0
}
