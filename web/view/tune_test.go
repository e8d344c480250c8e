package view_test

import (
	"strings"
	"testing"

	"sheafscope/core/sgpc/frame"
	"sheafscope/core/tune"
	"sheafscope/wasm/client"
	"sheafscope/web/lab"
	"sheafscope/web/state"
	"sheafscope/web/view/results"
	"sheafscope/web/view/stages"
)

// Configurations with more runs precede those with fewer, and of equally many runs the best precedes. A failed one is last. The sentence
// names the chosen configuration, and says if it has no sheaf. The remaining time has a lower and an upper limit. A search that came
// with a link has a sentence, too.
func TestTuneList(t *testing.T) {
	s := karate(t, epochs(1), frame.Focus{})
	search := &s.Lab.Tune
	search.Chosen = -1
	if m := results.NewTune(s); len(m.Rows) != 0 || m.Running || !strings.Contains(m.Lead, "24 configurations") {
		t.Errorf("before a search the list is %+v", m)
	}
	search.Trials = []tune.Candidate{
		{From: "a", ValMean: 0.9, Rungs: []tune.Rung{{Runs: 2, ValMean: 0.9}}},
		{From: "b", ValMean: 0.7, Rungs: []tune.Rung{{Runs: 2, ValMean: 0.8}, {Runs: 5, ValMean: 0.7}}},
		{From: "c", Failed: "no memory", Rungs: []tune.Rung{{Runs: 5, ValMean: 1}}},
		{From: "d", ValMean: 0.75, Rungs: []tune.Rung{{Runs: 5, ValMean: 0.75}}, Settings: map[string]string{"dt": "3"}},
	}
	s.Lab.Work, search.Done, search.All, search.Splits, search.Over = lab.ForTune, 10, 40, 5, "seeds"
	search.Report = client.PoolState{Total: 10, Done: 5, Left: 20, Most: 30}
	m := results.NewTune(s)
	var names []string
	for _, r := range m.Rows {
		names = append(names, r.Name+" "+r.Val+" "+r.Runs)
	}
	if got := strings.Join(names, "; "); got != "d 75.0 5; b 70.0 5; a 90.0 2; c failed " || m.Rows[0].Why != "dt=3" ||
		m.Rows[3].Why != "no memory" || m.Rows[0].Chosen {
		t.Errorf("the rows are %s, %+v", got, m.Rows)
	}
	// The five open runs of ten take 20 to 30 s. The rest of the search, More, takes half of the time of ten runs, which is again 20 to 30 s.
	// The sum is 40 to 60 s.
	search.More = 0.5
	if least, most := search.Left(); least != 40 || most != 60 {
		t.Errorf("%g to %g s are left", least, most)
	}
	// Runs that stop after some epochs: the row has the number of epochs, and more epochs precede fewer.
	search.Trials[0].Rungs = []tune.Rung{{Runs: 2, Epochs: 40, ValMean: 0.9}}
	search.Trials[1].Rungs = []tune.Rung{{Runs: 2, Epochs: 90, ValMean: 0.7}}
	if m := results.NewTune(s); m.Rows[1].Name != "b" || m.Rows[1].Runs != "2 × 90" || m.Rows[2].Runs != "2 × 40" {
		t.Errorf("the rows of stopped runs are %+v", m.Rows)
	}
	// After the search the chosen configuration is marked, with a sheaf and without.
	search.Report = client.PoolState{}
	s.Lab.Work, search.Chosen, search.Sheaf = lab.ForNothing, 3, true
	if m := results.NewTune(s); !m.Rows[0].Chosen || !strings.Contains(m.Lead, "“d”") || !strings.Contains(m.Lead, "75.0 % over 5 runs") ||
		strings.Contains(m.Lead, "no sheaf") {
		t.Errorf("after the search: %+v", m)
	}
	// The sentence on the settings of the run ends with a change of them, and with another model.
	search.Settings = map[string]string{"dt": "3"}
	for _, c := range []struct {
		settings map[string]string
		model    string
		want     bool
	}{{map[string]string{"dt": "3"}, "", true}, {map[string]string{"dt": "2"}, "", false}, {nil, "", false},
		{map[string]string{"dt": "3"}, "gcn", false}} {
		changed := *s
		changed.Recipe.Settings, changed.Recipe.Model = c.settings, c.model
		if lead := results.NewTune(&changed).Lead; strings.Contains(lead, "The run on the page has its settings.") != c.want {
			t.Errorf("the run has model %q and settings %v, and the sentence is %q", c.model, c.settings, lead)
		}
	}
	search.Settings = nil
	search.Sheaf = false
	if m := results.NewTune(s); !strings.Contains(m.Lead, "It has no sheaf") {
		t.Errorf("the chosen configuration has no sheaf, and the sentence is %q", m.Lead)
	}
	// Settings of a search that came with a link.
	search.Chosen, search.Trials = -1, nil
	s.Recipe.Tuned.Tried, s.Recipe.Tuned.Val = 24, 0.875
	if lead := results.NewTune(s).Lead; !strings.Contains(lead, "24 configurations") || !strings.Contains(lead, "87.5") ||
		strings.Contains(lead, "no sheaf") {
		t.Errorf("the sentence of a link's settings is %q", lead)
	}
	s.Config.SVR, s.Config.AFMWeights = "off", "off"
	if lead := results.NewTune(s).Lead; !strings.Contains(lead, "no sheaf") {
		t.Errorf("the link's settings have no sheaf, and the sentence is %q", lead)
	}
	if tip := stages.MethodTip(s); !strings.Contains(tip, "this graph") || s.MethodShown() != state.MethodAuto {
		t.Errorf("the method is %q with the tooltip %q", s.MethodShown(), tip)
	}
}
