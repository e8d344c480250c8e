package test

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// wasmTests, the table of the tests that also run in wasm, has every test of printed texts: each TestPrinted… in a package of core, wasm or
// web matches a row for its package.
func TestPrintedTextsRunInWasm(t *testing.T) {
	const root = "../../.."
	form, seen := regexp.MustCompile(`(?m)^func (TestPrinted\w*)\(`), 0
	for _, dir := range []string{"core", "wasm", "web"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, _ fs.DirEntry, err error) error {
			if err != nil || !strings.HasSuffix(path, "_test.go") {
				return err
			}
			text, err := os.ReadFile(path)
			name, _ := filepath.Rel(root, filepath.Dir(path)) // The folder is below root.
			for _, m := range form.FindAllStringSubmatch(string(text), -1) {
				if m[1] == "TestPrintedRows" || m[1] == "TestPrintedTextsRunInWasm" {
					continue // These two test the table, not texts.
				}
				seen++
				isListed := slices.ContainsFunc(wasmTests, func(w struct{ packages, tests string }) bool {
					return slices.Contains(strings.Fields(w.packages), "./"+name) && regexp.MustCompile(w.tests).MatchString(m[1])
				})
				if !isListed {
					t.Errorf("%s of %s is not among wasmTests", m[1], name)
				}
			}
			return err
		})
		if err != nil {
			t.Errorf("the folder %s is not read: %v", dir, err)
		}
	}
	if seen < 5 {
		t.Errorf("there are only %d tests of printed texts, want at least 5", seen)
	}
}
