package spectral

import (
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/small"
)

// factor is L − sI = U D Uᵀ by d×d blocks. By Sylvester's law of inertia the
// number of negative eigenvalues of D is the number of eigenvalues of L
// below s, which is how the Tracker knows that it missed none.
//
// Kernels have loops over blocks of four alone (linalg.FactorColumn4). A smaller stalk therefore
// stands in the first corner of such a block: what is beside it is 0, and on the diagonal 1 whatever
// the shift, so that it counts for no eigenvalue. On Cora that takes a quarter of the time of loops
// over blocks of one, and less than a seventh of that of two and three. Larger blocks go through
// the product of matrices.
type factor struct {
	sym *symbolic
	d   int // of a stalk
	q   int // of a block: at least four
	// With VᵀPV = diag(piv) for the pivot block P of each node, v holds V
	// (before: P), inv the inverses of piv, and low the blocks A·V·diag(inv) of
	// the column, by slot. P⁻¹ itself would not do: a leaf has a pivot with one
	// tiny eigenvalue −s, and the rounding of P⁻¹, eps/s, would spoil the rest.
	v, inv, low []float64
	col         []float64 // blocks of the current column before scaling
	product     []float64 // of them with one
	work        []float64 // permuted right side, q numbers a node
	// negative is the number of negative eigenvalues of D.
	negative int
	// growth is the largest entry of U, shift the s of the factor in place.
	growth, shift float64
	small, spare  [64]float64
	order         [8]int8 // pivots of the current block
}

// side is that of the blocks of a factor for stalks of dimension d.
func side(d int) int { return max(d, 4) }

func newFactor(sym *symbolic, d int) *factor {
	q := side(d)
	return &factor{
		sym: sym, d: d, q: q,
		v: make([]float64, sym.n*q*q), inv: make([]float64, sym.n*q), low: make([]float64, len(sym.rows)*q*q),
		col: make([]float64, sym.maxCol*q*q), product: make([]float64, sym.maxCol*q*q), work: make([]float64, sym.n*q),
	}
}

// compute factors L − shift·I, where l lives on the given edges. No pivoting
// crosses block boundaries: when the shift happens to be an eigenvalue of a
// leading block, growth is large and the caller moves the shift a little.
func (f *factor) compute(l *sheaf.Laplacian, edges []graph.Edge, shift float64) {
	s, d, q := f.sym, f.d, f.q
	clear(f.low)
	for k, node := range s.perm {
		p := f.block(f.v, k)
		f.widen(p, l.Diag(int(node)))
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
		f.widen(f.block(f.low, int(s.edgeSlot[e])), block)
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
		if zero(low) { // it changes no other column: of edges that are not drawn
			next += (to - from) * (to - from + 1) / 2
			continue
		}
		if q == 4 {
			if g, ok := linalg.FactorColumn4(d, v, inv, low, col, s.target[next:], f.low, f.v); ok {
				next += (to - from) * (to - from + 1) / 2
				f.raise(g)
				continue
			}
		}
		for x := range to - from {
			small.Mul(q, col[x*qq:(x+1)*qq], low[x*qq:(x+1)*qq], v)
		}
		for x, c := range col {
			low[x] = c * inv[x%q]
			f.raise(math.Abs(low[x]))
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

// zero reports whether all of x is 0.
func zero(x []float64) bool {
	for _, v := range x {
		if v != 0 {
			return false
		}
	}
	return true
}

// block returns the k-th block of a row of them.
func (f *factor) block(of []float64, k int) []float64 { return of[k*f.q*f.q : (k+1)*f.q*f.q] }

// widen writes a block of a stalk into one of the factor, with zeros beside it.
func (f *factor) widen(dst, src []float64) {
	switch f.d {
	case 4: // a call of copy takes longer
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

// narrow takes the block of a stalk out of one of the factor.
func (f *factor) narrow(dst, src []float64) {
	for r := range f.d {
		copy(dst[r*f.d:(r+1)*f.d], src[r*f.q:])
	}
}

// stalk is a block of the factor where it is one of a stalk, else narrow into dst.
func (f *factor) stalk(dst, block []float64) []float64 {
	if f.d == f.q {
		return block
	}
	f.narrow(dst, block)
	return dst
}

// pivot4 is pivot for d = 4 with the diagonal pivots in their order. Where one is small
// beside its row it reports false and leaves p as it was.
func (f *factor) pivot4(p *[16]float64, inv *[4]float64) bool {
	const least = 4e-30
	a11, a12, a13, a22, a23, a33 := p[5], p[6], p[7], p[10], p[11], p[15]
	most := 4 * math.Abs(p[0]) // of the rest of the row of a pivot: calls would take as long as all else
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

// raise notes an entry of U. The built-in max is a slow call in WebAssembly.
func (f *factor) raise(v float64) {
	if v > f.growth || v != v {
		f.growth = v
	}
}

// pivot replaces the symmetric block p by V with VᵀpV diagonal, sets inv to
// the inverse diagonal and counts its negative entries: elimination with
// diagonal pivots, or the eigenvectors where every diagonal pivot is small
// beside the entries off the diagonal.
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
	// V = product of the column operations col_j ← col_j − (a_kj/a_kk) col_k, in
	// the order of the pivots; replayed here so that the fallback finds p intact.
	f.replay(p, inv)
}

// replay forms V from the eliminated block.
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

// pivotJacobi works on what is a stalk's: with what is beside it, eigenvectors would come in another order.
func (f *factor) pivotJacobi(p, inv []float64) {
	d, q := f.d, f.q
	a, v := f.small[:d*d], f.spare[:d*d]
	f.narrow(a, p)
	linalg.EigSymSmall(d, a, inv[:d], v)
	f.widen(p, v)
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
