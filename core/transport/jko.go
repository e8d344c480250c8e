package transport

import "sheafscope/core/linalg"

// EffectiveEpsilon is equation 4 in closed form, with the Kullback–Leibler divergence KL as
// the distance. A step of length τ = tau,
//
//	P⋆ = argmin_{P ∈ Π(μ,ν)} (1/τ)KL(P‖P0) + ⟨P,C⟩ + ε Σ P log P,
//
// leads from the entropic plan of temperature ε0 = eps0 to the entropic plan of temperature
// (1+τε)/(τ+1/ε0). This temperature lies between ε0 and ε = eps.
func EffectiveEpsilon(eps0, eps, tau float64) float64 {
	return (1 + float64(tau*eps)) / (tau + 1/eps0)
}

// EffectiveEpsilonN is [EffectiveEpsilon] applied n times. With n = 0 it is eps0. For tau > 0
// it tends to eps as n grows.
func EffectiveEpsilonN(n int, eps0, eps, tau float64) float64 {
	effective := eps0
	for range n {
		effective = EffectiveEpsilon(effective, eps, tau)
	}
	return effective
}

// Constants of W2Step.
const (
	w2Tol    = 1e-14 // ℓ1 error, relative to the mass, at which the last blur ends
	w2Rough  = 1e-2  // ℓ1 error, relative to the mass, at which each earlier blur ends
	w2Rounds = 500   // largest number of rounds at each blur
	w2Start  = 0.5   // upper bound of the first blur, unless γ is larger
)

// W2Step is equation 5, the JKO step of the paper with free marginals, multiplied by τ and
// with the sign of a convex problem:
//
//	p = argmin_P ½W₂²(P, P_prev) + τ(⟨P,C⟩ + ε Σ P log P)
//
// P is a measure on the d² cells of a matrix. Half the squared distance of the cells
// (i, j) and (i', j') is (1−δ_ii') + (1−δ_jj').
//
// An entropy of strength γ blurs the distance, and scalings solve the step (Peyré
// 2015). The kernel of the cells is 𝒦 = K⊗K with K_ij = e^{−(1−δ_ij)/γ}. With
// θ = τε/(γ+τε) a round is
//
//	a = P_prev/(𝒦b),  s = 𝒦a,  p ∝ s^{1−θ}·e^{−τC/(γ+τε)},  b = p/s
//
// where p is scaled to the mass of P_prev, which removes the slowest mode of the
// iteration. The transport plan from P_prev to p is Diag(a)𝒦Diag(b).
//
// To first order, a round maps a change δ of log a to θ·MN·δ, with
// M = Diag(1/𝒦b)𝒦Diag(b) and N = Diag(1/s)𝒦Diag(a). MN is self-adjoint for the inner
// product with the weights a∘𝒦b (∘ is the product by elements), and its spectrum is in
// [0, 1]. A Newton step on log a solves a system (I − θMN)x = u by conjugate gradients.
// The derivative of the solution, with α = log a, is
//
//	δp = (1−θ)·p∘N·δα,  (I − θMN)·δα = δP_prev/P_prev
//	∂ℓ/∂P_prev = y,     (I − θMN)·y = (1−θ)·M·∂ℓ/∂p
//
// A sequence of blurs, halved down to γ, gives each solve a good start. For γ = 0.1 a step
// takes at most about 20 rounds, and for γ = 0.02, ε ≥ 0.005 and τ ≤ 100 up to about 200.
//
// An exact step moves mass only if the gain per unit of mass exceeds the cost divided by τ.
// Repeated steps therefore stop before the minimiser of the energy ([Gibbs]). A blurred
// step can even raise the energy, by an amount that tends to 0 with γ.
type W2Step struct {
	Rounds int     // number of rounds of the last Solve
	Err    float64 // ℓ1 distance between P_prev and the first marginal of the transport plan from P_prev to p

	d       int       // stalk dimension
	w2Level           // the present blur
	levels  []w2Level // the sequence of blurs, down to γ

	a, b, s, kb         []float64 // a, b and s of the last round; kb is 𝒦b
	next, scaled, u, x  []float64 // the next a; right-hand side and solution of (I − θMN)x = u
	res, dir, mul, work []float64 // conjugate gradients: residual, direction, product; workspace
	sums                []float64 // row and column sums of blur
}

// Solve sets p (d×d) to the step from prev, a plan with non-negative entries and positive
// mass. p gets the mass of prev, and must not overlap prev. Solve allocates nothing.
func (f *W2Step) Solve(p, prev []float64) {
	mass := 0.0
	for i, v := range prev {
		mass += v
		f.b[i] = 1
	}
	f.Rounds = 0
	for k, level := range f.levels {
		isLast := k == len(f.levels)-1
		tol := w2Rough
		if isLast {
			tol = w2Tol
		}
		if k > 0 { // γ·log b changes little from one blur to the next
			power := f.gamma / level.gamma // equals 2: f still has the γ of the previous blur
			for i, v := range f.b {
				f.b[i] = linalg.Exp(power * linalg.Log(v))
			}
		}
		f.w2Level = level
		f.solveLevel(p, prev, mass, tol*mass)
	}
}
