package view

import (
	"sheafscope/core/diffusion"
	"sheafscope/core/rng"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
)

// varianceDraws is the number of draws behind the variance on show.
const varianceDraws = 8

// viewSVR measures what sparsifying the present diffusion would do, for graphs
// of at most ShownEdges edges; nil otherwise and when SVR is exact or off. The
// anchor is a solve from features one dropout away: the input scaled by 0.9.
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
