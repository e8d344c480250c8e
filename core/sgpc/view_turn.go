package sgpc

import (
	"math"
	"slices"

	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sheaf"
	"sheafscope/core/train"
)

// turnedDim is the largest dimension n·d of which a turn compares all eigenvalues.
const turnedDim = 800

// canTurn reports whether frames can be turned: maps that diffuse, after the first epoch.
func (r *Run) canTurn(t *frame.Turn) bool {
	d := r.cfg.D
	return r.epoch > 0 && r.eval.mapping != nil && t.Node >= 0 && t.Node < r.Graph.N && t.A >= 0 && t.B >= 0 && t.A < d && t.B < d &&
		(t.A != t.B || d == 1) && math.Abs(t.Angle) <= 2*math.Pi
}

// viewTurned evaluates the network of the last evaluation four times, as it is and turned. It is nil for a model without maps of its
// own, before the first epoch, and for a turn of no plane of the graph's stalks.
func (r *Run) viewTurned(t frame.Turn) *frame.Turned {
	if !r.canTurn(&t) {
		return nil
	}
	q := r.fork()
	n := q.evaluation("")
	d := r.cfg.D
	c := n.encoded.Value.Cols / d
	v := &frame.Turned{Turn: t, Spectrum: -1}
	before := slices.Clone(n.predicted())
	maps, hat := slices.Clone(n.raw.R), n.hat.Clone()
	x := slices.Clone(n.encoded.Value.Data)
	if len(n.diffuse) > 0 {
		copy(x, n.diffuse[0].out.Value.Data)
	}
	n.mapping.turn = &t
	from := slices.Index(n.tape.Ops, autodiff.Op(n.mapping))
	v.Neither = r.answerOf(before, n.turned(from, nil, false), t.Node)
	v.Along = r.answerOf(before, n.turned(from, &t, false), t.Node)
	v.Shared = r.answerOf(before, n.turned(from, &t, true), t.Node)
	v.Before = before[t.Node*r.Graph.Classes:][:r.Graph.Classes]

	v.Maps = n.mapping.turned
	v.Entry = largest(maps, n.raw.R)
	v.Energy[0] = hat.Dirichlet(nil, nil, x, c)
	mean := meanStalk(x, d*c)
	t.Rows(x[t.Node*d*c:], c, false)
	v.Energy[1] = n.hat.Dirichlet(nil, nil, x, c)
	if norm := linalg.Nrm2(mean); norm > 0 {
		turned := meanStalk(x, d*c)
		linalg.Axpy(-1, mean, turned)
		v.Pool = linalg.Nrm2(turned) / norm
	}
	spectra(v, hat, n.hat)
	return v
}

// spectra compares all eigenvalues of two sheaves, unless there are too many.
func spectra(v *frame.Turned, a, b *sheaf.Sheaf) {
	if a.N*a.D > turnedDim {
		return
	}
	var values [2][]float64
	for k, s := range [2]*sheaf.Sheaf{a, b} {
		sp, err := frame.SpectrumOf(s)
		if err != nil {
			return
		}
		values[k], v.Kernel[k], v.Lambda2[k] = sp.Values, sp.KernelDim, sp.Lambda2
	}
	v.Spectrum = largest(values[0], values[1])
}

// turned evaluates the network from an operation on. With a turn, features of the node's stalk are given to each diffusion and
// mixing turned and come back turned back; shared leaves them turned before the read-out.
func (n *net) turned(from int, t *frame.Turn, shared bool) []float64 {
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

// stalksOf returns what a diffusion or a mixing takes and makes, nil of another operation.
func stalksOf(op autodiff.Op) (in, out *autodiff.Var) {
	switch o := op.(type) {
	case *diffuseOp:
		return o.in, o.out
	case *filterOp:
		return o.in, o.out
	}
	return nil, nil
}

// answerOf compares probabilities, n×C each, where the frame of a node is turned.
func (r *Run) answerOf(before, after []float64, node int) frame.TurnedAnswer {
	c := r.Graph.Classes
	a := frame.TurnedAnswer{Prob: slices.Clone(after[node*c : (node+1)*c]), Own: largest(before[node*c:(node+1)*c], after[node*c:]), Where: -1}
	for i := range r.Graph.N {
		if x := largest(before[i*c:(i+1)*c], after[i*c:]); i != node && x > a.Elsewhere {
			a.Elsewhere, a.Where = x, i
		}
	}
	was := train.Called(before, c)
	for i, y := range train.Called(after, c) {
		if y != was[i] {
			a.Moved++
		}
	}
	return a
}

// largest returns the largest |a_k − b_k|.
func largest(a, b []float64) (most float64) {
	for k, x := range a {
		most = max(most, math.Abs(x-b[k]))
	}
	return most
}

// meanStalk returns the mean over all nodes of features, w numbers each.
func meanStalk(x []float64, w int) []float64 {
	out := make([]float64, w)
	for k, v := range x {
		out[k%w] += v / float64(len(x)/w)
	}
	return out
}
