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
