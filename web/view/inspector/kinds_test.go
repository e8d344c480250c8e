package inspector

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sheafscope/web/state"
)

// TestFigureKinds: JavaScript has one drawing function for each kind of figure, and no other, in the order of Go. Each kind is found by the
// type of its data; a type that is no figure has the kind "".
func TestFigureKinds(t *testing.T) {
	source, err := os.ReadFile("../../../assets/src/figures.js")
	if err != nil {
		t.Fatal(err)
	}
	// The table of drawing functions in figures.js.
	_, table, found := strings.Cut(string(source), "export const RENDERERS = {\n")
	table, _, closed := strings.Cut(table, "\n};\n")
	if !found || !closed {
		t.Fatal("no RENDERERS in figures.js")
	}
	var drawn, named []string
	for _, m := range regexp.MustCompile(`(?m)^  (\w+): `).FindAllStringSubmatch(table, -1) {
		drawn = append(drawn, m[1])
	}
	for _, k := range kinds {
		named = append(named, k.name)
		if got := kindOf(k.data); got != k.name {
			t.Errorf("kindOf returns %q for the data of %q", got, k.name)
		}
	}
	if !slices.Equal(drawn, named) {
		t.Errorf("JavaScript draws the kinds %v, Go has %v", drawn, named)
	}
	if k := kindOf(state.State{}); k != "" {
		t.Errorf("a state is a figure of kind %q", k)
	}
}
