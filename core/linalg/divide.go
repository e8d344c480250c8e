package linalg

import "math"

// divider solves tridiagonal eigenproblems for eigTridiag by divide and conquer
// (Cuppen 1981; Gu and Eisenstat 1995). The matrix T is split into two halves T₁ and T₂
// and a correction ρ·u·uᵀ of rank one, where u is 0 except in the two rows at the split. With
// T_i = Q_i·D_i·Q_iᵀ, D = diag(D₁, D₂), Q = diag(Q₁, Q₂) and z = Qᵀu:
//
//	T = diag(T₁, T₂) + ρ·u·uᵀ = Q·(D + ρ·z·zᵀ)·Qᵀ
//
// The eigenvalues are the roots of 1 + ρ·Σ z_i²/(d_i − λ) = 0. Components with
// z_i ≈ 0 or nearly equal d_i need no root (deflation). Most time goes into the
// products with Q, which are calls of gemm.
type divider struct {
	z         *Dense      // result; a subproblem owns the block of its rows and columns, which starts at lo
	q         []float64   // nonzero parts of the columns of Q that multiply needs, row by row
	s         []float64   // k×k for the k items that are not deflated: differences d_i − λ_j in row j, then eigenvector j
	row       []float64   // workspace of one vector
	pole      []float64   // d of the items that are not deflated, ascending
	zPole     []float64   // z of these items
	root      []float64   // eigenvalues: the roots, then d of the deflated items
	corrected []float64   // corrected z of Gu and Eisenstat, ẑ in vectors
	item      []mergeItem // the items of the present merge, ascending in d
	perm      []int32     // workspace: a permutation of columns or components
}

// mergeItem is a diagonal entry of D during a merge, with its component of z.
type mergeItem struct {
	d, z     float64
	col      int32 // its column of Q, counted from the first column of the block
	half     uint8 // the rows in which the column is not zero: topHalf, bothHalves or bottomHalf
	deflated bool  // whether d is an eigenvalue already
}

// The values of mergeItem.half, in the order of the columns in multiply.
const topHalf, bothHalves, bottomHalf = 0, 1, 2

// divideLeaf is the largest size of a problem with eigenvectors that QL solves.
const divideLeaf = 32

// reserve prepares v for a problem with the result z.
func (v *divider) reserve(z *Dense) {
	n := z.Rows
	v.z = z
	v.q, v.s = sized(v.q, n*n), sized(v.s, n*n)
	for _, s := range []*[]float64{&v.row, &v.pole, &v.zPole, &v.root, &v.corrected} {
		*s = sized(*s, n)
	}
	v.item, v.perm = sized(v.item, n), sized(v.perm, n)
}

// solve computes the eigenpairs of the block of len(d) rows that starts at row lo. The
// eigenvalues replace d, ascending, and the columns of the block in v.z become the
// eigenvectors. e has at least len(d)−1 numbers, and solve destroys them. The block must be
// 0 in v.z before the call. solve returns false if QL does not converge.
func (v *divider) solve(d, e []float64, lo int) (converged bool) {
	n, ld := len(d), v.z.Cols
	if n <= divideLeaf {
		return smallTridiag(d, e[:n-1], v.z.Data[lo*ld+lo:], ld)
	}
	// The correction ρ·u·uᵀ has ρ in two diagonal entries and beta off the diagonal.
	// Without the correction the matrix splits into two blocks.
	m := n / 2
	beta := e[m-1]
	rho := math.Abs(beta)
	d[m-1] -= rho
	d[m] -= rho
	if !v.solve(d[:m], e[:m-1], lo) || !v.solve(d[m:], e[m:n-1], lo+m) {
		return false
	}
	v.merge(d, m, lo, rho, math.Copysign(1, beta))
	return true
}

// merge computes the eigenpairs of the whole block from the eigenpairs of the halves
// d[:m] and d[m:]. rho and sign are the absolute value and the sign of the off-diagonal
// element at the split.
func (v *divider) merge(d []float64, m, lo int, rho, sign float64) {
	n, ld := len(d), v.z.Cols
	top := v.z.Data[(lo+m-1)*ld+lo:][:m]      // last row of Q₁
	bottom := v.z.Data[(lo+m)*ld+lo+m:][:n-m] // first row of Q₂
	item := v.item[:n]
	// u has the unit vector e_m in the top half and ±e_1 in the bottom half, so u and z = Qᵀu have
	// norm √2. Here z is normalised, and ρ is doubled instead.
	doubledRho := 2 * rho
	for i := range m {
		item[i] = mergeItem{d: d[i], z: top[i] * math.Sqrt(0.5), col: int32(i), half: topHalf}
	}
	for i := m; i < n; i++ {
		item[i] = mergeItem{d: d[i], z: sign * bottom[i-m] * math.Sqrt(0.5), col: int32(i), half: bottomHalf}
	}
	// The items are sorted by d. Insertion sort is stable and allocates nothing.
	for i := 1; i < n; i++ {
		for j := i; j > 0 && item[j].d < item[j-1].d; j-- {
			item[j], item[j-1] = item[j-1], item[j]
		}
	}
	v.deflate(item, lo, doubledRho)

	k := 0 // number of poles of the secular equation: the items that are not deflated
	for i := range item {
		if !item[i].deflated {
			v.pole[k], v.zPole[k] = item[i].d, item[i].z
			k++
		}
	}
	for j := range k { // secularRoot also sets row j of v.s to the differences d_i − λ_j
		v.root[j] = secularRoot(v.pole[:k], v.zPole[:k], doubledRho, j, v.s[j*k:j*k+k])
	}
	v.vectors(item, k)
	v.multiply(item, m, lo, k)
	v.sortColumns(d, item, lo, k)
}

// sortColumns sorts the columns of the block at row lo by eigenvalue and sets d to the
// eigenvalues. The first k columns belong to the roots, the others to the deflated
// items.
func (v *divider) sortColumns(d []float64, item []mergeItem, lo, k int) {
	n := len(item)
	last := k // number of eigenvalues in root
	for i := range item {
		if item[i].deflated {
			v.root[last] = item[i].d
			last++
		}
	}
	// perm[i] becomes the column with the i-th eigenvalue. Insertion sort is stable, and
	// the roots are sorted already.
	perm := v.perm[:n]
	for i := range perm {
		perm[i] = int32(i)
	}
	for i := 1; i < n; i++ {
		for j := i; j > 0 && v.root[perm[j]] < v.root[perm[j-1]]; j-- {
			perm[j], perm[j-1] = perm[j-1], perm[j]
		}
	}
	for i, p := range perm {
		d[i] = v.root[p]
	}
	for r := range n { // each row of the columns
		zr := v.z.Data[(lo+r)*v.z.Cols+lo:][:n]
		copy(v.row, zr)
		for i, p := range perm {
			zr[i] = v.row[p]
		}
	}
}

// deflate marks the items whose d is an eigenvalue already. An item with a negligible z is
// deflated. Of two items with nearly equal d, a rotation of their
// columns makes one z zero, and that item is deflated.
func (v *divider) deflate(item []mergeItem, lo int, rho float64) {
	largest := 0.0
	for i := range item {
		largest = max(largest, math.Abs(item[i].d), math.Abs(item[i].z))
	}
	tol := 16 * epsilon * largest // the rounding errors of D have this order
	last := -1                    // index of the last item before item i whose z is not negligible, or -1
	for i := range item {
		b := &item[i]
		if rho*math.Abs(b.z) <= tol {
			b.deflated = true
			continue
		}
		a := last
		last = i
		if a >= 0 { // may deflate item a, never item i
			v.deflatePair(&item[a], b, lo, len(item), tol)
		}
	}
}

// deflatePair deflates item a if the values d of a and b are nearly equal. It rotates
// the columns of a and b so that z of a becomes 0. n is the size of the block at lo.
func (v *divider) deflatePair(a, b *mergeItem, lo, n int, tol float64) {
	r := hypot(a.z, b.z)
	c, s := b.z/r, -a.z/r
	neglected := float64(b.d-a.d) * c * s // the entry that the rotation leaves off the diagonal
	if !(math.Abs(neglected) <= tol) {
		return
	}
	b.z, a.z = r, 0
	if a.half != b.half { // the rotation mixes the columns; a is deflated and needs no half
		b.half = bothHalves
	}
	da, db := a.d, b.d
	a.d = float64(float64(c*c)*da) + float64(float64(s*s)*db) // float64 forbids a fused multiply-add
	b.d = float64(float64(s*s)*da) + float64(float64(c*c)*db)
	a.deflated = true
	v.rotate(lo, n, int(a.col), int(b.col), c, s)
}

// rotate replaces columns a, b of the n×n block at lo by c·a + s·b and c·b − s·a.
func (v *divider) rotate(lo, n, a, b int, c, s float64) {
	for r := lo; r < lo+n; r++ {
		row := v.z.Data[r*v.z.Cols+lo:]
		x, y := row[a], row[b]
		row[a] = float64(c*x) + float64(s*y)
		row[b] = float64(c*y) - float64(s*x)
	}
}

// vectors replaces row j of v.s, the differences d_i − λ_j, by eigenvector j of
// D + ρzzᵀ. The components of the eigenvector are ordered by half: top, both, bottom.
// z is replaced by ẑ with the same signs and
// ẑ_i² ∝ Π_j(λ_j − d_i)/Π_{j≠i}(d_j − d_i), for which the computed roots are exact. The
// eigenvectors are then orthogonal to working precision, however close the roots are.
func (v *divider) vectors(item []mergeItem, k int) {
	w, pole := v.corrected[:k], v.pole[:k] // w becomes ẑ
	for i := range w {
		w[i] = v.s[i*k+i]
	}
	for j := range k {
		for i, x := range v.s[j*k : j*k+k] {
			if i != j {
				w[i] *= x / (pole[i] - pole[j])
			}
		}
	}
	for i := range w {
		w[i] = math.Copysign(math.Sqrt(math.Abs(w[i])), v.zPole[i])
	}
	// perm[i] becomes the position of pole i in the order top, both, bottom.
	position := int32(0)
	for half := uint8(topHalf); half <= bottomHalf; half++ {
		i := 0 // index of the pole
		for q := range item {
			if item[q].deflated {
				continue
			}
			if item[q].half == half {
				v.perm[i] = position
				position++
			}
			i++
		}
	}
	// Component i of eigenvector j is ẑ_i/(d_i − λ_j), normalised.
	for j := range k {
		s := v.s[j*k : j*k+k]
		vector := v.row[:k]
		for i, x := range s {
			vector[i] = w[i] / x
		}
		factor := 1 / Nrm2(vector)
		for i, x := range vector {
			s[v.perm[i]] = x * factor
		}
	}
}

// multiply sets the first k columns of the block to Q·S and the others to the
// deflated columns. A column of the top half is zero in the bottom rows of Q, and a
// column of the bottom half is zero in the top rows. The two products leave these
// zeros out. m is the number of top rows.
func (v *divider) multiply(item []mergeItem, m, lo, k int) {
	n, ld := len(item), v.z.Cols
	var count [3]int // columns of each half that are not deflated
	for i := range item {
		if !item[i].deflated {
			count[item[i].half]++
		}
	}
	// kTop and kBottom are the numbers of columns that are not zero in the top rows and
	// in the bottom rows.
	kTop := count[topHalf] + count[bothHalves]
	kBottom := count[bothHalves] + count[bottomHalf]
	order := v.perm[:0] // becomes the columns of Q: top, both, bottom, deflated
	for half := uint8(topHalf); half <= bottomHalf; half++ {
		for i := range item {
			if !item[i].deflated && item[i].half == half {
				order = append(order, item[i].col)
			}
		}
	}
	for i := range item {
		if item[i].deflated {
			order = append(order, item[i].col)
		}
	}
	// v.q receives the nonzero parts of the columns order[:k], row by row. The deflated columns
	// move behind the first k columns, which become 0.
	for r := range n {
		zr := v.z.Data[(lo+r)*ld+lo:][:n]
		cols := order[:kTop]
		start := r * kTop // start of row r in v.q
		if r >= m {
			cols = order[count[topHalf]:k]
			start = m*kTop + (r-m)*kBottom
		}
		for i, c := range cols {
			v.q[start+i] = zr[c]
		}
		deflated := v.row[:n-k]
		for i, c := range order[k:] {
			deflated[i] = zr[c]
		}
		clear(zr[:k])
		copy(zr[k:], deflated)
	}
	if k == 0 { // all items are deflated
		return
	}
	// Element (l, j) of S is v.s[l+j·k], since row j of v.s is eigenvector j. The product for
	// the bottom rows leaves out the first count[topHalf] components, whose columns are zero there.
	z := v.z.Data[lo*ld+lo:]
	if kTop > 0 {
		kern.gemm(m, k, kTop, 1, v.q, kTop, 1, v.s, 1, k, z, ld)
	}
	if kBottom > 0 {
		kern.gemm(n-m, k, kBottom, 1, v.q[m*kTop:], kBottom, 1, v.s[count[topHalf]:], 1, k, z[m*ld:], ld)
	}
}
