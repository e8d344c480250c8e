package spectral

import (
	"math"

	"sheafscope/core/linalg"
)

// MaxProof is the largest dimension for which a Tracker computes all eigenvalues where the count of a
// factorisation does not prove its own.
const MaxProof = MaxDense

// sameTol is the relative difference up to which an eigenvalue that was found stands beside a better one.
const sameTol = 1e-9

// ensure makes sure that the estimate holds λ₂ and λ₃ of the operator in place, k being the dimension of the kernel. Where no
// count proves them they come from all eigenvalues, up to dimension [MaxProof]; beyond, from more vectors. Where
// these prove nothing either, the estimate has no λ₂ and is Unproven.
func (t *Tracker) ensure(k int, certify bool) {
	if t.proves(k) {
		return
	}
	if t.nd() <= MaxProof {
		t.dense(k, certify)
		return
	}
	before := t.Snapshot(nil)
	for try := range 3 {
		lo := t.shift(k, math.Inf(1))
		t.refresh((t.p+1)/2, 10+try)
		t.converged = t.kry.run(t, lo, exactly, min(basisMax, 4*t.p))
		t.finish()
		if !t.proves(k) {
			continue
		}
		l2, l3, work := t.est.Lambda2, t.est.Lambda3, t.est.Work
		now := t.Snapshot(nil)
		t.restore(before)
		if !t.agrees(l2, l3, certify) {
			t.restore(now)
		}
		t.est.Work = work
		return
	}
	t.restore(before) // as good to go on from as any
	t.unproven()
}

// unproven takes λ₂ and λ₃ out of the estimate.
func (t *Tracker) unproven() {
	t.est.Lambda2, t.est.Lambda3, t.est.Certified, t.est.Unproven = 0, 0, false, true
}

// refine takes λ₃ to sameTol of it. Of a shift just below λ₂, rounding leaves less where λ₃ is far above: there it is the
// Rayleigh quotient. Where the eigenvalue above is near, the bounds of a run do not assure it: there a finer run is
// made. What these confirm stays as it is.
func (t *Tracker) refine(k int) {
	if t.Found() < 2 {
		return
	}
	w := t.scratch()
	t.apply(w, t.Vector(1), 1)
	if q := linalg.Dot(w, t.Vector(1)); !t.same(t.theta[1], q, sameTol) {
		t.theta[1] = q
		t.finish()
	}
	if t.p > 2 && t.theta[2]-t.theta[1] > 1e-2*t.theta[1] {
		return
	}
	if t.count(t.below(t.theta[0])) != k {
		return
	}
	before := t.Snapshot(nil)
	l2, l3 := t.theta[0], t.theta[1]
	if t.kry.run(t, t.fac.shift, finely, t.least()) && !(t.same(l2, t.theta[0], sameTol) && t.same(l3, t.theta[1], sameTol)) {
		t.finish()
		return
	}
	work := t.est.Work
	t.restore(before)
	t.est.Work = work
}

// restore takes back a state that the tracker itself wrote.
func (t *Tracker) restore(state []float64) {
	if _, err := t.Restore(state); err != nil {
		panic(err)
	}
}

// agrees reports whether the estimate is as near to λ₂ and λ₃ as it claims to be: that of a trial is rough.
func (t *Tracker) agrees(l2, l3 float64, certify bool) bool {
	tol2, tol3 := sameTol, sameTol
	if !certify {
		tol2, tol3 = 1e-7, 1e-4
	}
	return t.same(t.est.Lambda2, l2, tol2) && t.same(t.est.Lambda3, l3, tol3)
}

// same reports whether x is y but for a relative tolerance and the rounding of the operator.
func (t *Tracker) same(x, y, tol float64) bool {
	return math.Abs(x-y) <= tol*math.Abs(y)+1e-14*t.est.Threshold/t.opt.Tol
}

// proves counts the eigenvalues below a point between two of the carried Ritz values: the first of them that lies above λ₃
// and apart from the next. The Ritz values below it are upper bounds of as many eigenvalues, one by one
// (Cauchy), and accurate. So where the count is theirs and the kernel's, none is missing, and λ₂ and λ₃ are the
// first two. It is no proof where the Ritz values did not converge or the factorisation cannot resolve the
// distance.
func (t *Tracker) proves(k int) bool {
	have := t.Found()
	if have == 0 || !t.converged {
		return false
	}
	if have == t.nd()-k {
		return true
	}
	most := t.est.Threshold / t.opt.Tol // λmax, at least 1
	for j := min(1, have-1); j < have; j++ {
		apart, room := max(1e-6*t.theta[j], 1e-10*most), math.Inf(1)
		if j+1 < have {
			room = t.theta[j+1] - t.theta[j]
		}
		if room <= 4*apart {
			continue
		}
		if j+1 == have {
			return t.shows(k+j+1, t.theta[j], apart)
		}
		// Near by, as the next Ritz value may lie above its eigenvalue; in the middle, where a factorisation resolves most.
		return t.shows(k+j+1, t.theta[j], min(max(apart, 1e-3*t.theta[j]), room/2)) || t.shows(k+j+1, t.theta[j], room/2)
	}
	return false
}

// shows reports whether a factorisation shows that so many eigenvalues lie below x + apart.
func (t *Tracker) shows(count int, x, apart float64) bool {
	return t.inertia(x+apart, 1e-8) == count && t.resolves(t.fac.shift-x)
}

// resolves reports whether the factorisation in place places an eigenvalue so far from its shift on the right side of it: it
// is exact for a matrix that differs from the operator by some eps·growth·λmax.
func (t *Tracker) resolves(distance float64) bool {
	return 1e-15*max(1, t.fac.growth)*t.est.Threshold/t.opt.Tol <= distance
}

// dense compares the estimate with all eigenvalues, and takes these and their vectors where it differs. The kernel has
// dimension k, or with k < 0 that of the threshold.
func (t *Tracker) dense(k int, certify bool) {
	a := Materialize(t.lap.Operator())
	values, _, err := linalg.EigSym(a, false)
	if err != nil {
		t.unproven()
		return
	}
	n := len(values)
	if k < 0 {
		for k = 0; k < n && values[k] <= t.est.Threshold; k++ {
		}
	}
	if t.none(k) {
		t.est.Lambda2, t.est.Lambda3, t.est.Certified = 0, 0, true
		return
	}
	l2, l3 := values[k], values[min(k+1, n-1)]
	if t.agrees(l2, l3, certify) {
		return
	}
	_, vectors, err := linalg.EigSym(a, true)
	if err != nil {
		t.unproven()
		return
	}
	cluster := 1
	for k+cluster < n && values[k+cluster]-l2 <= clusterTol*l2 {
		cluster++
	}
	t.p = min(max(t.p, cluster+1), maxBlock, n)
	for i := range t.p {
		t.theta[i] = math.Inf(1)
		v := t.Vector(i)
		clear(v)
		if k+i < n {
			t.theta[i] = values[k+i]
			for r := range v {
				v[r] = vectors.At(r, k+i)
			}
		}
	}
	t.est.Certified = true
	t.finish()
}
