package state_test

import (
	"math"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// flowAt returns a frame at stage 6, at the inner step inner of the solve of the diffusion. It has the residuals of a solve, without which
// the page requests no iterates.
func flowAt(position, inner int) *frame.Frame {
	f := frameAt(position, 3)
	f.Stage, f.Inner, f.Spectrum = stage.Diffusion, inner, nil
	f.Stages.Residual = []float64{1, 0.5}
	return f
}

// Stage 6 requests the iterates of the diffusion once. The answer replaces no frame. The slider of the iterates starts at the inner step
// of the run and ends at the last iterate. The slider of the time Δt has one request under way, and then requests its newest value. The
// colouring by the flow belongs to stage 6: another stage ends it, and selecting it opens this stage.
func TestFlowByIterate(t *testing.T) {
	d := loaded(t)
	d.s.Frame = flowAt(30, 2)
	d.do(state.PickStage{Stage: stage.Diffusion})
	r := d.request(flat.ReadFrame)
	if !r.Once.Flow || r.Once.FlowDt != 0 || r.Focus.Spectrum {
		t.Fatalf("stage 6 requests %+v with the focus %+v, want the iterates at the Δt of the run", r.Once, r.Focus)
	}
	// answer replies with four iterates at the time dt. The run has the time 5.
	answer := func(seq int, dt float64) {
		f := flowAt(30, 2)
		f.Flow = &frame.Flow{Dt: dt, Run: 5, Iter: []int{0, 1, 2, 3}}
		d.reply(flat.Reply{Seq: seq, Kind: flat.Framed, Final: true, Frame: f})
	}
	before := d.s.Frame
	answer(r.Seq, 5)
	if d.s.Flow == nil || d.s.Frame != before || len(d.cmds) != 0 {
		t.Fatalf("after the answer: flow %v, other frame %v, %d commands", d.s.Flow, d.s.Frame != before, len(d.cmds))
	}
	if d.s.FlowAt() != 2 {
		t.Errorf("at inner step 2, iterate %d is shown, want 2", d.s.FlowAt())
	}
	d.do(state.MoveFlow{At: 9})
	if d.s.FlowAt() != 3 || d.s.View.Nodes != state.NodesFlow || len(d.cmds) != 0 {
		t.Errorf("iterate 9 of 3 is shown as %d, colouring %q, commands %+v", d.s.FlowAt(), d.s.View.Nodes, d.cmds)
	}

	// The slider of the time moves to 20 and, before the answer, to 30.
	d.do(state.MoveFlow{At: 1, Dt: 20})
	if r = d.request(flat.ReadFrame); r.Once.FlowDt != 20 {
		t.Fatalf("the slider requests Δt = %v, want 20", r.Once.FlowDt)
	}
	d.do(state.MoveFlow{At: 1, Dt: 30})
	if len(d.cmds) != 0 {
		t.Fatalf("before the answer the slider requests more: %+v", d.cmds)
	}
	answer(r.Seq, 20)
	if r = d.request(flat.ReadFrame); r.Once.FlowDt != 30 {
		t.Fatalf("after the answer the page requests Δt = %v, want 30", r.Once.FlowDt)
	}
	answer(r.Seq, 30)
	if d.s.Flow.View.Dt != 30 || d.s.FlowAt() != 1 {
		t.Errorf("Δt %v and iterate %d are shown, want 30, 1", d.s.Flow.View.Dt, d.s.FlowAt())
	}

	// Another stage, and the colouring itself.
	d.do(state.PickStage{Stage: stage.Mixing})
	if d.s.View.Nodes != "prediction" {
		t.Errorf("at another stage the colouring is %q, want prediction", d.s.View.Nodes)
	}
	d.do(state.SetNodes{Mode: state.NodesFlow})
	if d.s.ShownStage() != stage.Diffusion || d.s.View.Nodes != state.NodesFlow {
		t.Errorf("the colouring by the flow opens stage %d with the colouring %q", d.s.ShownStage(), d.s.View.Nodes)
	}

	// The colouring that the user has replaced by the flow returns at another stage.
	d.do(state.PickStage{Stage: stage.Mixing})
	d.do(state.SetNodes{Mode: "label"})
	d.do(state.SetNodes{Mode: state.NodesFlow})
	d.do(state.PickStage{Stage: stage.Mixing})
	if d.s.View.Nodes != "label" {
		t.Errorf("after the flow in place of the labels, the colouring at another stage is %q, want label", d.s.View.Nodes)
	}
}

// A link restores the iterate of the diffusion for every time Δt: it is clipped to its range, and the time of the run counts as none. The
// restoration then ends.
func TestIterateOfLink(t *testing.T) {
	b := openSessionPage(t, recipe.Recipe{Version: recipe.Version, Setup: recipe.Setup{Graph: "karate", Position: 200},
		View: recipe.View{Panel: state.PanelStage, Stage: stage.Diffusion}})
	if b.s.Flow == nil {
		t.Fatal("stage 6 has no iterates")
	}
	run := b.s.Flow.View.Run
	for dt, want := range map[float64]float64{0: 0, run: 0, 2 * run: 2 * run, 2 * frame.MaxFlowDt: frame.MaxFlowDt, -3: 0} {
		r := b.s.Link()
		r.View.Stage, r.View.Seen.Iterate = stage.Diffusion, &recipe.Iterate{At: 2, Dt: dt}
		b.send(state.OpenRecipe{Recipe: r})
		if f := b.s.Flow; b.s.Restoring() || f == nil || f.At != 1 || f.Dt != want {
			t.Errorf("Δt %v: restoring %v, flow %+v; want iterate 1 for Δt %v", dt, b.s.Restoring(), f, want)
		}
	}
}

// A frame without the requested maps answers the request. The maps are requested again only at another position of the run, and then
// arrive.
func TestDetailRefused(t *testing.T) {
	d := loaded(t)
	f := frameAt(30, 3)
	f.MapNorm = []float64{1, 1, 1} // the run has maps
	d.s.Frame = f
	d.do(state.PickStage{Stage: stage.Laplacian})
	r := d.request(flat.ReadFrame)
	if !r.Once.Maps {
		t.Fatalf("stage 5 requests %+v, want the maps", r.Once)
	}
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: f}) // without the maps
	d.do(state.Say{Text: "x"})                                                // any message after it
	if len(d.cmds) != 0 {
		t.Errorf("the maps are requested again: %+v", d.cmds)
	}

	// At the next position the maps are requested again, and arrive.
	g := frameAt(31, 3)
	g.MapNorm = f.MapNorm
	d.s.Frame = g
	d.do(state.PickStage{Stage: stage.Laplacian})
	r = d.request(flat.ReadFrame)
	h := frameAt(31, 3)
	h.Maps, h.HatMaps = make([]float32, 24), make([]float32, 24) // two maps of 2×2 numbers for each of three edges
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: h})
	if d.s.Maps() == nil || len(d.s.Maps().Maps) != 24 || len(d.cmds) != 0 {
		t.Errorf("the page has the maps %v after the commands %+v", d.s.Maps(), d.cmds)
	}
}

// If the spectral places of the next frame are mirrored, swapped or turned by 2 rad, they are aligned with the places before.
func TestPlacesStay(t *testing.T) {
	first := []float32{1, 0, 0, 2, -1, 0.5, 0.25, -2} // x and y of four nodes
	// Each matrix, by rows, is orthogonal.
	for name, q := range map[string][4]float64{"mirrored": {-1, 0, 0, 1}, "swapped": {0, 1, 1, 0},
		"turned": {math.Cos(2), -math.Sin(2), math.Sin(2), math.Cos(2)}} {
		d := loaded(t)
		d.do(state.SetLayout{Layout: state.LayoutSpectral})
		r := d.request(flat.ReadFrame)
		if !r.Focus.Layout || !r.Focus.Spectrum {
			t.Fatalf("the spectral layout requests the focus %+v", r.Focus)
		}
		f := frameAt(30, 3)
		f.Spectrum.Layout = first
		d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: f})

		// The next frame has the places multiplied by the matrix.
		g := frameAt(31, 3)
		for i := 0; i < len(first); i += 2 {
			x, y := float64(first[i]), float64(first[i+1])
			g.Spectrum.Layout = append(g.Spectrum.Layout, float32(q[0]*x+q[1]*y), float32(q[2]*x+q[3]*y))
		}
		d.do(state.Step{Unit: "inner"})
		d.reply(flat.Reply{Seq: d.request(flat.Step).Seq, Kind: flat.Framed, Final: true, Frame: g})
		for i, x := range d.s.Places() {
			if math.Abs(float64(x-first[i])) > 1e-5 { // rounding of float32
				t.Errorf("%s: coordinate %d is %v, was %v", name, i, x, first[i])
			}
		}
	}
}
