package view_test

import (
	"slices"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/web/state"
	"sheafscope/web/view"
	"sheafscope/web/view/inspector"
	"sheafscope/web/view/stages"
)

// controls returns the settings of c that the figures of a stage can change: sliders, choices, and the rows of the list of settings. It
// checks each row, and that the list stands before the notes alone.
func controls(t *testing.T, v view.Inspector, c *settings.Config) (names []string) {
	t.Helper()
	for place, f := range v.Body.Figures {
		// Sliders, a choice, or the list of settings.
		switch d := f.Data.(type) {
		case []view.Knob:
			for _, k := range d {
				names = append(names, k.Name)
			}
		case view.Choice:
			names = append(names, d.Name)
		case []stages.SettingRow:
			if place != len(v.Body.Figures)-2 || f.Kind != "settings" { // only the notes follow the list
				t.Error("the list of settings is not the last figure before the notes")
			}
			for _, r := range d {
				names = append(names, r.Name)
				info := c.Setting(r.Name)
				known := r.Options == nil || slices.ContainsFunc(r.Options, func(o [2]string) bool { return o[0] == r.Value && o[1] != "" })
				if r.Label == "" || info.Name == "" || r.Value == "" {
					t.Errorf("the row %+v of the setting %+v lacks a label, a name or a value", r, info)
				}
				if allWords := info.Kind() != "word" || len(r.Options) == len(info.Words); !known || !allWords {
					t.Errorf("the row %+v has not the options of the setting %+v, or its value is none of them", r, info)
				}
			}
		}
	}
	return names
}

// Every setting that a run reads has a control in one of its stages. No stage has two controls for a setting, or a control without an
// effect, except four choices. Configurations: SGPC with both readings and other parts, and every peer. Model, reading and seed need no
// control in a stage, since the bar above the page has them.
func TestEverySettingIsReachable(t *testing.T) {
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	type configuration struct {
		model, reading string
		change         func(*settings.Config)
	}
	none := func(*settings.Config) {}
	configurations := []configuration{{"sgpc", "paper", none}, {"sgpc", "code", none},
		// The weight 1e-9 is the weight of the spectral term in the method "paper".
		{"sgpc", "paper", func(c *settings.Config) { c.JKOMode, c.SVR, c.LambdaSpec, c.LambdaKL = "w2", "anchored", 1e-9, 0.1 }},
		{"sgpc", "paper", func(c *settings.Config) { c.Lift, c.GapMode, c.Calibrate, c.Head = "scalar", "off", false, "gat" }},
		{"sgpc", "paper", func(c *settings.Config) {
			c.Lift, c.SVR, c.AFMWeights, c.Operator = "sinkhorn", "off", "off", "laplacian"
		}},
		{"sgpc", "paper", func(c *settings.Config) { c.GapMode, c.Convention, c.Head = "matrix", "literal", "linear" }},
		{"sgpc", "paper", func(c *settings.Config) { c.Maps = settings.MapsIdentity }},
		{"sgpc", "paper", func(c *settings.Config) { c.Maps = settings.MapsZero }}}
	for _, name := range peer.Names() {
		configurations = append(configurations, configuration{name, "paper", none})
	}
	// These settings have their controls in the bar above the page.
	bar := []string{"model", "reading", "seed"}
	for _, row := range configurations {
		cfg, err := method.Configure(g, split, row.model, row.reading, 0)
		if err != nil {
			t.Fatal(err)
		}
		row.change(&cfg)
		cfg.Channels = min(cfg.Channels, 8) // a smaller network trains faster
		s := karateAt(t, g, split, cfg, epochs(1), frame.Focus{Edge: 4, Spectrum: true})
		s.View.Panel = state.PanelStage
		offered := map[string]bool{}
		for number := stage.Features; number <= stage.Gap; number++ {
			s.View.Stage = number
			names := controls(t, inspector.New(s), &s.Config)
			for i, name := range names {
				offered[name] = true
				if slices.Contains(names[:i], name) {
					t.Errorf("%s, %s, stage %d offers %s twice", row.model, row.reading, number, name)
				}
			}
		}
		for _, name := range settings.Names() {
			// A setting that is read needs a control. A setting that is not read has none, except for four choices. No run reads sinkhorn_steps,
			// but it changes what SGPC in the paper's reading displays.
			switch reads := cfg.Reads(name) || name == "sinkhorn_steps" && row.model == "sgpc" && row.reading == "paper"; {
			case slices.Contains(bar, name):
			case reads && !offered[name]:
				t.Errorf("%s, %s: no control for %s", row.model, row.reading, name)
			case !reads && offered[name] && !slices.Contains([]string{"gap_mode", "convention", "operator", "jko_mode"}, name):
				t.Errorf("%s, %s: a control for %s, which is not read", row.model, row.reading, name)
			}
		}
	}
}
