package build

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sheafscope/web/tool/shell"
)

// Without the edits of Vugu the page's program contains package html, and with the edits it does not.
func TestEditsRemovePackageHTML(t *testing.T) {
	t.Chdir("../../..")
	env, err := shell.FindGo(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	flags, err := vuguFlags(env, t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, edits := range [][]string{nil, flags} {
		cmd := exec.Command("go", slices.Concat([]string{"list", "-deps", "-tags=kern"}, edits, []string{"./wasm"})...)
		cmd.Env, cmd.Stderr = append(os.Environ(), "GOOS=js", "GOARCH=wasm"), os.Stderr
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		hasHTML, isUnedited := slices.Contains(strings.Fields(string(out)), "html"), edits == nil
		if hasHTML != isUnedited {
			t.Errorf("with the flags %v the program contains package html: %v, want %v", edits, hasHTML, isUnedited)
		}
	}
}

// The vendored renderer equals the script of the Vugu version in go.mod, after two changes: the lines for debugging are removed, and
// vugu.diff is applied. Its licence is the file of Vugu. boot.js contains rendererBegins, by which it recognises the script.
func TestRendererIsVuguPlusDiff(t *testing.T) {
	t.Chdir("../../..")
	env, err := shell.FindGo(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	read := func(name string) string {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	folder := filepath.Dir(renderer)
	if read(filepath.Join(folder, "LICENSE")) != read(filepath.Join(env.VuguDir, "LICENSE")) {
		t.Error("the licence is not that of Vugu")
	}
	// plain is the script of Vugu without its lines for debugging.
	var plain strings.Builder
	for line := range strings.Lines(read(filepath.Join(env.VuguDir, "domrender", "renderer-js-script.js"))) {
		if !strings.HasPrefix(strings.TrimSpace(line), "/*DEBUG") {
			plain.WriteString(line)
		}
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "vugu.js"), []byte(strings.TrimRight(plain.String(), "\n")+"\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	gitApply := exec.Command("git", "apply", "--unidiff-zero", "-")
	gitApply.Dir, gitApply.Stdin = dir, strings.NewReader(read(filepath.Join(folder, "vugu.diff")))
	if out, err := gitApply.CombinedOutput(); err != nil {
		t.Fatalf("vugu.diff does not apply to Vugu's script: %v\n%s", err, out)
	}
	if read(filepath.Join(dir, "vugu.js")) != read(renderer) {
		t.Error("vugu.js is not Vugu's script with vugu.diff")
	}
	if !strings.Contains(read("assets/boot/boot.js"), rendererBegins) {
		t.Errorf("boot.js does not contain %q, the beginning of the renderer", rendererBegins)
	}
}

// applyEdits replaces every occurrence of a text in a file, and the whole file if the text is empty.
// If a file does not exist or does not contain the text, the error names the file.
func TestApplyEditsNamesTheFile(t *testing.T) {
	dir := t.TempDir()
	write := func(text string) {
		if err := os.WriteFile(filepath.Join(dir, "a.go"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	write("one two one")
	if err := applyEdits(dir, []edit{{file: "a.go", old: "one", new: "1"}}); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "a.go")); err != nil || string(got) != "1 two 1" {
		t.Errorf("the edited file is %q, error %v; want \"1 two 1\"", got, err)
	}
	for _, bad := range []edit{{file: "a.go", old: "one", new: "1"}, {file: "b.go", old: "", new: "1"}} {
		if err := applyEdits(dir, []edit{bad}); err == nil || !strings.Contains(err.Error(), bad.file) {
			t.Errorf("the edit %v gives the error %v, want one that names %s", bad, err, bad.file)
		}
	}
	if err := applyEdits(dir, []edit{{file: "a.go", old: "", new: "all"}}); err != nil {
		t.Fatal(err)
	}
	if got, err := os.ReadFile(filepath.Join(dir, "a.go")); err != nil || string(got) != "all" {
		t.Errorf("the replaced file is %q, error %v; want \"all\"", got, err)
	}
}
