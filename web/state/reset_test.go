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

// withReports returns a page that has all reports of reportNames, except a change by hand.
func withReports(t *testing.T) *desk {
	d := loaded(t)
	d.s.Claims, d.s.ClaimsAt = []claims.Claim{{}}, 30
	d.s.Flow, d.s.Details = &state.Flow{View: &frame.Flow{}}, []*state.Detail{{}}
	return d
}

// reportNames returns the names of the reports of a run that the page has.
func reportNames(s *state.State) (list []string) {
	for name, exists := range map[string]bool{"frame": s.Frame != nil, "spectrum": s.Spectrum != nil,
		"claims": s.Claims != nil, "position of the claims": s.ClaimsAt != 0, "history": !reflect.DeepEqual(s.History, frame.History{}),
		"newest position": s.MaxPosition != 0, "flow": s.Flow != nil, "details": len(s.Details) > 0,
		"by hand": s.ByHand != nil} {
		if exists {
			list = append(list, name)
		}
	}
	return list
}

// A new graph drops all reports of the present run. So does an empty canvas, which cannot run yet.
func TestNothingOfAnotherRunStays(t *testing.T) {
	d := withReports(t)
	d.do(state.Open{Graph: "ring"})
	d.reply(flat.Reply{Seq: d.request(flat.Load).Seq, Kind: flat.Loaded, Graph: graphInfo("ring")})
	if list := reportNames(&d.s); len(list) > 0 {
		t.Errorf("after a load the page has the reports %v", list)
	}
	d = withReports(t)
	d.do(state.Open{Graph: graph.BlankName})
	if list := reportNames(&d.s); !d.s.Waiting() || len(list) > 0 {
		t.Errorf("on an empty canvas (waiting: %v) the page has the reports %v", d.s.Waiting(), list)
	}
}

// Other settings drop the claims and replace the curves, also if the run returns to its position. The claims of the new run are requested.
func TestSettingsForgetTheClaims(t *testing.T) {
	d := withReports(t)
	d.do(state.SetPanel{Panel: state.PanelClaims})
	d.do(state.SetSetting{Name: "dt", Value: "3"})
	r := d.request(flat.Params)
	cfg := settings.Default()
	cfg.Dt = 3
	d.reply(flat.Reply{Seq: r.Seq, Kind: flat.Framed, Final: true, Frame: frameAt(30, 0), Config: &cfg})
	if d.s.Claims != nil || d.s.MaxPosition != 30 || len(d.s.History.Position) != 3 {
		t.Errorf("claims %v, newest position %d, %d epochs; want none, 30, 3", d.s.Claims, d.s.MaxPosition, len(d.s.History.Position))
	}
	if list := d.requests(flat.ReadFrame); len(list) == 0 || !list[0].Once.Claims {
		t.Errorf("the page requests %+v, want the claims of the new settings", list)
	}
}

// After two changes of settings, the recipe has both until the newer goal ends. If the second setting is refused, or if the worker
// crashes, the recipe gets the settings that the worker reports, and the page shows an error.
func TestRefusedSettingsGo(t *testing.T) {
	reported := map[string]string{"dt": "3"}
	for name, end := range map[string]func(d *desk, seq int){ // the end of the goal seq
		"the second refused": func(d *desk, seq int) {
			d.reply(flat.Reply{Seq: seq, Kind: flat.Failed, Message: "out of memory"})
			d.reply(flat.Reply{Seq: seq, Kind: flat.Framed, Final: true, Frame: frameAt(30, 0), Settings: reported})
		},
		"a crash": func(d *desk, _ int) {
			d.reply(flat.Reply{Kind: flat.Crashed, Message: "The worker stopped.", Settings: reported})
		},
	} {
		d := loaded(t)
		seq := 0 // number of the newer goal
		for _, kv := range [][2]string{{"dt", "3"}, {"rho", "0.2"}} {
			d.do(state.SetSetting{Name: kv[0], Value: kv[1]})
			seq = d.request(flat.Params).Seq
		}
		if !maps.Equal(d.s.Recipe.Settings, map[string]string{"dt": "3", "rho": "0.2"}) {
			t.Fatalf("%s: after both changes the recipe has %v", name, d.s.Recipe.Settings)
		}

		// The first goal is reached, which the second one has replaced. Then the second goal ends.
		d.reply(flat.Reply{Seq: seq - 1, Kind: flat.Framed, Final: true, Frame: frameAt(30, 0), Settings: reported})
		if len(d.s.Recipe.Settings) != 2 || !d.s.Busy() {
			t.Fatalf("%s: the end of a replaced goal leaves the settings %v, busy %v", name, d.s.Recipe.Settings, d.s.Busy())
		}
		end(d, seq)
		if !maps.Equal(d.s.Recipe.Settings, reported) || d.s.Error == "" {
			t.Errorf("%s: the recipe has %v, want %v; error %q", name, d.s.Recipe.Settings, reported, d.s.Error)
		}
	}
}

// After a crash during a training no work is pending, and the progress and a change by hand are dropped. A new graph can be loaded.
func TestCrashAbandonsEverything(t *testing.T) {
	d := loaded(t)
	d.s.Frame.Stages.Gamma = []float64{0, 0, 0, 0}
	d.do(state.Mix{Gamma: []float64{3, 0, 0, 0}})
	if d.s.ByHand == nil {
		t.Fatal("the mixing is not changed by hand")
	}
	d.do(state.Train{})
	d.do(state.Mix{Gamma: []float64{1, 0, 0, 0}})
	d.reply(flat.Reply{Seq: 99, Kind: flat.Progress, What: "Training", Fraction: 0.5})
	d.reply(flat.Reply{Kind: flat.Crashed, Message: "The worker stopped."})
	if d.s.Running() || d.s.Busy() || d.s.Loading() {
		t.Errorf("after a crash: running %v, busy %v, loading %v", d.s.Running(), d.s.Busy(), d.s.Loading())
	}
	if d.s.ByHand != nil || d.s.Progress != nil {
		t.Errorf("after a crash: change by hand %v, progress %v; want none", d.s.ByHand, d.s.Progress)
	}
	d.do(state.OpenRecipe{Recipe: recipe.Recipe{Setup: recipe.Setup{Graph: "ring"}}})
	d.request(flat.Load)
}

// An error of an input is shown until the user closes it or opens another graph. The arrival of a graph does not remove it.
func TestErrorsOfInputsOutliveALoad(t *testing.T) {
	d := loaded(t)
	d.do(state.Open{Graph: "ring"})
	load := d.request(flat.Load)
	d.do(state.Seed{Text: "seven"})
	inputError := d.s.Error
	d.reply(flat.Reply{Seq: load.Seq, Kind: flat.Loaded, Graph: graphInfo("ring")})
	if inputError == "" || d.s.Error != inputError {
		t.Errorf("the error of the seed was %q; after the load it is %q", inputError, d.s.Error)
	}
	d.do(state.Open{Graph: "karate"})
	if d.s.Error != "" {
		t.Errorf("another graph is opened, and the error %q is still shown", d.s.Error)
	}
}
