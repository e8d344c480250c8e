package build

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sheafscope/web/tool/shell"
)

// copyDatasets copies the available data sets, here Texas alone, to dist/datasets. It writes SOURCES.txt, which names the source and the
// terms of Texas and does not name Cora. The new files are among the files of dist/.
func TestMirrorNamesSources(t *testing.T) {
	shared, err := filepath.Abs("../../../../shared/datasets/texas")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	if err := os.Mkdir("sets", 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(shared, "sets/texas"); err != nil {
		t.Fatal(err)
	}
	// The build removes files of dist/ that are not in files.
	files := map[string]string{}
	if err := copyDatasets("sets", files); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(shell.Dist, "datasets", "SOURCES.txt"))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"texas/: Texas", "Geom-GCN", "MIT notice", "github.com/graphdml-uiuc-jlu/geom-gcn, commit",
		"free of charge"} {
		if !strings.Contains(string(text), want) {
			t.Errorf("SOURCES.txt does not have %q:\n%s", want, text)
		}
	}
	if strings.Contains(string(text), "cora/") {
		t.Error("SOURCES.txt names Cora, which is not available")
	}
	for _, name := range []string{"datasets/SOURCES.txt", "datasets/texas/out1_graph_edges.txt"} {
		if _, ok := files[name]; !ok {
			t.Errorf("%s is not among the files of dist/, so that the build removes it as stale", name)
		}
		if _, err := os.Stat(filepath.Join(shell.Dist, name)); err != nil {
			t.Errorf("dist/ does not have %s: %v", name, err)
		}
	}
}
