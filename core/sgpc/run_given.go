package sgpc

import (
	"fmt"
	"strings"

	"sheafscope/core/sgpc/stage"
)

// Take resets the run to position 0 with the given initial parameters in place of
// drawn ones; later resets keep them. Names are those of [Run.Parameters] with "."
// for "/". It fails, and changes nothing, when names or shapes differ from those of
// the network.
func (r *Run) Take(list []Parameter) error {
	if err := r.checkParameters(list); err != nil {
		return err
	}
	r.given = list
	r.reset()
	return nil
}

// From returns a run at position 0 with the given initial parameters. It fails when
// names or shapes differ from those of the network.
func (c *Checked) From(list []Parameter) (*Run, error) {
	r := c.run
	r.given = list
	r.reset()
	return &r, r.checkParameters(list)
}

// checkParameters reports the first parameter whose name or shape differs from the
// network.
func (r *Run) checkParameters(list []Parameter) error {
	for _, name := range r.store.Names() {
		v, p := r.store.Value(name), givenAs(list, name)
		if p == nil || v.Rows != p.Rows || v.Cols != p.Cols || len(p.Data) != len(v.Data) {
			there := "none"
			if p != nil {
				there = fmt.Sprintf("%d×%d", p.Rows, p.Cols)
			}
			return fmt.Errorf("with this graph and these settings the network has weights %s, %d×%d; the file has %s", name, v.Rows, v.Cols, there)
		}
	}
	if n := len(r.store.Names()); n < len(list) {
		return fmt.Errorf("the file has %d sets of weights, the network has %d with these settings", len(list), n)
	}
	return nil
}

// Given reports whether the initial parameters were given.
func (r *Run) Given() bool { return r.given != nil }

// StepForward advances to the end of stage 9 of the epoch: the forward pass and the
// loss.
func (r *Run) StepForward() {
	for !r.done && r.eval.segments[r.segment].stage != stage.Gap {
		r.StepOperation()
	}
}

// givenData returns the entries of a given parameter, nil when it is not given.
func (r *Run) givenData(name string) []float64 {
	if p := givenAs(r.given, name); p != nil {
		return p.Data
	}
	return nil
}

// givenAs returns the parameter of list with that name, nil when there is none.
func givenAs(list []Parameter, name string) *Parameter {
	for k := range list {
		if list[k].Name == dotted(name) {
			return &list[k]
		}
	}
	return nil
}

// dotted returns the name of a parameter in a file.
func dotted(name string) string { return strings.ReplaceAll(name, "/", ".") }
