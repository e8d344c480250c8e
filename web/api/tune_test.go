package api_test

import (
	"strings"
	"testing"

	"sheafscope/core/tune"
	"sheafscope/wasm/recipe"
	"sheafscope/web/api"
	"sheafscope/web/lab"
	"sheafscope/web/state"
)

// TuneOptions reads the options of tune, and refuses values of a wrong type. A seed above 2⁵³ must be a string, since a number of
// JavaScript is not exact there. TuneJSON returns the list, the choice and the chosen settings of a finished search. For a cancelled or
// failed search it returns an error.
func TestTuneOptionsAndOutcome(t *testing.T) {
	for text, want := range map[string]recipe.Tuned{
		"{}": {}, `{"runs": 3, "configurations": 8, "epochs": 20, "seed": 5}`: {Runs: 3, Configurations: 8, Epochs: 20, Seed: "5"},
		`{"seed": "18446744073709551615"}`: {Seed: "18446744073709551615"}, `{"seed": 0}`: {Seed: "0"},
	} {
		if got, err := api.TuneOptions(text); err != nil || got != want {
			t.Errorf("%s is read as %+v, %v; want %+v", text, got, err, want)
		}
	}
	for _, bad := range []string{`{"runs": "x"}`, `{"seed": 0.5}`, `[]`, `{"seed": 9007199254740993}`, `{"run": 3}`} {
		if got, err := api.TuneOptions(bad); err == nil {
			t.Errorf("%s is read as %+v, want an error", bad, got)
		}
	}
	// Without a result the search counts as cancelled.
	s := &state.State{Lab: lab.New()}
	if _, err := api.TuneJSON(s); err == nil || !strings.Contains(err.Error(), "cancelled") {
		t.Errorf("a cancelled search gives the error %v, want \"cancelled\" in it", err)
	}
	search := &s.Lab.Tune
	// A finished search, then an error.
	search.Chosen, search.Settings, search.Sheaf = 0, map[string]string{"dt": "2"}, true
	search.Trials = []tune.Candidate{{From: "first guess", Settings: map[string]string{}, ValMean: 0.5, Rungs: []tune.Rung{{Runs: 3,
		ValMean: 0.5}}}}
	want := `{"search":[{"from":"first guess","settings":{},"val_mean":0.5,"rungs":[{"runs":3,"val_mean":0.5}]}],"chosen":0,` +
		`"settings":{"dt":"2"},"sheaf":true}`
	if got, err := api.TuneJSON(s); err != nil || got != want {
		t.Errorf("the outcome is %s, %v; want %s", got, err, want)
	}
	search.Error = "no features"
	if _, err := api.TuneJSON(s); err == nil || !strings.Contains(err.Error(), "no features") {
		t.Errorf("a failed search gives the error %v, want \"no features\" in it", err)
	}
}
