package spectral

import (
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/small"
)

// factor is the block factorisation L − sI = U D Uᵀ. By Sylvester's law of inertia,
// the number of negative eigenvalues of D is the number of eigenvalues of L below
// s: the Tracker's proof that it missed none.
//
// The kernel for columns (linalg.FactorColumn4) handles blocks of 4×4 only. Blocks
// of smaller stalks are padded to 4×4, with zeros off the diagonal and ones on it.
// The ones do not depend on the shift, so the padding adds no negative eigenvalue.
// On Cora padding takes a quarter of the time of 1×1 loops, and less than a seventh
// of the time of 2×2 and 3×3 loops. Columns of larger blocks are multiplied by
// Gemm.
type factor struct {
	sym *symbolic
	d   int // stalk dimension
	q   int // side of a block, max(d, 4)
	// The pivot block P of each node is diagonalised: VᵀPV = diag(piv). v holds V
	// (P before the elimination of the node), inv the inverses of piv, and low the
	// blocks A·V·diag(inv) of the column, by slot. P⁻¹ is not formed: the pivot of
	// a leaf has one tiny eigenvalue −s, and the rounding error eps/s of P⁻¹ would
	// spoil the other directions.
	v, inv, low []float64
	col         []float64 // blocks of the current column before scaling
	product     []float64 // products of the column with one of its blocks
	work        []float64 // permuted right side, q numbers per node
	// negative is the number of negative eigenvalues of D.
	negative int
	// growth is the largest absolute entry of U, shift the s of the factor in
	// place.
	growth, shift float64
	small, spare  [64]float64
	order         [8]int8 // pivots of the current block
}

// blockSide returns the side of the blocks of a factor for stalks of dimension d.
func blockSide(d int) int { return max(d, 4) }

func newFactor(sym *symbolic, d int) *factor {
	q := blockSide(d)
	return &factor{
		sym: sym, d: d, q: q,
		v: make([]float64, sym.n*q*q), inv: make([]float64, sym.n*q), low: make([]float64, len(sym.rows)*q*q),
		col: make([]float64, sym.maxCol*q*q), product: make([]float64, sym.maxCol*q*q), work: make([]float64, sym.n*q),
	}
}

// compute factors L − shift·I for the Laplacian l on the given edges. Pivoting
// stays within blocks. When the shift is nearly an eigenvalue of a leading block,
// growth is large, and the caller must repeat with another shift.
func (f *factor) compute(l *sheaf.Laplacian, edges []graph.Edge, shift float64) {
	s, d, q := f.sym, f.d, f.q
	clear(f.low)
	for k, node := range s.perm {
		p := f.block(f.v, k)
		f.pad(p, l.Diag(int(node)))
		for r := range d {
			p[r*q+r] -= shift
		}
		for r := d; r < q; r++ {
			p[r*q+r] = 1
		}
	}
	for e, ed := range edges {
		block := l.Edge(e)
		if s.pos[ed.I] <= s.pos[ed.J] {
			block = l.EdgeT(e)
		}
		f.pad(f.block(f.low, int(s.edgeSlot[e])), block)
	}
	f.negative, f.growth, f.shift = 0, 0, shift
	next, qq := 0, q*q
	for k := range s.n {
		v, inv := f.block(f.v, k), f.inv[k*q:k*q+q]
		if q != 4 || !f.pivot4((*[16]float64)(v), (*[4]float64)(inv)) {
			f.pivot(v, inv)
		}
		from, to := int(s.colPtr[k]), int(s.colPtr[k+1])
		if from == to {
			continue
		}
		low, col := f.low[from*qq:to*qq], f.col[:(to-from)*qq]
		if isZero(low) { // only edges that were not sampled: the column updates no other
			next += (to - from) * (to - from + 1) / 2
			continue
		}
		if q == 4 {
			if g, ok := linalg.FactorColumn4(d, v, inv, low, col, s.target[next:], f.low, f.v); ok {
				next += (to - from) * (to - from + 1) / 2
				f.recordGrowth(g)
				continue
			}
		}
		for x := range to - from {
			small.Mul(q, col[x*qq:(x+1)*qq], low[x*qq:(x+1)*qq], v)
		}
		for x, c := range col {
			low[x] = c * inv[x%q]
			f.recordGrowth(math.Abs(low[x]))
		}
		for x := range to - from {
			rest := low[x*qq:]
			product := linalg.Dense{Rows: len(rest) / q, Cols: q, Data: f.product[:len(rest)]}
			small.Transpose(q, -1, f.block(col, x), f.spare[:qq])
			linalg.Gemm(false, false, 1, &linalg.Dense{Rows: len(rest) / q, Cols: q, Data: rest},
				&linalg.Dense{Rows: q, Cols: q, Data: f.spare[:qq]}, 0, &product)
			for y := range to - from - x {
				t := int(s.target[next])
				next++
				dst := f.v[max(-1-t, 0)*qq:]
				if t >= 0 {
					dst = f.low[t*qq:]
				}
				linalg.Axpy(1, f.block(product.Data, y), dst[:qq])
			}
		}
	}
}

// isZero reports whether every entry of x is 0.
func isZero(x []float64) bool {
	for _, v := range x {
		if v != 0 {
			return false
		}
	}
	return true
}

// block returns the k-th block of consecutive blocks.
func (f *factor) block(of []float64, k int) []float64 { return of[k*f.q*f.q : (k+1)*f.q*f.q] }

// pad sets the q×q block dst to the d×d block src in its leading corner and 0
// elsewhere.
func (f *factor) pad(dst, src []float64) {
	switch f.d {
	case 4: // an array assignment is faster than copy
		*(*[16]float64)(dst) = *(*[16]float64)(src)
		return
	case f.q:
		copy(dst, src)
		return
	}
	clear(dst)
	for r := range f.d {
		copy(dst[r*f.q:], src[r*f.d:(r+1)*f.d])
	}
}

// unpad sets the d×d block dst to the leading corner of the q×q block src.
func (f *factor) unpad(dst, src []float64) {
	for r := range f.d {
		copy(dst[r*f.d:(r+1)*f.d], src[r*f.q:])
	}
}

// unpadded returns the d×d block of a block of the factor: the block itself when
// d = q, else a copy in dst.
func (f *factor) unpadded(dst, block []float64) []float64 {
	if f.d == f.q {
		return block
	}
	f.unpad(dst, block)
	return dst
}

// pivot4 is pivot for q = 4 with the diagonal pivots in natural order. When a pivot
// is smaller than a quarter of an entry of its row, it reports false and leaves p
// unchanged.
func (f *factor) pivot4(p *[16]float64, inv *[4]float64) bool {
	const least = 4e-30
	a11, a12, a13, a22, a23, a33 := p[5], p[6], p[7], p[10], p[11], p[15]
	most := 4 * math.Abs(p[0]) // bound of the other entries of the row; inlined, as calls would double the time
	if !(most >= least && math.Abs(p[1]) < most && math.Abs(p[2]) < most && math.Abs(p[3]) < most) {
		return false
	}
	i0 := 1 / p[0]
	t01, t02, t03 := p[1]*i0, p[2]*i0, p[3]*i0
	a11 -= p[1] * t01
	a12 -= p[1] * t02
	a13 -= p[1] * t03
	a22 -= p[2] * t02
	a23 -= p[2] * t03
	a33 -= p[3] * t03
	if most = 4 * math.Abs(a11); !(most >= least && math.Abs(a12) < most && math.Abs(a13) < most) {
		return false
	}
	i1 := 1 / a11
	t12, t13 := a12*i1, a13*i1
	a22 -= a12 * t12
	a23 -= a12 * t13
	a33 -= a13 * t13
	if most = 4 * math.Abs(a22); !(most >= least && math.Abs(a23) < most) {
		return false
	}
	i2 := 1 / a22
	t23 := a23 * i2
	a33 -= a23 * t23
	if !(math.Abs(a33) >= 1e-30) {
		return false
	}
	*inv = [4]float64{i0, i1, i2, 1 / a33}
	for _, x := range inv {
		if x < 0 {
			f.negative++
		}
	}
	v02 := t12*t01 - t02
	*p = [16]float64{
		1, -t01, v02, t13*t01 - t03 - t23*v02,
		0, 1, -t12, t23*t12 - t13,
		0, 0, 1, -t23,
		0, 0, 0, 1}
	return true
}

// recordGrowth updates growth by an absolute entry of U; NaN stays. The built-in
// max is a slow call in WebAssembly.
func (f *factor) recordGrowth(v float64) {
	if v > f.growth || v != v {
		f.growth = v
	}
}

// pivot replaces the symmetric block p by V with VᵀpV diagonal, sets inv to the
// inverse of the diagonal and counts its negative entries. V comes from elimination
// with the largest diagonal pivots, or from the eigenvectors when every diagonal
// entry is small beside those off the diagonal.
func (f *factor) pivot(p, inv []float64) {
	d := f.q
	a := f.small[:d*d]
	copy(a, p)
	all := [sheaf.MaxDim]int{0, 1, 2, 3, 4, 5, 6, 7}
	live := all[:d]
	for q := range d {
		at, best, off := -1, -1.0, 0.0
		for x, i := range live {
			row := a[i*d : i*d+d]
			if v := math.Abs(row[i]); v > best {
				at, best = x, v
			}
			for _, j := range live[:x] {
				if v := math.Abs(row[j]); v > off || v != v {
					off = v
				}
			}
		}
		if best <= 0.1*off || best < 1e-30 {
			f.pivotJacobi(p, inv)
			return
		}
		k := live[at]
		live = live[:at+copy(live[at:], live[at+1:])]
		f.order[q] = int8(k)
		inv[k] = 1 / a[k*d+k]
		row := a[k*d : k*d+d]
		for _, j := range live {
			t := row[j] * inv[k]
			for _, i := range live {
				a[i*d+j] -= row[i] * t
			}
		}
	}
	// V is the product of the column operations col_j ← col_j − (a_kj/a_kk) col_k
	// in the order of the pivots. It is formed after the elimination, so that p is
	// intact for pivotJacobi.
	f.replay(p, inv)
}

// replay sets v to V, from the multipliers that elimination left in f.small, and
// counts the negative pivots.
func (f *factor) replay(v, inv []float64) {
	d := f.q
	a := f.small[:d*d]
	clear(v)
	for k := range d {
		v[k*d+k] = 1
		if inv[k] < 0 {
			f.negative++
		}
	}
	for q := range d {
		k := int(f.order[q])
		for _, j8 := range f.order[q+1 : d] {
			j := int(j8)
			t := a[k*d+j] * inv[k]
			for r := range d {
				v[r*d+j] -= t * v[r*d+k]
			}
		}
	}
}

// pivotJacobi is pivot by eigenvectors. It diagonalises the d×d block without
// padding, which would change the order of the eigenvectors.
func (f *factor) pivotJacobi(p, inv []float64) {
	d, q := f.d, f.q
	a, v := f.small[:d*d], f.spare[:d*d]
	f.unpad(a, p)
	linalg.EigSymSmall(d, a, inv[:d], v)
	f.pad(p, v)
	scale := 0.0
	for _, x := range inv[:d] {
		scale = max(scale, math.Abs(x))
	}
	tiny := max(1e-30, 1e-17*scale)
	for i, x := range inv[:d] {
		if x < 0 {
			f.negative++
		}
		inv[i] = 1 / math.Copysign(max(math.Abs(x), tiny), x)
	}
	for r := d; r < q; r++ {
		p[r*q+r], inv[r] = 1, 1
	}
}
