package build

import (
	"slices"
	"strings"
	"testing"

	"sheafscope/web/tool/shell"
)

// In a fresh clone the steps of ./build.sh dev make every generated file that dist/ needs. The test compares lists and runs no step.
func TestDevStepsMakeEveryInput(t *testing.T) {
	t.Chdir(t.TempDir())
	var made []string
	for _, s := range devSteps(t.Context(), shell.Go{}) {
		made = append(made, s.Outputs...)
	}
	// A file below the folder shell.Out is generated.
	for name, source := range devFiles() {
		if strings.HasPrefix(source, shell.Out) && !slices.Contains(made, source) {
			t.Errorf("no step makes %s, the source of dist/%s", source, name)
		}
	}
	if len(made) < 10 { // a short list would show that devSteps is incomplete
		t.Errorf("the steps make only %q, want at least 10 files", made)
	}
}
