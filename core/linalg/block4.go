package linalg

// Loops over 4×4 blocks that packages sheaf and spectral have in Go and the kernel
// in use may have too. Each function reports whether the kernel has its loop; if
// not, it changes nothing. Results have equal bits.

// QuadGrad4 computes sheaf.AddQuadGrad for d = 4. pairs holds the ends i, j of all
// edges, maps and grad two blocks per edge, x and y 4·c numbers per node, and the
// workspace gram one block per node.
func QuadGrad4(pairs []int32, maps, gram, x, y []float64, c int, scale float64, grad []float64) bool {
	if kern.quadGrad == nil {
		return false
	}
	n, m := len(gram)/16, len(pairs)/2
	if len(x) != 4*n*c || len(y) != len(x) || len(maps) != 32*m || len(grad) != len(maps) {
		panic("linalg: QuadGrad4 of arrays that do not fit")
	}
	kern.quadGrad(pairs, maps, gram, x, y, c, scale, grad)
	return true
}

// NodeGrams4 adds A_eᵀ·B_e, for both blocks of every edge of pairs, to the block in
// nodes of the node at that end.
func NodeGrams4(pairs []int32, a, b, nodes []float64) bool {
	if kern.nodeGrams == nil {
		return false
	}
	if len(a) != 16*len(pairs) || len(b) != len(a) {
		panic("linalg: NodeGrams4 of arrays that do not fit")
	}
	kern.nodeGrams(pairs, a, b, nodes)
	return true
}

// MapsTimes4 adds scale·A_e·N_i, for both blocks of every edge of pairs, to C_e,
// where N_i is the block in nodes of the node at that end.
func MapsTimes4(pairs []int32, scale float64, a, nodes, c []float64) bool {
	if kern.mapsTimes == nil {
		return false
	}
	if len(a) != 16*len(pairs) || len(c) != len(a) {
		panic("linalg: MapsTimes4 of arrays that do not fit")
	}
	kern.mapsTimes(pairs, scale, a, nodes, c)
	return true
}

// Assemble4 computes sheaf.Laplacian.Assemble for d = 4. pairs holds the ends of
// all edges, maps two blocks per edge; diag (per node), upper and lower (per edge)
// are indices of blocks.
func Assemble4(pairs, diag, upper, lower []int32, maps, blocks []float64) bool {
	if kern.assemble == nil {
		return false
	}
	m := len(upper)
	if len(pairs) != 2*m || len(lower) != m || len(maps) != 32*m || len(blocks) != 16*(len(diag)+2*m) {
		panic("linalg: Assemble4 of arrays that do not fit")
	}
	kern.assemble(pairs, diag, upper, lower, maps, blocks)
	return true
}

// FactorSweeps4 solves with a block factor of package spectral, in place in w:
// column k has the blocks low[p] in rows[p], colPtr[k] ≤ p < colPtr[k+1], v and inv
// hold a block and its four inverse pivots per column.
func FactorSweeps4(colPtr, rows []int32, v, low, inv, w []float64) bool {
	if kern.sweeps == nil {
		return false
	}
	n := len(colPtr) - 1
	if len(v) != 16*n || len(low) != 16*len(rows) || len(inv) != 4*n || len(w) != 4*n {
		panic("linalg: FactorSweeps4 of arrays that do not fit")
	}
	kern.sweeps(colPtr, rows, v, low, inv, w)
	return true
}

// FactorColumn4 eliminates one column of such a factor: for its blocks low_x, col_x
// ← low_x·v, low_x ← col_x·diag(inv), then dst −= low_y·col_xᵀ for x ≤ y in turn.
// dst is block t of all or, for t < 0, block −1−t of diag, where t is the next
// entry of target. growth is the largest absolute value in low. Blocks are padded
// from d×d, 1 ≤ d ≤ 4: other entries are 0, or 1 on the diagonal of v.
func FactorColumn4(d int, v, inv, low, col []float64, target []int32, all, diag []float64) (growth float64, ok bool) {
	if kern.column == nil {
		return 0, false
	}
	k := len(low) / 16
	if len(v) != 16 || len(inv) != 4 || len(low) != 16*k || len(col) != 16*k || len(target) < k*(k+1)/2 {
		panic("linalg: FactorColumn4 of arrays that do not fit")
	}
	return kern.column(d, v, inv, low, col, target, all, diag), true
}
