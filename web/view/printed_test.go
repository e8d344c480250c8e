package view_test

import (
	"flag"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// update is the flag of the command line with which TestPrinted records the texts.
var update = flag.Bool("update", false, "write the recorded texts anew")

// TestPrinted: the texts with numbers of every row of printedRows equal the recorded texts. Texts of 2000 bytes or more are not compared.
// Each panel has a text with a number. The test runs natively and in wasm (web/tool/test), so that both print the same texts.
// `go test ./web/view -run TestPrinted -update` records the texts. A text that several rows have in one state is recorded in the first of
// these rows.
func TestPrinted(t *testing.T) {
	// A line for each text: its state of the page, its row of printedRows, and the text.
	var lines []string
	states := printedStates(t)
	for _, name := range slices.Sorted(maps.Keys(states)) {
		seen := map[string]bool{}
		for _, r := range printedRows {
			for _, original := range states[name] {
				s := *original // a row may change its state
				texts := textsIn(r.texts(&s))
				slices.Sort(texts)
				for _, text := range texts {
					if strings.ContainsAny(text, "0123456789") && len(text) < 2000 && !seen[text] {
						seen[text] = true
						lines = append(lines, name+", "+r.name+": "+strings.ReplaceAll(text, "\n", " | "))
					}
				}
			}
		}
	}
	slices.Sort(lines)
	// Only the first line that differs is reported: the following lines may be shifted.
	file := filepath.Join("testdata", "printed.txt")
	got := strings.Join(lines, "\n") + "\n"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	recorded := strings.Split(strings.TrimSuffix(string(want), "\n"), "\n")
	for k := range max(len(lines), len(recorded)) {
		gotLine, wantLine := "nothing", "nothing"
		if k < len(lines) {
			gotLine = lines[k]
		}
		if k < len(recorded) {
			wantLine = recorded[k]
		}
		if gotLine != wantLine {
			t.Fatalf("the first text that differs from %s (-update records all):\nprinted  %s\nrecorded %s", file, gotLine, wantLine)
		}
	}
	// Each panel prints a text with a number.
	for _, r := range printedRows {
		if strings.HasPrefix(r.name, "Panel") && !strings.Contains(got, ", "+r.name+": ") {
			t.Errorf("%s prints nothing", r.name)
		}
	}
}
