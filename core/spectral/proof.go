package spectral

import (
	"math"

	"sheafscope/core/linalg"
)

// MaxProof is the largest dimension for which a Tracker computes all eigenvalues where the count of a
// factorisation does not prove its own.
const MaxProof = MaxDense

// ensure makes sure that the estimate holds λ₂ and λ₃ of the operator in place, k being the dimension of the kernel. Where no
// count proves them they come from all eigenvalues, up to dimension [MaxProof]; beyond, from more vectors. Where
// these prove nothing either, the estimate has no λ₂ and is Unproven.
func (t *Tracker) ensure(k int) {
	if t.proves(k) {
		return
	}
	if t.nd() <= MaxProof {
		t.dense(k)
		return
	}
	for try := range 3 {
		t.count(t.shift(k, math.Inf(1)))
		lo := t.fac.shift
		t.refresh((t.p+1)/2, 10+try)
		t.converged = t.kry.run(t, lo, exactly, min(basisMax, 4*t.p))
		t.finish()
		if t.proves(k) {
			return
		}
	}
	t.unproven()
}

// unproven takes λ₂ and λ₃ out of the estimate.
func (t *Tracker) unproven() {
	t.est.Lambda2, t.est.Lambda3, t.est.Certified, t.est.Unproven = 0, 0, false, true
}

// refine takes λ₃ to some 1e-10 of it. Of a shift just below λ₂, rounding leaves less where λ₃ is far above: there it is the
// Rayleigh quotient. Where the eigenvalue above is near, the bounds of a run do not assure it: there a finer run is
// made. What these confirm stays as it is.
func (t *Tracker) refine(k int) {
	if t.Found() < 2 {
		return
	}
	w := t.scratch()
	t.apply(w, t.Vector(1), 1)
	if q := linalg.Dot(w, t.Vector(1)); math.Abs(q-t.theta[1]) > 1e-10*t.theta[1] {
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
	if t.kry.run(t, t.fac.shift, finely, t.least()) && math.Abs(t.theta[0]-l2)+math.Abs(t.theta[1]-l3) > 1e-10*l3 {
		t.finish()
		return
	}
	work := t.est.Work
	if _, err := t.Restore(before); err != nil {
		panic(err) // written by this tracker
	}
	t.est.Work = work
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
		at := t.theta[j] + min(max(apart, 1e-3*t.theta[j]), room/2)
		if j+1 == have {
			at = t.theta[j] + apart
		}
		return t.inertia(at, 1e-8) == k+j+1 && t.resolves(math.Abs(t.fac.shift-t.theta[j]))
	}
	return false
}

// resolves reports whether the factorisation in place places an eigenvalue so far from its shift on the right side of it: it
// is exact for a matrix that differs from the operator by some eps·growth·λmax.
func (t *Tracker) resolves(distance float64) bool {
	return 4e-15*max(1, t.fac.growth)*t.est.Threshold/t.opt.Tol <= distance
}

// dense compares the estimate with all eigenvalues, and takes these and their vectors where it differs. The kernel has
// dimension k, or with k < 0 that of the threshold.
func (t *Tracker) dense(k int) {
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
	slack := 1e-14 * max(1, values[n-1])
	if close := func(x, y float64) bool { return math.Abs(x-y) <= 1e-9*y+slack }; close(t.est.Lambda2, l2) && close(t.est.Lambda3, l3) {
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
