package build

import (
	"slices"
	"strings"
	"testing"

	"sheafscope/web/tool/shell"
)

// In a new clone ./build.sh dev makes every file that dist/ is put together from.
func TestDevMakesAll(t *testing.T) {
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
		t.Errorf("the steps make %q alone", made)
	}
}
