// Loops for registers of any width. avx2_amd64.s and avx512_amd64.s include this file,
// activations_amd64.h and tiles_amd64.h with V0 … V15, the registers, LANES, the numbers in one, BYTES, its size, and
// F_…, the names of the functions, defined for theirs. Every product is rounded before it is
// added, and lanes lie over columns of the output, so that the bits are those of the loops in
// Go; see kern.go. Counts of columns are multiples of LANES, greater than 0. avx_amd64.go and
// avxtiles_amd64.go have the declarations.

// func axpy(n int, alpha float64, x, y *float64)
TEXT F_AXPY(SB), NOSPLIT, $0-32
	MOVQ n+0(FP), CX
	VBROADCASTSD alpha+8(FP), V15
	MOVQ x+16(FP), SI
	MOVQ y+24(FP), DI
	XORQ AX, AX

axpyNext:
	VMOVUPD (DI)(AX*8), V0
	SUM((SI)(AX*8), V15, V1, V0)
	VMOVUPD V0, (DI)(AX*8)
	ADDQ $LANES, AX
	CMPQ AX, CX
	JLT  axpyNext
	VZEROUPPER
	RET

// func dots(rows, c int, x, y, sum *float64)
TEXT F_DOTS(SB), NOSPLIT, $0-40
	MOVQ rows+0(FP), R9
	MOVQ c+8(FP), CX
	MOVQ x+16(FP), SI
	MOVQ y+24(FP), DI
	MOVQ sum+32(FP), DX

dotsRow:
	XORQ AX, AX

dotsNext:
	VMOVUPD (SI)(AX*8), V0
	VMOVUPD (DX)(AX*8), V2
	SUM((DI)(AX*8), V0, V1, V2)
	VMOVUPD V2, (DX)(AX*8)
	ADDQ $LANES, AX
	CMPQ AX, CX
	JLT  dotsNext
	LEAQ (SI)(CX*8), SI
	LEAQ (DI)(CX*8), DI
	DECQ R9
	JNE  dotsRow
	VZEROUPPER
	RET

// func shift(rows, c int, shift, dt float64, p, q, pq *float64)
TEXT F_SHIFT(SB), NOSPLIT, $0-56
	MOVQ rows+0(FP), R9
	MOVQ c+8(FP), CX
	VBROADCASTSD shift+16(FP), V15
	VBROADCASTSD dt+24(FP), V14
	MOVQ p+32(FP), SI
	MOVQ q+40(FP), DI
	MOVQ pq+48(FP), DX

shiftRow:
	XORQ AX, AX

shiftNext:
	VMOVUPD (SI)(AX*8), V0
	VMULPD V0, V15, V1
	SUM((DI)(AX*8), V14, V2, V1)
	VMOVUPD V1, (DI)(AX*8)
	VMOVUPD (DX)(AX*8), V3
	SUM(V1, V0, V2, V3)
	VMOVUPD V3, (DX)(AX*8)
	ADDQ $LANES, AX
	CMPQ AX, CX
	JLT  shiftNext
	LEAQ (SI)(CX*8), SI
	LEAQ (DI)(CX*8), DI
	DECQ R9
	JNE  shiftRow
	VZEROUPPER
	RET

// func step(rows, c int, a, r, q, rr *float64)
TEXT F_STEP(SB), NOSPLIT, $0-48
	MOVQ rows+0(FP), R9
	MOVQ c+8(FP), CX
	MOVQ a+16(FP), SI
	MOVQ r+24(FP), DI
	MOVQ q+32(FP), DX
	MOVQ rr+40(FP), BX

stepRow:
	XORQ AX, AX

stepNext:
	VMOVUPD (SI)(AX*8), V0
	VMULPD (DX)(AX*8), V0, V0
	VMOVUPD (DI)(AX*8), V1
	VSUBPD V0, V1, V1
	VMOVUPD V1, (DI)(AX*8)
	VMOVUPD (BX)(AX*8), V3
	SUM(V1, V1, V2, V3)
	VMOVUPD V3, (BX)(AX*8)
	ADDQ $LANES, AX
	CMPQ AX, CX
	JLT  stepNext
	LEAQ (DI)(CX*8), DI
	LEAQ (DX)(CX*8), DX
	DECQ R9
	JNE  stepRow
	VZEROUPPER
	RET

// func turn(rows, c int, a, b, x, p, z *float64)
TEXT F_TURNED(SB), NOSPLIT, $0-56
	MOVQ rows+0(FP), R9
	MOVQ c+8(FP), CX
	MOVQ a+16(FP), SI
	MOVQ b+24(FP), DI
	MOVQ x+32(FP), DX
	MOVQ p+40(FP), BX
	MOVQ z+48(FP), R8

turnRow:
	XORQ AX, AX

turnNext:
	VMOVUPD (BX)(AX*8), V0
	VMOVUPD (DX)(AX*8), V1
	SUM((SI)(AX*8), V0, V2, V1)
	VMOVUPD V1, (DX)(AX*8)
	VMOVUPD (R8)(AX*8), V3
	SUM((DI)(AX*8), V0, V2, V3)
	VMOVUPD V3, (BX)(AX*8)
	ADDQ $LANES, AX
	CMPQ AX, CX
	JLT  turnNext
	LEAQ (DX)(CX*8), DX
	LEAQ (BX)(CX*8), BX
	LEAQ (R8)(CX*8), R8
	DECQ R9
	JNE  turnRow
	VZEROUPPER
	RET

// func chebTerm(n int, sum, t, p, pp *float64, a, m, side float64)
TEXT F_TERM(SB), NOSPLIT, $0-64
	MOVQ n+0(FP), CX
	MOVQ sum+8(FP), BX
	MOVQ t+16(FP), DI
	MOVQ p+24(FP), SI
	MOVQ pp+32(FP), DX
	VBROADCASTSD a+40(FP), V15
	VBROADCASTSD m+48(FP), V14
	VBROADCASTSD side+56(FP), V13
	XORQ AX, AX

termNext:
	VMULPD (DI)(AX*8), V13, V0
	VMOVUPD (SI)(AX*8), V1
	VSUBPD V0, V1, V1
	VMULPD V1, V14, V1
	TESTQ DX, DX
	JEQ  termSum
	VSUBPD (DX)(AX*8), V1, V1

termSum:
	VMOVUPD V1, (DI)(AX*8)
	VMOVUPD (BX)(AX*8), V3
	SUM(V1, V15, V2, V3)
	VMOVUPD V3, (BX)(AX*8)
	ADDQ $LANES, AX
	CMPQ AX, CX
	JLT  termNext
	VZEROUPPER
	RET

// func chebAdjoint(n int, t, next, after, grad *float64, a, m, side float64)
TEXT F_ADJOINT(SB), NOSPLIT, $0-64
	MOVQ n+0(FP), CX
	MOVQ t+8(FP), DI
	MOVQ next+16(FP), SI
	MOVQ after+24(FP), DX
	MOVQ grad+32(FP), BX
	VBROADCASTSD a+40(FP), V15
	VBROADCASTSD m+48(FP), V14
	VBROADCASTSD side+56(FP), V13
	XORQ AX, AX

adjointNext:
	VMULPD (DI)(AX*8), V13, V0
	VMOVUPD (SI)(AX*8), V1
	VSUBPD V0, V1, V1
	VMULPD (BX)(AX*8), V15, V3
	SUM(V1, V14, V2, V3)
	VSUBPD (DX)(AX*8), V3, V3
	VMOVUPD V3, (DI)(AX*8)
	ADDQ $LANES, AX
	CMPQ AX, CX
	JLT  adjointNext
	VZEROUPPER
	RET
