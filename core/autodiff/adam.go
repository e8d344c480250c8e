package autodiff

import (
	"math"

	"sheafscope/core/linalg"
)

// Adam is the optimiser of Kingma and Ba (2015), algorithm 1, with weight
// decay for the parameters that have it: decay·p is added to the gradient
// (an L2 penalty). The fields may be changed between steps.
type Adam struct {
	LR, Beta1, Beta2, Eps, WeightDecay float64

	step int
	m, v [][]float64
}

// NewAdam returns the optimiser of the parameters that t has now, with
// β₁ = 0.9, β₂ = 0.999, ε = 10⁻⁸.
func NewAdam(t *Tape, lr, weightDecay float64) *Adam {
	a := &Adam{LR: lr, Beta1: 0.9, Beta2: 0.999, Eps: 1e-8, WeightDecay: weightDecay}
	a.reserve(t)
	return a
}

// reserve makes room for the moments of parameters it does not know yet.
func (a *Adam) reserve(t *Tape) {
	for _, p := range t.Params[len(a.m):] {
		a.m = append(a.m, make([]float64, len(p.Value.Data)))
		a.v = append(a.v, make([]float64, len(p.Value.Data)))
	}
}

// Step moves every parameter of t against its gradient, which it sets to 0 for
// the next Backward, and returns the Euclidean norm of all those gradients. old,
// unless it is nil, has room for all parameters and takes what they were, one
// after the other.
func (a *Adam) Step(t *Tape, old []float64) (norm float64) {
	a.reserve(t)
	a.step++
	square := 0.0
	for k, p := range t.Params {
		x := p.Value.Data
		var was []float64
		if old != nil {
			was, old = old[:len(x)], old[len(x):]
		}
		decay := 0.0
		if p.Decay {
			decay = a.WeightDecay
		}
		square += linalg.AdamStep(x, p.Grad.Data, a.m[k], a.v[k], was, a.LR, a.Beta1, a.Beta2, a.Eps, decay, a.step)
	}
	t.stepped = true
	return math.Sqrt(square)
}

// AdamState is a copy of an optimiser's memory: the number of steps taken,
// then first and second moments, one slice per parameter.
type AdamState struct {
	Step int
	M, V [][]float64
}

// Snapshot returns a copy of the state.
func (a *Adam) Snapshot() AdamState { return a.SnapshotInto(AdamState{}) }

// SnapshotInto returns a copy of the state that takes over the memory of old,
// a snapshot that is no longer needed.
func (a *Adam) SnapshotInto(old AdamState) AdamState {
	return AdamState{a.step, copySlices(old.M, a.m), copySlices(old.V, a.v)}
}

// Restore sets the state to a copy of s, which came from Snapshot of an
// optimiser of the same parameters.
func (a *Adam) Restore(s AdamState) {
	a.step, a.m, a.v = s.Step, copySlices(a.m, s.M), copySlices(a.v, s.V)
}

// copySlices copies x into c or, where that has not the same lengths, into new
// slices that share one array.
func copySlices(c, x [][]float64) [][]float64 {
	size, fits := 0, len(c) == len(x)
	for k, v := range x {
		size += len(v)
		fits = fits && len(c[k]) == len(v)
	}
	if !fits {
		c = make([][]float64, len(x))
		all := make([]float64, size)
		for k, v := range x {
			c[k], all = all[:len(v):len(v)], all[len(v):]
		}
	}
	for k, v := range x {
		copy(c[k], v)
	}
	return c
}
