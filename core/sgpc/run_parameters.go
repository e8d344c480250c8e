package sgpc

import "slices"

// Parameter is a trainable matrix of the network, Rows×Cols, row-major.
type Parameter struct {
	Name       string
	Rows, Cols int
	Data       []float64
}

// Parameters returns copies of the present parameters, after the last Adam step, in
// the order of their creation.
func (r *Run) Parameters() []Parameter {
	var list []Parameter
	for _, name := range r.store.Names() {
		v := r.store.Value(name)
		list = append(list, Parameter{Name: name, Rows: v.Rows, Cols: v.Cols, Data: slices.Clone(v.Data)})
	}
	return list
}

// ParametersShown returns copies of the parameters of the present evaluation,
// before the last Adam step.
func (r *Run) ParametersShown() []Parameter {
	defer r.restoreShown()()
	return r.Parameters()
}

// restoreShown restores the parameters of the last evaluation when the update has
// already changed them. The caller must call end, which restores the present ones.
func (r *Run) restoreShown() (end func()) {
	if len(r.shown) == 0 || !r.betweenEpochs() {
		return func() {}
	}
	present := r.store.Snapshot(nil)
	r.store.Restore(r.shown)
	return func() { r.store.Restore(present) }
}

// Weights returns the parameters, by name, with which a stage computed its present
// results. It returns nil when an update has replaced them.
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

// Maps returns a copy of the restriction maps of the last evaluation, 2M×D×D in the
// layout of sheaf.Sheaf.R, and D. A gap ascent after the evaluation changes the
// maps of the next one. It returns nil for a model without restriction maps and
// before the first operation.
func (r *Run) Maps() (maps []float64, d int) {
	if r.eval.raw == nil || r.position == 0 {
		return nil, 0
	}
	return slices.Clone(r.eval.raw.R), r.eval.raw.D
}
