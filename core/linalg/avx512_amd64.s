#include "textflag.h"
#include "macros_amd64.h"

// Eight numbers at a time with AVX-512 (F and DQ).
#define V0 Z0
#define V1 Z1
#define V2 Z2
#define V3 Z3
#define V4 Z4
#define V5 Z5
#define V6 Z6
#define V7 Z7
#define V8 Z8
#define V9 Z9
#define V10 Z10
#define V11 Z11
#define V12 Z12
#define V13 Z13
#define V14 Z14
#define V15 Z15
#define LANES 8
#define BYTES 64
#define F_TILE ·avx512Tile
#define F_PACK ·avx512Pack
#define F_SPMM ·avx512SpMMRow
#define F_NODE ·avx512BlockNode
#define F_PAIR ·avx512BlockPair
#define F_AXPY ·avx512Axpy
#define F_DOTS ·avx512Dots
#define F_SHIFT ·avx512Shift
#define F_STEP ·avx512Step
#define F_TURNED ·avx512Turn
#define F_TERM ·avx512ChebTerm
#define F_ADJOINT ·avx512ChebAdjoint
#define F_EXP ·avx512Exp
#define F_ELU ·avx512ELU
#define F_ELUGRAD ·avx512ELUGrad
#define F_RELU ·avx512ReLU
#define F_KEEP ·avx512Keep
#include "loops_amd64.h"
#include "activations_amd64.h"
#include "tiles_amd64.h"
