package spectral

import (
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// This file contains block Lanczos on (L − sI)⁻¹, for a Tracker with a factor.

const (
	// maxBlock is the largest number of eigenvectors that a Tracker carries.
	maxBlock = 16
	// basisMax is the largest number of solves before a restart. In a space of at most
	// basisMax+maxBlock dimensions the dimension replaces basisMax.
	basisMax = 48
)

// accuracy has bounds of the residuals ‖Tv − θv‖/θ of T = (L − sI)⁻¹: "first" for the Ritz
// pair of λ₂, and "others" for each other wanted pair. The error of an eigenvalue is of the
// order of the squared residual.
type accuracy struct{ first, others float64 }

var (
	// exactAccuracy gives λ₂ to rounding.
	exactAccuracy = accuracy{1e-7, 1e-5}
	// roughAccuracy gives λ₂ to a relative 1e-8 or so, for the trials of a line search.
	roughAccuracy = accuracy{1e-4, 1e-3}
	// fineAccuracy gives λ₂ and the other wanted eigenvalues to rounding.
	fineAccuracy = accuracy{1e-7, 1e-7}
)

// krylov is the workspace of block Lanczos on T = (L − sI)⁻¹ with full
// orthogonalisation. The carried vectors of a Tracker start it. The basis vectors
// have the nodes in elimination order, so that a solve needs no permutation.
type krylov struct {
	nd       int            // dimension of a vector
	capacity int            // largest number of basis vectors
	wanted   int            // number of leading pairs that must be accurate
	v        []float64      // basis vectors, one after another
	h        []float64      // h[i*capacity+j] = v_iᵀ T v_j
	w, coeff []float64      // workspace: a vector; coefficients in the basis
	out      []float64      // new carried vectors
	mix      []float64      // coefficients of the new carried vectors in the basis
	small    []float64      // projected matrix
	eig      linalg.EigWork // workspace for the eigenpairs of small
	spent    *Work          // work of the Tracker
}

// newKrylov allocates the workspace for vectors of length nd. The krylov adds its work to
// spent.
func newKrylov(nd int, spent *Work) *krylov {
	c := min(basisMax+maxBlock, nd)
	k := &krylov{nd: nd, capacity: c, spent: spent, v: make([]float64, c*nd), h: make([]float64, c*c),
		wanted: 2, w: make([]float64, nd), coeff: make([]float64, c), out: make([]float64, maxBlock*nd),
		small: make([]float64, c*c), mix: make([]float64, maxBlock*c)}
	k.eig.Reserve(min(basisMax, c))
	return k
}

// vec returns the basis vector i.
func (k *krylov) vec(i int) []float64 { return k.v[i*k.nd : (i+1)*k.nd] }

// noColumn is the column j of orthogonalize for coefficients that are not stored.
const noColumn = -1

// orthogonalize makes w orthogonal to the first m basis vectors, in at most three passes,
// and returns ‖w‖ before and after. It adds the coefficients to column j of h, unless j is
// noColumn.
func (k *krylov) orthogonalize(w []float64, m, j int) (before, after float64) {
	before = linalg.Nrm2(w)
	last := before // norm before the present pass
	for range 3 {
		linalg.Orthogonalize(w, k.v, m, k.coeff)
		k.spent.innerProducts(m, k.nd)
		if j != noColumn {
			for i, c := range k.coeff[:m] {
				k.h[i*k.capacity+j] += c
			}
		}
		after = linalg.Nrm2(w)
		// Another pass is needed only if nearly all of w was cancelled.
		if after > 0.1*last {
			break
		}
		last = after
	}
	return before, after
}

// run replaces the carried vectors of t by approximate eigenvectors for the largest
// eigenvalues θ of T, and the carried values by λ = s + 1/θ. If the dense solver fails,
// vectors and values stay. The tracker must hold the factor of L − sI. The first check of
// the residuals is after minSolves solves, or at the end of the basis. run restarts from
// the new carried vectors, at most three times, until expand has converged, and reports
// whether it has.
func (k *krylov) run(t *Tracker, s float64, bounds accuracy, minSolves int) (converged bool) {
	const maxStarts = 4 // the first start and three restarts
	for restart := range maxStarts {
		count := k.startBasis(t, restart)
		if k.expand(t, s, count, bounds, minSolves) {
			return true
		}
	}
	return false
}

// startBasis begins the basis with the carried vectors, orthonormalised, and returns
// the number of basis vectors. A random vector in the range of L replaces a carried vector
// that is zero or linearly dependent on earlier basis vectors, unless the basis already
// spans this range. restart selects the random stream.
func (k *krylov) startBasis(t *Tracker, restart int) (count int) {
	const maxRandom = 3 // if three random vectors are dependent, the basis spans the range of L
	var src *rng.Stream
	for i := range t.p {
		w := k.vec(count)
		t.fac.permute(w, t.Vector(i))
		for try := 0; ; try++ {
			before, after := k.orthogonalize(w, count, noColumn)
			isIndependent := after > 1e-8*before && after > 0 // false for w = 0; a small remainder is mostly rounding error
			if isIndependent {
				linalg.Scal(1/after, w)
				count++
				break
			}
			if try == maxRandom {
				break
			}
			// w becomes L z for a random vector z, which lies in the workspace out.
			if src == nil {
				src = rng.New(2, "spectral/tracker", uint64(restart), uint64(i)) // randomVectors and randomise have the seeds 0 and 1
			}
			for q := range k.out[:k.nd] {
				k.out[q] = src.Norm()
			}
			t.apply(k.w, k.out[:k.nd], 1)
			t.fac.permute(w, k.w)
		}
	}
	return count
}

// expand extends the basis of the vectors 0 … count−1 by solves, until the wanted Ritz
// pairs meet the bounds, the number of solves reaches its limit or the basis spans an
// invariant subspace. expand then replaces the carried pairs, see replaceVectors. nextCheck
// is the number of solves before the first check of the residuals, and s the shift of T.
// converged is false if the limit ended the solves.
func (k *krylov) expand(t *Tracker, s float64, count int, bounds accuracy, nextCheck int) (converged bool) {
	clear(k.h)
	limit := basisMax
	if k.capacity == k.nd {
		limit = k.nd // the basis may span the whole space
	}
	solved, lastCheck := 0, 0 // basis vectors multiplied by T, now and at the last check
	lastExcess := math.Inf(1)
	for solved < count {
		// w becomes T times the first basis vector that T has not multiplied yet, in the memory
		// of the next basis vector. If the basis is full, only the coefficients of w are used.
		w := k.w
		if count < k.capacity {
			w = k.vec(count)
		}
		copy(w, k.vec(solved))
		t.fac.sweepStalks(w)
		k.spent.ldlSolve(t.sym, t.d)
		before, after := k.orthogonalize(w, count, solved)
		isIndependent := after > 1e-11*before // a smaller remainder is only rounding error
		if isIndependent && count < k.capacity {
			linalg.Scal(1/after, w)
			k.h[count*k.capacity+solved] = after
			count++
		}
		solved++

		// If T has multiplied all basis vectors, they span an invariant subspace.
		atEnd := solved == count || solved >= limit
		if !atEnd && solved < nextCheck {
			continue
		}
		values, excess := k.ritzValues(t.p, solved, count, bounds)
		meetsBounds := excess <= 1
		isOver := meetsBounds || atEnd
		if isOver && values != nil { // if the dense solver failed, the carried vectors stay
			k.replaceVectors(t, s, values, count)
		}
		if meetsBounds {
			return true
		}
		if atEnd {
			break
		}
		nextCheck = solved + stepsToCheck(t.p, excess, lastExcess, solved-lastCheck)
		lastCheck, lastExcess = solved, excess
	}
	return solved == count // whether the basis spans an invariant subspace
}

// stepsToCheck returns the number of solves until the next check of the residuals, at least
// 1. A check costs as much as several solves. excess and lastExcess are the factors by which
// the residuals exceed their bounds, now and at the last check, steps solves ago. The result
// assumes that the factor continues to fall at this rate, within p/2 … 2p for p carried
// vectors. lastExcess is +Inf at the first check. If no rate is known, that is if lastExcess
// is +Inf or the factor has not fallen, the result is p far above the bounds and p/2 near them.
func stepsToCheck(p int, excess, lastExcess float64, steps int) int {
	rateIsUnknown := !(excess < lastExcess) || math.IsInf(lastExcess, 1)
	if rateIsUnknown {
		if excess > 100 {
			return p
		}
		return max(p/2, 1)
	}
	rate := linalg.Log(lastExcess/excess) / float64(steps)
	predicted := linalg.Log(excess) / rate
	return int(min(max(predicted, float64(p)/2, 1), float64(2*p)))
}

// ritzValues solves the projected problem on the basis vectors 0 … solved−1 and returns the
// Ritz values of T, ascending. excess is the largest ratio of a wanted residual to its
// bound, or +Inf if a wanted value is not positive. Row q of mix, q < min(p, solved), has count numbers. It receives the coefficients of
// T z/‖T z‖ in the basis vectors 0 … count−1, where z is the Ritz vector of the largest value
// for q = 0, of the second largest for q = 1, and so on. If the dense solver fails,
// ritzValues returns nil and +Inf.
func (k *krylov) ritzValues(p, solved, count int, bounds accuracy) (values []float64, excess float64) {
	vals, vecs, ok := k.project(solved)
	if !ok {
		return nil, math.Inf(1)
	}
	for q := range min(p, solved) {
		col := solved - 1 - q // the values ascend
		g := k.mix[q*count : (q+1)*count]
		for i := range solved {
			g[i] = vals[col] * vecs[i*solved+col]
		}
		// The coefficients beyond the projected basis are the residual.
		for i := solved; i < count; i++ {
			g[i] = 0
			for j, h := range k.h[i*k.capacity : i*k.capacity+solved] {
				g[i] += float64(h * vecs[j*solved+col])
			}
		}
		bound := bounds.first
		if q > 0 {
			bound = bounds.others
		}
		if q < k.wanted {
			excess = max(excess, linalg.Nrm2(g[solved:count])/(bound*math.Abs(vals[col])))
			if vals[col] <= 0 { // the value belongs to a λ below s, so a wanted pair is missing
				excess = math.Inf(1)
			}
		}
		linalg.Scal(1/linalg.Nrm2(g), g)
	}
	return vals, excess
}

// replaceVectors replaces the carried values by λ = s + 1/θ and the carried vectors
// by T z/‖T z‖, for the Ritz pairs (θ, z) of the last ritzValues; vals are the values θ,
// ascending. The step of inverse iteration from z to T z improves the vectors. It needs no
// solve, since T z lies in the span of the basis vectors 0 … count−1. A carried value
// without a θ > 0 becomes +Inf, and a carried vector without a Ritz pair becomes 0.
func (k *krylov) replaceVectors(t *Tracker, s float64, vals []float64, count int) {
	p := t.p
	// The largest eigenvalues of T belong to the smallest λ above s, and a negative
	// eigenvalue to a λ below s.
	for q := range p {
		t.theta[q] = math.Inf(1)
		col := len(vals) - 1 - q
		if col >= 0 && vals[col] > 0 {
			t.theta[q] = s + 1/vals[col]
		}
	}
	found := min(p, len(vals)) // number of carried vectors for which a Ritz pair exists
	mix := &linalg.Dense{Rows: found, Cols: count, Data: k.mix[:found*count]}
	basis := &linalg.Dense{Rows: count, Cols: k.nd, Data: k.v[:count*k.nd]}
	out := &linalg.Dense{Rows: found, Cols: k.nd, Data: k.out[:found*k.nd]}
	linalg.Gemm(linalg.NoTrans, linalg.NoTrans, 1, mix, basis, 0, out)
	k.spent.Add(float64(found*count*k.nd), float64((found+count)*k.nd))
	for q := range p {
		if q < found {
			t.fac.unpermute(t.Vector(q), out.Row(q), t.d)
		} else {
			clear(t.Vector(q))
		}
	}
}

// project projects T on the first m basis vectors. It returns the eigenvalues of the
// projection, ascending, and its eigenvectors in the columns of an m×m matrix. ok is
// false if the dense solver fails.
func (k *krylov) project(m int) (vals, vecs []float64, ok bool) {
	// a is the projection v_iᵀ T v_j. The mean with the transpose makes a exactly symmetric.
	a := &linalg.Dense{Rows: m, Cols: m, Data: k.small[:m*m]}
	for i := range m {
		for j := range m {
			a.Data[i*m+j] = 0.5 * (k.h[i*k.capacity+j] + k.h[j*k.capacity+i])
		}
	}
	vals, v, err := k.eig.EigSym(a, linalg.WithVectors)
	if err != nil {
		return nil, nil, false
	}
	return vals, v.Data, true
}
