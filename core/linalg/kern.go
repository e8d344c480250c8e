package linalg

// kernels holds the heavy loops of the package. An exported function checks its arguments and
// calls its loop through this struct, so that SIMD versions can replace the Go versions:
// kern_js.go (WebAssembly) or avx_amd64.go (natively) selects them at start-up.
//
// A replacement must return the same bits. The comments of the fields fix the order of
// additions, which SIMD lanes over the columns of the output keep. Lanes are added to each other
// only in dot and in sums "in the order of dot", which have four partial sums. Products are
// rounded before they are added. Slices do not overlap unless a comment allows it.
type kernels struct {
	// gemm adds alpha·op(A)·op(B) to the m×n matrix c with row stride ldc, in ascending
	// l: c_ij ← (…((c_ij + (alpha·a_i0)·b_0j) + (alpha·a_i1)·b_1j)…).
	// op(A)_il = a[i*ari+l*acl], op(B)_lj = b[l*brl+j*bcj]. m, n, k > 0.
	gemm func(m, n, k int, alpha float64, a []float64, ari, acl int, b []float64, brl, bcj int, c []float64, ldc int)
	// spmm adds A·B to c: it adds val[p]·(row col[p] of b) to row i of c, for p
	// ascending. b and c have rows of width w > 0.
	spmm func(ptr, col []int32, val, b, c []float64, w int)
	// spmmSet sets c to A·B. It is nil if an implementation has no such loop.
	spmmSet func(ptr, col []int32, val, b, c []float64, w int)
	// spmv sets y ← A·x. y_i starts at 0, and the terms are added for p ascending.
	spmv func(ptr, col []int32, val, x, y []float64)
	// block is BlockApply, with its order of additions. For work = nil the nodes are computed in
	// turn, and y may be a later part of the memory of x (BlockSweep).
	block func(n, d int, ptr, col []int32, blocks, x, y []float64, c int, work []float64)
	// exp sets dst[i] ← Exp(src[i]). dst may be src.
	exp func(dst, src []float64)
	// See ELUGrad, LeakyReLU and Keep.
	eluGrad func(d, y []float64)
	relu    func(o, v []float64, slope float64)
	keep    func(o, v []float64, mask []uint8, factor float64)
	// dot returns (s0+s2)+(s1+s3), where s_k = Σ x[i]·y[i] over i ≡ k (mod 4) below n, the
	// largest multiple of 4 up to len(x). The terms from n on are then added in order.
	dot func(x, y []float64) float64
	// axpy sets y[i] ← y[i] + alpha·x[i].
	axpy func(alpha float64, x, y []float64)
	// orth is Orthogonalize for m = len(coeff).
	orth func(w, rows, coeff []float64)
	// turn replaces the first two elements x, y of each row of z by c·x − s·y and
	// s·x + c·y. Rows start ld apart. z ends after y of the last row.
	turn func(z []float64, ld int, c, s float64)
	// reduce is the inner loop of tridiagonalize, on the lower triangle of the first r
	// rows of a matrix with row stride n. For each row q in turn, with the elements x_j,
	// x_j ← x_j − (v_q·w_j + w_q·v_j) for j ≤ q and p_j ← p_j + u_q·x_j for j < q. Then
	// Σ_{j<q} x_j·u_j, in the order of dot, and x_q·u_q are added to p_q.
	reduce func(r, n int, a, v, w, u, p []float64)
	// adam is the elementwise part of AdamStep and returns Dot(g, g). old may be p.
	adam func(p, g, m, v, old []float64, k adamScalars) float64
	// See columns.go.
	colDots  func(sum, x, y []float64)
	colShift func(pq, q, p []float64, shift, dt float64)
	colCopy  func(rows, n int, dst []float64, cd int, src []float64, cs int)
	colStep  func(rr, r, q, a []float64)
	colTurn  func(x, p, z, a, b []float64)
	// jacobi is EigSymSmall.
	jacobi func(d int, a, values, vectors []float64)
	// quadGrad2 is QuadGrad2. Its workspace is divided: gram for the sums of the nodes,
	// packed for the channels of a pass, cross for the sums of the edges.
	quadGrad2 func(n int, pairs []int32, maps, x, y []float64, c int, scale float64, grad, gram, packed, cross []float64)
	// See ChebyshevTerm and ChebyshevAdjoint.
	chebTerm    func(sum, t, p, pp []float64, a, m, side float64)
	chebAdjoint func(t, next, after, g []float64, a, m, side float64)
	// The fields below are nil in the Go implementation, since the exported functions that call
	// them contain the loops in Go. Only the Go loops of DrawMask and block4.go are elsewhere, in
	// the packages rng, sheaf and spectral.
	elu       func(o []float64)
	reluGrad  func(d, g, v []float64, slope float64) // g = nil selects ReLUGrad
	drawMask  func(state *[2]uint64, mask []uint8, limit uint32)
	jacobis   func(d int, a, values, vectors []float64)
	quadGrad  func(pairs []int32, maps, gram, x, y []float64, c int, scale float64, grad []float64)
	nodeGrams func(pairs []int32, a, b, nodes []float64)
	mapsTimes func(pairs []int32, scale float64, a, nodes, c []float64)
	assemble  func(pairs, diag, upper, lower []int32, maps, blocks []float64)
	sweeps    func(colPtr, rows []int32, v, low, inv, w []float64)
	column    func(d int, v, inv, low, col []float64, target []int32, all, diag []float64) float64

	// layerNormGrad is only the part dx of LayerNormGrad.
	layerNorm     func(y, xhat, rho, x, gamma, beta []float64, eps float64)
	layerNormGrad func(dx, g, xhat, rho, gamma []float64)
}

// plain is the implementation in Go, for every machine. Callers of the other fields test for nil.
var plain = kernels{
	gemm:   goGemm,
	spmm:   goSpMM,
	spmv:   goSpMV,
	block:  goBlock,
	exp:    goExp,
	dot:    goDot,
	axpy:   goAxpy,
	orth:   goOrth,
	reduce: goReduce,
	turn:   goTurn,
	adam:   goAdam,
	keep:   goKeep, eluGrad: goELUGrad, relu: goReLU,

	colCopy: goColCopy, colDots: goColDots, colShift: goColShift, colStep: goColStep, colTurn: goColTurn,
	jacobi: goJacobi, quadGrad2: goQuadGrad2, chebTerm: goChebTerm, chebAdjoint: goChebAdjoint,
}

// kern holds the implementation in use, and kernName its name.
var (
	kern     = plain
	kernName = "go"
)

// simd is the best SIMD implementation, or nil if the machine has none. others has the
// native implementations by name, "avx2" and "avx512", if the machine has the registers.
var (
	simd   *kernels
	others = map[string]*kernels{}
)

// Kernel returns the name of the present implementation: "go", "simd", or the name given to
// UseKernel. All return the same bits. In WebAssembly "simd" is the companion module in folder
// kernel. Natively it is the widest AVX version of the machine, also called "avx512" or "avx2".
func Kernel() string { return kernName }

// UseKernel selects an implementation by its name, see [Kernel]. If the machine lacks it, UseKernel
// returns false and changes nothing. It must not run concurrently with other calls of the package.
func UseKernel(name string) bool {
	switch {
	case name == "go":
		kern = plain
	case name == "simd" && simd != nil:
		kern = *simd
	case others[name] != nil:
		kern = *others[name]
	default:
		return false
	}
	kernName = name
	return true
}

// checkLen panics unless two lengths are equal.
func checkLen(a, b int) {
	if a != b {
		panic("linalg: slices of different length")
	}
}
