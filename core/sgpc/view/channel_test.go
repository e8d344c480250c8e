package view

import (
	"math"
	"reflect"
	"testing"

	"sheafscope/core/choice"
	"sheafscope/core/linalg"
	"sheafscope/core/sgpc"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/sample"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/core/sheaf"
)

// TestChannelEqualsDense compares the numbers of every channel, a column of the features, with
// the dense operator L̂, or L for the setting operator=laplacian. At each node the input h is
// x + Δt L̂ x for the output x (equation 8). The numbers of a node equal those in the lists of
// all nodes. Traces and norms of blocks are those of L̂. The norms of the maps, and their
// changes by the gap ascent, are those of the run. The Rayleigh quotient of the eigenvector
// after the ascent is λ₂. The run stays unchanged.
func TestChannelEqualsDense(t *testing.T) {
	for name, change := range map[string]func(*settings.Config){
		"paper": nil,
		"d = 2": func(c *settings.Config) { c.D = 2 },
		"L":     func(c *settings.Config) { c.Operator = "laplacian" },
	} {
		r, twin := sample.Karate(t, sgpc.New, change), sample.Karate(t, sgpc.New, change)
		for range 4 {
			r.StepEpoch()
			twin.StepEpoch()
		}
		d, c := r.Config().D, r.Config().Channels
		l := sheaf.NewLaplacian(r.Evaluation().Hat.N, d, r.Evaluation().Hat.Edges)
		l.Assemble(r.Evaluation().Hat)
		// Row k of dense is L̂ applied to the unit vector k.
		nd := l.Dim()
		dense, unit := make([]float64, nd*nd), make([]float64, nd)
		for k := range nd {
			clear(unit)
			unit[k] = 1
			l.Operator().Apply(dense[k*nd:(k+1)*nd], unit)
		}
		o := r.Evaluation().Diffused[0]
		for k := range c {
			for u := range r.Graph.N {
				v := Frame(r, frame.Focus{Edge: 1, Node: choice.Of(u)}, frame.Once{Alone: true, Channel: k + 1}).Channel
				if v == nil || v.Of != k || v.Count != c || v.D != d || len(v.Terms) == 0 {
					t.Fatalf("%s: channel %d of node %d: %+v", name, k, u, v)
				}
				// sum has the terms of the frame, and want the product by the dense matrix. The input h
				// differs by the residual of the solver, hence the tolerance 1e-5.
				for p := range d {
					row := u*d + p
					sum, want := v.Output[p], v.Output[p]
					for _, q := range v.Terms {
						sum += q.Value[p]
					}
					for j := range nd {
						want += o.Dt * dense[row*nd+j] * o.Out.Data[j*c+k]
					}
					if math.Abs(sum-want) > 1e-9 || math.Abs(sum-v.Input[p]) > 1e-5 {
						t.Fatalf("%s: channel %d, node %d: x + Δt L̂x = %g, by the matrix %g, h = %g", name, k, u, sum, want, v.Input[p])
					}
					if float32(v.Input[p]) != v.Encoded[row] || float32(v.Output[p]) != v.Diffused[row] || float32(v.Mixed[p]) != v.Filtered[row] {
						t.Fatalf("%s: node %d has other numbers than the lists of all nodes", name, u)
					}
				}
			}
		}
		v := Frame(r, frame.Focus{Edge: 1}, frame.Once{Alone: true, Channel: 1, Eigen: true}).Channel
		// The lists have 32-bit numbers.
		checkNear := func(what string, index int, got float32, want float64) {
			if math.Abs(float64(got)-want) > 1e-5*(1+math.Abs(want)) {
				t.Errorf("%s: %s %d is %g, want %g", name, what, index, got, want)
			}
		}
		for i := range r.Graph.N {
			trace := 0.0
			for p := range d {
				trace += dense[(i*d+p)*nd+i*d+p]
			}
			checkNear("trace", i, v.Trace[i], trace)
		}
		for e, ed := range r.Graph.Edges {
			sum := 0.0
			for p := range d {
				for q := range d {
					x := dense[(int(ed.I)*d+p)*nd+int(ed.J)*d+q]
					sum += x * x
				}
			}
			checkNear("block", e, v.Block[e], math.Sqrt(sum))
			checkNear("map", 2*e, v.Side[2*e], linalg.Nrm2(r.Evaluation().Raw.Map(e, 0)))
			checkNear("map", 2*e+1, v.Side[2*e+1], linalg.Nrm2(r.Evaluation().Raw.Map(e, 1)))
			checkNear("change of map", e, v.Moved[e], norm(r.Ascent().Current, e)-norm(r.Evaluation().Raw, e))
		}
		// xᵀLx/xᵀx = λ₂ for the eigenvector x and the operator after the ascent.
		f := Frame(r, frame.Focus{Spectrum: true})
		x := make([]float64, nd)
		for k, y := range v.Eigen {
			x[k] = float64(y)
		}
		afterAscent := sheaf.NewLaplacian(r.Evaluation().Hat.N, d, r.Evaluation().Hat.Edges)
		afterAscent.Assemble(r.Operator(r.Ascent().Current))
		y := make([]float64, nd)
		afterAscent.Operator().Apply(y, x)
		if got := linalg.Dot(x, y) / linalg.Dot(x, x); f.Spectrum.Lambda2 <= 0 || math.Abs(got/f.Spectrum.Lambda2-1) > 1e-4 {
			t.Errorf("%s: the quotient of the eigenvector is %g, λ₂ is %g", name, got, f.Spectrum.Lambda2)
		}
		if !reflect.DeepEqual(Frame(r, everything), Frame(twin, everything)) {
			t.Errorf("%s: the frames changed the run", name)
		}
	}
}

// norm returns ‖R_e‖ over both maps of edge e.
func norm(s *sheaf.Sheaf, e int) float64 {
	q := s.D * s.D
	return linalg.Nrm2(s.R[2*e*q : 2*(e+1)*q])
}

// TestChannelByStage steps through the first epoch. Each part of a channel appears with its
// stage, and the frame at position 0 has no channel. The iterates of the diffusion end at the
// diffused features of the channel. The channel 99, out of range, selects the first channel.
func TestChannelByStage(t *testing.T) {
	r := sample.Karate(t, sgpc.New, nil)
	focus := frame.Focus{Node: 1}
	if Frame(r, focus, frame.Once{Channel: 1}).Channel != nil {
		t.Error("the frame at position 0 has a channel")
	}
	for r.Epoch() == 0 {
		r.StepInner()
		v := Frame(r, focus, frame.Once{Alone: true, Channel: 1}).Channel
		// Whether the channel has the result of a stage, by the stage.
		for resultStage, has := range map[int]bool{stage.Features: v.Encoded != nil, stage.Maps: v.Side != nil,
			stage.Diffusion: v.Diffused != nil, stage.Mixing: v.Filtered != nil} {
			if has != (r.Standing().Stage >= resultStage) {
				t.Fatalf("at stage %d the channel has the result of stage %d: %t", r.Standing().Stage, resultStage, has)
			}
		}
	}
	// Flow.Value has the first coordinate of each node, one iterate after the other.
	f := Frame(r, focus, frame.Once{Flow: true, FlowChannel: 2, Channel: 2})
	last := len(f.Flow.Iter) - 1
	for i := range f.N {
		if got, want := f.Flow.Value[last*f.N+i], f.Channel.Diffused[i*f.D]; math.Abs(float64(got-want)) > 1e-5 {
			t.Errorf("node %d: the last iterate is %g, the diffused feature %g", i, got, want)
		}
	}
	if v := Frame(r, focus, frame.Once{Alone: true, Channel: 99}).Channel; v.Of != 0 {
		t.Errorf("channel 99 selects channel %d, want 0", v.Of)
	}
}
