#include "textflag.h"

// DRAW sets AX to the next draw of rand.PCG, whose state are R8 and R9; CX, R10, R11, R12 and
// R13 hold its constants. DX is spoilt.
#define DRAW() \
	MOVQ R9, AX \
	MULQ CX \
	IMULQ R10, R9 \
	ADDQ DX, R9 \
	IMULQ CX, R8 \
	ADDQ R11, AX \
	ADCQ R12, R9 \
	ADDQ R9, R8 \
	MOVQ AX, R9 \
	MOVQ R8, AX \
	SHRQ $32, AX \
	XORQ R8, AX \
	IMULQ R13, AX \
	MOVQ AX, DX \
	SHRQ $48, DX \
	XORQ DX, AX \
	MOVQ R9, DX \
	ORQ  $1, DX \
	IMULQ DX, AX

// func drawMask(n int, state *[2]uint64, mask *uint8, limit uint32)
TEXT ·drawMask(SB), NOSPLIT, $0-28
	MOVQ n+0(FP), SI
	MOVQ state+8(FP), BX
	MOVQ mask+16(FP), DI
	MOVL limit+24(FP), R15
	MOVQ (BX), R8
	MOVQ 8(BX), R9
	MOVQ $4865540595714422341, CX
	MOVQ $2549297995355413924, R10
	MOVQ $1442695040888963407, R11
	MOVQ $6364136223846793005, R12
	MOVQ $0xda942042e4dd58b5, R13
	SUBQ $2, SI
	JLT  maskLast

maskPair:
	DRAW()
	CMPL AX, R15
	SETCC (DI)
	SHRQ $32, AX
	CMPL AX, R15
	SETCC 1(DI)
	ADDQ $2, DI
	SUBQ $2, SI
	JGE  maskPair

maskLast:
	ADDQ $2, SI
	JEQ  maskEnd
	DRAW()
	CMPL AX, R15
	SETCC (DI)

maskEnd:
	MOVQ R8, (BX)
	MOVQ R9, 8(BX)
	RET
