package trace_test

import (
	"math"
	"testing"

	"sheafscope/core/choice"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/sample"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/trace"
	"sheafscope/core/sgpc/view"

	"gonum.org/v1/gonum/mat"
)

// This file recomputes attributions and a what-if from a trace.

// tracedNetwork has the linear part of a network with one layer as dense matrices, from a
// trace alone: diffusion and mixing map the encoded features of all nodes.
type tracedNetwork struct {
	tr           *trace.Trace
	channels     int
	diffuse, mix *mat.Dense // (I + Δt·L)^{-1} and Σ_q α_q T_q(I − L)
}

// operatorOf returns the normalised operator of the maps in the trace, without the edge
// withoutEdge (−1: with all edges).
func operatorOf(tr *trace.Trace, withoutEdge int, d int, shift float64) *mat.SymDense {
	n := tr.Graph.N
	l := mat.NewSymDense(n*d, nil)
	b := mat.NewDense(d, n*d, nil)
	for e, lift := range tr.Lift {
		if e == withoutEdge {
			continue
		}
		b.Zero()
		for p := range d {
			for q := range d {
				b.Set(p, lift.Edge[0]*d+q, lift.Rij[p][q])
				b.Set(p, lift.Edge[1]*d+q, -lift.Rji[p][q])
			}
		}
		var w mat.Dense
		w.Mul(b.T(), b)
		for p := range n * d {
			for q := p; q < n*d; q++ {
				l.SetSym(p, q, l.At(p, q)+w.At(p, q))
			}
		}
	}
	return normalised(l, n, d, shift)
}

// newTracedNetwork returns the network of a trace, without the edge withoutEdge (−1: with
// all edges).
func newTracedNetwork(tr *trace.Trace, withoutEdge int) *tracedNetwork {
	d := len(tr.WTheta)
	f := &tracedNetwork{tr: tr, channels: tr.Config.Channels}
	op := operatorOf(tr, withoutEdge, d, tr.Config.Shift)
	dim := tr.Graph.N * d
	a := mat.NewDense(dim, dim, nil)
	a.Scale(tr.Diffusion.Dt, op)
	identity := mat.NewDense(dim, dim, nil)
	for k := range dim {
		a.Set(k, k, a.At(k, k)+1)
		identity.Set(k, k, 1)
	}
	f.diffuse = mat.NewDense(dim, dim, nil)
	if err := f.diffuse.Inverse(a); err != nil {
		panic(err)
	}
	// Mixing, by the recurrence T_{q+1} = 2 (I − L) T_q − T_{q−1}.
	var arg mat.Dense
	arg.Sub(identity, op)
	f.mix = mat.NewDense(dim, dim, nil)
	previous, current := mat.DenseCopyOf(identity), mat.DenseCopyOf(&arg)
	f.mix.Scale(tr.AFM.Alpha[0], identity)
	for q := 1; q < len(tr.AFM.Alpha); q++ {
		var s, next mat.Dense
		s.Scale(tr.AFM.Alpha[q], current)
		f.mix.Add(f.mix, &s)
		next.Mul(&arg, current)
		next.Scale(2, &next)
		next.Sub(&next, previous)
		previous, current = current, &next
	}
	return f
}

// contribution returns the contribution of node j to the fused features of node i:
// diffusion, mixing and, for i = j, the encoded features, one after the other.
func (f *tracedNetwork) contribution(i, j int) []float64 {
	d, c := len(f.tr.WTheta), f.channels
	out := make([]float64, 3*d*c)
	for part, op := range []*mat.Dense{f.diffuse, f.mix} {
		for p := range d * c {
			coordinate, channel := p/c, p%c
			for l := range d {
				out[part*d*c+p] += op.At(i*d+coordinate, j*d+l) * f.tr.Encoded[j][l*c+channel]
			}
		}
	}
	if i == j {
		copy(out[2*d*c:], f.tr.Encoded[i])
	}
	return out
}

// score returns the scores of all classes at fused features u.
func (f *tracedNetwork) score(u []float64) []float64 {
	layer := func(x []float64, name string) []float64 {
		w, b := f.tr.Parameters[name+".weight"], f.tr.Parameters[name+".bias"]
		out := append([]float64{}, b.Values...)
		for p, v := range x {
			for k := range out {
				out[k] += v * w.Values[p*len(out)+k]
			}
		}
		return out
	}
	if f.tr.Config.Head == "mlp" {
		u = layer(u, "projector")
		for k, v := range u { // the activation is ELU
			if v < 0 {
				u[k] = math.Expm1(v)
			}
		}
	}
	return layer(u, "head")
}

// TestExplainAgainstTheTrace recomputes the attributions of ten nodes from a trace. The fused
// features come from dense inverses. Their score is the score of the attribution to 1e-9, and
// the score of zero features is the sum of the terms without a source. The attribution is
// exact, and its gap is at most 1e-9. The contributions of three source nodes equal integrated
// gradients along the path from zero, to 1e-5.
func TestExplainAgainstTheTrace(t *testing.T) {
	for _, head := range []string{"mlp", "linear"} {
		r := sample.TexasLike(t, sgpc.New, "sgpc", 6, func(c *settings.Config) { c.Head = head })
		tr, err := trace.Of(r, nil)
		if err != nil {
			t.Fatal(err)
		}
		f := newTracedNetwork(tr, -1)
		for i := range 10 {
			x, err := explain.Node(r, i)
			if err != nil {
				t.Fatal(err)
			}
			if !x.Exact {
				t.Fatalf("node %d: the attribution is not exact", i)
			}
			if degree := view.Frame(r, frame.Focus{Node: choice.Of(i)}).Node.Degree; len(x.Ways) == 0 && degree > 0 {
				t.Fatalf("node %d of degree %d has no messages of neighbours", i, degree)
			}
			// The score from the fused features of the trace.
			u := f.fused(i)
			want := f.score(append([]float64{}, u...))
			zero := f.score(make([]float64, len(u)))
			for c := range want {
				if math.Abs(x.Score[c]-want[c]) > 1e-9 {
					t.Fatalf("score %d of node %d is %.12g, from the trace %.12g", c, i, x.Score[c], want[c])
				}
			}
			// The attribution, by source; −1 stands for terms without a source.
			got := map[int][]float64{}
			for _, q := range x.Terms {
				if got[q.Neighbour] == nil {
					got[q.Neighbour] = make([]float64, len(want))
				}
				for c, v := range q.Contribution {
					got[q.Neighbour][c] += v
				}
				if q.Through == explain.ThroughGap && largest(q.Contribution) > 1e-9 {
					t.Errorf("node %d: a gap of %g, want at most 1e-9", i, largest(q.Contribution))
				}
			}
			for c := range want {
				if math.Abs(got[-1][c]-zero[c]) > 1e-9 {
					t.Errorf("node %d: the terms without a source give %g to class %d, from the trace %g", i, got[-1][c], c, zero[c])
				}
			}
			// The node itself, a node that is usually no neighbour, and a neighbour.
			for _, j := range []int{i, (i + 7) % 60, x.Ways[0].Node} {
				integral := f.integrate(u, f.contribution(i, j))
				for c, v := range integral {
					if math.Abs(got[j][c]-v) > 1e-5 {
						t.Errorf("%s: node %d gets %g of class %d from %d, along the path %g", head, i, got[j][c], c, j, v)
					}
				}
			}
		}
	}
}

// fused returns the fused features of node i: the sum of the contributions of all nodes.
func (f *tracedNetwork) fused(i int) []float64 {
	u := make([]float64, len(f.contribution(i, i)))
	for j := range f.tr.Graph.N {
		for k, v := range f.contribution(i, j) {
			u[k] += v
		}
	}
	return u
}

// integrate returns for each class ∫ ∂score/∂part at t·u over t from 0 to 1: the integrated
// gradient of part, by the midpoint rule and central differences.
func (f *tracedNetwork) integrate(u, part []float64) []float64 {
	const points, eps = 400, 1e-5
	out := make([]float64, f.tr.Graph.Classes)
	for k := range points {
		up, down := make([]float64, len(u)), make([]float64, len(u))
		for p := range u {
			middle := (float64(k) + 0.5) / points * u[p]
			up[p], down[p] = middle+eps*part[p], middle-eps*part[p]
		}
		a, b := f.score(up), f.score(down)
		for c := range out {
			out[c] += (a[c] - b[c]) / (2 * eps * points)
		}
	}
	return out
}

// TestWhatIfAgainstTheTrace removes an edge by explain.WhatIf. The scores of its first end
// without the edge are recomputed from the trace. The difference of the scores of each class
// and class 0 equals the log odds of the two classes in the what-if, to 1e-9.
func TestWhatIfAgainstTheTrace(t *testing.T) {
	r := sample.TexasLike(t, sgpc.New, "sgpc", 6, func(c *settings.Config) { c.Calibrate = false })
	tr, err := trace.Of(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	ends := tr.Graph.Edges[11]
	f := newTracedNetwork(tr, 11)
	z := f.score(f.fused(ends[0]))
	a, err := explain.WhatIf(r, explain.Change{RemoveEdges: [][2]int{{ends[1], ends[0]}}})
	if err != nil {
		t.Fatal(err)
	}
	p := a.Prob[ends[0]*5 : ends[0]*5+5] // five classes
	for c := range z {
		if q := math.Log(p[c]/p[0]) - (z[c] - z[0]); math.Abs(q) > 1e-9 {
			t.Errorf("class %d without the edge: the log odds differ by %g from those of the trace", c, q)
		}
	}
}

// largest returns the largest |v_k|.
func largest(v []float64) (most float64) {
	for _, x := range v {
		most = max(most, math.Abs(x))
	}
	return most
}
