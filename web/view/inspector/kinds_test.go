package inspector

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sheafscope/web/state"
)

// TestFigureKinds: JavaScript has one drawing function for each kind of figure, and no other. No two kinds have data of the same type.
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
	// Each kind is found again by its data.
	for _, k := range kinds {
		named = append(named, k.name)
		if got := kindOf(k.data); got != k.name {
			t.Errorf("kindOf returns %q for the data of %q", got, k.name)
		}
	}
	if !slices.Equal(drawn, named) {
		t.Errorf("JavaScript draws %v, Go has %v", drawn, named)
	}
	if k := kindOf(state.State{}); k != "" {
		t.Errorf("a state is a figure of kind %q", k)
	}
}
