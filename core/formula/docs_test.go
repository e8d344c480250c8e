package formula

import (
	"os"
	"strings"
	"testing"
)

// TestDocumentNamesEveryFunction: the section "Graphs by formula" of assets/docs/formats.md names every function and every quantity.
func TestDocumentNamesEveryFunction(t *testing.T) {
	text, err := os.ReadFile("../../assets/docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "## Graphs by formula")
	words := strings.FieldsFunc(section, func(c rune) bool { return !(c >= 'a' && c <= 'z') })
	for _, name := range append(Functions(), Names()...) {
		isNamed := false
		for _, w := range words {
			isNamed = isNamed || w == name
		}
		if !isNamed {
			t.Errorf("the section does not name %s", name)
		}
	}
}
