package autodiff

import (
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// LayerNormEps is added to the variance in LayerNorm.
const LayerNormEps = 1e-5

// LayerNorm normalises the rows of x to mean 0 and variance 1, then scales
// column j by gamma_j and shifts it by beta_j; gamma and beta are 1×c.
func LayerNorm(t *Tape, x, gamma, beta *Var) *Var {
	c := x.Cols()
	need(gamma.Rows() == 1 && gamma.Cols() == c && beta.Rows() == 1 && beta.Cols() == c, "LayerNorm", x, gamma, beta)
	out := t.Result(x.Rows(), c, x, gamma, beta)
	xhat, rho := linalg.NewDense(x.Rows(), c), make([]float64, x.Rows())
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

// Dropout sets every element of x to 0 with probability p and multiplies the
// others by 1/(1−p), while t.Training; otherwise it is the identity. The mask
// is drawn from the stream (t.Seed, name, t.Epoch), so that the same epoch can
// be run again. Two dropouts of a tape need different names.
func Dropout(t *Tape, x *Var, p float64, name string) *Var { return DropoutBy(t, x, &p, name) }

// DropoutBy is Dropout with a probability that the caller may change between runs.
func DropoutBy(t *Tape, x *Var, p *float64, name string) *Var {
	out := t.Result(x.Rows(), x.Cols(), x)
	mask := make([]float64, len(x.Value.Data))
	active := false
	src := new(rng.Source)
	return CustomOp(t, "Dropout", out, func() {
		active = t.Training && *p > 0
		o, v := out.Value.Data, x.Value.Data
		if !active {
			copy(o, v)
			return
		}
		src.Reset(t.Seed, name, uint64(t.Epoch))
		drawMask(mask, *p, src)
		for i, m := range mask {
			o[i] = m * v[i]
		}
	}, func() {
		if active {
			addProduct(x, out.Grad.Data, mask)
		} else {
			addTo(x, out.Grad.Data)
		}
	})
}

// drawMask fills mask with 0 (probability p, to 2⁻³²) and 1/(1−p). One draw of
// 64 bits decides two elements.
func drawMask(mask []float64, p float64, src *rng.Source) {
	if p >= 1 {
		clear(mask)
		return
	}
	limit := uint32(p * (1 << 32))
	value := [2]float64{0, 1 / (1 - p)}
	for len(mask) > 0 {
		u := src.Uint64()
		mask[0] = value[atLeast(uint32(u), limit)]
		if len(mask) == 1 {
			return
		}
		mask[1] = value[atLeast(uint32(u>>32), limit)]
		mask = mask[2:]
	}
}

// atLeast returns 1 if u ≥ limit and 0 otherwise, without a branch that would
// be mispredicted half of the time.
func atLeast(u, limit uint32) uint64 {
	return 1 - (uint64(u)-uint64(limit))>>63
}
