package study

import (
	"strings"
	"testing"

	"sheafscope/core/train"
)

// The accuracy on an empty set, stored as −1, is omitted from tables, CSV and means, and is “none” in the line of progress.
// The line of progress has no test accuracy.
func TestEmptySetsAreLeftOut(t *testing.T) {
	c := Cell{Dataset: "karate", Model: "mlp", Split: "random:0.6,0.4,0"}
	noTest, noVal := train.Outcome{Val: 0.75, Test: -1}, train.Outcome{Val: -1, Test: 0.5}
	table := Table{Results: []Result{{Cell: c, Outcome: noTest}}, Validation: true}.Markdown()
	if strings.Contains(table, "-100") || !strings.Contains(table, "75.0") {
		t.Errorf("the table must have 75.0 and no -100:\n%s", table)
	}
	for o, want := range map[*train.Outcome]string{&noTest: "val 75.0,", &noVal: "val none,"} {
		line := (Progress{Cell: c, Done: 1, Total: 1, Outcome: *o}).String()
		if !strings.Contains(line, want) {
			t.Errorf("the line of progress is %q, want %q in it", line, want)
		}
		if strings.Contains(line, "test") || strings.Contains(line, "50") {
			t.Errorf("the line of progress is %q, want no test accuracy before the end", line)
		}
	}
	a := Ablation{Name: "x", Variants: []Variant{{Name: "one"}}}
	list := []Result{{Cell: c, Outcome: noTest}, {Cell: c, Outcome: noVal}}
	csv := a.CSV(Grid{Datasets: []string{"karate"}}, list)
	if strings.Contains(csv, "-1") || !strings.Contains(csv, ",0.75,\n") || !strings.Contains(csv, ",,0.5\n") {
		t.Errorf("the CSV must have empty cells in place of -1:\n%s", csv)
	}
	if brief := a.Brief(Grid{Datasets: []string{"karate"}}, list); !strings.Contains(brief, "| 2 | 75.0 | 50.0 |") {
		t.Errorf("the Markdown must have the means 75.0 and 50.0 of one run each:\n%s", brief)
	}
}
