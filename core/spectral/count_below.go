package spectral

import (
	"errors"
	"math"
	"slices"

	"sheafscope/core/linalg"
)

// errNoFactor is the error of methods that need a factorisation.
var errNoFactor = errors.New("spectral: the graph is too large to factor (see TrackerOptions.MaxPairs)")

// CountBelow returns the number of eigenvalues below x of the operator of the last
// Update: the inertia of the factorisation of L − xI (Sylvester). The count is
// unreliable for eigenvalues within a relative distance of about 1e-7 of x. The
// difference of two counts is the number of eigenvalues in a histogram bin. It is
// an error if the Tracker has no factor.
func (t *Tracker) CountBelow(x float64) (int, error) {
	if t.sym == nil {
		return 0, errNoFactor
	}
	work := t.est.Work
	n := t.inertia(x, 1e-8)
	t.est.Work = work
	return n, nil
}

// Low returns the k lowest eigenpairs above the kernel for the operator of the last
// Update, or all of them if there are fewer. It runs Lanczos on (L − sI)⁻¹ with s
// between the kernel and λ₂. [Lowest] would not converge if a large kernel and many
// small eigenvalues lie near 0. The Tracker's state stays unchanged. It is an error
// if the Tracker has no factor.
func (t *Tracker) Low(k int) (*Pairs, error) {
	if t.sym == nil {
		return nil, errNoFactor
	}
	if t.est.Lambda2 <= 0 || k < 1 {
		return &Pairs{Complete: true}, nil
	}
	work := t.est.Work
	defer func() { t.est.Work = work }()
	s := t.findShift(t.est.KernelDim, t.rayleigh())
	k = min(k, t.n*t.d-t.est.KernelDim)
	// The lowest eigenvalues of −(L − sI)⁻¹ belong to the lowest λ above s.
	return t.inversePairs(s, -1, k, func(values []float64) bool {
		below := values[k-1] * (1 - countTol)
		return t.inertia(below, 1e-8)-t.est.KernelDim == countLess(values, below)
	})
}

// High returns the k highest eigenpairs, ascending, for the operator of the last
// Update, or all of them if k exceeds the dimension. It runs Lanczos on (L − sI)⁻¹
// with s above λmax. The Tracker's state stays unchanged. It is an error if the
// Tracker has no factor.
func (t *Tracker) High(k int) (*Pairs, error) {
	if t.sym == nil {
		return nil, errNoFactor
	}
	nd := t.n * t.d
	k = min(k, nd)
	if k < 1 {
		return &Pairs{Complete: true}, nil
	}
	work := t.est.Work
	defer func() { t.est.Work = work }()
	// The shift starts at the larger of 1 and a lower bound of λmax. It rises until
	// all eigenvalues lie below.
	s, step := t.est.Threshold/t.opt.Tol, 2e-3
	for s *= 1 + step; t.inertia(s, 1e-6) < nd; step *= 2 {
		s *= 1 + step
	}
	// The lowest eigenvalues of (L − sI)⁻¹ belong to the highest λ.
	return t.inversePairs(t.fac.shift, 1, k, func(values []float64) bool {
		above := values[0] * (1 + countTol)
		return nd-t.inertia(above, 1e-8) == k-countLess(values, above)
	})
}

// countTol is the smallest relative distance between a shift and an eigenvalue for
// which the inertia counts the eigenvalue reliably.
const countTol = 1e-7

// countLess returns the number of values below x.
func countLess(values []float64, x float64) int {
	k := 0
	for _, v := range values {
		if v < x {
			k++
		}
	}
	return k
}

// inversePairs returns the eigenpairs of L, values ascending, that belong to the k
// lowest eigenvalues θ of sign·(L − sI)⁻¹; sign is 1 or −1. The tracker must hold
// the factor of L − sI. complete receives the k values of L, ascending, and reports
// whether they are all eigenvalues at that end of the spectrum.
func (t *Tracker) inversePairs(s, sign float64, k int, complete func(values []float64) bool) (*Pairs, error) {
	toLambda := func(theta []float64) []float64 { // λ = s + sign/θ, ascending
		values := make([]float64, len(theta))
		for i, x := range theta {
			values[i] = s + sign/x
		}
		if sign > 0 {
			slices.Reverse(values)
		}
		return values
	}
	inverse := &shiftedInverse{t: t, sign: sign, s: s}
	options := LanczosOptions{Tol: 1e-9, Block: 1, Basis: 2*k + 24}
	p, err := lowest(inverse, k, options, func(theta []float64) bool {
		inverse.factorLost = true
		return complete(toLambda(theta))
	})
	if err != nil {
		return nil, err
	}
	theta := p.Values
	p.Values = toLambda(theta)
	if sign > 0 {
		slices.Reverse(p.Vectors)
	}
	// A positive θ belongs to an eigenvalue on the other side of s.
	p.Complete = p.Complete && theta[len(theta)-1] < 0
	// The residuals of L replace those of the inverse.
	w := make([]float64, t.n*t.d)
	for i, v := range p.Values {
		t.lap.Apply(w, p.Vectors[i], 1)
		linalg.Axpy(-v, p.Vectors[i], w)
		p.Residuals[i] = linalg.Nrm2(w)
		p.Complete = p.Complete && !math.IsInf(v, 0)
	}
	return p, nil
}

// shiftedInverse is the operator sign·(L − sI)⁻¹, applied by the Tracker's factor.
type shiftedInverse struct {
	t          *Tracker
	sign, s    float64
	factorLost bool // whether an inertia has replaced the factor of L − sI
}

func (a *shiftedInverse) Dim() int { return a.t.n * a.t.d }

func (a *shiftedInverse) Apply(dst, src []float64) {
	if a.factorLost {
		a.t.fac.compute(a.t.lap, a.t.edges, a.s)
		a.factorLost = false
	}
	a.t.fac.solve(dst, src)
	if a.sign < 0 {
		linalg.Scal(-1, dst)
	}
}
