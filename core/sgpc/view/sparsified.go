package view

// This file compares sparsified with exact diffusion. A sparsifier is a random selection of
// edges with adjusted weights.

import (
	"sheafscope/core/diffusion"
	"sheafscope/core/rng"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
)

// Sizes of the comparison.
const (
	// varianceDraws is the number of sparsifiers in the estimate of the variance.
	varianceDraws = 8
	// epsilonVectors is the number of random vectors in the estimate of the error of
	// the quadratic form.
	epsilonVectors = 16
	// anchorScale scales the input of the anchor, an exact solve that reduces the variance.
	// The scaled input stands for the slightly different input of an earlier epoch.
	anchorScale = 0.9
)

// viewSVR compares sparsified solves of the present diffusion with the exact solve. It
// returns the error of one sparsifier, and the variance over varianceDraws sparsifiers,
// without and with an anchor. It returns nil for a model without diffusion, at position 0,
// for more than frame.ShownEdges edges, if training samples no edges, and if the leverage
// scores cannot be computed.
func (r *viewer) viewSVR() *frame.SVR {
	eval, c := r.eval, r.cfg
	hasDiffusion := len(eval.Diffused) > 0 && r.Position() > 0
	isTooLarge := len(r.Graph.Edges) > frame.ShownEdges
	if !hasDiffusion || isTooLarge || !c.DrawsSparse() {
		return nil
	}
	diffused := eval.Diffused[0]
	probabilities, err := r.samplingOf(eval.Hat, eval.Lap)
	if err != nil {
		return nil
	}
	v := &frame.SVR{}
	for _, p := range probabilities {
		v.Kept += p // the expected number of sampled edges
	}
	patterns := make([]*diffusion.Pattern, varianceDraws)
	for k := range patterns {
		patterns[k] = diffusion.Draw(probabilities, rng.New(c.Seed, "view/draw", uint64(k)))
	}
	v.Epsilon = diffusion.MeasuredEpsilon(eval.Hat, patterns[0].Sheaf(eval.Hat), diffusion.Ridge(diffused.Dt), epsilonVectors,
		rng.New(c.Seed, "view/epsilon"))

	// The anchor solves exactly for the scaled input.
	anchorInput := append([]float64(nil), diffused.In.Data...)
	for k := range anchorInput {
		anchorInput[k] *= anchorScale
	}
	anchor := diffusion.NewAnchor(eval.Hat, diffused.Dt, anchorInput, diffused.In.Cols, c.CGTol, settings.MaxCG)
	variance, err := diffusion.MeasureVariance(patterns, eval.Hat, diffused.Dt, diffused.In.Data, anchor)
	if err == nil { // otherwise Plain, Anchored and Draws stay 0
		v.Plain, v.Anchored, v.Draws = variance.Plain, variance.Anchored, variance.Draws
	}
	return v
}
