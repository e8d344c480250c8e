package build

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestStepsReadAllSources: the files that Go compiles or embeds in the programs of the page, apart from generated files, are inputs of the
// steps that compile them, so that a change of any file compiles the programs anew. go list names the files.
func TestStepsReadAllSources(t *testing.T) {
	t.Chdir(filepath.Join("..", "..", ".."))
	inputs, err := programFiles()
	if err != nil {
		t.Fatal(err)
	}
	// A line for each package of this module, for example "core/rng/:rng.go doc.go ", with the compiled and the embedded files.
	const line = `{{if .Module}}{{if .Module.Main}}{{.Dir}}:{{range .GoFiles}}{{.}} {{end}}{{range .EmbedFiles}}{{.}} {{end}}{{end}}{{end}}`
	packages := []string{pageProgram.source, filesProgram.source, courseProgram.source, courseFileProgram.source}
	cmd := exec.Command("go", append([]string{"list", "-deps", "-tags=" + Kernels, "-f", line}, packages...)...)
	cmd.Env = append(os.Environ(), forPage...)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	count := 0
	for text := range strings.Lines(string(out)) {
		folder, names, isOwn := strings.Cut(strings.TrimSpace(text), ":")
		if !isOwn {
			continue
		}
		relative, err := filepath.Rel(root, folder)
		if err != nil {
			t.Fatal(err)
		}
		for name := range strings.FieldsSeq(names) {
			count++
			if file := filepath.ToSlash(filepath.Join(relative, name)); !slices.Contains(inputs, file) {
				t.Errorf("%s is no input of the steps that compile the programs", file)
			}
		}
	}
	if count < 500 {
		t.Errorf("go list names %d files, want at least 500", count)
	}
}
