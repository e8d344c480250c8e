package study

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sheafscope/core/graph"
)

// ACCURACY.md equals the page made from the committed rows.
// The test fails where a row of "The tree's versions" belongs to another version of its model.
// The command on the page then trains the model again, or moves the row to the earlier ones.
func TestAccuracyPage(t *testing.T) {
	want, err := accuracyPage("accuracy.jsonl", "accuracy.md")
	if err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(filepath.Join("..", "..", "ACCURACY.md"))
	if err != nil {
		t.Fatal(err)
	}
	if string(got) != want {
		t.Error("ACCURACY.md is not what its rows and the versions of the models make of it; go run ./core/cmd/sgpc accuracy -o ACCURACY.md")
	}
}

// A table stores its rows with version, day, runs and choices, and replaces the rows of the same runs.
// The page separates them from rows of another version; no table mixes versions.
func TestRowsReplaceSameRuns(t *testing.T) {
	dir := t.TempDir()
	file, text := filepath.Join(dir, "rows.jsonl"), filepath.Join(dir, "text.md")
	load := func(string) Loader {
		return func(name string) (*graph.Graph, []graph.Split, error) {
			g, err := graph.Builtin("sbm:n=110,classes=2,degree=3,homophily=0.3,signal=1,seed=4")
			return g, nil, err
		}
	}
	for range 2 {
		var out, msg bytes.Buffer
		args := []string{"-data", dir, "-datasets", "two", "-models", "mlp,gcn", "-splits", "0-1", "-seeds", "0-1", "-epochs", "4",
			"-results", "",
			"-chosen", "", "-rows=" + file, "-q", "-workers", "1"}
		if code := TableCommand(args, load, &out, &msg); code != 0 {
			t.Fatal(code, msg.String())
		}
		if !strings.Contains(out.String(), "ROC AUC") || !strings.Contains(out.String(), "MLP: ") {
			t.Error(out.String())
		}
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := ReadRows(file, data)
	if err != nil || len(rows) != 2 {
		t.Fatal(len(rows), err)
	}
	for _, r := range rows {
		if v, _ := ModelVersion(r.Model, nil); r.Version != v || len(r.Test) != 4 || len(r.AUC) != 4 || r.Date == "" || r.From == "" ||
			r.Method != "auto" || !(r.Seconds > 0) ||
			r.Seeds != "0-1" || r.Command != "sgpc table -datasets two -models mlp,gcn -splits 0-1 -seeds 0-1 -epochs 4" || r.ECE == nil {
			t.Errorf("%+v", r)
		}
	}
	old := rows[1]
	old.Version = "0000"
	if all := replaceRows([]Row{rows[0], old, old}, rows); len(all) != 2 || all[1].Version != rows[1].Version {
		t.Errorf("%d rows, where two of another version were made again", len(all))
	}
	bare := Row{Dataset: "two", Model: "mlp", Set: map[string]string{}} // as a command without settings has it
	if all := replaceRows([]Row{{Dataset: "two", Model: "mlp"}}, []Row{bare}); len(all) != 1 {
		t.Errorf("%d rows, where one without settings was made again", len(all))
	}
	rows[1].Version = "0000"
	rows = append(rows, Row{Dataset: "two", Model: "gcn", Protocol: "splits", Method: "auto", Splits: "0-9", Seeds: "0",
		Date: "2026-01-01", Mean: 50, Std: 1,
		N: 10})
	prose := "now\n[[now]]\n[[nested]]\nshort\n[[short]]\n[[chosen]]\n[[calibration]]\nearlier\n[[earlier]]\nend\n"
	page, err := Page{rows, ModelVersion}.Write(prose)
	if err != nil {
		t.Fatal(err)
	}
	now, earlier, _ := strings.Cut(page, "\nearlier\n")
	if !strings.Contains(now, "| MLP | ") || strings.Contains(now, "| GCN | ") || strings.Count(earlier, "| GCN | ") != 2 ||
		strings.Count(earlier, "| hours | version | date |") != 2 ||
		strings.Contains(earlier, "MLP") ||
		!strings.Contains(earlier, "| 0000 |") || !strings.Contains(earlier, "| GCN | 50.0 ± 1.0 | – | none | 2026-01-01 |") ||
		!strings.Contains(now, "AUC ") {
		t.Error(page)
	}
	if _, err := (Page{rows, ModelVersion}).Write("no places"); err == nil {
		t.Error("a text without places is taken")
	}
	if err := os.WriteFile(text, []byte(prose), 0o644); err != nil {
		t.Fatal(err)
	}
	var out, msg bytes.Buffer
	if code := AccuracyCommand([]string{"-rows", file, "-text", text}, &out, &msg); code != 0 || !strings.Contains(out.String(), "| GCN | ") {
		t.Error(code, out.String(), msg.String())
	}
	if err := os.WriteFile(file, []byte("{}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if code := AccuracyCommand([]string{"-rows", file, "-text", text}, &out, &msg); code != 1 || !strings.Contains(msg.String(),
		"rows.jsonl:1") {
		t.Error(code, msg.String())
	}
}

// A row with three seeds replaces one with a single seed.
// Where a model has a single seed only, its figure has a mark.
// Models are in the order of the program's list.
func TestMoreSeedsReplaceFewer(t *testing.T) {
	row := func(model, set, seeds string, test ...float64) Row {
		v, err := ModelVersion(model, nil)
		if err != nil {
			t.Fatal(err)
		}
		return Row{Dataset: set, Model: model, Protocol: "splits", Method: "validation", Splits: "0-1", Seeds: seeds, Version: v,
			Date: "2026-01-02", Test: test}
	}
	rows := []Row{
		row("gcn", "two", "0", 0.7, 0.9), row("mlp", "one", "0", 0.1, 0.3), row("mlp", "two", "0", 0.1, 0.3),
		row("mlp", "two", "0-2", 0.5, 0.5, 0.5, 0.5, 0.5, 0.5),
	}
	page, err := Page{rows, ModelVersion}.Write("[[now]]\n[[nested]]\n[[short]]\n[[chosen]]\n[[calibration]]\n[[earlier]]\n")
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(page, "\n")
	if lines[0] != "`sgpc table -method validation -protocol splits -splits 0-1 -seeds 0-2`" || lines[2][:21] != "| model | two | one |" ||
		!strings.HasPrefix(lines[4], "| MLP | 50.0 ± 0.0 | **20.0** ± 14.1¹ |") ||
		!strings.HasPrefix(lines[5], "| GCN | **80.0** ± 14.1¹ | – |") || !strings.Contains(page, "\n¹ `-seeds 0`\n") {
		t.Error(page)
	}
}

// A figure more than two points below the reported one is listed with its choice; others are not.
func TestShortfallsAreListed(t *testing.T) {
	row := Row{Dataset: "texas", Model: "gcnii", Protocol: "splits", Method: "auto", Splits: "0-9", Seeds: "0-2", Date: "2026-01-01",
		From: "its settings",
		Mean: 70, Std: 1, N: 30}
	near, other, drawn, own := row, row, row, row
	near.Mean, near.Dataset, other.Method, drawn.Protocol = 79, "wisconsin", "validation", "per-class:20"
	own.Dataset, own.Method = "cornell_legacy", "validation"
	if text := shortfallList([]Row{own}); !strings.Contains(text, "below by 7.9. Tried: its settings alone; ") {
		t.Error(text)
	}
	text := shortfallList([]Row{row, near, other, drawn})
	if strings.Count(text, "\n") != 1 || !strings.Contains(text, "GCNII on texas: 70.0, reported 77.6") || !strings.Contains(text,
		"below by 7.6") {
		t.Error(text)
	}
	with, plain := row, row
	a, b := 0.1, 0.2
	with.Set, with.ECE, plain.ECE = map[string]string{"simcalib": "true"}, &a, &b
	if text := calibrationTable([]Row{plain, with, near}); !strings.Contains(text, "| GCNII | texas | 0.200 | 0.100 |") || strings.Count(text,
		"\n") != 3 {
		t.Error(text)
	}
}
