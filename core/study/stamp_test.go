package study

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"sheafscope/core/graph"
	"sheafscope/core/peer"
)

// A run and nine variants of it, with one change each, have ten different digests in their stamps. The changes are the label of a test
// node, the label of a training node, an edge, a feature, the number of features, directions, the set of a node, a setting, the seed.
func TestStampCoversInputs(t *testing.T) {
	// base returns the same graph, split and cell each time. Each change is made on a new one.
	base := func() (*graph.Graph, graph.Split, Cell) {
		g, err := graph.Builtin("sbm:n=40,classes=2,degree=3,homophily=0.4,signal=1,seed=3")
		if err != nil {
			t.Fatal(err)
		}
		s, err := graph.ParseSplit(g, "random:0.5,0.3,0.2", 0)
		if err != nil {
			t.Fatal(err)
		}
		return g, s, Cell{Dataset: "g", Model: "mlp", Split: "0"}
	}
	seen := map[string]string{}
	for name, change := range map[string]func(g *graph.Graph, s *graph.Split, c *Cell){
		"nothing":     func(*graph.Graph, *graph.Split, *Cell) {},
		"test label":  func(g *graph.Graph, s *graph.Split, _ *Cell) { g.Labels[s.Test[0]] = 1 - g.Labels[s.Test[0]] },
		"train label": func(g *graph.Graph, s *graph.Split, _ *Cell) { g.Labels[s.Train[0]] = -1 },
		"edge":        func(g *graph.Graph, _ *graph.Split, _ *Cell) { g.Edges[3].J++ },
		"feature":     func(g *graph.Graph, _ *graph.Split, _ *Cell) { g.X.Val[5] *= 1 + 1e-15 }, // in its last bits
		"column":      func(g *graph.Graph, _ *graph.Split, _ *Cell) { g.X.Cols++ },
		"direction":   func(g *graph.Graph, _ *graph.Split, _ *Cell) { g.Directions = make([]graph.Direction, len(g.Edges)) },
		"split":       func(_ *graph.Graph, s *graph.Split, _ *Cell) { s.Val, s.Test = s.Val[1:], append(s.Test, s.Val[0]) },
		"setting":     func(_ *graph.Graph, _ *graph.Split, c *Cell) { c.Set = map[string]string{"lr": "0.5"} },
		"seed":        func(_ *graph.Graph, _ *graph.Split, c *Cell) { c.Seed = 4 },
	} {
		g, s, c := base()
		change(g, &s, &c)
		lib := NewLibrary(func(string) (*graph.Graph, []graph.Split, error) { return g, []graph.Split{s}, nil })
		stamp, err := lib.Stamp(c)
		if err != nil {
			t.Fatalf("the cell with the change %q has no stamp: %v", name, err)
		}
		key := stamp.Data
		if first, isSeen := seen[key]; isSeen {
			t.Errorf("the changes %q and %q give the digest %s", first, name, key)
		}
		seen[key] = name
	}
}

// ModelVersion returns 8 characters that differ between all models. A cell of the GCN has the version of the GCN, also a second time.
// Cells with the reading "code" or SimCalib have versions of their own. The learning rate does not change the version.
// The version is part of the key.
func TestModelVersion(t *testing.T) {
	seen := map[string]string{}
	for _, name := range append([]string{"sgpc"}, peer.Names()...) {
		v, err := ModelVersion(name, nil)
		if err != nil || len(v) != 8 {
			t.Fatalf("the version of %s is %q, %v, want 8 characters", name, v, err)
		}
		if other, isSeen := seen[v]; isSeen {
			t.Errorf("%s and %s have the same version %s", name, other, v)
		}
		seen[v] = name
	}
	// The versions of cells.
	lib := NewLibrary(nil)
	v, err := lib.Version(Cell{Model: "gcn"})
	if again, _ := ModelVersion("gcn", nil); err != nil || seen[v] != "gcn" || again != v {
		t.Errorf("the version of a cell of the GCN is %s, and of the GCN %s (%v)", v, again, err)
	}
	if code, err := lib.Version(Cell{Model: "sgpc", Set: map[string]string{"reading": "code"}}); err != nil || seen[code] != "" {
		t.Errorf("the reading code has the version of %q (%v)", seen[code], err)
	}
	calibrated, err := lib.Version(Cell{Model: "gcn", Set: map[string]string{"simcalib": "true", "lr": "1"}})
	if want, _ := ModelVersion("gcn", map[string]string{"simcalib": "true"}); err != nil || calibrated == v || calibrated != want {
		t.Errorf("with SimCalib the version is %q, want %q, and not the plain one, %q (%v)", calibrated, want, v, err)
	}
	c := Cell{Model: "gcn"}
	if c.Key(Stamp{"x", v}) == c.Key(Stamp{"x", "0"}) {
		t.Error("stamps with different versions give the same key")
	}
}

// A table ignores stored runs of the old form and of another version, and reports their numbers. With other labels it takes no stored run
// and prints another text. With the first labels again it takes the three runs and prints the first text.
func TestOldRunsAreMadeAgain(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r.jsonl")
	// Two lines of a results file: a run without version, as in the old form, and a run of version 0. cell is the end of both lines.
	const cell = `"cell":{"dataset":"karate","model":"mlp","split":"per-class:4@0","seed":0},"outcome":{"val":1,"test":0.5}}` + "\n"
	old := `{"key":"8b6b4cbd0ab9b4b2f7b3ee9d",` + cell + `{"key":"0000","version":"0","date":"2026-01-01",` + cell
	if err := os.WriteFile(file, []byte(old), 0o644); err != nil {
		t.Fatal(err)
	}
	// table returns the output of the command and its messages.
	table := func(load func(string) Loader) (string, string) {
		var out, msg bytes.Buffer
		args := []string{"-datasets", "karate", "-models", "mlp", "-protocol", "per-class:4", "-splits", "0-2", "-results", file, "-epochs", "5",
			"-chosen", ""}
		if code := TableCommand(args, load, &out, &msg); code != 0 {
			t.Fatalf("the command ends with %d, want 0: %s", code, msg.String())
		}
		return out.String(), msg.String()
	}
	first, log := table(karate)
	if !strings.Contains(log, "1 run of the old form") || !strings.Contains(log, "1 run of another version") {
		t.Errorf("the messages must have one run of the old form and one of another version: %s", log)
	}
	// flipped loads karate with the other label on the first half of the nodes.
	flipped := func(string) Loader {
		return func(string) (*graph.Graph, []graph.Split, error) {
			g := graph.Karate()
			for i := range g.N / 2 {
				g.Labels[i] = 1 - g.Labels[i]
			}
			return g, nil, nil
		}
	}
	second, log := table(flipped)
	if strings.Contains(log, "from the results file") || first == second {
		t.Errorf("with other labels the table takes stored runs, or has the same text:\n%s", log)
	}
	if again, log := table(karate); again != first || strings.Count(log, "from the results file") != 3 {
		t.Errorf("with the first labels again the table does not take its three runs, or has another text:\n%s", log)
	}
	// Three runs for each labelling were made today.
	data, err := os.ReadFile(file)
	if err != nil || bytes.Count(data, []byte(`"date":"`+time.Now().UTC().Format(time.DateOnly))) != 6 {
		t.Errorf("the results file must have 6 runs of today (%v):\n%s", err, data)
	}
}
