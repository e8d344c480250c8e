package formula

import (
	"os"
	"strings"
	"testing"
)

// TestDocumentNamesEveryFunction: assets/docs/formats.md names every function and quantity, after the heading "Graphs by formula".
func TestDocumentNamesEveryFunction(t *testing.T) {
	text, err := os.ReadFile("../../assets/docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, _ := strings.Cut(string(text), "## Graphs by formula")
	words := strings.FieldsFunc(rest, func(c rune) bool { return !(c >= 'a' && c <= 'z') })
	for _, name := range append(Functions(), Names()...) {
		isNamed := false
		for _, w := range words {
			isNamed = isNamed || w == name
		}
		if !isNamed {
			t.Errorf("the document does not name %s after the heading", name)
		}
	}
}
