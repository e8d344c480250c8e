package spectral

import (
	"errors"
	"math"
	"slices"

	"sheafscope/core/linalg"
)

var errNoFactor = errors.New("spectral: the graph is too large to factor (see TrackerOptions.MaxPairs)")

// CountBelow returns the number of eigenvalues below x of the operator of the last
// Update. The inertia of one factorisation gives it (Sylvester), exactly but for
// eigenvalues within a relative distance of about 1e-7 of x. Differences of two
// calls count the eigenvalues of a histogram bin. It fails when the Tracker has no
// factor.
func (t *Tracker) CountBelow(x float64) (int, error) {
	if t.sym == nil {
		return 0, errNoFactor
	}
	work := t.est.Work
	n := t.inertia(x, 1e-8)
	t.est.Work = work
	return n, nil
}

// Low returns the k lowest eigenpairs above the kernel, fewer when fewer are
// positive, for the operator of the last Update. It runs Lanczos on (L − sI)⁻¹ with
// s between the kernel and λ₂: plain Lanczos ([Lowest]) does not converge where a
// large kernel and many small eigenvalues lie near 0. The Tracker's state stays
// unchanged. It fails when the Tracker has no factor.
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
	// The lowest of −(L − sI)⁻¹ are the lowest λ above s.
	return t.inversePairs(s, -1, k, func(v []float64) bool {
		edge := v[k-1] * (1 - countTol)
		return t.inertia(edge, 1e-8)-t.est.KernelDim == countLess(v, edge)
	})
}

// High returns the k highest eigenpairs, ascending, of the operator of the last
// Update; k above the dimension returns all. It runs Lanczos on (L − sI)⁻¹ with s
// above λmax. The Tracker's state stays unchanged. It fails when the Tracker has no
// factor.
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
	s, step := t.est.Threshold/t.opt.Tol, 2e-3 // the larger of 1 and a lower bound of λmax
	for s *= 1 + step; t.inertia(s, 1e-6) < nd; step *= 2 {
		s *= 1 + step
	}
	// The lowest of (L − sI)⁻¹ are the highest λ.
	return t.inversePairs(t.fac.shift, 1, k, func(v []float64) bool {
		edge := v[0] * (1 + countTol)
		return nd-t.inertia(edge, 1e-8) == k-countLess(v, edge)
	})
}

// countTol is the relative distance between shift and eigenvalue from which the
// inertia is reliable.
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

// inversePairs returns the k eigenpairs of L, values ascending, of the k lowest
// eigenvalues of sign·(L − sI)⁻¹. The factor of L − sI must be in place. complete
// receives k ascending values of one end of the spectrum and reports whether no
// eigenvalue is missing among them.
func (t *Tracker) inversePairs(s, sign float64, k int, complete func([]float64) bool) (*Pairs, error) {
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
	inv := &shifted{t: t, sign: sign, s: s}
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
	p.Complete = p.Complete && theta[len(theta)-1] < 0 // a positive value belongs to an eigenvalue on the other side of s
	w := make([]float64, t.n*t.d)
	for i, v := range p.Values {
		t.lap.Apply(w, p.Vectors[i], 1)
		linalg.Axpy(-v, p.Vectors[i], w)
		p.Residuals[i] = linalg.Nrm2(w)
		p.Complete = p.Complete && !math.IsInf(v, 0)
	}
	return p, nil
}

// shifted is the operator sign·(L − sI)⁻¹, applied by the Tracker's factor.
type shifted struct {
	t       *Tracker
	sign, s float64
	moved   bool // the factor in place has another shift, since an inertia was computed
}

func (a *shifted) Dim() int { return a.t.n * a.t.d }

func (a *shifted) Apply(dst, src []float64) {
	if a.moved {
		a.t.fac.compute(a.t.lap, a.t.edges, a.s)
		a.moved = false
	}
	a.t.fac.solve(dst, src)
	if a.sign < 0 {
		linalg.Scal(-1, dst)
	}
}
