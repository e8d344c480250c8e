package linalg

// This file gives access to kernel loops over 4×4 blocks of 16 numbers, row by row. The result
// computed (ok of FactorColumn4) is false if the present kernel lacks the loop. The function then
// changes nothing, and its caller in package sheaf or spectral runs a Go loop with equal bits.

// QuadGrad4 is [QuadGrad2] for d = 4, without the check of the ends. maps and grad have two
// blocks for each edge. x and y have 4 rows of c numbers for each node, and the workspace gram
// has one block for each node.
func QuadGrad4(pairs []int32, maps, gram, x, y []float64, c int, scale float64, grad []float64) (computed bool) {
	if kern.quadGrad == nil {
		return false
	}
	n, m := len(gram)/16, len(pairs)/2
	fits := len(x) == 4*n*c && len(y) == len(x) && len(maps) == 32*m && len(grad) == len(maps)
	if !fits {
		panic("linalg: QuadGrad4 of arrays that do not fit")
	}
	kern.quadGrad(pairs, maps, gram, x, y, c, scale, grad)
	return true
}

// NodeGrams4 adds Aᵀ·B to block i of nodes, for every edge and each of its ends i in pairs. A and
// B are the blocks of this end in a and b, which have two blocks for each edge.
func NodeGrams4(pairs []int32, a, b, nodes []float64) (computed bool) {
	if kern.nodeGrams == nil {
		return false
	}
	if len(a) != 16*len(pairs) || len(b) != len(a) {
		panic("linalg: NodeGrams4 of arrays that do not fit")
	}
	kern.nodeGrams(pairs, a, b, nodes)
	return true
}

// MapsTimes4 adds scale·A·N to C, for every edge and each of its ends i in pairs. A and C are the
// blocks of this end in a and c, which have two blocks for each edge. N is block i of nodes.
func MapsTimes4(pairs []int32, scale float64, a, nodes, c []float64) (computed bool) {
	if kern.mapsTimes == nil {
		return false
	}
	if len(a) != 16*len(pairs) || len(c) != len(a) {
		panic("linalg: MapsTimes4 of arrays that do not fit")
	}
	kern.mapsTimes(pairs, scale, a, nodes, c)
	return true
}

// Assemble4 sets blocks to the blocks of a sheaf Laplacian with d = 4, as
// sheaf.Laplacian.Assemble does. pairs has the ends of all edges, and maps has two blocks
// for each edge. diag has the index of the diagonal block of each node. upper and lower
// have the indices of the blocks (i, j) and (j, i) of each edge.
func Assemble4(pairs, diag, upper, lower []int32, maps, blocks []float64) (computed bool) {
	if kern.assemble == nil {
		return false
	}
	m := len(upper)
	indicesFit := len(pairs) == 2*m && len(lower) == m
	if !indicesFit || len(maps) != 32*m || len(blocks) != 16*(len(diag)+2*m) {
		panic("linalg: Assemble4 of arrays that do not fit")
	}
	kern.assemble(pairs, diag, upper, lower, maps, blocks)
	return true
}

// FactorSweeps4 solves a system by a block factorisation of package spectral. The solution
// replaces the right-hand side w. Column k has block p of low in row rows[p] for
// colPtr[k] ≤ p < colPtr[k+1]. The pivot block of each column is V·diag(pivots)·Vᵀ: v has the
// block V, and inv has the inverses of the four pivots.
func FactorSweeps4(colPtr, rows []int32, v, low, inv, w []float64) (computed bool) {
	if kern.sweeps == nil {
		return false
	}
	n := len(colPtr) - 1
	fits := len(v) == 16*n && len(low) == 16*len(rows) && len(inv) == 4*n && len(w) == 4*n
	if !fits {
		panic("linalg: FactorSweeps4 of arrays that do not fit")
	}
	kern.sweeps(colPtr, rows, v, low, inv, w)
	return true
}

// FactorColumn4 eliminates a column of a factorisation of package spectral. low_x are the
// blocks of the column, and col_x are blocks of workspace. v and inv are as in [FactorSweeps4],
// for this column:
//
//	col_x ← low_x·v,  low_x ← col_x·diag(inv),  then dst −= low_y·col_xᵀ for x ≤ y in turn
//
// For each pair (x, y) the next entry t of target selects dst. For t ≥ 0, dst is block t of
// all. For t < 0, dst is block −1−t of diag. growth is the largest absolute value in the new
// low, or NaN if low has a NaN. Blocks are padded from d×d, 1 ≤ d ≤ 4: the entries
// outside the d×d corner are 0, or 1 on the diagonal of v.
func FactorColumn4(d int, v, inv, low, col []float64, target []int32, all, diag []float64) (growth float64, ok bool) {
	if kern.column == nil {
		return 0, false
	}
	count := len(low) / 16 // number of blocks in the column
	columnFits := len(low) == 16*count && len(col) == 16*count && len(target) >= count*(count+1)/2
	if len(v) != 16 || len(inv) != 4 || !columnFits {
		panic("linalg: FactorColumn4 of arrays that do not fit")
	}
	return kern.column(d, v, inv, low, col, target, all, diag), true
}
