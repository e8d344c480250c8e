package linalg

import "math"

// LeakyReLU sets o to v where v > 0 and to slope·v otherwise; the two may be one slice.
func LeakyReLU(o, v []float64, slope float64) {
	checkLen(len(o), len(v))
	kern.relu(o, v, slope)
}

func goReLU(o, v []float64, slope float64) {
	o = o[:len(v)]
	factor := [2]float64{1, slope}
	for i, x := range v {
		o[i] = x * factor[math.Float64bits(x)>>63]
	}
}

// notPositive is 1 for negative numbers and both zeros, else 0, without a branch (see elu.go).
func notPositive(v float64) uint64 {
	b := math.Float64bits(v)
	return (b | (b - 1)) >> 63
}

// AddLeakyReLUGrad adds to d the product of g with the slope of LeakyReLU at v, slope where v ≤ 0.
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
		d[i] += float64(factor[notPositive(x)] * g[i])
	}
}

// ReLUGrad multiplies d by the slope of LeakyReLU with slope 0, from its argument or its values v.
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
