package coursemath

import (
	"slices"
	"strings"
	"testing"
)

// Every symbol has one row, and every symbol of the notation has a row.
func TestGlossaryIsComplete(t *testing.T) {
	keys := map[string]bool{}
	symbols := map[string]int{}
	chapters := map[string]bool{"": true}
	for _, g := range Guides() {
		chapters[g.Chapter] = true
	}
	for _, g := range Glossary() {
		word := g.TeX == "" && len(g.Words) > 0
		if g.Key == "" || keys[g.Key] || g.TeX == "" && !word || g.Name == "" || g.Definition == "" || g.Shape == "" && !word ||
			!chapters[g.Chapter] {
			t.Errorf("%+v", g)
		}
		for k, words := range strings.Split(g.Other+"$"+g.Shape+"$"+g.Unit, "$") {
			if k%2 == 0 && strings.ContainsAny(words, "_^\\{}⁰₁\u0303") { // outside of a formula
				t.Errorf("%s is elsewhere %q", g.Key, words)
			}
		}
		keys[g.Key] = true
		if !word {
			symbols[g.TeX]++
		}
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
	for _, key := range []string{"sheaf", "stalk", "signal", "x", "F", "r", "H0", "holonomy", "delta", "L", "Lhat", "energy", "heat",
		"lambda2"} { // what the course links to
		if !keys[key] {
			t.Errorf("no entry %q", key)
		}
	}
}
