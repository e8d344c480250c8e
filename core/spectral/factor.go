package spectral

import (
	"math"

	"sheafscope/core/graph"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/small"
)

// factor is the block factorisation L − sI = U D Uᵀ with unit lower triangular U and block
// diagonal D. A [Tracker] and an [Inverse] solve with it. By Sylvester's law of inertia, L
// has as many eigenvalues below s as D has negative eigenvalues. The Tracker proves with
// this count that it missed no eigenvalue.
//
// Blocks of smaller stalks are padded to the 4×4 that linalg.FactorColumn4 needs, a fast
// loop in WebAssembly. On Cora this is at least 4 times as fast as loops over small blocks.
// The padding has ones on the diagonal for every shift, so it adds no negative eigenvalue.
type factor struct {
	sym *symbolic
	d   int // stalk dimension
	q   int // side of a block, max(d, 4)
	// The pivot block P of each node is diagonalised: VᵀPV = diag(piv). v holds P before the
	// elimination of the node and V after it. inv holds the inverses of piv, and low the blocks
	// of each column, by slot (see symbolic). The elimination replaces a block A of low by
	// A·V·diag(inv), and the block of U is then low·Vᵀ. P⁻¹ is not formed: if the pivot block
	// of a leaf has a tiny eigenvalue −s, P⁻¹ has rounding errors of 2⁻⁵³/s in all directions.
	v, inv, low []float64
	col         []float64 // blocks A·V of the current column
	product     []float64 // products of the column with one of its blocks
	work        []float64 // permuted right-hand side, q numbers per node
	// negative is the number of negative eigenvalues of D, growth the largest
	// absolute entry of low (NaN if an entry is NaN), and shift the s of the present factor.
	negative      int
	growth, shift float64
	small, spare  [64]float64 // workspace of one block each, for d up to sheaf.MaxDim = 8
	order         [8]int8     // the rows of the current pivot block, in the order in which they were pivots
}

// blockSide returns the side of the blocks of a factor for stalks of dimension d.
func blockSide(d int) int { return max(d, 4) }

// newFactor allocates a factor, which compute fills.
func newFactor(sym *symbolic, d int) *factor {
	q := blockSide(d)
	return &factor{
		sym: sym, d: d, q: q,
		v: make([]float64, sym.n*q*q), inv: make([]float64, sym.n*q), low: make([]float64, len(sym.rows)*q*q),
		col: make([]float64, sym.maxCol*q*q), product: make([]float64, sym.maxCol*q*q), work: make([]float64, sym.n*q),
	}
}

// compute factors L − shift·I for the Laplacian l on the given edges. It exchanges
// pivots within blocks only. If the shift is nearly an eigenvalue of a leading
// submatrix, growth becomes large. The caller must then repeat with another shift.
func (f *factor) compute(l *sheaf.Laplacian, edges []graph.Edge, shift float64) {
	s, q := f.sym, f.q
	f.load(l, edges, shift)
	f.negative, f.growth, f.shift = 0, 0, shift
	next := 0 // index of the first update of the column in s.target
	for k := range s.n {
		v, inv := f.block(f.v, k), f.inv[k*q:k*q+q]
		// pivot4 is faster than pivot, but rejects blocks that need an exchange of pivots.
		if q != 4 || !f.pivot4((*[16]float64)(v), (*[4]float64)(inv)) {
			f.pivot(v, inv)
		}
		f.eliminate(k, s.target[next:])
		blocks := int(s.colPtr[k+1] - s.colPtr[k])
		next += blocks * (blocks + 1) / 2 // one update for each pair of blocks x ≤ y
	}
}

// load sets v and low to the padded blocks of L − shift·I.
func (f *factor) load(l *sheaf.Laplacian, edges []graph.Edge, shift float64) {
	s, d, q := f.sym, f.d, f.q
	clear(f.low) // a block without an edge begins at 0; only updates change it
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
	// The row of a stored block is the node that is eliminated later. l.Edge is the block
	// (I, J), and l.EdgeT the block (J, I).
	for e, ed := range edges {
		block := l.Edge(e)
		if s.pos[ed.I] <= s.pos[ed.J] {
			block = l.EdgeT(e)
		}
		f.pad(f.block(f.low, int(s.edgeSlot[e])), block)
	}
}

// eliminate scales the blocks of column k and subtracts their products from the
// later columns. targets begins with the destinations of these products, see
// symbolic.target.
func (f *factor) eliminate(k int, targets []int32) {
	q, qq := f.q, f.q*f.q
	first, end := int(f.sym.colPtr[k]), int(f.sym.colPtr[k+1]) // slots of column k
	count := end - first
	if count == 0 {
		return
	}
	v, inv := f.block(f.v, k), f.inv[k*q:k*q+q]
	low, col := f.low[first*qq:end*qq], f.col[:count*qq]
	if isZero(low) { // in training, a random sample of the edges may leave out every edge of the column
		return
	}
	if q == 4 { // ok is false if the machine lacks the kernel, which does the work of the loops below
		if growth, ok := linalg.FactorColumn4(f.d, v, inv, low, col, targets, f.low, f.v); ok {
			f.recordGrowth(growth)
			return
		}
	}
	// col becomes A·V, and low becomes A·V·diag(inv).
	for x := range count {
		small.Mul(q, col[x*qq:(x+1)*qq], low[x*qq:(x+1)*qq], v)
	}
	for i, c := range col {
		low[i] = c * inv[i%q]
		f.recordGrowth(math.Abs(low[i]))
	}
	// Each pair of blocks x ≤ y of the column adds −low_y·col_xᵀ to one block of a later
	// column. Gemm computes these products for all y ≥ x at once.
	next := 0 // index of the next update in targets
	for x := range count {
		fromX := low[x*qq:] // the blocks y ≥ x
		product := linalg.Dense{Rows: len(fromX) / q, Cols: q, Data: f.product[:len(fromX)]}
		small.Transpose(q, -1, f.block(col, x), f.spare[:qq])
		linalg.Gemm(linalg.NoTrans, linalg.NoTrans, 1, &linalg.Dense{Rows: len(fromX) / q, Cols: q, Data: fromX},
			&linalg.Dense{Rows: q, Cols: q, Data: f.spare[:qq]}, 0, &product)
		for y := x; y < count; y++ {
			linalg.Axpy(1, f.block(product.Data, y-x), f.updated(int(targets[next])))
			next++
		}
	}
}

// updated returns the block that an entry of symbolic.target selects. For target ≥ 0 it
// is the block of low at slot target. For target < 0 it is the pivot block −1−target.
func (f *factor) updated(target int) []float64 {
	if target < 0 {
		return f.block(f.v, -1-target)
	}
	return f.block(f.low, target)
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

// block returns the k-th of consecutive q×q blocks.
func (f *factor) block(blocks []float64, k int) []float64 {
	return blocks[k*f.q*f.q : (k+1)*f.q*f.q]
}

// pad sets the q×q block dst to the d×d block src in its leading corner and 0 elsewhere.
func (f *factor) pad(dst, src []float64) {
	switch f.d {
	case 4: // an array assignment is faster than copy
		*(*[16]float64)(dst) = *(*[16]float64)(src)
		return
	case f.q: // d > 4, without padding
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

// unpadded returns the leading d×d corner of a block of the factor. If d = q, the
// result is the block itself; if d < q, it is a copy in dst.
func (f *factor) unpadded(dst, block []float64) []float64 {
	if f.d == f.q {
		return block
	}
	f.unpad(dst, block)
	return dst
}

// pivot4 is pivot for q = 4 with the diagonal pivots in natural order. It requires that the
// absolute value of each pivot is at least 1e-30 and exceeds a quarter of every other entry
// of its row, so that the multipliers t stay below 4. Otherwise, also for NaN, it changes
// nothing and returns false. The steps are written out: function calls would double the time.
func (f *factor) pivot4(p *[16]float64, inv *[4]float64) bool {
	const minPivot = 1e-30 // keeps the inverse finite
	const minBound = 4e-30 // bound of the other entries for the smallest pivot
	// a_rc is the present entry in row r and column c, counted from 0.
	a11, a12, a13, a22, a23, a33 := p[5], p[6], p[7], p[10], p[11], p[15]
	bound := 4 * math.Abs(p[0]) // bound of the other entries of the pivot's row
	// The conditions are negated with !, so that NaN also returns false.
	if !(bound >= minBound && math.Abs(p[1]) < bound && math.Abs(p[2]) < bound && math.Abs(p[3]) < bound) {
		return false
	}
	i0 := 1 / p[0]
	t01, t02, t03 := p[1]*i0, float64(p[2]*i0), float64(p[3]*i0)
	a11 -= float64(p[1] * t01)
	a12 -= float64(p[1] * t02)
	a13 -= float64(p[1] * t03)
	a22 -= float64(p[2] * t02)
	a23 -= float64(p[2] * t03)
	a33 -= float64(p[3] * t03)
	bound = 4 * math.Abs(a11)
	if !(bound >= minBound && math.Abs(a12) < bound && math.Abs(a13) < bound) {
		return false
	}
	i1 := 1 / a11
	t12, t13 := a12*i1, float64(a13*i1)
	a22 -= float64(a12 * t12)
	a23 -= float64(a12 * t13)
	a33 -= float64(a13 * t13)
	bound = 4 * math.Abs(a22)
	if !(bound >= minBound && math.Abs(a23) < bound) {
		return false
	}
	i2 := 1 / a22
	t23 := a23 * i2
	a33 -= float64(a23 * t23)
	if !(math.Abs(a33) >= minPivot) {
		return false
	}
	*inv = [4]float64{i0, i1, i2, 1 / a33}
	for _, x := range inv {
		if x < 0 {
			f.negative++
		}
	}
	// V is the product of the column operations with the multipliers t.
	v02 := float64(t12*t01) - t02
	*p = [16]float64{
		1, -t01, v02, float64(t13*t01) - t03 - float64(t23*v02),
		0, 1, -t12, float64(t23*t12) - t13,
		0, 0, 1, -t23,
		0, 0, 0, 1}
	return true
}

// recordGrowth sets growth to v, the absolute value of an entry of low, if v is larger or
// NaN; a NaN stays. The built-in max would be a slow call in WebAssembly.
func (f *factor) recordGrowth(v float64) {
	isNaN := v != v
	if v > f.growth || isNaN {
		f.growth = v
	}
}

// pivot replaces the symmetric q×q block p by V such that VᵀpV is diagonal. It sets inv to
// the inverse of the diagonal and counts the negative entries of the diagonal. V comes from
// an elimination with the largest absolute diagonal entry as each pivot. If a pivot is
// below 1e-30, or at most a tenth of a remaining entry off the diagonal, the columns of V
// are the eigenvectors of p instead.
func (f *factor) pivot(p, inv []float64) {
	n := f.q
	a := f.small[:n*n]
	copy(a, p)
	indices := [sheaf.MaxDim]int{0, 1, 2, 3, 4, 5, 6, 7}
	live := indices[:n] // rows that are not eliminated yet
	for step := range n {
		best, largest, largestOff := largestEntries(n, a, live)
		if largest <= 0.1*largestOff || largest < 1e-30 { // also if every diagonal entry is NaN
			f.pivotJacobi(p, inv)
			return
		}
		k := live[best]
		live = live[:best+copy(live[best:], live[best+1:])] // removes k from live
		f.order[step] = int8(k)
		inv[k] = 1 / a[k*n+k]
		row := a[k*n : k*n+n]
		for _, j := range live {
			t := row[j] * inv[k]
			for _, i := range live {
				a[i*n+j] -= float64(row[i] * t)
			}
		}
	}
	// p is overwritten only after the elimination, since pivotJacobi needs it.
	f.formV(p, inv)
}

// largestEntries searches the rows and columns live of the symmetric n×n matrix a.
// largest is the largest absolute diagonal entry, in row live[best]. If every diagonal
// entry is NaN, best and largest are −1. largestOff is the largest absolute entry off the
// diagonal, or NaN if one of these entries is NaN.
func largestEntries(n int, a []float64, live []int) (best int, largest, largestOff float64) {
	best, largest = -1, -1
	for x, i := range live {
		row := a[i*n : i*n+n]
		diagonal := math.Abs(row[i])
		if diagonal > largest {
			best, largest = x, diagonal
		}
		for _, j := range live[:x] {
			v := math.Abs(row[j])
			isNaN := v != v
			if v > largestOff || isNaN {
				largestOff = v
			}
		}
	}
	return best, largest, largestOff
}

// formV sets v to V and counts the negative pivots. V is the product of the column
// operations col_j ← col_j − (a_kj/a_kk) col_k in the order of the pivots k. The
// elimination has left the a_kj in f.small.
func (f *factor) formV(v, inv []float64) {
	n := f.q
	a := f.small[:n*n]
	clear(v)
	for k := range n {
		v[k*n+k] = 1
		if inv[k] < 0 {
			f.negative++
		}
	}
	for step := range n {
		k := int(f.order[step])
		for _, laterPivot := range f.order[step+1 : n] {
			j := int(laterPivot)
			t := a[k*n+j] * inv[k]
			for r := range n {
				v[r*n+j] -= float64(t * v[r*n+k])
			}
		}
	}
}

// pivotJacobi is pivot with the eigenvectors of p as V. It diagonalises the d×d block
// without its padding, which would change the order of the eigenvectors.
func (f *factor) pivotJacobi(p, inv []float64) {
	d, q := f.d, f.q
	a, v := f.small[:d*d], f.spare[:d*d]
	f.unpad(a, p)
	linalg.EigSymSmall(d, a, inv[:d], v)
	f.pad(p, v)
	// inv now has the eigenvalues. One below least in absolute value counts as ±least, so that
	// its inverse is finite.
	largest := 0.0
	for _, x := range inv[:d] {
		largest = max(largest, math.Abs(x))
	}
	least := max(1e-30, 1e-17*largest) // 1e-17·largest is below the rounding error of the eigenvalues
	for i, x := range inv[:d] {
		if x < 0 {
			f.negative++
		}
		inv[i] = 1 / math.Copysign(max(math.Abs(x), least), x)
	}
	for r := d; r < q; r++ { // the padding
		p[r*q+r], inv[r] = 1, 1
	}
}
