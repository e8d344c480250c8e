package sgpc

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
)

// timeOp is the diffusion time Δt of an operation on the tape. It is a constant or, with the
// parameter v = logDt, DiffusionTime(v).
type timeOp struct {
	dt    float64       // Δt; with a parameter, the result of the last call of time
	logDt *autodiff.Var // nil without a parameter
}

// maxTime is the largest learned Δt. At this time, the diffusion (I + Δt·L)^{-1}
// removes all eigenvectors of L with eigenvalues far above 1e-6. It is then nearly
// the projection on the kernel of L.
const maxTime = 1e6

// DiffusionTime returns the learned Δt = min(e^logDt, 1e6). For NaN it returns 1e6.
func DiffusionTime(logDt float64) float64 {
	dt := linalg.Exp(logDt)
	if dt <= maxTime {
		return dt
	}
	return maxTime
}

// time returns Δt for the present parameters and stores Δt for addTimeGradient.
func (o *timeOp) time() float64 {
	if o.logDt != nil {
		o.dt = DiffusionTime(o.logDt.Value.Data[0])
	}
	return o.dt
}

// addTimeGradient adds ∂ℓ/∂v = Δt·∂ℓ/∂Δt to the gradient of v, if v has one, where ℓ is the
// loss. At the bound maxTime it uses this formula, too, so that training can lower v again.
// It must directly follow the Backward of solve: the next solve overwrites ∂ℓ/∂Δt.
func (o *timeOp) addTimeGradient(solve interface{ TimeGradient() float64 }) {
	if o.logDt != nil && o.logDt.Grad != nil {
		o.logDt.Grad.Data[0] += float64(solve.TimeGradient() * o.dt)
	}
}
