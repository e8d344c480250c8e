package api

import (
	"cmp"
	"errors"
	"fmt"

	"sheafscope/core/json"
	"sheafscope/core/tune"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// This file parses the argument of tune, and formats the outcome of a search for settings.

// TuneOptions parses the argument of tune: {runs, configurations, epochs, seed}. Every member is optional, and any other member is an
// error. runs is the number of splits or seeds, and configurations is the largest number of configurations. epochs is the largest number of
// epochs of a run. For these three, 0 means the default. seed is the seed of the search. Without seed the search has the seed of the page's
// recipe.
func TuneOptions(data string) (recipe.Tuned, error) {
	in := struct {
		Runs           int   `json:"runs"`
		Configurations int   `json:"configurations"`
		Epochs         int   `json:"epochs"`
		Seed           *seed `json:"seed"`
	}{}
	err := cmp.Or(json.Unmarshal([]byte(data), &in), onlyMembers(data, "runs", "configurations", "epochs", "seed"))
	if err != nil {
		return recipe.Tuned{}, fmt.Errorf("tune: the options are {runs, configurations, epochs, seed}, whole numbers: %w", err)
	}
	t := recipe.Tuned{Runs: in.Runs, Configurations: in.Configurations, Epochs: in.Epochs}
	if in.Seed != nil {
		t.Seed = fmt.Sprint(uint64(*in.Seed))
	}
	return t, nil
}

// Tuning is the value of the promise of tune. Search lists the tried configurations. Chosen is the index (from 0) of the chosen
// configuration. Settings are the settings of this configuration, and Sheaf reports whether it has a sheaf. Lost counts runs whose workers
// have stopped. If Lost is not 0, another search with the same options can choose another configuration.
type Tuning struct {
	Search   []tune.Candidate  `json:"search"`
	Chosen   int               `json:"chosen"`
	Settings map[string]string `json:"settings"`
	Sheaf    bool              `json:"sheaf"`
	Lost     int               `json:"lost,omitempty"`
}

// TuneJSON returns the outcome of a finished search, or its error. A cancelled search, which has no choice, is an error, too.
func TuneJSON(s *state.State) (string, error) {
	t := &s.Lab.Tune
	switch {
	case t.Error != "":
		return "", errors.New("tune: " + t.Error)
	case t.Chosen < 0:
		return "", errors.New("tune: the search was cancelled")
	}
	b, err := json.Marshal(Tuning{t.Trials, t.Chosen, t.Settings, t.Sheaf, t.Lost})
	return string(b), err
}
