package linalg

import "math"

// This file declares the assembly loops of activations_amd64.h and of mask_amd64.s, and calls them for activations and dropout.
// "The kernel x" is the field x of type kernels (kern.go). A loop avx2X or avx512X processes n > 0 numbers, where n is a multiple of the
// numbers in a register (lanes): 4 with AVX2, 8 with AVX-512. The method lanes.whole rounds down to such a multiple.

// avx2Exp and avx512Exp are the kernel exp. k is expTable.
//
//go:noescape
func avx2Exp(n int, dst, src *float64, k *[20]float64)

//go:noescape
func avx512Exp(n int, dst, src *float64, k *[20]float64)

// avx2ELU and avx512ELU are the kernel elu. k is expTable.
//
//go:noescape
func avx2ELU(n int, o *float64, k *[20]float64)

//go:noescape
func avx512ELU(n int, o *float64, k *[20]float64)

// avx2ELUGrad and avx512ELUGrad are the kernel eluGrad.
//
//go:noescape
func avx2ELUGrad(n int, d, y *float64)

//go:noescape
func avx512ELUGrad(n int, d, y *float64)

// avx2ReLU and avx512ReLU are the kernel relu.
//
//go:noescape
func avx2ReLU(n int, o, v *float64, slope float64)

//go:noescape
func avx512ReLU(n int, o, v *float64, slope float64)

// avx2Keep and avx512Keep are the kernel keep.
//
//go:noescape
func avx2Keep(n int, o, v *float64, mask *uint8, factor float64)

//go:noescape
func avx512Keep(n int, o, v *float64, mask *uint8, factor float64)

// drawMask is DrawMask (keep.go) for any number n > 0 of bytes. It keeps the state of the generator in registers.
//
//go:noescape
func drawMask(n int, state *[2]uint64, mask *uint8, limit uint32)

// expTable has the constants of Exp in the order that the assembly loops need. The element math.Float64frombits(1023) has the bits of the
// integer 1023, the bias of the exponent. The fractions 1/k! follow, from 1/13! to 1/2!.
var expTable = [20]float64{expMax, expMin, log2E, shifter, ln2Hi, ln2Lo, 1, math.Float64frombits(1023),
	1.0 / 6227020800, 1.0 / 479001600, 1.0 / 39916800, 1.0 / 3628800, 1.0 / 362880, 1.0 / 40320, 1.0 / 5040, 1.0 / 720, 1.0 / 120,
	1.0 / 24, 1.0 / 6, 0.5}

// exp is the kernel exp: whole registers first, then Go for the rest.
func (l lanes) exp(dst, src []float64) {
	dst = dst[:len(src)]
	n := l.whole(len(src))
	switch {
	case n == 0: // Go processes all numbers
	case l == 8:
		avx512Exp(n, &dst[0], &src[0], &expTable)
	default:
		avx2Exp(n, &dst[0], &src[0], &expTable)
	}
	goExp(dst[n:], src[n:])
}

// elu is the kernel elu: whole registers first, then Go for the rest.
func (l lanes) elu(o []float64) {
	n := l.whole(len(o))
	switch {
	case n == 0: // Go processes all numbers
	case l == 8:
		avx512ELU(n, &o[0], &expTable)
	default:
		avx2ELU(n, &o[0], &expTable)
	}
	for i, v := range o[n:] {
		if math.Signbit(v) { // as in ELU, so −0 becomes +0
			o[n+i] = Exp(v) - 1
		}
	}
}

// eluGrad is the kernel eluGrad: whole registers first, then Go for the rest.
func (l lanes) eluGrad(d, y []float64) {
	d = d[:len(y)]
	n := l.whole(len(y))
	switch {
	case n == 0: // Go processes all numbers
	case l == 8:
		avx512ELUGrad(n, &d[0], &y[0])
	default:
		avx2ELUGrad(n, &d[0], &y[0])
	}
	goELUGrad(d[n:], y[n:])
}

// relu is the kernel relu: whole registers first, then Go for the rest.
func (l lanes) relu(o, v []float64, slope float64) {
	o = o[:len(v)]
	n := l.whole(len(v))
	switch {
	case n == 0: // Go processes all numbers
	case l == 8:
		avx512ReLU(n, &o[0], &v[0], slope)
	default:
		avx2ReLU(n, &o[0], &v[0], slope)
	}
	goReLU(o[n:], v[n:], slope)
}

// keep is the kernel keep: whole registers first, then Go for the rest.
func (l lanes) keep(o, v []float64, mask []uint8, factor float64) {
	o, mask = o[:len(v)], mask[:len(v)]
	n := l.whole(len(v))
	switch {
	case n == 0: // Go processes all numbers
	case l == 8:
		avx512Keep(n, &o[0], &v[0], &mask[0], factor)
	default:
		avx2Keep(n, &o[0], &v[0], &mask[0], factor)
	}
	goKeep(o[n:], v[n:], mask[n:], factor)
}
