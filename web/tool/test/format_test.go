package test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"sheafscope/web/tool/shell"
)

// The imports of the page's scripts have no cycle.
func TestScriptsHaveNoCycle(t *testing.T) {
	t.Chdir("../../..")
	files, err := shell.Tree(shell.Suffixes(".js"), "assets/src", "assets/lessons", "assets/opening")
	if err != nil {
		t.Fatal(err)
	}
	from := regexp.MustCompile(`(?m)(?:from|^import) "(\.[^"]+\.js)"`)
	imports, done := map[string][]string{}, map[string]bool{}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range from.FindAllStringSubmatch(string(text), -1) {
			imports[name] = append(imports[name], path.Join(path.Dir(name), m[1]))
		}
	}
	var follow func(way []string, name string)
	follow = func(way []string, name string) {
		if slices.Contains(way, name) {
			t.Errorf("a cycle: %s → %s", strings.Join(way[slices.Index(way, name):], " → "), name)
			return
		}
		if !done[name] {
			for _, next := range imports[name] {
				follow(append(way, name), next)
			}
			done[name] = true
		}
	}
	for _, name := range files {
		follow(nil, name)
	}
	if len(imports["assets/src/main.js"]) < 10 {
		t.Error("main.js imports next to nothing: does this test still read what it should?")
	}
}

// The limit of a line is 140 characters, and not 140 bytes.
func TestCheckLinesCountsCharacters(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.go")
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"package a\n", ""},
		{strings.Repeat("é", 140) + "\n" + strings.Repeat("x", 140), ""},
		{"a\n" + strings.Repeat("é", 141) + "\nb\n", "a.go:2 has 141 characters"},
		{"a\n\t" + strings.Repeat("x", 140), "a.go:2 has 141 characters"},
	} {
		if err := os.WriteFile(name, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		err := checkLines(name)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%.20q gives %v, want %q", c.text, err, c.want)
		}
	}
}
