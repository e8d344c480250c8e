package main

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
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
