package view

// This file draws sparsifiers L̃ of the operator (Theorem 2) and measures them.

import (
	"slices"

	"sheafscope/core/claims"
	"sheafscope/core/diffusion"
	"sheafscope/core/rng"
	"sheafscope/core/sgpc"
	"sheafscope/core/sheaf"
	"sheafscope/core/spectral"
)

// sparsifierRisk is the probability with which a guaranteed draw may miss its
// accuracy.
const sparsifierRisk = 0.01

// SparseDraw is one random sparsifier L̃ of the operator of an evaluation.
type SparseDraw struct {
	// Pattern holds the sampled edges and their weights. Lap is L̃.
	Pattern *diffusion.Pattern
	Lap     *sheaf.Laplacian
	// Drawn holds the measured properties of L̃. It is nil for L̃ = 0, for an L̃ with more
	// than spectral.MaxDense rows, and if a decomposition fails.
	Drawn *claims.Drawn
}

// measures returns d.Drawn, or nil for a nil d.
func (d *SparseDraw) measures() *claims.Drawn {
	if d == nil {
		return nil
	}
	return d.Drawn
}

// diffusionTime returns the diffusion time of the first layer. For a model without
// diffusion it returns the setting Δt.
func (r *viewer) diffusionTime() float64 {
	if len(r.eval.Diffused) > 0 {
		return r.eval.Diffused[0].Dt
	}
	return r.cfg.Dt
}

// probeTol is the tolerance of the solves that estimate leverage scores. Their error is far
// below the standard error of the estimate, which is 25 % (sgpc.LeverageProbes).
const probeTol = 1e-4

// samplingOf returns the sampling probability of every edge for a sparsifier of the
// sheaf s with the Laplacian l. It computes exact leverage scores by a factorisation
// of l. If the factorisation would be too large, it estimates the scores. The estimate
// does not use the random stream of training.
func (r *viewer) samplingOf(s *sheaf.Sheaf, l *sheaf.Laplacian) ([]float64, error) {
	ridge := diffusion.Ridge(r.diffusionTime()) // ρ = 1/Δt: the scores belong to L + ρI
	leverage := diffusion.LeverageByFactor(s, l, ridge)
	if leverage == nil { // the factorisation is too large
		var err error
		leverage, err = diffusion.LeverageEstimate(s, l, ridge, sgpc.LeverageProbes, probeTol, rng.New(r.cfg.Seed, "view/leverage"))
		if err != nil {
			return nil, err
		}
	}
	return diffusion.Probabilities(leverage, diffusion.OversamplingTypical(s, leverage, r.cfg.SVREpsilon)), nil
}

// Draws returns two sparsifiers of the operator of a run. guaranteed samples as many edges
// as the matrix Chernoff bound requires, nil for more than spectral.MaxDense rows. training
// samples edges like the training pass, nil if training samples none. Both are nil for a
// graph without edges. Each is nil if its leverage scores cannot be computed.
func Draws(r *sgpc.Run) (guaranteed, training *SparseDraw) { return newViewer(r).sparseDraws() }

// sparseDraws returns the two sparsifiers of [Draws].
func (r *viewer) sparseDraws() (guaranteed, training *SparseDraw) {
	eval, c := r.eval, r.cfg
	if len(r.Graph.Edges) == 0 {
		return nil, nil
	}
	dim := eval.Lap.Dim()
	if dim <= spectral.MaxDense {
		leverage, err := diffusion.Leverage(eval.Hat, eval.Lap, 0) // Theorem 2 is about L without a ridge
		if err == nil {
			oversampling := diffusion.OversamplingGuaranteed(c.SVREpsilon, dim, sparsifierRisk)
			stream := rng.New(c.Seed, "claims/guaranteed", uint64(r.Epoch()))
			guaranteed = r.newDraw(diffusion.Probabilities(leverage, oversampling), stream)
		}
	}
	if c.DrawsSparse() {
		probabilities, err := r.samplingOf(eval.Hat, eval.Lap)
		if err == nil {
			training = r.newDraw(probabilities, rng.New(c.Seed, "view/draw", 0))
		}
	}
	return guaranteed, training
}

// newDraw samples one sparsifier. probabilities has the probability of each edge.
func (r *viewer) newDraw(probabilities []float64, stream *rng.Stream) *SparseDraw {
	draw := &SparseDraw{Pattern: diffusion.Draw(probabilities, stream)}
	s := draw.Pattern.Sheaf(r.eval.Hat)
	draw.Lap = sheaf.NewLaplacian(s.N, s.D, s.Edges)
	draw.Lap.Assemble(s)
	draw.Drawn = r.measureDraw(draw, len(probabilities))
	return draw
}

// measureDraw returns the extreme eigenvalues of L̃, and its accuracy: the smallest ε
// with (1−ε)L ≼ L̃ ≼ (1+ε)L, or nil in the cases of SparseDraw.Drawn. edges is the number
// of edges of the graph.
func (r *viewer) measureDraw(draw *SparseDraw, edges int) *claims.Drawn {
	exact := r.eval.Lap
	if exact.Dim() > spectral.MaxDense {
		return nil
	}
	// low and high satisfy low·L ≼ L̃ ≼ high·L.
	low, high := 1.0, 1.0
	if !draw.isWhole(edges) {
		var err error
		low, high, err = diffusion.ExactEpsilon(exact, draw.Lap, 0) // without a ridge
		if err != nil {
			return nil
		}
	}
	full, err := spectral.Full(draw.Lap.Operator(), spectral.DefaultTol, spectral.ValuesOnly)
	if err != nil || full.KernelDim == len(full.Values) { // L̃ = 0 has only the eigenvalue 0
		return nil
	}
	drawn := &claims.Drawn{
		Operator: draw.Lap.Operator(), Positive: full.Values[full.KernelDim], High: full.Values[len(full.Values)-1],
		Error: max(1-low, high-1), Kept: len(draw.Pattern.Kept), Edges: edges,
	}
	// With a kernel, the smallest eigenvalue is 0.
	if full.KernelDim == 0 {
		drawn.Low = drawn.Positive
	}
	return drawn
}

// isWhole reports whether the draw contains all edges with weight 1, so that L̃ = L.
// This case is common on sparse graphs, and makes a decomposition unnecessary.
func (d *SparseDraw) isWhole(edges int) bool {
	hasOtherWeight := slices.ContainsFunc(d.Pattern.Weight, func(w float64) bool { return w != 1 })
	return len(d.Pattern.Kept) == edges && !hasOtherWeight
}
