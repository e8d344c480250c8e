#include "textflag.h"
#include "macros_amd64.h"

// Four numbers at a time with AVX2 (AVX alone but for exp).
#define V0 Y0
#define V1 Y1
#define V2 Y2
#define V3 Y3
#define V4 Y4
#define V5 Y5
#define V6 Y6
#define V7 Y7
#define V8 Y8
#define V9 Y9
#define V10 Y10
#define V11 Y11
#define V12 Y12
#define V13 Y13
#define V14 Y14
#define V15 Y15
#define LANES 4
#define BYTES 32
#define F_TILE ·avx2Tile
#define F_PACK ·avx2Pack
#define F_SPMM ·avx2SpMMRow
#define F_NODE ·avx2BlockNode
#define F_PAIR ·avx2BlockPair
#define F_AXPY ·avx2Axpy
#define F_DOTS ·avx2Dots
#define F_SHIFT ·avx2Shift
#define F_STEP ·avx2Step
#define F_TURNED ·avx2Turn
#define F_TERM ·avx2ChebTerm
#define F_ADJOINT ·avx2ChebAdjoint
#define F_EXP ·avx2Exp
#define F_ELU ·avx2ELU
#define F_ELUGRAD ·avx2ELUGrad
#define F_RELU ·avx2ReLU
#define F_KEEP ·avx2Keep
#include "loops_amd64.h"
#include "activations_amd64.h"
#include "tiles_amd64.h"

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

// func avxTranspose(n, ld int, b, panel *float64, width int)
TEXT ·avxTranspose(SB), NOSPLIT, $0-40
	MOVQ n+0(FP), CX
	MOVQ ld+8(FP), DX
	MOVQ b+16(FP), SI
	MOVQ panel+24(FP), DI
	MOVQ width+32(FP), R8
	SHLQ $3, DX               // bytes of a row of b, and of three
	LEAQ (DX)(DX*2), BX
	SHLQ $3, R8
	LEAQ (R8)(R8*2), R9

transposeNext:
	TURN((SI), (SI)(DX*1), (SI)(DX*2), (SI)(BX*1), 16(SI), 16(SI)(DX*1), 16(SI)(DX*2), 16(SI)(BX*1), Y4, Y5, Y6, Y7, X0, X1, X2, X3, Y0, Y1, Y2, Y3)
	VMOVUPD Y4, (DI)
	VMOVUPD Y5, (DI)(R8*1)
	VMOVUPD Y6, (DI)(R8*2)
	VMOVUPD Y7, (DI)(R9*1)
	ADDQ $32, SI
	LEAQ (DI)(R8*4), DI
	SUBQ $4, CX
	JNE  transposeNext
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
