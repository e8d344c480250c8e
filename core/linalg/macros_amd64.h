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

// TURN loads a block and leaves its columns in C0…C3; its rows lie R1, R2 and R3 bytes behind
// the first one. T is spoilt.
#define TURN(M0, M1, M2, M3, N0, N1, N2, N3, C0, C1, C2, C3, X0, X1, X2, X3, T0, T1, T2, T3) \
	VMOVUPD M0, X0 \
	VINSERTF128 $1, M2, T0, T0 \
	VMOVUPD M1, X1 \
	VINSERTF128 $1, M3, T1, T1 \
	VMOVUPD N0, X2 \
	VINSERTF128 $1, N2, T2, T2 \
	VMOVUPD N1, X3 \
	VINSERTF128 $1, N3, T3, T3 \
	VUNPCKLPD T1, T0, C0 \
	VUNPCKHPD T1, T0, C1 \
	VUNPCKLPD T3, T2, C2 \
	VUNPCKHPD T3, T2, C3
