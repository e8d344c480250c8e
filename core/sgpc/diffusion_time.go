package sgpc

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
)

// timeOp is Δt of a diffusion on the tape: a constant, or with logDt the parameter Δt = e^v.
type timeOp struct {
	dt    float64
	logDt *autodiff.Var
}

// longest bounds a learned Δt: a solve is then the projection on the kernel but
// for eigenvalues that are hardly above it.
const longest = 1e6

// DiffusionTime is Δt by its logarithm.
func DiffusionTime(log float64) float64 {
	if dt := linalg.Exp(log); dt <= longest {
		return dt
	}
	return longest // also for NaN, after an overflow
}

// time is Δt of the parameters as they are.
func (o *timeOp) time() float64 {
	if o.logDt != nil {
		o.dt = DiffusionTime(o.logDt.Value.Data[0])
	}
	return o.dt
}

// back adds ∂ℓ/∂v = Δt·∂ℓ/∂Δt of a solve whose Backward was the last to take the workspace.
func (o *timeOp) back(of interface{ TimeGradient() float64 }) {
	if o.logDt != nil && o.logDt.Grad != nil {
		o.logDt.Grad.Data[0] += of.TimeGradient() * o.dt
	}
}
