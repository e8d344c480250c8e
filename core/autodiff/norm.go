// This file has layer normalisation and dropout, which the models apply between their layers.

package autodiff

import (
	"sheafscope/core/linalg"
	"sheafscope/core/rng"
)

// LayerNormEps is added to the variance in [LayerNorm], because the variance can be 0.
const LayerNormEps = 1e-5

// LayerNorm returns y_ij = gamma_j·x̂_ij + beta_j for x (n×c), where gamma and beta are 1×c.
// A row of x̂ is the row of x minus its mean, divided by √(variance + [LayerNormEps]).
func LayerNorm(t *Tape, x, gamma, beta *Var) *Var {
	return layerNorm(t, t.Result(x.Rows(), x.Cols(), x, gamma, beta), x, linalg.NewDense(x.Rows(), x.Cols()), gamma, beta)
}

// layerNorm writes the result to out and the normalised rows x̂ to xhat, which may be the memory of x. Without gradients, out may be x.
func layerNorm(t *Tape, out, x *Var, xhat *linalg.Dense, gamma, beta *Var) *Var {
	fitsGamma := gamma.Rows() == 1 && gamma.Cols() == x.Cols()
	mustFit(fitsGamma && sameShape(gamma, beta), "LayerNorm", x, gamma, beta)
	rho := make([]float64, x.Rows()) // the factor 1/√(variance + ε) of each row
	return CustomOp(t, "LayerNorm", out, func() {
		linalg.LayerNorm(out.Value, xhat, rho, x.Value, gamma.Value.Data, beta.Value.Data, LayerNormEps)
	}, func() {
		// LayerNormGrad skips the gradients that are nil.
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

// DropoutName is the name of the dropout operations. Only a tape that was built for training has such operations.
const DropoutName = "Dropout"

// Dropout returns x with each element set to 0 with probability p (0 ≤ p ≤ 1), and all other elements multiplied by 1/(1−p).
// If t.Training is false at the call, Dropout appends no operation and returns x. If t.Training is false in a later run of the tape, the
// operation is the identity.
// The mask is drawn from the stream (t.Seed, name, t.Epoch), so a repeated epoch has the same mask. Each dropout needs its own name.
func Dropout(t *Tape, x *Var, p float64, name string) *Var { return DropoutBy(t, x, &p, name) }

// DropoutBy is [Dropout] with the probability *p, which the caller may change between runs.
func DropoutBy(t *Tape, x *Var, p *float64, name string) *Var {
	return newDropout(t, x, nil, p, name)
}

// DropoutOf is [Dropout] for a variable x that has selected rows of a larger matrix, those in rows.Index.
// Each row has the mask that it would have in a Dropout of the larger matrix. If rows is nil, DropoutOf is Dropout.
func DropoutOf(t *Tape, x *Var, rows *Rows, p float64, name string) *Var {
	return newDropout(t, x, rows, &p, name)
}

// newDropout is dropout with a new output.
func newDropout(t *Tape, x *Var, rows *Rows, p *float64, name string) *Var {
	if !t.Training { // dropout tests this, too; the test here saves the memory of the output
		return x
	}
	return dropout(t, t.Result(x.Rows(), x.Cols(), x), x, rows, p, name)
}

// dropout appends a dropout of x with the result in out, which may be x. If the tape is not training, it appends nothing and returns x.
// A byte of the mask is 1 for a kept element and 0 for a dropped element.
// If rows is not nil, the mask covers the larger matrix, and Forward moves the bytes of the selected rows to the start.
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
	active := false // whether the last Forward dropped elements
	factor := 0.0   // factor of the kept elements; 0 for p = 1, which keeps none and draws no mask
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
			rows.gather(mask, x.Cols()) // does nothing if rows is nil
		}
		linalg.Keep(o, v, mask[:len(v)], factor)
	}
	backward := func() {
		g := out.Grad.Data // Keep may overwrite it, since no later step of Backward reads it
		if active {
			linalg.Keep(g, g, mask[:len(g)], factor)
		}
		if out != x { // if out is x, g is the gradient of x itself
			addTo(x, g)
		}
	}
	return CustomOp(t, DropoutName, out, forward, backward)
}
