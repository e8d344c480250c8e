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

// accuracy bounds the residuals ‖Tv − θv‖/θ of the Ritz pair of λ₂ and of the other
// wanted pairs. The error of an eigenvalue is of the order of the residual's
// square. The result is one step of inverse iteration better (see ritzVectors).
type accuracy struct{ first, others float64 }

var (
	// exactly computes λ₂ to rounding.
	exactly = accuracy{1e-7, 1e-5}
	// roughly computes λ₂ to about 1e-8 of it, for the trials of a line search.
	roughly = accuracy{1e-4, 1e-3}
	// finely computes the other wanted eigenvalues to rounding too.
	finely = accuracy{1e-7, 1e-7}
)

// krylov is the workspace of block Lanczos on T = (L − sI)⁻¹ with full
// orthogonalisation, started from the carried vectors. Basis vectors have the nodes
// in elimination order, so that a solve needs no permutation.
type krylov struct {
	nd  int // dimension
	cap int // capacity of the basis
	// wanted is the number of leading pairs that must be accurate.
	wanted int
	v      []float64 // basis vectors, one after the other
	h      []float64 // h[i*cap+j] = v_iᵀ T v_j
	w      []float64
	coeff  []float64
	out    []float64 // new carried vectors
	mix    []float64 // their coefficients in the basis
	small  []float64 // projected matrix
	eig    linalg.EigWork
	spent  *Work
}

func newKrylov(nd int, spent *Work) *krylov {
	c := min(basisMax+maxBlock, nd)
	k := &krylov{nd: nd, cap: c, spent: spent, v: make([]float64, c*nd), h: make([]float64, c*c),
		wanted: 2, w: make([]float64, nd), coeff: make([]float64, c), out: make([]float64, maxBlock*nd), small: make([]float64, c*c),
		mix: make([]float64, maxBlock*c)}
	k.eig.Reserve(min(basisMax, c))
	return k
}

func (k *krylov) vec(i int) []float64 { return k.v[i*k.nd : (i+1)*k.nd] }

// orth makes w orthogonal to the first m basis vectors and returns ‖w‖ before and
// after. When j ≥ 0, it adds the coefficients to column j of h.
func (k *krylov) orth(w []float64, m, j int) (before, after float64) {
	before = linalg.Nrm2(w)
	last := before
	for range 3 {
		linalg.Orthogonalize(w, k.v, m, k.coeff)
		k.spent.innerProducts(m, k.nd)
		if j >= 0 {
			for i, c := range k.coeff[:m] {
				k.h[i*k.cap+j] += c
			}
		}
		after = linalg.Nrm2(w)
		// Another pass is needed only when nearly all of w cancelled.
		if after > 0.1*last {
			break
		}
		last = after
	}
	return before, after
}

// run replaces the carried vectors of t by Ritz vectors of T for its largest
// eigenvalues θ, and the carried values by λ = s + 1/θ. The factor of L − sI must
// be in place. The accuracy is first checked after least solves. run reports
// whether the wanted pairs converged.
func (k *krylov) run(t *Tracker, s float64, to accuracy, least int) bool {
	p := t.p
	for restart := 0; restart < 4; restart++ {
		count, src := 0, (*rng.Stream)(nil)
		for i := range p {
			w := k.vec(count)
			t.fac.permute(w, t.Vector(i))
			for try := 0; ; try++ {
				before, after := k.orth(w, count, -1)
				if after > 1e-8*before && after > 0 {
					linalg.Scal(1/after, w)
					count++
					break
				}
				if try == 3 {
					break // the vectors span the range of L
				}
				// w is dependent or zero: take a random vector of range(L).
				if src == nil {
					src = rng.New(2, "spectral/tracker", uint64(restart), uint64(i))
				}
				for q := range k.out[:k.nd] {
					k.out[q] = src.Norm()
				}
				t.apply(k.w, k.out[:k.nd], 1)
				t.fac.permute(w, k.w)
			}
		}
		if k.expand(t, s, p, count, to, least) {
			return true
		}
	}
	return false
}

// expand extends the basis from count starting vectors until the wanted Ritz pairs
// are accurate or the basis is full. look is the number of steps before the first
// check. It reports convergence; an invariant subspace has converged.
func (k *krylov) expand(t *Tracker, s float64, p, count int, to accuracy, look int) bool {
	clear(k.h)
	limit := basisMax
	if k.cap == k.nd {
		limit = k.nd // the basis may span the whole space
	}
	done, last := 0, 0
	before := math.Inf(1)
	for done < count {
		w := k.w
		if count < k.cap {
			w = k.vec(count)
		}
		copy(w, k.vec(done))
		t.fac.sweepStalks(w)
		k.spent.ldlSolve(t.sym, t.d)
		size, rest := k.orth(w, count, done)
		if rest > 1e-11*size && count < k.cap {
			linalg.Scal(1/rest, w)
			k.h[count*k.cap+done] = rest
			count++
		}
		done++
		full := done == count || done >= limit
		if !full && done < look {
			continue
		}
		off := k.ritzVectors(t, s, p, done, count, full, to)
		if off <= 1 {
			return true
		}
		if full {
			break
		}
		look, last, before = done+stepsToCheck(p, off, before, done-last), done, off
	}
	return done == count
}

// stepsToCheck returns the number of steps until the next check of the residuals,
// since a check costs as much as several steps. off is the factor by which the
// residuals exceed their bounds, before that factor at the last check. The
// estimate assumes that off goes on falling at the same rate. p is the block size.
func stepsToCheck(p int, off, before float64, steps int) int {
	if !(off < before) || math.IsInf(before, 1) {
		if off > 100 {
			return p
		}
		return max(p/2, 1)
	}
	rate := linalg.Log(before/off) / float64(steps)
	return int(min(max(linalg.Log(off)/rate, float64(p)/2, 1), float64(2*p)))
}

// ritzVectors solves the projected problem on the first done basis vectors and
// returns the largest factor by which a wanted residual exceeds its bound: up to 1
// the pairs are accurate. When they are, or force is set, it replaces the carried
// vectors by T z/‖T z‖ for the Ritz vectors z. That step of inverse iteration
// improves them at no cost, since T z lies in the basis.
func (k *krylov) ritzVectors(t *Tracker, s float64, p, done, count int, force bool, to accuracy) (off float64) {
	vals, vecs, ok := k.project(done)
	if !ok {
		return math.Inf(1)
	}
	// The largest eigenvalues of T, in descending order, belong to the smallest λ
	// above s.
	for q := range min(p, done) {
		col, r := done-1-q, 0.0
		g := k.mix[q*count : (q+1)*count]
		for i := range done {
			g[i] = vals[col] * vecs[i*done+col]
		}
		for i := done; i < count; i++ {
			g[i] = 0
			for j, h := range k.h[i*k.cap : i*k.cap+done] {
				g[i] += h * vecs[j*done+col]
			}
			r += g[i] * g[i]
		}
		tol := to.first
		if q > 0 {
			tol = to.others
		}
		if q < k.wanted {
			if off = max(off, math.Sqrt(r)/(tol*math.Abs(vals[col]))); vals[col] <= 0 {
				off = math.Inf(1)
			}
		}
		linalg.Scal(1/linalg.Nrm2(g), g)
	}
	if !(off <= 1) && !force {
		return off
	}
	for q := range p {
		t.theta[q] = math.Inf(1)
		if col := done - 1 - q; col >= 0 && vals[col] > 0 { // negative eigenvalues of T belong to λ below s
			t.theta[q] = s + 1/vals[col]
		}
	}
	have := min(p, done)
	out := &linalg.Dense{Rows: have, Cols: k.nd, Data: k.out[:have*k.nd]}
	linalg.Gemm(false, false, 1, &linalg.Dense{Rows: have, Cols: count, Data: k.mix[:have*count]},
		&linalg.Dense{Rows: count, Cols: k.nd, Data: k.v[:count*k.nd]}, 0, out)
	k.spent.Add(float64(have*count*k.nd), float64((have+count)*k.nd))
	for q := range p {
		if q < have {
			t.fac.unpermute(t.Vector(q), out.Row(q), t.d)
		} else {
			clear(t.Vector(q))
		}
	}
	return off
}

// project returns the eigenvalues, ascending, and the eigenvectors, in columns, of
// T projected on the first m basis vectors. ok is false when the dense solver
// fails.
func (k *krylov) project(m int) (vals, vecs []float64, ok bool) {
	a := &linalg.Dense{Rows: m, Cols: m, Data: k.small[:m*m]}
	for i := range m {
		for j := range m {
			a.Data[i*m+j] = 0.5 * (k.h[i*k.cap+j] + k.h[j*k.cap+i])
		}
	}
	vals, v, err := k.eig.EigSym(a, true)
	if err != nil {
		return nil, nil, false
	}
	return vals, v.Data, true
}
