package linalg

import "math"

// This file contains the activations LeakyReLU and ReLU and their derivatives, for package autodiff.

// LeakyReLU sets o_i to v_i for v_i > 0, and to slope·v_i for v_i ≤ 0. o may be v.
func LeakyReLU(o, v []float64, slope float64) {
	checkLen(len(o), len(v))
	kern.relu(o, v, slope)
}

// goReLU is the kernel relu in Go. The sign bit selects the factor from a table, which avoids a branch.
// For v = +0 the factor is 1, but the product is 0 with either factor.
func goReLU(o, v []float64, slope float64) {
	o = o[:len(v)]
	factor := [2]float64{1, slope}
	for i, x := range v {
		o[i] = x * factor[math.Float64bits(x)>>63]
	}
}

// notPositive returns 1 for negative numbers and both zeros, 0 for positive numbers, and the sign
// bit of a NaN. A branch on the random sign of an activation would be slow. For +0, b − 1 has all
// bits set.
func notPositive(v float64) uint64 {
	b := math.Float64bits(v)
	return (b | (b - 1)) >> 63
}

// AddLeakyReLUGrad adds g times the derivative of LeakyReLU at v to d. The derivative is 1
// for v > 0, and slope for v ≤ 0.
func AddLeakyReLUGrad(d, g, v []float64, slope float64) {
	checkLen(len(d), len(v))
	checkLen(len(g), len(v))
	if kern.reluGrad != nil {
		kern.reluGrad(d, g, v, slope)
		return
	}
	d, g = d[:len(v)], g[:len(v)]
	factor := [2]float64{1, slope}
	for i, x := range v {
		d[i] += float64(factor[notPositive(x)] * g[i]) // float64 forbids a fused multiply-add
	}
}

// ReLUGrad multiplies d by the derivative of ReLU, which is 1 for v > 0 and 0 for
// v ≤ 0. v holds either the arguments or the values of ReLU: both have the same derivative.
func ReLUGrad(d, v []float64) {
	checkLen(len(d), len(v))
	if kern.reluGrad != nil {
		kern.reluGrad(d, nil, v, 0) // nil: multiply d by the derivative
		return
	}
	d = d[:len(v)]
	factor := [2]float64{1, 0}
	for i, x := range v {
		d[i] *= factor[notPositive(x)]
	}
}
