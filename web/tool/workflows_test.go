package main

import (
	"errors"
	"go/version"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sheafscope/wasm/data"
	"sheafscope/web/tool/shell"
	"sheafscope/web/tool/shrink"
)

// workflows returns the files of the project's workflows and of the workflows that it offers to users.
func workflows(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob("../../.github/workflows/*.yml")
	offered, failed := filepath.Glob("../../assets/cluster/*.yml")
	if err := errors.Join(err, failed); err != nil || len(names) == 0 || len(offered) == 0 {
		t.Fatal("no workflows", err)
	}
	return append(names, offered...)
}

// Workflows name actions by the hash of a commit, because a tag can be moved.
func TestActionsArePinned(t *testing.T) {
	names := workflows(t)
	pinned, uses := regexp.MustCompile(`uses: \S+@[0-9a-f]{40} # v\d+\.\d+\.\d+$`), 0
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(text), "\n") {
			if !strings.Contains(line, "uses:") {
				continue
			}
			uses++
			if !pinned.MatchString(line) {
				t.Errorf("%s:%d: %s: write owner/name@<hash of the commit> # v1.2.3", name, i+1, strings.TrimSpace(line))
			}
		}
	}
	if uses == 0 {
		t.Error("no action was found")
	}
}

// The workflow of tests searches for vulnerabilities of Go packages. The nightly workflow also searches for vulnerabilities of npm
// packages. No step continues after a finding.
func TestVulnerabilitiesAreWatched(t *testing.T) {
	for name, step := range map[string]string{"test": "go run ./web/tool watch", "nightly": "go run ./web/tool watch --npm"} {
		text, err := os.ReadFile("../../.github/workflows/" + name + ".yml")
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(text), "\n      - run: "+step+"\n") {
			t.Errorf("%s.yml has no step %q", name, step)
		}
		if strings.Contains(string(text), "continue-on-error") {
			t.Errorf("%s.yml continues after an error", name)
		}
	}
}

// The page of a release has the data sets of WebKB and no other data sets.
func TestReleaseHasWebKB(t *testing.T) {
	text, err := os.ReadFile("../../.github/workflows/release.yml")
	if err != nil {
		t.Fatal(err)
	}
	fetch := regexp.MustCompile(`node assets/build/datasets\.mjs (\S+) (.*)`).FindStringSubmatch(string(text))
	if fetch == nil || !strings.Contains(string(text), "./build.sh build --datasets "+fetch[1]+" ") {
		t.Fatal("the page is not built with the fetched data sets")
	}
	named := " " + fetch[2] + " "
	for _, set := range data.All().Sets {
		if webkb := strings.HasPrefix(set.Family, "WebKB"); webkb != strings.Contains(named, " "+set.Name+" ") {
			t.Errorf("%s (%s) is published: %v", set.Name, set.Family, !webkb)
		}
	}
}

// The release workflow has its steps in order: tests, page, single files, packages, film, bills of materials, checksums, attestation,
// publication and site.
func TestReleaseStepsAreInOrder(t *testing.T) {
	text, err := os.ReadFile("../../.github/workflows/release.yml")
	if err != nil {
		t.Fatal(err)
	}
	at := -1
	for _, step := range []string{"main/.ci/run", "$GITHUB_REF_NAME", "npm pkg set", "go run ./web/tool/readme",
		"./build.sh python", "mv dist/sheafscope*.html dist/*.whl", "./build.sh film", "mv .build/film/", "./build.sh build --datasets",
		"npm pack ./dist/element", "-cf - dist", "sbom-npm.json", "sbom-go.json", "sha256sum * > SHA256SUMS",
		"actions/upload-artifact@", "\n  publish:\n    needs: test\n", "actions/download-artifact@", "sha256sum --check SHA256SUMS",
		"actions/attest-build-provenance@", "gh release create", "\n  site:\n    needs: publish\n", "gh release download",
		"./build.sh releases --from", "actions/upload-pages-artifact@", "\n  deploy:\n    needs: site\n", "actions/deploy-pages@"} {
		next := strings.Index(string(text), step)
		if next <= at {
			t.Errorf("%q is missing or comes too early", step)
		}
		at = next
	}
}

// The workflow tests with one newer version of Go, which web/tool/shrink supports.
func TestNewestGoIsTested(t *testing.T) {
	text, err := os.ReadFile("../../.github/workflows/test.yml")
	if err != nil {
		t.Fatal(err)
	}
	named := regexp.MustCompile(`(?m)^      - run: \./build\.sh test --go (\S+)$`).FindAllStringSubmatch(string(text), -1)
	if len(named) != 1 || !shrink.Supports("go"+named[0][1]) {
		t.Errorf("the workflow tests with %q; want one version that web/tool/shrink supports", named)
	}
	own, err := shell.ProjectVersion("../../go.mod")
	if err != nil || len(named) == 1 && version.Compare("go"+named[0][1], own) <= 0 {
		t.Errorf("the version is not newer than %s, %v", own, err)
	}
}

// The jobs that test and build a release may only read. The jobs that publish the release neither check out nor run code of the project.
func TestReleaseJobsHaveLeastRights(t *testing.T) {
	data, err := os.ReadFile("../../.github/workflows/release.yml")
	if err != nil {
		t.Fatal(err)
	}
	head, rest, _ := strings.Cut(string(data), "\n  test:\n")
	made, published, ok := strings.Cut(rest, "\n  publish:\n")
	published, built, _ := strings.Cut(published, "\n  site:\n")
	built, deployed, parts := strings.Cut(built, "\n  deploy:\n")
	if !ok || !parts || !strings.Contains(head, "\npermissions: {}\n") {
		t.Fatal("a job is missing, or the workflow grants permissions to all jobs")
	}
	for name, job := range map[string]string{"tests": made, "makes the site": built} {
		if !strings.Contains(job, "    permissions:\n      contents: read\n    steps:") || strings.Contains(job, "write") {
			t.Errorf("the job that %s has more than contents: read", name)
		}
	}
	for _, own := range []string{"checkout", "build.sh", "go run", "npm", "node "} {
		if strings.Contains(published+deployed, own) {
			t.Errorf("a job that publishes runs %s", own)
		}
	}
}

// No checkout of a workflow stores its token. No script contains an expression of GitHub's, since the name of a branch or a tag could
// inject a command.
func TestWorkflowsLeakNoTokenAndInjectNothing(t *testing.T) {
	names := workflows(t)
	runs, key := 0, regexp.MustCompile(`^\s*(- )?([a-z-]+):`)
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := strings.Count(string(text), "actions/checkout@"), strings.Count(string(text), "persist-credentials: false"); a != b {
			t.Errorf("%s: %d checkouts, %d without credentials", name, a, b)
		}
		running, indent := false, 0
		for i, line := range strings.Split(string(text), "\n") {
			deep := len(line) - len(strings.TrimLeft(line, " "))
			if m := key.FindStringSubmatch(line); m != nil && (!running || deep <= indent) {
				if running = m[2] == "run"; running {
					indent = deep
					runs++
				}
			}
			if running && strings.Contains(line, "${{") {
				t.Errorf("%s:%d: %s", name, i+1, strings.TrimSpace(line))
			}
		}
	}
	if runs < 10 {
		t.Errorf("only %d scripts were found", runs)
	}
}
