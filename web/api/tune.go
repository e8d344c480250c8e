package api

import (
	"errors"
	"fmt"

	"sheafscope/core/json"
	"sheafscope/core/tune"
	"sheafscope/wasm/recipe"
	"sheafscope/web/state"
)

// TuneOptions reads the JSON of tune(options): runs (splits or seeds), configurations
// (at most), epochs (of each run, at most) and seed; what is missing is as usual.
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

// Tuning is what tune(options) resolves with: what was tried, the number of the chosen
// one among it, its settings as a recipe has them, whether they have a sheaf, and how many runs were lost with their
// workers: when any were, an undisturbed search may choose otherwise.
type Tuning struct {
	Search   []tune.Candidate  `json:"search"`
	Chosen   int               `json:"chosen"`
	Settings map[string]string `json:"settings"`
	Sheaf    bool              `json:"sheaf"`
	Lost     int               `json:"lost,omitempty"`
}

// TuneJSON is the outcome of a search that is over, or why there is none.
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
