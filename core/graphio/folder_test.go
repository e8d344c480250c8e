package graphio

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// writeFolder returns a new folder with files. The keys are names, which may begin with a folder.
func writeFolder(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestFoldersKeepTheFilesOfAGraph: a folder is read like its files. Documents are left out with a note, unless there are no other files.
// Tables about authors and citations are no documents, and hidden files beside the masks are skipped.
func TestFoldersKeepTheFilesOfAGraph(t *testing.T) {
	const edges, names = "source,target\n1,2\n2,3\n", "id,name\n1,ann\n2,bob\n3,cyd\n"
	for _, c := range []struct {
		files map[string]string
		// noted is a part of a note, "" for no note about files. named reports that the nodes have the names of the table.
		noted string
		named bool
	}{
		{files: map[string]string{"citations.txt": edges}},
		{files: map[string]string{"citations.csv": edges, "authors.tsv": strings.ReplaceAll(names, ",", "\t")}, named: true},
		{files: map[string]string{"edges.csv": edges, "authors.csv": names}, named: true},
		{files: map[string]string{"edges.csv": edges, "authors.txt": "Ann and Bob\n"}, noted: "authors.txt"},
		{files: map[string]string{"edges.csv": edges, "README.md": "# A graph\n", "license": "free\n"}, noted: `README.md", "`},
		{files: map[string]string{"edges.csv": edges, "splits/._x.npz": "\x00\x05\x16\x07", ".DS_Store": "\x00", "splits/a.txt": "x"}},
		{files: map[string]string{"edges.csv": edges, "splits": names}, named: true},
	} {
		dir := writeFolder(t, c.files)
		found, err := Reader{}.ReadFolder(dir, Correction{})
		if err != nil {
			t.Errorf("the folder %q is refused: %v", c.files, err)
			continue
		}
		notes := strings.Join(found.Graph.Notes, "\n")
		if len(found.Graph.Edges) != 2 || strings.Contains(notes, "left out: ") != (c.noted != "") || !strings.Contains(notes, c.noted) {
			t.Errorf("the folder %q has %d edges and the notes %q, want 2 and %q", c.files, len(found.Graph.Edges), notes, c.noted)
		}
		if c.named && found.Graph.NodeNames[0] != "ann" {
			t.Errorf("the folder %q has the node %s, want ann", c.files, found.Graph.NodeNames[0])
		}
		if strings.Contains(notes, filepath.Dir(dir)) {
			t.Errorf("the notes %q have the path of the folder", notes)
		}
	}
}

// TestLinkToAFolderIsAnError: a link to a folder among the files of a data set is an error with a remedy.
func TestLinkToAFolderIsAnError(t *testing.T) {
	dir := writeFolder(t, map[string]string{"edges.csv": "1,2\n2,3\n", "splits/a.txt": "x"})
	if err := os.Symlink(filepath.Join(dir, "splits"), filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	if _, err := (Reader{}).ReadFolder(dir, Correction{}); err == nil || !strings.Contains(err.Error(), "only files") {
		t.Errorf("a link to a folder gives the error %v", err)
	}
}
