package course

import (
	"slices"
	"strings"
	"testing"
)

// Every symbol has one row, and each of the notation is there.
func TestGlossary(t *testing.T) {
	keys := map[string]bool{}
	symbols := map[string]int{}
	for _, g := range Glossary() {
		if g.Key == "" || keys[g.Key] || g.TeX == "" || g.Name == "" || g.Definition == "" || g.Shape == "" || g.Chapter < lab || g.Chapter > 10 {
			t.Errorf("%+v", g)
		}
		for k, words := range strings.Split(g.Other+"$"+g.Shape+"$"+g.Unit, "$") {
			if k%2 == 0 && strings.ContainsAny(words, "_^\\{}⁰₁\u0303") { // outside of a formula
				t.Errorf("%s is elsewhere %q", g.Key, words)
			}
		}
		keys[g.Key] = true
		symbols[g.TeX]++
	}
	for tex, n := range symbols {
		if want := 1 + len(slices.DeleteFunc([]string{"δ"}, func(s string) bool { return s != tex })); n != want {
			t.Errorf("%d rows for %s", n, tex)
		}
	}
	for _, tex := range []string{"n", "m", "f_0", "d", "c", "C", "δ"} { // the notation of the model
		if symbols[tex] == 0 {
			t.Errorf("%s is missing", tex)
		}
	}
	for _, key := range []string{"x", "F", "r", "H0", "holonomy", "delta", "L", "Lhat", "energy", "heat",
		"lambda2"} { // what the course links to
		if !keys[key] {
			t.Errorf("no entry %q", key)
		}
	}
}
