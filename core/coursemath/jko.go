// This file has exercise 7b.2, on a JKO step. Such a step moves a transport plan towards the plan of another temperature, and keeps the
// masses of both ends.

package coursemath

import (
	"math"
	"strconv"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
	"sheafscope/core/transport"
)

// twoPlan returns the entropic plan (a, b; c, d) between the masses (m, 1−m) and (n, 1−n) of two coordinates, row by row.
// This plan has the smallest cost minus ε times entropy. The cost is 0 on the diagonal and 2 off it, and eps is the temperature ε.
func twoPlan(m, n, eps float64) [4]float64 {
	// The entries satisfy ad = r·bc. With b = m − a, c = n − a and d = 1 − m − n + a, this is the equation p·a² + q·a + s = 0.
	r := linalg.Exp(4 / eps)
	p, q, s := 1-r, 1-m-n+float64(r*(m+n)), float64(-r*m*n)
	a := 2 * s / (-q - math.Sqrt(float64(q*q)-float64(4*p*s))) // the root between 0 and min(m, n), without cancellation
	return [4]float64{a, m - a, n - a, 1 - m - n + a}
}

// planText returns a plan as text, row by row, with two decimals: “(0.25, 0.35; 0.05, 0.35)”.
func planText(plan [4]float64) string {
	text := func(x float64) string { return strconv.FormatFloat(x, 'f', 2, 64) }
	return "(" + text(plan[0]) + ", " + text(plan[1]) + "; " + text(plan[2]) + ", " + text(plan[3]) + ")"
}

// whichPlan draws exercise 7b.2: which of three plans a JKO step makes from the plan before it.
func whichPlan(r *rng.Stream, v *Variant) {
	// The masses m and n, the length tau of the step, the temperature eps0 before the step, and the temperature eps of the step.
	m, n, tau := 0.6+float64(0.1*float64(r.Intn(3))), 0.3+float64(0.1*float64(r.Intn(2))), 1+float64(r.Intn(2))
	eps0, eps := 1.0, 4.0
	isHeating := r.Intn(2) == 0
	if !isHeating {
		eps0, eps = eps, eps0
	}
	epsAfter := transport.EffectiveEpsilon(eps0, eps, tau) // temperature of the plan after the step, between eps0 and eps
	before, step, far := twoPlan(m, n, eps0), twoPlan(m, n, epsAfter), twoPlan(m, n, eps)
	const moved = 0.06 // mass that moves from one diagonal entry to the other, so that the masses of both ends change
	lost := [4]float64{step[0] + moved, step[1], step[2], step[3] - moved}
	v.Params = map[string]float64{"m": m, "n": n, "eps0": eps0, "eps": eps, "tau": tau}
	v.Question = "Two coordinates, with the masses (" + decimal(m, 1) + ", " + decimal(1-m, 1) + ") at $u$ and (" + decimal(n, 1) + ", " +
		decimal(1-n, 1) + ") at $v$. The plan before the step is " + planText(before) + ", row by row, at temperature " + decimal(eps0, 0) +
		". A JKO step of length $τ = " + decimal(tau, 0) + "$ has the temperature $ε = " + decimal(eps, 0) + "$. Which plan comes out?"
	v.shuffle(r, Option{"step", planText(step)}, Option{"far", planText(far)}, Option{"lost", planText(lost)})
	v.check = func(answer string, _ outcomes) Marking {
		switch answer {
		case "step":
			effect := "heats: it spreads mass"
			if !isHeating {
				effect = "cools: it draws mass to the cheap entries"
			}
			return right("Yes. Its rows and columns keep their masses. It lies between the plan before and the one of temperature " +
				decimal(eps, 0) + ", as it must be cheap and spread out, and near to where it was. Here the step " + effect + ".")
		case "far":
			return wrong("That is the plan of temperature " + decimal(eps, 0) + ", which a very long step reaches. The last term of the sum " +
				"holds a step near to the plan before. Which plan lies between the two?")
		}
		// The answer is "lost".
		return wrong("Add up its rows: they give " + decimal(lost[0]+lost[1], 2) + " and " + decimal(lost[2]+lost[3], 2) + ", but $u$ has " +
			decimal(m, 1) + " and " + decimal(1-m, 1) + ". A step keeps the masses of both ends.")
	}
}
