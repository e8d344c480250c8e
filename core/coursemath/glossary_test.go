package coursemath

import (
	"strings"
	"testing"
)

// Every row of the glossary has a key of its own, a name and a definition, and a known chapter or none. It has a symbol with its shape,
// or words.
// In other names and units mathematics stands between $ only. A symbol has one row, except for δ: coboundary and confidence.
// The notation of the model and the links of the course have their rows.
func TestGlossaryIsComplete(t *testing.T) {
	keys := map[string]bool{}
	symbols := map[string]int{}
	chapters := map[string]bool{"": true}
	for _, g := range Guides() {
		chapters[g.Chapter] = true
	}
	for _, g := range Glossary() {
		if g.Key == "" || keys[g.Key] {
			t.Errorf("%+v has no key of its own", g)
		}
		if g.Name == "" || g.Definition == "" || !chapters[g.Chapter] {
			t.Errorf("%+v lacks a name, a definition or a known chapter", g)
		}
		// A term without a symbol needs words; a symbol needs a shape.
		isWord := g.TeX == "" && len(g.Words) > 0
		if !isWord && (g.TeX == "" || g.Shape == "") {
			t.Errorf("%+v has neither a symbol with a shape nor words", g)
		}
		// A shape is a formula without its $. The parts at even places are outside of a formula.
		for k, part := range strings.Split(g.Other+"$"+g.Shape+"$"+g.Unit, "$") {
			if k%2 == 0 && strings.ContainsAny(part, "_^\\{}⁰₁\u0303") {
				t.Errorf("%s has mathematics outside of a formula in %q", g.Key, part)
			}
		}
		keys[g.Key] = true
		if !isWord {
			symbols[g.TeX]++
		}
	}
	for tex, n := range symbols {
		want := 1
		if tex == "δ" {
			want = 2
		}
		if n != want {
			t.Errorf("%d rows for the symbol %s, want %d", n, tex, want)
		}
	}
	for _, tex := range []string{"n", "m", "f_0", "d", "c", "C", "δ"} { // the notation of the model
		if symbols[tex] == 0 {
			t.Errorf("the symbol %s of the model has no row", tex)
		}
	}
	for _, key := range []string{"sheaf", "stalk", "signal", "x", "F", "r", "H0", "holonomy", "delta", "L", "Lhat", "energy", "heat",
		"lambda2"} { // what the course links to
		if !keys[key] {
			t.Errorf("no entry %q", key)
		}
	}
}
