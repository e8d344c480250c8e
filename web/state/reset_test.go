package state_test

import (
	"maps"
	"reflect"
	"testing"

	"sheafscope/core/claims"
	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// worker finds the requests among the last commands.
func (d *desk) requests(kind string) (list []proto.Request) {
	for _, c := range d.cmds {
		if s, ok := c.(state.Send); ok && s.Request.Kind == kind {
			list = append(list, s.Request)
		}
	}
	return list
}

// full is a page that knows everything that can be known of a run.
func full(t *testing.T) *desk {
	d := loaded(t)
	d.s.Claims, d.s.ClaimsAt = []claims.Claim{{}}, 30
	d.s.Flow, d.s.Maps, d.s.Features, d.s.Stalks = &state.Flow{View: &sgpc.FlowView{}}, &state.Maps{}, &state.Features{}, &state.Stalks{}
	return d
}

// known lists what the page still knows of a run.
func known(s *state.State) (list []string) {
	for name, there := range map[string]bool{"frame": s.Frame != nil, "spectrum": s.Spectrum != nil,
		"claims": s.Claims != nil, "claims at": s.ClaimsAt != 0, "history": !reflect.DeepEqual(s.History, sgpc.HistoryView{}),
		"reach": s.MaxPosition != 0, "flow": s.Flow != nil, "maps": s.Maps != nil,
		"features": s.Features != nil, "fibres": s.Stalks != nil, "by hand": s.ByHand != nil} {
		if there {
			list = append(list, name)
		}
	}
	return list
}

// A new graph, and one that waits for more, take the same with them.
func TestNothingOfAnotherRunStays(t *testing.T) {
	d := full(t)
	d.do(state.Open{Graph: "ring"})
	d.reply(proto.Reply{Seq: d.request(proto.Load).Seq, Kind: proto.Loaded, Graph: info("ring")})
	if list := known(&d.s); len(list) > 0 {
		t.Errorf("after a load: %v", list)
	}
	d = full(t)
	d.do(state.Open{Graph: graph.BlankName})
	if list := known(&d.s); !d.s.Waiting() || len(list) > 0 {
		t.Errorf("on an empty canvas (waiting: %v): %v", d.s.Waiting(), list)
	}
}

// Other settings make claims and curves untrue, also at the same position.
func TestSettingsForgetTheClaims(t *testing.T) {
	d := full(t)
	d.do(state.SetPanel{Panel: state.PanelClaims})
	d.do(state.Setting{Name: "dt", Value: "3"})
	r := d.request(proto.Params)
	cfg := sgpc.Default()
	cfg.Dt = 3
	d.reply(proto.Reply{Seq: r.Seq, Kind: proto.Framed, Final: true, Frame: at(30, 0), Config: &cfg})
	if d.s.Claims != nil || d.s.MaxPosition != 30 || len(d.s.History.Position) != 3 {
		t.Errorf("claims %v, reach %d, %d epochs", d.s.Claims, d.s.MaxPosition, len(d.s.History.Position))
	}
	if looks := d.requests(proto.Look); len(looks) == 0 || !looks[0].Once.Claims {
		t.Errorf("asks for %+v, want the claims of the new settings", looks)
	}
}

// Of changes of settings in a row the refused ones go, whatever their order, and with a crash all without an answer.
func TestRefusedSettingsGo(t *testing.T) {
	for name, c := range map[string]struct {
		replies map[string]bool // name of the setting: taken
		order   []string
		crash   bool
		want    map[string]string
	}{
		"second refused": {map[string]bool{"dt": true, "rho": false}, []string{"dt", "rho"}, false, map[string]string{"dt": "3"}},
		"first refused":  {map[string]bool{"dt": false, "rho": true}, []string{"dt", "rho"}, false, map[string]string{"rho": "0.2"}},
		"crash":          {map[string]bool{"dt": true}, []string{"dt"}, true, map[string]string{"dt": "3"}},
	} {
		d := loaded(t)
		seq := map[string]int{}
		for _, kv := range [][2]string{{"dt", "3"}, {"rho", "0.2"}} {
			d.do(state.Setting{Name: kv[0], Value: kv[1]})
			seq[kv[0]] = d.request(proto.Params).Seq
		}
		if !maps.Equal(d.s.Recipe.Settings, map[string]string{"dt": "3", "rho": "0.2"}) {
			t.Fatalf("%s: asks for %v", name, d.s.Recipe.Settings)
		}
		for _, k := range c.order {
			r := proto.Reply{Seq: seq[k], Kind: proto.Framed, Final: true, Frame: at(30, 0)}
			if !c.replies[k] {
				r = proto.Reply{Seq: seq[k], Kind: proto.Failed, Final: true, Message: "no"}
			}
			d.reply(r)
		}
		if c.crash { // the client completes what was pending, then tells of the crash
			d.reply(proto.Reply{Seq: seq["rho"], Kind: proto.Failed, Final: true, Message: "the worker stopped"})
			d.reply(proto.Reply{Kind: proto.Crashed, Message: "The worker stopped."})
		}
		if !maps.Equal(d.s.Recipe.Settings, c.want) {
			t.Errorf("%s: the recipe has %v, want %v", name, d.s.Recipe.Settings, c.want)
		}
	}
}

// After a crash nothing is under way, and what was changed by hand is gone.
func TestCrashAbandonsEverything(t *testing.T) {
	d := loaded(t)
	d.s.Frame.Stages.Gamma = []float64{0, 0, 0, 0}
	d.do(state.Mix{Gamma: []float64{3, 0, 0, 0}})
	if d.s.ByHand == nil {
		t.Fatal("the mixing is not changed")
	}
	d.do(state.Run{})
	d.do(state.Mix{Gamma: []float64{1, 0, 0, 0}})
	d.reply(proto.Reply{Seq: 99, Kind: proto.Progress, What: "Training", Fraction: 0.5})
	d.reply(proto.Reply{Kind: proto.Crashed, Message: "The worker stopped."})
	if d.s.ByHand != nil || d.s.Running || d.s.Busy() || d.s.Progress != nil || d.s.Loading() {
		t.Errorf("after a crash: by hand %v, running %v, busy %v, progress %v", d.s.ByHand, d.s.Running, d.s.Busy(), d.s.Progress)
	}
	d.do(state.OpenRecipe{Recipe: recipe.Recipe{Run: recipe.Run{Graph: "ring"}}})
	d.request(proto.Load)
}
