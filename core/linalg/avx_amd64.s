#include "textflag.h"

// Four numbers at a time with AVX2 (AVX alone but for avxExp). Every product is
// rounded before it is added, and lanes lie over columns of the output, so that
// the bits are those of the loops in Go; see kern.go. Counts of columns are
// multiples of four. avx_amd64.go has the declarations.

// SUM adds alpha·x to an accumulator: T ← alpha·x, ACC ← ACC + T.
#define SUM(X, ALPHA, T, ACC) \
	VMULPD X, ALPHA, T \
	VADDPD T, ACC, ACC

// JOIN leaves (s0+s2)+(s1+s3) of the four lanes of Y in X, its lower half; T is spoilt.
#define JOIN(Y, X, T) \
	VEXTRACTF128 $1, Y, T \
	VADDPD T, X, X \
	VUNPCKHPD X, X, T \
	VADDSD T, X, X

// func avxSpMMRow(col *int32, val *float64, count, w, ld int, b, y *float64)
TEXT ·avxSpMMRow(SB), NOSPLIT, $0-56
	MOVQ col+0(FP), SI
	MOVQ val+8(FP), DI
	MOVQ count+16(FP), CX
	MOVQ w+24(FP), R8
	MOVQ ld+32(FP), R11
	MOVQ b+40(FP), R9
	MOVQ y+48(FP), R10
	SHLQ $3, R11

rowWide:
	CMPQ R8, $16
	JLT  rowFour
	VMOVUPD (R10), Y0
	VMOVUPD 32(R10), Y1
	VMOVUPD 64(R10), Y2
	VMOVUPD 96(R10), Y3
	XORQ AX, AX

rowWideNext:
	CMPQ AX, CX
	JGE  rowWideEnd
	MOVLQSX (SI)(AX*4), DX
	IMULQ R11, DX
	ADDQ R9, DX
	VBROADCASTSD (DI)(AX*8), Y4
	SUM((DX), Y4, Y5, Y0)
	SUM(32(DX), Y4, Y6, Y1)
	SUM(64(DX), Y4, Y7, Y2)
	SUM(96(DX), Y4, Y8, Y3)
	INCQ AX
	JMP  rowWideNext

rowWideEnd:
	VMOVUPD Y0, (R10)
	VMOVUPD Y1, 32(R10)
	VMOVUPD Y2, 64(R10)
	VMOVUPD Y3, 96(R10)
	ADDQ $128, R10
	ADDQ $128, R9
	SUBQ $16, R8
	JMP  rowWide

rowFour:
	CMPQ R8, $4
	JLT  rowEnd
	VMOVUPD (R10), Y0
	XORQ AX, AX

rowFourNext:
	CMPQ AX, CX
	JGE  rowFourEnd
	MOVLQSX (SI)(AX*4), DX
	IMULQ R11, DX
	VBROADCASTSD (DI)(AX*8), Y4
	SUM((R9)(DX*1), Y4, Y5, Y0)
	INCQ AX
	JMP  rowFourNext

rowFourEnd:
	VMOVUPD Y0, (R10)
	ADDQ $32, R10
	ADDQ $32, R9
	SUBQ $4, R8
	JMP  rowFour

rowEnd:
	VZEROUPPER
	RET

// func avxBlockRow(d, count int, col *int32, blocks, x *float64, ldx int, y *float64, w int)
TEXT ·avxBlockRow(SB), NOSPLIT, $0-64
	MOVQ d+0(FP), R12
	MOVQ col+16(FP), SI
	MOVQ blocks+24(FP), DI
	MOVQ x+32(FP), R9
	MOVQ ldx+40(FP), R11
	MOVQ y+48(FP), R10
	MOVQ w+56(FP), R8
	SHLQ $3, R11              // bytes of a row of x
	MOVQ R11, R13
	IMULQ R12, R13            // bytes of a node in x

blockWide:
	CMPQ R8, $16
	JLT  blockFour
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3
	XORQ AX, AX
	MOVQ DI, BX

blockWideNext:
	CMPQ AX, count+8(FP)
	JGE  blockWideEnd
	MOVLQSX (SI)(AX*4), DX
	IMULQ R13, DX
	ADDQ R9, DX
	XORQ CX, CX

blockWideInner:
	VBROADCASTSD (BX)(CX*8), Y4
	SUM((DX), Y4, Y5, Y0)
	SUM(32(DX), Y4, Y6, Y1)
	SUM(64(DX), Y4, Y7, Y2)
	SUM(96(DX), Y4, Y8, Y3)
	ADDQ R11, DX
	INCQ CX
	CMPQ CX, R12
	JLT  blockWideInner

	MOVQ R12, DX              // the same row of the next block
	IMULQ R12, DX
	LEAQ (BX)(DX*8), BX
	INCQ AX
	JMP  blockWideNext

blockWideEnd:
	VMOVUPD Y0, (R10)
	VMOVUPD Y1, 32(R10)
	VMOVUPD Y2, 64(R10)
	VMOVUPD Y3, 96(R10)
	ADDQ $128, R10
	ADDQ $128, R9
	SUBQ $16, R8
	JMP  blockWide

blockFour:
	CMPQ R8, $4
	JLT  blockEnd
	VXORPD Y0, Y0, Y0
	XORQ AX, AX
	MOVQ DI, BX

blockFourNext:
	CMPQ AX, count+8(FP)
	JGE  blockFourEnd
	MOVLQSX (SI)(AX*4), DX
	IMULQ R13, DX
	ADDQ R9, DX
	XORQ CX, CX

blockFourInner:
	VBROADCASTSD (BX)(CX*8), Y4
	SUM((DX), Y4, Y5, Y0)
	ADDQ R11, DX
	INCQ CX
	CMPQ CX, R12
	JLT  blockFourInner

	MOVQ R12, DX
	IMULQ R12, DX
	LEAQ (BX)(DX*8), BX
	INCQ AX
	JMP  blockFourNext

blockFourEnd:
	VMOVUPD Y0, (R10)
	ADDQ $32, R10
	ADDQ $32, R9
	SUBQ $4, R8
	JMP  blockFour

blockEnd:
	VZEROUPPER
	RET

// PRODUCTS multiplies one element of A by eight columns and adds to two accumulators.
#define PRODUCTS(A, ACC0, ACC1) \
	SUM(Y8, A, Y12, ACC0) \
	SUM(Y9, A, Y13, ACC1)

// func avxTile(depth int, alpha float64, a *[4]*float64, step int, panel, c *float64, ldc int)
TEXT ·avxTile(SB), NOSPLIT, $0-56
	MOVQ depth+0(FP), CX
	MOVQ a+16(FP), AX
	MOVQ (AX), R8
	MOVQ 8(AX), R9
	MOVQ 16(AX), R10
	MOVQ 24(AX), R11
	MOVQ step+24(FP), DX
	SHLQ $3, DX
	MOVQ panel+32(FP), SI
	MOVQ c+40(FP), DI
	MOVQ ldc+48(FP), BX
	SHLQ $3, BX
	LEAQ (DI)(BX*2), R12
	VMOVUPD (DI), Y0
	VMOVUPD 32(DI), Y1
	VMOVUPD (DI)(BX*1), Y2
	VMOVUPD 32(DI)(BX*1), Y3
	VMOVUPD (R12), Y4
	VMOVUPD 32(R12), Y5
	VMOVUPD (R12)(BX*1), Y6
	VMOVUPD 32(R12)(BX*1), Y7
	VBROADCASTSD alpha+8(FP), Y15
	MOVQ $0x3ff0000000000000, AX
	CMPQ AX, alpha+8(FP)
	JNE  tileScaled

tileNext:
	VMOVUPD (SI), Y8
	VMOVUPD 32(SI), Y9
	VBROADCASTSD (R8), Y10
	PRODUCTS(Y10, Y0, Y1)
	VBROADCASTSD (R9), Y11
	PRODUCTS(Y11, Y2, Y3)
	VBROADCASTSD (R10), Y10
	PRODUCTS(Y10, Y4, Y5)
	VBROADCASTSD (R11), Y11
	PRODUCTS(Y11, Y6, Y7)
	ADDQ DX, R8
	ADDQ DX, R9
	ADDQ DX, R10
	ADDQ DX, R11
	ADDQ $64, SI
	DECQ CX
	JNE  tileNext
	JMP  tileEnd

tileScaled:
	VMOVUPD (SI), Y8
	VMOVUPD 32(SI), Y9
	VBROADCASTSD (R8), Y10
	VMULPD Y15, Y10, Y10
	PRODUCTS(Y10, Y0, Y1)
	VBROADCASTSD (R9), Y11
	VMULPD Y15, Y11, Y11
	PRODUCTS(Y11, Y2, Y3)
	VBROADCASTSD (R10), Y10
	VMULPD Y15, Y10, Y10
	PRODUCTS(Y10, Y4, Y5)
	VBROADCASTSD (R11), Y11
	VMULPD Y15, Y11, Y11
	PRODUCTS(Y11, Y6, Y7)
	ADDQ DX, R8
	ADDQ DX, R9
	ADDQ DX, R10
	ADDQ DX, R11
	ADDQ $64, SI
	DECQ CX
	JNE  tileScaled

tileEnd:
	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	VMOVUPD Y2, (DI)(BX*1)
	VMOVUPD Y3, 32(DI)(BX*1)
	VMOVUPD Y4, (R12)
	VMOVUPD Y5, 32(R12)
	VMOVUPD Y6, (R12)(BX*1)
	VMOVUPD Y7, 32(R12)(BX*1)
	VZEROUPPER
	RET

// func avxAxpy(n int, alpha float64, x, y *float64)
TEXT ·avxAxpy(SB), NOSPLIT, $0-32
	MOVQ n+0(FP), CX
	VBROADCASTSD alpha+8(FP), Y15
	MOVQ x+16(FP), SI
	MOVQ y+24(FP), DI
	XORQ AX, AX

axpyNext:
	VMOVUPD (DI)(AX*8), Y0
	SUM((SI)(AX*8), Y15, Y1, Y0)
	VMOVUPD Y0, (DI)(AX*8)
	ADDQ $4, AX
	CMPQ AX, CX
	JLT  axpyNext
	VZEROUPPER
	RET

// func avxDots(n int, x, y, sum *float64)
TEXT ·avxDots(SB), NOSPLIT, $0-32
	MOVQ n+0(FP), CX
	MOVQ x+8(FP), SI
	MOVQ y+16(FP), DI
	MOVQ sum+24(FP), DX
	XORQ AX, AX

dotsNext:
	VMOVUPD (SI)(AX*8), Y0
	VMOVUPD (DX)(AX*8), Y2
	SUM((DI)(AX*8), Y0, Y1, Y2)
	VMOVUPD Y2, (DX)(AX*8)
	ADDQ $4, AX
	CMPQ AX, CX
	JLT  dotsNext
	VZEROUPPER
	RET

// func avxShift(n int, shift, dt float64, p, q, pq *float64)
TEXT ·avxShift(SB), NOSPLIT, $0-48
	MOVQ n+0(FP), CX
	VBROADCASTSD shift+8(FP), Y15
	VBROADCASTSD dt+16(FP), Y14
	MOVQ p+24(FP), SI
	MOVQ q+32(FP), DI
	MOVQ pq+40(FP), DX
	XORQ AX, AX

shiftNext:
	VMOVUPD (SI)(AX*8), Y0
	VMULPD Y0, Y15, Y1
	SUM((DI)(AX*8), Y14, Y2, Y1)
	VMOVUPD Y1, (DI)(AX*8)
	VMOVUPD (DX)(AX*8), Y3
	SUM(Y1, Y0, Y2, Y3)
	VMOVUPD Y3, (DX)(AX*8)
	ADDQ $4, AX
	CMPQ AX, CX
	JLT  shiftNext
	VZEROUPPER
	RET

// func avxStep(n int, a, r, q, rr *float64)
TEXT ·avxStep(SB), NOSPLIT, $0-40
	MOVQ n+0(FP), CX
	MOVQ a+8(FP), SI
	MOVQ r+16(FP), DI
	MOVQ q+24(FP), DX
	MOVQ rr+32(FP), BX
	XORQ AX, AX

stepNext:
	VMOVUPD (SI)(AX*8), Y0
	VMULPD (DX)(AX*8), Y0, Y0
	VMOVUPD (DI)(AX*8), Y1
	VSUBPD Y0, Y1, Y1
	VMOVUPD Y1, (DI)(AX*8)
	VMOVUPD (BX)(AX*8), Y3
	SUM(Y1, Y1, Y2, Y3)
	VMOVUPD Y3, (BX)(AX*8)
	ADDQ $4, AX
	CMPQ AX, CX
	JLT  stepNext
	VZEROUPPER
	RET

// func avxTurn(n int, a, b, x, p, z *float64)
TEXT ·avxTurn(SB), NOSPLIT, $0-48
	MOVQ n+0(FP), CX
	MOVQ a+8(FP), SI
	MOVQ b+16(FP), DI
	MOVQ x+24(FP), DX
	MOVQ p+32(FP), BX
	MOVQ z+40(FP), R8
	XORQ AX, AX

turnNext:
	VMOVUPD (BX)(AX*8), Y0
	VMOVUPD (DX)(AX*8), Y1
	SUM((SI)(AX*8), Y0, Y2, Y1)
	VMOVUPD Y1, (DX)(AX*8)
	VMOVUPD (R8)(AX*8), Y3
	SUM((DI)(AX*8), Y0, Y2, Y3)
	VMOVUPD Y3, (BX)(AX*8)
	ADDQ $4, AX
	CMPQ AX, CX
	JLT  turnNext
	VZEROUPPER
	RET

// func avxAdam(n int, p, grad, m, v, old *float64, k *adamScalars) float64
TEXT ·avxAdam(SB), NOSPLIT, $0-64
	MOVQ n+0(FP), CX
	MOVQ p+8(FP), SI
	MOVQ grad+16(FP), DI
	MOVQ m+24(FP), DX
	MOVQ v+32(FP), BX
	MOVQ old+40(FP), R9
	MOVQ k+48(FP), R8
	VBROADCASTSD (R8), Y15    // beta1
	VBROADCASTSD 8(R8), Y14   // rest1
	VBROADCASTSD 16(R8), Y13  // beta2
	VBROADCASTSD 24(R8), Y12  // rest2
	VBROADCASTSD 32(R8), Y11  // rate
	VBROADCASTSD 40(R8), Y10  // root
	VBROADCASTSD 48(R8), Y9   // eps
	VBROADCASTSD 56(R8), Y8   // decay
	VXORPD Y6, Y6, Y6         // Σ g²
	VXORPD Y7, Y7, Y7
	XORQ AX, AX

adamNext:
	VMOVUPD (SI)(AX*8), Y0
	VMOVUPD (DI)(AX*8), Y1
	VMOVUPD Y0, (R9)(AX*8)
	VMOVUPD Y7, (DI)(AX*8)
	SUM(Y1, Y1, Y2, Y6)
	SUM(Y0, Y8, Y2, Y1)       // q
	VMULPD (DX)(AX*8), Y15, Y3
	SUM(Y1, Y14, Y2, Y3)      // m
	VMOVUPD Y3, (DX)(AX*8)
	VMULPD (BX)(AX*8), Y13, Y4
	VMULPD Y1, Y12, Y5
	SUM(Y1, Y5, Y2, Y4)       // v
	VMOVUPD Y4, (BX)(AX*8)
	VSQRTPD Y4, Y4
	VDIVPD Y10, Y4, Y4
	VADDPD Y9, Y4, Y4
	VMULPD Y3, Y11, Y3
	VDIVPD Y4, Y3, Y3
	VSUBPD Y3, Y0, Y0
	VMOVUPD Y0, (SI)(AX*8)
	ADDQ $4, AX
	CMPQ AX, CX
	JLT  adamNext
	JOIN(Y6, X6, X7)
	VMOVSD X6, ret+56(FP)
	VZEROUPPER
	RET

// func avxChebTerm(n int, sum, t, p, pp *float64, a, m, side float64)
TEXT ·avxChebTerm(SB), NOSPLIT, $0-64
	MOVQ n+0(FP), CX
	MOVQ sum+8(FP), BX
	MOVQ t+16(FP), DI
	MOVQ p+24(FP), SI
	MOVQ pp+32(FP), DX
	VBROADCASTSD a+40(FP), Y15
	VBROADCASTSD m+48(FP), Y14
	VBROADCASTSD side+56(FP), Y13
	XORQ AX, AX

termNext:
	VMULPD (DI)(AX*8), Y13, Y0
	VMOVUPD (SI)(AX*8), Y1
	VSUBPD Y0, Y1, Y1
	VMULPD Y1, Y14, Y1
	TESTQ DX, DX
	JEQ  termSum
	VSUBPD (DX)(AX*8), Y1, Y1

termSum:
	VMOVUPD Y1, (DI)(AX*8)
	VMOVUPD (BX)(AX*8), Y3
	SUM(Y1, Y15, Y2, Y3)
	VMOVUPD Y3, (BX)(AX*8)
	ADDQ $4, AX
	CMPQ AX, CX
	JLT  termNext
	VZEROUPPER
	RET

// func avxChebAdjoint(n int, t, next, after, grad *float64, a, m, side float64)
TEXT ·avxChebAdjoint(SB), NOSPLIT, $0-64
	MOVQ n+0(FP), CX
	MOVQ t+8(FP), DI
	MOVQ next+16(FP), SI
	MOVQ after+24(FP), DX
	MOVQ grad+32(FP), BX
	VBROADCASTSD a+40(FP), Y15
	VBROADCASTSD m+48(FP), Y14
	VBROADCASTSD side+56(FP), Y13
	XORQ AX, AX

adjointNext:
	VMULPD (DI)(AX*8), Y13, Y0
	VMOVUPD (SI)(AX*8), Y1
	VSUBPD Y0, Y1, Y1
	VMULPD (BX)(AX*8), Y15, Y3
	SUM(Y1, Y14, Y2, Y3)
	VSUBPD (DX)(AX*8), Y3, Y3
	VMOVUPD Y3, (DI)(AX*8)
	ADDQ $4, AX
	CMPQ AX, CX
	JLT  adjointNext
	VZEROUPPER
	RET

// func avxRank2(n int, x, v, w, u, p *float64, vi, wi, ui float64, s *[4]float64)
TEXT ·avxRank2(SB), NOSPLIT, $0-80
	MOVQ n+0(FP), CX
	MOVQ x+8(FP), DI
	MOVQ v+16(FP), SI
	MOVQ w+24(FP), DX
	MOVQ u+32(FP), BX
	MOVQ p+40(FP), R8
	VBROADCASTSD vi+48(FP), Y15
	VBROADCASTSD wi+56(FP), Y14
	VBROADCASTSD ui+64(FP), Y13
	MOVQ s+72(FP), R9
	VXORPD Y4, Y4, Y4
	XORQ AX, AX

rankNext:
	VMULPD (DX)(AX*8), Y15, Y0
	SUM((SI)(AX*8), Y14, Y2, Y0)
	VMOVUPD (DI)(AX*8), Y1
	VSUBPD Y0, Y1, Y1
	VMOVUPD Y1, (DI)(AX*8)
	VMOVUPD (R8)(AX*8), Y3
	SUM(Y1, Y13, Y2, Y3)
	VMOVUPD Y3, (R8)(AX*8)
	SUM((BX)(AX*8), Y1, Y2, Y4)
	ADDQ $4, AX
	CMPQ AX, CX
	JLT  rankNext
	VMOVUPD Y4, (R9)
	VZEROUPPER
	RET

// func avxExp(n int, dst, src *float64, k *[20]float64)
TEXT ·avxExp(SB), NOSPLIT, $0-32
	MOVQ n+0(FP), CX
	MOVQ dst+8(FP), DI
	MOVQ src+16(FP), SI
	MOVQ k+24(FP), R8
	VBROADCASTSD (R8), Y15    // expMax
	VBROADCASTSD 8(R8), Y14   // expMin
	VBROADCASTSD 16(R8), Y13  // log2E
	VBROADCASTSD 24(R8), Y12  // shifter
	VBROADCASTSD 32(R8), Y11  // ln2Hi
	VBROADCASTSD 40(R8), Y10  // ln2Lo
	VBROADCASTSD 48(R8), Y9   // 1
	VBROADCASTSD 56(R8), Y8   // the whole numbers 1023
	XORQ AX, AX

expNext:
	VMOVUPD (SI)(AX*8), Y0
	VMINPD Y0, Y15, Y0        // a NaN stays: the second source wins
	VMAXPD Y0, Y14, Y0
	VMULPD Y13, Y0, Y1
	VADDPD Y12, Y1, Y1        // t
	VSUBPD Y12, Y1, Y2        // k
	VMULPD Y11, Y2, Y3
	VSUBPD Y3, Y0, Y0         // hi
	VMULPD Y10, Y2, Y2        // lo
	VSUBPD Y2, Y0, Y3         // r
	VBROADCASTSD 64(R8), Y4
	VMULPD Y4, Y3, Y4
	VBROADCASTSD 72(R8), Y5
	VADDPD Y5, Y4, Y4
	LEAQ 80(R8), DX
	MOVQ $10, BX

expPower:
	VMULPD Y3, Y4, Y4
	VBROADCASTSD (DX), Y5
	VADDPD Y5, Y4, Y4
	ADDQ $8, DX
	DECQ BX
	JNE  expPower

	VMULPD Y3, Y3, Y5
	VMULPD Y4, Y5, Y5
	VSUBPD Y5, Y2, Y2         // lo − r²p
	VSUBPD Y2, Y0, Y0
	VADDPD Y0, Y9, Y0         // y
	VPSRAD $1, Y1, Y2         // n>>1: n is the lower half of t's bits
	VPSUBD Y2, Y1, Y3
	VPADDD Y8, Y2, Y2
	VPADDD Y8, Y3, Y3
	VPSLLQ $52, Y2, Y2
	VPSLLQ $52, Y3, Y3
	VMULPD Y2, Y0, Y0
	VMULPD Y3, Y0, Y0
	VMOVUPD Y0, (DI)(AX*8)
	ADDQ $4, AX
	CMPQ AX, CX
	JLT  expNext
	VZEROUPPER
	RET
