package view

import (
	"sheafscope/core/diffusion"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
)

// stalkTimes is the number of steps from t = 0 to Δt in a frame.Stalk.
const stalkTimes = 16

// stalkTol is the largest relative residual of the solves of viewStalks.
const stalkTol = 1e-8

// viewStalks returns the stalk of node i over diffusion time. It returns nil
// without diffusion and above frame.MaxFlowFeatures or frame.MaxShownMaps.
//
// L is symmetric, so the rows of node i are Yᵀ H with (I + t·L) Y = E_i and the D
// unit vectors E_i of its stalk. That takes D right-hand sides instead of one per
// channel.
func (r *viewer) viewStalks(i int) *frame.Stalk {
	n := r.eval
	if len(n.Diffused) == 0 || !r.hasSolve(len(n.Diffused)-1) || n.Lap == nil || n.Raw == nil ||
		len(n.Diffused[0].In.Data) > frame.MaxFlowFeatures || len(n.Raw.R) > frame.MaxShownMaps {
		return nil
	}
	d := n.Raw.D
	v := &frame.Stalk{Node: i, D: d}
	unit := make([]float64, n.Lap.Dim()*d)
	for k := range d {
		unit[(i*d+k)*d+k] = 1
	}
	cg := diffusion.NewCG(n.Lap, d, min(r.cfg.CGTol, stalkTol), settings.MaxCG)
	for _, o := range n.Diffused {
		h, c := o.In.Data, o.In.Cols
		l := frame.StalkLayer{Dt: o.Dt, Channels: c}
		x := make([]float64, d*c)
		for step := range stalkTimes + 1 {
			s := float64(step) / stalkTimes
			t := o.Dt * s * s
			l.Time = append(l.Time, t)
			if step == 0 {
				copy(x, h[i*d*c:(i+1)*d*c])
			} else {
				clear(x)
				y := cg.Solve(t, unit)
				for row := range n.Lap.Dim() {
					for k := range d {
						if w := y[row*d+k]; w != 0 {
							linalg.Axpy(w, h[row*c:(row+1)*c], x[k*c:(k+1)*c])
						}
					}
				}
			}
			l.Value = append(l.Value, single(x)...)
		}
		v.Layers = append(v.Layers, l)
	}
	return v
}
