package study

import (
	"strings"
	"testing"

	"sheafscope/core/train"
)

// Measures of an empty set are omitted from tables, files and the line of progress.
func TestEmptySetsAreLeftOut(t *testing.T) {
	c := Cell{Dataset: "karate", Model: "mlp", Split: "random:0.6,0.4,0"}
	none, some := train.Outcome{Val: 0.75, Test: -1}, train.Outcome{Val: -1, Test: 0.5}
	table := Table{Results: []Result{{Cell: c, Outcome: none}}, Validation: true}.Markdown()
	if strings.Contains(table, "-100") || !strings.Contains(table, "75.0") {
		t.Errorf("the table says\n%s", table)
	}
	for o, want := range map[*train.Outcome]string{&none: "val 75.0,", &some: "val none,"} {
		if line := (Progress{Cell: c, Done: 1, Total: 1, Outcome: *o}).String(); !strings.Contains(line, want) ||
			strings.Contains(line, "test") ||
			strings.Contains(line, "50") {
			t.Errorf("the progress says %q; it tells the validation accuracy, and no test accuracy before the end", line)
		}
	}
	a := Ablation{Name: "x", Variants: []Variant{{Name: "one"}}}
	list := []Result{{Cell: c, Outcome: none}, {Cell: c, Outcome: some}}
	if csv := a.CSV(Grid{Datasets: []string{"karate"}}, list); strings.Contains(csv, "-1") || !strings.Contains(csv, ",0.75,\n") ||
		!strings.Contains(csv, ",,0.5\n") {
		t.Errorf("the file says\n%s", csv)
	}
	if brief := a.Brief(Grid{Datasets: []string{"karate"}}, list); !strings.Contains(brief, "| 2 | 75.0 | 50.0 |") {
		t.Errorf("the account says\n%s", brief)
	}
}
