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

// TestTuneOptionsAndOutcome checks the parsed options of tune, and its outcome for a cancelled, a finished and a failed search.
func TestTuneOptionsAndOutcome(t *testing.T) {
	for text, want := range map[string]recipe.Tuned{
		"{}": {}, `{"runs": 3, "configurations": 8, "epochs": 20, "seed": 5}`: {Runs: 3, Configurations: 8, Epochs: 20, Seed: "5"},
		`{"seed": "18446744073709551615"}`: {Seed: "18446744073709551615"}, `{"seed": 0}`: {Seed: "0"},
	} {
		if got, err := api.TuneOptions(text); err != nil || got != want {
			t.Errorf("%s: %+v, %v", text, got, err)
		}
	}
	for _, bad := range []string{`{"runs": "x"}`, `{"seed": 0.5}`, `[]`, `{"seed": 9007199254740993}`} {
		if got, err := api.TuneOptions(bad); err == nil {
			t.Errorf("%s is read as %+v", bad, got)
		}
	}
	s := &state.State{Lab: lab.New()}
	if _, err := api.TuneJSON(s); err == nil || !strings.Contains(err.Error(), "cancelled") {
		t.Error(err)
	}
	u := &s.Lab.Tune
	u.Chosen, u.Settings, u.Sheaf = 0, map[string]string{"dt": "2"}, true
	u.Trials = []tune.Candidate{{From: "first guess", Settings: map[string]string{}, ValMean: 0.5, Rungs: []tune.Rung{{Runs: 3,
		ValMean: 0.5}}}}
	want := `{"search":[{"from":"first guess","settings":{},"val_mean":0.5,"rungs":[{"runs":3,"val_mean":0.5}]}],"chosen":0,` +
		`"settings":{"dt":"2"},"sheaf":true}`
	if got, err := api.TuneJSON(s); err != nil || got != want {
		t.Errorf("%s, %v", got, err)
	}
	u.Error = "no features"
	if _, err := api.TuneJSON(s); err == nil || !strings.Contains(err.Error(), "no features") {
		t.Error(err)
	}
}
