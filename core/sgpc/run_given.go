package sgpc

// This file starts a run from given parameters, and evaluates them without training.

import (
	"fmt"
	"strings"

	"sheafscope/core/sgpc/stage"
)

// Take resets the run to position 0 with the initial parameters in list. Later resets
// start from these parameters. The names in list are the names of [Run.Parameters] with
// "." in place of "/". If names or shapes do not fit the network, Take fails and changes
// nothing.
func (r *Run) Take(list []Parameter) error {
	if err := r.checkParameters(list); err != nil {
		return err
	}
	r.given = list
	r.reset()
	return nil
}

// From returns a run at position 0 with the initial parameters in list, named as for
// [Run.Take]. It fails if names or shapes do not fit the network; the run must then not be
// used.
func (c *Checked) From(list []Parameter) (*Run, error) {
	r := c.run
	r.given = list
	r.reset() // creates the parameters with which checkParameters compares the list
	return &r, r.checkParameters(list)
}

// checkParameters fails if the list lacks a parameter of the network, or has it with another
// shape or number of entries. It also fails if the list has more parameters than the network.
func (r *Run) checkParameters(list []Parameter) error {
	names := r.store.Names()
	for _, name := range names {
		v, p := r.store.Value(name), givenAs(list, name)
		hasShape := p != nil && v.Rows == p.Rows && v.Cols == p.Cols
		if hasShape && len(p.Data) == len(v.Data) {
			continue
		}
		shape := "none"
		if p != nil {
			shape = fmt.Sprintf("%d×%d", p.Rows, p.Cols)
		}
		return fmt.Errorf("with this graph and these settings the network has weights %s, %d×%d; the file has %s", name, v.Rows, v.Cols, shape)
	}
	if len(names) < len(list) {
		return fmt.Errorf("the file has %d sets of weights, the network has %d with these settings", len(list), len(names))
	}
	return nil
}

// Given reports whether the run starts from given parameters, by [Run.Take] or
// [Checked.From].
func (r *Run) Given() bool { return r.given != nil }

// StepForward makes the remaining inner operations of the epoch before stage 10, the gap
// ascent. The last of them, in stage 9, compute the loss of the evaluation network.
func (r *Run) StepForward() {
	for !r.done && r.eval.segments[r.segment].stage != stage.Gap {
		r.StepOperation()
	}
}

// givenData returns the given initial entries of a parameter, or nil if it was not given.
func (r *Run) givenData(name string) []float64 {
	p := givenAs(r.given, name)
	if p == nil {
		return nil
	}
	return p.Data
}

// givenAs returns the entry of list for a parameter of the network, or nil.
func givenAs(list []Parameter, name string) *Parameter {
	for k := range list {
		if list[k].Name == dotted(name) {
			return &list[k]
		}
	}
	return nil
}

// dotted returns the name in a file of a parameter of the network.
func dotted(name string) string { return strings.ReplaceAll(name, "/", ".") }
