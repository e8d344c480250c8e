package spectral

import (
	"errors"
	"math"
	"slices"

	"sheafscope/core/linalg"
)

// This file contains the results of a Tracker that need a factorisation: counts of
// eigenvalues, and the lowest and highest eigenpairs.

// errNoFactor is the error of methods that need a factorisation.
var errNoFactor = errors.New("spectral: the graph is too large to factor (see TrackerOptions.MaxPairs)")

// CountBelow returns the number of eigenvalues below x of the operator of the last
// Update, by the inertia of the factorisation of L − xI (Sylvester). The count is
// unreliable for eigenvalues within a relative distance of about 1e-7 of x. It is an error
// if the Tracker has no factor.
func (t *Tracker) CountBelow(x float64) (int, error) {
	if t.sym == nil {
		return 0, errNoFactor
	}
	work := t.est.Work // restored, since Estimate counts the factorisations of the Update only
	n := t.inertia(x, fineMove)
	t.est.Work = work
	return n, nil
}

// Low returns the k lowest eigenpairs above the kernel for the operator of the last
// Update, or all if fewer exist. It returns none if λ₂ of the estimate is 0 or k < 1. It is
// an error if the Tracker has no factor.
//
// Low runs Lanczos on (L − sI)⁻¹ with s between the kernel and λ₂, since [Lowest] would not
// converge if a large kernel and many small eigenvalues lie near 0. The estimate stays
// unchanged. The search for s may change the carried vectors.
func (t *Tracker) Low(k int) (*Pairs, error) {
	if t.sym == nil {
		return nil, errNoFactor
	}
	if t.est.Lambda2 <= 0 || k < 1 {
		return &Pairs{Complete: true}, nil
	}
	work := t.est.Work // restored, as in CountBelow
	defer func() { t.est.Work = work }()
	s := t.findShift(t.est.KernelDim, t.rayleigh())
	k = min(k, t.n*t.d-t.est.KernelDim)
	// The lowest eigenvalues of −(L − sI)⁻¹ belong to the lowest λ above s. point lies just
	// under the k-th value. If the inertia counts as many eigenvalues below point as values
	// lie there, no eigenvalue is missing.
	return t.inversePairs(s, -1, k, func(values []float64) bool {
		point := values[k-1] * (1 - countTol)
		counted := t.inertia(point, fineMove) - t.est.KernelDim
		return counted == countLess(values, point)
	})
}

// High returns the k highest eigenpairs, ascending, for the operator of the last Update:
// all if k exceeds the dimension, and none if k < 1. It runs Lanczos on (L − sI)⁻¹ with s
// above λmax. The estimate and the carried vectors stay unchanged. If no finite s lies above
// λmax, as for an L with NaN, the result has no pairs and is not Complete. It is an error if
// the Tracker has no factor.
func (t *Tracker) High(k int) (*Pairs, error) {
	if t.sym == nil {
		return nil, errNoFactor
	}
	nd := t.n * t.d
	k = min(k, nd)
	if k < 1 {
		return &Pairs{Complete: true}, nil
	}
	work := t.est.Work // restored, as in CountBelow
	defer func() { t.est.Work = work }()
	// Threshold/Tol is the larger of 1 and a lower bound of λmax. The shift starts just above
	// this number and rises by growing steps until all nd eigenvalues lie below the shift.
	s := t.est.Threshold / t.opt.Tol
	step := 2e-3 // relative to s
	s *= 1 + step
	for t.inertia(s, coarseMove) < nd {
		if !(s < math.MaxFloat64) { // also if s is NaN
			return &Pairs{}, nil
		}
		s *= 1 + step
		step *= 2
	}
	// The lowest eigenvalues of (L − sI)⁻¹ belong to the highest λ. fac.shift is s, or a
	// number slightly below s if a pivot was nearly singular. As in Low, the inertia shows
	// that no eigenvalue above point, just over the smallest value, is missing.
	return t.inversePairs(t.fac.shift, 1, k, func(values []float64) bool {
		point := values[0] * (1 + countTol)
		counted := nd - t.inertia(point, fineMove)
		return counted == k-countLess(values, point)
	})
}

// countTol is the smallest relative distance between a shift and an eigenvalue for
// which the inertia counts the eigenvalue reliably.
const countTol = 1e-7

// countLess returns the number of values below x.
func countLess(values []float64, x float64) int {
	count := 0
	for _, v := range values {
		if v < x {
			count++
		}
	}
	return count
}

// inversePairs returns the eigenpairs of L, values ascending, that belong to the k
// lowest eigenvalues θ of sign·(L − sI)⁻¹; sign is 1 or −1. The tracker must hold
// the factor of L − sI. complete receives the k values of L, ascending, and reports
// whether no eigenvalue is missing among them. The error is an error of [Lowest].
func (t *Tracker) inversePairs(s, sign float64, k int, complete func(values []float64) bool) (*Pairs, error) {
	// toLambda returns the values λ = s + sign/θ, ascending, for ascending θ < 0.
	toLambda := func(theta []float64) []float64 {
		values := make([]float64, len(theta))
		for i, x := range theta {
			values[i] = s + sign/x
		}
		if sign > 0 { // λ = s + 1/θ falls as θ rises
			slices.Reverse(values)
		}
		return values
	}
	inverse := &shiftedInverse{t: t, sign: sign, s: s}
	// One starting vector is enough, since the inertia shows whether a copy of an eigenvalue is
	// missing. The basis has fewer vectors than by default, since the inverse converges fast.
	options := LanczosOptions{Tol: 1e-9, Block: 1, Basis: 2*k + 24}
	p, err := lowest(inverse, k, options, func(theta []float64) bool {
		inverse.factorLost = true // complete counts by another factorisation
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
	allOnOneSide := len(theta) > 0 && theta[len(theta)-1] < 0 // a positive θ belongs to a λ on the unwanted side of s
	p.Complete = p.Complete && allOnOneSide
	// The residuals of L replace the residuals of the inverse.
	w := make([]float64, t.n*t.d)
	for i, v := range p.Values {
		t.lap.Apply(w, p.Vectors[i], 1)
		linalg.Axpy(-v, p.Vectors[i], w)
		p.Residuals[i] = linalg.Nrm2(w)
		p.Complete = p.Complete && !math.IsInf(v, 0) // θ = 0 belongs to no λ
	}
	return p, nil
}

// shiftedInverse is the operator sign·(L − sI)⁻¹, applied by the Tracker's factor.
type shiftedInverse struct {
	t          *Tracker
	sign, s    float64
	factorLost bool // whether an inertia has replaced the factor of L − sI
}

// Dim implements linalg.Operator.
func (a *shiftedInverse) Dim() int { return a.t.n * a.t.d }

// Apply implements linalg.Operator. If the factor is lost, it first factors L − sI again.
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
