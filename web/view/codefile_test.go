package view_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/peer"
	"sheafscope/core/sgpc/frame"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/sgpc/stage"
	"sheafscope/web/state"
	"sheafscope/web/view/inspector"
)

// If a trace has the numbers of a stage, the panel names the program that recomputes these numbers. The program is in assets/code, and each
// program in assets/code belongs to a stage. The level Learn names the same program, closed. A stage that is switched off has no program.
func TestCodeBesideEveryStage(t *testing.T) {
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]bool{}
	// files returns the name of the program of each stage, 1 to 10, or "". change may be nil.
	files := func(model, reading string, change func(*settings.Config)) (list [11]string) {
		cfg, err := method.Configure(g, split, model, reading, 0)
		if err != nil {
			t.Fatal(err)
		}
		if change != nil {
			change(&cfg)
		}
		s := karateAt(t, g, split, cfg, epochs(2), frame.Focus{Node: 4})
		s.View.Panel = state.PanelStage
		for k := 1; k <= 10; k++ {
			s.View.Stage, s.View.Level, s.View.Node = k, state.LevelResearch, 4
			b := inspector.New(s).Body
			s.View.Level = state.LevelLearn
			if learn := inspector.New(s).Body.Code; learn != b.Code || b.CodeOpen {
				t.Errorf("%s, stage %d: %q in Learn, %q in Research, open %v", model, k, learn, b.Code, b.CodeOpen)
			}
			list[k] = b.Code
			if b.Code != "" {
				shown[b.Code] = true
			} else if b.Eq != "" && change == nil {
				t.Errorf("%s, reading %s: stage %d has the equation %s and no code", model, reading, k, b.Eq)
			}
		}
		return list
	}
	// SGPC has a program at every stage; other settings of a stage have another program or none.
	if got := files("sgpc", "paper", nil); slices.Contains(got[1:], "") {
		t.Errorf("stages without code: %q", got[1:])
	}
	for change, want := range map[*func(*settings.Config)]struct {
		stage int
		file  string
	}{
		at(func(cfg *settings.Config) { cfg.JKOMode = "w2" }):         {3, "w2"},
		at(func(cfg *settings.Config) { cfg.GapMode = "matrix" }):     {10, "gapmatrix"},
		at(func(cfg *settings.Config) { cfg.GapMode = "off" }):        {10, ""},
		at(func(cfg *settings.Config) { cfg.SVR = "off" }):            {6, ""},
		at(func(cfg *settings.Config) { cfg.AFMWeights = "off" }):     {7, ""},
		at(func(cfg *settings.Config) { cfg.Maps = "identity" }):      {4, "maps"},
		at(func(cfg *settings.Config) { cfg.Operator = "laplacian" }): {5, "laplacian"},
	} {
		if got := files("sgpc", "paper", *change)[want.stage]; got != want.file {
			t.Errorf("stage %d has %q, want %q", want.stage, got, want.file)
		}
	}
	// A peer has one program for all its stages, except for settings with maps of another form.
	files("sgpc", "code", nil)
	for _, name := range peer.Names() {
		for k, file := range files(name, "paper", nil) {
			if file == "" && k != stage.Classes {
				continue
			}
			if file != "peer-"+name {
				t.Errorf("stage %d of %s has the program %q, want peer-%s", k, name, file, name)
			}
		}
	}
	if got := files("nsd-diag", "paper", func(cfg *settings.Config) { cfg.Maps = "orthogonal" })[5]; got != "peer-nsd-orth" {
		t.Errorf("NSD with orthogonal maps has %q", got)
	}
	if got := files("nsd-diag", "paper", func(cfg *settings.Config) { cfg.Maps = "signs" })[5]; got != "" {
		t.Errorf("NSD with signs has %q", got)
	}
	// The programs of the stages are those in assets/code, except start.py and check.py, which belong to no stage.
	programs, err := filepath.Glob("../../assets/code/*.py")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range programs {
		name := strings.TrimSuffix(filepath.Base(f), ".py")
		if !shown[name] && name != "start" && name != "check" {
			t.Errorf("no stage shows %s", f)
		}
		delete(shown, name)
	}
	if len(shown) > 0 {
		t.Errorf("no files for %q", slices.Sorted(maps.Keys(shown)))
	}
	if _, err := os.Stat("../../assets/code/start.py"); err != nil {
		t.Error(err)
	}
}

// at returns a pointer to f, which is a possible key of a map.
func at(f func(*settings.Config)) *func(*settings.Config) { return &f }
