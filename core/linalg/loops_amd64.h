// Loops for registers of any width. avx2_amd64.s and avx512_amd64.s include this file and
// tiles_amd64.h with V0 … V15, the registers, LANES, the numbers in one, BYTES, its size, and
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

// func dots(n int, x, y, sum *float64)
TEXT F_DOTS(SB), NOSPLIT, $0-32
	MOVQ n+0(FP), CX
	MOVQ x+8(FP), SI
	MOVQ y+16(FP), DI
	MOVQ sum+24(FP), DX
	XORQ AX, AX

dotsNext:
	VMOVUPD (SI)(AX*8), V0
	VMOVUPD (DX)(AX*8), V2
	SUM((DI)(AX*8), V0, V1, V2)
	VMOVUPD V2, (DX)(AX*8)
	ADDQ $LANES, AX
	CMPQ AX, CX
	JLT  dotsNext
	VZEROUPPER
	RET

// func shift(n int, shift, dt float64, p, q, pq *float64)
TEXT F_SHIFT(SB), NOSPLIT, $0-48
	MOVQ n+0(FP), CX
	VBROADCASTSD shift+8(FP), V15
	VBROADCASTSD dt+16(FP), V14
	MOVQ p+24(FP), SI
	MOVQ q+32(FP), DI
	MOVQ pq+40(FP), DX
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
	VZEROUPPER
	RET

// func step(n int, a, r, q, rr *float64)
TEXT F_STEP(SB), NOSPLIT, $0-40
	MOVQ n+0(FP), CX
	MOVQ a+8(FP), SI
	MOVQ r+16(FP), DI
	MOVQ q+24(FP), DX
	MOVQ rr+32(FP), BX
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
	VZEROUPPER
	RET

// func turn(n int, a, b, x, p, z *float64)
TEXT F_TURNED(SB), NOSPLIT, $0-48
	MOVQ n+0(FP), CX
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DI
	MOVQ x+24(FP), DX
	MOVQ p+32(FP), BX
	MOVQ z+40(FP), R8
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

// func exp(n int, dst, src *float64, k *[20]float64)
TEXT F_EXP(SB), NOSPLIT, $0-32
	MOVQ n+0(FP), CX
	MOVQ dst+8(FP), DI
	MOVQ src+16(FP), SI
	MOVQ k+24(FP), R8
	VBROADCASTSD (R8), V15    // expMax
	VBROADCASTSD 8(R8), V14   // expMin
	VBROADCASTSD 16(R8), V13  // log2E
	VBROADCASTSD 24(R8), V12  // shifter
	VBROADCASTSD 32(R8), V11  // ln2Hi
	VBROADCASTSD 40(R8), V10  // ln2Lo
	VBROADCASTSD 48(R8), V9   // 1
	VBROADCASTSD 56(R8), V8   // the whole numbers 1023
	XORQ AX, AX

expNext:
	VMOVUPD (SI)(AX*8), V0
	VMINPD V0, V15, V0        // a NaN stays: the second source wins
	VMAXPD V0, V14, V0
	VMULPD V13, V0, V1
	VADDPD V12, V1, V1        // t
	VSUBPD V12, V1, V2        // k
	VMULPD V11, V2, V3
	VSUBPD V3, V0, V0         // hi
	VMULPD V10, V2, V2        // lo
	VSUBPD V2, V0, V3         // r
	VBROADCASTSD 64(R8), V4
	VMULPD V4, V3, V4
	VBROADCASTSD 72(R8), V5
	VADDPD V5, V4, V4
	LEAQ 80(R8), DX
	MOVQ $10, BX

expPower:
	VMULPD V3, V4, V4
	VBROADCASTSD (DX), V5
	VADDPD V5, V4, V4
	ADDQ $8, DX
	DECQ BX
	JNE  expPower

	VMULPD V3, V3, V5
	VMULPD V4, V5, V5
	VSUBPD V5, V2, V2         // lo − r²p
	VSUBPD V2, V0, V0
	VADDPD V0, V9, V0         // y
	VPSRAD $1, V1, V2         // n>>1: n is the lower half of t's bits
	VPSUBD V2, V1, V3
	VPADDD V8, V2, V2
	VPADDD V8, V3, V3
	VPSLLQ $52, V2, V2
	VPSLLQ $52, V3, V3
	VMULPD V2, V0, V0
	VMULPD V3, V0, V0
	VMOVUPD V0, (DI)(AX*8)
	ADDQ $LANES, AX
	CMPQ AX, CX
	JLT  expNext
	VZEROUPPER
	RET
