package view

import (
	"slices"

	"sheafscope/core/claims"
	"sheafscope/core/diffusion"
	"sheafscope/core/rng"
	"sheafscope/core/sgpc"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// sparsifierRisk is the failure probability of a guaranteed draw.
const sparsifierRisk = 0.01

// SparseDraw is one draw L̃ of a sparsifier of the evaluation's operator.
type SparseDraw struct {
	Pattern *diffusion.Pattern
	Lap     *sheaf.Laplacian
	// Drawn holds its measures; nil above spectral.MaxDense rows and for L̃ = 0.
	Drawn *claims.Drawn
}

// measures returns the measures of a draw, nil for a nil draw.
func (d *SparseDraw) measures() *claims.Drawn {
	if d == nil {
		return nil
	}
	return d.Drawn
}

// diffusionTime returns the diffusion time of the first layer.
func (r *viewer) diffusionTime() float64 {
	if d := r.eval.Diffused; len(d) > 0 {
		return d[0].Dt
	}
	return r.cfg.Dt
}

// samplingOf returns the sampling probability of every edge for the sparsifier of
// s. Its random streams differ from those of training.
func (r *viewer) samplingOf(s *sheaf.Sheaf, l *sheaf.Laplacian) ([]float64, error) {
	ridge := diffusion.Ridge(r.diffusionTime())
	tau := diffusion.LeverageByFactor(s, l, ridge)
	if tau == nil {
		var err error
		if tau, err = diffusion.LeverageEstimate(s, l, ridge, sgpc.LeverageProbes, 1e-4, rng.New(r.cfg.Seed, "view/leverage")); err != nil {
			return nil, err
		}
	}
	return diffusion.Probabilities(tau, diffusion.OversamplingTypical(s, tau, r.cfg.SVREpsilon)), nil
}

// Draws returns two sparsifiers of the operator of a run. guaranteed has the number
// of edges that the matrix Chernoff bound requires, nil above spectral.MaxDense
// rows. training is a sample like those of the training pass, nil when training
// samples no edges.
func Draws(r *sgpc.Run) (guaranteed, training *SparseDraw) { return newViewer(r).sparseDraws() }

// sparseDraws is [Draws].
func (r *viewer) sparseDraws() (guaranteed, training *SparseDraw) {
	n, c := r.eval, r.cfg
	if len(r.Graph.Edges) == 0 {
		return nil, nil
	}
	if n.Lap.Dim() <= spectral.MaxDense {
		if tau, err := diffusion.Leverage(n.Hat, n.Lap, 0); err == nil {
			over := diffusion.OversamplingGuaranteed(c.SVREpsilon, n.Lap.Dim(), sparsifierRisk)
			guaranteed = r.newDraw(diffusion.Probabilities(tau, over), rng.New(c.Seed, "claims/guaranteed", uint64(r.Epoch())))
		}
	}
	if c.DrawsSparse() {
		if prob, err := r.samplingOf(n.Hat, n.Lap); err == nil {
			training = r.newDraw(prob, rng.New(c.Seed, "view/draw", 0))
		}
	}
	return guaranteed, training
}

// newDraw samples one sparsifier with the given probabilities and measures it.
func (r *viewer) newDraw(prob []float64, src *rng.Stream) *SparseDraw {
	n := r.eval
	d := &SparseDraw{Pattern: diffusion.Draw(prob, src)}
	s := d.Pattern.Sheaf(n.Hat)
	d.Lap = sheaf.NewLaplacian(s.N, s.D, s.Edges)
	d.Lap.Assemble(s)
	if n.Lap.Dim() > spectral.MaxDense {
		return d
	}
	low, high := 1.0, 1.0
	if !d.isWhole(len(prob)) {
		var err error
		if low, high, err = diffusion.ExactEpsilon(n.Lap, d.Lap, 0); err != nil {
			return d
		}
	}
	sp, err := spectral.Full(d.Lap.Operator(), spectral.DefaultTol, spectral.ValuesOnly)
	if err != nil || sp.KernelDim == len(sp.Values) {
		return d
	}
	d.Drawn = &claims.Drawn{Operator: d.Lap.Operator(), Positive: sp.Values[sp.KernelDim], High: sp.Values[len(sp.Values)-1],
		Error: max(1-low, high-1), Kept: len(d.Pattern.Kept), Edges: len(prob)}
	if sp.KernelDim == 0 {
		d.Drawn.Low = d.Drawn.Positive
	}
	return d
}

// isWhole reports whether the draw contains all edges with weight 1, as is common
// on sparse graphs. That saves two decompositions.
func (d *SparseDraw) isWhole(edges int) bool {
	return len(d.Pattern.Kept) == edges && !slices.ContainsFunc(d.Pattern.Weight, func(w float64) bool { return w != 1 })
}
