package test

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"
)

// recordIn replaces a block of a document by the record of a run. The number of lines stays. A document without a block is an error. Before
// and after, BENCHMARKS.md has a block for each form, and each block is about a run without failures. recorded writes the record.
func TestRecordChangesItsBlockAlone(t *testing.T) {
	data, err := os.ReadFile("../../../" + benchmarks)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), benchmarks)
	if err := os.WriteFile(file, data, 0o666); err != nil {
		t.Fatal(err)
	}
	count := tally{Passed: 12, Took: 100 * time.Second,
		Parts: []partTime{{Name: "native", Took: 40 * time.Second}, {Name: "format", Took: time.Second}}}
	text := recorded(Usual, count, time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC), 50*time.Millisecond)
	// The part format, which took only a hundredth of the duration, is not named.
	const want = "`./build.sh test` took 100 s on 2026-01-02: 12 tests passed, 0 failed. Of its parts, two at once: native 40 s. " +
		"Node starts in 50 ms"
	if !strings.HasPrefix(text, want) {
		t.Errorf("the record is %q, want %q", text, want)
	}
	if err := recordIn(file, Usual, text); err != nil {
		t.Fatal(err)
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	form := regexp.MustCompile("(?s)<!-- (test|long): [^\n]* -->\n\n`./build.sh test(?: --long)?` took \\d+ s on [0-9-]+: \\d+ tests " +
		"passed, 0 failed\\.[^\n]*" +
		"\n\n<!-- end -->")
	for _, document := range []string{string(data), string(got)} {
		if n := len(form.FindAllString(document, -1)); n != 2 {
			t.Errorf("the document has %d blocks of runs, want 2:\n%s", n, document[max(0, len(document)-1500):])
		}
	}
	if !strings.Contains(string(got), text) || strings.Count(string(got), "\n") != strings.Count(string(data), "\n") {
		t.Errorf("the document lacks the record, or has another number of lines:\n%s", got[max(0, len(got)-1500):])
	}
	if err := recordIn(os.DevNull, Long, text); err == nil {
		t.Error("a document without a block is accepted, want an error")
	}
}
