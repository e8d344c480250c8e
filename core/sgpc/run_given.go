package sgpc

import (
	"fmt"
	"strings"

	"sheafscope/core/sgpc/stage"
)

// Take makes the run start from given parameters in place of drawn ones, also after it went back to its start. They are named as
// those of [Run.Parameters], with a point for each stroke. It fails, and changes nothing, where the network has other parameters or
// other shapes, and puts the run to position 0.
func (r *Run) Take(list []Parameter) error {
	if err := r.takes(list); err != nil {
		return err
	}
	r.given = list
	r.reset()
	return nil
}

// From is Run that has taken parameters; none is drawn.
func (c *Checked) From(list []Parameter) (*Run, error) {
	r := c.run
	r.given = list
	r.reset()
	return &r, r.takes(list)
}

// takes fails where the network has other parameters or other shapes.
func (r *Run) takes(list []Parameter) error {
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

// Given reports whether the run starts from given parameters.
func (r *Run) Given() bool { return r.given != nil }

// StepForward does what is left of the forward pass of the epoch, and its loss: everything before the first update.
func (r *Run) StepForward() {
	for !r.done && r.eval.segments[r.segment].stage != stage.Gap {
		r.StepOperation()
	}
}

// givenData returns the numbers of a given parameter, nil without one.
func (r *Run) givenData(name string) []float64 {
	if p := givenAs(r.given, name); p != nil {
		return p.Data
	}
	return nil
}

// givenAs finds the parameter of that name, nil without one.
func givenAs(list []Parameter, name string) *Parameter {
	for k := range list {
		if list[k].Name == dotted(name) {
			return &list[k]
		}
	}
	return nil
}

func dotted(name string) string { return strings.ReplaceAll(name, "/", ".") }
