package sgpc

import (
	"math"
	"slices"

	"sheafscope/core/autodiff"
	"sheafscope/core/linalg"
	"sheafscope/core/sheaf"
	"sheafscope/core/train"
)

// FrameTurn is another orthonormal basis in the stalk of a node: x'_i = Q x_i and R'_ie = R_ie Qᵀ, where Q rotates by Angle
// (radians) in the plane of the coordinates A and B, after a change of the sign of B where Mirror is set. With A = B, Q = ±1.
type FrameTurn struct {
	Node   int     `json:"node"`
	A      int     `json:"a"`
	B      int     `json:"b"`
	Angle  float64 `json:"angle"`
	Mirror bool    `json:"mirror,omitempty"`
}

// TurnedView compares the network on show with itself in another frame of one stalk.
type TurnedView struct {
	Turn FrameTurn `json:"turn"`
	// Maps counts the maps that change, Entry is the largest change of an entry of theirs.
	Maps  int     `json:"maps"`
	Entry float64 `json:"entry"`
	// Spectrum is the largest difference between the eigenvalues of the operator before and after, −1 where there are more than
	// [turnedDim]; Kernel and Lambda2 are dim H⁰ and λ₂ of both.
	Spectrum float64    `json:"spectrum"`
	Kernel   [2]int     `json:"kernel"`
	Lambda2  [2]float64 `json:"lambda2"`
	// Energy is tr(XᵀLX) of the features that the first layer's diffusion leaves (without one: of the encoder's), before and after.
	Energy [2]float64 `json:"energy"`
	// Pool is ‖x̄' − x̄‖/‖x̄‖ for x̄, the mean of these features over all nodes.
	Pool float64 `json:"pool"`
	// Before are the class probabilities of the node. In Along encoder and read-out turn along with the maps, in Shared the encoder
	// alone, in Neither none of both.
	Before  []float64    `json:"before"`
	Along   TurnedAnswer `json:"along"`
	Shared  TurnedAnswer `json:"shared"`
	Neither TurnedAnswer `json:"neither"`
}

// TurnedAnswer are the class probabilities of the node whose frame is turned, the largest change of one of them (Own) and of one
// elsewhere, at the node Where (−1: none), and the number of nodes whose class changes.
type TurnedAnswer struct {
	Prob      []float64 `json:"prob"`
	Own       float64   `json:"own"`
	Elsewhere float64   `json:"elsewhere"`
	Where     int       `json:"where"`
	Moved     int       `json:"moved"`
}

// turnedDim is the largest dimension n·d of which a turn compares all eigenvalues.
const turnedDim = 800

// quad holds the entries of Q in its plane, by row.
func (t *FrameTurn) quad() [4]float64 {
	m := 1.0
	if t.Mirror {
		m = -1
	}
	if t.A == t.B {
		return [4]float64{m}
	}
	sin, cos := math.Sincos(t.Angle)
	return [4]float64{cos, -sin * m, sin, cos * m}
}

// rows turns a stalk: x, D×c, becomes Q x, or Qᵀx.
func (t *FrameTurn) rows(x []float64, c int, back bool) {
	q := t.quad()
	if back {
		q[1], q[2] = q[2], q[1]
	}
	a, b := x[t.A*c:(t.A+1)*c], x[t.B*c:(t.B+1)*c]
	for k, u := range a {
		if t.A == t.B {
			a[k] = q[0] * u
		} else {
			v := b[k]
			a[k], b[k] = q[0]*u+q[1]*v, q[2]*u+q[3]*v
		}
	}
}

// apply changes the maps out of the node's stalk and returns their number.
func (t *FrameTurn) apply(s *sheaf.Sheaf) (changed int) {
	for e, g := range s.Edges {
		for side, i := range [2]int32{g.I, g.J} {
			if int(i) != t.Node {
				continue
			}
			changed++
			m := s.Map(e, side) // (R Qᵀ)ᵀ = Q Rᵀ: each row turns as a vector does
			for r := 0; r < len(m); r += s.D {
				t.rows(m[r:r+s.D], 1, false)
			}
		}
	}
	return changed
}

// canTurn reports whether frames can be turned: maps that diffuse, after the first epoch.
func (r *Run) canTurn(t *FrameTurn) bool {
	d := r.cfg.D
	return r.epoch > 0 && r.eval.mapping != nil && t.Node >= 0 && t.Node < r.Graph.N && t.A >= 0 && t.B >= 0 && t.A < d && t.B < d &&
		(t.A != t.B || d == 1) && math.Abs(t.Angle) <= 2*math.Pi
}

// viewTurned evaluates the network of the last evaluation four times, as it is and turned. It is nil for a model without maps of its
// own, before the first epoch, and for a turn of no plane of the graph's stalks.
func (r *Run) viewTurned(t FrameTurn) *TurnedView {
	if !r.canTurn(&t) {
		return nil
	}
	q := r.fork()
	n := q.evaluation("")
	d := r.cfg.D
	c := n.encoded.Value.Cols / d
	v := &TurnedView{Turn: t, Spectrum: -1}
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
	t.rows(x[t.Node*d*c:], c, false)
	v.Energy[1] = n.hat.Dirichlet(nil, nil, x, c)
	if norm := linalg.Nrm2(mean); norm > 0 {
		turned := meanStalk(x, d*c)
		linalg.Axpy(-1, mean, turned)
		v.Pool = linalg.Nrm2(turned) / norm
	}
	v.spectra(hat, n.hat)
	return v
}

// spectra compares all eigenvalues of two sheaves, unless there are too many.
func (v *TurnedView) spectra(a, b *sheaf.Sheaf) {
	if a.N*a.D > turnedDim {
		return
	}
	var values [2][]float64
	for k, s := range [2]*sheaf.Sheaf{a, b} {
		sp, err := SpectrumOf(s)
		if err != nil {
			return
		}
		values[k], v.Kernel[k], v.Lambda2[k] = sp.Values, sp.KernelDim, sp.Lambda2
	}
	v.Spectrum = largest(values[0], values[1])
}

// turned evaluates the network from an operation on. With a turn, features of the node's stalk are given to each diffusion and
// mixing turned and come back turned back; shared leaves them turned before the read-out.
func (n *net) turned(from int, t *FrameTurn, shared bool) []float64 {
	for k, op := range n.tape.Ops[from:] {
		if shared && from+k == n.readout {
			x := n.joined.Value
			c := n.encoded.Value.Cols
			row := x.Row(t.Node)
			for p := 0; p < len(row); p += c {
				t.rows(row[p:p+c], c/n.raw.D, false)
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
		t.rows(x, c, false)
		op.Forward()
		copy(x, plain)
		t.rows(out.Value.Data[at:], c, true)
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
func (r *Run) answerOf(before, after []float64, node int) TurnedAnswer {
	c := r.Graph.Classes
	a := TurnedAnswer{Prob: slices.Clone(after[node*c : (node+1)*c]), Own: largest(before[node*c:(node+1)*c], after[node*c:]), Where: -1}
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
