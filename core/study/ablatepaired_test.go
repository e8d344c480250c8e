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

// The differences below an ablation, and the rows that it stores, equal those computed by hand from its results file.
func TestAblationDifferencesByHand(t *testing.T) {
	dir := t.TempDir()
	ledger, file := filepath.Join(dir, "r.jsonl"), filepath.Join(dir, "rows.jsonl")
	var out, msg bytes.Buffer
	args := []string{"plans", "-datasets", "karate", "-protocol", "random:0.5,0.2,0.3", "-method", "validation",
		"-splits", "0-2", "-seeds", "4-5",
		"-epochs", "4", "-results", ledger, "-rows", file, "-markdown", "-q"}
	if code := AblateCommand(args, karate, &out, &msg); code != 0 {
		t.Fatal(code, msg.String())
	}
	data, err := os.ReadFile(ledger)
	if err != nil {
		t.Fatal(err)
	}
	of := map[string][]float64{} // by variant, split after split
	for line := range bytes.Lines(data) {
		var e Entry
		if err := json.Unmarshal(line, &e); err != nil {
			t.Fatal(err)
		}
		of[e.Cell.Set["lift"]+"/"+e.Cell.Swap["lift"]] = append(of[e.Cell.Set["lift"]+"/"+e.Cell.Swap["lift"]], 100*e.Outcome.Test)
	}
	for name, key := range map[string]string{"independent coupling, put into the trained network": "/independent",
		"uniform measures, retrained": "uniform/"} {
		var d []float64
		for k := range 3 {
			d = append(d, (of["/"][2*k]+of["/"][2*k+1]-of[key][2*k]-of[key][2*k+1])/2)
		}
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
		t.Fatalf("%d rows, want one of each variant that is trained: %v", len(rows), err)
	}
	for _, r := range rows {
		want := tables.Summarize(of[r.Set["lift"]+"/"])
		if got := r.Summary(); got.N != 6 || math.Abs(got.Mean-want.Mean) > 1e-3 || r.Seeds != "4-5" || r.Version == "" ||
			r.Command != "sgpc ablate plans -datasets karate -protocol random:0.5,0.2,0.3 "+
				"-method validation -splits 0-2 -seeds 4-5 -epochs 4 -markdown" {
			t.Errorf("%+v, want %v", r, want)
		}
	}
}
