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
	return dropoutApart(t, x, nil, p, name)
}

// DropoutOf is Dropout of some rows, which get the mask that they have among all.
func DropoutOf(t *Tape, x *Var, rows *Rows, p float64, name string) *Var {
	return dropoutApart(t, x, rows, &p, name)
}

func dropoutApart(t *Tape, x *Var, rows *Rows, p *float64, name string) *Var {
	if !t.Training {
		return x
	}
	return dropout(t, t.Result(x.Rows(), x.Cols(), x), x, rows, p, name)
}

// dropout writes the result to out, which may be x. It keeps a byte per element of
// the matrix that x has rows of.
func dropout(t *Tape, out, x *Var, rows *Rows, p *float64, name string) *Var {
	if !t.Training {
		return x
	}
	size := len(x.Value.Data)
	if rows != nil {
		need(x.Rows() == rows.len(), DropoutName, x)
		size = rows.Of * x.Cols()
	}
	mask := make([]uint8, size)
	active := false
	factor := 0.0 // of what stays
	src := new(rng.Stream)
	return CustomOp(t, DropoutName, out, func() {
		active = t.Training && *p > 0
		o, v := out.Value.Data, x.Value.Data
		if !active {
			copy(o, v)
			return
		}
		factor = 0
		if *p < 1 {
			factor = 1 / (1 - *p)
			src.Reset(t.Seed, name, uint64(t.Epoch))
			src.Mask(mask, *p)
			rows.gather(mask, x.Cols())
		}
		linalg.Keep(o, v, mask[:len(v)], factor)
	}, func() {
		g := out.Grad.Data
		if active {
			linalg.Keep(g, g, mask[:len(g)], factor)
		}
		if out != x {
			addTo(x, g)
		}
	})
}
