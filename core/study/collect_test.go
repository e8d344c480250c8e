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
	"sheafscope/core/train"
	"sheafscope/core/tune"
)

// With missing runs -collect lists them with their shards and writes nothing; -partial writes the files with marked numbers.
func TestCollectListsMissingRuns(t *testing.T) {
	shards, dir := t.TempDir(), t.TempDir()
	command := func(dir string, more ...string) (int, string) {
		var out, msg bytes.Buffer
		args := append([]string{"-datasets", "karate", "-models", "mlp,gcn", "-protocol", "random:0.5,0.3,0.2", "-splits", "0-2",
			"-figure-splits", "0-1", "-epochs", "2", "-set", "channels=4", "-only", "table1,plans", "-q", "-o", dir}, more...)
		return ReproduceCommand(args, karate, &out, &msg), msg.String()
	}
	for _, share := range []string{"0/2", "1/2"} {
		if code, msg := command(shards, "-shard", share); code != 0 {
			t.Fatal(msg)
		}
	}
	move := func(name string, lines int) {
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
	read := func(name string) string {
		data, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	move("results-0-of-2.jsonl", 2) // two of the three runs of mlp: the tasks are mlp, gcn and plans
	code, msg := command(dir, "-collect")
	for _, want := range []string{"table1, karate mlp: 1 of 3 runs are missing, of shard 0/2 (results-0-of-2.jsonl)",
		"table1, karate gcn: 3 of 3 runs are missing, of shard 1/2 (results-1-of-2.jsonl, which is not there)", "plans, karate: ", "-partial"} {
		if code != 1 || !strings.Contains(msg, want) {
			t.Errorf("%d, no %q in %s", code, want, msg)
		}
	}
	if list, err := filepath.Glob(filepath.Join(dir, "*.[mc]*")); err != nil || len(list) != 0 {
		t.Errorf("%v is written", list)
	}
	if code, msg := command(dir, "-collect", "-partial"); code != 0 {
		t.Error(msg)
	}
	table := read("table1.md")
	if strings.Count(table, "(2 of 3 runs)") != 3 || strings.Count(table, "(0 of 3 runs)") != 3 || strings.Contains(table, "Paired") {
		t.Error(table)
	}
	if text := read("table1.csv"); strings.Count(text, "missing") != 4 {
		t.Error(text)
	}
	var s figures.Stored
	if err := json.Unmarshal([]byte(read("paper.json")), &s); err != nil || len(s.Table) != 1 || s.Table[0].N != 2 || s.Table[0].Of != 3 {
		t.Errorf("%v, %+v", err, s.Table)
	}
	// A figure, too; then all of it.
	move("results-0-of-2.jsonl", 5)
	if code, msg := command(dir, "-collect", "-partial"); code != 0 || !strings.Contains(read("figure-plans.csv"), ",1 of 2\n") {
		t.Error(code, msg, read("figure-plans.csv"))
	}
	move("results-0-of-2.jsonl", 0)
	move("results-1-of-2.jsonl", 0)
	if code, msg := command(dir, "-collect"); code != 0 {
		t.Error(msg)
	}
	for _, name := range []string{"table1.md", "table1.csv", "paper.json", "figure-plans.csv"} {
		if text := read(name); strings.Contains(text, " runs)") || strings.Contains(text, "missing") || strings.Contains(text, `"of"`) ||
			strings.Contains(text, " of 2") {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// Means over a part of the runs are marked in a table, in an ablation and by auto.
func TestPartialMeansAreMarked(t *testing.T) {
	cells := Grid{Datasets: []string{"karate"}, Models: []string{"mlp", "gcn"}, Splits: []string{"0", "1"}, Seeds: []uint64{0}}.Cells()
	run := func(c Cell) (train.Outcome, error) {
		if c.Model == "gcn" && c.Split == "1" {
			return train.Outcome{}, errors.New("no")
		}
		return train.Outcome{Val: 0.5, Test: 0.5}, nil
	}
	results, err := Experiment{Cells: cells, Run: run}.Execute(context.Background())
	text := Table{Results: results, Wanted: cells, Validation: true}.Markdown()
	if err == nil || strings.Count(text, "(1 of 2 runs)") != 2 || !strings.Contains(text, "Runs are missing") {
		t.Error(err, text)
	}
	if text := (Table{Results: results}).Markdown(); strings.Contains(text, " runs)") || strings.Contains(text, "missing") {
		t.Error(text)
	}
	a := mustFind(t, "sign")
	base := Grid{Datasets: []string{"karate"}, Models: []string{"sgpc"}, Splits: []string{"0", "1"}, Seeds: []uint64{0}}
	if text := a.Brief(base, []Result{{Cell: a.Cells(base)[0]}}); !strings.Contains(text, "| 1 of 2 |") ||
		!strings.Contains(text, "| 0 of 2 |") {
		t.Error(text)
	}
	r := autoReport{Search: []tune.Candidate{{From: "first"}}, TestAcc: []float64{0.5}, Splits: []string{"0", "1"}, Seeds: []uint64{0},
		Missing: 1}
	if text := r.markdown(""); !strings.Contains(text, "1 run is missing") {
		t.Error(text)
	}
	if r.Missing = 0; strings.Contains(r.markdown(""), "missing") {
		t.Error(r.markdown(""))
	}
}
