package spectral

import (
	"math"
	"slices"

	"sheafscope/core/linalg"
)

// lobpcg is the workspace of LOBPCG, locally optimal block conjugate gradients on the
// Rayleigh quotient (Knyazev 2001). A Tracker without a factor uses it. Without a
// preconditioner every search direction lies in range(L), which is orthogonal to the kernel
// of the symmetric L. So no basis of the kernel is needed.
type lobpcg struct {
	nd, p int // dimension; number of carried vectors
	// v has up to 3p basis vectors: the carried vectors X, their residuals R and the
	// directions P of the last step. lv has their products with L.
	v, lv           []float64
	next, nextImage []float64      // the new X (p vectors) and P (p vectors), and their products with L
	h, w            []float64      // projected matrix; workspace of one vector
	eig             linalg.EigWork // workspace for the eigenpairs of h
}

// newLOBPCG allocates the workspace for p vectors of length nd.
func newLOBPCG(nd, p int) *lobpcg {
	return &lobpcg{nd: nd, p: p, v: make([]float64, 3*p*nd), lv: make([]float64, 3*p*nd),
		next: make([]float64, 2*p*nd), nextImage: make([]float64, 2*p*nd), h: make([]float64, 9*p*p), w: make([]float64, nd)}
}

// vec returns the basis vector i.
func (q *lobpcg) vec(i int) []float64 { return q.v[i*q.nd : (i+1)*q.nd] }

// image returns the product of the basis vector i with L.
func (q *lobpcg) image(i int) []float64 { return q.lv[i*q.nd : (i+1)*q.nd] }

// appendVector makes w orthogonal to the first m basis vectors, in place. It appends w, scaled
// to length 1, to the basis, and the product of this vector with L to the images. If w is
// 0, or its orthogonal part is shorter than 1e-6 times the length of w, appendVector appends
// nothing and returns false.
func (q *lobpcg) appendVector(t *Tracker, w []float64, m int) bool {
	size := linalg.Nrm2(w)
	if size == 0 {
		return false
	}
	for range 2 { // the second pass removes the rounding error of the first
		for i := range m {
			linalg.Axpy(-linalg.Dot(q.vec(i), w), q.vec(i), w)
		}
	}
	t.spent.innerProducts(2*m, q.nd)
	remaining := linalg.Nrm2(w)
	// If nearly all of w was cancelled, the remainder is mostly rounding error, which is
	// not orthogonal to the kernel.
	if remaining < 1e-6*size {
		return false
	}
	copy(q.vec(m), w)
	linalg.Scal(1/remaining, q.vec(m))
	t.apply(q.image(m), q.vec(m), 1)
	return true
}

// lobpcgSteps improves the carried vectors and their Ritz values by at most MaxIter
// steps of LOBPCG. Step 0 computes the Ritz pairs on the start vectors alone, so it does
// not count. If the dense solver fails after step 0, the pairs of the previous step stay.
func (t *Tracker) lobpcgSteps() {
	q, nd, p := t.lob, t.nd(), t.p
	// The basis starts with L x for the carried vectors x. L x lies in the range of the
	// present L, whose kernel may differ from the kernel at the previous update.
	m := 0 // number of basis vectors
	for i := range p {
		t.apply(q.w, t.Vector(i), 1)
		if q.appendVector(t, q.w, m) {
			m++
		}
	}
	if m == 0 { // all carried vectors lie in the kernel; only their values change
		for i := range p {
			t.theta[i] = 0
		}
		return
	}
	sizeX := m // number of vectors of X; R and P are empty at first
	lastResidual := math.Inf(1)
	for it := 0; ; it++ {
		vals, vecs := q.project(m)
		t.spent.Add(float64(m*(m+1)/2*nd), float64(2*m*nd)) // inner products of all pairs of basis vectors
		if vals == nil {                                    // the dense solver failed; in step 0 the old values stay
			break
		}
		keep := min(p, m)                                                   // size of the new X and P
		t.spent.Add(float64(2*keep*(2*m-sizeX)*nd), float64(4*(keep+m)*nd)) // the combinations below
		// The new X are the lowest Ritz vectors. The new P are the parts of these vectors
		// in the basis vectors R and P, without the old X.
		for c := range keep {
			newX, newP := c*nd, (p+c)*nd
			q.combine(vecs, c, 0, m, q.next[newX:newX+nd], q.nextImage[newX:newX+nd])
			q.combine(vecs, c, sizeX, m, q.next[newP:newP+nd], q.nextImage[newP:newP+nd])
			t.theta[c] = vals[c]
		}
		hasDirections := m > sizeX // false in step 0, whose basis is X alone
		copy(q.v, q.next[:keep*nd])
		copy(q.lv, q.nextImage[:keep*nd])
		sizeX, m = keep, keep
		t.est.Work = it // steps so far

		// The basis becomes [X, R] with the residuals R = L X − X Θ. Ritz values up to the
		// threshold belong to the kernel. lead is the index of the next value, λ₂, or of the
		// last value if none exceeds the threshold.
		lead := 0
		for lead < keep-1 && t.theta[lead] <= t.est.Threshold {
			lead++
		}
		residual := 0.0 // norm of the residual of λ₂
		for c := range keep {
			copy(q.w, q.image(c))
			linalg.Axpy(-t.theta[c], q.vec(c), q.w)
			if c == lead {
				residual = linalg.Nrm2(q.w)
			}
			if q.appendVector(t, q.w, m) {
				m++
			}
		}
		isAccurate := residual <= 1e-10*max(1, t.theta[lead])
		// Equal bits of two successive residuals show that rounding errors limit both, if both
		// steps had the full basis X, R and P. Step 2 is the first with P; one step is to spare.
		isStagnant := it > 3 && residual == lastResidual
		noResiduals := m == keep // all residuals depend on X up to rounding
		if it >= t.opt.MaxIter || isAccurate || isStagnant || noResiduals {
			break
		}
		lastResidual = residual
		if hasDirections { // the basis becomes [X, R, P]
			for c := range keep {
				if q.appendVector(t, q.next[(p+c)*nd:(p+c+1)*nd], m) {
					m++
				}
			}
		}
	}
	// If X has fewer than p vectors, the last carried vectors stay unchanged. Their values
	// are +Inf, because they are no Ritz vectors.
	copy(t.x, q.v[:sizeX*nd])
	for c := sizeX; c < p; c++ {
		t.theta[c] = math.Inf(1)
	}
	t.aboveKernel()
}

// aboveKernel moves the carried pairs with values up to the threshold to the end and sets
// the values of these pairs to +Inf. The values must ascend. The moved pairs are rounding
// errors or belong to the kernel. If no finite value is above the threshold, aboveKernel
// moves nothing and sets the values up to the threshold to 0.
func (t *Tracker) aboveKernel() {
	nd := t.nd()
	k := 0 // number of values up to the threshold
	for k < t.p && t.theta[k] <= t.est.Threshold {
		k++
	}
	noneAbove := k == t.p || math.IsInf(t.theta[k], 1)
	if k == 0 || noneAbove {
		for i := range t.theta[:k] {
			t.theta[i] = 0
		}
		return
	}
	kernelVectors := slices.Clone(t.x[:k*nd])
	copy(t.x, t.x[k*nd:t.p*nd])
	copy(t.x[(t.p-k)*nd:], kernelVectors)
	copy(t.theta, t.theta[k:t.p])
	for i := t.p - k; i < t.p; i++ {
		t.theta[i] = math.Inf(1)
	}
}

// nd returns n·d, the dimension of the operator.
func (t *Tracker) nd() int { return t.n * t.d }

// project returns the Ritz values on the first m basis vectors, ascending, and the
// coefficients of the Ritz vectors, in columns. It returns nil, nil if the dense
// solver fails.
func (q *lobpcg) project(m int) ([]float64, *linalg.Dense) {
	a := &linalg.Dense{Rows: m, Cols: m, Data: q.h[:m*m]}
	for i := range m {
		for j := range i + 1 {
			h := linalg.Dot(q.vec(i), q.image(j))
			a.Data[i*m+j], a.Data[j*m+i] = h, h
		}
	}
	vals, vecs, err := q.eig.EigSym(a, linalg.WithVectors)
	if err != nil {
		return nil, nil
	}
	return vals, vecs
}

// combine sets v to the part of Ritz vector c in the basis vectors first … end−1. It
// sets lv to L v. Column c of vecs has the coefficients of the Ritz vector.
func (q *lobpcg) combine(vecs *linalg.Dense, c, first, end int, v, lv []float64) {
	clear(v)
	clear(lv)
	for j := first; j < end; j++ {
		s := vecs.Data[j*vecs.Cols+c]
		linalg.Axpy(s, q.vec(j), v)
		linalg.Axpy(s, q.image(j), lv)
	}
}
