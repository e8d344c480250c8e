package sgpc

import (
	"slices"

	"sheafscope/core/autodiff"
	"sheafscope/core/sgpc/frame"
)

// Turning evaluates the network of a fork after a change of basis (a turn) in the
// stalk of one node.
type Turning struct {
	*Evaluation
	n *net
	// from is the index of the operation that computes the maps.
	from int
}

// Turning evaluates the network of the fork. It returns nil for a model without
// transported maps.
func (f *Fork) Turning() *Turning {
	n := f.run.evaluation("")
	if n.mapping == nil {
		return nil
	}
	return &Turning{n.record(), n, slices.Index(n.tape.Ops, autodiff.Op(n.mapping))}
}

// Turn applies t to the maps of its node in all further evaluations; nil ends that.
func (u *Turning) Turn(t *frame.Turn) { u.n.mapping.turn = t }

// Turned returns the number of maps that the last evaluation turned.
func (u *Turning) Turned() int { return u.n.mapping.turned }

// Evaluate evaluates the network from its maps on and returns the final class
// probabilities, n×C. With t unless nil, the features in the node's stalk are
// turned before each diffusion and mixing, and turned back after it. shared also
// turns them before the read-out.
func (u *Turning) Evaluate(t *frame.Turn, shared bool) []float64 {
	n, from := u.n, u.from
	for k, op := range n.tape.Ops[from:] {
		if shared && from+k == n.readout {
			x := n.joined.Value
			c := n.encoded.Value.Cols
			row := x.Row(t.Node)
			for p := 0; p < len(row); p += c {
				t.Rows(row[p:p+c], c/n.raw.D, false)
			}
		}
		in, out := stalksOf(op)
		if t == nil || in == nil {
			op.Forward()
			continue
		}
		at, c := t.Node*n.raw.D*in.Value.Cols, in.Value.Cols
		x := in.Value.Data[at : at+n.raw.D*c]
		plain := slices.Clone(x)
		t.Rows(x, c, false)
		op.Forward()
		copy(x, plain)
		t.Rows(out.Value.Data[at:], c, true)
	}
	return n.predicted()
}

// stalksOf returns input and output of a diffusion or a mixing, nil for another
// operation.
func stalksOf(op autodiff.Op) (in, out *autodiff.Var) {
	switch o := op.(type) {
	case *diffuseOp:
		return o.in, o.out
	case *filterOp:
		return o.in, o.out
	}
	return nil, nil
}
