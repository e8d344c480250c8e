package api

import (
	"errors"
	"fmt"

	"sheafscope/core/json"
	"sheafscope/core/tune"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// TuneOptions parses the argument of tune, {runs, configurations, epochs, seed}, each of them optional. runs is the number of splits or
// seeds, configurations their largest number, and epochs the largest number of epochs of a run.
func TuneOptions(data string) (recipe.Tuned, error) {
	in := struct {
		Runs           int   `json:"runs"`
		Configurations int   `json:"configurations"`
		Epochs         int   `json:"epochs"`
		Seed           *seed `json:"seed"`
	}{}
	if err := json.Unmarshal([]byte(data), &in); err != nil {
		return recipe.Tuned{}, fmt.Errorf("tune: the options are {runs, configurations, epochs, seed}, whole numbers: %w", err)
	}
	t := recipe.Tuned{Runs: in.Runs, Configurations: in.Configurations, Epochs: in.Epochs}
	if in.Seed != nil {
		t.Seed = fmt.Sprint(uint64(*in.Seed))
	}
	return t, nil
}

// Tuning is the value of the promise of tune. Search lists the tried configurations, and Chosen is the index of the chosen one. Settings
// are its settings, and Sheaf reports whether it has a sheaf. Lost counts runs whose workers stopped. If Lost is not 0, another search with
// the same options can have another choice.
type Tuning struct {
	Search   []tune.Candidate  `json:"search"`
	Chosen   int               `json:"chosen"`
	Settings map[string]string `json:"settings"`
	Sheaf    bool              `json:"sheaf"`
	Lost     int               `json:"lost,omitempty"`
}

// TuneJSON returns the outcome of a finished search, or its error.
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
