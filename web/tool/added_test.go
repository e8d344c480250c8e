package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// The peer and the setting that TestToAdd adds: a file, a line, a row and its field.
const (
	addedPeer = `package peer

import (
	"sheafscope/core/autodiff"
	"sheafscope/core/train"
)

var echo = Peer{
	Name: "echo", Label: "Echo", Paper: "Nobody, No title, 2000", Why: "It says what it hears.",
	Equation: []string{"\\hat{Y}=X W"}, Symbols: []Symbol{symY, symX, symW},
	Settings: []Setting{
		{"zeal", 2, 3, 1, 5},
		{"dropout", 0, 0, 0, 0.99},
		{"input_dropout", 0, 0, 0, 0.99},
		{"lr", 0.01, 0.01, 0, 10},
		{"weight_decay", 0, 0, 0, 10},
	},
	Floats: func(z Size, s Settings) float64 { return z.Nodes * (z.Classes + s.Of("zeal")) },
	build: func(b *train.Builder, s Settings) *autodiff.Var {
		return b.Linear(input(b, "echo.0", s.Int("zeal"), train.FanIn, s.Of("input_dropout")), "echo.1", b.Graph.Classes)
	},
}
`
	addedLine  = "&echo, "
	addedField = "\tZeal int `json:\"zeal\"`\n"
	addedRow   = "\t\tnum(\"zeal\", \"Zeal\", &c.Zeal, 1, 1, 9, peersOnly),\n"
	// addedPage prints what the page makes of them.
	addedPage = `package main

import (
	"encoding/json"
	"os"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc"
	"sheafscope/wasm/proto"
	"sheafscope/wasm/recipe"
	"sheafscope/web"
	"sheafscope/web/state"
	"sheafscope/web/view"
)

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	g := graph.Karate()
	split, err := graph.ParseSplit(g, "per-class:5", 0)
	must(err)
	cfg, err := sgpc.Configure(g, split, "echo", "paper", 0)
	must(err)
	r, err := sgpc.New(g, split, cfg)
	must(err)
	r.StepEpoch()
	s := state.New(recipe.Recipe{Run: recipe.Run{Graph: "karate", Model: "echo"}})
	s.Graph = &proto.GraphInfo{Name: g.Name, N: g.N, Labels: g.Labels, Classes: g.Classes, ClassNames: g.ClassNames,
		ClassSizes: g.ClassSizes(), Features: g.X.Cols, Train: split.Train}
	s.Config, s.Panel, s.Stage = cfg, state.PanelStage, sgpc.StageClasses
	s.Frame = r.Frame(sgpc.Focus{Edge: -1, Node: -1, Eigenvector: -1})
	app := &web.App{State: s}
	must(json.NewEncoder(os.Stdout).Encode(map[string]any{
		"menu": app.ModelOptions(), "results": s.Lab.Results.Models, "inspector": view.NewInspector(&s)}))
}
`
)

// TestToAdd adds a peer and a setting to a copy of the tree, by no more than ARCHITECTURE.md
// says, and finds them on the command line, in the page's menu, its results and
// its inspector. The copy is an overlay: only what differs exists.
func TestToAdd(t *testing.T) {
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	replace := map[string]string{}
	write := func(name, text string) {
		at := filepath.Join(dir, strings.ReplaceAll(name, "/", "_"))
		if err := os.WriteFile(at, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(root, name)] = at
	}
	insert := func(name, before, text string) {
		source, err := os.ReadFile(filepath.Join(root, name))
		if err != nil || strings.Count(string(source), before) != 1 {
			t.Fatalf("%s: %v, %q is there %d times", name, err, before, strings.Count(string(source), before))
		}
		write(name, strings.Replace(string(source), before, text+before, 1))
	}
	write("core/peer/echo.go", addedPeer)
	insert("core/peer/peer.go", "&mlp, ", addedLine)
	insert("core/sgpc/config.go", "\t// Heads, K, Alpha", addedField)
	insert("core/sgpc/settings.go", "\t\tnum(\"heads\", ", addedRow)
	_, table, _ := strings.Cut(document(t, "ARCHITECTURE.md"), "| To add | Touch |")
	for name := range replace {
		name = strings.ReplaceAll(strings.TrimPrefix(name, root+"/"), "echo", "NAME")
		if !strings.Contains(table, name) {
			t.Errorf("ARCHITECTURE.md does not say that %s is to be touched", name)
		}
	}
	write("web/tool/added/main.go", addedPage)
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	list := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(list, overlay, 0o644); err != nil {
		t.Fatal(err)
	}
	output := func(name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = root
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %v: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	output("go", "build", "-overlay", list, "-o", dir+"/", "./core/cmd/sgpc", "./web/tool/added")
	sgpc := filepath.Join(dir, "sgpc")
	for _, q := range []struct{ what, in, has string }{
		{"help", output(sgpc, "train", "-h"), ", echo, "},
		{"list", output(sgpc, "list", "-model", "echo"), "zeal             2              Zeal: a whole number from 1 to 5"},
		{"list of models", output(sgpc, "list"), "Echo             Nobody, No title, 2000"},
		{"list as JSON", output(sgpc, "list", "-json"), `{"name":"zeal","label":"Zeal","default":"1"`},
		{"run", output(sgpc, "train", "-model", "echo", "-set", "zeal=4", "-epochs", "2", "-json"), `"zeal":4,`},
	} {
		if !strings.Contains(q.in, q.has) {
			t.Errorf("%s: no %q in\n%s", q.what, q.has, q.in)
		}
	}
	var page struct {
		Menu      string
		Results   []struct{ Key, Label string }
		Inspector struct {
			Why  string
			Body struct {
				Figures []struct {
					ID   string
					Data json.RawMessage
				}
			}
		}
	}
	shown := output(filepath.Join(dir, "added"))
	if err := json.Unmarshal([]byte(shown), &page); err != nil {
		t.Fatal(err, shown)
	}
	if !strings.Contains(page.Menu, `"v":"echo","l":"Echo"`) {
		t.Errorf("the menu is %s", page.Menu)
	}
	inResults, inStage := false, false
	for _, m := range page.Results {
		inResults = inResults || m.Key == "echo" && m.Label == "Echo"
	}
	for _, f := range page.Inspector.Body.Figures {
		inStage = inStage || f.ID == "settings" && strings.Contains(string(f.Data), `"name":"zeal","label":"Zeal","kind":"whole","value":"3"`)
	}
	if !inResults || !inStage || page.Inspector.Why != "It says what it hears. Nobody, No title, 2000." ||
		!strings.Contains(shown, `\\hat{Y}=X W`) {
		t.Errorf("in the results %v, in the stage %v: %s", inResults, inStage, shown)
	}
}
