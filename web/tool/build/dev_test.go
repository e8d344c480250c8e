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
	for name, from := range devFiles() {
		if strings.HasPrefix(from, shell.Out) && !slices.Contains(made, from) {
			t.Errorf("nothing makes %s for %s", from, name)
		}
	}
	if len(made) < 10 {
		t.Errorf("the steps make only %q, want at least 10 files", made)
	}
}
