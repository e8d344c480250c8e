// The exercises of chapter 8 are about polynomial filters.

package coursemath

import (
	"math"
	"slices"
	"strconv"

	"sheafscope/core/rng"
)

// highPass draws exercise 8.1: weights of T_0 … T_3 for which the size of the gain is largest at λ = 2 and small at λ = 0.
// See [Response] for the gain and the polynomials T_q.
func highPass(r *rng.Stream, v *Variant) {
	percentage := []int{5, 10, 20}[r.Intn(3)]
	v.Params = map[string]float64{"share": float64(percentage) / 100} // in 0..1
	v.Question = "Choose the weights $α_0, …, α_3$ of $T_0, …, T_3$ such that the filter passes most at the upper end, $λ = 2$, and " +
		"at $λ = 0$ at most " +
		strconv.Itoa(percentage) + " % of that."
	// The answer is one row of four numbers.
	v.judgeEntries(1, 4, func(alpha []float64, _ []string) Marking {
		gainAt0, sizeAt2 := Response(alpha, 0), math.Abs(Response(alpha, 2)) // the gain has a sign, its size has no sign
		hasNegative := slices.ContainsFunc(alpha, func(a float64) bool { return a < 0 })
		// The largest size of the gain over 201 values of λ in [0, 2], and the first λ at which it occurs. 1e-9 allows for rounding.
		largest, peak := 0.0, 0.0
		for k := range 201 {
			lambda := float64(k) / 100
			size := math.Abs(Response(alpha, lambda))
			if size > largest*(1+1e-9) {
				largest, peak = size, lambda
			}
		}
		peaksAt2 := peak == 2                                     // 200/100 is exactly 2
		mostAt0 := sizeAt2 * float64(percentage) / 100            // largest size of the gain that is allowed at λ = 0
		out := Marking{Value: Meter(math.Abs(gainAt0) / sizeAt2)} // infinite or NaN if sizeAt2 is 0
		switch {
		case largest == 0: // all weights are 0
			out.Reason = "With these weights nothing passes. Give at least one polynomial a weight."
		case peaksAt2 && math.Abs(gainAt0) <= mostAt0*(1+1e-9): // up to rounding
			out.Right = true
			out.Reason = "Yes: the gain is " + digits(gainAt0) + " at λ = 0 and has size " + digits(sizeAt2) + " at λ = 2. The weights cancel at " +
				"the lower end and add up at the upper one: it takes both signs."
		case !hasNegative:
			out.Reason = "Here no weight is negative. Each $T_q$ is 1 at λ = 0, so there they all add up, to " + digits(gainAt0) + ". What " +
				"makes them cancel there?"
		case peaksAt2: // but the gain is too large at λ = 0
			out.Close = true
			out.Reason = "The upper end is the highest. But at λ = 0 the gain is " + digits(gainAt0) + ", in size " +
				percentUnlike(100*math.Abs(gainAt0)/sizeAt2, float64(percentage)) + " of that at λ = 2. At λ = 0 it is the sum of the " +
				"weights: bring it to 0."
		case math.Abs(gainAt0) <= mostAt0: // small at λ = 0, but the peak is not at λ = 2
			out.Reason = "The lower end is held back, but the size of the gain is largest at λ = " + decimal(peak, 2) + ". At λ = 2 each $T_q$ " +
				"is +1 or −1 by turns: which signs make them all add up?"
		default:
			out.Reason = "The gain at λ = 0 is " + digits(gainAt0) + ", the sum of the weights; at λ = 2 it is of size " + digits(sizeAt2) + ", " +
				"their alternating sum. Make the first small and the second large."
		}
		return out
	})
}

// softmaxCannot draws exercise 8.2: why weights from a softmax never make a high-pass.
// The gain at λ = 0 is the sum of the weights, 1. No gain is larger: T_q is evaluated at 1 − λ, which is in [−1, 1], and there |T_q| ≤ 1.
func softmaxCannot(r *rng.Stream, v *Variant) {
	degree := 2 + r.Intn(4)       // of the filter, 2 to 5
	order := strconv.Itoa(degree) // texts and figures call the degree the order
	v.Params = map[string]float64{"order": float64(degree)}
	v.Question = "The weights of a filter of order " + order + " come from a softmax: positive, with sum 1. Why can no training " +
		"make it a high-pass?"
	v.shuffle(r, Option{"peak", "At $λ = 0$ its gain is 1, and nowhere is it larger"}, Option{"order", "Order " + order + " is too " +
		"low for a high-pass"},
		Option{"sign", "The polynomials $T_q$ are nowhere negative"}, Option{"gradient", "The gradient of a softmax vanishes at the start"})
	v.check = func(answer string, _ outcomes) Marking {
		switch answer {
		case "peak":
			return right("Yes: $T_q(1) = 1$ for every q, so at λ = 0 the gain is the sum of the weights, 1; and $|T_q| ≤ 1$, so a mean of " +
				"them is never larger.")
		case "order":
			return wrong("A low order does make a filter coarse. But with free signs order 1 is enough: $(T_0 − T_1)/2$ rises from 0 to " +
				"1. Look at λ = 0 instead.")
		case "sign":
			return wrong("$T_1 = 1 − λ$ is negative above λ = 1. And positive polynomials alone would not forbid it: 0.1 and 0.9·λ/2 add up to a " +
				"high-pass. What value do the $T_q$ all share, and where?")
		}
		// The answer is "gradient".
		return wrong("Training is a fair suspect. But a softmax of equal inputs has a gradient, and no weights that it can reach would " +
			"do. Look at λ = 0.")
	}
}
