// This file contains the steps of W2Step by a plain method, as the independent value of its tests.

package transport

import (
	"math"

	"sheafscope/core/linalg"
)

// W2JKO computes the steps of W2Step by plain scalings in the log domain, for
// comparison. These are the JKO steps of the paper to the letter, with free marginals:
//
//	P ← argmin_P ½W₂²(P, P_prev) + τ(⟨P,C⟩ + ε Σ P log P)
//
// on the d² cells, where half the squared distance of two cells is
// (1−δ_pp') + (1−δ_qq'). An entropy of strength γ blurs the distance, and scalings
// solve the step (Peyré 2015). The kernel e^{−½|·|²/γ} on the cells is K⊗K with
// K_pq = e^{−(1−δ_pq)/γ}, so that 𝒦U = K·U·K:
//
//	a = P_prev/(𝒦b),  s = 𝒦a,  p = (s·e^{−τC/γ})^{γ/(γ+τε)},  b = p/s
//
// On finitely many cells, moving mass costs in proportion to the mass. An exact step
// moves mass only where the gain per unit exceeds the cost over τ. So repeated steps
// stop short of the minimiser of the energy (Gibbs). An exact step never raises the
// energy. A blurred step may raise it, by an amount that vanishes with γ.
type W2JKO struct {
	// Energies holds the energy of the first plan and after every finished step.
	Energies []float64
	// Rounds counts the scaling rounds of the current step.
	Rounds int

	d               int
	eps, tau, gamma float64
	kernel          twoPoint
	prev, plan      []float64 // P_prev and p
	logPrev         []float64 // log P_prev
	logA, logB, kb  []float64 // log a, log b and log 𝒦b
	ls              []float64 // log s
}

// NewW2JKO starts from plan p0 (d×d, copied) with energy temperature eps, step tau
// and blur gamma, all positive. A step takes some 150 rounds at gamma 0.1 and some
// 700 at gamma 0.02 (for tau = 1).
func NewW2JKO(d int, p0 []float64, eps, tau, gamma float64) *W2JKO {
	n := d * d
	buf := make([]float64, 7*n)
	w := &W2JKO{d: d, eps: eps, tau: tau, gamma: gamma, kernel: newTwoPoint(1 / gamma),
		prev: buf[:n], plan: buf[n : 2*n], logPrev: buf[2*n : 3*n], logA: buf[3*n : 4*n],
		logB: buf[4*n : 5*n], kb: buf[5*n : 6*n], ls: buf[6*n:]}
	copy(w.plan, p0)
	w.Energies = []float64{Energy(p0, d, eps)}
	w.start()
	return w
}

// start makes the current plan the previous one.
func (w *W2JKO) start() {
	mass := 0.0
	for _, v := range w.plan {
		mass += v
	}
	for i, v := range w.plan {
		w.prev[i] = v / mass
		w.plan[i] = w.prev[i]
		w.logPrev[i] = linalg.Log(w.prev[i])
	}
	clear(w.logB)
	w.blur(w.kb, w.logB)
	w.Rounds = 0
}

// blur sets dst = log 𝒦 e^{src}: along the rows, then along the columns.
func (w *W2JKO) blur(dst, src []float64) {
	d := w.d
	for p := range d {
		w.kernel.apply(dst[p*d:p*d+d], src[p*d:p*d+d], 0, 1)
	}
	for q := range d {
		w.kernel.apply(dst, dst, q, d)
	}
}

// Round does one scaling round of the current step and returns the error
// ‖a·𝒦b − P_prev‖₁ that is left.
func (w *W2JKO) Round() (err float64) {
	w.Rounds++
	for i, l := range w.logPrev {
		w.logA[i] = l - w.kb[i]
	}
	w.blur(w.ls, w.logA)
	share := w.gamma / (w.gamma + w.tau*w.eps)
	for i, s := range w.ls {
		x := s              // log p
		if i/w.d != i%w.d { // off the diagonal C is 2
			x -= 2 * w.tau / w.gamma
		}
		x *= share
		w.logB[i] = x - s
		w.plan[i] = linalg.Exp(x)
	}
	w.blur(w.kb, w.logB)
	for i, a := range w.logA {
		err += math.Abs(linalg.Exp(a+w.kb[i]) - w.prev[i])
	}
	return err
}

// Finish ends the current step: the plan becomes the previous one of the next step.
// It returns the energy, which is also appended to Energies.
func (w *W2JKO) Finish() (energy float64) {
	w.start()
	energy = Energy(w.plan, w.d, w.eps)
	w.Energies = append(w.Energies, energy)
	return energy
}

// Step does rounds until the error is at most tol or maxRounds are done, then
// finishes the step. It returns the energy, the rounds and the last error.
func (w *W2JKO) Step(tol float64, maxRounds int) (energy float64, rounds int, err float64) {
	for err = math.Inf(1); err > tol && w.Rounds < maxRounds; {
		err = w.Round()
	}
	rounds = w.Rounds
	return w.Finish(), rounds, err
}

// Plan sets dst (d×d) to the current plan. During a step its mass is 1 only up to
// the error.
func (w *W2JKO) Plan(dst []float64) { copy(dst, w.plan) }
