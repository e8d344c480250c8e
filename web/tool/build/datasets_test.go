package build

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sheafscope/web/tool/shell"
)

// A mirror has the files of the available data sets, and SOURCES.txt names the source of each.
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
	// files gets the files of dist/, so that the build does not remove them as stale.
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
