package test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The error of sameTree names files that are missing, additional or different in the second folder, and no equal file.
// sameTree does not compare the files that its further arguments name.
func TestSameTreeNamesDifferences(t *testing.T) {
	a, b := t.TempDir(), t.TempDir()
	// put writes a file and the folders around it.
	put := func(dir, name, text string) {
		t.Helper()
		if err := os.MkdirAll(filepath.Dir(filepath.Join(dir, name)), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	put(a, "x/one", "1")
	put(b, "x/one", "1")
	if err := sameTree(a, b); err != nil {
		t.Errorf("equal folders give the error %v", err)
	}
	put(a, "two", "2")
	put(b, "three", "3")
	put(a, "four", "4")
	put(b, "four", "5")
	err := sameTree(a, b)
	if err == nil {
		t.Fatal("different folders give no error")
	}
	for _, name := range []string{"two", "three", "four"} {
		if !strings.Contains(err.Error(), name) {
			t.Errorf("%s is not named in %v", name, err)
		}
	}
	if strings.Contains(err.Error(), "one") {
		t.Errorf("an equal file is named: %v", err)
	}
	if err := sameTree(a, b, "two", "three", "four"); err != nil {
		t.Errorf("ignored files are compared: %v", err)
	}
}

// Without a repository, the error of copySources has the reason of git.
func TestMissingRepositoryIsNamed(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(dir)) // git then ignores a repository around the temporary folder
	t.Setenv("LC_ALL", "C")
	err := copySources(t.Context(), t.TempDir())
	if err == nil || !strings.Contains(err.Error(), "not a git repository") {
		t.Errorf("the error is %v, want the reason of git", err)
	}
}
