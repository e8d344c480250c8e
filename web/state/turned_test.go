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

// The dial of a node's frame requests a rotation only while it is open. After an answer it requests the newest angle and plane. Position 1
// of its slider is 0°, so 91 is a quarter turn. The dial changes only the figures of the inspector. Until the next answer the previous
// answer is shown; another node has none. A dial that the page shows alone turns by at most 359°. A stalk of
// dimension 1 has one plane, 0, 0.
func TestTurnFrame(t *testing.T) {
	d := loaded(t)
	d.s.Config.Model, d.s.Config.Reading = "sgpc", "paper"
	d.s.Frame = frameAt(30, 3)
	d.s.Frame.D = 3
	d.do(state.PickNode{Node: 3}) // counted from 1: the node of index 2
	d.reply(flat.Reply{Seq: d.request(flat.ReadFrame).Seq, Kind: flat.Framed, Final: true, Frame: d.s.Frame})
	for _, c := range d.cmds {
		if r, ok := c.(state.Send); ok && r.Message.Query != nil && r.Message.Query.Once.Turned != nil {
			t.Fatalf("a closed dial requests %+v", r.Message.Query.Once)
		}
	}

	// The dial opens at a quarter turn in the plane of the coordinates 0 and 1.
	d.do(state.MoveFigure{Name: state.SliderFrame, At: 91})
	r := d.request(flat.ReadFrame)
	if q := r.Once.Turned; q == nil || *q != (frame.Turn{Node: 2, B: 1, Angle: math.Pi / 2}) {
		t.Fatalf("the dial requests %+v, want the node of index 2 turned by π/2", r.Once)
	}

	// The answer and the moves of the slider change only the figures; an answer to another query, and another message, change more.
	answer := state.FromWorker{Reply: d.talk.Reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true})}
	other := state.FromWorker{Reply: d.talk.Reply(flat.Reply{Seq: r.Seq + 1, Kind: flat.Framed, Final: true})}
	onlyFigures := func(m state.Msg) bool {
		_, _, c := state.Update(d.s, m)
		return c.Figures
	}
	if !r.Once.Alone || !onlyFigures(answer) || !onlyFigures(state.MoveFigure{}) {
		t.Errorf("the dial requests or draws more than its figure: alone %v, want true", r.Once.Alone)
	}
	if onlyFigures(other) || onlyFigures(state.PickNode{}) {
		t.Error("another answer or another message draws only the figures")
	}

	// Before the answer the plane changes. The slider has the planes 01, 02, 12 at 0 to 2, and their reflections at 3 to 5.
	f := frameAt(30, 3)
	f.Turned = &frame.Turned{Turn: *r.Once.Turned, Before: []float64{1, 0}}
	d.do(state.MoveFigure{Name: state.SliderPlane, At: 4})
	if len(d.cmds) != 0 {
		t.Fatalf("a second request during the first one: %+v", d.cmds)
	}
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: f})
	if d.s.TurnedNow() != f.Turned {
		t.Error("the answer is not shown although the next one has not arrived")
	}
	r = d.request(flat.ReadFrame)
	if q := r.Once.Turned; q == nil || *q != (frame.Turn{Node: 2, A: 0, B: 2, Angle: math.Pi / 2, Mirror: true}) {
		t.Fatalf("after the answer the dial requests %+v, want the plane 02, reflected", q)
	}

	// Another node, the closed dial, and a dial that the page shows alone.
	d.do(state.PickNode{Node: 2})
	if d.s.TurnedNow() != nil {
		t.Error("another node has the rotation of the previous node")
	}
	d.do(state.MoveFigure{Name: state.SliderFrame})
	if d.s.FrameDegrees() >= 0 {
		t.Errorf("the closed dial is at %d°, want a negative number", d.s.FrameDegrees())
	}
	d.s.Figure = state.SoleFigure{Name: state.FigureFrame}
	d.do(state.MoveFigure{Name: state.SliderFrame, At: 1000})
	if d.s.FrameDegrees() != 359 {
		t.Errorf("slider position 1000 turns by %d°, want 359°", d.s.FrameDegrees())
	}
	if got := state.Planes(1); len(got) != 1 || got[0] != [2]int{} {
		t.Errorf("Planes(1) = %v, want the plane 0, 0", got)
	}
}

// The figure of cycles requests the holonomy of one cycle of the basis; position 3 of its slider is the cycle of index 2. If several nodes
// are selected together, the figure requests the holonomy of their cycle.
func TestRoundCycle(t *testing.T) {
	d := loaded(t)
	d.s.Frame = frameAt(30, 3)
	d.s.Frame.MapNorm = []float64{1, 1, 1}
	d.do(state.PickStage{Stage: stage.Maps})
	d.do(state.MoveFigure{Name: state.SliderCycle, At: 3})
	r := d.request(flat.ReadFrame)
	if q := r.Once; !q.Cycles || q.Place != 2 || q.Cycle != nil || q.Sheaf != 0 {
		t.Fatalf("the figure requests %+v, want cycle 2 of the basis", q)
	}
	f := frameAt(30, 3)
	f.Holonomy = &frame.Holonomies{Fixed: 1}
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: f})
	if d.s.RoundNow() != f.Holonomy {
		t.Error("the holonomy of the answer is not shown")
	}
	d.do(state.PickLasso{Nodes: []int{3, 0, 1}})
	if q := d.request(flat.ReadFrame).Once; !slices.Equal(q.Cycle, []int{3, 0, 1}) {
		t.Fatalf("with three selected nodes the figure requests %+v, want the cycle 3, 0, 1", q)
	}
}
