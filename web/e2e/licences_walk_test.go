//go:build e2e

package e2e

import (
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// LICENSES.txt names every file of dist/ exactly once, with works whose licences are in LICENSES.txt.
func TestLicencesOfEveryFile(t *testing.T) {
	text := fileText(t, "LICENSES.txt")
	_, rest, ok := strings.Cut(text, "whose work is in them:\n\n")
	table, sections, _ := strings.Cut(rest, "\n\n")
	if !ok {
		t.Fatal("there is no list of files")
	}
	used := map[string]bool{}
	files := 0
	err := filepath.WalkDir(filepath.Join(root, "dist"), func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		rel, err := filepath.Rel(filepath.Join(root, "dist"), name)
		if err != nil {
			return err
		}
		plain := strings.TrimSuffix(strings.TrimSuffix(filepath.ToSlash(rel), ".br"), ".gz")
		var by []string
		for line := range strings.Lines(table) {
			patterns, _, _ := strings.Cut(line, ":")
			for pattern := range strings.FieldsSeq(patterns) {
				if fits, err := path.Match(pattern, plain); err != nil {
					return err
				} else if fits {
					by, used[pattern] = append(by, pattern), true
				}
			}
		}
		if len(by) != 1 {
			t.Errorf("%s is named %d times: %q", plain, len(by), by)
		}
		return nil
	})
	if err != nil || files < 60 || len(used) < 15 {
		t.Errorf("%v: %d files, %d patterns used", err, files, len(used))
	}
	for _, title := range []string{"Sheafscope\n", "Go 1.", "assemblyscript,", ", in the programs\n", ", in the scripts\n"} {
		if !strings.Contains(sections, title) {
			t.Errorf("no section %q", title)
		}
	}
}
