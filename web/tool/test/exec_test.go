//go:build unix

package test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// go test runs a program of -exec whose path has a space, and passes its arguments, which also can have spaces.
func TestExecFlagKeepsSpaces(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "a folder")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	runner := filepath.Join(dir, "runner")
	for name, text := range map[string]string{
		runner:                            "#!/bin/sh\necho \"the argument is $1\"\n",
		filepath.Join(dir, "go.mod"):      "module m\n",
		filepath.Join(dir, "one_test.go"): "package m\n\nimport \"testing\"\n\nfunc TestOne(*testing.T) {}\n",
	} {
		if err := os.WriteFile(name, []byte(text), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), "go", "test", "-v", execFlag(runner, "a module"), ".")
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil || !strings.Contains(string(out), "the argument is a module\n") {
		t.Errorf("go test ends with %v and prints %s", err, out)
	}
}
