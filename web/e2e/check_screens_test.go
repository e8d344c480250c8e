//go:build e2e && screens

package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestCheckScreens writes screenshots of the dialog about doubtful files, for three groups of files in five windows. It compares no
// picture. It fails if the dialog does not open or close, or if the page reports an error.
func TestCheckScreens(t *testing.T) {
	dir := t.TempDir()
	// write writes a file and returns its path.
	write := func(name, text string) string {
		file := filepath.Join(dir, name)
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return file
	}
	// The files: an edge list with ambiguous columns, a matrix, and a table of people.
	edges := write("edges.csv", "ana,ben,1\nben,cid,2\ncid,dea,2\ndea,ana,1\nana,cid,1\nben,dea,2,5\neli,eli,1\n")
	var rows strings.Builder
	rows.WriteString("id,number,club,group,age,height,note\n")
	for k, name := range []string{"ana", "ben", "cid", "dea", "eli", "fay", "gus"} {
		rows.WriteString(name + "," + string(rune('1'+k)) + "," + []string{"red", "blue"}[k%2] + "," + []string{"x", "y", "z"}[k%3] + ",2" +
			string(rune('0'+k)) + ",1.7,a longer remark about this person that is cut\n")
	}
	matrix := write("matrix.txt", "0 5 2\n5 0 3\n2 3 0\n")
	nodes := write("people.csv", rows.String())
	for _, v := range []struct {
		name string
		view
	}{
		{"check-light", view{width: 1440, height: 900, theme: "light"}},
		{"check-dark", view{width: 1440, height: 900, theme: "dark"}},
		{"check-phone-light", view{width: 390, height: 844, theme: "light"}},
		{"check-phone-dark", view{width: 390, height: 844, theme: "dark"}},
		{"check-low", view{width: 800, height: 400, theme: "light"}},
	} {
		p := open(t, v.view)
		p.ready()
		// Each group of files opens the dialog. The user cancels it, so that the next group finds the page unchanged.
		for _, c := range []struct {
			name  string
			files []string
		}{{"", []string{edges}}, {"-two", []string{edges, nodes}}, {"-matrix", []string{matrix}}} {
			p.files(append([]string(nil), c.files...)...)
			p.waitFor(`document.querySelector('[data-testid="open-doubt"]').matches(":modal")`)
			p.rests()
			p.shot(v.name + c.name)
			p.click("open-cancel")
			p.waitFor(`!document.querySelector('[data-testid="open-doubt"]').open`)
		}
		p.clean()
	}
}
