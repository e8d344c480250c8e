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
// last Update, by Lanczos on (L − sI)⁻¹ with s between the kernel and λ2. Plain
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
	nd := t.n * t.d
	work := t.est.Work
	s := t.shift(t.est.KernelDim)
	t.est.Work = work
	k = min(k, nd-t.est.KernelDim)
	inv := inverse{t.fac, nd}
	p, err := Highest(inv, k, LanczosOptions{Tol: 1e-9, Block: 2, Basis: 2*k + 24})
	if err != nil {
		return nil, err
	}
	slices.Reverse(p.Values)
	slices.Reverse(p.Vectors)
	w := make([]float64, nd)
	for i, theta := range p.Values {
		p.Values[i] = s + 1/theta
		t.lap.Apply(w, p.Vectors[i], 1)
		linalg.Axpy(-p.Values[i], p.Vectors[i], w)
		p.Residuals[i] = linalg.Nrm2(w)
		p.Complete = p.Complete && theta > 0 && !math.IsInf(p.Values[i], 0)
	}
	return p, nil
}

// inverse is (L − sI)⁻¹ by the factor in place.
type inverse struct {
	f  *factor
	nd int
}

func (a inverse) Dim() int                 { return a.nd }
func (a inverse) Apply(dst, src []float64) { a.f.solve(dst, src) }
