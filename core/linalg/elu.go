package linalg

import "math"

// Signs of activations are as good as random: processors guess a branch on them
// wrongly half of the time, so that these loops take them for masks.

// ELUWork is the length of a workspace for [ELU] that stays in the first-level cache.
const ELUWork = 256

// ELU sets each x of o to x where x > 0 and to eˣ − 1 otherwise, by way of a
// workspace of any length but 0. It does not allocate.
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

// ELUGrad multiplies d by the slope of ELU, which is 1 or y + 1, from its values y.
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

// AddELUGrad adds to d the product of g with the slope of ELU from its values y.
func AddELUGrad(d, g, y []float64) {
	checkLen(len(d), len(y))
	checkLen(len(g), len(y))
	for i, v := range y {
		b := int64(math.Float64bits(v))
		d[i] += float64(g[i] * (math.Float64frombits(uint64(b&(b>>63))) + 1))
	}
}
