// Activations and dropout for registers of any width; see loops_amd64.h.

// EXPTABLE loads what EXPOF needs from the table at R8: the largest and the least argument, log₂e,
// what rounds to a whole number, ln 2 in two parts, 1 and the whole numbers 1023.
#define EXPTABLE() \
	VBROADCASTSD (R8), V15 \
	VBROADCASTSD 8(R8), V14 \
	VBROADCASTSD 16(R8), V13 \
	VBROADCASTSD 24(R8), V12 \
	VBROADCASTSD 32(R8), V11 \
	VBROADCASTSD 40(R8), V10 \
	VBROADCASTSD 48(R8), V9 \
	VBROADCASTSD 56(R8), V8

// EXPOF replaces V0 by its exponential, as linalg.Exp does it step by step; a NaN stays, for the
// second source wins a comparison with it. DX, BX and V1 … V5 are spoilt.
#define EXPOF(LABEL) \
	VMINPD V0, V15, V0 \
	VMAXPD V0, V14, V0 \
	VMULPD V13, V0, V1 \
	VADDPD V12, V1, V1 \
	VSUBPD V12, V1, V2 \
	VMULPD V11, V2, V3 \
	VSUBPD V3, V0, V0 \
	VMULPD V10, V2, V2 \
	VSUBPD V2, V0, V3 \
	VBROADCASTSD 64(R8), V4 \
	VMULPD V4, V3, V4 \
	VBROADCASTSD 72(R8), V5 \
	VADDPD V5, V4, V4 \
	LEAQ 80(R8), DX \
	MOVQ $10, BX \
LABEL: \
	VMULPD V3, V4, V4 \
	VBROADCASTSD (DX), V5 \
	VADDPD V5, V4, V4 \
	ADDQ $8, DX \
	DECQ BX \
	JNE  LABEL \
	VMULPD V3, V3, V5 \
	VMULPD V4, V5, V5 \
	VSUBPD V5, V2, V2 \
	VSUBPD V2, V0, V0 \
	VADDPD V0, V9, V0 \
	VPSRAD $1, V1, V2 \
	VPSUBD V2, V1, V3 \
	VPADDD V8, V2, V2 \
	VPADDD V8, V3, V3 \
	VPSLLQ $52, V2, V2 \
	VPSLLQ $52, V3, V3 \
	VMULPD V2, V0, V0 \
	VMULPD V3, V0, V0

// func exp(n int, dst, src *float64, k *[20]float64)
TEXT F_EXP(SB), NOSPLIT, $0-32
	MOVQ n+0(FP), CX
	MOVQ dst+8(FP), DI
	MOVQ src+16(FP), SI
	MOVQ k+24(FP), R8
	EXPTABLE()
	XORQ AX, AX

expNext:
	VMOVUPD (SI)(AX*8), V0
	EXPOF(expPower)
	VMOVUPD V0, (DI)(AX*8)
	ADDQ $LANES, AX
	CMPQ AX, CX
	JLT  expNext
	VZEROUPPER
	RET

// SIGN sets all bits of M where the sign of X is set, and none elsewhere.
#define SIGN(X, M) \
	VPSRAD $31, X, M \
	VPSHUFD $0xF5, M, M

// CHOOSE replaces Y by X where the bits of M are not set; X is spoilt.
#define CHOOSE(M, X, Y) \
	VXORPD X, Y, Y \
	VANDPD M, Y, Y \
	VXORPD X, Y, Y

// func elu(n int, o *float64, k *[20]float64)
TEXT F_ELU(SB), NOSPLIT, $0-24
	MOVQ n+0(FP), CX
	MOVQ o+8(FP), DI
	MOVQ k+16(FP), R8
	EXPTABLE()
	XORQ AX, AX

eluNext:
	VMOVUPD (DI)(AX*8), V6
	SIGN(V6, V7)
	VANDPD V7, V6, V0
	EXPOF(eluPower)
	VSUBPD V9, V0, V0
	CHOOSE(V7, V6, V0)
	VMOVUPD V0, (DI)(AX*8)
	ADDQ $LANES, AX
	CMPQ AX, CX
	JLT  eluNext
	VZEROUPPER
	RET

// func eluGrad(n int, d, y *float64)
TEXT F_ELUGRAD(SB), NOSPLIT, $0-24
	MOVQ n+0(FP), CX
	MOVQ d+8(FP), DI
	MOVQ y+16(FP), SI
	MOVQ $0x3ff0000000000000, AX
	MOVQ AX, X15
	VBROADCASTSD X15, V15
	XORQ AX, AX

eluGradNext:
	VMOVUPD (SI)(AX*8), V0
	SIGN(V0, V1)
	VANDPD V1, V0, V0
	VADDPD V15, V0, V0
	VMULPD (DI)(AX*8), V0, V0
	VMOVUPD V0, (DI)(AX*8)
	ADDQ $LANES, AX
	CMPQ AX, CX
	JLT  eluGradNext
	VZEROUPPER
	RET

// func relu(n int, o, v *float64, slope float64)
TEXT F_RELU(SB), NOSPLIT, $0-32
	MOVQ n+0(FP), CX
	MOVQ o+8(FP), DI
	MOVQ v+16(FP), SI
	VBROADCASTSD slope+24(FP), V14
	MOVQ $0x3ff0000000000000, AX
	MOVQ AX, X15
	VBROADCASTSD X15, V15
	VXORPD V14, V15, V14
	XORQ AX, AX

reluNext:
	VMOVUPD (SI)(AX*8), V0
	SIGN(V0, V1)
	VANDPD V14, V1, V1
	VXORPD V15, V1, V1        // slope or 1
	VMULPD V1, V0, V0
	VMOVUPD V0, (DI)(AX*8)
	ADDQ $LANES, AX
	CMPQ AX, CX
	JLT  reluNext
	VZEROUPPER
	RET

// func keep(n int, o, v *float64, mask *uint8, factor float64)
TEXT F_KEEP(SB), NOSPLIT, $0-40
	MOVQ n+0(FP), CX
	MOVQ o+8(FP), DI
	MOVQ v+16(FP), SI
	MOVQ mask+24(FP), DX
	VBROADCASTSD factor+32(FP), V15
	XORQ AX, AX

keepNext:
	VPMOVZXBQ (DX)(AX*1), V0
	VPSLLQ $63, V0, V0        // the lowest bit of the byte
	SIGN(V0, V1)
	VANDPD V15, V1, V1
	VMULPD (SI)(AX*8), V1, V1
	VMOVUPD V1, (DI)(AX*8)
	ADDQ $LANES, AX
	CMPQ AX, CX
	JLT  keepNext
	VZEROUPPER
	RET
