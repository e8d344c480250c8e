package sgpc

import (
	"fmt"
	"slices"
	"strings"

	"sheafscope/core/sgpc/stage"
)

// Take makes the run start from given parameters in place of drawn ones, also after it went back to its start. They are named as
// those of [Run.Parameters], with a point for each stroke. It fails, and changes nothing, where the network has other parameters or
// other shapes, and puts the run to position 0.
func (r *Run) Take(list []Parameter) error {
	var missing, extra []string
	known := map[string]bool{}
	for _, name := range r.store.Names() {
		known[dotted(name)] = true
		k := slices.IndexFunc(list, func(p Parameter) bool { return p.Name == dotted(name) })
		if k < 0 {
			missing = append(missing, name)
			continue
		}
		if v, p := r.store.Value(name), list[k]; v.Rows != p.Rows || v.Cols != p.Cols || len(p.Data) != len(v.Data) {
			return fmt.Errorf("the weights %s are %d×%d; with this graph and these settings the network has %d×%d", name, p.Rows, p.Cols,
				v.Rows, v.Cols)
		}
	}
	for _, p := range list {
		if !known[p.Name] {
			extra = append(extra, p.Name)
		}
	}
	switch {
	case len(missing) > 0:
		return fmt.Errorf("the file has no weights %s, which the network has with these settings", strings.Join(missing, ", "))
	case len(extra) > 0:
		return fmt.Errorf("the file has the weights %s, which the network has not with these settings", strings.Join(extra, ", "))
	}
	r.given = list
	r.reset()
	return nil
}

// Given reports whether the run starts from given parameters.
func (r *Run) Given() bool { return r.given != nil }

// StepForward does what is left of the forward pass of the epoch, and its loss: everything before the first update.
func (r *Run) StepForward() {
	for !r.done && r.eval.segments[r.segment].stage != stage.Gap {
		r.StepOperation()
	}
}

// putGiven replaces drawn parameters by given ones.
func (r *Run) putGiven() {
	for _, name := range r.store.Names() {
		for _, p := range r.given {
			if p.Name == dotted(name) {
				copy(r.store.Value(name).Data, p.Data)
			}
		}
	}
}

func dotted(name string) string { return strings.ReplaceAll(name, "/", ".") }
