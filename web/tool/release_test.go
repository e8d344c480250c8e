package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sheafscope/web/tool/releases"
)

// The script of the release workflow makes every file of a release, with right checksums. Addresses in README.md contain the name of the
// repository, which is ada/scope here. releases.Site makes the site from the release. The test runs the script in a clone; the data sets
// come from ../shared/datasets instead of their hosts. It runs only with LONG.
func TestReleaseSteps(t *testing.T) {
	if os.Getenv("LONG") == "" {
		return // the script builds the page four times and films it; the sample is TestReleaseStepsAreInOrder
	}
	text, err := os.ReadFile("../../.github/workflows/release.yml")
	if err != nil {
		t.Fatal(err)
	}
	_, script, ok := strings.Cut(string(text), "- name: Build, pack and sum\n        working-directory: main\n        run: |\n")
	script, _, ends := strings.Cut(script, "\n      - uses:")
	if !ok || !ends {
		t.Fatal("the workflow has no step that builds, packs and sums")
	}
	// The line that fetches data sets is replaced by copies of the same sets.
	const sets = "node assets/build/datasets.mjs ../webkb "
	offset := strings.Index(script, sets)
	if offset < 0 {
		t.Fatal("the workflow fetches no data sets")
	}
	line, _, _ := strings.Cut(script[offset:], "\n")
	copies := "mkdir ../webkb"
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	for set := range strings.FieldsSeq(strings.TrimPrefix(line, sets)) {
		copies += " && cp -r " + filepath.Join(root, "../shared/datasets", set) + " ../webkb/"
	}
	dir := t.TempDir()
	// run runs a script of bash in a folder, with the variables of GitHub for the repository ada/scope.
	run := func(folder, script string) {
		t.Helper()
		cmd := exec.Command("bash", "-euo", "pipefail", "-c", script)
		cmd.Dir = folder
		cmd.Env = append(os.Environ(), "GITHUB_REF_NAME=v"+packageVersion(t), "GITHUB_REPOSITORY=ada/scope", "GITHUB_REPOSITORY_OWNER=ada",
			"GITHUB_SERVER_URL=https://git.example")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	run(dir, "git clone -q "+root+" main && cp -r "+root+"/node_modules main/ && ln -s "+filepath.Join(root, "../shared")+" shared")
	run(filepath.Join(dir, "main"), strings.Replace(script, line, copies, 1))
	// The names of the files in the release, without their version.
	files, err := filepath.Glob(filepath.Join(dir, "release", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for k := range files {
		files[k] = regexp.MustCompile(`-\d+\.\d+\.\d+`).ReplaceAllString(filepath.Base(files[k]), "")
	}
	slices.Sort(files)
	if want := []string{"README.md", "SHA256SUMS", "sbom-go.json", "sbom-npm.json", "sheaf-scope.tgz", "sheafscope-film-dark.mp4",
		"sheafscope-film-dark.webm", "sheafscope-film-light.mp4", "sheafscope-film-light.webm", "sheafscope-learn.html",
		"sheafscope-page.tar.gz", "sheafscope-py3-none-any.whl", "sheafscope.html"}; !slices.Equal(files, want) {
		t.Errorf("the release has %q, want %q", files, want)
	}
	// Check the checksums and the addresses of README.md, and make the site of this version.
	run(filepath.Join(dir, "release"), "sha256sum --check --quiet SHA256SUMS && grep -q 'https://ada.github.io/scope/latest/' README.md && "+
		"grep -q 'https://git.example/ada/scope/releases/latest/download/sheafscope-film-light.mp4' README.md"+
		" && mkdir ../pages && cp sheafscope-page.tar.gz ../pages/v"+packageVersion(t)+".tar.gz")
	if err := releases.Site(filepath.Join(dir, "pages"), filepath.Join(dir, "site")); err != nil {
		t.Fatal(err)
	}
	run(filepath.Join(dir, "site"), "test -s latest/sheafscope.wasm && test -s v"+packageVersion(t)+"/learn.html && "+
		"ls latest/datasets/texas && grep -q v"+packageVersion(t)+" versions.json")
}

// packageVersion returns the version in package.json.
func packageVersion(t *testing.T) string {
	t.Helper()
	var pack struct{ Version string }
	text, err := os.ReadFile("../../package.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &pack); err != nil {
		t.Fatal(err)
	}
	if pack.Version == "" {
		t.Fatal("package.json has no version")
	}
	return pack.Version
}
