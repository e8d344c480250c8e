package transport

import "sheafscope/core/linalg"

// moveCost is equation 2, C_pq = ‖e_p − e_q‖² = 2(1−δ_pq), for p ≠ q: the cost of moving
// a unit of mass to another stalk coordinate. Since all entries of C off the diagonal are
// equal, the Gibbs kernel e^{−C/ε} is a multiple of the identity plus a multiple of the
// matrix of ones, and the entropic plan has a closed form.
const moveCost = 2

// Energy returns ⟨P,C⟩ + ε Σ P log P for a plan P (d×d), with 0·log 0 = 0.
func Energy(plan []float64, d int, eps float64) float64 {
	cost, negativeEntropy := 0.0, 0.0
	for i, v := range plan {
		onDiagonal := i/d == i%d
		if !onDiagonal {
			cost += moveCost * v
		}
		if v > 0 {
			negativeEntropy += float64(v * linalg.Log(v))
		}
	}
	return cost + float64(eps*negativeEntropy)
}

// Gibbs sets dst (d×d) to the minimiser of Energy over all couplings of mass 1 with free
// marginals, e^{−C/ε}/Σ e^{−C/ε}. It returns the energy of the minimiser, −ε log Σ e^{−C/ε}.
func Gibbs(dst []float64, d int, eps float64) (energy float64) {
	a := linalg.Exp(-moveCost / eps)                  // entry of e^{−C/ε} off the diagonal; on the diagonal it is 1
	sum := float64(d) * (1 + float64(float64(d-1)*a)) // of all d² entries of e^{−C/ε}
	for i := range dst {
		dst[i] = a / sum
		onDiagonal := i/d == i%d
		if onDiagonal {
			dst[i] = 1 / sum
		}
	}
	return -eps * linalg.Log(sum)
}

// limitRatio is the largest 2/ε for which [gibbsRatio] computes c = 1/(e^{2/ε}−1). For a
// larger 2/ε, c would be below 1e−138, and the root τ ≈ c² of [Plan] near the smallest float64.
const limitRatio = 320

// maxGibbsRatio replaces c for ε > 1e100, so that products with c stay finite.
const maxGibbsRatio = 1e100

// gibbsRatio returns c = 1/(e^{2/ε}−1). For 2/ε > limitRatio it returns 0, the limit for
// ε → 0, and for ε > 1e100 maxGibbsRatio.
func gibbsRatio(eps float64) float64 {
	x := moveCost / eps
	switch {
	case x > limitRatio:
		return 0
	case x < 2e-100: // ε > 1e100, beyond the range of the package
		return maxGibbsRatio
	}
	return 1 / linalg.Expm1(x)
}

// gibbsRatioGrad returns ∂c/∂ε = c(1+c)·2/ε². If c is 0 or maxGibbsRatio, c does not
// change with ε, and the result is 0.
func gibbsRatioGrad(eps, c float64) float64 {
	if c == 0 || c >= maxGibbsRatio {
		return 0
	}
	return float64(c*(1+c)) * moveCost / (eps * eps)
}
