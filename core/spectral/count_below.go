package spectral

import (
	"errors"
	"math"
	"slices"

	"sheafscope/core/linalg"
)

var errNoFactor = errors.New("spectral: the graph is too large to factor (see TrackerOptions.MaxPairs)")

// CountBelow returns the number of eigenvalues below x of the operator of the
// last Update, from the inertia of a factorisation (Sylvester): exact but for
// eigenvalues within about 1e-7 relative of x. Differences
// give an exact histogram of the spectrum, one factorisation per bin edge. It is
// an error when the Tracker has no factor.
func (t *Tracker) CountBelow(x float64) (int, error) {
	if t.sym == nil {
		return 0, errNoFactor
	}
	work := t.est.Work
	n := t.inertia(x, 1e-8)
	t.est.Work = work
	return n, nil
}

// Low returns the k lowest eigenpairs above the kernel of the operator of the
// last Update, by Lanczos on (L − sI)⁻¹ with s between the kernel and λ₂. Plain
// Lanczos (Lowest) cannot do this where a large kernel and many small
// eigenvalues crowd at 0. It does not change the Tracker's state. k is cut to the
// number of positive eigenvalues.
func (t *Tracker) Low(k int) (*Pairs, error) {
	if t.sym == nil {
		return nil, errNoFactor
	}
	if t.est.Lambda2 <= 0 || k < 1 {
		return &Pairs{Complete: true}, nil
	}
	work := t.est.Work
	defer func() { t.est.Work = work }()
	s := t.shift(t.est.KernelDim, t.rayleigh())
	k = min(k, t.n*t.d-t.est.KernelDim)
	// The lowest of −(L − sI)⁻¹ are the lowest λ above s.
	return t.inverted(s, -1, k, func(v []float64) bool {
		edge := v[k-1] * (1 - countTol)
		return t.inertia(edge, 1e-8)-t.est.KernelDim == below(v, edge)
	})
}

// High returns the k highest eigenpairs of the operator of the last Update,
// ascending, by Lanczos on (L − sI)⁻¹ with s above λmax. It does not change the
// Tracker's state. k is cut to the dimension.
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
	s, step := t.est.Threshold/t.opt.Tol, 2e-3 // λmax from below, but at least 1
	for s *= 1 + step; t.inertia(s, 1e-6) < nd; step *= 2 {
		s *= 1 + step
	}
	// The lowest of (L − sI)⁻¹ are the highest λ.
	return t.inverted(t.fac.shift, 1, k, func(v []float64) bool {
		edge := v[0] * (1 + countTol)
		return nd-t.inertia(edge, 1e-8) == k-below(v, edge)
	})
}

// countTol is the relative distance from an eigenvalue at which inertia counts
// reliably.
const countTol = 1e-7

// below returns how many of the values are less than x.
func below(values []float64, x float64) int {
	k := 0
	for _, v := range values {
		if v < x {
			k++
		}
	}
	return k
}

// inverted returns the eigenpairs of L, values ascending, that belong to the k
// lowest of sign·(L − sI)⁻¹; the factor of L − sI is in place. complete reports for
// k values, ascending, whether the end of the spectrum up to the innermost of
// them has no others.
func (t *Tracker) inverted(s, sign float64, k int, complete func([]float64) bool) (*Pairs, error) {
	order := func(theta []float64) []float64 {
		v := make([]float64, len(theta))
		for i, x := range theta {
			v[i] = s + sign/x
		}
		if sign > 0 {
			slices.Reverse(v)
		}
		return v
	}
	inv := &inverse{t: t, sign: sign, s: s}
	p, err := lowest(inv, k, LanczosOptions{Tol: 1e-9, Block: 1, Basis: 2*k + 24}, func(theta []float64) bool {
		inv.moved = true
		return complete(order(theta))
	})
	if err != nil {
		return nil, err
	}
	theta := p.Values
	p.Values = order(theta)
	if sign > 0 {
		slices.Reverse(p.Vectors)
	}
	p.Complete = p.Complete && theta[len(theta)-1] < 0 // the innermost is on the right side of s
	w := make([]float64, t.n*t.d)
	for i, v := range p.Values {
		t.lap.Apply(w, p.Vectors[i], 1)
		linalg.Axpy(-v, p.Vectors[i], w)
		p.Residuals[i] = linalg.Nrm2(w)
		p.Complete = p.Complete && !math.IsInf(v, 0)
	}
	return p, nil
}

// inverse is sign·(L − sI)⁻¹ by the Tracker's factor.
type inverse struct {
	t       *Tracker
	sign, s float64
	moved   bool // counting took the factor away
}

func (a *inverse) Dim() int { return a.t.n * a.t.d }

func (a *inverse) Apply(dst, src []float64) {
	if a.moved {
		a.t.fac.compute(a.t.lap, a.t.edges, a.s)
		a.moved = false
	}
	a.t.fac.solve(dst, src)
	if a.sign < 0 {
		linalg.Scal(-1, dst)
	}
}
