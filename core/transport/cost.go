package transport

import "sheafscope/core/linalg"

// moving is equation 2, the cost C_pq = ‖e_p − e_q‖² = 2(1−δ_pq), of moving a
// unit of mass from a stalk coordinate p to another one q. All entries of C off the
// diagonal are equal, so that the Gibbs kernel e^{−C/ε} is a multiple of the
// identity plus a multiple of 11ᵀ. The entropic plan of such a kernel has a closed
// form.
const moving = 2

// Energy returns ⟨P,C⟩ + ε Σ P log P for a plan P (d×d), with 0·log 0 = 0.
func Energy(plan []float64, d int, eps float64) float64 {
	cost, ent := 0.0, 0.0
	for i, v := range plan {
		if i/d != i%d {
			cost += moving * v
		}
		if v > 0 {
			ent += v * linalg.Log(v)
		}
	}
	return cost + eps*ent
}

// Gibbs sets dst (d×d) to the minimiser of Energy over all couplings with free
// marginals, ∝ e^{−C/ε}, and returns its energy −ε log Σ e^{−C/ε}.
func Gibbs(dst []float64, d int, eps float64) float64 {
	a := linalg.Exp(-moving / eps)
	sum := float64(d) * (1 + float64(d-1)*a)
	for i := range dst {
		dst[i] = a / sum
		if i/d == i%d {
			dst[i] = 1 / sum
		}
	}
	return -eps * linalg.Log(sum)
}

// limitRatio is the value of 2/ε above which the limit ε → 0 is used. There the
// kernel e^{−2/ε} off the diagonal is below 1e−139, and τ ≈ c² is near the smallest
// float64.
const limitRatio = 320

// gibbsRatio returns c = 1/(e^{2/ε}−1), 0 in the limit of small ε.
func gibbsRatio(eps float64) float64 {
	x := moving / eps
	switch {
	case x > limitRatio:
		return 0
	case x < 2e-100:
		return 1e100
	}
	return 1 / linalg.Expm1(x)
}

// gibbsRatioGrad returns ∂c/∂ε = c(1+c)·2/ε².
func gibbsRatioGrad(eps, c float64) float64 {
	if c == 0 || c >= 1e100 {
		return 0
	}
	return c * (1 + c) * moving / (eps * eps)
}
