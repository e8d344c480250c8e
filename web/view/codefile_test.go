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
	// files returns the name of the program of each stage, 1 to 10, or "", and adds the names to shown. A change that is not nil alters the
	// configuration.
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
	for _, c := range []struct {
		change func(*settings.Config)
		stage  int
		want   string
	}{
		{func(cfg *settings.Config) { cfg.JKOMode = "w2" }, 3, "w2"},
		{func(cfg *settings.Config) { cfg.GapMode = "matrix" }, 10, "gapmatrix"},
		{func(cfg *settings.Config) { cfg.GapMode = "off" }, 10, ""},
		{func(cfg *settings.Config) { cfg.SVR = "off" }, 6, ""},
		{func(cfg *settings.Config) { cfg.AFMWeights = "off" }, 7, ""},
		{func(cfg *settings.Config) { cfg.Maps = "identity" }, 4, "maps"},
		{func(cfg *settings.Config) { cfg.Operator = "laplacian" }, 5, "laplacian"},
	} {
		if got := files("sgpc", "paper", c.change)[c.stage]; got != c.want {
			t.Errorf("stage %d has the program %q, want %q", c.stage, got, c.want)
		}
	}
	files("sgpc", "code", nil) // for the names in shown
	// A peer has one program for all its stages that have a program; the stage of the classes always has one. NSD with maps of another form
	// has the program of these maps, or none.
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
		t.Errorf("NSD with orthogonal maps has the program %q, want peer-nsd-orth", got)
	}
	for _, name := range []string{"nsd-diag", "polynsd"} {
		if got := files(name, "paper", func(cfg *settings.Config) { cfg.Maps = "signs" })[5]; got != "" {
			t.Errorf("%s with signs has the program %q, want none", name, got)
		}
	}
	if got := files("polynsd", "paper", func(cfg *settings.Config) { cfg.Maps = "orthogonal" })[5]; got != "" {
		t.Errorf("PolyNSD with orthogonal maps has the program %q, want none", got)
	}
	// GCN does not read the setting "maps", which another model may have left behind.
	if got := files("gcn", "paper", func(cfg *settings.Config) { cfg.Maps = "identity" })[stage.Diffusion]; got != "peer-gcn" {
		t.Errorf("GCN beside identity maps has the program %q, want peer-gcn", got)
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
