package study

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sheafscope/core/tables"
)

// TestAblationDifferencesByHand: the paired differences below an ablation equal those that the test computes from the results file. A
// difference is the mean over three splits, each the mean of two seeds, with the 95 % interval. Each of the four trained variants has a
// stored row with the mean accuracy of its six runs, the seeds, a version and the command.
func TestAblationDifferencesByHand(t *testing.T) {
	dir := t.TempDir()
	ledger, file := filepath.Join(dir, "r.jsonl"), filepath.Join(dir, "rows.jsonl")
	var out, msg bytes.Buffer
	args := []string{"plans", "-datasets", "karate", "-protocol", "random:0.5,0.2,0.3", "-method", "validation",
		"-splits", "0-2", "-seeds", "4-5",
		"-epochs", "4", "-results", ledger, "-rows", file, "-markdown", "-q"}
	if code := AblateCommand(args, karate, &out, &msg); code != 0 {
		t.Fatalf("the command ends with %d, want 0: %s", code, msg.String())
	}
	data, err := os.ReadFile(ledger)
	if err != nil {
		t.Fatal(err)
	}
	// Test accuracies in per cent by variant: “lift as set/lift as swapped”. They are ordered by split, and within a split by seed.
	accuracies := map[string][]float64{}
	for line := range bytes.Lines(data) {
		var e Entry
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatal(err)
		}
		variant := e.Cell.Set["lift"] + "/" + e.Cell.Swap["lift"]
		accuracies[variant] = append(accuracies[variant], 100*e.Outcome.Test)
	}
	// The printed names of two variants, with their keys in accuracies.
	for name, key := range map[string]string{"independent coupling, put into the trained network": "/independent",
		"uniform measures, retrained": "uniform/"} {
		var d []float64
		for k := range 3 {
			full, variant := accuracies["/"], accuracies[key]
			d = append(d, (full[2*k]+full[2*k+1]-variant[2*k]-variant[2*k+1])/2)
		}
		// 4.302652729749464 is the quantile 0.975 of Student's t with two degrees of freedom.
		mean := (d[0] + d[1] + d[2]) / 3
		dev := math.Sqrt(((d[0]-mean)*(d[0]-mean) + (d[1]-mean)*(d[1]-mean) + (d[2]-mean)*(d[2]-mean)) / 2)
		want := strings.ReplaceAll(fmt.Sprintf("| full − %s | %.1f ± %.1f |\n", name, mean, 4.302652729749464*dev/math.Sqrt(3)), "-", "−")
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
	if data, err = os.ReadFile(file); err != nil {
		t.Fatal(err)
	}
	rows, err := ReadRows(file, data)
	if err != nil || len(rows) != 4 {
		t.Fatalf("%d rows, want 4, one for each trained variant: %v", len(rows), err)
	}
	for _, r := range rows {
		want := tables.Summarize(accuracies[r.Set["lift"]+"/"])
		if got := r.Summary(); got.N != 6 || math.Abs(got.Mean-want.Mean) > 1e-3 {
			t.Errorf("the row of %v has %d runs with the mean %g, want 6 with %g", r.Set, got.N, got.Mean, want.Mean)
		}
		wantCommand := "sgpc ablate plans -datasets karate -protocol random:0.5,0.2,0.3 " +
			"-method validation -splits 0-2 -seeds 4-5 -epochs 4 -markdown"
		if r.Seeds != "4-5" || r.Version == "" || r.Command != wantCommand {
			t.Errorf("the row has seeds %s, version %q and command %q, want 4-5, a version and %q", r.Seeds, r.Version, r.Command, wantCommand)
		}
	}
}

// TestPairedTablesHaveRuns: equal variants share one run, so that each variant has one run for each split and seed. There is no paired
// table for splits without test nodes, nor for an ablation of one variant. Rows of variants with equal names differ by x.
func TestPairedTablesHaveRuns(t *testing.T) {
	for _, c := range []struct {
		args     string
		isPaired bool
	}{
		{"sign -protocol random:0.5,0.2,0.3 -set sign=1", true},
		{"components -protocol random:0.5,0.2,0.3 -set gap_mode=off", true},
		{"depth -protocol random:0.5,0.2,0.3", true},
		{"sign -protocol random:0.6,0.4,0", false},
		{"bound -protocol random:0.5,0.2,0.3", false},
	} {
		var out, msg bytes.Buffer
		args := append(strings.Fields(c.args), "-datasets", "karate", "-splits", "0-1", "-epochs", "1", "-markdown", "-q")
		if code := AblateCommand(args, karate, &out, &msg); code != 0 {
			t.Fatalf("%s ends with %d, want 0: %s", c.args, code, msg.String())
		}
		brief, paired, _ := strings.Cut(out.String(), "\n\n")
		if isPaired := strings.Contains(paired, "paired over the splits"); isPaired != c.isPaired {
			t.Errorf("%s has a paired table: %v, want %v", c.args, isPaired, c.isPaired)
		}
		hasAxis := strings.HasPrefix(c.args, "depth") // 4 is also a value of x
		if !hasAxis && strings.Contains(brief, "| 4 |") {
			t.Errorf("%s counts a run of two splits twice:\n%s", c.args, brief)
		}
		lines := strings.Split(paired, "\n")
		for k, line := range lines {
			name, _, isRow := strings.Cut(strings.TrimPrefix(line, "| "), " |")
			if isRow && k > 1 && strings.Count(paired, "| "+name+" |") != 1 {
				t.Errorf("%s has two rows named %q", c.args, name)
			}
		}
	}
}
