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

// By default the row of sgpc has the settings and accuracies of `sgpc auto`, and the file holds the choice.
// The rows of other data sets are unchanged; with fixed settings nothing is searched or written.
func TestTableEqualsAuto(t *testing.T) {
	file := filepath.Join(t.TempDir(), "chosen.json")
	args := []string{"-datasets", "karate", "-splits", "0-1", "-epochs", "3", "-set", "gap_mode=off", "-q", "-results", ""}
	table := func(more ...string) string {
		var out, msg bytes.Buffer
		if code := TableCommand(append(args, more...), karate, &out, &msg); code != 0 {
			t.Fatal(code, msg.String())
		}
		return out.String()
	}
	var out, msg bytes.Buffer
	if code := AutoCommand(append([]string{"-graph", "karate", "-json", "-protocol", method.DefaultSplit}, args[2:]...), karate, &out,
		&msg); code != 0 {
		t.Fatal(code, msg.String())
	}
	var r autoReport
	if err := json.Unmarshal(out.Bytes(), &r); err != nil {
		t.Fatal(err)
	}
	before := []Chosen{{Dataset: "karate", Protocol: ProtocolSplits}, {Dataset: "karate", Protocol: ProtocolPerClass, From: "other"}}
	if err := storeChosen(file, before); err != nil {
		t.Fatal(err)
	}
	both := table("-models", "sgpc,mlp", "-chosen", file)
	row := tables.Summarize(percents(r.TestAcc)).String()
	mean, deviation, _ := strings.Cut(row, " ")
	if !strings.Contains(both, "| SGPC | "+row) && !strings.Contains(both, "| SGPC | **"+mean+"** "+deviation) {
		t.Errorf("no %s in\n%s", row, both)
	}
	c := r.Search[r.Chosen]
	if !strings.Contains(both, "* karate, SGPC: "+c.From) {
		t.Error(both)
	}
	var chosen []Chosen
	data, err := os.ReadFile(file)
	if err := errors.Join(err, json.Unmarshal(data, &chosen)); err != nil || len(chosen) != 2 || chosen[1].From != "other" {
		t.Fatalf("%v\n%s", err, data)
	}
	if w := chosen[0]; w.From != c.From || w.ValMean != c.ValMean || w.Sheaf != r.Sheaf || w.Settings["gap_mode"] != "off" ||
		w.Tried != len(r.Search) || !strings.HasPrefix(w.Command, "sgpc table -datasets karate") {
		t.Errorf("%+v", w)
	}
	fixed := table("-models", "sgpc,mlp", "-chosen", file, "-method", "validation")
	if again, err := os.ReadFile(file); err != nil || !bytes.Equal(again, data) || strings.Contains(fixed, "chosen on validation:") {
		t.Errorf("%v\n%s\n%s", err, fixed, again)
	}
	if err := os.WriteFile(file, []byte("{"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := storeChosen(file, before); err == nil || !strings.Contains(err.Error(), "-chosen") {
		t.Errorf("%v", err)
	}
}

// A number of labels a class is drawn five times, and the table lists the classes with too few nodes.
func TestPerClassTableListsSmallClasses(t *testing.T) {
	var out, msg bytes.Buffer
	args := []string{"-datasets", "karate", "-models", "mlp", "-protocol", "per-class:16", "-epochs", "2", "-q", "-results", ""}
	if code := TableCommand(args, karate, &out, &msg); code != 0 {
		t.Fatal(msg.String())
	}
	for _, want := range []string{"5 splits × 1 seeds", "karate: Too few nodes for 16 of every class",
		"Mr. Hi's club, 15 of 17; officers' club, 15 of 17."} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

// Commas between the parameters of a generated graph do not separate names.
func TestGraphNamesKeepCommas(t *testing.T) {
	if got := splitGraphNames("texas,sbm:n=60,classes=3,cora,friends,ring:n=9"); !slices.Equal(got,
		[]string{"texas", "sbm:n=60,classes=3", "cora", "friends", "ring:n=9"}) {
		t.Errorf("%q", got)
	}
}

// The stored choices are settings that runs accept.
func TestChosenFile(t *testing.T) {
	data, err := os.ReadFile("chosen.json")
	var all []Chosen
	if err := errors.Join(err, json.Unmarshal(data, &all)); err != nil {
		t.Fatal(err)
	}
	for _, c := range all {
		cfg := settings.Default()
		if err := errors.Join(cfg.Overlay(c.Settings), cfg.Validate()); err != nil || c.From == "" || c.ValMean <= 0 || c.Command == "" {
			t.Errorf("%s: %v, %+v", c.Dataset, err, c)
		}
		if !slices.Contains(published.Datasets(), c.Dataset) {
			if _, err := graph.Builtin(c.Dataset); err != nil {
				t.Error(err)
			}
		}
	}
	if len(all) == 0 {
		t.Error("nothing is stored")
	}
}

// A graph with two splits is measured on these, unless -splits names others.
func TestTableOnFewSplits(t *testing.T) {
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
	if code := TableCommand(args, two, &out, &msg); code != 0 || !strings.Contains(out.String(), "; 2 splits × 1 seeds.") ||
		!strings.Contains(out.String(), "karate has 2 splits.") {
		t.Error(code, out.String(), msg.String())
	}
	code := TableCommand(append(args, "-splits", "0-2"), two, &out, &msg)
	if code != 1 || !strings.Contains(msg.String(), "no split 2, only 0 to 1") {
		t.Error(code, msg.String())
	}
}
