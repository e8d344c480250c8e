package build

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"
)

// The committed Go code of the components equals the code that vugugen generates from the present templates.
func TestGeneratedCodeIsCurrent(t *testing.T) {
	t.Chdir(filepath.Join("..", "..", ".."))
	files, err := filepath.Glob(filepath.Join(componentsFolder, "*.vugu"))
	if err != nil || len(files) == 0 {
		t.Fatalf("the templates are %v, error %v", files, err)
	}
	want, err := componentsCode(t.Context(), files, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(componentsFolder, generated)); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%s/%s differs from the code of the templates (error %v); ./build.sh build writes it: commit it", componentsFolder,
			generated, err)
	}
}
