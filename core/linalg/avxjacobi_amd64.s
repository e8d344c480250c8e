#include "textflag.h"

// TURNED rotates x and y by c (Y8) and s (Y9) but in the lanes of Y5: c·x − s·y in Y2 and
// s·x + c·y in Y4.
#define TURNED(X, Y) \
	VMOVUPD X, Y0 \
	VMOVUPD Y, Y1 \
	VMULPD Y0, Y8, Y2 \
	VMULPD Y1, Y9, Y3 \
	VSUBPD Y3, Y2, Y2 \
	VBLENDVPD Y5, Y0, Y2, Y2 \
	VMULPD Y0, Y9, Y4 \
	VMULPD Y1, Y8, Y6 \
	VADDPD Y6, Y4, Y4 \
	VBLENDVPD Y5, Y1, Y4, Y4

// func avxJacobi(d int, w, v *float64, k *[4]float64) bool
TEXT ·avxJacobi(SB), NOSPLIT, $16-33
	MOVQ d+0(FP), R9
	MOVQ w+8(FP), SI
	MOVQ v+16(FP), DI
	MOVQ k+24(FP), AX
	MOVQ R9, R8
	SHLQ $5, R9               // bytes of a row
	IMULQ R9, R8
	ADDQ SI, R8               // end of w
	VPCMPEQD Y15, Y15, Y15
	VPSRLQ $1, Y15, Y15       // all bits but the sign
	VBROADCASTSD (AX), Y14    // 1
	VBROADCASTSD 8(AX), Y13   // epsilon
	VBROADCASTSD 16(AX), Y12  // what counts as 0
	VBROADCASTSD 24(AX), Y11  // the largest number
	MOVQ $60, sweeps-16(SP)

jacobiSweep:
	MOVQ $0, rotated-8(SP)
	MOVQ SI, R11              // row p
	XORQ R12, R12             // column p

jacobiP:
	MOVQ R11, BX              // row q
	MOVQ R12, DX              // column q

jacobiQ:
	ADDQ R9, BX
	ADDQ $32, DX
	CMPQ DX, R9
	JGE  jacobiNextP
	VMOVUPD (R11)(DX*1), Y0
	VMOVUPD (R11)(R12*1), Y1
	VMOVUPD (BX)(DX*1), Y2
	VANDPD Y15, Y0, Y3
	VANDPD Y15, Y1, Y4
	VSQRTPD Y4, Y4
	VMULPD Y13, Y4, Y4
	VANDPD Y15, Y2, Y5
	VSQRTPD Y5, Y5
	VMULPD Y5, Y4, Y4
	VCMPPD $2, Y4, Y3, Y5
	VCMPPD $1, Y12, Y3, Y6
	VORPD Y6, Y5, Y5          // lanes that stay
	VXORPD Y6, Y6, Y6
	VMOVUPD Y6, (R11)(DX*1)
	VMOVUPD Y6, (BX)(R12*1)
	VMOVMSKPD Y5, AX
	CMPQ AX, $15
	JEQ  jacobiQ
	VCMPPD $2, Y11, Y3, Y6
	VORPD Y5, Y6, Y6
	VMOVMSKPD Y6, AX
	CMPQ AX, $15
	JNE  jacobiBad
	MOVQ $1, rotated-8(SP)
	VADDPD Y0, Y0, Y6
	VSUBPD Y1, Y2, Y7
	VDIVPD Y6, Y7, Y7         // theta
	VANDPD Y15, Y7, Y8
	VMAXPD Y8, Y14, Y9
	VMINPD Y14, Y8, Y10
	VDIVPD Y9, Y10, Y10
	VMULPD Y10, Y10, Y10
	VADDPD Y14, Y10, Y10
	VSQRTPD Y10, Y10
	VMULPD Y9, Y10, Y10       // hypot(theta, 1)
	VADDPD Y8, Y10, Y10
	VDIVPD Y10, Y14, Y10
	VANDNPD Y7, Y15, Y9
	VORPD Y9, Y10, Y10        // t
	VMULPD Y10, Y10, Y8
	VADDPD Y14, Y8, Y8
	VSQRTPD Y8, Y8
	VDIVPD Y8, Y14, Y8        // c
	VMULPD Y8, Y10, Y9        // s
	VMULPD Y0, Y10, Y10
	VSUBPD Y10, Y1, Y6
	VBLENDVPD Y5, Y1, Y6, Y6
	VMOVUPD Y6, (R11)(R12*1)
	VADDPD Y10, Y2, Y6
	VBLENDVPD Y5, Y2, Y6, Y6
	VMOVUPD Y6, (BX)(DX*1)
	MOVQ SI, CX
	MOVQ DI, AX
	XORQ R13, R13

jacobiRow:
	CMPQ CX, R11
	JEQ  jacobiVector
	CMPQ CX, BX
	JEQ  jacobiVector
	TURNED((CX)(R12*1), (CX)(DX*1))
	VMOVUPD Y2, (CX)(R12*1)
	VMOVUPD Y2, (R11)(R13*1)
	VMOVUPD Y4, (CX)(DX*1)
	VMOVUPD Y4, (BX)(R13*1)

jacobiVector:
	TURNED((AX)(R12*1), (AX)(DX*1))
	VMOVUPD Y2, (AX)(R12*1)
	VMOVUPD Y4, (AX)(DX*1)
	ADDQ R9, CX
	ADDQ R9, AX
	ADDQ $32, R13
	CMPQ CX, R8
	JLT  jacobiRow
	JMP  jacobiQ

jacobiNextP:
	ADDQ R9, R11
	ADDQ $32, R12
	CMPQ R12, R9
	JLT  jacobiP
	CMPQ rotated-8(SP), $0
	JEQ  jacobiGood
	DECQ sweeps-16(SP)
	JNE  jacobiSweep

jacobiGood:
	MOVB $1, ret+32(FP)
	VZEROUPPER
	RET

jacobiBad:
	MOVB $0, ret+32(FP)
	VZEROUPPER
	RET
