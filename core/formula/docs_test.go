package formula

import (
	"os"
	"strings"
	"testing"
)

// TestDocumentNamesEveryFunction: the document about formats names every function and every quantity.
func TestDocumentNamesEveryFunction(t *testing.T) {
	text, err := os.ReadFile("../../assets/docs/formats.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "## Graphs by formula")
	words := strings.FieldsFunc(section, func(c rune) bool { return !(c >= 'a' && c <= 'z') })
	for _, name := range append(Functions(), Names()...) {
		found := false
		for _, w := range words {
			found = found || w == name
		}
		if !found {
			t.Errorf("%s is missing", name)
		}
	}
}
