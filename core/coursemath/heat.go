// This file applies functions to the Laplacian L: the heat flow, implicit steps, and the projection onto H⁰, the kernel of L.

package coursemath

import "sheafscope/core/linalg"

// spectralFunction returns f(L) x = Σ_k f(λ_k) v_k (v_kᵀx), where v_k are the eigenvectors of L.
func (a *Analysis) spectralFunction(f func(lambda float64) float64) []float64 {
	out := make([]float64, len(a.X))
	for k, v := range a.Vectors {
		linalg.Axpy(f(a.Values[k])*linalg.Dot(v, a.X), v, out)
	}
	return out
}

// Heat returns e^{−tL}x, the solution of the heat equation dx/dt = −Lx at time t.
func (a *Analysis) Heat(t float64) []float64 {
	return a.spectralFunction(func(lambda float64) float64 { return linalg.Exp(-t * lambda) })
}

// HeatEnergy returns the energy yᵀLy of y = [Analysis.Heat] at time t: Σ_k λ_k e^{−2tλ_k} (v_kᵀx)².
func (a *Analysis) HeatEnergy(t float64) float64 {
	sum := 0.0
	for k, v := range a.Vectors {
		c := linalg.Dot(v, a.X)
		sum += float64(a.Values[k] * linalg.Exp(-2*t*a.Values[k]) * c * c)
	}
	return sum
}

// Implicit returns (I + dt·L)^{−steps} x: the given number of steps of the implicit Euler method, each of length dt.
func (a *Analysis) Implicit(dt float64, steps int) []float64 {
	return a.spectralFunction(func(lambda float64) float64 { return linalg.Pow(1+float64(dt*lambda), -float64(steps)) })
}

// Project returns the orthogonal projection of x onto H⁰, the limit of the heat flow.
func (a *Analysis) Project() []float64 {
	return a.spectralFunction(func(lambda float64) float64 {
		if lambda == 0 { // exact: gapOf has set the eigenvalues of the kernel to 0
			return 1
		}
		return 0
	})
}

// HalfTime returns the time at which the heat flow has half of the energy of x.
// ok is false, and t is 0, if the energy of x is zero up to rounding: at most 2e-14 · tr L · ‖x‖².
func (a *Analysis) HalfTime() (t float64, ok bool) {
	half := a.HeatEnergy(0) / 2
	if half <= 1e-14*a.Trace*linalg.Dot(a.X, a.X) {
		return 0, false
	}
	// The energy falls at least as fast as e^{−2λ₂t}, so less than half is left at 1/λ₂. The first loop runs only if rounding spoils this
	// bound. The second loop bisects the interval from low to high.
	low, high := 0.0, 1/a.Lambda2 // λ₂ > 0, since x has energy
	for a.HeatEnergy(high) > half {
		low, high = high, 2*high
	}
	for range 60 { // halvings leave 2^−60 of the interval
		middle := (low + high) / 2
		if a.HeatEnergy(middle) > half {
			low = middle
		} else {
			high = middle
		}
	}
	return (low + high) / 2, true
}
