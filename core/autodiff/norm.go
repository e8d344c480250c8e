package autodiff

import (
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// LayerNormEps is added to the variance in [LayerNorm].
const LayerNormEps = 1e-5

// LayerNorm normalises each row of x (n×c) to mean 0 and variance 1, multiplies column j by gamma_j and adds beta_j.
// gamma and beta are 1×c. The denominator is √(variance + [LayerNormEps]).
func LayerNorm(t *Tape, x, gamma, beta *Var) *Var {
	return layerNorm(t, t.Result(x.Rows(), x.Cols(), x, gamma, beta), x, linalg.NewDense(x.Rows(), x.Cols()), gamma, beta)
}

// layerNorm writes the result to out and the normalised x̂ to xhat, which may be the memory of x.
func layerNorm(t *Tape, out, x *Var, xhat *linalg.Dense, gamma, beta *Var) *Var {
	c := x.Cols()
	mustFit(gamma.Rows() == 1 && gamma.Cols() == c && beta.Rows() == 1 && beta.Cols() == c, "LayerNorm", x, gamma, beta)
	rho := make([]float64, x.Rows()) // the factor 1/√(variance + ε) of each row
	return CustomOp(t, "LayerNorm", out, func() {
		linalg.LayerNorm(out.Value, xhat, rho, x.Value, gamma.Value.Data, beta.Value.Data, LayerNormEps)
	}, func() {
		linalg.LayerNormGrad(x.Grad, gradData(gamma), gradData(beta), out.Grad, xhat, rho, gamma.Value.Data)
	})
}

// gradData returns the elements of the gradient of v, or nil if v has no gradient.
func gradData(v *Var) []float64 {
	if v.Grad == nil {
		return nil
	}
	return v.Grad.Data
}

// DropoutName is the name of the dropout operations, which only a training tape has.
const DropoutName = "Dropout"

// Dropout sets each element of x to 0 with probability p and multiplies the others by 1/(1−p).
// In a run with t.Training false it is the identity.
// The mask is drawn from the stream (t.Seed, name, t.Epoch), so that an epoch can be repeated.
// Two dropouts of one tape need different names, or their masks would be equal.
// If t.Training is false at the call, Dropout appends no operation and returns x.
func Dropout(t *Tape, x *Var, p float64, name string) *Var { return DropoutBy(t, x, &p, name) }

// DropoutBy is [Dropout] with the probability *p, which the caller may change between runs.
func DropoutBy(t *Tape, x *Var, p *float64, name string) *Var {
	return newDropout(t, x, nil, p, name)
}

// DropoutOf is [Dropout] for a variable x that has the rows rows.Index of a larger matrix.
// Each row has the mask that Dropout of the larger matrix would give it.
func DropoutOf(t *Tape, x *Var, rows *Rows, p float64, name string) *Var {
	return newDropout(t, x, rows, &p, name)
}

// newDropout appends a dropout with a new output if the tape is training, and returns x otherwise.
func newDropout(t *Tape, x *Var, rows *Rows, p *float64, name string) *Var {
	if !t.Training {
		return x
	}
	return dropout(t, t.Result(x.Rows(), x.Cols(), x), x, rows, p, name)
}

// dropout writes the result to out, which may be x.
// With rows nil, the mask has a byte for each element of x; otherwise it has one for each element of the larger matrix.
func dropout(t *Tape, out, x *Var, rows *Rows, p *float64, name string) *Var {
	if !t.Training {
		return x
	}
	size := len(x.Value.Data)
	if rows != nil {
		mustFit(x.Rows() == rows.len(), DropoutName, x)
		size = rows.Of * x.Cols()
	}
	mask := make([]uint8, size)
	active := false // whether the last Forward drew a mask
	factor := 0.0   // of the kept elements
	src := new(rng.Stream)
	forward := func() {
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
	}
	backward := func() {
		g := out.Grad.Data
		if active {
			linalg.Keep(g, g, mask[:len(g)], factor)
		}
		if out != x {
			addTo(x, g)
		}
	}
	return CustomOp(t, DropoutName, out, forward, backward)
}
