package pacbayes

import (
	"math"

	"sheafscope/core/linalg"
)

// This file contains log Γ with its derivatives, and the Beta distribution.

// halfLogTwoPi is log(2π)/2.
const halfLogTwoPi = 0.91893853320467274178

// polygamma returns log Γ(x), the digamma function ψ(x) and the trigamma function ψ₁(x) for x > 0. For other x it returns NaN.
// Recurrences from x to x+1 raise x to at least 10. The asymptotic series then has a first omitted term below 1e−16.
func polygamma(x float64) (lg, psi, psi1 float64) {
	if !(x > 0) {
		return math.NaN(), math.NaN(), math.NaN()
	}
	// log Γ(x) = log Γ(x+1) − log x, ψ(x) = ψ(x+1) − 1/x and ψ₁(x) = ψ₁(x+1) + 1/x².
	prod := 1.0 // Γ(x+k)/Γ(x) for the given x, after k steps
	for x < 10 {
		r := 1 / x
		prod *= x
		psi -= r
		psi1 += float64(r * r)
		x++
	}
	// The asymptotic series, with coefficients from the Bernoulli numbers B₂ to B₁₄.
	l := linalg.Log(x)
	r := 1 / x
	q := r * r
	lg = float64((x-0.5)*l) - x + halfLogTwoPi +
		float64(r*(1./12-float64(q*(1./360-float64(q*(1./1260-float64(q*(1./1680-float64(q*(1./1188-float64(q*(691./360360-q/156))))))))))))
	if prod != 1 { // the recurrences have raised x
		lg -= linalg.Log(prod)
	}
	psi += l - float64(0.5*r) -
		float64(q*(1./12-float64(q*(1./120-float64(q*(1./252-float64(q*(1./240-float64(q*(1./132-float64(q*(691./32760-q/12))))))))))))
	psi1 += r + float64(0.5*q) +
		float64(r*q*(1./6-float64(q*(1./30-float64(q*(1./42-float64(q*(1./30-float64(q*(5./66-float64(q*(691./2730-float64(q*(7./6))))))))))))))
	return lg, psi, psi1
}

// LogGamma returns log Γ(x) for x > 0, with an error of about 5e−15·max(1, |log Γ|), and NaN for other x.
func LogGamma(x float64) float64 {
	lg, _, _ := polygamma(x)
	return lg
}

// LogBeta returns log B(a, b) = log Γ(a) + log Γ(b) − log Γ(a+b) for a, b > 0.
func LogBeta(a, b float64) float64 { return LogGamma(a) + LogGamma(b) - LogGamma(a+b) }

// BetaVariance returns the variance of Beta(a, b).
func BetaVariance(a, b float64) float64 {
	s := a + b
	return a * b / (s * s * (s + 1))
}

// BetaKL returns KL(Beta(a,b) ‖ Beta(a0,b0)), at least 0:
// log B(a0,b0) − log B(a,b) + (a−a0)ψ(a) + (b−b0)ψ(b) + (a0−a+b0−b)ψ(a+b).
func BetaKL(a, b, a0, b0 float64) float64 {
	kl, _, _ := BetaKLGrad(a, b, a0, b0)
	return kl
}

// BetaKLGrad returns [BetaKL] and its derivatives with respect to a and b.
func BetaKLGrad(a, b, a0, b0 float64) (kl, da, db float64) {
	lgS, psiS, psi1S := polygamma(a + b)
	return betaKL(a, b, a0, b0, LogBeta(a0, b0)+lgS, psiS, psi1S)
}

// betaKL is [BetaKLGrad] for known values of the terms that depend only on the prior and a+b:
// base is log B(a0,b0) + log Γ(a+b), psiS is ψ(a+b), and psi1S is ψ₁(a+b).
func betaKL(a, b, a0, b0, base, psiS, psi1S float64) (kl, da, db float64) {
	lgA, psiA, psi1A := polygamma(a)
	lgB, psiB, psi1B := polygamma(b)
	ra, rb := a-a0, b-b0
	kl = base - lgA - lgB + float64(ra*psiA) + float64(rb*psiB) - float64((ra+rb)*psiS)
	common := float64((ra + rb) * psi1S)
	// Rounding may make a tiny kl negative.
	return max(0, kl), float64(ra*psi1A) - common, float64(rb*psi1B) - common
}
