package shrink

import (
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// A program runs as before without any one part, and has other bytes; a part of another name is not left out.
func TestWithout(t *testing.T) {
	old := compiled(t)
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	o := Options{Apart: true, Unused: unused}
	whole, names, err := Module(old, runtime.Version(), o)
	if err != nil {
		t.Fatal(err)
	}
	want := run(t, strings.TrimSpace(string(root)), "whole.wasm", whole, names)
	parts := []string{"lines", "uniform", "places", "ends"} // on which others rest
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
			t.Errorf("without %s the program is as with it", part)
		}
		if got := run(t, strings.TrimSpace(string(root)), part+".wasm", small, names); got != want && part != "lines" { // whose trace has lines
			t.Errorf("without %s it prints\n%s\nwant\n%s", part, got, want)
		}
	}
}

// A name with which no function begins is found.
func TestUnmatched(t *testing.T) {
	o := Options{Unused: append([]string{"runtime.noSuchFunction"}, unused...)}
	if got, err := Unmatched(compiled(t), runtime.Version(), o); err != nil || !slices.Equal(got, []string{"runtime.noSuchFunction"}) {
		t.Errorf("%q, %v", got, err)
	}
}
