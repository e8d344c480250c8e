package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every font in fonts is a font of the page's list of fonts.
func TestFontsAreThePages(t *testing.T) {
	css, err := os.ReadFile(filepath.Join("..", "..", "assets", "style.css"))
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(css), "--font:")
	list, _, _ = strings.Cut(list, ";")
	for _, name := range fonts {
		if !strings.Contains(","+strings.ReplaceAll(list, `"`, "")+",", ","+name+",") {
			t.Errorf("%s is not in %s", name, list)
		}
	}
}
