package linalg

import "math"

// The signs of activations are random to a branch predictor, which fails half of
// the time. These loops therefore use the signs as masks.

// ELUWork is the length of a workspace for [ELU] that stays in the first-level
// cache.
const ELUWork = 256

// ELU replaces each x of o by eˣ − 1 unless x > 0. part is a workspace of any
// length but 0. It does not allocate.
func ELU(o, part []float64) {
	if kern.elu != nil {
		kern.elu(o)
		return
	}
	for len(o) > 0 {
		y := o[:min(len(o), len(part))]
		x := part[:len(y)]
		for i, v := range y {
			b := int64(math.Float64bits(v))
			x[i] = math.Float64frombits(uint64(b & (b >> 63))) // v where its sign is set, else 0
		}
		kern.exp(x, x)
		for i, v := range y {
			b, low := int64(math.Float64bits(v)), int64(math.Float64bits(x[i]-1))
			y[i] = math.Float64frombits(uint64(b ^ (b^low)&(b>>63)))
		}
		o = o[len(y):]
	}
}

// ELUGrad multiplies d by the derivative of ELU, 1 or y + 1, computed from the
// values y.
func ELUGrad(d, y []float64) {
	checkLen(len(d), len(y))
	kern.eluGrad(d, y)
}

func goELUGrad(d, y []float64) {
	for i, v := range y {
		b := int64(math.Float64bits(v))
		d[i] *= math.Float64frombits(uint64(b&(b>>63))) + 1
	}
}

// AddELUGrad adds g times the derivative of ELU to d, computed from the values y.
func AddELUGrad(d, g, y []float64) {
	checkLen(len(d), len(y))
	checkLen(len(g), len(y))
	for i, v := range y {
		b := int64(math.Float64bits(v))
		d[i] += float64(g[i] * (math.Float64frombits(uint64(b&(b>>63))) + 1))
	}
}
