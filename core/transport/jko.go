package transport

import (
	"math"

	"sheafscope/core/linalg"
)

// EffectiveEpsilon is equation 4 in closed form. A step of [KLJKO] with ε = eps and τ = tau
// leads from the entropic plan of temperature ε0 = eps0 to the entropic plan of temperature
// (1+τε)/(τ+1/ε0), which lies between ε0 and ε.
func EffectiveEpsilon(eps0, eps, tau float64) float64 {
	return (1 + float64(tau*eps)) / (tau + 1/eps0)
}

// EffectiveEpsilonN is [EffectiveEpsilon] applied n times. With n = 0 it is eps0; as n grows
// it tends to eps.
func EffectiveEpsilonN(n int, eps0, eps, tau float64) float64 {
	effective := eps0
	for range n {
		effective = EffectiveEpsilon(effective, eps, tau)
	}
	return effective
}

// KLJKO makes JKO steps on a plan given as a matrix, with the Kullback–Leibler divergence KL
// as proximal term,
//
//	P ← argmin_{P ∈ Π(μ,ν)} (1/τ)KL(P‖P_prev) + ⟨P,C⟩ + ε Σ P log P
//
// Scalings of the rows and columns of e^{(log P_prev − τC)/(1+τε)} solve each step. The first
// plan may have other marginals than μ and ν, for example after an early stop of Sinkhorn.
type KLJKO struct {
	Energies []float64 // energy of the first plan, and energy after each step
	Rounds   int       // number of scaling rounds of the last step, 0 before the first step
	// Err is the ℓ1 distance between the row sums of P and μ after the last step. The column
	// sums of P differ from ν only by rounding errors.
	Err float64

	d               int       // stalk dimension
	eps, tau        float64   // temperature ε; step length τ
	mu, nu          []float64 // the marginals of each new plan
	plan, logKernel []float64 // P, and (log P_prev − τC)/(1+τε)
	phi, psi        []float64 // logarithms of the row and column scalings
	column          []float64 // workspace: a column of logKernel
}

// NewKLJKO returns the iteration with the first plan p0, which it copies. It shares mu
// and nu. The entry (p, q) of p0 must be positive if mu[p] and nu[q] are positive.
func NewKLJKO(mu, nu, p0 []float64, eps, tau float64) *KLJKO {
	d := len(mu)
	return &KLJKO{Energies: []float64{Energy(p0, d, eps)}, d: d, eps: eps, tau: tau, mu: mu, nu: nu,
		plan: append([]float64(nil), p0...), logKernel: make([]float64, d*d),
		phi: make([]float64, d), psi: make([]float64, d), column: make([]float64, d)}
}

// maxScalings bounds the scaling rounds of a step.
const maxScalings = 20000

// Step makes a step and returns the energy of the new plan.
func (k *KLJKO) Step() (energy float64) {
	for i, v := range k.plan { // plan is P_prev
		x := linalg.Log(v)
		onDiagonal := i/k.d == i%k.d
		if !onDiagonal { // on the diagonal the cost C is 0
			x -= moveCost * k.tau
		}
		k.logKernel[i] = x / (1 + float64(k.tau*k.eps))
	}
	// The rounds start with the column scalings 1. They end when the row error is only
	// rounding error, or after maxScalings rounds.
	clear(k.psi)
	for k.Rounds = 1; ; k.Rounds++ {
		k.scaleRound()
		if k.Err < 1e-14 || k.Rounds == maxScalings {
			break
		}
	}
	energy = Energy(k.plan, k.d, k.eps)
	k.Energies = append(k.Energies, energy)
	return energy
}

// scaleRound scales the rows and then the columns. It sets plan to the scaled kernel
// and Err to the row error of plan.
func (k *KLJKO) scaleRound() {
	for p, m := range k.mu {
		k.phi[p] = linalg.Log(m) - logSumExp(k.logKernel[p*k.d:p*k.d+k.d], k.psi)
	}
	for q, n := range k.nu {
		for p := range k.column {
			k.column[p] = k.logKernel[p*k.d+q]
		}
		k.psi[q] = linalg.Log(n) - logSumExp(k.column, k.phi)
	}
	k.Err = 0
	for p, m := range k.mu {
		sum := 0.0
		for q, g := range k.psi {
			v := linalg.Exp(k.phi[p] + k.logKernel[p*k.d+q] + g)
			k.plan[p*k.d+q] = v
			sum += v
		}
		k.Err += math.Abs(sum - m)
	}
}

// logSumExp returns log Σ_i e^{x_i+y_i}.
func logSumExp(x, y []float64) float64 {
	largest := math.Inf(-1)
	for i, v := range x {
		largest = max(largest, v+y[i])
	}
	if math.IsInf(largest, 0) { // ∞ − ∞ below would give NaN
		return largest
	}
	sum := 0.0
	for i, v := range x {
		sum += linalg.Exp(v + y[i] - largest)
	}
	return largest + linalg.Log(sum)
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
// To first order a round changes log a by the linear map θ·MN with
// M = Diag(1/𝒦b)𝒦Diag(b) and N = Diag(1/s)𝒦Diag(a). MN is self-adjoint for the inner
// product with the weights a∘𝒦b (∘ is the product by elements), and its spectrum is in
// [0, 1]. A Newton step on log a solves a system (I − θMN)x = u by conjugate gradients.
// The derivative of the solution, with α = log a, is
//
//	δp = (1−θ)·p∘N·δα,  (I − θMN)·δα = δP_prev/P_prev
//	∂ℓ/∂P_prev = y,     (I − θMN)·y = (1−θ)·M·∂ℓ/∂p
//
// A sequence of blurs, halved down to γ, gives each solve a good start. A step takes
// about 12 to 60 rounds for γ ≥ 0.02, ε ≥ 0.005 and τ ≤ 100. Within these limits no
// number leaves the range of float64: the logarithms of a and b have a spread of at
// most 2/γ + 2/ε.
//
// An exact step moves mass only if the gain per unit of mass exceeds the cost divided by τ.
// Repeated steps therefore stop before the minimiser of the energy ([Gibbs]). A blurred
// step can even raise the energy, by an amount that tends to 0 with γ.
type W2Step struct {
	Rounds int     // number of rounds of the last Solve
	Err    float64 // ℓ1 distance between P_prev and the first marginal of its transport plan

	d       int       // stalk dimension
	w2Level           // the present blur
	levels  []w2Level // the sequence of blurs, down to γ

	a, b, s, kb         []float64 // a, b and s of the last round; kb is 𝒦b
	next, u, x          []float64 // the next a; right-hand side and solution of (I − θMN)x = u
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
