package autodiff

import (
	"math"

	"sheafscope/core/linalg"
)

// Adam is the optimiser of Kingma and Ba (2015), algorithm 1.
// For parameters with weight decay it adds decay·p to the gradient, an L2 penalty.
// The fields may change between steps.
type Adam struct {
	LR, Beta1, Beta2, Eps, WeightDecay float64

	step int
	m, v [][]float64
}

// NewAdam returns the optimiser of the present parameters of t, with β₁ = 0.9, β₂ = 0.999, ε = 10⁻⁸.
func NewAdam(t *Tape, lr, weightDecay float64) *Adam {
	a := &Adam{LR: lr, Beta1: 0.9, Beta2: 0.999, Eps: 1e-8, WeightDecay: weightDecay}
	a.reserve(t)
	return a
}

// reserve allocates the moments of parameters that were added since the last call.
func (a *Adam) reserve(t *Tape) {
	for _, p := range t.Params[len(a.m):] {
		a.m = append(a.m, make([]float64, len(p.Value.Data)))
		a.v = append(a.v, make([]float64, len(p.Value.Data)))
	}
}

// Step updates every parameter of t by its gradient and returns the Euclidean norm of all gradients.
// It clears the gradients for the next Backward.
// old, unless nil, receives the parameters before the step, one after another; its length is that of all parameters.
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

// AdamState is a copy of an optimiser's state: the number of steps, and first and second moments with one slice for each parameter.
type AdamState struct {
	Step int
	M, V [][]float64
}

// Snapshot returns a copy of the state.
func (a *Adam) Snapshot() AdamState { return a.SnapshotInto(AdamState{}) }

// SnapshotInto returns a copy of the state in the memory of old, a snapshot that is no longer needed.
func (a *Adam) SnapshotInto(old AdamState) AdamState {
	return AdamState{a.step, copySlices(old.M, a.m), copySlices(old.V, a.v)}
}

// Restore sets the state to a copy of s, a snapshot of an optimiser of the same parameters.
func (a *Adam) Restore(s AdamState) {
	a.step, a.m, a.v = s.Step, copySlices(a.m, s.M), copySlices(a.v, s.V)
}

// copySlices copies x into c where the lengths agree, else into new slices that share one array.
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
