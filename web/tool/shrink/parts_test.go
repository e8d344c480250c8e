package shrink

import (
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// For each part: the shrunk program without this part has other bytes, and prints the same text.
func TestEveryPartShrinks(t *testing.T) {
	old := compiled(t)
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	o := Options{SeparateNames: true, Unused: unused}
	whole, names, err := Module(old, runtime.Version(), o)
	if err != nil {
		t.Fatal(err)
	}
	want := run(t, strings.TrimSpace(string(root)), "whole.wasm", whole, names)
	parts := []string{"lines", "uniform", "places", "ends"} // other parts depend on these
	if os.Getenv("LONG") != "" {
		parts = Parts
	}
	for _, part := range parts {
		o.Without = part
		small, names, err := Module(old, runtime.Version(), o)
		if err != nil {
			t.Errorf("without %s: %v", part, err)
			continue
		}
		if slices.Equal(small, whole) {
			t.Errorf("the program is the same without %s", part)
		}
		// Without the part lines, traces have lines.
		if got := run(t, strings.TrimSpace(string(root)), part+".wasm", small, names); got != want && part != "lines" {
			t.Errorf("without %s it prints\n%s\nwant\n%s", part, got, want)
		}
	}
}

// Unmatched returns the prefixes that match no function.
func TestUnmatchedFindsAbsentNames(t *testing.T) {
	o := Options{Unused: append([]string{"runtime.noSuchFunction"}, unused...)}
	if got, err := Unmatched(compiled(t), runtime.Version(), o); err != nil || !slices.Equal(got, []string{"runtime.noSuchFunction"}) {
		t.Errorf("%q, %v", got, err)
	}
}
