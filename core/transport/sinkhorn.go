package transport

import (
	"math"

	"sheafscope/core/linalg"
)

// Sinkhorn solves the entropic problem by scalings in the log domain, one scaling per
// step. Rows and columns are scaled in turn. The potentials φ and ψ are 0 at first:
//
//	P_pq = e^{φ_p + ψ_q − C_pq/ε}
//	row scaling:    φ_p ← log μ_p − log Σ_q e^{ψ_q − C_pq/ε}
//	column scaling: ψ_q ← log ν_q − log Σ_p e^{φ_p − C_pq/ε}
//
// The kernel e^{−C/ε} has only two values, so a scaling costs O(d). A scaling is stable for every ε.
// Convergence is linear, and slow for small ε.
type Sinkhorn struct {
	// Steps is the number of scalings so far; the first is a row scaling.
	Steps int
	// Eps is the temperature ε.
	Eps float64

	kernel       twoPoint  // the kernel e^{−C/ε}
	logMu, logNu []float64 // log μ and log ν
	mu, nu       []float64 // the measures
	phi, psi     []float64 // the potentials φ and ψ
	// If rowsValid, rows is log Σ_q e^{ψ_q − C_pq/ε} of the present ψ. If columnsValid,
	// columns is log Σ_p e^{φ_p − C_pq/ε} of the present φ.
	rows, columns           []float64
	rowsValid, columnsValid bool
}

// NewSinkhorn returns the iteration for the measures mu and nu, which are not
// copied, at temperature eps > 0. Entries of the measures may be 0.
func NewSinkhorn(mu, nu []float64, eps float64) *Sinkhorn {
	s := new(Sinkhorn)
	s.Reset(mu, nu, eps)
	return s
}

// Reset restarts the iteration for other measures or another temperature. It
// allocates only if the length of the measures changes.
func (s *Sinkhorn) Reset(mu, nu []float64, eps float64) {
	d := len(mu)
	if len(s.phi) != d {
		buf := make([]float64, 6*d)
		s.logMu, s.logNu = buf[:d], buf[d:2*d]
		s.phi, s.psi = buf[2*d:3*d], buf[3*d:4*d]
		s.rows, s.columns = buf[4*d:5*d], buf[5*d:]
	}
	s.rowsValid, s.columnsValid = false, false
	s.Steps, s.Eps = 0, eps
	s.mu, s.nu = mu, nu
	s.kernel = newTwoPoint(moveCost / eps)
	for i := range d {
		s.logMu[i], s.logNu[i] = linalg.Log(mu[i]), linalg.Log(nu[i])
		s.phi[i], s.psi[i] = 0, 0
	}
}

// Step makes the next scaling, rows and columns in turn, and returns "row" or "column".
func (s *Sinkhorn) Step() (kind string) {
	s.Steps++
	if s.Steps%2 == 1 {
		s.sumRows()
		scale(s.phi, s.logMu, s.rows)
		s.columnsValid = false
		return "row"
	}
	s.sumColumns()
	scale(s.psi, s.logNu, s.columns)
	s.rowsValid = false
	return "column"
}

// scale sets the potential dst to the logarithm of the measure minus the logarithms
// of the sums.
func scale(dst, logMeasure, sums []float64) {
	for i, l := range sums {
		dst[i] = logMeasure[i] - l
	}
}

// sumRows updates rows for the present ψ.
func (s *Sinkhorn) sumRows() {
	if !s.rowsValid {
		s.kernel.apply(s.rows, s.psi, 0, 1)
		s.rowsValid = true
	}
}

// sumColumns updates columns for the present φ.
func (s *Sinkhorn) sumColumns() {
	if !s.columnsValid {
		s.kernel.apply(s.columns, s.phi, 0, 1)
		s.columnsValid = true
	}
}

// RowError returns ‖P1 − μ‖₁ for the current plan. It is 0, up to rounding, after a
// row scaling.
func (s *Sinkhorn) RowError() float64 {
	s.sumRows()
	return distanceToMeasure(s.phi, s.rows, s.mu)
}

// ColError returns ‖Pᵀ1 − ν‖₁ for the current plan. It is 0, up to rounding, after a
// column scaling.
func (s *Sinkhorn) ColError() float64 {
	s.sumColumns()
	return distanceToMeasure(s.psi, s.columns, s.nu)
}

// distanceToMeasure returns the ℓ1 distance between a marginal of the plan and its
// measure. The marginal is the exponential of potential + sums.
func distanceToMeasure(potential, sums, measure []float64) (e float64) {
	for i, l := range sums {
		e += math.Abs(linalg.Exp(potential[i]+l) - measure[i])
	}
	return e
}

// Plan sets dst (d×d) to the current plan. Before the first scaling it is the kernel
// e^{−C/ε}.
func (s *Sinkhorn) Plan(dst []float64) {
	d := len(s.phi)
	for p, f := range s.phi {
		for q, g := range s.psi {
			x := f + g
			if p != q {
				x -= moveCost / s.Eps
			}
			dst[p*d+q] = linalg.Exp(x)
		}
	}
}

// twoPoint is a kernel with two values, 1 on the diagonal and a = e^{−gap} off the
// diagonal. It equals a·11ᵀ + (1−a)I. logA is log a, and logRest is log(1−a).
type twoPoint struct{ logA, logRest float64 }

// newTwoPoint returns the kernel for gap > 0.
func newTwoPoint(gap float64) twoPoint {
	return twoPoint{-gap, linalg.Log(-linalg.Expm1(-gap))}
}

// apply sets dst_p = log Σ_q K_pq e^{src_q} for the kernel K. p and q have the values
// first, first+stride, … below the length of src. A stride d selects a column of a d×d
// matrix. dst may be src.
func (k twoPoint) apply(dst, src []float64, first, stride int) {
	largest := math.Inf(-1)
	for i := first; i < len(src); i += stride {
		largest = max(largest, src[i])
	}
	logSum := largest            // becomes log Σ_q e^{src_q}
	if !math.IsInf(largest, 0) { // ∞ − ∞ would give NaN
		sum := 0.0
		for i := first; i < len(src); i += stride {
			sum += linalg.Exp(src[i] - largest)
		}
		logSum += linalg.Log(sum)
	}
	for i := first; i < len(src); i += stride {
		dst[i] = logAdd(logSum+k.logA, src[i]+k.logRest)
	}
}

// logAdd returns log(e^x + e^y).
func logAdd(x, y float64) float64 {
	large, small := x, y
	if x < y {
		large, small = y, x
	}
	if math.IsInf(small, -1) { // e^small is 0
		return large
	}
	return large + linalg.Log1p(linalg.Exp(small-large))
}
