package transport

import (
	"math"

	"sheafscope/core/linalg"
)

// Sinkhorn solves the entropic problem by scalings in the log domain, one at a
// time: with potentials φ, ψ (starting at 0)
//
//	P_pq = e^{φ_p + ψ_q − C_pq/ε}
//	row scaling:    φ_p ← log μ_p − log Σ_q e^{ψ_q − C_pq/ε}
//	column scaling: ψ_q ← log ν_q − log Σ_p e^{φ_p − C_pq/ε}
//
// The kernel is a·11ᵀ + (1−a)I with a = e^{−2/ε}, so a scaling costs O(d) and is
// stable for every ε. The rate is linear and slow for small ε.
type Sinkhorn struct {
	// Steps is the number of scalings so far; the first is a row scaling.
	Steps int
	// Eps is the temperature.
	Eps float64

	kernel       twoPoint
	logMu, logNu []float64
	mu, nu       []float64
	phi, psi     []float64
	// rows holds log Σ_q e^{ψ_q − C_pq/ε} for row scalings and RowError, columns
	// the same sums for φ. rowsNew and columnsNew report that they belong to the
	// present potentials.
	rows, columns       []float64
	rowsNew, columnsNew bool
}

// NewSinkhorn returns the iteration for the measures mu and nu, which are not
// copied, at temperature eps > 0. Entries may be 0.
func NewSinkhorn(mu, nu []float64, eps float64) *Sinkhorn {
	s := new(Sinkhorn)
	s.Reset(mu, nu, eps)
	return s
}

// Reset restarts the iteration for other data. It allocates only for another
// length.
func (s *Sinkhorn) Reset(mu, nu []float64, eps float64) {
	d := len(mu)
	if len(s.phi) != d {
		buf := make([]float64, 6*d)
		s.logMu, s.logNu, s.phi, s.psi, s.rows, s.columns = buf[:d], buf[d:2*d], buf[2*d:3*d], buf[3*d:4*d], buf[4*d:5*d], buf[5*d:]
	}
	s.rowsNew, s.columnsNew = false, false
	s.Steps, s.Eps, s.mu, s.nu = 0, eps, mu, nu
	s.kernel = newTwoPoint(moving / eps)
	for i := range d {
		s.logMu[i], s.logNu[i] = linalg.Log(mu[i]), linalg.Log(nu[i])
		s.phi[i], s.psi[i] = 0, 0
	}
}

// Step makes one scaling and returns its kind, "row" or "column".
func (s *Sinkhorn) Step() (kind string) {
	s.Steps++
	if s.Steps%2 == 1 {
		s.sumRows()
		scale(s.phi, s.logMu, s.rows)
		s.columnsNew = false
		return "row"
	}
	s.sumColumns()
	scale(s.psi, s.logNu, s.columns)
	s.rowsNew = false
	return "column"
}

// scale sets a potential to log measure minus the sums.
func scale(dst, logMeasure, sums []float64) {
	for i, l := range sums {
		dst[i] = logMeasure[i] - l
	}
}

// sumRows updates rows for the present ψ.
func (s *Sinkhorn) sumRows() {
	if !s.rowsNew {
		s.kernel.apply(s.rows, s.psi, 0, 1)
		s.rowsNew = true
	}
}

// sumColumns updates columns for the present φ.
func (s *Sinkhorn) sumColumns() {
	if !s.columnsNew {
		s.kernel.apply(s.columns, s.phi, 0, 1)
		s.columnsNew = true
	}
}

// RowError returns ‖P1 − μ‖₁ of the current plan, 0 up to rounding after a row
// scaling.
func (s *Sinkhorn) RowError() float64 {
	s.sumRows()
	return missed(s.phi, s.rows, s.mu)
}

// ColError returns ‖Pᵀ1 − ν‖₁ of the current plan, 0 up to rounding after a column
// scaling.
func (s *Sinkhorn) ColError() float64 {
	s.sumColumns()
	return missed(s.psi, s.columns, s.nu)
}

// missed returns the ℓ1 error of a marginal, from its potential and the sums over
// the other one.
func missed(potential, sums, measure []float64) (e float64) {
	for i, l := range sums {
		e += math.Abs(linalg.Exp(potential[i]+l) - measure[i])
	}
	return e
}

// Plan sets dst (d×d) to the current plan, before the first scaling the kernel
// e^{−C/ε}.
func (s *Sinkhorn) Plan(dst []float64) {
	d := len(s.phi)
	for p, f := range s.phi {
		for q, g := range s.psi {
			x := f + g
			if p != q {
				x -= moving / s.Eps
			}
			dst[p*d+q] = linalg.Exp(x)
		}
	}
}

// twoPoint is the kernel with log entries 0 on the diagonal and −gap off it, in the
// form a·11ᵀ + (1−a)I.
type twoPoint struct{ logA, logRest float64 }

func newTwoPoint(gap float64) twoPoint {
	return twoPoint{-gap, linalg.Log(-linalg.Expm1(-gap))}
}

// apply sets dst_p = log Σ_q K_pq e^{src_q}, where p and q run over the indices
// off, off+stride, … of both slices; dst may be src.
func (k twoPoint) apply(dst, src []float64, off, stride int) {
	top := math.Inf(-1)
	for i := off; i < len(src); i += stride {
		top = max(top, src[i])
	}
	total := top
	if !math.IsInf(top, 0) {
		sum := 0.0
		for i := off; i < len(src); i += stride {
			sum += linalg.Exp(src[i] - top)
		}
		total += linalg.Log(sum)
	}
	for i := off; i < len(src); i += stride {
		dst[i] = logAdd(total+k.logA, src[i]+k.logRest)
	}
}

// logAdd returns log(e^x + e^y).
func logAdd(x, y float64) float64 {
	if x < y {
		x, y = y, x
	}
	if math.IsInf(y, -1) {
		return x
	}
	return x + linalg.Log1p(linalg.Exp(y-x))
}
