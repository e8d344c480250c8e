//go:build js && wasm && kern

package linalg

import "unsafe"

// This file calls the companion module (folder kernel) by the import object of WebAssembly, in
// which kernel.js puts trampolines to the module. A call costs about 15 ns. The garbage collector
// cannot run during a call, so plain addresses of Go's memory are safe. The page is built with
// the tag kern. Without the tag, the program needs no import object.
//
// Each function kX below, except kReady, is the kernel x of type kernels: a pointer replaces the
// slice of this name, and int32 numbers give the lengths. n and m are lengths, orders or numbers
// of matrices, or numbers of nodes and edges. An int32 rows or c is a number of rows or columns, and count
// a number of blocks. scalars points to an adamScalars. scratch is a workspace of kernelScratch
// numbers. step is the number of channels that a pass processes. kSpMM is the kernel spmm for
// set = 0, and spmmSet for set = 1.

// kReady returns 1 if the page has loaded the companion module, and 0 if it has not.
//
//go:wasmimport kern ready
//go:noescape
func kReady() int32

//go:wasmimport kern gemm
//go:noescape
func kGemm(m, n, k int32, alpha float64, a unsafe.Pointer, ari, acl int32, b unsafe.Pointer, brl, bcj int32, c unsafe.Pointer,
	ldc int32, scratch unsafe.Pointer)

//go:wasmimport kern spmm
//go:noescape
func kSpMM(rows int32, ptr, col, val, b, c unsafe.Pointer, w, set int32)

//go:wasmimport kern spmv
//go:noescape
func kSpMV(rows int32, ptr, col, val, x, y unsafe.Pointer)

//go:wasmimport kern block
//go:noescape
func kBlock(n, d int32, ptr, col, blocks, x, y unsafe.Pointer, c int32, work unsafe.Pointer, step int32)

//go:wasmimport kern exp
//go:noescape
func kExp(n int32, dst, src unsafe.Pointer)

//go:wasmimport kern elu
//go:noescape
func kELU(n int32, o unsafe.Pointer)

//go:wasmimport kern eluGrad
//go:noescape
func kELUGrad(n int32, d, y unsafe.Pointer)

//go:wasmimport kern relu
//go:noescape
func kReLU(n int32, o, v unsafe.Pointer, slope float64)

//go:wasmimport kern reluGrad
//go:noescape
func kReLUGrad(n int32, d, g, v unsafe.Pointer, slope float64)

//go:wasmimport kern keep
//go:noescape
func kKeep(n int32, o, v, mask unsafe.Pointer, factor float64)

//go:wasmimport kern drawMask
//go:noescape
func kDrawMask(n int32, state, mask unsafe.Pointer, limit uint32)

//go:wasmimport kern layerNorm
//go:noescape
func kLayerNorm(rows, c int32, y, xhat, rho, x, gamma, beta unsafe.Pointer, eps float64)

//go:wasmimport kern layerNormGrad
//go:noescape
func kLayerNormGrad(rows, c int32, dx, g, xhat, rho, gamma unsafe.Pointer)

//go:wasmimport kern dot
//go:noescape
func kDot(n int32, x, y unsafe.Pointer) float64

//go:wasmimport kern axpy
//go:noescape
func kAxpy(n int32, alpha float64, x, y unsafe.Pointer)

//go:wasmimport kern orth
//go:noescape
func kOrth(n, m int32, w, rows, coeff unsafe.Pointer)

//go:wasmimport kern turn
//go:noescape
func kTurn(rows, ld int32, z unsafe.Pointer, c, s float64)

//go:wasmimport kern reduce
//go:noescape
func kReduce(r, n int32, a, v, w, u, p unsafe.Pointer)

//go:wasmimport kern adam
//go:noescape
func kAdam(n int32, p, g, m, v, old, scalars unsafe.Pointer) float64

//go:wasmimport kern colDots
//go:noescape
func kColDots(rows, c int32, sum, x, y unsafe.Pointer)

//go:wasmimport kern colShift
//go:noescape
func kColShift(rows, c int32, pq, q, p unsafe.Pointer, shift, dt float64)

//go:wasmimport kern colCopy
//go:noescape
func kColCopy(rows, n int32, dst unsafe.Pointer, cd int32, src unsafe.Pointer, cs int32)

//go:wasmimport kern colStep
//go:noescape
func kColStep(rows, c int32, rr, r, q, a unsafe.Pointer)

//go:wasmimport kern colTurn
//go:noescape
func kColTurn(rows, c int32, x, p, z, a, b unsafe.Pointer)

//go:wasmimport kern jacobi
//go:noescape
func kJacobi(d int32, a, values, vectors, scratch unsafe.Pointer)

//go:wasmimport kern jacobis
//go:noescape
func kJacobis(n, d int32, a, values, vectors, scratch unsafe.Pointer)

//go:wasmimport kern quadGrad
//go:noescape
func kQuadGrad(n, m int32, pairs, maps, gram, x, y unsafe.Pointer, c int32, scale float64, grad, scratch unsafe.Pointer)

//go:wasmimport kern quadGrad2
//go:noescape
func kQuadGrad2(n, m int32, pairs, maps, x, y unsafe.Pointer, c int32, scale float64, grad, gram, packed, cross unsafe.Pointer, step int32)

//go:wasmimport kern chebTerm
//go:noescape
func kChebTerm(n int32, sum, t, p, pp unsafe.Pointer, a, m, side float64)

//go:wasmimport kern chebAdjoint
//go:noescape
func kChebAdjoint(n int32, t, next, after, g unsafe.Pointer, a, m, side float64)

//go:wasmimport kern nodeGrams
//go:noescape
func kNodeGrams(m int32, pairs, a, b, nodes unsafe.Pointer)

//go:wasmimport kern mapsTimes
//go:noescape
func kMapsTimes(m int32, pairs unsafe.Pointer, scale float64, a, nodes, c unsafe.Pointer)

//go:wasmimport kern assemble
//go:noescape
func kAssemble(n, m int32, pairs, diag, upper, lower, maps, blocks unsafe.Pointer)

//go:wasmimport kern sweeps
//go:noescape
func kSweeps(n int32, colPtr, rows, v, low, inv, w unsafe.Pointer)

//go:wasmimport kern column
//go:noescape
func kColumn(d, count int32, v, inv, low, col, target, all, diag unsafe.Pointer) float64

// kernelScratch is the length of the workspace of the companion module. gemm needs most:
// a panel of DEPTH·WIDTH numbers (kernel/gemm.ts) and a tile of 4×4.
const kernelScratch = 256*128 + 16

// shortest is the smallest length for which a call of the companion module is faster
// than a vector loop in Go.
const shortest = 24

// fp returns a pointer to the elements of a slice of float64.
func fp(x []float64) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(x)) }

// ip returns a pointer to the elements of a slice of int32.
func ip(x []int32) unsafe.Pointer { return unsafe.Pointer(unsafe.SliceData(x)) }

// init selects the companion module if the page has loaded it.
func init() {
	if kReady() == 0 {
		return // the Go implementation stays in use
	}
	scratch := make([]float64, kernelScratch)
	simd = &kernels{
		gemm: func(m, n, k int, alpha float64, a []float64, ari, acl int, b []float64, brl, bcj int, c []float64, ldc int) {
			kGemm(int32(m), int32(n), int32(k), alpha, fp(a), int32(ari), int32(acl), fp(b), int32(brl), int32(bcj), fp(c), int32(ldc), fp(scratch))
		},
		spmm: func(ptr, col []int32, val, b, c []float64, w int) {
			kSpMM(int32(len(ptr)-1), ip(ptr), ip(col), fp(val), fp(b), fp(c), int32(w), 0)
		},
		spmmSet: func(ptr, col []int32, val, b, c []float64, w int) {
			kSpMM(int32(len(ptr)-1), ip(ptr), ip(col), fp(val), fp(b), fp(c), int32(w), 1)
		},
		spmv: func(ptr, col []int32, val, x, y []float64) {
			kSpMV(int32(len(y)), ip(ptr), ip(col), fp(val), fp(x), fp(y))
		},
		block: func(n, d int, ptr, col []int32, blocks, x, y []float64, c int, work []float64) {
			if d == 1 && c > 1 { // blocks of 1×1 are a CSR matrix
				kSpMM(int32(n), ip(ptr), ip(col), fp(blocks), fp(x), fp(y), int32(c), 1)
				return
			}
			step := packedWidth(d)
			if d == 2 {
				step /= 2 // saves 7 % of an epoch with 200 000 edges; goBlock would become 4 % slower
			}
			kBlock(int32(n), int32(d), ip(ptr), ip(col), fp(blocks), fp(x), fp(y), int32(c), fp(work), int32(step))
		},
		exp: func(dst, src []float64) {
			kExp(int32(len(src)), fp(dst), fp(src))
		},
		elu: func(o []float64) {
			kELU(int32(len(o)), fp(o))
		},
		eluGrad: func(d, y []float64) {
			kELUGrad(int32(len(d)), fp(d), fp(y))
		},
		relu: func(o, v []float64, slope float64) {
			kReLU(int32(len(v)), fp(o), fp(v), slope)
		},
		reluGrad: func(d, g, v []float64, slope float64) {
			kReLUGrad(int32(len(v)), fp(d), fp(g), fp(v), slope)
		},
		keep: func(o, v []float64, mask []uint8, factor float64) {
			kKeep(int32(len(v)), fp(o), fp(v), unsafe.Pointer(unsafe.SliceData(mask)), factor)
		},
		drawMask: func(state *[2]uint64, mask []uint8, limit uint32) {
			kDrawMask(int32(len(mask)), unsafe.Pointer(state), unsafe.Pointer(unsafe.SliceData(mask)), limit)
		},
		layerNorm: func(y, xhat, rho, x, gamma, beta []float64, eps float64) {
			kLayerNorm(int32(len(rho)), int32(len(gamma)), fp(y), fp(xhat), fp(rho), fp(x), fp(gamma), fp(beta), eps)
		},
		layerNormGrad: func(dx, g, xhat, rho, gamma []float64) {
			kLayerNormGrad(int32(len(rho)), int32(len(gamma)), fp(dx), fp(g), fp(xhat), fp(rho), fp(gamma))
		},
		dot: func(x, y []float64) float64 {
			if len(x) < shortest {
				return goDot(x, y)
			}
			return kDot(int32(len(x)), fp(x), fp(y))
		},
		axpy: func(alpha float64, x, y []float64) {
			if len(x) < shortest {
				goAxpy(alpha, x, y)
				return
			}
			kAxpy(int32(len(x)), alpha, fp(x), fp(y))
		},
		orth: func(w, rows, coeff []float64) {
			kOrth(int32(len(w)), int32(len(coeff)), fp(w), fp(rows), fp(coeff))
		},
		turn: func(z []float64, ld int, c, s float64) {
			// z ends after the second number of the last row.
			kTurn(int32((len(z)-2)/ld+1), int32(ld), fp(z), c, s)
		},
		reduce: func(r, n int, a, v, w, u, p []float64) {
			kReduce(int32(r), int32(n), fp(a), fp(v), fp(w), fp(u), fp(p))
		},
		adam: func(p, g, m, v, old []float64, k adamScalars) float64 {
			return kAdam(int32(len(p)), fp(p), fp(g), fp(m), fp(v), fp(old), unsafe.Pointer(&k))
		},
		colDots: func(sum, x, y []float64) {
			kColDots(int32(len(x)/len(sum)), int32(len(sum)), fp(sum), fp(x), fp(y))
		},
		colShift: func(pq, q, p []float64, shift, dt float64) {
			kColShift(int32(len(p)/len(pq)), int32(len(pq)), fp(pq), fp(q), fp(p), shift, dt)
		},
		colCopy: func(rows, n int, dst []float64, cd int, src []float64, cs int) {
			kColCopy(int32(rows), int32(n), fp(dst), int32(cd), fp(src), int32(cs))
		},
		colStep: func(rr, r, q, a []float64) {
			kColStep(int32(len(r)/len(a)), int32(len(a)), fp(rr), fp(r), fp(q), fp(a))
		},
		colTurn: func(x, p, z, a, b []float64) {
			kColTurn(int32(len(p)/len(b)), int32(len(b)), fp(x), fp(p), fp(z), fp(a), fp(b))
		},
		jacobi: func(d int, a, values, vectors []float64) {
			if d == 0 { // there is nothing to compute
				return
			}
			kJacobi(int32(d), fp(a), fp(values), fp(vectors), fp(scratch))
		},
		jacobis: func(d int, a, values, vectors []float64) {
			kJacobis(int32(len(values)/d), int32(d), fp(a), fp(values), fp(vectors), fp(scratch))
		},
		quadGrad: func(pairs []int32, maps, gram, x, y []float64, c int, scale float64, grad []float64) {
			kQuadGrad(int32(len(gram)/16), int32(len(pairs)/2), ip(pairs), fp(maps), fp(gram), fp(x), fp(y), int32(c), scale, fp(grad), fp(scratch))
		},
		quadGrad2: func(n int, pairs []int32, maps, x, y []float64, c int, scale float64, grad, gram, packed, cross []float64) {
			kQuadGrad2(int32(n), int32(len(pairs)/2), ip(pairs), fp(maps), fp(x), fp(y), int32(c), scale, fp(grad), fp(gram), fp(packed),
				fp(cross), int32(min(c, pairChannels)))
		},
		chebTerm: func(sum, t, p, pp []float64, a, m, side float64) {
			kChebTerm(int32(len(t)), fp(sum), fp(t), fp(p), fp(pp), a, m, side)
		},
		chebAdjoint: func(t, next, after, g []float64, a, m, side float64) {
			kChebAdjoint(int32(len(t)), fp(t), fp(next), fp(after), fp(g), a, m, side)
		},
		nodeGrams: func(pairs []int32, a, b, nodes []float64) {
			kNodeGrams(int32(len(pairs)/2), ip(pairs), fp(a), fp(b), fp(nodes))
		},
		mapsTimes: func(pairs []int32, scale float64, a, nodes, c []float64) {
			kMapsTimes(int32(len(pairs)/2), ip(pairs), scale, fp(a), fp(nodes), fp(c))
		},
		assemble: func(pairs, diag, upper, lower []int32, maps, blocks []float64) {
			kAssemble(int32(len(diag)), int32(len(upper)), ip(pairs), ip(diag), ip(upper), ip(lower), fp(maps), fp(blocks))
		},
		sweeps: func(colPtr, rows []int32, v, low, inv, w []float64) {
			kSweeps(int32(len(colPtr)-1), ip(colPtr), ip(rows), fp(v), fp(low), fp(inv), fp(w))
		},
		column: func(d int, v, inv, low, col []float64, target []int32, all, diag []float64) float64 {
			return kColumn(int32(d), int32(len(low)/16), fp(v), fp(inv), fp(low), fp(col), ip(target), fp(all), fp(diag))
		},
	}
	UseKernel("simd")
}
