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
// The kernel is a·11ᵀ + (1−a)I with a = e^{−2/ε}, so a scaling costs O(d) and
// is stable for every ε. The rate is linear and slow for small ε.
type Sinkhorn struct {
	// Steps counts the scalings done; the first is a row scaling.
	Steps int
	// Eps is the temperature.
	Eps float64

	kernel       twoPoint
	logMu, logNu []float64
	mu, nu       []float64
	phi, psi     []float64
	lse          []float64
}

// NewSinkhorn starts the iteration for measures mu and nu, which are not
// copied, at temperature eps > 0. Entries may be 0.
func NewSinkhorn(mu, nu []float64, eps float64) *Sinkhorn {
	s := new(Sinkhorn)
	s.Reset(mu, nu, eps)
	return s
}

// Reset starts anew for other data. It allocates only when the length changes.
func (s *Sinkhorn) Reset(mu, nu []float64, eps float64) {
	d := len(mu)
	if len(s.phi) != d {
		buf := make([]float64, 5*d)
		s.logMu, s.logNu, s.phi, s.psi, s.lse = buf[:d], buf[d:2*d], buf[2*d:3*d], buf[3*d:4*d], buf[4*d:]
	}
	s.Steps, s.Eps, s.mu, s.nu = 0, eps, mu, nu
	s.kernel = newTwoPoint(moving / eps)
	for i := range d {
		s.logMu[i], s.logNu[i] = linalg.Log(mu[i]), linalg.Log(nu[i])
		s.phi[i], s.psi[i] = 0, 0
	}
}

// Step does one scaling and returns its kind, "row" or "column".
func (s *Sinkhorn) Step() (kind string) {
	s.Steps++
	if s.Steps%2 == 1 {
		scale(s.phi, s.psi, s.logMu, s.lse, s.kernel)
		return "row"
	}
	scale(s.psi, s.phi, s.logNu, s.lse, s.kernel)
	return "column"
}

func scale(dst, src, logMeasure, lse []float64, k twoPoint) {
	k.apply(lse, src, 0, 1)
	for i, l := range lse {
		dst[i] = logMeasure[i] - l
	}
}

// RowError returns ‖P1 − μ‖₁ of the current plan, ColError ‖Pᵀ1 − ν‖₁.
// Each is 0 up to rounding after its own scaling.
func (s *Sinkhorn) RowError() float64 { return s.marginalError(s.phi, s.psi, s.mu) }

// ColError returns ‖Pᵀ1 − ν‖₁ of the current plan.
func (s *Sinkhorn) ColError() float64 { return s.marginalError(s.psi, s.phi, s.nu) }

func (s *Sinkhorn) marginalError(phi, psi, measure []float64) (e float64) {
	s.kernel.apply(s.lse, psi, 0, 1)
	for i, l := range s.lse {
		e += math.Abs(linalg.Exp(phi[i]+l) - measure[i])
	}
	return e
}

// Plan sets dst (d×d) to the current plan. Before the first scaling that is
// the kernel e^{−C/ε}.
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

// twoPoint is the kernel with log entries 0 on the diagonal and −gap off it,
// held as a·11ᵀ + (1−a)I.
type twoPoint struct{ logA, logRest float64 }

func newTwoPoint(gap float64) twoPoint {
	return twoPoint{-gap, linalg.Log(-linalg.Expm1(-gap))}
}

// apply sets dst_p = log Σ_q K_pq e^{src_q} along the entries off, off+stride,
// … of src (as many as fit, at most d = len/stride); dst is laid out alike and
// may be src.
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
