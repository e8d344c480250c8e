package sgpc

// This file starts a run from given parameters.

import (
	"fmt"
	"strings"

	"sheafscope/core/sgpc/stage"
)

// Take resets the run to position 0 with the given initial parameters. Later resets
// keep them. The names are those of [Run.Parameters] with "." in place of "/". Take
// fails, and changes nothing, if names or shapes differ from those of the network.
func (r *Run) Take(list []Parameter) error {
	if err := r.checkParameters(list); err != nil {
		return err
	}
	r.given = list
	r.reset()
	return nil
}

// From returns a run at position 0 with the given initial parameters. It fails if
// names or shapes differ from those of the network.
func (c *Checked) From(list []Parameter) (*Run, error) {
	r := c.run
	r.given = list
	r.reset()
	return &r, r.checkParameters(list)
}

// checkParameters fails for the first parameter of the network that the list lacks or
// has with another shape. It also fails if the list has more parameters.
func (r *Run) checkParameters(list []Parameter) error {
	for _, name := range r.store.Names() {
		v, p := r.store.Value(name), givenAs(list, name)
		if p == nil || v.Rows != p.Rows || v.Cols != p.Cols || len(p.Data) != len(v.Data) {
			shape := "none"
			if p != nil {
				shape = fmt.Sprintf("%d×%d", p.Rows, p.Cols)
			}
			return fmt.Errorf("with this graph and these settings the network has weights %s, %d×%d; the file has %s", name, v.Rows, v.Cols, shape)
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

// givenData returns the entries of a given parameter, or nil if it was not given.
func (r *Run) givenData(name string) []float64 {
	if p := givenAs(r.given, name); p != nil {
		return p.Data
	}
	return nil
}

// givenAs returns the parameter of a file for the parameter name of the network, or
// nil if the file lacks it.
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
