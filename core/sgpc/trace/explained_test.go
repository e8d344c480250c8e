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

// retold recomputes the fused features of a node by source, and the head, from a
// trace alone, with dense matrices.
type retold struct {
	tr        *trace.Trace
	c         int
	diff, mix *mat.Dense
}

func operatorOf(tr *trace.Trace, gone int, d int, shift float64) *mat.SymDense {
	n := tr.Graph.N
	l := mat.NewSymDense(n*d, nil)
	b := mat.NewDense(d, n*d, nil)
	for e, lift := range tr.Lift {
		if e == gone {
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

func retell(tr *trace.Trace, gone int) *retold {
	d := len(tr.WTheta)
	f := &retold{tr: tr, c: tr.Config.Channels}
	op := operatorOf(tr, gone, d, tr.Config.Shift)
	dim := tr.Graph.N * d
	a := mat.NewDense(dim, dim, nil)
	a.Scale(tr.Diffusion.Dt, op)
	one := mat.NewDense(dim, dim, nil)
	for k := range dim {
		a.Set(k, k, a.At(k, k)+1)
		one.Set(k, k, 1)
	}
	f.diff = mat.NewDense(dim, dim, nil)
	if err := f.diff.Inverse(a); err != nil {
		panic(err)
	}
	var arg mat.Dense
	arg.Sub(one, op)
	f.mix = mat.NewDense(dim, dim, nil)
	before, now := mat.DenseCopyOf(one), mat.DenseCopyOf(&arg)
	f.mix.Scale(tr.AFM.Alpha[0], one)
	for q := 1; q < len(tr.AFM.Alpha); q++ {
		var s, next mat.Dense
		s.Scale(tr.AFM.Alpha[q], now)
		f.mix.Add(f.mix, &s)
		next.Mul(&arg, now)
		next.Scale(2, &next)
		next.Sub(&next, before)
		before, now = now, &next
	}
	return f
}

// from returns the contribution of node j to the fused features of node i:
// [diffusion ‖ mixing ‖ own signal].
func (f *retold) from(i, j int) []float64 {
	d, c := len(f.tr.WTheta), f.c
	out := make([]float64, 3*d*c)
	for part, op := range []*mat.Dense{f.diff, f.mix} {
		for k := range d {
			for l := range d {
				for ch := range c {
					out[part*d*c+k*c+ch] += op.At(i*d+k, j*d+l) * f.tr.Encoded[j][l*c+ch]
				}
			}
		}
	}
	if i == j {
		copy(out[2*d*c:], f.tr.Encoded[i])
	}
	return out
}

// score returns the scores of the head at fused features u.
func (f *retold) score(u []float64) []float64 {
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
		for k, v := range u {
			if v < 0 {
				u[k] = math.Expm1(v)
			}
		}
	}
	return layer(u, "head")
}

// TestExplainAgainstTheTrace recomputes the attributions of ten nodes from a trace:
// the arriving features by dense inverses, and their contributions to the score by
// central differences along the path from zero.
func TestExplainAgainstTheTrace(t *testing.T) {
	for _, head := range []string{"mlp", "linear"} {
		r := sample.TexasLike(t, sgpc.New, "sgpc", 6, func(c *settings.Config) { c.Head = head })
		tr, err := trace.Of(r, nil)
		if err != nil {
			t.Fatal(err)
		}
		f := retell(tr, -1)
		for i := range 10 {
			x, err := explain.Node(r, i)
			if err != nil {
				t.Fatal(err)
			}
			if !x.Exact || len(x.Ways) == 0 && view.Frame(r, frame.Focus{Node: choice.Of(i)}).Node.Degree > 0 {
				t.Fatalf("node %d: exact %v, %d ways", i, x.Exact, len(x.Ways))
			}
			u := make([]float64, len(f.from(i, i)))
			for j := range tr.Graph.N {
				for k, v := range f.from(i, j) {
					u[k] += v
				}
			}
			want := f.score(append([]float64{}, u...))
			zero := f.score(make([]float64, len(u)))
			for c := range want {
				if math.Abs(x.Score[c]-want[c]) > 1e-9 {
					t.Fatalf("score %d of node %d is %.12g, from the trace %.12g", c, i, x.Score[c], want[c])
				}
			}
			got := map[int][]float64{}
			for _, q := range x.Terms {
				if got[q.Neighbour] == nil {
					got[q.Neighbour] = make([]float64, len(want))
				}
				for c, v := range q.Contribution {
					got[q.Neighbour][c] += v
				}
				if q.Through == explain.ThroughGap && largest(q.Contribution) > 1e-9 {
					t.Errorf("node %d: a gap of %g", i, largest(q.Contribution))
				}
			}
			for c := range want {
				if math.Abs(got[-1][c]-zero[c]) > 1e-9 {
					t.Errorf("bias %g, from the trace %g", got[-1][c], zero[c])
				}
			}
			for _, j := range []int{i, (i + 7) % 60, x.Ways[0].Node} {
				along := f.along(u, f.from(i, j))
				for c, v := range along {
					if math.Abs(got[j][c]-v) > 1e-5 {
						t.Errorf("%s: node %d gets %g of class %d from %d, along the path %g", head, i, got[j][c], c, j, v)
					}
				}
			}
		}
	}
}

// along integrates the slope of the score along part over the path t·u.
func (f *retold) along(u, part []float64) []float64 {
	const points, eps = 400, 1e-5
	out := make([]float64, f.tr.Graph.Classes)
	for k := range points {
		up, down := make([]float64, len(u)), make([]float64, len(u))
		for p := range u {
			at := (float64(k) + 0.5) / points * u[p]
			up[p], down[p] = at+eps*part[p], at-eps*part[p]
		}
		a, b := f.score(up), f.score(down)
		for c := range out {
			out[c] += (a[c] - b[c]) / (2 * eps * points)
		}
	}
	return out
}

// TestWhatIfAgainstTheTrace removes an edge. The odds of its end must be those of
// the other maps of the trace.
func TestWhatIfAgainstTheTrace(t *testing.T) {
	r := sample.TexasLike(t, sgpc.New, "sgpc", 6, func(c *settings.Config) { c.Calibrate = false })
	tr, err := trace.Of(r, nil)
	if err != nil {
		t.Fatal(err)
	}
	ends := tr.Graph.Edges[11]
	f := retell(tr, 11)
	u := make([]float64, len(f.from(0, 0)))
	for j := range tr.Graph.N {
		for k, v := range f.from(ends[0], j) {
			u[k] += v
		}
	}
	z := f.score(u)
	a, err := explain.WhatIf(r, explain.Change{RemoveEdges: [][2]int{{ends[1], ends[0]}}})
	if err != nil {
		t.Fatal(err)
	}
	p := a.Prob[ends[0]*5 : ends[0]*5+5]
	for c := range z {
		if q := math.Log(p[c]/p[0]) - (z[c] - z[0]); math.Abs(q) > 1e-9 {
			t.Errorf("class %d without the edge: odds differ by %g from those of the trace's other maps", c, q)
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
