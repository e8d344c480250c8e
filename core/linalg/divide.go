package linalg

import (
	"math"
)

// divider solves tridiagonal eigenproblems by divide and conquer
// (Cuppen 1981; Gu and Eisenstat 1995). The matrix is torn into two halves and a
// correction of rank one,
//
//	T = diag(T₁, T₂) + ρ·u·uᵀ;  with T_i = Q_i·D_i·Q_iᵀ and z = diag(Q₁,Q₂)ᵀu
//	T = Q·(D + ρ·z·zᵀ)·Qᵀ
//
// whose eigenvalues are the roots of 1 + ρ·Σ z_i²/(d_i − λ) = 0. Components with
// z_i ≈ 0 and near-equal d_i drop out (deflation); the products with Q, where the
// time goes, are calls of gemm.
type divider struct {
	z    *Dense // result; subproblem [lo, hi) owns rows and columns lo…hi−1
	q    []float64
	s    []float64 // k×k: differences d_i − λ_j in row j, then vectors
	row  []float64
	pole []float64 // undeflated d, ascending
	zu   []float64 // z of the undeflated items
	root []float64
	weak []float64 // corrected z of Gu and Eisenstat
	item []mergeItem
	perm []int32
}

// mergeItem is one diagonal entry during a merge. half reports where its column of
// Q is not zero.
type mergeItem struct {
	d, z float64
	col  int32
	half uint8
	out  bool // deflated
}

const (
	topHalf, bothHalves, bottomHalf = 0, 1, 2
	// divideLeaf is the size below which QL is used.
	divideLeaf = 32
)

// reserve prepares v for a problem with the result z.
func (v *divider) reserve(z *Dense) {
	n := z.Rows
	v.z, v.q, v.s = z, sized(v.q, n*n), sized(v.s, n*n)
	for _, s := range []*[]float64{&v.row, &v.pole, &v.zu, &v.root, &v.weak} {
		*s = sized(*s, n)
	}
	v.item, v.perm = sized(v.item, n), sized(v.perm, n)
}

// solve computes the eigenpairs of the block that starts at lo and has len(d) rows;
// len(e) is at least len(d)−1.
func (v *divider) solve(d, e []float64, lo int) bool {
	n, ld := len(d), v.z.Cols
	if n <= divideLeaf {
		return smallTridiag(d, e[:n-1], v.z.Data[lo*ld+lo:], ld)
	}
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

// merge computes the solution of the whole from the solutions of the halves d[:m]
// and d[m:].
func (v *divider) merge(d []float64, m, lo int, rho, sign float64) {
	n, ld := len(d), v.z.Cols
	top, bottom := v.z.Data[(lo+m-1)*ld+lo:][:m], v.z.Data[(lo+m)*ld+lo+m:][:n-m]
	item := v.item[:n]
	// u = (e_m, ±e_1) has norm √2; z is normalised and ρ doubled.
	for i := range m {
		item[i] = mergeItem{d[i], top[i] * math.Sqrt(0.5), int32(i), topHalf, false}
	}
	for i := m; i < n; i++ {
		item[i] = mergeItem{d[i], sign * bottom[i-m] * math.Sqrt(0.5), int32(i), bottomHalf, false}
	}
	rho *= 2
	// Insertion sort: both halves are sorted, it is stable and allocates nothing.
	for i := 1; i < n; i++ {
		for j := i; j > 0 && item[j].d < item[j-1].d; j-- {
			item[j], item[j-1] = item[j-1], item[j]
		}
	}
	v.deflate(item, lo, rho)

	k := 0
	for i := range item {
		if !item[i].out {
			v.pole[k], v.zu[k] = item[i].d, item[i].z
			k++
		}
	}
	for j := range k {
		v.root[j] = secularRoot(v.pole[:k], v.zu[:k], rho, j, v.s[j*k:j*k+k])
	}
	v.vectors(item, k)
	v.multiply(item, m, lo, k)

	// Columns now hold the k roots, then the deflated entries; sort them.
	i := k
	for _, it := range item {
		if it.out {
			v.root[i] = it.d
			i++
		}
	}
	perm := v.perm[:n]
	for i := range perm {
		perm[i] = int32(i)
	}
	for i := 1; i < n; i++ { // stable, too; the roots are in order
		for j := i; j > 0 && v.root[perm[j]] < v.root[perm[j-1]]; j-- {
			perm[j], perm[j-1] = perm[j-1], perm[j]
		}
	}
	for i, p := range perm {
		d[i] = v.root[p]
	}
	for r := range n {
		zr := v.z.Data[(lo+r)*ld+lo:][:n]
		copy(v.row, zr)
		for i, p := range perm {
			zr[i] = v.row[p]
		}
	}
}

// deflate marks the items that the correction does not change: items with a
// negligible z, and one of two items with nearly equal d, after a rotation of their
// columns that makes its z zero.
func (v *divider) deflate(item []mergeItem, lo int, rho float64) {
	big := 0.0
	for i := range item {
		big = max(big, math.Abs(item[i].d), math.Abs(item[i].z))
	}
	tol := 16 * epsilon * big
	last := -1 // latest undeflated item
	for i := range item {
		b := &item[i]
		if rho*math.Abs(b.z) <= tol {
			b.out = true
			continue
		}
		if last >= 0 {
			a := &item[last]
			r := hypot(a.z, b.z)
			c, s := b.z/r, -a.z/r
			if math.Abs(float64(b.d-a.d)*c*s) <= tol {
				b.z, a.z = r, 0
				if a.half != b.half {
					b.half = bothHalves
				}
				da, db := a.d, b.d
				a.d = float64(float64(c*c)*da) + float64(float64(s*s)*db)
				b.d = float64(float64(s*s)*da) + float64(float64(c*c)*db)
				a.out = true
				v.rotate(lo, len(item), int(a.col), int(b.col), c, s)
			}
		}
		last = i
	}
}

// rotate replaces columns a, b of the block at lo by c·a + s·b and c·b − s·a.
func (v *divider) rotate(lo, n, a, b int, c, s float64) {
	for r := lo; r < lo+n; r++ {
		row := v.z.Data[r*v.z.Cols+lo:]
		x, y := row[a], row[b]
		row[a] = float64(c*x) + float64(s*y)
		row[b] = float64(c*y) - float64(s*x)
	}
}

// vectors replaces row j of v.s, the differences d_i − λ_j, by eigenvector j of
// D + ρzzᵀ with components ordered by half. It uses the vector ẑ with ẑ_i² ∝
// Π_j(λ_j − d_i)/Π_{j≠i}(d_j − d_i), for which the computed roots are exact. The
// eigenvectors are then orthogonal to working precision, however close the roots
// are.
func (v *divider) vectors(item []mergeItem, k int) {
	w, pole := v.weak[:k], v.pole[:k]
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
		w[i] = math.Copysign(math.Sqrt(math.Abs(w[i])), v.zu[i])
	}
	// perm[i] is the position of undeflated item i in the order top, both, bottom.
	place := int32(0)
	for half := uint8(topHalf); half <= bottomHalf; half++ {
		i := 0
		for q := range item {
			if item[q].out {
				continue
			}
			if item[q].half == half {
				v.perm[i] = place
				place++
			}
			i++
		}
	}
	for j := range k {
		s := v.s[j*k : j*k+k]
		tmp := v.row[:k]
		for i, x := range s {
			tmp[i] = w[i] / x
		}
		f := 1 / Nrm2(tmp)
		for i, x := range tmp {
			s[v.perm[i]] = x * f
		}
	}
}

// multiply sets the first k columns of the block to Q·S and the others to the
// deflated columns. Columns of the upper half are zero in the lower rows of Q.
func (v *divider) multiply(item []mergeItem, m, lo, k int) {
	n, ld := len(item), v.z.Cols
	var count [3]int
	for i := range item {
		if !item[i].out {
			count[item[i].half]++
		}
	}
	kTop, kBottom := count[topHalf]+count[bothHalves], count[bothHalves]+count[bottomHalf]
	order := v.perm[:0]
	for half := uint8(topHalf); half <= bottomHalf; half++ {
		for i := range item {
			if !item[i].out && item[i].half == half {
				order = append(order, item[i].col)
			}
		}
	}
	for i := range item {
		if item[i].out {
			order = append(order, item[i].col)
		}
	}
	for r := range n {
		zr := v.z.Data[(lo+r)*ld+lo:][:n]
		cols := order[:kTop]
		at := r * kTop
		if r >= m {
			cols = order[count[topHalf]:k]
			at = m*kTop + (r-m)*kBottom
		}
		for i, c := range cols {
			v.q[at+i] = zr[c]
		}
		rest := v.row[:n-k]
		for i, c := range order[k:] {
			rest[i] = zr[c]
		}
		clear(zr[:k])
		copy(zr[k:], rest)
	}
	if k == 0 {
		return
	}
	z := v.z.Data[lo*ld+lo:]
	if kTop > 0 {
		kern.gemm(m, k, kTop, 1, v.q, kTop, 1, v.s, 1, k, z, ld)
	}
	if kBottom > 0 {
		kern.gemm(n-m, k, kBottom, 1, v.q[m*kTop:], kBottom, 1, v.s[count[topHalf]:], 1, k, z[m*ld:], ld)
	}
}
