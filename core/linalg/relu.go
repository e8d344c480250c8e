package linalg

import "math"

// LeakyReLU sets o_i to v_i for v_i > 0, and to slope·v_i for other v_i. o may be v.
func LeakyReLU(o, v []float64, slope float64) {
	checkLen(len(o), len(v))
	kern.relu(o, v, slope)
}

// goReLU is the kernel relu in Go. The sign bit selects the factor from a table, which avoids a branch.
func goReLU(o, v []float64, slope float64) {
	o = o[:len(v)]
	factor := [2]float64{1, slope}
	for i, x := range v {
		o[i] = x * factor[math.Float64bits(x)>>63]
	}
}

// notPositive returns 1 for negative numbers and both zeros, and 0 for positive
// numbers. It has no branch, for the reason in elu.go. For +0, b − 1 has the sign bit.
func notPositive(v float64) uint64 {
	b := math.Float64bits(v)
	return (b | (b - 1)) >> 63
}

// AddLeakyReLUGrad adds g times the derivative of LeakyReLU at v to d.
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

// ReLUGrad multiplies d by the derivative of ReLU. v holds the arguments of ReLU or the
// values of ReLU, which give the same derivative.
func ReLUGrad(d, v []float64) {
	checkLen(len(d), len(v))
	if kern.reluGrad != nil {
		kern.reluGrad(d, nil, v, 0)
		return
	}
	d = d[:len(v)]
	factor := [2]float64{1, 0}
	for i, x := range v {
		d[i] *= factor[notPositive(x)]
	}
}
