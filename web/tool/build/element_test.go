package build

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"sheafscope/web/tool/shell"
)

// The npm package of the element contains exactly the files of elementFiles, although the build writes compressed forms beside them.
func TestElementPackageHasItsFilesAlone(t *testing.T) {
	t.Chdir("../../..")
	packageJSON, err := os.ReadFile("package.json")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := elementStep(t.Context()).Do(); err != nil {
		t.Fatal(err)
	}
	dir, want := t.TempDir(), []string{}
	for name, from := range elementFiles() {
		if inside, ok := strings.CutPrefix(name, elementDir+"/"); ok {
			want = append(want, inside)
			ends := []string{""}
			if strings.Contains(inside, ".js") {
				ends = append(ends, ".br", ".gz")
			}
			for _, end := range ends {
				if err := shell.Copy(filepath.Join(dir, inside+end), from); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	cmd := exec.Command("npm", "pack", "--dry-run", "--json", "--offline")
	var says bytes.Buffer
	cmd.Dir, cmd.Stderr = dir, &says
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("npm pack: %v\n%s", err, &says)
	}
	var packs []struct {
		Name, Version string
		Files         []struct{ Path string }
	}
	var whole struct{ Version, License string }
	if err := json.Unmarshal(out, &packs); err != nil || len(packs) != 1 {
		t.Fatalf("npm pack says %s: %v", out, err)
	}
	if err := json.Unmarshal(packageJSON, &whole); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range packs[0].Files {
		got = append(got, f.Path)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) || len(want) != 5 {
		t.Errorf("the package holds %q, it should hold %q", got, want)
	}
	if packs[0].Name != "sheaf-scope" || packs[0].Version != whole.Version {
		t.Errorf("the package is %s %s, the whole has version %s", packs[0].Name, packs[0].Version, whole.Version)
	}
	var pkg struct {
		Main, Types, License string
		Exports              map[string]map[string]string
	}
	text, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err == nil {
		err = json.Unmarshal(text, &pkg)
	}
	if err != nil || pkg.License != whole.License || pkg.Exports["."]["default"] != pkg.Main || pkg.Exports["."]["types"] != pkg.Types {
		t.Errorf("package.json: %v, %+v", err, pkg)
	}
	for _, name := range []string{pkg.Main, pkg.Types} {
		if !slices.Contains(got, strings.TrimPrefix(name, "./")) {
			t.Errorf("package.json names %s, which is not in the package", name)
		}
	}
	// A server that renders pages may import it too.
	node := exec.Command("node", "--input-type=module", "-e", `await import("./sheaf-scope.js"); console.log(typeof customElements)`)
	node.Dir = dir
	if out, err := node.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != "undefined" {
		t.Errorf("imported by node: %v\n%s", err, out)
	}
}
