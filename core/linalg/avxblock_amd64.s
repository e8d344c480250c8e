#include "textflag.h"
#include "macros_amd64.h"

// Loops over 4×4 blocks, row-major, 128 bytes each, a row in one register; see loops_amd64.h
// for the order of sums, which is that of packages sheaf, small and spectral in Go.

// COLUMNS leaves the columns of the block at M in Y12…Y15.
#define COLUMNS(M) \
	TURN((M), 32(M), 64(M), 96(M), 16(M), 48(M), 80(M), 112(M), Y12, Y13, Y14, Y15, X8, X9, X10, X11, Y8, Y9, Y10, Y11)

// ROWS loads the rows of the block at M into Y0…Y3.
#define ROWS(M) \
	VMOVUPD (M), Y0 \
	VMOVUPD 32(M), Y1 \
	VMOVUPD 64(M), Y2 \
	VMOVUPD 96(M), Y3

// COMBINE sets TO to a·Y0 + b·Y1 + c·Y2 + d·Y3, added from the left; T is spoilt.
#define COMBINE(A, B, C, D, TO, T) \
	VBROADCASTSD A, TO \
	VMULPD Y0, TO, TO \
	VBROADCASTSD B, T \
	VMULPD Y1, T, T \
	VADDPD T, TO, TO \
	VBROADCASTSD C, T \
	VMULPD Y2, T, T \
	VADDPD T, TO, TO \
	VBROADCASTSD D, T \
	VMULPD Y3, T, T \
	VADDPD T, TO, TO

// SPREAD fills Y0…Y3 each with one element of T.
#define SPREAD(T) \
	VPERMPD $0x00, T, Y0 \
	VPERMPD $0x55, T, Y1 \
	VPERMPD $0xAA, T, Y2 \
	VPERMPD $0xFF, T, Y3

// TIMES sets Y12 to Y0·Y12 + Y1·Y13 + Y2·Y14 + Y3·Y15.
#define TIMES() \
	VMULPD Y0, Y12, Y12 \
	VMULPD Y1, Y13, Y13 \
	VMULPD Y2, Y14, Y14 \
	VMULPD Y3, Y15, Y15 \
	VADDPD Y13, Y12, Y12 \
	VADDPD Y14, Y12, Y12 \
	VADDPD Y15, Y12, Y12

// func avxSweeps(n int, colPtr, rows *int32, v, low, inv, w *float64)
TEXT ·avxSweeps(SB), NOSPLIT, $0-56
	MOVQ n+0(FP), R8
	MOVQ colPtr+8(FP), SI
	MOVQ rows+16(FP), DI
	MOVQ v+24(FP), BX
	MOVQ low+32(FP), DX
	MOVQ inv+40(FP), R9
	MOVQ w+48(FP), R10
	MOVQ R10, R11
	XORQ CX, CX

sweepDown:
	CMPQ CX, R8
	JGE  sweepUp
	VMOVUPD (BX), Y0
	VMOVUPD 32(BX), Y1
	VMOVUPD 64(BX), Y2
	VMOVUPD 96(BX), Y3
	COMBINE((R11), 8(R11), 16(R11), 24(R11), Y4, Y5)
	VMOVUPD Y4, (R11)
	SPREAD(Y4)
	MOVLQSX (SI)(CX*4), AX
	MOVLQSX 4(SI)(CX*4), R12

sweepDownBlock:
	CMPQ AX, R12
	JGE  sweepDownNext
	MOVLQSX (DI)(AX*4), R13
	SHLQ $5, R13
	ADDQ R10, R13
	COLUMNS(DX)
	TIMES()
	VMOVUPD (R13), Y8
	VSUBPD Y12, Y8, Y8
	VMOVUPD Y8, (R13)
	ADDQ $128, DX
	INCQ AX
	JMP  sweepDownBlock

sweepDownNext:
	ADDQ $32, R11
	ADDQ $128, BX
	INCQ CX
	JMP  sweepDown

sweepUp:
	DECQ CX
	JLT  sweepEnd
	SUBQ $32, R11
	SUBQ $128, BX
	MOVQ CX, R13
	SHLQ $5, R13
	VMOVUPD (R9)(R13*1), Y4
	VMULPD (R11), Y4, Y4
	MOVLQSX (SI)(CX*4), AX
	MOVLQSX 4(SI)(CX*4), R12
	MOVQ AX, DX
	SHLQ $7, DX
	ADDQ low+32(FP), DX

sweepUpBlock:
	CMPQ AX, R12
	JGE  sweepUpNext
	MOVLQSX (DI)(AX*4), R13
	SHLQ $5, R13
	ADDQ R10, R13
	ROWS(DX)
	COMBINE((R13), 8(R13), 16(R13), 24(R13), Y8, Y9)
	VSUBPD Y8, Y4, Y4
	ADDQ $128, DX
	INCQ AX
	JMP  sweepUpBlock

sweepUpNext:
	SPREAD(Y4)
	COLUMNS(BX)
	TIMES()
	VMOVUPD Y12, (R11)
	JMP  sweepUp

sweepEnd:
	VZEROUPPER
	RET

// LESS takes row OFF of the block at A times the one whose rows are Y0…Y3 off that row of the
// block at TO.
#define LESS(A, TO, OFF) \
	COMBINE(OFF(A), OFF+8(A), OFF+16(A), OFF+24(A), Y8, Y9) \
	VMOVUPD OFF(TO), Y10 \
	VSUBPD Y8, Y10, Y10 \
	VMOVUPD Y10, OFF(TO)

// LESSTWO is LESS for the first two rows and columns, where the others are 0.
#define LESSTWO(A, TO, OFF) \
	VMOVDDUP OFF(A), X8 \
	VMULPD X0, X8, X8 \
	VMOVDDUP OFF+8(A), X9 \
	VMULPD X1, X9, X9 \
	VADDPD X9, X8, X8 \
	VMOVUPD OFF(TO), X10 \
	VSUBPD X8, X10, X10 \
	VMOVUPD X10, OFF(TO)

// func avxColumn(d, count int, v, inv, low, col *float64, target *int32, all, diag *float64) float64
TEXT ·avxColumn(SB), NOSPLIT, $0-80
	MOVQ count+8(FP), CX
	MOVQ v+16(FP), BX
	MOVQ inv+24(FP), AX
	MOVQ low+32(FP), SI
	MOVQ col+40(FP), DI
	ROWS(BX)
	VMOVUPD (AX), Y4
	VXORPD Y5, Y5, Y5         // the largest absolute value
	VXORPD Y6, Y6, Y6         // where there was no number
	VPCMPEQD Y7, Y7, Y7
	VPSRLQ $1, Y7, Y7
	SHLQ $2, CX

columnRow:
	COMBINE((SI), 8(SI), 16(SI), 24(SI), Y8, Y9)
	VMOVUPD Y8, (DI)
	VMULPD Y4, Y8, Y8
	VMOVUPD Y8, (SI)
	VANDPD Y7, Y8, Y8
	VCMPPD $3, Y8, Y8, Y9
	VORPD Y9, Y6, Y6
	VMAXPD Y8, Y5, Y5
	ADDQ $32, SI
	ADDQ $32, DI
	DECQ CX
	JNE  columnRow

	MOVQ DI, R12              // the ends of col and low
	MOVQ SI, R13
	MOVQ low+32(FP), SI
	MOVQ col+40(FP), DI
	MOVQ target+48(FP), DX
	MOVQ all+56(FP), R8
	MOVQ diag+64(FP), R9
	MOVQ d+0(FP), CX

columnNext:
	TURN((DI), 32(DI), 64(DI), 96(DI), 16(DI), 48(DI), 80(DI), 112(DI), Y0, Y1, Y2, Y3, X8, X9, X10, X11, Y8, Y9, Y10, Y11)
	MOVQ SI, BX

columnPair:
	MOVLQSX (DX), AX
	MOVQ R8, R10
	TESTQ AX, AX
	JGE  columnPlace
	NOTQ AX
	MOVQ R9, R10

columnPlace:
	SHLQ $7, AX
	ADDQ AX, R10
	CMPQ CX, $2
	JLE  columnTwo
	LESS(BX, R10, 0)
	LESS(BX, R10, 32)
	LESS(BX, R10, 64)
	LESS(BX, R10, 96)

columnAfter:
	ADDQ $4, DX
	ADDQ $128, BX
	CMPQ BX, R13
	JLT  columnPair
	ADDQ $128, SI
	ADDQ $128, DI
	CMPQ DI, R12
	JLT  columnNext

	VMOVMSKPD Y6, AX
	TESTQ AX, AX
	JNE  columnNaN
	VEXTRACTF128 $1, Y5, X6
	VMAXPD X6, X5, X5
	VUNPCKHPD X5, X5, X6
	VMAXSD X6, X5, X5
	VMOVSD X5, ret+72(FP)
	VZEROUPPER
	RET

columnTwo:
	LESSTWO(BX, R10, 0)
	LESSTWO(BX, R10, 32)
	JMP  columnAfter

columnNaN:
	MOVQ $0x7ff8000000000001, AX
	MOVQ AX, ret+72(FP)
	VZEROUPPER
	RET

// GRAMROW sets Y8 to row R of AᵀB, the rows of B being Y0…Y3; OFF is 8·R.
#define GRAMROW(A, OFF) \
	COMBINE(OFF(A), OFF+32(A), OFF+64(A), OFF+96(A), Y8, Y9)

// ADDGRAM adds AᵀB to the block at TO, row by row.
#define ADDGRAM(A, TO) \
	GRAMROW(A, 0) \
	VADDPD (TO), Y8, Y8 \
	VMOVUPD Y8, (TO) \
	GRAMROW(A, 8) \
	VADDPD 32(TO), Y8, Y8 \
	VMOVUPD Y8, 32(TO) \
	GRAMROW(A, 16) \
	VADDPD 64(TO), Y8, Y8 \
	VMOVUPD Y8, 64(TO) \
	GRAMROW(A, 24) \
	VADDPD 96(TO), Y8, Y8 \
	VMOVUPD Y8, 96(TO)

// func avxNodeGrams(count int, ends *int32, a, b, nodes *float64)
TEXT ·avxNodeGrams(SB), NOSPLIT, $0-40
	MOVQ count+0(FP), CX
	MOVQ ends+8(FP), DX
	MOVQ a+16(FP), SI
	MOVQ b+24(FP), DI
	MOVQ nodes+32(FP), R8

gramsNext:
	MOVLQSX (DX), AX
	SHLQ $7, AX
	ADDQ R8, AX
	ROWS(DI)
	ADDGRAM(SI, AX)
	ADDQ $4, DX
	ADDQ $128, SI
	ADDQ $128, DI
	DECQ CX
	JNE  gramsNext
	VZEROUPPER
	RET

// MORE adds Y7 times row OFF of A·B to that row of the block at TO, the rows of B being Y0…Y3.
#define MORE(A, TO, OFF) \
	COMBINE(OFF(A), OFF+8(A), OFF+16(A), OFF+24(A), Y8, Y9) \
	VMULPD Y7, Y8, Y8 \
	VADDPD OFF(TO), Y8, Y8 \
	VMOVUPD Y8, OFF(TO)

// ADDPRODUCT does so for all rows.
#define ADDPRODUCT(A, TO) \
	MORE(A, TO, 0) \
	MORE(A, TO, 32) \
	MORE(A, TO, 64) \
	MORE(A, TO, 96)

// func avxMapsTimes(count int, ends *int32, scale float64, a, nodes, c *float64)
TEXT ·avxMapsTimes(SB), NOSPLIT, $0-48
	MOVQ count+0(FP), CX
	MOVQ ends+8(FP), DX
	VBROADCASTSD scale+16(FP), Y7
	MOVQ a+24(FP), SI
	MOVQ nodes+32(FP), R8
	MOVQ c+40(FP), DI

timesNext:
	MOVLQSX (DX), AX
	SHLQ $7, AX
	ADDQ R8, AX
	ROWS(AX)
	ADDPRODUCT(SI, DI)
	ADDQ $4, DX
	ADDQ $128, SI
	ADDQ $128, DI
	DECQ CX
	JNE  timesNext
	VZEROUPPER
	RET

// LESSGRAM sets row OFF/8 of the block at TO to that of 0 − AᵀB.
#define LESSGRAM(A, TO, OFF, ROW) \
	GRAMROW(A, OFF) \
	VSUBPD Y8, Y7, Y8 \
	VMOVUPD Y8, ROW(TO)

// func avxAssemble(m int, pairs, diag, upper, lower *int32, maps, blocks *float64)
TEXT ·avxAssemble(SB), NOSPLIT, $0-56
	MOVQ m+0(FP), CX
	MOVQ pairs+8(FP), DX
	MOVQ diag+16(FP), BX
	MOVQ upper+24(FP), R8
	MOVQ lower+32(FP), R9
	MOVQ maps+40(FP), SI
	MOVQ blocks+48(FP), DI
	VXORPD Y7, Y7, Y7

assembleNext:
	LEAQ 128(SI), R10
	MOVLQSX (DX), AX
	MOVLQSX (BX)(AX*4), AX
	SHLQ $7, AX
	ADDQ DI, AX
	ROWS(SI)
	ADDGRAM(SI, AX)
	MOVLQSX 4(DX), AX
	MOVLQSX (BX)(AX*4), AX
	SHLQ $7, AX
	ADDQ DI, AX
	ROWS(R10)
	ADDGRAM(R10, AX)
	MOVLQSX (R8), AX
	SHLQ $7, AX
	ADDQ DI, AX
	LESSGRAM(SI, AX, 0, 0)
	LESSGRAM(SI, AX, 8, 32)
	LESSGRAM(SI, AX, 16, 64)
	LESSGRAM(SI, AX, 24, 96)
	COLUMNS(AX)
	MOVLQSX (R9), AX
	SHLQ $7, AX
	ADDQ DI, AX
	VMOVUPD Y12, (AX)
	VMOVUPD Y13, 32(AX)
	VMOVUPD Y14, 64(AX)
	VMOVUPD Y15, 96(AX)
	ADDQ $8, DX
	ADDQ $4, R8
	ADDQ $4, R9
	ADDQ $256, SI
	DECQ CX
	JNE  assembleNext
	VZEROUPPER
	RET

// BOTH adds u·Y + v·X to ACC for an element of u and one of v.
#define BOTH(U, V, Y, X, ACC, S, T) \
	VBROADCASTSD U, S \
	VMULPD Y, S, S \
	VBROADCASTSD V, T \
	VMULPD X, T, T \
	VADDPD T, S, S \
	VADDPD S, ACC, ACC

// CHANNEL does so for the four rows of u and v, in channel OFF/8.
#define CHANNEL(OFF, Y, X) \
	BOTH(OFF(R9), OFF(R10), Y, X, Y0, Y12, Y13) \
	BOTH(OFF(R9)(DX*1), OFF(R10)(DX*1), Y, X, Y1, Y14, Y15) \
	BOTH(OFF(R9)(DX*2), OFF(R10)(DX*2), Y, X, Y2, Y12, Y13) \
	BOTH(OFF(R9)(BX*1), OFF(R10)(BX*1), Y, X, Y3, Y14, Y15)

// GATHER fills Y with the first element of each row at M.
#define GATHER(M, X, Y) \
	VMOVSD (M), X \
	VMOVHPD (M)(DX*1), X, X \
	VMOVSD (M)(DX*2), X12 \
	VMOVHPD (M)(BX*1), X12, X12 \
	VINSERTF128 $1, X12, Y, Y

// func avxOuter(c int, u, v, y, x, to *float64)
TEXT ·avxOuter(SB), NOSPLIT, $0-48
	MOVQ c+0(FP), CX
	MOVQ u+8(FP), R9
	MOVQ v+16(FP), R10
	MOVQ y+24(FP), R11
	MOVQ x+32(FP), R12
	MOVQ CX, DX
	SHLQ $3, DX               // bytes of a row, and of three
	LEAQ (DX)(DX*2), BX
	VXORPD Y0, Y0, Y0
	VXORPD Y1, Y1, Y1
	VXORPD Y2, Y2, Y2
	VXORPD Y3, Y3, Y3

outerFour:
	SUBQ $4, CX
	JLT  outerRest
	TURN((R11), (R11)(DX*1), (R11)(DX*2), (R11)(BX*1), 16(R11), 16(R11)(DX*1), 16(R11)(DX*2), 16(R11)(BX*1), Y4, Y5, Y6, Y7, X8, X9, X10, X11, Y8, Y9, Y10, Y11)
	TURN((R12), (R12)(DX*1), (R12)(DX*2), (R12)(BX*1), 16(R12), 16(R12)(DX*1), 16(R12)(DX*2), 16(R12)(BX*1), Y8, Y9, Y10, Y11, X12, X13, X14, X15, Y12, Y13, Y14, Y15)
	CHANNEL(0, Y4, Y8)
	CHANNEL(8, Y5, Y9)
	CHANNEL(16, Y6, Y10)
	CHANNEL(24, Y7, Y11)
	ADDQ $32, R9
	ADDQ $32, R10
	ADDQ $32, R11
	ADDQ $32, R12
	JMP  outerFour

outerRest:
	ADDQ $4, CX
	JEQ  outerEnd

outerOne:
	GATHER(R11, X4, Y4)
	GATHER(R12, X8, Y8)
	CHANNEL(0, Y4, Y8)
	ADDQ $8, R9
	ADDQ $8, R10
	ADDQ $8, R11
	ADDQ $8, R12
	DECQ CX
	JNE  outerOne

outerEnd:
	MOVQ to+40(FP), DI
	VMOVUPD Y0, (DI)
	VMOVUPD Y1, 32(DI)
	VMOVUPD Y2, 64(DI)
	VMOVUPD Y3, 96(DI)
	VZEROUPPER
	RET

// func avxPairGrad(scale float64, maps, si, sj, cross, grad *float64)
TEXT ·avxPairGrad(SB), NOSPLIT, $0-48
	VBROADCASTSD scale+0(FP), Y7
	VPCMPEQD Y6, Y6, Y6
	VPSLLQ $63, Y6, Y6
	VXORPD Y7, Y6, Y6         // −scale
	MOVQ maps+8(FP), SI
	MOVQ si+16(FP), AX
	MOVQ sj+24(FP), BX
	MOVQ cross+32(FP), DX
	MOVQ grad+40(FP), DI
	LEAQ 128(SI), R8
	LEAQ 128(DI), R9
	ROWS(AX)
	ADDPRODUCT(SI, DI)
	ROWS(BX)
	ADDPRODUCT(R8, R9)
	VMOVUPD Y6, Y7
	ROWS(DX)
	ADDPRODUCT(R8, DI)
	TURN((DX), 32(DX), 64(DX), 96(DX), 16(DX), 48(DX), 80(DX), 112(DX), Y0, Y1, Y2, Y3, X8, X9, X10, X11, Y8, Y9, Y10, Y11)
	ADDPRODUCT(SI, R9)
	VZEROUPPER
	RET

// func avxOrthStep(n int, c float64, v, w, next *float64) float64
TEXT ·avxOrthStep(SB), NOSPLIT, $0-48
	MOVQ n+0(FP), CX
	VBROADCASTSD c+8(FP), Y15
	MOVQ v+16(FP), SI
	MOVQ w+24(FP), DI
	MOVQ next+32(FP), DX
	VXORPD Y0, Y0, Y0
	XORQ AX, AX

orthNext:
	VMULPD (SI)(AX*8), Y15, Y1
	VADDPD (DI)(AX*8), Y1, Y1
	VMOVUPD Y1, (DI)(AX*8)
	VMULPD (DX)(AX*8), Y1, Y1
	VADDPD Y1, Y0, Y0
	ADDQ $4, AX
	CMPQ AX, CX
	JLT  orthNext
	JOIN(Y0, X0, X1)
	VMOVSD X0, ret+40(FP)
	VZEROUPPER
	RET

// func avxDot(n int, x, y *float64) float64
TEXT ·avxDot(SB), NOSPLIT, $0-32
	MOVQ n+0(FP), CX
	MOVQ x+8(FP), SI
	MOVQ y+16(FP), DI
	VXORPD Y0, Y0, Y0
	XORQ AX, AX

dotNext:
	VMOVUPD (SI)(AX*8), Y1
	VMULPD (DI)(AX*8), Y1, Y1
	VADDPD Y1, Y0, Y0
	ADDQ $4, AX
	CMPQ AX, CX
	JLT  dotNext
	JOIN(Y0, X0, X1)
	VMOVSD X0, ret+24(FP)
	VZEROUPPER
	RET
