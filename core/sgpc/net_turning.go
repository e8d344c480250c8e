package sgpc

import (
	"slices"

	"sheafscope/core/autodiff"
	"sheafscope/core/sgpc/frame"
)

// Turning evaluates the network of a fork after a change of basis (a turn) in the
// stalk of one node.
type Turning struct {
	*Evaluation // shares the memory of n, so that each Evaluate overwrites it
	n           *net
	// mapsIndex is the index on the tape of the operation that computes the maps. Earlier
	// operations do not depend on the basis.
	mapsIndex int
}

// Turning evaluates the network of the fork for turns. It returns nil for a model
// without transported maps.
func (f *Fork) Turning() *Turning {
	n := f.run.evaluation("") // "" keeps the maps of the network
	if n.mapping == nil {
		return nil
	}
	return &Turning{n.record(), n, slices.Index(n.tape.Ops, autodiff.Op(n.mapping))}
}

// Turn changes the maps of node t.Node by t in all further evaluations. If t is nil,
// the maps keep the original basis.
func (u *Turning) Turn(t *frame.Turn) { u.n.mapping.turn = t }

// Turned returns the number of maps that the last evaluation with a turn has changed.
func (u *Turning) Turned() int { return u.n.mapping.turned }

// Readout states the basis in which the read-out gets the features of the turned node.
// All nodes share the weights of the read-out.
type Readout bool

// The two bases.
const (
	UnturnedReadout Readout = false // the basis of the network
	TurnedReadout   Readout = true  // the turned basis
)

// Evaluate evaluates the network from its maps on and returns the final class
// probabilities, n×C. If t is not nil, the features in the stalk of node t.Node are
// turned before each diffusion and mixing, and turned back afterwards. t does not change
// the maps: only [Turning.Turn] does. With TurnedReadout t must not be nil.
func (u *Turning) Evaluate(t *frame.Turn, readout Readout) []float64 {
	n := u.n
	for k, op := range n.tape.Ops[u.mapsIndex:] {
		startsReadout := u.mapsIndex+k == n.readout
		if readout == TurnedReadout && startsReadout {
			// The row of the node has up to three parts: its diffused, its mixed and its encoded
			// features. Each part is a stalk of d·c numbers, which t.Rows turns.
			width := n.encoded.Value.Cols
			row := n.joined.Value.Row(t.Node)
			for p := 0; p < len(row); p += width {
				t.Rows(row[p:p+width], width/n.raw.D)
			}
		}
		in, out := stalksOf(op)
		if t == nil || in == nil {
			op.Forward()
			continue
		}
		// The operation reads the turned stalk. Afterwards the stalk is restored, since other
		// operations may read the same input.
		channels := in.Value.Cols
		offset := t.Node * n.raw.D * channels
		stalk := in.Value.Data[offset : offset+n.raw.D*channels]
		original := slices.Clone(stalk)
		t.Rows(stalk, channels)
		op.Forward()
		copy(stalk, original)
		t.RowsBack(out.Value.Data[offset:], channels)
	}
	return n.predicted()
}

// stalksOf returns input and output of a diffusion or a mixing. Both are nil for any
// other operation.
func stalksOf(op autodiff.Op) (in, out *autodiff.Var) {
	switch o := op.(type) {
	case *diffuseOp:
		return o.in, o.out
	case *filterOp:
		return o.in, o.out
	}
	return nil, nil
}
