package state_test

import (
	"testing"

	"sheafscope/core/claims"
	"sheafscope/core/sgpc/explain"
	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// This file tests when the page requests details, and which spectrum it shows.

// The panel of the claims requests the claims once for each position. A step does not request them. After the step the panel sends one
// command.
func TestClaimsAreRequestedOnlyWhenShown(t *testing.T) {
	d := loaded(t)
	d.do(state.SetPanel{Panel: state.PanelClaims})
	if len(d.sent) != 1 || !d.sent[0].Once.Claims {
		t.Fatalf("the panel requests %+v, want one frame with the claims", d.cmds)
	}
	f := frameAt(30, 0)
	f.Claims = []claims.Claim{{ID: "thm3"}}
	d.reply(flat.Reply{Seq: d.sent[0].Seq, Kind: flat.Framed, Final: true, Frame: f})
	d.do(state.SetPanel{Panel: state.PanelClaims})
	if len(d.cmds) != 0 || len(d.s.Claims) != 1 {
		t.Fatalf("with %d claims the panel requests %+v, want nothing", len(d.s.Claims), d.cmds)
	}
	d.do(state.Step{Unit: "inner"})
	step := d.request(flat.Step)
	if step.Once.Claims {
		t.Error("a step requests the claims")
	}
	d.reply(flat.Reply{Seq: step.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(31, 0)})
	if len(d.cmds) != 1 {
		t.Errorf("after the step the panel gives the commands %+v, want one", d.cmds)
	}
}

// A frame without the spectrum keeps the values that came with the spectrum of the same position. At another position these values are
// dropped.
func TestFrameKeepsTheSpectrum(t *testing.T) {
	d := loaded(t)
	complete := frameAt(31, 0)
	complete.SpectrumBefore, complete.Stages.Gap.SheafGain = []float64{1, 2}, 0.25
	d.do(state.Step{Unit: "inner"})
	d.reply(flat.Reply{Seq: d.request(flat.Step).Seq, Kind: flat.Framed, Final: true, Frame: complete})
	// showWithoutSpectrum applies a frame at a position without its spectrum. Its goal 1000 is newer than each goal of the page.
	showWithoutSpectrum := func(position int) {
		f := frameAt(position, 0)
		f.Spectrum = nil
		d.reply(flat.Reply{Seq: 1000, Kind: flat.Framed, Final: true, Frame: f})
	}
	showWithoutSpectrum(31)
	if f := d.s.Frame; f.Spectrum != complete.Spectrum || len(f.SpectrumBefore) != 2 || f.Stages.Gap.SheafGain != 0.25 {
		t.Errorf("at the same position: spectrum %v, before %v, gain %g; want the values of before", f.Spectrum, f.SpectrumBefore,
			f.Stages.Gap.SheafGain)
	}
	showWithoutSpectrum(32)
	if f := d.s.Frame; f.Spectrum != nil || f.SpectrumBefore != nil {
		t.Errorf("at another position the spectrum is %v, before %v; want none", f.Spectrum, f.SpectrumBefore)
	}
}

// The values of a spectrum do not stay for other settings or for another layer of a peer. A pin without a layer requests the spectrum of
// the last layer.
func TestSpectrumOfItsSettingsAndLayer(t *testing.T) {
	d := loaded(t)
	d.s.Frame.Bound.Total = 1 // of the settings before
	d.do(state.SetSetting{Name: "d", Value: "3"})
	bare := frameAt(30, 0)
	bare.Spectrum, bare.Bound.Total = nil, 2
	d.reply(flat.Reply{Seq: d.sent[0].Seq, Kind: flat.Framed, Final: true, Frame: bare, Config: &d.s.Config})
	if d.s.Frame.Spectrum != nil || d.s.Spectrum != nil || d.s.Frame.Bound.Total != 2 {
		t.Errorf("after the setting: spectra %v and %v, bound %g; want none, 2", d.s.Frame.Spectrum, d.s.Spectrum, d.s.Frame.Bound.Total)
	}

	// The spectrum of layer 1, then the pin.
	pin, err := recipe.FormatFile(d.s.Link())
	if err != nil {
		t.Fatal(err)
	}
	d.do(state.PickLayer{Layer: 1})
	first := frameAt(30, 0)
	first.Layers = &frame.Layers{At: 1, Count: 2}
	d.reply(flat.Reply{Seq: d.request(flat.ReadFrame).Seq, Kind: flat.Framed, Final: true, Frame: first})
	d.do(state.ShowPin{Text: string(pin)})
	r := d.request(flat.ReadFrame)
	if !r.Focus.Spectrum || r.Focus.Layer != 0 {
		t.Errorf("the pin requests %+v, want the spectrum of no selected layer", r.Focus)
	}
	last := frameAt(30, 0)
	last.Spectrum, last.Layers = nil, &frame.Layers{At: 2, Count: 2}
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: last})
	if d.s.Frame.Spectrum != nil {
		t.Errorf("the frame of layer 2 has the spectrum %+v of layer 1", d.s.Frame.Spectrum)
	}
}

// An explanation that a load has overtaken is requested again if the load leaves the run, also during the search for flips.
func TestOvertakenExplanationReturns(t *testing.T) {
	for _, question := range []string{proto.Explain, proto.Flips} {
		d := loaded(t)
		d.s.Frame.Judged = 3 // predictions of epoch 3
		d.do(state.PickNode{Node: 2})
		seq := d.cmds[len(d.cmds)-1].(state.Send).Query.Seq // the explanation is requested last
		if question == proto.Flips {
			d.do(state.FromWorker{Reply: proto.Reply{Answer: &proto.Answer{Seq: seq, Question: proto.Explain, Explanation: &explain.Parts{}}}})
			d.do(state.FindFlips{})
			seq = d.cmds[0].(state.Send).Query.Seq
		}
		d.do(state.FromWorker{Reply: proto.Reply{Answer: &proto.Answer{Seq: seq, Question: question, Overtaken: true}}})
		why := d.s.WhyOf()
		if why == nil || why.View != nil || why.Searching || len(d.cmds) != 1 {
			t.Errorf("%s: the explanation is %+v, the commands are %+v; want a new request", question, why, d.cmds)
		}
	}
}

// The claims of a small sheaf are requested after a rest of the run, to count the failing ones. They are not requested if the run has
// moved during the rest, or for a large sheaf.
func TestClaimsAreCountedAtRest(t *testing.T) {
	// stepTo steps to a frame and returns the message after the rest that follows, nil without a rest.
	stepTo := func(d *desk, f *frame.Frame) state.Msg {
		d.do(state.Step{Unit: "inner"})
		d.reply(flat.Reply{Seq: d.request(flat.Step).Seq, Kind: flat.Framed, Final: true, Frame: f})
		for _, c := range d.cmds {
			if after, ok := c.(state.After); ok {
				return after.Msg
			}
		}
		return nil
	}
	// small returns a frame of a sheaf of four nodes with stalks of two dimensions.
	small := func(position int) *frame.Frame { f := frameAt(position, 0); f.D = 2; return f }
	d := loaded(t)
	first := stepTo(d, small(31))
	second := stepTo(d, small(32))
	if first == nil || second == nil {
		t.Fatal("no rest follows a step of a small sheaf")
	}

	// The first rest ends after the run has moved on.
	d.do(first)
	if len(d.cmds) != 0 {
		t.Errorf("the claims of a previous position are requested: %+v", d.cmds)
	}
	d.do(second)
	if len(d.sent) != 1 || !d.sent[0].Once.Claims {
		t.Fatalf("after the rest the page requests %+v, want the claims", d.cmds)
	}
	big := frameAt(33, 0)
	big.D = 100
	if stepTo(d, big) != nil {
		t.Error("a rest follows a step of a large sheaf")
	}
}

// The panel of a node requests its stalk over time once for each node and position, even if the answer has no stalk. The stalk of
// another node is not shown.
func TestStalksAreRequestedOnce(t *testing.T) {
	d := loaded(t)
	f := frameAt(31, 0)
	f.Stages.Residual = []float64{1, 1e-9} // of a solve, without which the page requests no stalks
	// answer replies to every request until there is none, and returns the number of requests for a stalk.
	answer := func(stalks *frame.Stalk) (count int) {
		for len(d.sent) > 0 {
			sent := d.sent
			d.sent = nil
			for _, r := range sent {
				g := *f
				if r.Once.Stalks {
					count++
					g.Stalks = stalks
				}
				d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: &g})
			}
		}
		return count
	}
	d.do(state.Step{Unit: "inner"})
	answer(nil)
	d.do(state.PickNode{Node: 2}) // counts from 1: node 1
	if n := answer(&frame.Stalk{Node: 1}); n != 1 {
		t.Fatalf("the stalk of node 1 is requested %d times, want once", n)
	}
	if v, isPresent := d.s.StalksOf(); v == nil || !isPresent || v.Node != 1 {
		t.Fatalf("the panel shows the stalk %+v, of the present position: %v; want node 1, true", v, isPresent)
	}
	d.do(state.PickNode{Node: 3})
	if v, _ := d.s.StalksOf(); v != nil {
		t.Errorf("the panel of node 2 shows the stalk of node %d", v.Node)
	}
	if n := answer(&frame.Stalk{Node: 2}); n != 1 {
		t.Errorf("the stalk of node 2 is requested %d times, want once", n)
	}
	d.do(state.PickNode{Node: 4})
	if n := answer(nil); n != 1 {
		t.Errorf("a stalk that does not arrive is requested %d times, want once", n)
	}
}

// At the start of a run there are no maps: after a seek to position 0 no spectrum is shown.
func TestNoSpectrumAtTheStart(t *testing.T) {
	d := loaded(t)
	if d.s.Spectrum == nil {
		t.Fatal("the test needs a page with a spectrum")
	}
	d.do(state.Seek{Position: 0})
	r := d.request(flat.Seek)
	f := frameAt(0, 0)
	f.Spectrum = nil
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: f})
	if d.s.Frame.Position != 0 || d.s.Spectrum != nil {
		t.Errorf("at position %d the spectrum is %+v", d.s.Frame.Position, d.s.Spectrum)
	}
}
