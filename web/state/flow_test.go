package state_test

import (
	"math"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/web/state"
)

// flowAt returns a frame at stage 6 with a solve of three iterations.
func flowAt(position, inner int) *frame.Frame {
	f := at(position, 3)
	f.Stage, f.Inner, f.Spectrum = stage.Diffusion, inner, nil
	f.Stages.Residual = []float64{1, 0.5}
	return f
}

func TestFlowByIterate(t *testing.T) {
	d := loaded(t)
	d.s.Frame = flowAt(30, 2)
	d.do(state.PickStage{Stage: stage.Diffusion})
	r := d.request(flat.ReadFrame)
	if !r.Once.Flow || r.Once.FlowDt != 0 || r.Focus.Spectrum {
		t.Fatalf("asks for %+v, want the flow of the run", r.Focus)
	}
	answer := func(seq int, dt float64) {
		f := flowAt(30, 2)
		f.Flow = &frame.Flow{Dt: dt, Run: 5, Iter: []int{0, 1, 2, 3}}
		d.reply(flat.Reply{Seq: seq, Kind: flat.Framed, Final: true, Frame: f})
	}
	shown := d.s.Frame
	answer(r.Seq, 5)
	if d.s.Flow == nil || d.s.Frame != shown || len(d.cmds) != 0 {
		t.Fatalf("after the answer: flow %v, %d commands", d.s.Flow, len(d.cmds))
	}
	if d.s.FlowAt() != 2 {
		t.Errorf("shows iterate %d inside iteration 2", d.s.FlowAt())
	}
	d.do(state.MoveFlow{At: 9})
	if d.s.FlowAt() != 3 || d.s.View.Nodes != state.NodesFlow || len(d.cmds) != 0 {
		t.Errorf("iterate %d, colouring %q", d.s.FlowAt(), d.s.View.Nodes)
	}
	d.do(state.MoveFlow{At: 1, Dt: 20})
	if r = d.request(flat.ReadFrame); r.Once.FlowDt != 20 {
		t.Fatalf("asks for the time %v", r.Once.FlowDt)
	}
	if d.do(state.MoveFlow{At: 1, Dt: 30}); len(d.cmds) != 0 {
		t.Fatal("two looks are under way")
	}
	answer(r.Seq, 20)
	if r = d.request(flat.ReadFrame); r.Once.FlowDt != 30 {
		t.Fatalf("the newest time is %v", r.Once.FlowDt)
	}
	answer(r.Seq, 30)
	if d.s.Flow.View.Dt != 30 || d.s.FlowAt() != 1 {
		t.Errorf("shows Δt %v, iterate %d", d.s.Flow.View.Dt, d.s.FlowAt())
	}
	d.do(state.PickStage{Stage: stage.Mixing})
	if d.s.View.Nodes != "prediction" {
		t.Errorf("the colouring stays %q when the stage is left", d.s.View.Nodes)
	}
	d.do(state.SetNodes{Mode: state.NodesFlow})
	if d.s.ShownStage() != stage.Diffusion || d.s.View.Nodes != state.NodesFlow {
		t.Error("the colouring does not open its stage")
	}
}

// A detail that cannot be computed is not requested again before the run moves.
func TestDetailRefused(t *testing.T) {
	d := loaded(t)
	f := at(30, 3)
	f.MapNorm = []float64{1, 1, 1}
	d.s.Frame = f
	d.do(state.PickStage{Stage: stage.Laplacian})
	r := d.request(flat.ReadFrame)
	if !r.Once.Maps {
		t.Fatalf("asks for %+v, want the maps", r.Focus)
	}
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: f})
	if d.do(state.Say{Text: "x"}); len(d.cmds) != 0 {
		t.Errorf("asks again: %+v", d.cmds)
	}
	g := at(31, 3)
	g.MapNorm = f.MapNorm
	d.s.Frame = g
	d.do(state.PickStage{Stage: stage.Laplacian})
	r = d.request(flat.ReadFrame)
	h := at(31, 3)
	h.Maps, h.HatMaps = make([]float32, 24), make([]float32, 24)
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: h})
	if d.s.Maps() == nil || len(d.s.Maps().Maps) != 24 || len(d.cmds) != 0 {
		t.Error("the maps did not come")
	}
}

// Rotated, mirrored or swapped places are aligned with the previous ones.
func TestPlacesStay(t *testing.T) {
	first := []float32{1, 0, 0, 2, -1, 0.5, 0.25, -2}
	for name, q := range map[string][4]float64{"mirrored": {-1, 0, 0, 1}, "swapped": {0, 1, 1, 0},
		"turned": {math.Cos(2), -math.Sin(2), math.Sin(2), math.Cos(2)}} {
		d := loaded(t)
		d.do(state.SetLayout{Layout: state.LayoutSpectral})
		r := d.request(flat.ReadFrame)
		if !r.Focus.Layout || !r.Focus.Spectrum {
			t.Fatalf("asks for %+v", r.Focus)
		}
		f := at(30, 3)
		f.Spectrum.Layout = first
		d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: f})
		g := at(31, 3)
		for i := 0; i < len(first); i += 2 {
			x, y := float64(first[i]), float64(first[i+1])
			g.Spectrum.Layout = append(g.Spectrum.Layout, float32(q[0]*x+q[1]*y), float32(q[2]*x+q[3]*y))
		}
		d.do(state.Step{Unit: "inner"})
		d.reply(flat.Reply{Seq: d.request(flat.Step).Seq, Kind: flat.Framed, Final: true, Frame: g})
		for i, x := range d.s.Places() {
			if math.Abs(float64(x-first[i])) > 1e-5 {
				t.Errorf("%s: number %d is %v, was %v", name, i, x, first[i])
			}
		}
	}
}
