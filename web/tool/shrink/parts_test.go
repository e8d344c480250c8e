package shrink

import (
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// A program that is shrunk without one part has other bytes than the program that is shrunk with all parts, and both print equal texts.
// Without the part lines, the printed traces have lines, so that the text may differ. The test leaves out four parts, one by one, and with
// LONG each part of Parts.
func TestEveryPartShrinks(t *testing.T) {
	old := compiled(t)
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	o := Options{SeparateNames: true, Unused: unused}
	withAllParts, names, err := Module(old, runtime.Version(), o)
	if err != nil {
		t.Fatal(err)
	}
	want := run(t, strings.TrimSpace(string(root)), "whole.wasm", withAllParts, names)
	parts := []string{"lines", "uniform", "places", "ends"} // other parts depend on these four
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
		if slices.Equal(small, withAllParts) {
			t.Errorf("the program is the same without %s", part)
		}
		if got := run(t, strings.TrimSpace(string(root)), part+".wasm", small, names); got != want && part != "lines" {
			t.Errorf("without %s it prints\n%s\nwant\n%s", part, got, want)
		}
	}
}

// Unmatched returns those prefixes of Options.Unused that match no function of the program.
func TestUnmatchedFindsAbsentNames(t *testing.T) {
	o := Options{Unused: append([]string{"runtime.noSuchFunction"}, unused...)}
	if got, err := Unmatched(compiled(t), runtime.Version(), o); err != nil || !slices.Equal(got, []string{"runtime.noSuchFunction"}) {
		t.Errorf("the prefixes without a function are %q, error %v; want runtime.noSuchFunction alone", got, err)
	}
}
