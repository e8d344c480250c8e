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
