package sgpc

// This file has the diffusion time, set or learned.

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
)

// timeOp is the diffusion time Δt of an operation on the tape: a constant, or
// Δt = e^v with the parameter v = logDt.
type timeOp struct {
	dt    float64
	logDt *autodiff.Var
}

// maxTime is the largest learned Δt. At this time diffusion is the projection on the
// kernel, but for eigenvalues below about 1e-6.
const maxTime = 1e6

// DiffusionTime returns Δt = e^log, at most 1e6.
func DiffusionTime(log float64) float64 {
	if dt := linalg.Exp(log); dt <= maxTime {
		return dt
	}
	return maxTime // also if log is NaN
}

// time returns Δt for the present parameters and stores it for addTimeGradient.
func (o *timeOp) time() float64 {
	if o.logDt != nil {
		o.dt = DiffusionTime(o.logDt.Value.Data[0])
	}
	return o.dt
}

// addTimeGradient adds ∂ℓ/∂v = Δt·∂ℓ/∂Δt of a solve. It must follow the Backward of
// this solve directly, since solves share a workspace.
func (o *timeOp) addTimeGradient(solve interface{ TimeGradient() float64 }) {
	if o.logDt != nil && o.logDt.Grad != nil {
		o.logDt.Grad.Data[0] += solve.TimeGradient() * o.dt
	}
}
