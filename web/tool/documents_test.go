package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"sheafscope/core/course"
)

// documents are the pages at the root, which people read first.
var documents = []string{"README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md", "ACCURACY.md", "BENCHMARKS.md"}

func document(t *testing.T, name string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join("..", "..", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// What the documents link to is there, and so is every file that CONTRIBUTING.md says to touch.
func TestDocumentsPoint(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^):#]+)\)`)
	path := regexp.MustCompile("`((?:core|wasm|web|assets)/[a-zA-Z0-9_./-]+)`")
	seen := 0
	for _, name := range documents {
		text := document(t, name)
		targets := link.FindAllStringSubmatch(text, -1)
		if name == "CONTRIBUTING.md" {
			targets = append(targets, path.FindAllStringSubmatch(text, -1)...)
		}
		for _, m := range targets {
			if strings.Contains(m[1], "NAME") {
				continue
			}
			seen++
			if _, err := os.Stat(filepath.Join("..", "..", m[1])); err != nil {
				t.Errorf("%s points at %s, which is not there", name, m[1])
			}
		}
	}
	if seen < 30 {
		t.Errorf("only %d links were seen", seen)
	}
}

// README.md is for a newcomer: short, and its commands are there. Its table of
// accuracy is a part of the one in ACCURACY.md.
func TestReadme(t *testing.T) {
	text := document(t, "README.md")
	if n := strings.Count(text, "\n"); n > 150 {
		t.Errorf("README.md has %d lines, more than 150", n)
	}
	usage := document(t, "build.sh")
	for _, m := range regexp.MustCompile(`\./build\.sh ([a-z-]+)`).FindAllStringSubmatch(text, -1) {
		if !strings.Contains(usage, "\n  "+m[1]) {
			t.Errorf("README.md names ./build.sh %s, which is no command", m[1])
		}
	}
	plain := strings.NewReplacer("*", "", " ", "")
	long := plain.Replace(document(t, "ACCURACY.md"))
	rows := regexp.MustCompile(`(?m)^\| (SGPC|MLP|GCN) \|.*\|$`).FindAllString(text, -1)
	for _, row := range rows {
		if row = strings.TrimSuffix(plain.Replace(row), "|"); !strings.Contains(long, row) {
			t.Errorf("README.md says %s, ACCURACY.md does not", row)
		}
	}
	if len(rows) != 3 {
		t.Errorf("%d rows of accuracy were seen, not 3", len(rows))
	}
}

// The project can be cited and adopted: every place that names its version or licence names the same, the licence of the
// texts stands where the texts are, and README.md says why it is there, for whom, and how a course takes it up.
func TestCitable(t *testing.T) {
	first := func(name, form string) string {
		t.Helper()
		m := regexp.MustCompile(`(?m)` + form).FindStringSubmatch(document(t, name))
		if m == nil {
			t.Fatalf("%s has no %s", name, form)
		}
		return m[1]
	}
	version := first("package.json", `"version": "(.*)"`)
	for name, form := range map[string]string{"CITATION.cff": `^version: (.*)$`, "assets/element/package.json": `"version": "(.*)"`,
		"assets/python/pyproject.toml": `^version = "(.*)"$`, "assets/python/sheafscope/__init__.py": `^__version__ = "(.*)"$`} {
		if got := first(name, form); got != version {
			t.Errorf("%s has the version %s, package.json %s", name, got, version)
		}
	}
	code := first("package.json", `"license": "(.*)"`)
	for name, form := range map[string]string{"CITATION.cff": `^license: (.*)$`, "assets/element/package.json": `"license": "(.*)"`,
		"assets/python/backend.py": `License: (.*?)\\n`} {
		if got := first(name, form); got != code {
			t.Errorf("%s has the licence %s, package.json %s", name, got, code)
		}
	}
	const texts = "https://creativecommons.org/licenses/by/4.0/"
	readme := document(t, "README.md")
	if !strings.Contains(document(t, "assets/learn/learn.html"), texts) || !strings.Contains(readme, "[CC BY 4.0]("+texts+")") {
		t.Error("the course or README.md does not name the licence of the texts")
	}
	plans := course.Plans()
	chapters := map[int]string{11: "eleven"}[len(course.Guides())]
	for _, want := range []string{"**Why**: ", "**For whom**: ", "**In a course**: ", chapters + " chapters",
		"plans of 20 minutes and of three sessions", "`sgpc check`"} {
		if !strings.Contains(readme, want) {
			t.Errorf("README.md does not say %q", want)
		}
	}
	if !strings.HasSuffix(plans[0].Name, "of 20 minutes") || !strings.HasPrefix(plans[1].Name, "Three sessions") || len(plans[1].Stops) != 3 {
		t.Errorf("the plans are %+v", plans)
	}
}
