package state_test

import (
	"math"
	"slices"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/stage"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/web/state"
)

// The dial requests its rotation while the panel of the node shows the open dial, and only for the newest angle. A link has the angle.
func TestTurnFrame(t *testing.T) {
	d := loaded(t)
	d.s.Config.Model, d.s.Config.Reading = "sgpc", "paper"
	d.s.Frame = frameAt(30, 3)
	d.s.Frame.D = 3
	d.do(state.PickNode{Node: 3})
	d.reply(flat.Reply{Seq: d.request(flat.ReadFrame).Seq, Kind: flat.Framed, Final: true, Frame: d.s.Frame})
	for _, c := range d.cmds {
		if r, ok := c.(state.Send); ok && r.Message.Query != nil && r.Message.Query.Once.Turned != nil {
			t.Fatal("a closed dial asks")
		}
	}
	d.do(state.MoveFigure{Name: state.SliderFrame, At: 91})
	r := d.request(flat.ReadFrame)
	if q := r.Once.Turned; q == nil || *q != (frame.Turn{Node: 2, B: 1, Angle: math.Pi / 2}) {
		t.Fatalf("asks for %+v", r.Once)
	}
	answer := state.FromWorker{Reply: d.talk.Reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true})}
	other := state.FromWorker{Reply: d.talk.Reply(flat.Reply{Seq: r.Seq + 1, Kind: flat.Framed, Final: true})}
	figures := func(m state.Msg) bool {
		_, _, c := state.Update(d.s, m)
		return c.Figures
	}
	if !r.Once.Alone || !figures(answer) || !figures(state.MoveFigure{}) || figures(other) || figures(state.PickNode{}) {
		t.Error("a turn asks for more than its figure shows")
	}
	f := frameAt(30, 3)
	f.Turned = &frame.Turned{Turn: *r.Once.Turned, Before: []float64{1, 0}}
	d.do(state.MoveFigure{Name: state.SliderPlane, At: 4})
	if len(d.cmds) != 0 {
		t.Fatal("two looks are under way")
	}
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: f})
	if d.s.TurnedNow() != f.Turned {
		t.Error("the answer is not shown until the next one comes")
	}
	r = d.request(flat.ReadFrame)
	if q := r.Once.Turned; q == nil || *q != (frame.Turn{Node: 2, A: 0, B: 2, Angle: math.Pi / 2, Mirror: true}) {
		t.Fatalf("asks for %+v, want the second plane, reflected", q)
	}
	d.do(state.PickNode{Node: 2})
	if d.s.TurnedNow() != nil {
		t.Error("another node shows the numbers of the one before")
	}
	d.do(state.MoveFigure{Name: state.SliderFrame})
	if d.s.FrameDegrees() >= 0 {
		t.Error("the dial does not close")
	}
	d.s.Figure = state.SoleFigure{Name: state.FigureFrame}
	if d.do(state.MoveFigure{Name: state.SliderFrame, At: 1000}); d.s.FrameDegrees() != 359 {
		t.Errorf("a link turns by %d°", d.s.FrameDegrees())
	}
	if got := state.Planes(1); len(got) != 1 || got[0] != [2]int{} {
		t.Errorf("planes of one dimension: %v", got)
	}
}

// The figure of cycles requests the holonomy of a cycle of the basis, or of the nodes selected together, for the shown maps.
func TestRoundCycle(t *testing.T) {
	d := loaded(t)
	d.s.Frame = frameAt(30, 3)
	d.s.Frame.MapNorm = []float64{1, 1, 1}
	d.do(state.PickStage{Stage: stage.Maps})
	d.do(state.MoveFigure{Name: state.SliderCycle, At: 3})
	r := d.request(flat.ReadFrame)
	if q := r.Once; !q.Cycles || q.Place != 2 || q.Cycle != nil || q.Sheaf != 0 {
		t.Fatalf("asks for %+v", q)
	}
	f := frameAt(30, 3)
	f.Holonomy = &frame.Holonomies{Fixed: 1}
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: f})
	if d.s.RoundNow() != f.Holonomy {
		t.Error("the answer is not shown")
	}
	d.do(state.PickLasso{Nodes: []int{3, 0, 1}})
	if q := d.request(flat.ReadFrame).Once; !slices.Equal(q.Cycle, []int{3, 0, 1}) {
		t.Fatalf("asks for %+v, want the selected nodes", q)
	}
}
