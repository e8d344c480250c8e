package linalg

// This file declares the assembly loops of avxblock_amd64.s over 4×4 blocks and over vectors, and calls them. All counts in parameters
// are greater than 0. block4.go defines the results of the first five loops.

// avxSweeps is FactorSweeps4 with n columns.
//
//go:noescape
func avxSweeps(n int, colPtr, rows *int32, v, low, inv, w *float64)

// avxColumn is FactorColumn4 for a column of count blocks.
//
//go:noescape
func avxColumn(d, count int, v, inv, low, col *float64, target *int32, all, diag *float64) float64

// avxNodeGrams is NodeGrams4 and avxMapsTimes is MapsTimes4, for count blocks, two for each edge. ends are the nodes of the blocks.
//
//go:noescape
func avxNodeGrams(count int, ends *int32, a, b, nodes *float64)

//go:noescape
func avxMapsTimes(count int, ends *int32, scale float64, a, nodes, c *float64)

// avxAssemble is Assemble4 for m edges, but adds to the diagonal blocks without setting them to 0 first.
//
//go:noescape
func avxAssemble(m int, pairs, diag, upper, lower *int32, maps, blocks *float64)

// avxOuter computes u yᵀ + v xᵀ for 4×c panels and stores this 4×4 block in to. Element (r, k) is
// Σ_q (u_r[q]·y_k[q] + v_r[q]·x_k[q]). The terms are added in ascending q to a sum that starts at 0.
//
//go:noescape
func avxOuter(c int, u, v, y, x, to *float64)

// avxPairGrad adds the gradient of QuadGrad4 for an edge to the two blocks of the edge in grad. si and sj are the sums S of the
// two nodes, and cross is the sum C of the edge. QuadGrad2 defines S and C.
//
//go:noescape
func avxPairGrad(scale float64, maps, si, sj, cross, grad *float64)

// avxDot returns the result of dot for n numbers, where n is a multiple of four.
//
//go:noescape
func avxDot(n int, x, y *float64) float64

// avxOrthStep sets w ← w + c·v and returns avxDot of next and the new w. n is a multiple of four.
//
//go:noescape
func avxOrthStep(n int, c float64, v, w, next *float64) float64

// useBlocks sets the kernels of k that the loops of this file and of avxjacobi_amd64.go implement.
func useBlocks(k *kernels) {
	k.dot, k.orth = avxDotSlice, avxOrth
	// The loops take counts and pointers in place of slices, and no count may be 0.
	k.sweeps = func(colPtr, rows []int32, v, low, inv, w []float64) {
		if n := len(colPtr) - 1; n > 0 {
			avxSweeps(n, &colPtr[0], first(rows), &v[0], first(low), &inv[0], &w[0])
		}
	}
	k.column = func(d int, v, inv, low, col []float64, target []int32, all, diag []float64) float64 {
		if len(low) == 0 { // there is no block to eliminate
			return 0
		}
		return avxColumn(d, len(low)/16, &v[0], &inv[0], &low[0], &col[0], &target[0], &all[0], &diag[0])
	}
	k.nodeGrams = func(pairs []int32, a, b, nodes []float64) {
		if len(pairs) > 0 {
			avxNodeGrams(len(pairs), &pairs[0], &a[0], &b[0], &nodes[0])
		}
	}
	k.mapsTimes = func(pairs []int32, scale float64, a, nodes, c []float64) {
		if len(pairs) > 0 {
			avxMapsTimes(len(pairs), &pairs[0], scale, &a[0], &nodes[0], &c[0])
		}
	}
	k.assemble = func(pairs, diag, upper, lower []int32, maps, blocks []float64) {
		for _, p := range diag { // avxAssemble adds to these blocks
			clear(blocks[16*p:][:16])
		}
		if len(upper) > 0 {
			avxAssemble(len(upper), &pairs[0], &diag[0], &upper[0], &lower[0], &maps[0], &blocks[0])
		}
	}
	k.quadGrad, k.jacobis = avxQuadGrad, avxJacobis
}

// first returns a pointer to the first number of x, or nil if x is empty.
func first[T any](x []T) *T {
	if len(x) == 0 {
		return nil
	}
	return &x[0]
}

// avxQuadGrad is the kernel quadGrad, for the sums S and C that QuadGrad2 defines: gram becomes S of every node, a block each, and cross C
// of one edge after another.
func avxQuadGrad(pairs []int32, maps, gram, x, y []float64, c int, scale float64, grad []float64) {
	if len(x) == 0 {
		return // without nodes or channels the gradient is 0, and grad stays unchanged
	}
	w := 4 * c // length of a node's panel in x and y
	for i := range len(gram) / 16 {
		avxOuter(c, &x[i*w], &y[i*w], &y[i*w], &x[i*w], &gram[16*i])
	}
	var cross [16]float64
	for e := range len(pairs) / 2 {
		i, j := int(pairs[2*e]), int(pairs[2*e+1])
		avxOuter(c, &x[j*w], &y[j*w], &y[i*w], &x[i*w], &cross[0])
		avxPairGrad(scale, &maps[32*e], &gram[16*i], &gram[16*j], &cross[0], &grad[32*e])
	}
}

// avxDotSlice is the kernel dot: avxDot for multiples of four numbers, then Go for the rest.
func avxDotSlice(x, y []float64) float64 {
	y = y[:len(x)]
	n := len(x) &^ 3
	if n < fewest { // too few numbers for a call
		return goDot(x, y)
	}
	s := avxDot(n, &x[0], &y[0])
	for i := n; i < len(x); i++ {
		s += float64(x[i] * y[i]) // float64 forbids a fused multiply-add
	}
	return s
}

// avxOrth is the kernel orth. A pass over w subtracts a multiple of a row and computes the dot product with the next row. The first pass
// subtracts nothing, and the last pass computes no product.
func avxOrth(w, rows, coeff []float64) {
	n, m := len(w), len(coeff)
	whole := n &^ 3               // Go processes the remaining numbers
	if whole < fewest || m == 0 { // too few numbers for a call, or no rows
		goOrth(w, rows, coeff)
		return
	}
	coeff[0] = avxDotSlice(rows[:n], w)
	for i := 1; i < m; i++ {
		c := coeff[i-1]
		v, next := rows[(i-1)*n:i*n], rows[i*n:(i+1)*n]
		s := avxOrthStep(whole, -c, &v[0], &w[0], &next[0])
		for q := whole; q < n; q++ {
			w[q] += float64(-c * v[q])
			s += float64(next[q] * w[q])
		}
		coeff[i] = s
	}
	lanes(4).axpy(-coeff[m-1], rows[(m-1)*n:m*n], w) // the last pass
}
