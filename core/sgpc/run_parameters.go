package sgpc

import "slices"

// Parameter is a trained matrix of the network, Rows×Cols, row-major.
type Parameter struct {
	Name       string
	Rows, Cols int
	Data       []float64
}

// Parameters returns copies of the present parameters in the order of their
// creation: those after the last completed Adam step.
func (r *Run) Parameters() []Parameter {
	var list []Parameter
	for _, name := range r.store.Names() {
		v := r.store.Value(name)
		list = append(list, Parameter{Name: name, Rows: v.Rows, Cols: v.Cols, Data: slices.Clone(v.Data)})
	}
	return list
}

// ParametersShown is Parameters of the evaluation on show, from which its predictions came.
func (r *Run) ParametersShown() []Parameter {
	defer r.restoreShown()()
	return r.Parameters()
}

// restoreShown puts the parameters of the evaluation on show back, where an epoch has just ended; the function returned
// ends that.
func (r *Run) restoreShown() (end func()) {
	if len(r.shown) == 0 || !r.betweenEpochs() {
		return func() {}
	}
	present := r.store.Snapshot(nil)
	r.store.Restore(r.shown)
	return func() { r.store.Restore(present) }
}

// Weights returns the parameters with which a stage computed what is on show, by name; nil where they have moved on since.
func (r *Run) Weights(of int) func(name string) []float64 {
	store := r.store
	switch {
	case !r.betweenEpochs():
		if r.epochOf(of) != r.epoch+1 {
			return nil
		}
	case r.epoch == 0:
		return nil
	case len(r.shown) > 0:
		store = r.store.Clone()
		store.Restore(r.shown)
	}
	return func(name string) []float64 {
		if v := store.Value(name); v != nil {
			return v.Data
		}
		return nil
	}
}

// Maps returns a copy of the restriction maps of the last evaluation, from
// which its predictions came, 2M×D×D in the order of sheaf.Sheaf, and D. A gap
// ascent after it has its effect in the next one. nil for a model without matrix maps
// and before the first operation.
func (r *Run) Maps() (maps []float64, d int) {
	if r.eval.raw == nil || r.position == 0 {
		return nil, 0
	}
	return slices.Clone(r.eval.raw.R), r.eval.raw.D
}
