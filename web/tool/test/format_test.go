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

// The imports of the page's scripts have no cycle. The scripts are in assets/src, assets/lessons and assets/opening.
func TestScriptsHaveNoCycle(t *testing.T) {
	t.Chdir("../../..")
	files, err := shell.Tree(shell.Suffixes(".js"), "assets/src", "assets/lessons", "assets/opening")
	if err != nil {
		t.Fatal(err)
	}
	importOf := regexp.MustCompile(`(?m)(?:from|^import) "(\.[^"]+\.js)"`)
	// imports lists the files that a file imports. done has the files from which no cycle can be reached.
	imports, done := map[string][]string{}, map[string]bool{}
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range importOf.FindAllStringSubmatch(string(text), -1) {
			imports[name] = append(imports[name], path.Join(path.Dir(name), m[1]))
		}
	}
	// follow reports each cycle on the chains of imports that begin with chain and continue at a file (depth-first search).
	var follow func(chain []string, name string)
	follow = func(chain []string, name string) {
		if slices.Contains(chain, name) {
			t.Errorf("the imports have the cycle %s → %s", strings.Join(chain[slices.Index(chain, name):], " → "), name)
			return
		}
		if !done[name] {
			for _, next := range imports[name] {
				follow(append(chain, name), next)
			}
			done[name] = true
		}
	}
	for _, name := range files {
		follow(nil, name)
	}
	if len(imports["assets/src/main.js"]) < 10 {
		t.Errorf("main.js imports %v, want at least 10 files: the pattern of imports may be wrong", imports["assets/src/main.js"])
	}
}

// The limit of a line is 140 characters, and not 140 bytes. A tab counts as one. The error names the file and the line.
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
		if c.want == "" {
			if err != nil {
				t.Errorf("%.20q gives the error %v, want none", c.text, err)
			}
			continue
		}
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%.20q gives the error %v, want one with %q", c.text, err, c.want)
		}
	}
}
