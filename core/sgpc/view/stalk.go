package view

import (
	"sheafscope/core/diffusion"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
)

// Parameters of the solves for a [frame.Stalk].
const (
	// stalkTimes is the number of time steps from t = 0 to t = Δt.
	stalkTimes = 16
	// stalkTol is the largest tolerance of the solves, small enough for smooth curves.
	stalkTol = 1e-8
)

// viewStalks returns the stalk of node i over diffusion time, for every layer. It returns
// nil for a model without diffusion, before the diffusion of the last layer has begun, and for
// more than frame.MaxFlowFeatures features or frame.MaxShownMaps entries of maps.
//
// The rows of node i in (I + t·L)^{-1} H are YᵀH with (I + t·L) Y = E_i, since L is
// symmetric. H is the input of a layer, and E_i holds the d unit vectors of the stalk. The
// solve therefore has d right-hand sides in place of one per channel.
func (r *viewer) viewStalks(i int) *frame.Stalk {
	eval := r.eval
	hasDiffusion := len(eval.Diffused) > 0 && eval.Lap != nil && eval.Raw != nil
	if !hasDiffusion || !r.hasSolve(len(eval.Diffused)-1) {
		return nil
	}
	if len(eval.Diffused[0].In.Data) > frame.MaxFlowFeatures || len(eval.Raw.R) > frame.MaxShownMaps {
		return nil
	}
	d := eval.Raw.D
	v := &frame.Stalk{Node: i, D: d}
	// E_i is row-major, with one column per coordinate of the stalk.
	unitVectors := make([]float64, eval.Lap.Dim()*d)
	for k := range d {
		unitVectors[(i*d+k)*d+k] = 1
	}
	cg := diffusion.NewCG(eval.Lap, d, min(r.cfg.CGTol, stalkTol), settings.MaxCG)
	for _, diffused := range eval.Diffused {
		h, channels := diffused.In.Data, diffused.In.Cols
		layer := frame.StalkLayer{Dt: diffused.Dt, Channels: channels}
		stalk := make([]float64, d*channels)
		copy(stalk, h[i*d*channels:(i+1)*d*channels]) // at t = 0
		for step := range stalkTimes + 1 {
			s := float64(step) / stalkTimes
			t := diffused.Dt * s * s // dense at the start, where the stalk changes fast
			if step > 0 {
				multiplyTransposed(stalk, cg.Solve(t, unitVectors), h, d, channels)
			}
			layer.Time = append(layer.Time, t)
			layer.Value = append(layer.Value, single(stalk)...) // single: in single precision
		}
		v.Layers = append(v.Layers, layer)
	}
	return v
}

// multiplyTransposed sets dst (d×c) to YᵀH for Y with d columns and H with c columns.
func multiplyTransposed(dst, y, h []float64, d, c int) {
	clear(dst)
	for row := range len(y) / d {
		for k := range d {
			weight := y[row*d+k]
			if weight != 0 { // Y is 0 outside the component of the node
				linalg.Axpy(weight, h[row*c:(row+1)*c], dst[k*c:(k+1)*c])
			}
		}
	}
}
