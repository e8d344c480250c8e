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

// workflows returns the paths of the project's workflows, and of the workflows for users in assets/cluster.
func workflows(t *testing.T) []string {
	t.Helper()
	names, err := filepath.Glob("../../.github/workflows/*.yml")
	offered, errOffered := filepath.Glob("../../assets/cluster/*.yml")
	if err := errors.Join(err, errOffered); err != nil || len(names) == 0 || len(offered) == 0 {
		t.Fatal("a folder has no workflows", err)
	}
	return append(names, offered...)
}

// Workflows name every action by the hash of a commit, with its version in a comment, because a tag can be moved.
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
		t.Error("the workflows use no action: the test reads the wrong files")
	}
}

// The workflow of tests has the step that searches for vulnerabilities of Go packages. The step of the nightly workflow also searches those
// of npm packages. In neither workflow does a step continue after an error.
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
	// The step that fetches has the folder and the names of the data sets.
	fetch := regexp.MustCompile(`node assets/build/datasets\.mjs (\S+) (.*)`).FindStringSubmatch(string(text))
	if fetch == nil || !strings.Contains(string(text), "./build.sh build --datasets "+fetch[1]+" ") {
		t.Fatal("the release does not build the page with the fetched data sets")
	}
	fetched := " " + fetch[2] + " "
	for _, set := range data.All().Sets {
		want, got := strings.HasPrefix(set.Family, "WebKB"), strings.Contains(fetched, " "+set.Name+" ")
		if got != want {
			t.Errorf("the release has %s of the family %s: %v, want %v", set.Name, set.Family, got, want)
		}
	}
}

// The release workflow has its steps in this order: tests, packages, single files, film, page, bills of materials, checksums, attestation,
// publication and site. Each text of the list is part of a step, and occurs first after the text before it.
func TestReleaseStepsAreInOrder(t *testing.T) {
	text, err := os.ReadFile("../../.github/workflows/release.yml")
	if err != nil {
		t.Fatal(err)
	}
	before := -1 // where the text before this one begins
	for _, step := range []string{"main/.ci/run", "$GITHUB_REF_NAME", "npm pkg set", "go run ./web/tool/readme",
		"./build.sh python", "mv dist/sheafscope*.html dist/*.whl", "./build.sh film", "mv .build/film/", "./build.sh build --datasets",
		"npm pack ./dist/element", "-cf - dist", "sbom-npm.json", "sbom-go.json", "sha256sum * > SHA256SUMS",
		"actions/upload-artifact@", "\n  publish:\n    needs: test\n", "actions/download-artifact@", "sha256sum --check SHA256SUMS",
		"actions/attest-build-provenance@", "gh release create", "\n  site:\n    needs: publish\n", "gh release download",
		"./build.sh releases --from", "actions/upload-pages-artifact@", "\n  deploy:\n    needs: site\n", "actions/deploy-pages@"} {
		begin := strings.Index(string(text), step)
		if begin <= before {
			t.Errorf("the step %q is missing, or precedes the step before it", step)
		}
		before = begin
	}
}

// The workflow of tests has one step with a further version of Go. It is newer than that of go.mod, and web/tool/shrink supports it.
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
	if err != nil {
		t.Error(err)
	}
	if len(named) == 1 && version.Compare("go"+named[0][1], own) <= 0 {
		t.Errorf("the workflow tests with go%s, which is not newer than %s of go.mod", named[0][1], own)
	}
}

// In the release workflow, the jobs that test the release and build its site may only read. The jobs that publish the release and deploy
// the site neither check out nor run code of the project. The workflow grants no permissions to all jobs.
func TestReleaseJobsHaveLeastRights(t *testing.T) {
	data, err := os.ReadFile("../../.github/workflows/release.yml")
	if err != nil {
		t.Fatal(err)
	}
	// The parts of the file: head before the jobs, and the jobs test (made), publish (published), site (built) and deploy (deployed).
	head, rest, _ := strings.Cut(string(data), "\n  test:\n")
	made, published, hasPublish := strings.Cut(rest, "\n  publish:\n")
	published, built, _ := strings.Cut(published, "\n  site:\n")
	built, deployed, hasDeploy := strings.Cut(built, "\n  deploy:\n")
	if !hasPublish || !hasDeploy {
		t.Fatal("the release workflow lacks the job publish or deploy")
	}
	if !strings.Contains(head, "\npermissions: {}\n") {
		t.Fatal("the release workflow grants permissions to all jobs")
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

// Each workflow has persist-credentials: false as often as it has a checkout, so that no checkout stores a token. No script contains an
// expression ${{ … }} of GitHub, since the name of a branch or a tag could inject a command.
func TestWorkflowsLeakNoTokenAndInjectNothing(t *testing.T) {
	names := workflows(t)
	runs, key := 0, regexp.MustCompile(`^\s*(- )?([a-z-]+):`)
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if a, b := strings.Count(string(text), "actions/checkout@"), strings.Count(string(text), "persist-credentials: false"); a != b {
			t.Errorf("%s: %d checkouts, and persist-credentials: false %d times, want as many", name, a, b)
		}
		// running is whether the line belongs to a script: from the key run to the next key that is not indented deeper.
		running, indent := false, 0
		for i, line := range strings.Split(string(text), "\n") {
			spaces := len(line) - len(strings.TrimLeft(line, " "))
			if m := key.FindStringSubmatch(line); m != nil && (!running || spaces <= indent) {
				running = m[2] == "run"
				if running {
					indent = spaces
					runs++
				}
			}
			if running && strings.Contains(line, "${{") {
				t.Errorf("%s:%d: the script has an expression: %s", name, i+1, strings.TrimSpace(line))
			}
		}
	}
	if runs < 10 { // otherwise the pattern of keys finds no scripts
		t.Errorf("the workflows have %d scripts, want at least 10", runs)
	}
}
