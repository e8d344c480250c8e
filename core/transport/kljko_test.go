// This file contains Kullback–Leibler steps by scalings, as the independent value of EffectiveEpsilon.

package transport

import (
	"math"

	"sheafscope/core/linalg"
)

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
