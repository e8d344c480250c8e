package sgpc

import (
	"slices"

	"sheafscope/core/sgpc/stage"
)

// This file returns parameters and maps. All are copies, except those of Weights, which must
// not be changed.

// Parameter is a trainable matrix of the network, Rows×Cols, row-major.
type Parameter struct {
	Name       string
	Rows, Cols int
	Data       []float64
}

// Parameters returns copies of the present parameters, in the order of their creation.
// Between two epochs they include the last Adam step, except after [Run.RestoreBest].
func (r *Run) Parameters() []Parameter {
	var list []Parameter
	for _, name := range r.store.Names() {
		v := r.store.Value(name)
		list = append(list, Parameter{Name: name, Rows: v.Rows, Cols: v.Cols, Data: slices.Clone(v.Data)})
	}
	return list
}

// ParametersShown returns copies of the parameters of the present evaluation. Between two
// epochs they lack the last Adam step.
func (r *Run) ParametersShown() []Parameter {
	restorePresent := r.restoreShown()
	defer restorePresent()
	return r.Parameters()
}

// restoreShown restores the parameters of the last evaluation if the run is between two
// epochs: the update has changed them. Otherwise it does nothing. The caller must call
// restorePresent afterwards, which undoes the change.
func (r *Run) restoreShown() (restorePresent func()) {
	// shown is empty if the present parameters are those of the evaluation, as after RestoreBest.
	if len(r.shown) == 0 || !r.betweenEpochs() {
		return func() {}
	}
	present := r.store.Snapshot(nil)
	r.store.Restore(r.shown)
	return func() { r.store.Restore(present) }
}

// Weights returns a function from names to the parameters with which a stage computed
// its present results. The function returns nil for an unknown name. Weights returns nil at
// position 0, and within an epoch before the stage has begun.
func (r *Run) Weights(stageNumber int) func(name string) []float64 {
	store := r.store
	switch {
	case !r.betweenEpochs(): // the store has the parameters of this epoch
		hasBegun := r.epochOf(stageNumber) == r.epoch+1
		if !hasBegun {
			return nil
		}
	case r.epoch == 0: // position 0
		return nil
	case len(r.shown) > 0: // the update has changed the store, and shown has the earlier parameters
		store = r.store.Clone()
		store.Restore(r.shown)
	} // otherwise the store has the parameters of the evaluation, as after RestoreBest
	return func(name string) []float64 {
		v := store.Value(name)
		if v == nil {
			return nil
		}
		return v.Data
	}
}

// Maps returns a copy of the restriction maps of the last evaluation (2m×d×d, in the
// layout of sheaf.Sheaf.R) and the stalk dimension d. A gap ascent after this
// evaluation changes only the maps of the next evaluation. Maps returns nil for a
// model without restriction maps, and before stage 4 has begun for the first time.
func (r *Run) Maps() (maps []float64, d int) {
	if r.eval.raw == nil || !r.hasRun(stage.Maps) {
		return nil, 0
	}
	return slices.Clone(r.eval.raw.R), r.eval.raw.D
}
