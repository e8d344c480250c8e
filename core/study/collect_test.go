package study

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sheafscope/core/figures"
	"sheafscope/core/graph"
	"sheafscope/core/train"
	"sheafscope/core/tune"
)

// With missing runs, reproduce -collect lists them by task with their shards, ends with 1 and writes no Markdown and no CSV file.
// With -partial it writes the files, in which the missing numbers are marked. With all runs it writes the files without marks.
func TestCollectListsMissingRuns(t *testing.T) {
	shards, dir := t.TempDir(), t.TempDir()
	// reproduce returns the status of the command in a folder, and its messages.
	reproduce := func(dir string, more ...string) (int, string) {
		var out, msg bytes.Buffer
		args := append([]string{"-datasets", "karate", "-models", "mlp,gcn", "-protocol", "random:0.5,0.3,0.2", "-splits", "0-2",
			"-figure-splits", "0-1", "-epochs", "2", "-set", "channels=4", "-only", "table1,plans", "-q", "-o", dir}, more...)
		return ReproduceCommand(args, karate, &out, &msg), msg.String()
	}
	for _, share := range []string{"0/2", "1/2"} {
		if code, msg := reproduce(shards, "-shard", share); code != 0 {
			t.Fatalf("shard %s ends with %d: %s", share, code, msg)
		}
	}
	// copyLines copies the first lines of a results file of the shards into dir, or all if lines is 0.
	copyLines := func(name string, lines int) {
		data, err := os.ReadFile(filepath.Join(shards, name))
		if err != nil {
			t.Fatal(err)
		}
		if lines > 0 {
			data = bytes.Join(bytes.SplitAfter(data, []byte("\n"))[:lines], nil)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	// read returns the text of a file in dir.
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	// The tasks are mlp, gcn and plans. Shard 0 has mlp and plans. Two of the three runs of mlp are copied.
	copyLines("results-0-of-2.jsonl", 2)
	code, msg := reproduce(dir, "-collect")
	for _, want := range []string{"table1, karate mlp: 1 of 3 runs are missing, of shard 0/2 (results-0-of-2.jsonl)",
		"table1, karate gcn: 3 of 3 runs are missing, of shard 1/2 (results-1-of-2.jsonl, which is not there)", "plans, karate: ", "-partial"} {
		if code != 1 || !strings.Contains(msg, want) {
			t.Errorf("-collect ends with %d, want 1 and %q in its messages: %s", code, want, msg)
		}
	}
	if list, err := filepath.Glob(filepath.Join(dir, "*.[mc]*")); err != nil || len(list) != 0 {
		t.Errorf("-collect writes %v (%v), want no .md or .csv file", list, err)
	}
	if code, msg := reproduce(dir, "-collect", "-partial"); code != 0 {
		t.Errorf("-collect -partial ends with %d: %s", code, msg)
	}
	// The file has three tables: test accuracy, ROC AUC and validation accuracy.
	table := read("table1.md")
	if strings.Count(table, "(2 of 3 runs)") != 3 || strings.Count(table, "(0 of 3 runs)") != 3 || strings.Contains(table, "Paired") {
		t.Errorf("the table must mark 2 of 3 and 0 of 3 runs three times each, without paired differences:\n%s", table)
	}
	if strings.Contains(table, "Settings of SGPC") {
		t.Errorf("the table without SGPC has a heading for its settings:\n%s", table)
	}
	// One run of mlp and three of gcn are missing.
	if text := read("table1.csv"); strings.Count(text, "missing") != 4 {
		t.Errorf("the CSV of the table must have 4 missing runs:\n%s", text)
	}
	var s figures.Stored
	if err := json.Unmarshal([]byte(read("paper.json")), &s); err != nil {
		t.Fatal(err)
	}
	// The GCN, without a run, has no accuracy.
	if len(s.Table) != 1 || s.Table[0].N != 2 || s.Table[0].Of != 3 {
		t.Errorf("the stored table is %+v, want one accuracy of 2 of 3 runs", s.Table)
	}
	// With five lines of shard 0, three of mlp and two of plans, the figure of plans is partial, too.
	copyLines("results-0-of-2.jsonl", 5)
	if code, msg := reproduce(dir, "-collect", "-partial"); code != 0 || !strings.Contains(read("figure-plans.csv"), ",1 of 2\n") {
		t.Errorf("with a part of the figure -collect ends with %d, want 0 and “1 of 2”: %s%s", code, msg, read("figure-plans.csv"))
	}
	// With all lines nothing is marked.
	copyLines("results-0-of-2.jsonl", 0)
	copyLines("results-1-of-2.jsonl", 0)
	if code, msg := reproduce(dir, "-collect"); code != 0 {
		t.Errorf("-collect of all runs ends with %d: %s", code, msg)
	}
	for _, name := range []string{"table1.md", "table1.csv", "paper.json", "figure-plans.csv"} {
		text := read(name)
		for _, mark := range []string{" runs)", "missing", `"of"`, " of 2"} {
			if strings.Contains(text, mark) {
				t.Errorf("%s of all runs has the mark %q: %s", name, mark, text)
			}
		}
	}
}

// If a data set cannot be loaded, -collect ends with 1 and the reason, with and without -partial.
func TestCollectHasTheReason(t *testing.T) {
	missing := func(string) Loader {
		return func(string) (*graph.Graph, []graph.Split, error) { return nil, nil, errors.New("no such data") }
	}
	for _, more := range [][]string{{}, {"-partial"}} {
		var out, msg bytes.Buffer
		args := append([]string{"-collect", "-datasets", "x", "-models", "mlp", "-only", "table1", "-o", t.TempDir()}, more...)
		if code := ReproduceCommand(args, missing, &out, &msg); code != 1 || !strings.Contains(msg.String(), "table1, x mlp: no such data") {
			t.Errorf("reproduce %v ends with %d, want 1 and the reason: %s", args, code, msg.String())
		}
	}
}

// A table and an ablation mark means over a part of the runs with “k of n”. A table and auto mention that runs are missing.
// A table that does not know the wanted runs, and auto without missing runs, mention nothing.
func TestPartialMeansAreMarked(t *testing.T) {
	// The run of the GCN on split 1 fails.
	cells := Grid{Datasets: []string{"karate"}, Models: []string{"mlp", "gcn"}, Splits: []string{"0", "1"}, Seeds: []uint64{0}}.Cells()
	run := func(c Cell) (train.Outcome, error) {
		if c.Model == "gcn" && c.Split == "1" {
			return train.Outcome{}, errors.New("no")
		}
		return train.Outcome{Val: 0.5, Test: 0.5}, nil
	}
	// The table has two means of the GCN, on validation and on test nodes.
	results, err := Experiment{Cells: cells, Run: run}.Execute(context.Background())
	text := Table{Results: results, Wanted: cells, Validation: true}.Markdown()
	if err == nil || strings.Count(text, "(1 of 2 runs)") != 2 || !strings.Contains(text, "Runs are missing") {
		t.Errorf("with a failed run of four the table must mark two means (%v):\n%s", err, text)
	}
	if text := (Table{Results: results}).Markdown(); strings.Contains(text, " runs)") || strings.Contains(text, "missing") {
		t.Errorf("without a list of wanted runs the table marks means:\n%s", text)
	}
	a := ablationNamed(t, "sign")
	base := Grid{Datasets: []string{"karate"}, Models: []string{"sgpc"}, Splits: []string{"0", "1"}, Seeds: []uint64{0}}
	if text := a.Brief(base, []Result{{Cell: a.Cells(base)[0]}}); !strings.Contains(text, "| 1 of 2 |") ||
		!strings.Contains(text, "| 0 of 2 |") {
		t.Errorf("with one run of four the ablation must have 1 of 2 and 0 of 2:\n%s", text)
	}
	r := autoReport{Search: []tune.Candidate{{From: "first"}}, TestAcc: []float64{0.5}, Splits: []string{"0", "1"}, Seeds: []uint64{0},
		Missing: 1}
	if text := r.markdown(""); !strings.Contains(text, "1 run is missing") {
		t.Errorf("auto does not mention its missing run:\n%s", text)
	}
	r.Missing = 0
	if text := r.markdown(""); strings.Contains(text, "missing") {
		t.Errorf("auto mentions a missing run where none is:\n%s", text)
	}
}
