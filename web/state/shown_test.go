package state_test

import (
	"testing"

	"sheafscope/core/claims"
	"sheafscope/core/sgpc/frame"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/web/state"
)

func TestClaimsAreRequestedOnlyWhenShown(t *testing.T) {
	d := loaded(t)
	d.do(state.SetPanel{Panel: state.PanelClaims})
	if len(d.sent) != 1 || !d.sent[0].Once.Claims {
		t.Fatalf("asks %+v; want one look with claims", d.cmds)
	}
	f := frameAt(30, 0)
	f.Claims = []claims.Claim{{ID: "thm3"}}
	d.reply(flat.Reply{Seq: d.sent[0].Seq, Kind: flat.Framed, Final: true, Frame: f})
	d.do(state.SetPanel{Panel: state.PanelClaims})
	if len(d.cmds) != 0 || len(d.s.Claims) != 1 {
		t.Fatal("asks again for claims it has")
	}
	d.do(state.Step{Unit: "inner"})
	step := d.request(flat.Step)
	if step.Once.Claims {
		t.Error("a step carries the claims")
	}
	d.reply(flat.Reply{Seq: step.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(31, 0)})
	if len(d.cmds) != 1 {
		t.Error("the claims are not refreshed after a step")
	}
}

// A frame without the spectrum leaves the values that came with the spectrum of the same position.
func TestLookKeepsTheSpectrum(t *testing.T) {
	d := loaded(t)
	full := frameAt(31, 0)
	full.SpectrumBefore, full.Stages.Gap.SheafGain = []float64{1, 2}, 0.25
	d.do(state.Step{Unit: "inner"})
	d.reply(flat.Reply{Seq: d.request(flat.Step).Seq, Kind: flat.Framed, Final: true, Frame: full})
	look := func(position int) {
		f := frameAt(position, 0)
		f.Spectrum = nil
		d.reply(flat.Reply{Seq: 1000, Kind: flat.Framed, Final: true, Frame: f})
	}
	look(31)
	if f := d.s.Frame; f.Spectrum != full.Spectrum || len(f.SpectrumBefore) != 2 || f.Stages.Gap.SheafGain != 0.25 {
		t.Errorf("after a look: spectrum %v, before %v, gain %g", f.Spectrum, f.SpectrumBefore, f.Stages.Gap.SheafGain)
	}
	look(32)
	if f := d.s.Frame; f.Spectrum != nil || f.SpectrumBefore != nil {
		t.Error("another position shows the spectrum of this one")
	}
}

// The tab counts the failing claims of a small sheaf after a pause of the run. It does not count them before the pause, after the run has
// moved, or for a large sheaf.
func TestClaimsAreCountedAtRest(t *testing.T) {
	rest := func(d *desk, f *frame.Frame) state.Msg {
		d.do(state.Step{Unit: "inner"})
		d.reply(flat.Reply{Seq: d.request(flat.Step).Seq, Kind: flat.Framed, Final: true, Frame: f})
		for _, c := range d.cmds {
			if after, ok := c.(state.After); ok {
				return after.Msg
			}
		}
		return nil
	}
	small := func(position int) *frame.Frame { f := frameAt(position, 0); f.D = 2; return f }
	d := loaded(t)
	first := rest(d, small(31))
	second := rest(d, small(32))
	if first == nil || second == nil {
		t.Fatal("a small sheaf is not looked at after a rest")
	}
	if d.do(first); len(d.cmds) != 0 {
		t.Errorf("asks for the claims of a position that was left: %+v", d.cmds)
	}
	d.do(second)
	if len(d.sent) != 1 || !d.sent[0].Once.Claims {
		t.Fatalf("asks %+v; want the claims of the position at rest", d.cmds)
	}
	big := frameAt(33, 0)
	big.D = 100
	if rest(d, big) != nil {
		t.Error("the claims of a large sheaf are evaluated without being asked for")
	}
}

// The panel of a node requests its stalk over time once for each node and position.
func TestStalksAreRequestedOnce(t *testing.T) {
	d := loaded(t)
	f := frameAt(31, 0)
	f.Stages.Residual = []float64{1, 1e-9}
	// answer replies to every request until there is none, and counts those for a stalk.
	answer := func(stalks *frame.Stalk) (asked int) {
		for len(d.sent) > 0 {
			sent := d.sent
			d.sent = nil
			for _, send := range sent {
				g := *f
				if send.Once.Stalks {
					asked++
					g.Stalks = stalks
				}
				d.reply(flat.Reply{Seq: send.Seq, Kind: flat.Framed, Final: true, Frame: &g})
			}
		}
		return asked
	}
	d.do(state.Step{Unit: "inner"})
	answer(nil)
	d.do(state.PickNode{Node: 2})
	if n := answer(&frame.Stalk{Node: 1}); n != 1 {
		t.Fatalf("asks %d times for the stalk of a node", n)
	}
	if v, now := d.s.StalksOf(); v == nil || !now || v.Node != 1 {
		t.Fatalf("shows %+v", v)
	}
	d.do(state.PickNode{Node: 3})
	if v, _ := d.s.StalksOf(); v != nil {
		t.Error("shows the stalk of another node")
	}
	if n := answer(&frame.Stalk{Node: 2}); n != 1 {
		t.Errorf("asks %d times for the stalk of the next", n)
	}
	d.do(state.PickNode{Node: 4})
	if n := answer(nil); n != 1 {
		t.Errorf("asks %d times for what cannot be shown", n)
	}
}

// At the start of a run there are no maps. The spectrum of the previous position must not stay on the screen.
func TestNoSpectrumAtTheStart(t *testing.T) {
	d := loaded(t)
	if d.s.Spectrum == nil {
		t.Fatal("after an epoch there is no spectrum")
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
