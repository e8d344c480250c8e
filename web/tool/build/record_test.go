package build

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sheafscope/web/tool/shell"
)

// TestOnlyRecordedFilesAreRemoved: without a record, the build removes no file of dist/. With a record, it removes the recorded files that
// are no longer among its files, with their empty folders. Compressed forms of its files and files of others stay.
func TestOnlyRecordedFilesAreRemoved(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"index.html", "index.html.gz", "old.js", "datasets/texas/splits/0.npz", "icons/a.svg", "icons/old/b.svg"} {
		if err := shell.Write(filepath.Join(shell.Dist, name), []byte("x")); err != nil {
			t.Fatal(err)
		}
	}
	// Without a record, all six files stay.
	if err := os.MkdirAll(filepath.Join(shell.Dist, "empty"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := removeStale(map[string]string{"index.html": ""}); err != nil {
		t.Fatal(err)
	}
	if present, err := presentFiles(); err != nil || len(present) != 6 {
		t.Fatalf("without a record, dist/ keeps %v, error %v; want all six files", present, err)
	}
	// The second dist/ has a file of its user before recordDist records the seven new files.
	if err := os.RemoveAll(shell.Dist); err != nil {
		t.Fatal(err)
	}
	userFile := filepath.Join(shell.Dist, "mine", "notes.txt")
	if err := shell.Write(userFile, []byte("x")); err != nil {
		t.Fatal(err)
	}
	if err := recordDist(nil, func() (err error) {
		for _, name := range []string{"index.html", "index.html.gz", "old.js", "datasets/texas/splits/0.npz", "icons/a.svg", "icons/old/b.svg",
			"mine/made.txt"} {
			err = errors.Join(err, shell.Write(filepath.Join(shell.Dist, name), []byte("x")))
		}
		return err
	}); err != nil {
		t.Fatal(err)
	}
	if err := removeStale(map[string]string{"index.html": "", "icons/a.svg": ""}); err != nil {
		t.Fatal(err)
	}
	var kept []string // folders and files
	err := filepath.WalkDir(shell.Dist, func(path string, _ os.DirEntry, err error) error {
		kept = append(kept, filepath.ToSlash(path))
		return err
	})
	want := "dist dist/icons dist/icons/a.svg dist/index.html dist/index.html.gz dist/mine dist/mine/notes.txt"
	if got := strings.Join(kept, " "); err != nil || got != want {
		t.Errorf("with a record, dist/ keeps %s, error %v; want %s", got, err, want)
	}
}
