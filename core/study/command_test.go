package study

import (
	"bytes"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/sgpc/method"
)

// karate returns a loader that returns the karate club for every name.
func karate(string) Loader {
	return func(string) (*graph.Graph, []graph.Split, error) { return graph.Karate(), nil, nil }
}

// TestTableCommandResumes: a table of four runs is repeated after the last line of its results file was cut off. It takes three runs from
// the file, makes the fourth again, and prints the text of the first time. Then the file has four whole lines. If only the last line break
// is missing, all four runs are taken from the file.
func TestTableCommandResumes(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r.jsonl")
	args := []string{"-datasets", "karate", "-models", "mlp,gcn", "-protocol", "per-class:4", "-splits", "0-1", "-epochs", "5", "-results",
		file, "-workers", "1"}
	var out, msg bytes.Buffer
	if code := TableCommand(args, karate, &out, &msg); code != 0 {
		t.Fatalf("the command ends with %d, want 0: %s", code, msg.String())
	}
	if !strings.Contains(out.String(), "| MLP |") || !strings.Contains(msg.String(), "4/4 karate gcn split per-class:4@1 seed 0") {
		t.Errorf("the table must have the MLP, and the messages the fourth of four runs: %s%s", out.String(), msg.String())
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		missing int // bytes that are missing at the end of the file
		kept    int // runs that are taken from the file
	}{{20, 3}, {1, 4}} {
		if err := os.WriteFile(file, data[:len(data)-c.missing], 0o644); err != nil {
			t.Fatal(err)
		}
		var again, log bytes.Buffer
		if code := TableCommand(args, karate, &again, &log); code != 0 {
			t.Fatalf("the command ends with %d, want 0: %s", code, log.String())
		}
		const removal = "r.jsonl:4: the line is cut off, and is removed\n"
		if isCut := c.kept < 4; strings.Contains(log.String(), removal) != isCut {
			t.Errorf("%d bytes are missing: the removal of line 4 must be in the messages: %v, got %s", c.missing, isCut, log.String())
		}
		if again.String() != out.String() || strings.Count(log.String(), "from the results file") != c.kept {
			t.Errorf("repeated, the table is\n%s\nwant\n%s\nwith %d runs from the file: %s", again.String(), out.String(), c.kept, log.String())
		}
		if back, err := os.ReadFile(file); err != nil || bytes.Count(back, []byte("\n")) != 4 || !bytes.HasSuffix(back, []byte("\n")) {
			t.Errorf("the results file must have 4 whole lines (%v):\n%s", err, back)
		}
	}
}

// TestAblateCommand: an ablation of two variants prints three lines of CSV, or four lines of Markdown. With settings under which both
// variants are the same run, a message states this.
func TestAblateCommand(t *testing.T) {
	var out, msg bytes.Buffer
	args := []string{"sign", "-datasets", "karate", "-protocol", "per-class:4", "-splits", "0", "-epochs", "3", "-set", "gap_mode=off"}
	if code := AblateCommand(args, karate, &out, &msg); code != 0 || strings.Count(out.String(), "\n") != 3 {
		t.Errorf("ablate ends with %d, want 0 and 3 lines: %s%s", code, out.String(), msg.String())
	}
	out.Reset()
	msg.Reset()
	args = append(args, "-markdown", "-method", "validation", "-set", "convention=literal", "-q")
	code := AblateCommand(args, karate, &out, &msg)
	if code != 0 || strings.Count(out.String(), "\n") != 4 || !strings.HasPrefix(out.String(), "| variant |") {
		t.Errorf("ablate -markdown ends with %d, want 0 and a table of 4 lines: %s%s", code, out.String(), msg.String())
	}
	if want := "sgpc: on karate, \"sign +1\" and \"sign -1\" are the same run\n"; msg.String() != want {
		t.Errorf("the messages are %q, want %q", msg.String(), want)
	}
}

// A cell has the settings of its method, or of the method validation if it names none. An unknown method, and a seed or a model among the
// settings, are errors. The command table accepts -method.
// The JSON of a cell has a method only if the cell names one.
func TestTableHasItsMethod(t *testing.T) {
	g := graph.Karate()
	s, err := graph.ParseSplit(g, "per-class:4", 0)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]method.Method{"": method.Validation, "paper": method.Paper} {
		cfg, err := ConfigFor(g, s, Cell{Model: "sgpc", Method: text})
		if err != nil || method.Of(g, s, cfg) != want {
			t.Errorf("a cell of the method %q has the settings of %s, want %s (%v)", text, method.Of(g, s, cfg), want, err)
		}
	}
	for _, c := range []Cell{{Model: "sgpc", Method: "all"}, {Model: "sgpc", Set: map[string]string{"seed": "2"}},
		{Model: "sgpc", Set: map[string]string{"model": "gcn"}}} {
		if _, err := ConfigFor(g, s, c); err == nil {
			t.Errorf("the cell %+v is not refused", c)
		}
	}
	// Both methods run without an error.
	var a, b, msg bytes.Buffer
	args := []string{"-datasets", "karate", "-models", "sgpc", "-protocol", "per-class:4", "-splits", "0", "-epochs", "4", "-results", "",
		"-q"}
	if TableCommand(append(args, "-method", "validation"), karate, &a, &msg) != 0 ||
		TableCommand(append(args, "-method", "paper"), karate, &b, &msg) != 0 {
		t.Fatalf("the command fails: %s", msg.String())
	}
	var c Cell
	for _, name := range []string{"", "paper"} {
		c.Method = name
		line, err := json.Marshal(c)
		hasMethod, wantMethod := strings.Contains(string(line), "method"), name != ""
		if err != nil || hasMethod != wantMethod {
			t.Errorf("a cell of the method %q is written %s (%v), want a method: %v", name, line, err, wantMethod)
		}
	}
}

// A setting of -set overrides -epochs and -reading, wherever it is on the command line. Without it, the flags count.
func TestSetOverridesFlags(t *testing.T) {
	for _, c := range []struct{ args, epochs, reading string }{
		{"-epochs 2 -reading paper", "2", "paper"},
		{"-epochs 2 -reading paper -set epochs=3", "3", "paper"},
		{"-set reading=code -set epochs=3 -epochs 2 -reading paper", "3", "code"},
	} {
		o := newOptions("table", method.Validation, 1, io.Discard)
		o.datasets = "karate"
		if err := o.fs.Parse(strings.Fields(c.args)); err != nil {
			t.Fatal(err)
		}
		g, err := o.grid([]string{"sgpc"})
		if err != nil || g.Set["epochs"] != c.epochs || g.Set["reading"] != c.reading {
			t.Errorf("%s gives %v, %v, want the epochs %s and the reading %s", c.args, g.Set, err, c.epochs, c.reading)
		}
	}
}

// TestCommandUsage: wrong flags and arguments of table and ablate give exit status 2 and a message. An unknown model gives exit
// status 1 before any run.
func TestCommandUsage(t *testing.T) {
	for _, args := range [][]string{{"extra"}, {"-seeds", "x"}, {"-splits", "5-1"}, {"-set", "lr"}, {"-nope"}, {"-set", "seed=3"},
		{"-set", "model=gcn"}, {"-method", "best"}, {"-models", ""}, {"-datasets", ","}, {"-reading", "x"}, {"-epochs", "2000000000"}} {
		var out, msg bytes.Buffer
		if code := TableCommand(args, karate, &out, &msg); code != 2 || msg.Len() == 0 || out.Len() > 0 {
			t.Errorf("table %q ends with %d, want 2 and a message", args, code)
		}
	}
	for _, args := range [][]string{nil, {"nothing"}, {"sign", "extra"}} {
		var out, msg bytes.Buffer
		if code := AblateCommand(args, karate, &out, &msg); code != 2 || msg.Len() == 0 {
			t.Errorf("ablate %q ends with %d, want 2 and a message", args, code)
		}
	}
	var out, msg bytes.Buffer
	args := []string{"-models", "mlp,resnet", "-datasets", "karate"}
	tableCode := TableCommand(append(args, "-results", ""), karate, &out, &msg)
	reproduceCode := ReproduceCommand(append(args, "-o", filepath.Join(t.TempDir(), "x")), karate, &out, &msg)
	hasOneLine := strings.Count(msg.String(), "model=resnet") == 2 && strings.Count(msg.String(), "\n") == 2 // for each command
	if tableCode != 1 || reproduceCode != 1 || out.Len() > 0 || !hasOneLine {
		t.Errorf("with an unknown model table ends with %d, reproduce with %d, want 1 and the model in a line each: %s", tableCode,
			reproduceCode, msg.String())
	}
}
