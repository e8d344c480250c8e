package view_test

import (
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/stage"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/stages"
)

// This file tests what the page states about settings and split: parts switched off, the method, and classes with few training nodes.

// partsOff opens the panel of a stage, and returns the parts that it lists as switched off. It checks that the list is the first section.
func partsOff(t *testing.T, s *state.State, stage int) []string {
	t.Helper()
	s.View.Panel, s.View.Stage = state.PanelStage, stage
	var out []string
	for k, f := range inspector.New(s).Body.Figures {
		if f.Kind != "parts" {
			continue
		}
		if k != 0 || f.TestID != "parts-off" {
			t.Errorf("stage %d: the parts are section %d, %q", stage, k, f.TestID)
		}
		out = append(out, f.Data.([]string)...)
	}
	return out
}

// A stage that is switched off has the text "off" in the rail. The panel of a stage lists the parts of this stage that a setting switches
// off, and no others.
func TestDisabledStagesHaveTheTextOff(t *testing.T) {
	s := karate(t, epochs(2), frame.Focus{Edge: 5, Node: 8, Spectrum: true})
	allOn := s.Config
	// The configuration with all parts switched on.
	for _, p := range allOn.Parts() {
		for _, kv := range p.Switch {
			if err := allOn.Set(kv[0], kv[1]); err != nil {
				t.Fatal(err)
			}
		}
	}
	// One setting at a time.
	for _, row := range []struct {
		name, value string
		stage       int
		rail        bool     // the rail shows "off" at this stage
		parts       []string // the list in the panel of this stage
	}{
		{"dt", "1", 0, false, nil}, // this setting switches no part off
		{"jko_steps", "0", stage.JKO, true, []string{"the JKO step"}},
		{"svr", "off", stage.Diffusion, true, []string{"diffusion", "variance reduction"}},
		{"svr", "exact", stage.Diffusion, false, []string{"variance reduction"}},
		{"afm_weights", "off", stage.Mixing, true, []string{"frequency mixing"}},
		{"calibrate", "false", stage.Posterior, false, []string{"calibration"}},
		{"lambda_kl", "0", stage.Posterior, false, []string{"the KL term"}},
		{"lambda_spec", "0", stage.Posterior, false, []string{"the spectral term"}},
		{"gap_mode", "off", stage.Gap, true, []string{"gap ascent"}},
	} {
		s.Config = allOn
		if err := s.Config.Set(row.name, row.value); err != nil {
			t.Fatal(err)
		}
		for _, item := range stages.Rail(s) {
			if off := item.Value == "off"; off != (row.rail && item.Number == row.stage) {
				t.Errorf("%s=%s: the rail shows %q at stage %d", row.name, row.value, item.Value, item.Number)
			}
		}
		for number := 1; number <= stage.Gap; number++ {
			want := row.parts
			if number != row.stage {
				want = nil
			}
			if got := partsOff(t, s, number); !slices.Equal(got, want) {
				t.Errorf("%s=%s, stage %d: off are %q, want %q", row.name, row.value, number, got, want)
			}
		}
	}
}

// The tooltip of the menu of methods explains the chosen method, or why a peer or the authors' program has no choice.
func TestMethodTip(t *testing.T) {
	s := karate(t, epochs(1), frame.Focus{})
	for _, c := range []struct {
		method         method.Method
		model, reading string
		hasChoice      bool
		want           string // a part of the tooltip
	}{
		{method.Paper, "", "", true, "Every part"}, {method.Validation, "sgpc", "paper", true, "validation chose"},
		{method.Own, "", "", true, "you changed"},
		{method.Validation, "gcn", "", false, "peers"}, {method.Validation, "", "code", false, "authors"},
	} {
		s.Method, s.Recipe.Model, s.Recipe.Settings = c.method, c.model, map[string]string{"reading": c.reading}
		if tip := stages.MethodTip(s); s.HasMethod() != c.hasChoice || !strings.Contains(tip, c.want) {
			t.Errorf("%+v: there is a choice: %v; the tooltip is %q", c, s.HasMethod(), tip)
		}
	}
}

// Stage 8 has a note if a class has no training node. For a split that requests more training nodes than a class can give, the note has the
// name of the class and its numbers.
func TestUntrainedClassesHaveANote(t *testing.T) {
	s := karate(t, epochs(1), frame.Focus{})
	s.View.Panel, s.View.Stage = state.PanelStage, stage.Classes
	// noted reports whether stage 8 has the note.
	noted := func() bool {
		return slices.ContainsFunc(inspector.New(s).Body.Figures, func(f view.Figure) bool { return f.ID == "untrained" })
	}
	if noted() {
		t.Error("both classes have training nodes, and there is a note")
	}
	// A training set of class 1 alone.
	only := s.Graph.Train[:0:0]
	for _, i := range s.Graph.Train {
		if s.Graph.Labels[i] == 1 {
			only = append(only, i)
		}
	}
	s.Graph.Train = only
	if !noted() {
		t.Error("class 0 has no training node, and there is no note")
	}
	// A class of 17 nodes keeps two nodes for validation and test, hence 15 of the requested 16.
	s = karate(t, epochs(1), frame.Focus{})
	split, err := graph.ParseSplit(graph.Karate(), "per-class:16", 1)
	if err != nil {
		t.Fatal(err)
	}
	s.View.Panel, s.View.Stage, s.Graph.SplitName, s.Graph.Train = state.PanelStage, stage.Classes, split.Name, split.Train
	if !slices.ContainsFunc(inspector.New(s).Body.Figures, func(f view.Figure) bool {
		text, _ := f.Data.(string)
		return f.ID == "untrained" && strings.Contains(text, "officers' club, 15 of 17")
	}) {
		t.Error("the note does not say that the officers' club has 15 of 17 nodes in the training set")
	}
	s.Graph.Train = split.Train[1:] // one node fewer, as after an edit
	if noted() {
		t.Error("the training set is not that of the split's rule, and there is a note")
	}
}

// Before the table of results is trained, its sentence names the settings with which SGPC will train.
func TestResultsSayTheirSettings(t *testing.T) {
	s := karate(t, epochs(1), frame.Focus{})
	s.View.Panel, s.Recipe.Method = state.PanelResults, "paper"
	for want, own := range map[string]map[string]string{"validation chose": nil, "run on the page": {"dt": "2"}} {
		s.Recipe.Settings = own
		if text := view.Plain(inspector.New(s).Lead); !strings.Contains(text, want) {
			t.Errorf("with the settings %v the sentence is %q, want %q in it", own, text, want)
		}
	}
}
