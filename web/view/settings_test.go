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

// controls returns the settings of c that the figures of a stage can change.
func controls(t *testing.T, v view.Inspector, c *settings.Config) (names []string) {
	t.Helper()
	for k, f := range v.Body.Figures {
		switch d := f.Data.(type) {
		case []view.Knob:
			for _, k := range d {
				names = append(names, k.Name)
			}
		case view.Choice:
			names = append(names, d.Name)
		case []stages.SettingRow:
			if k != len(v.Body.Figures)-2 || f.Kind != "settings" { // findings alone come after it
				t.Error("the list of settings is not last")
			}
			for _, r := range d {
				names = append(names, r.Name)
				info := c.Setting(r.Name)
				known := r.Options == nil || slices.ContainsFunc(r.Options, func(o [2]string) bool { return o[0] == r.Value && o[1] != "" })
				if r.Label == "" || info.Name == "" || r.Value == "" || !known || info.Kind() == "word" && len(r.Options) != len(info.Words) {
					t.Errorf("row %+v of %+v", r, info)
				}
			}
		}
	}
	return names
}

// TestEverySettingIsReachable: every setting that a run reads has a control in one of its stages. No stage has two controls for a setting,
// or a control without an effect.
func TestEverySettingIsReachable(t *testing.T) {
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	type kind struct {
		model, reading string
		change         func(*settings.Config)
	}
	none := func(*settings.Config) {}
	kinds := []kind{{"sgpc", "paper", none}, {"sgpc", "code", none},
		{"sgpc", "paper", func(c *settings.Config) { c.JKOMode, c.SVR, c.LambdaSpec, c.LambdaKL = "w2", "anchored", 1e-9, 0.1 }},
		{"sgpc", "paper", func(c *settings.Config) { c.Lift, c.GapMode, c.Calibrate, c.Head = "scalar", "off", false, "gat" }},
		{"sgpc", "paper", func(c *settings.Config) {
			c.Lift, c.SVR, c.AFMWeights, c.Operator = "sinkhorn", "off", "off", "laplacian"
		}},
		{"sgpc", "paper", func(c *settings.Config) { c.GapMode, c.Convention, c.Head = "matrix", "literal", "linear" }},
		{"sgpc", "paper", func(c *settings.Config) { c.Maps = settings.MapsIdentity }},
		{"sgpc", "paper", func(c *settings.Config) { c.Maps = settings.MapsZero }}}
	for _, name := range peer.Names() {
		kinds = append(kinds, kind{name, "paper", none})
	}
	bar := []string{"model", "reading", "seed"}
	for _, k := range kinds {
		cfg, err := method.Configure(g, split, k.model, k.reading, 0)
		if err != nil {
			t.Fatal(err)
		}
		k.change(&cfg)
		cfg.Channels = min(cfg.Channels, 8)
		s := karateAt(t, g, split, cfg, epochs(1), frame.Focus{Edge: 4, Spectrum: true})
		s.View.Panel = state.PanelStage
		offered := map[string]bool{}
		for number := stage.Features; number <= stage.Gap; number++ {
			s.View.Stage = number
			names := controls(t, inspector.New(s), &s.Config)
			for i, name := range names {
				offered[name] = true
				if slices.Contains(names[:i], name) {
					t.Errorf("%s, %s, stage %d offers %s twice", k.model, k.reading, number, name)
				}
			}
		}
		for _, name := range settings.Names() {
			switch reads := cfg.Reads(name) || name == "sinkhorn_steps" && k.model == "sgpc" && k.reading == "paper"; {
			case slices.Contains(bar, name):
			case reads && !offered[name]:
				t.Errorf("%s, %s: no control for %s", k.model, k.reading, name)
			case !reads && offered[name] && !slices.Contains([]string{"gap_mode", "convention", "operator", "jko_mode"}, name):
				t.Errorf("%s, %s: a control for %s, which is not read", k.model, k.reading, name)
			}
		}
	}
}
