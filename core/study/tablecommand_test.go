package study

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sheafscope/core/graph"
	"sheafscope/core/published"
	"sheafscope/core/sgpc/method"
	"sheafscope/core/sgpc/settings"
	"sheafscope/core/tables"
)

// By default the row of sgpc has the settings and accuracies of `sgpc auto`, and the file of -chosen has the choice.
// Choices of other protocols stay in the file. With -method validation nothing is searched or written. A broken file is an error.
func TestTableEqualsAuto(t *testing.T) {
	file := filepath.Join(t.TempDir(), "chosen.json")
	args := []string{"-datasets", "karate", "-splits", "0-1", "-epochs", "3", "-set", "gap_mode=off", "-q", "-results", ""}
	// table returns the output of the command.
	table := func(more ...string) string {
		var out, msg bytes.Buffer
		if code := TableCommand(append(args, more...), karate, &out, &msg); code != 0 {
			t.Fatalf("the command ends with %d, want 0: %s", code, msg.String())
		}
		return out.String()
	}
	var out, msg bytes.Buffer
	// auto has -graph in place of -datasets, the first two arguments.
	if code := AutoCommand(append([]string{"-graph", "karate", "-json", "-protocol", method.DefaultSplit}, args[2:]...), karate, &out,
		&msg); code != 0 {
		t.Fatalf("the command ends with %d, want 0: %s", code, msg.String())
	}
	var r autoReport
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	before := []Chosen{{Dataset: "karate", Protocol: ProtocolSplits}, {Dataset: "karate", Protocol: ProtocolPerClass, From: "other"}}
	if err := storeChosen(file, before); err != nil {
		t.Fatal(err)
	}
	// The accuracy in the table is bold if it is the best.
	text := table("-models", "sgpc,mlp", "-chosen", file)
	accuracy := tables.Summarize(percents(r.TestAcc)).String()
	mean, deviation, _ := strings.Cut(accuracy, " ")
	if !strings.Contains(text, "| SGPC | "+accuracy) && !strings.Contains(text, "| SGPC | **"+mean+"** "+deviation) {
		t.Errorf("no %s in\n%s", accuracy, text)
	}
	best := r.Search[r.Chosen]
	if !strings.Contains(text, "* karate, SGPC: "+best.From) {
		t.Errorf("the choice %s is not in\n%s", best.From, text)
	}
	// The first choice in the file is replaced, the second is kept.
	var chosen []Chosen
	data, err := os.ReadFile(file)
	if err := errors.Join(err, json.Unmarshal(data, &chosen)); err != nil || len(chosen) != 2 || chosen[1].From != "other" {
		t.Fatalf("the file must have two choices with the other one second (%v):\n%s", err, data)
	}
	stored := chosen[0]
	if stored.From != best.From || stored.ValMean != best.ValMean || stored.Sheaf != r.Sheaf || stored.Tried != len(r.Search) {
		t.Errorf("stored is %+v, want the choice of auto, %+v, of %d", stored, best, len(r.Search))
	}
	if stored.Settings["gap_mode"] != "off" || !strings.HasPrefix(stored.Command, "sgpc table -datasets karate") {
		t.Errorf("stored are the settings %v and the command %q, want gap_mode off and sgpc table", stored.Settings, stored.Command)
	}
	// With fixed settings.
	fixed := table("-models", "sgpc,mlp", "-chosen", file, "-method", "validation")
	if again, err := os.ReadFile(file); err != nil || !bytes.Equal(again, data) || strings.Contains(fixed, "chosen on validation:") {
		t.Errorf("with -method validation the file has changed (%v), or the table has a choice:\n%s\n%s", err, fixed, again)
	}
	if err := os.WriteFile(file, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := storeChosen(file, before); err == nil || !strings.Contains(err.Error(), "-chosen") {
		t.Errorf("the error of a broken file is %v, want one that names -chosen", err)
	}
}

// The protocol per-class:16 has five splits by default, and the table lists the classes with too few nodes for 16 labels.
// Both clubs of karate have 17 members. Two of them remain for validation and test, so 15 are training nodes.
func TestPerClassTableListsSmallClasses(t *testing.T) {
	var out, msg bytes.Buffer
	args := []string{"-datasets", "karate", "-models", "mlp", "-protocol", "per-class:16", "-epochs", "2", "-q", "-results", ""}
	if code := TableCommand(args, karate, &out, &msg); code != 0 {
		t.Fatalf("the command fails: %s", msg.String())
	}
	for _, want := range []string{"; 5 splits × 1 seed.", "karate: Too few nodes for 16 of every class",
		"Mr. Hi's club, 15 of 17; officers' club, 15 of 17."} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

// splitGraphNames splits names at commas, but not at commas between the parameters of a generated graph.
func TestGraphNamesKeepCommas(t *testing.T) {
	if got := splitGraphNames("texas,sbm:n=60,classes=3,cora,friends,ring:n=9"); !slices.Equal(got,
		[]string{"texas", "sbm:n=60,classes=3", "cora", "friends", "ring:n=9"}) {
		t.Errorf("the names are %q, want five", got)
	}
}

// The stored choices have valid settings, an origin, a mean and a command, and are for public or built-in graphs. There is at least one.
func TestChosenFile(t *testing.T) {
	data, err := os.ReadFile("chosen.json")
	var all []Chosen
	if err := errors.Join(err, json.Unmarshal(data, &all)); err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		cfg := settings.Default()
		if err := errors.Join(cfg.Overlay(c.Settings), cfg.Validate()); err != nil {
			t.Errorf("the settings for %s are not valid: %v", c.Dataset, err)
		}
		if c.From == "" || c.ValMean <= 0 || c.Command == "" {
			t.Errorf("the choice for %s lacks its origin, its mean or its command: %+v", c.Dataset, c)
		}
		if !slices.Contains(published.Datasets(), c.Dataset) {
			if _, err := graph.Builtin(c.Dataset); err != nil {
				t.Error(err)
			}
		}
	}
	if len(all) == 0 {
		t.Error("no choice is stored")
	}
}

// The note on a data set with a single split has the singular.
func TestNoteOnASingleSplit(t *testing.T) {
	read := func(string) (*graph.Graph, []graph.Split, error) { return graph.Karate(), make([]graph.Split, 1), nil }
	g := Grid{Datasets: []string{"karate"}, Models: []string{"mlp"}, Splits: []string{"0", "1"}}
	_, notes, err := g.perModel(read, ProtocolSplits, ownSplits)
	if want := "\nkarate has 1 split.\n"; err != nil || notes != want {
		t.Errorf("the note is %q, error %v, want %q", notes, err, want)
	}
}

// By default a table uses both splits of a graph with two splits, and mentions their number. With -splits 0-2 it ends with 1.
func TestTableOnFewSplits(t *testing.T) {
	// two loads karate with two random splits.
	two := func(string) Loader {
		return func(string) (*graph.Graph, []graph.Split, error) {
			g := graph.Karate()
			var splits []graph.Split
			for k := range 2 {
				s, err := graph.ParseSplit(g, method.DefaultSplit, uint64(k))
				if err != nil {
					return nil, nil, err
				}
				splits = append(splits, s)
			}
			return g, splits, nil
		}
	}
	args := []string{"-datasets", "karate", "-models", "mlp", "-epochs", "2", "-q", "-results", ""}
	var out, msg bytes.Buffer
	if code := TableCommand(args, two, &out, &msg); code != 0 || !strings.Contains(out.String(), "; 2 splits × 1 seed.") ||
		!strings.Contains(out.String(), "karate has 2 splits.") {
		t.Errorf("table ends with %d, want 0 and the two splits: %s%s", code, out.String(), msg.String())
	}
	code := TableCommand(append(args, "-splits", "0-2"), two, &out, &msg)
	if code != 1 || !strings.Contains(msg.String(), "no split 2, only 0 to 1") {
		t.Errorf("with -splits 0-2 table ends with %d, want 1 and the splits 0 to 1: %s", code, msg.String())
	}
}

// The settings of a peer are chosen only if each of the splits of the choice has validation nodes. The error names the split.
func TestPeerChoiceNeedsValidationNodes(t *testing.T) {
	g, err := graph.Builtin("sbm:n=110,seed=4")
	if err != nil {
		t.Fatal(err)
	}
	splits := []graph.Split{{Train: []int{0, 1, 2, 3}, Val: []int{4, 5}, Test: []int{6, 7}}, {Train: []int{0, 1, 2, 3}, Test: []int{6, 7}}}
	load := func(string) Loader {
		return func(string) (*graph.Graph, []graph.Split, error) { return g, splits, nil }
	}
	for numbers, want := range map[string]string{"0": "", "0-1": "split 1 of d has none"} {
		var out, msg bytes.Buffer
		code := TableCommand([]string{"-datasets", "d", "-models", "gcn", "-splits", numbers, "-epochs", "1", "-results", "", "-chosen", "",
			"-q"}, load, &out, &msg)
		if (code == 0) != (want == "") || !strings.Contains(msg.String(), want) {
			t.Errorf("with the splits %s the command ends with %d and %q, want %q", numbers, code, msg.String(), want)
		}
	}
}
