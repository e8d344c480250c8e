// Products of matrices for registers of any width; see loops_amd64.h.

// PRODUCTS multiplies one element of A by the two vectors in V8 and V9 and adds to two accumulators.
#define PRODUCTS(A, ACC0, ACC1) \
	SUM(V8, A, V12, ACC0) \
	SUM(V9, A, V13, ACC1)

// TILEIN and TILEOUT load and store a tile of four rows and two vectors, BX bytes from row to row, the third one at R13.
#define TILEIN() \
	VMOVUPD (R12), V0 \
	VMOVUPD BYTES(R12), V1 \
	VMOVUPD (R12)(BX*1), V2 \
	VMOVUPD BYTES(R12)(BX*1), V3 \
	VMOVUPD (R13), V4 \
	VMOVUPD BYTES(R13), V5 \
	VMOVUPD (R13)(BX*1), V6 \
	VMOVUPD BYTES(R13)(BX*1), V7

#define TILEOUT() \
	VMOVUPD V0, (R12) \
	VMOVUPD V1, BYTES(R12) \
	VMOVUPD V2, (R12)(BX*1) \
	VMOVUPD V3, BYTES(R12)(BX*1) \
	VMOVUPD V4, (R13) \
	VMOVUPD V5, BYTES(R13) \
	VMOVUPD V6, (R13)(BX*1) \
	VMOVUPD V7, BYTES(R13)(BX*1)

// ONE and SCALED fill a register with an element of A, as it is and times alpha.
#define ONE(A, T) \
	VBROADCASTSD (A), T

#define SCALED(A, T) \
	VBROADCASTSD (A), T \
	VMULPD V15, T, T

// TERMS adds term after term to the tile.
#define TERMS(LABEL, ELEMENT) \
LABEL: \
	VMOVUPD (SI), V8 \
	VMOVUPD BYTES(SI), V9 \
	ELEMENT(R8, V10) \
	PRODUCTS(V10, V0, V1) \
	ELEMENT(R9, V11) \
	PRODUCTS(V11, V2, V3) \
	ELEMENT(R10, V10) \
	PRODUCTS(V10, V4, V5) \
	ELEMENT(R11, V11) \
	PRODUCTS(V11, V6, V7) \
	ADDQ DX, R8 \
	ADDQ DX, R9 \
	ADDQ DX, R10 \
	ADDQ DX, R11 \
	ADDQ $(2*BYTES), SI \
	DECQ CX \
	JNE  LABEL

// func tile(depth int, alpha float64, a *[4]*float64, step int, panel, c *float64, ldc int)
TEXT F_TILE(SB), NOSPLIT, $0-56
	MOVQ depth+0(FP), CX
	MOVQ a+16(FP), AX
	MOVQ (AX), R8
	MOVQ 8(AX), R9
	MOVQ 16(AX), R10
	MOVQ 24(AX), R11
	MOVQ step+24(FP), DX
	SHLQ $3, DX
	MOVQ panel+32(FP), SI
	MOVQ c+40(FP), R12
	MOVQ ldc+48(FP), BX
	SHLQ $3, BX
	LEAQ (R12)(BX*2), R13
	TILEIN()
	VBROADCASTSD alpha+8(FP), V15
	MOVQ $0x3ff0000000000000, AX
	CMPQ AX, alpha+8(FP)
	JNE  tileScaled
	TERMS(tileNext, ONE)
	JMP  tileEnd
	TERMS(tileScaled, SCALED)

tileEnd:
	TILEOUT()
	VZEROUPPER
	RET

// func pack(depth, ld int, b, panel *float64)
TEXT F_PACK(SB), NOSPLIT, $0-32
	MOVQ depth+0(FP), CX
	MOVQ ld+8(FP), DX
	SHLQ $3, DX
	MOVQ b+16(FP), SI
	MOVQ panel+24(FP), DI

packNext:
	VMOVUPD (SI), V0
	VMOVUPD BYTES(SI), V1
	VMOVUPD V0, (DI)
	VMOVUPD V1, BYTES(DI)
	ADDQ DX, SI
	ADDQ $(2*BYTES), DI
	DECQ CX
	JNE  packNext
	VZEROUPPER
	RET

// func spmmRow(col *int32, val *float64, count, w, ld int, b, y *float64, old int)
TEXT F_SPMM(SB), NOSPLIT, $0-64
	MOVQ col+0(FP), SI
	MOVQ val+8(FP), DI
	MOVQ count+16(FP), CX
	MOVQ w+24(FP), R8
	MOVQ ld+32(FP), R11
	MOVQ b+40(FP), R9
	MOVQ y+48(FP), R10
	VBROADCASTSD old+56(FP), V15
	SHLQ $3, R11

rowEight:
	CMPQ R8, $(8*LANES)
	JLT  rowFour
	VANDPD (R10), V15, V0
	VANDPD BYTES(R10), V15, V1
	VANDPD 2*BYTES(R10), V15, V2
	VANDPD 3*BYTES(R10), V15, V3
	VANDPD 4*BYTES(R10), V15, V4
	VANDPD 5*BYTES(R10), V15, V5
	VANDPD 6*BYTES(R10), V15, V6
	VANDPD 7*BYTES(R10), V15, V7
	XORQ AX, AX

rowEightNext:
	MOVLQSX (SI)(AX*4), DX
	IMULQ R11, DX
	ADDQ R9, DX
	VBROADCASTSD (DI)(AX*8), V8
	SUM((DX), V8, V9, V0)
	SUM(BYTES(DX), V8, V10, V1)
	SUM(2*BYTES(DX), V8, V11, V2)
	SUM(3*BYTES(DX), V8, V12, V3)
	SUM(4*BYTES(DX), V8, V9, V4)
	SUM(5*BYTES(DX), V8, V10, V5)
	SUM(6*BYTES(DX), V8, V11, V6)
	SUM(7*BYTES(DX), V8, V12, V7)
	INCQ AX
	CMPQ AX, CX
	JLT  rowEightNext
	VMOVUPD V0, (R10)
	VMOVUPD V1, BYTES(R10)
	VMOVUPD V2, 2*BYTES(R10)
	VMOVUPD V3, 3*BYTES(R10)
	VMOVUPD V4, 4*BYTES(R10)
	VMOVUPD V5, 5*BYTES(R10)
	VMOVUPD V6, 6*BYTES(R10)
	VMOVUPD V7, 7*BYTES(R10)
	ADDQ $(8*BYTES), R10
	ADDQ $(8*BYTES), R9
	SUBQ $(8*LANES), R8
	JMP  rowEight

rowFour:
	CMPQ R8, $(4*LANES)
	JLT  rowOne
	VANDPD (R10), V15, V0
	VANDPD BYTES(R10), V15, V1
	VANDPD 2*BYTES(R10), V15, V2
	VANDPD 3*BYTES(R10), V15, V3
	XORQ AX, AX

rowFourNext:
	MOVLQSX (SI)(AX*4), DX
	IMULQ R11, DX
	ADDQ R9, DX
	VBROADCASTSD (DI)(AX*8), V8
	SUM((DX), V8, V9, V0)
	SUM(BYTES(DX), V8, V10, V1)
	SUM(2*BYTES(DX), V8, V11, V2)
	SUM(3*BYTES(DX), V8, V12, V3)
	INCQ AX
	CMPQ AX, CX
	JLT  rowFourNext
	VMOVUPD V0, (R10)
	VMOVUPD V1, BYTES(R10)
	VMOVUPD V2, 2*BYTES(R10)
	VMOVUPD V3, 3*BYTES(R10)
	ADDQ $(4*BYTES), R10
	ADDQ $(4*BYTES), R9
	SUBQ $(4*LANES), R8

rowOne:
	CMPQ R8, $LANES
	JLT  rowEnd
	VANDPD (R10), V15, V0
	XORQ AX, AX

rowOneNext:
	MOVLQSX (SI)(AX*4), DX
	IMULQ R11, DX
	VBROADCASTSD (DI)(AX*8), V8
	SUM((R9)(DX*1), V8, V9, V0)
	INCQ AX
	CMPQ AX, CX
	JLT  rowOneNext
	VMOVUPD V0, (R10)
	ADDQ $BYTES, R10
	ADDQ $BYTES, R9
	SUBQ $LANES, R8
	JMP  rowOne

rowEnd:
	VZEROUPPER
	RET

// ELEMENTS adds to the tile, a node's four rows, what the four elements of a column of a
// block, OFF bytes from its start, multiply: the next row of x.
#define ELEMENTS(OFF) \
	VMOVUPD (DX), V8 \
	VMOVUPD BYTES(DX), V9 \
	VBROADCASTSD OFF(DI), V10 \
	PRODUCTS(V10, V0, V1) \
	VBROADCASTSD OFF+32(DI), V11 \
	PRODUCTS(V11, V2, V3) \
	VBROADCASTSD OFF+64(DI), V10 \
	PRODUCTS(V10, V4, V5) \
	VBROADCASTSD OFF+96(DI), V11 \
	PRODUCTS(V11, V6, V7) \
	ADDQ R11, DX

// HALVES is ELEMENTS for the two rows of a node with 2×2 blocks and four vectors.
#define HALVES(OFF) \
	VMOVUPD (DX), V8 \
	VMOVUPD BYTES(DX), V9 \
	VMOVUPD 2*BYTES(DX), V10 \
	VMOVUPD 3*BYTES(DX), V11 \
	VBROADCASTSD OFF(DI), V12 \
	SUM(V8, V12, V13, V0) \
	SUM(V9, V12, V14, V1) \
	SUM(V10, V12, V13, V2) \
	SUM(V11, V12, V14, V3) \
	VBROADCASTSD OFF+16(DI), V15 \
	SUM(V8, V15, V13, V4) \
	SUM(V9, V15, V14, V5) \
	SUM(V10, V15, V13, V6) \
	SUM(V11, V15, V14, V7) \
	ADDQ R11, DX

// func blockPair(count int, col *int32, blocks, x *float64, ldx int, y *float64, ldy int)
TEXT F_PAIR(SB), NOSPLIT, $0-56
	MOVQ count+0(FP), CX
	MOVQ col+8(FP), SI
	MOVQ blocks+16(FP), DI
	MOVQ x+24(FP), R9
	MOVQ ldx+32(FP), R11
	MOVQ y+40(FP), R12
	MOVQ ldy+48(FP), BX
	SHLQ $3, R11
	VXORPD V0, V0, V0
	VXORPD V1, V1, V1
	VXORPD V2, V2, V2
	VXORPD V3, V3, V3
	VXORPD V4, V4, V4
	VXORPD V5, V5, V5
	VXORPD V6, V6, V6
	VXORPD V7, V7, V7

pairNext:
	MOVLQSX (SI), DX
	SHLQ $1, DX
	IMULQ R11, DX
	ADDQ R9, DX
	HALVES(0)
	HALVES(8)
	ADDQ $4, SI
	ADDQ $32, DI
	DECQ CX
	JNE  pairNext
	LEAQ (R12)(BX*8), R13
	VMOVUPD V0, (R12)
	VMOVUPD V1, BYTES(R12)
	VMOVUPD V2, 2*BYTES(R12)
	VMOVUPD V3, 3*BYTES(R12)
	VMOVUPD V4, (R13)
	VMOVUPD V5, BYTES(R13)
	VMOVUPD V6, 2*BYTES(R13)
	VMOVUPD V7, 3*BYTES(R13)
	VZEROUPPER
	RET

// func blockNode(count int, col *int32, blocks, x *float64, ldx int, y *float64, ldy, w int)
TEXT F_NODE(SB), NOSPLIT, $0-64
	MOVQ x+24(FP), R9
	MOVQ ldx+32(FP), R11
	MOVQ y+40(FP), R12
	MOVQ ldy+48(FP), BX
	MOVQ w+56(FP), R8
	SHLQ $3, R11              // bytes of a row of x
	SHLQ $3, BX

nodeWide:
	LEAQ (R12)(BX*2), R13
	VXORPD V0, V0, V0
	VXORPD V1, V1, V1
	VXORPD V2, V2, V2
	VXORPD V3, V3, V3
	VXORPD V4, V4, V4
	VXORPD V5, V5, V5
	VXORPD V6, V6, V6
	VXORPD V7, V7, V7
	MOVQ count+0(FP), CX
	MOVQ col+8(FP), SI
	MOVQ blocks+16(FP), DI

nodeNext:
	MOVLQSX (SI), DX
	SHLQ $2, DX
	IMULQ R11, DX
	ADDQ R9, DX
	ELEMENTS(0)
	ELEMENTS(8)
	ELEMENTS(16)
	ELEMENTS(24)
	ADDQ $4, SI
	ADDQ $128, DI
	DECQ CX
	JNE  nodeNext
	TILEOUT()
	ADDQ $(2*BYTES), R12
	ADDQ $(2*BYTES), R9
	SUBQ $(2*LANES), R8
	JNE  nodeWide
	VZEROUPPER
	RET
