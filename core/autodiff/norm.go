package autodiff

import (
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// LayerNormEps is added to the variance in [LayerNorm].
const LayerNormEps = 1e-5

// LayerNorm normalises the rows of x to mean 0 and variance 1, then scales
// column j by gamma_j and shifts it by beta_j; gamma and beta are 1×c.
func LayerNorm(t *Tape, x, gamma, beta *Var) *Var {
	return layerNorm(t, t.Result(x.Rows(), x.Cols(), x, gamma, beta), x, linalg.NewDense(x.Rows(), x.Cols()), gamma, beta)
}

// layerNorm writes the result to out and x̂ to xhat, which may be x's own memory.
func layerNorm(t *Tape, out, x *Var, xhat *linalg.Dense, gamma, beta *Var) *Var {
	c := x.Cols()
	need(gamma.Rows() == 1 && gamma.Cols() == c && beta.Rows() == 1 && beta.Cols() == c, "LayerNorm", x, gamma, beta)
	rho := make([]float64, x.Rows())
	return CustomOp(t, "LayerNorm", out, func() {
		linalg.LayerNorm(out.Value, xhat, rho, x.Value, gamma.Value.Data, beta.Value.Data, LayerNormEps)
	}, func() {
		linalg.LayerNormGrad(x.Grad, gradData(gamma), gradData(beta), out.Grad, xhat, rho, gamma.Value.Data)
	})
}

func gradData(v *Var) []float64 {
	if v.Grad == nil {
		return nil
	}
	return v.Grad.Data
}

// DropoutName is the name of the operations that only a training tape has.
const DropoutName = "Dropout"

// Dropout sets every element of x to 0 with probability p and multiplies the
// others by 1/(1−p), while t.Training; otherwise it is the identity. The mask
// is drawn from the stream (t.Seed, name, t.Epoch), so that the same epoch can
// be run again. Two dropouts of a tape need different names. On a tape that is
// not training when the operation is added, the result is x itself.
func Dropout(t *Tape, x *Var, p float64, name string) *Var { return DropoutBy(t, x, &p, name) }

// DropoutBy is Dropout with a probability that the caller may change between runs.
func DropoutBy(t *Tape, x *Var, p *float64, name string) *Var {
	if !t.Training {
		return x
	}
	return dropout(t, t.Result(x.Rows(), x.Cols(), x), x, p, name)
}

// dropout writes the result to out, which may be x. It keeps a byte per element.
func dropout(t *Tape, out, x *Var, p *float64, name string) *Var {
	if !t.Training {
		return x
	}
	mask := make([]uint8, len(x.Value.Data))
	active := false
	var factor [2]float64 // of what is dropped, of what stays
	src := new(rng.Source)
	return CustomOp(t, DropoutName, out, func() {
		active = t.Training && *p > 0
		o, v := out.Value.Data, x.Value.Data
		if !active {
			copy(o, v)
			return
		}
		factor = [2]float64{0, 0}
		if *p < 1 {
			factor[1] = 1 / (1 - *p)
			src.Reset(t.Seed, name, uint64(t.Epoch))
			drawMask(mask, *p, src)
		}
		for i, m := range mask {
			o[i] = factor[m&1] * v[i]
		}
	}, func() {
		d, g := x.Grad.Data, out.Grad.Data
		switch {
		case out != x && active:
			for i, m := range mask {
				d[i] += float64(g[i] * factor[m&1])
			}
		case out != x:
			addTo(x, g)
		case active:
			for i, m := range mask {
				d[i] *= factor[m&1]
			}
		}
	})
}

// drawMask fills mask with 0 (probability p < 1, to 2⁻³²) and 1. One draw of
// 64 bits decides two elements, each by 1 − the sign of its half − limit: a branch would
// be mispredicted half of the time, and a function is a call in the page.
func drawMask(mask []uint8, p float64, src *rng.Source) {
	limit := uint64(uint32(p * (1 << 32)))
	var draws [128]uint64
	for len(mask) > 0 {
		k := min(len(draws), (len(mask)+1)/2)
		src.Fill(draws[:k])
		for _, u := range draws[:k-1] {
			mask[0] = uint8(1 - (u&(1<<32-1)-limit)>>63)
			mask[1] = uint8(1 - (u>>32-limit)>>63)
			mask = mask[2:]
		}
		u := draws[k-1]
		mask[0] = uint8(1 - (u&(1<<32-1)-limit)>>63)
		if len(mask) == 1 {
			return
		}
		mask[1] = uint8(1 - (u>>32-limit)>>63)
		mask = mask[2:]
	}
}
