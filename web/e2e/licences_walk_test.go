//go:build e2e

package e2e

import (
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"testing"
)

// Exactly one pattern of the table in LICENSES.txt matches each file of dist/. Compressed copies count as their file. LICENSES.txt has a
// section for each kind of work. So that the test is not empty, at least 15 patterns must match, and dist/ must have at least 60 files.
func TestLicencesOfEveryFile(t *testing.T) {
	// The table has lines "patterns: works", and ends at an empty line. The sections follow.
	text := fileText(t, "LICENSES.txt")
	_, rest, ok := strings.Cut(text, "whose work is in them:\n\n")
	table, sections, _ := strings.Cut(rest, "\n\n")
	if !ok {
		t.Fatal("LICENSES.txt has no table of files")
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
		var matching []string
		for line := range strings.Lines(table) {
			patterns, _, _ := strings.Cut(line, ":")
			for pattern := range strings.FieldsSeq(patterns) {
				fits, err := path.Match(pattern, plain)
				if err != nil {
					return err
				}
				if fits {
					matching = append(matching, pattern)
					used[pattern] = true
				}
			}
		}
		if len(matching) != 1 {
			t.Errorf("%s is matched by %d patterns %q, want 1", plain, len(matching), matching)
		}
		return nil
	})
	if err != nil {
		t.Error(err)
	}
	if files < 60 || len(used) < 15 {
		t.Errorf("dist/ has %d files, and %d patterns match; want at least 60 and 15", files, len(used))
	}
	for _, title := range []string{"Sheafscope\n", "Go 1.", "assemblyscript,", ", in the programs\n", ", in the scripts\n"} {
		if !strings.Contains(sections, title) {
			t.Errorf("LICENSES.txt has no section %q", title)
		}
	}
}
