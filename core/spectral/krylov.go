package spectral

import (
	"math"

	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

const (
	// maxBlock is the largest number of eigenvectors a Tracker carries.
	maxBlock = 16
	// basisMax is the largest Krylov basis before a restart.
	basisMax = 48
)

// krylov holds the workspace of block Lanczos on T = (L − sI)⁻¹ with full
// orthogonalisation, started from the carried vectors.
type krylov struct {
	nd  int
	cap int
	// wanted is the number of leading pairs that must be accurate.
	wanted int
	v      []float64 // basis vectors, one after the other
	h      []float64 // h[i*cap+j] = v_iᵀ T v_j
	w      []float64
	coeff  []float64
	out    []float64
	small  []float64 // projected matrix
	eig    linalg.EigWork
}

func newKrylov(nd int) *krylov {
	c := min(basisMax+maxBlock, nd)
	k := &krylov{nd: nd, cap: c, v: make([]float64, c*nd), h: make([]float64, c*c),
		wanted: 2, w: make([]float64, nd), coeff: make([]float64, c), out: make([]float64, maxBlock*nd), small: make([]float64, c*c)}
	k.eig.Reserve(min(basisMax, c))
	return k
}

func (k *krylov) vec(i int) []float64 { return k.v[i*k.nd : (i+1)*k.nd] }

// orth makes w orthogonal to the first m basis vectors, adding the
// coefficients to column j of h when j ≥ 0, and returns ‖w‖ before and after.
func (k *krylov) orth(w []float64, m, j int) (before, after float64) {
	before = linalg.Nrm2(w)
	last := before
	for range 3 {
		linalg.Orthogonalize(w, k.v, m, k.coeff)
		if j >= 0 {
			for i, c := range k.coeff[:m] {
				k.h[i*k.cap+j] += c
			}
		}
		after = linalg.Nrm2(w)
		// Twice is enough unless most of w cancelled.
		if after > 0.7*last {
			break
		}
		last = after
	}
	return before, after
}

// run replaces the carried vectors of t by Ritz vectors of T for its largest
// eigenvalues, in place of λ the values s + 1/θ. The factor of L − sI must be
// in place. It reports whether λ₂ converged.
func (k *krylov) run(t *Tracker, s float64) bool {
	p := t.p
	for restart := 0; restart < 4; restart++ {
		count, src := 0, (*rng.Source)(nil)
		for i := range p {
			w := k.w
			copy(w, t.Vector(i))
			for try := 0; ; try++ {
				before, after := k.orth(w, count, -1)
				if after > 1e-8*before && after > 0 {
					linalg.Scal(1/after, w)
					copy(k.vec(count), w)
					count++
					break
				}
				if try == 3 {
					break // the range of L has no further dimension
				}
				// Linearly dependent or zero: a random direction in range(L).
				if src == nil {
					src = rng.New(2, "spectral/tracker", uint64(restart), uint64(i))
				}
				for q := range k.out[:k.nd] {
					k.out[q] = src.Norm()
				}
				t.lap.Apply(w, k.out[:k.nd], 1)
			}
		}
		if k.expand(t, s, p, count) {
			return true
		}
	}
	return false
}

// expand grows the basis from the count starting vectors and stops as soon as
// the leading Ritz pairs are accurate.
func (k *krylov) expand(t *Tracker, s float64, p, count int) bool {
	clear(k.h)
	limit := basisMax
	if k.cap == k.nd {
		limit = k.nd // room for the whole space
	}
	done := 0
	for done < count {
		w := k.w
		t.fac.solve(w, k.vec(done))
		before, after := k.orth(w, count, done)
		if after > 1e-11*before && count < k.cap {
			linalg.Scal(1/after, w)
			copy(k.vec(count), w)
			k.h[count*k.cap+done] = after
			count++
		}
		done++
		full := done == count || done >= limit
		if step := 2 + done/16*2; !full && (done < 2*p || done%step != 0) {
			continue // looking costs as much as a few steps
		}
		if k.ritz(t, s, p, done, count, full) {
			return true
		}
		if full {
			break
		}
	}
	return done == count
}

// ritz solves the projected problem on the first done basis vectors. When the
// leading pairs are accurate, or force is set, it forms the Ritz vectors.
func (k *krylov) ritz(t *Tracker, s float64, p, done, count int, force bool) bool {
	a := &linalg.Dense{Rows: done, Cols: done, Data: k.small[:done*done]}
	for i := range done {
		for j := range done {
			a.Data[i*done+j] = 0.5 * (k.h[i*k.cap+j] + k.h[j*k.cap+i])
		}
	}
	vals, vecs, err := k.eig.EigSym(a, true)
	if err != nil {
		return false
	}
	// The largest eigenvalues of T, last first, are the smallest λ above s.
	wanted := min(k.wanted, p)
	accurate := true
	for q := range min(wanted, done) {
		col := done - 1 - q
		r := 0.0
		for i := done; i < count; i++ {
			c := 0.0
			for j := range done {
				c += k.h[i*k.cap+j] * vecs.Data[j*done+col]
			}
			r += c * c
		}
		tol := 1e-8
		if q > 0 {
			tol = 1e-5
		}
		if math.Sqrt(r) > tol*math.Abs(vals[col]) || vals[col] <= 0 {
			accurate = false
		}
	}
	if !accurate && !force {
		return false
	}
	for q := range p {
		out := k.out[q*k.nd : (q+1)*k.nd]
		clear(out)
		col := done - 1 - q
		if col < 0 {
			t.theta[q] = math.Inf(1)
			continue
		}
		for j := range done {
			linalg.Axpy(vecs.Data[j*done+col], k.vec(j), out)
		}
		t.theta[q] = s + 1/vals[col]
		if vals[col] <= 0 {
			// Beyond the positive part of T there is only the kernel side.
			t.theta[q] = math.Inf(1)
		}
	}
	copy(t.x, k.out[:p*k.nd])
	return accurate
}
