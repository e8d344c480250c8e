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
// Its version and licence are those of the project, and its package.json names files of the package. Node imports it without a page.
func TestElementPackageHasItsFilesAlone(t *testing.T) {
	t.Chdir("../../..")
	packageJSON, err := os.ReadFile("package.json")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := elementStep(t.Context()).Do(); err != nil {
		t.Fatal(err)
	}
	// The folder of the package, as the build writes it, with compressed forms of the scripts.
	dir, want := t.TempDir(), []string{}
	for name, source := range elementFiles() {
		if inside, ok := strings.CutPrefix(name, elementDir+"/"); ok {
			want = append(want, inside)
			suffixes := []string{""}
			if strings.Contains(inside, ".js") {
				suffixes = append(suffixes, ".br", ".gz")
			}
			for _, suffix := range suffixes {
				if err := shell.Copy(filepath.Join(dir, inside+suffix), source); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	// npm lists the files that it would publish.
	cmd := exec.Command("npm", "pack", "--dry-run", "--json", "--offline")
	var diagnostics bytes.Buffer
	cmd.Dir, cmd.Stderr = dir, &diagnostics
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("npm pack: %v\n%s", err, &diagnostics)
	}
	var packs []struct {
		Name, Version string
		Files         []struct{ Path string }
	}
	var project struct{ Version, License string }
	if err := json.Unmarshal(out, &packs); err != nil || len(packs) != 1 {
		t.Fatalf("npm pack prints %s, which is no list of one package: %v", out, err)
	}
	if err := json.Unmarshal(packageJSON, &project); err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range packs[0].Files {
		got = append(got, f.Path)
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) || len(want) != 5 {
		t.Errorf("the package holds %q, want exactly the files %q, of which there are five", got, want)
	}
	if packs[0].Name != "sheaf-scope" || packs[0].Version != project.Version {
		t.Errorf("the package is %s %s, want sheaf-scope %s", packs[0].Name, packs[0].Version, project.Version)
	}
	// package.json of the element.
	var pkg struct {
		Main, Types, License string
		Exports              map[string]map[string]string
	}
	text, err := os.ReadFile(filepath.Join(dir, "package.json"))
	if err == nil {
		err = json.Unmarshal(text, &pkg)
	}
	if err != nil || pkg.License != project.License {
		t.Errorf("package.json has the licence %q (error %v), want %q", pkg.License, err, project.License)
	}
	if pkg.Exports["."]["default"] != pkg.Main || pkg.Exports["."]["types"] != pkg.Types {
		t.Errorf("package.json exports %v, want the main file %q and the types %q", pkg.Exports, pkg.Main, pkg.Types)
	}
	for _, name := range []string{pkg.Main, pkg.Types} {
		if !slices.Contains(got, strings.TrimPrefix(name, "./")) {
			t.Errorf("package.json names %s, which is not in the package", name)
		}
	}
	// A server that renders pages may import the script, too. In Node the type of customElements is "undefined".
	node := exec.Command("node", "--input-type=module", "-e", `await import("./sheaf-scope.js"); console.log(typeof customElements)`)
	node.Dir = dir
	if out, err := node.CombinedOutput(); err != nil || strings.TrimSpace(string(out)) != "undefined" {
		t.Errorf("Node does not import the script without a page: %v\n%s", err, out)
	}
}
