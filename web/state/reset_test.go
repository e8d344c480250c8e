package state_test

import (
	"maps"
	"reflect"
	"testing"

	"sheafscope/core/claims"
	"sheafscope/core/graph"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/settings"
	"sheafscope/wasm/proto/tests/flat"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// requests returns the requests of a kind among the last commands.
func (d *desk) requests(kind string) (list []flat.Request) {
	for _, r := range d.sent {
		if r.Kind == kind {
			list = append(list, r)
		}
	}
	return list
}

// full returns a page that has all kinds of reports about a run.
func full(t *testing.T) *desk {
	d := loaded(t)
	d.s.Claims, d.s.ClaimsAt = []claims.Claim{{}}, 30
	d.s.Flow, d.s.Details = &state.Flow{View: &frame.Flow{}}, []*state.Detail{{}}
	return d
}

// known lists the reports about a run that the page has.
func known(s *state.State) (list []string) {
	for name, there := range map[string]bool{"frame": s.Frame != nil, "spectrum": s.Spectrum != nil,
		"claims": s.Claims != nil, "claims at": s.ClaimsAt != 0, "history": !reflect.DeepEqual(s.History, frame.History{}),
		"reach": s.MaxPosition != 0, "flow": s.Flow != nil, "details": len(s.Details) > 0,
		"by hand": s.ByHand != nil} {
		if there {
			list = append(list, name)
		}
	}
	return list
}

// A new graph drops the same reports as an outline that cannot run yet.
func TestNothingOfAnotherRunStays(t *testing.T) {
	d := full(t)
	d.do(state.Open{Graph: "ring"})
	d.reply(flat.Reply{Seq: d.request(flat.Load).Seq, Kind: flat.Loaded, Graph: info("ring")})
	if list := known(&d.s); len(list) > 0 {
		t.Errorf("after a load: %v", list)
	}
	d = full(t)
	d.do(state.Open{Graph: graph.BlankName})
	if list := known(&d.s); !d.s.Waiting() || len(list) > 0 {
		t.Errorf("on an empty canvas (waiting: %v): %v", d.s.Waiting(), list)
	}
}

// Other settings invalidate claims and curves, also at the same position.
func TestSettingsForgetTheClaims(t *testing.T) {
	d := full(t)
	d.do(state.SetPanel{Panel: state.PanelClaims})
	d.do(state.SetSetting{Name: "dt", Value: "3"})
	r := d.request(flat.Params)
	cfg := settings.Default()
	cfg.Dt = 3
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: at(30, 0), Config: &cfg})
	if d.s.Claims != nil || d.s.MaxPosition != 30 || len(d.s.History.Position) != 3 {
		t.Errorf("claims %v, reach %d, %d epochs", d.s.Claims, d.s.MaxPosition, len(d.s.History.Position))
	}
	if looks := d.requests(flat.ReadFrame); len(looks) == 0 || !looks[0].Once.Claims {
		t.Errorf("asks for %+v, want the claims of the new settings", looks)
	}
}

// After several changes of settings the worker reports the settings of the run. After a crash the proven settings stay.
func TestRefusedSettingsGo(t *testing.T) {
	proven := map[string]string{"dt": "3"}
	for name, ends := range map[string]func(d *desk, seq int){
		"the second refused": func(d *desk, seq int) {
			d.reply(flat.Reply{Seq: seq, Kind: flat.Failed, Message: "out of memory"})
			d.reply(flat.Reply{Seq: seq, Kind: flat.Framed, Final: true, Frame: at(30, 0), Settings: proven})
		},
		"a crash": func(d *desk, _ int) {
			d.reply(flat.Reply{Kind: flat.Crashed, Message: "The worker stopped.", Settings: proven})
		},
	} {
		d := loaded(t)
		seq := 0
		for _, kv := range [][2]string{{"dt", "3"}, {"rho", "0.2"}} {
			d.do(state.SetSetting{Name: kv[0], Value: kv[1]})
			seq = d.request(flat.Params).Seq
		}
		if !maps.Equal(d.s.Recipe.Settings, map[string]string{"dt": "3", "rho": "0.2"}) {
			t.Fatalf("%s: asks for %v", name, d.s.Recipe.Settings)
		}
		d.reply(flat.Reply{Seq: seq - 1, Kind: flat.Framed, Final: true, Frame: at(30, 0), Settings: proven})
		if len(d.s.Recipe.Settings) != 2 || !d.s.Busy() {
			t.Fatalf("%s: a goal that was overtaken takes %v back", name, d.s.Recipe.Settings)
		}
		if ends(d, seq); !maps.Equal(d.s.Recipe.Settings, proven) || d.s.Error == "" {
			t.Errorf("%s: the recipe has %v, want %v; error %q", name, d.s.Recipe.Settings, proven, d.s.Error)
		}
	}
}

// After a crash no work is pending, and a change by hand is dropped.
func TestCrashAbandonsEverything(t *testing.T) {
	d := loaded(t)
	d.s.Frame.Stages.Gamma = []float64{0, 0, 0, 0}
	d.do(state.Mix{Gamma: []float64{3, 0, 0, 0}})
	if d.s.ByHand == nil {
		t.Fatal("the mixing is not changed")
	}
	d.do(state.Train{})
	d.do(state.Mix{Gamma: []float64{1, 0, 0, 0}})
	d.reply(flat.Reply{Seq: 99, Kind: flat.Progress, What: "Training", Fraction: 0.5})
	d.reply(flat.Reply{Kind: flat.Crashed, Message: "The worker stopped."})
	if d.s.ByHand != nil || d.s.Running() || d.s.Busy() || d.s.Progress != nil || d.s.Loading() {
		t.Errorf("after a crash: by hand %v, running %v, busy %v, progress %v", d.s.ByHand, d.s.Running(), d.s.Busy(), d.s.Progress)
	}
	d.do(state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "ring"}}})
	d.request(flat.Load)
}

// An error of an input is shown until the user closes it, also if a graph arrives meanwhile.
func TestErrorsOfInputsOutliveALoad(t *testing.T) {
	d := loaded(t)
	d.do(state.Open{Graph: "ring"})
	load := d.request(flat.Load)
	d.do(state.Seed{Text: "seven"})
	said := d.s.Error
	d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Loaded, Graph: info("ring")})
	if said == "" || d.s.Error != said {
		t.Errorf("%q became %q", said, d.s.Error)
	}
	if d.do(state.Open{Graph: "karate"}); d.s.Error != "" {
		t.Errorf("%q stays when another graph is opened", d.s.Error)
	}
}
