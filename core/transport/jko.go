package transport

import (
	"math"

	"sheafscope/core/linalg"
)

// EffectiveEpsilon is equation 4, the flow down the energy ⟨P,C⟩ + ε Σ P log P, in
// steps that are proximal for the Kullback–Leibler divergence on Π(μ,ν): one of
// length tau at temperature eps makes of the entropic plan of temperature eps0
// that of temperature (1+τε)/(τ+1/ε0), which lies between the two.
func EffectiveEpsilon(eps0, eps, tau float64) float64 {
	return (1 + tau*eps) / (tau + 1/eps0)
}

// EffectiveEpsilonN is [EffectiveEpsilon] applied n times: the temperature after
// n KL-JKO steps. With n = 0 it is eps0; as n grows it tends to eps.
func EffectiveEpsilonN(n int, eps0, eps, tau float64) float64 {
	for range n {
		eps0 = EffectiveEpsilon(eps0, eps, tau)
	}
	return eps0
}

// KLJKO does KL-proximal steps on a plan given as a matrix,
//
//	P ← argmin_{Π(μ,ν)} (1/τ)KL(P‖P_prev) + ⟨P,C⟩ + ε Σ P log P
//
// each solved by scalings of the kernel e^{(log P_prev − τC)/(1+τε)}. P_prev
// need not have marginals μ, ν: a plan from a Sinkhorn iteration that was
// stopped early is brought into Π(μ,ν) by the first step.
type KLJKO struct {
	// Energies holds the energy of the first plan and after every step.
	Energies []float64
	// Rounds counts the scaling rounds of the last step, Err is the row error left.
	Rounds int
	Err    float64

	d                int
	eps, tau         float64
	mu, nu           []float64
	plan, kernel     []float64
	phi, psi, column []float64
}

// NewKLJKO starts from plan p0 (copied), whose entries are positive wherever μ
// and ν are. mu and nu are not copied.
func NewKLJKO(mu, nu, p0 []float64, eps, tau float64) *KLJKO {
	d := len(mu)
	return &KLJKO{Energies: []float64{Energy(p0, d, eps)}, d: d, eps: eps, tau: tau, mu: mu, nu: nu,
		plan: append([]float64(nil), p0...), kernel: make([]float64, d*d),
		phi: make([]float64, d), psi: make([]float64, d), column: make([]float64, d)}
}

// maxScalings bounds the scaling rounds of one proximal step.
const maxScalings = 20000

// Step does one proximal step and returns the energy of the new plan.
func (k *KLJKO) Step() (energy float64) {
	for i, v := range k.plan {
		x := linalg.Log(v)
		if i/k.d != i%k.d {
			x -= moving * k.tau
		}
		k.kernel[i] = x / (1 + k.tau*k.eps)
	}
	clear(k.psi)
	for k.Rounds = 1; ; k.Rounds++ {
		for p, m := range k.mu {
			k.phi[p] = linalg.Log(m) - logSumExp(k.kernel[p*k.d:p*k.d+k.d], k.psi)
		}
		for q, n := range k.nu {
			for p := range k.column {
				k.column[p] = k.kernel[p*k.d+q]
			}
			k.psi[q] = linalg.Log(n) - logSumExp(k.column, k.phi)
		}
		k.Err = 0
		for p, m := range k.mu {
			sum := 0.0
			for q, g := range k.psi {
				v := linalg.Exp(k.phi[p] + k.kernel[p*k.d+q] + g)
				k.plan[p*k.d+q] = v
				sum += v
			}
			k.Err += math.Abs(sum - m)
		}
		if k.Err < 1e-14 || k.Rounds == maxScalings {
			break
		}
	}
	energy = Energy(k.plan, k.d, k.eps)
	k.Energies = append(k.Energies, energy)
	return energy
}

// logSumExp returns log Σ e^{x+y}.
func logSumExp(x, y []float64) float64 {
	top := math.Inf(-1)
	for i, v := range x {
		top = max(top, v+y[i])
	}
	if math.IsInf(top, 0) {
		return top
	}
	sum := 0.0
	for i, v := range x {
		sum += linalg.Exp(v + y[i] - top)
	}
	return top + linalg.Log(sum)
}

// Constants of W2Step: the ℓ1 error at which a step ends and at which an
// intermediate blur does, the rounds it may take at most at each blur, and the
// bound on the blur that it starts with.
const (
	w2Tol    = 1e-14
	w2Rough  = 1e-2
	w2Rounds = 500
	w2Start  = 0.5
)

// W2Step is equation 5, the JKO step of the paper to the letter, with free
// marginals (times τ, and with the sign of a convex problem),
//
//	p = argmin_P ½W₂²(P, P_prev) + τ(⟨P,C⟩ + ε Σ P log P)
//
// on the d² cells, where half the squared distance of two cells is
// (1−δ_pp') + (1−δ_qq'). The distance is blurred by an entropy of strength γ and
// the step solved by scalings (Peyré 2015). The kernel of the cells is 𝒦 = K⊗K
// with K_pq = e^{−(1−δ_pq)/γ}, and costs O(d²). With θ = τε/(γ+τε) a round is
//
//	a = P_prev/(𝒦b),  s = 𝒦a,  p ∝ s^{1−θ}·e^{−τC/(γ+τε)},  b = p/s
//
// where p gets the mass of P_prev: the scale of a is free, and fixing the mass
// takes the slowest mode off the iteration. The transport plan from P_prev to p
// is Diag(a)𝒦Diag(b). A round moves log a by the linear map θ·MN to first order,
// M = Diag(1/𝒦b)𝒦Diag(b), N = Diag(1/s)𝒦Diag(a): both have row sums 1, and MN is
// self-adjoint for the weights a∘𝒦b, with spectrum in [0, 1]. So (I − θMN)x = u
// is solved by conjugate gradients in that inner product. With it every round
// is followed by a step of Newton's method on log a, within a trust region, and
// the derivative of the solution is
//
//	δp = (1−θ)·p∘N·δα,  (I − θMN)·δα = δP_prev/P_prev
//	∂ℓ/∂P_prev = y,     (I − θMN)·y = (1−θ)·M·∂ℓ/∂p
//
// Blurs above the one asked for come first, each twice the next; what they find
// is where the next starts. That takes some 12 to 60 rounds for γ ≥ 0.02, ε ≥
// 0.005 and τ ≤ 100, within which nothing leaves the range of float64: the
// logarithms of a and b spread over no more than 2/γ + 2/ε. It allocates nothing
// after [NewW2Step].
//
// On finitely many cells moving mass costs in proportion to the mass, so that
// repeated steps stop short of the minimiser of the energy (Gibbs): an exact
// step moves mass only where the gain per unit exceeds its cost over τ. An exact
// step never raises the energy; the blur may, by an amount that vanishes with γ.
type W2Step struct {
	// Rounds counts the rounds of the last Solve; Err is the ℓ1 error by which
	// the transport plan misses P_prev.
	Rounds int
	Err    float64

	d int
	w2Level
	levels []w2Level

	a, b, s, kb         []float64
	next, u, x          []float64
	res, dir, mul, work []float64
	sums                []float64
}

// Solve sets p (d×d) to the step from prev, a plan without negative entries and
// of positive mass. p and prev do not overlap.
func (f *W2Step) Solve(p, prev []float64) {
	mass := 0.0
	for i, v := range prev {
		mass += v
		f.b[i] = 1
	}
	f.Rounds = 0
	for k, l := range f.levels {
		tol := w2Rough
		if k == len(f.levels)-1 {
			tol = w2Tol
		}
		if k > 0 {
			power := f.gamma / l.gamma
			for i, v := range f.b {
				f.b[i] = linalg.Exp(power * linalg.Log(v))
			}
		}
		f.w2Level = l
		f.level(p, prev, mass, tol*mass)
	}
}
