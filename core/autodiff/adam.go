// This file has the optimiser Adam, with which the training loops update the parameters of a tape.

package autodiff

import (
	"math"

	"sheafscope/core/linalg"
)

// Adam is the optimiser of Kingma and Ba (2015), algorithm 1.
// If [Param.Decay] is true for a parameter p, Adam adds WeightDecay·p to the gradient of p, as a penalty ½·WeightDecay·‖p‖² would.
// The caller may change the exported fields between steps.
type Adam struct {
	LR, Beta1, Beta2, Eps, WeightDecay float64 // learning rate, β₁, β₂, ε and the factor of the decay

	step int         // number of steps so far
	m, v [][]float64 // first and second moments, a slice for each parameter in the order of Tape.Params
}

// NewAdam returns an optimiser for the parameters of t, with β₁ = 0.9, β₂ = 0.999 and ε = 10⁻⁸.
func NewAdam(t *Tape, lr, weightDecay float64) *Adam {
	a := &Adam{LR: lr, Beta1: 0.9, Beta2: 0.999, Eps: 1e-8, WeightDecay: weightDecay}
	a.reserve(t)
	return a
}

// reserve allocates the moments of the parameters that t has gained since the last call.
func (a *Adam) reserve(t *Tape) {
	for _, p := range t.Params[len(a.m):] {
		a.m = append(a.m, make([]float64, len(p.Value.Data)))
		a.v = append(a.v, make([]float64, len(p.Value.Data)))
	}
}

// Step updates every parameter of t by its gradient, and then clears the gradients of the parameters for the next Backward.
// It returns the Euclidean norm of the vector of all gradients, without the decay.
// If old is not nil, Step first copies all parameters to old, one after another. old has as many elements as all parameters together.
func (a *Adam) Step(t *Tape, old []float64) (norm float64) {
	a.reserve(t)
	a.step++
	squaredNorm := 0.0
	start := 0 // index in old of the first element of the parameter
	for k, p := range t.Params {
		x := p.Value.Data
		var before []float64 // the part of old for this parameter
		if old != nil {
			before = old[start : start+len(x)]
			start += len(x)
		}
		decay := 0.0
		if p.Decay {
			decay = a.WeightDecay
		}
		squaredNorm += linalg.AdamStep(x, p.Grad.Data, a.m[k], a.v[k], before, a.LR, a.Beta1, a.Beta2, a.Eps, decay, a.step)
	}
	t.stepped = true // AdamStep has cleared the gradients, so ZeroGrad can skip them
	return math.Sqrt(squaredNorm)
}

// AdamState is a copy of the state of an [Adam] optimiser.
type AdamState struct {
	Step int         // number of steps so far
	M, V [][]float64 // first and second moments, a slice for each parameter
}

// Snapshot returns a copy of the state.
func (a *Adam) Snapshot() AdamState { return a.SnapshotInto(AdamState{}) }

// SnapshotInto returns a copy of the state. It reuses the memory of discarded, a snapshot that the caller no longer needs.
func (a *Adam) SnapshotInto(discarded AdamState) AdamState {
	return AdamState{a.step, copySlices(discarded.M, a.m), copySlices(discarded.V, a.v)}
}

// Restore sets the state to a copy of s, a snapshot of an optimiser of the same parameters.
func (a *Adam) Restore(s AdamState) {
	a.step, a.m, a.v = s.Step, copySlices(a.m, s.M), copySlices(a.v, s.V)
}

// copySlices copies the slices of source to target and returns target.
// If target differs from source in the number or the lengths of slices, the copies are in one new array instead.
func copySlices(target, source [][]float64) [][]float64 {
	size, fits := 0, len(target) == len(source)
	for k, slice := range source {
		size += len(slice)
		fits = fits && len(target[k]) == len(slice) // target[k] exists, since fits implies equally many slices
	}
	if !fits {
		target = make([][]float64, len(source))
		free := make([]float64, size) // the rest of the array, which no copy uses yet
		for k, slice := range source {
			n := len(slice)
			target[k], free = free[:n:n], free[n:]
		}
	}
	for k, slice := range source {
		copy(target[k], slice)
	}
	return target
}
