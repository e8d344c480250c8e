package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Every font in the list fonts, which FindFont searches, is also in the property --font in assets/style.css.
func TestFontsAreThePages(t *testing.T) {
	css, err := os.ReadFile(filepath.Join("..", "..", "assets", "style.css"))
	if err != nil {
		t.Fatal(err)
	}
	_, list, _ := strings.Cut(string(css), "--font:")
	list, _, _ = strings.Cut(list, ";")
	for _, name := range fonts {
		if !strings.Contains(","+strings.ReplaceAll(list, `"`, "")+",", ","+name+",") {
			t.Errorf("the font %s is not in the list of the page, %s", name, list)
		}
	}
}
