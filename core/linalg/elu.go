package linalg

import "math"

// This file contains the activation ELU and its derivative.
//
// A branch on the random sign of an activation would be slow, so the loops use the sign bit as a
// mask. For the bits b of a number as an int64, b>>63 has all bits set if the number is negative
// or −0. If not, b>>63 is 0.

// ELUWork is the length, in numbers, of a workspace for [ELU] that stays in the first-level cache.
const ELUWork = 256

// ELU replaces each x of o by eˣ − 1 unless x > 0. work is a workspace of any length
// above 0, in which ELU processes part after part of o.
func ELU(o, work []float64) {
	if kern.elu != nil { // this loop needs no workspace
		kern.elu(o)
		return
	}
	for len(o) > 0 {
		y := o[:min(len(o), len(work))]
		x := work[:len(y)]
		for i, v := range y {
			b := int64(math.Float64bits(v))
			x[i] = math.Float64frombits(uint64(b & (b >> 63))) // v if v is negative, 0 if it is not
		}
		kern.exp(x, x)
		for i, v := range y { // y[i] becomes eᵛ − 1 if v is negative, and stays v if it is not
			b, low := int64(math.Float64bits(v)), int64(math.Float64bits(x[i]-1))
			y[i] = math.Float64frombits(uint64(b ^ (b^low)&(b>>63)))
		}
		o = o[len(y):]
	}
}

// ELUGrad multiplies d by the derivative of ELU, given the values y of ELU. The
// derivative is y + 1 for a negative y, and 1 for other y.
func ELUGrad(d, y []float64) {
	checkLen(len(d), len(y))
	kern.eluGrad(d, y)
}

// goELUGrad is the kernel eluGrad in Go. The mask gives y for a negative y, and 0 for other y.
func goELUGrad(d, y []float64) {
	for i, v := range y {
		b := int64(math.Float64bits(v))
		d[i] *= math.Float64frombits(uint64(b&(b>>63))) + 1
	}
}

// AddELUGrad adds g times the derivative of ELU to d, given the values y of ELU.
func AddELUGrad(d, g, y []float64) {
	checkLen(len(d), len(y))
	checkLen(len(g), len(y))
	for i, v := range y {
		b := int64(math.Float64bits(v))
		d[i] += float64(g[i] * (math.Float64frombits(uint64(b&(b>>63))) + 1))
	}
}
