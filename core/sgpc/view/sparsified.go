package view

import (
	"sheafscope/core/diffusion"
	"sheafscope/core/rng"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
)

// varianceDraws is the number of draws for the variance.
const varianceDraws = 8

// viewSVR compares sparsified solves of the present diffusion with the exact one.
// It returns nil above frame.ShownEdges edges and when training samples no edges.
// The anchor is a solve for the input scaled by 0.9, a typical effect of dropout.
func (r *viewer) viewSVR() *frame.SVR {
	n, c := r.eval, r.cfg
	if len(n.Diffused) == 0 || r.Position() == 0 || len(r.Graph.Edges) > frame.ShownEdges || !c.DrawsSparse() {
		return nil
	}
	o := n.Diffused[0]
	ridge := diffusion.Ridge(o.Dt)
	prob, err := r.samplingOf(n.Hat, n.Lap)
	if err != nil {
		return nil
	}
	v := &frame.SVR{}
	for _, p := range prob {
		v.Kept += p
	}
	patterns := make([]*diffusion.Pattern, varianceDraws)
	for k := range patterns {
		patterns[k] = diffusion.Draw(prob, rng.New(c.Seed, "view/draw", uint64(k)))
	}
	v.Epsilon = diffusion.MeasuredEpsilon(n.Hat, patterns[0].Sheaf(n.Hat), ridge, 16, rng.New(c.Seed, "view/epsilon"))
	h := append([]float64(nil), o.In.Data...)
	for k := range h {
		h[k] *= 0.9
	}
	a := diffusion.NewAnchor(n.Hat, o.Dt, h, o.In.Cols, c.CGTol, settings.MaxCG)
	if m, err := diffusion.MeasureVariance(patterns, n.Hat, o.Dt, o.In.Data, a); err == nil {
		v.Plain, v.Anchored, v.Draws = m.Plain, m.Anchored, m.Draws
	}
	return v
}
