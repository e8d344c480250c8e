package main

import (
	"flag"
	"fmt"
	"go/scanner"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// This file counts lines with code.

// countBase is the folder of another tree for TestLinesAreCounted.
var countBase = flag.String("base", "", "another tree, whose lines with code are printed beside this one's")

// codeFiles has the counted languages by the ending of a file. All languages of the tree are counted, so that no code is missed.
var codeFiles = map[string]string{
	".go": "Go", ".vugu": "Vugu", ".js": "JavaScript", ".mjs": "JavaScript", ".ts": "AssemblyScript", ".py": "Python", ".sh": "shell",
	".s": "assembly", ".h": "assembly", ".css": "CSS", ".patch": "JavaScript", ".diff": "JavaScript",
}

// notCounted matches the paths of tests, of their data, of generated code, of third-party code and of hidden folders.
var notCounted = regexp.MustCompile(`_test\.go$|_gen\.go$|(^|/)(testdata|tests|node_modules|\.[^/]*|dist|vendored)/|^web/e2e/`)

// codeLines returns the number of lines of a text with code: lines that are neither blank nor only a comment.
func codeLines(language string, text []byte) int {
	if language == "Go" {
		return goLines(text)
	}
	hashIsComment := language == "Python" || language == "shell"
	// inside is whether the line belongs to a comment in /* */ or <!-- -->.
	n, inside := 0, false
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if !inside && (strings.HasPrefix(line, "/*") || strings.HasPrefix(line, "<!--")) {
			inside = true
		}
		switch {
		case inside:
			inside = !strings.HasSuffix(line, "*/") && !strings.HasSuffix(line, "-->")
		case line == "", strings.HasPrefix(line, "//"), hashIsComment && strings.HasPrefix(line, "#"): // no code
		default:
			n++
		}
	}
	return n
}

// goLines returns the number of lines of Go with a token other than a comment.
func goLines(text []byte) int {
	files := token.NewFileSet()
	file := files.AddFile("", -1, len(text))
	var s scanner.Scanner
	s.Init(file, text, nil, 0)
	lines := map[int]bool{}
	for {
		pos, tok, word := s.Scan()
		if tok == token.EOF {
			return len(lines)
		}
		if tok == token.SEMICOLON && word == "\n" {
			continue // the scanner has inserted this semicolon
		}
		// A literal may span several lines.
		firstLine := file.Line(pos)
		for i := range strings.Count(word, "\n") + 1 {
			lines[firstLine+i] = true
		}
	}
}

// countTree returns the numbers of lines with code below a folder: language → folder relative to root → lines.
func countTree(root string) (map[string]map[string]int, error) {
	counts := map[string]map[string]int{}
	err := filepath.WalkDir(root, func(name string, d os.DirEntry, err error) error {
		rel, _ := filepath.Rel(root, name)
		rel = filepath.ToSlash(rel)
		if err != nil {
			return err
		}
		// The patterns of notCounted for folders end with a slash.
		if d.IsDir() {
			if rel != "." && notCounted.MatchString(rel+"/") {
				return filepath.SkipDir
			}
			return nil
		}
		language := codeFiles[path.Ext(rel)]
		if language == "" || notCounted.MatchString(rel) {
			return nil
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		if counts[language] == nil {
			counts[language] = map[string]int{}
		}
		counts[language][path.Dir(rel)] += codeLines(language, text)
		return nil
	})
	return counts, err
}

// total returns the sum of the values.
func total(m map[string]int) (n int) {
	for _, v := range m {
		n += v
	}
	return n
}

// Four languages have at least 50 lines with code in their main folders. The folders of browser tests and of third-party code have no
// counted lines. With -v the test prints all counts. With -base DIR, too, it prints the counts of the tree in DIR beside them.
func TestLinesAreCounted(t *testing.T) {
	now, err := countTree(filepath.Join("..", ".."))
	if err != nil {
		t.Fatal(err)
	}
	base := now
	if *countBase != "" {
		if base, err = countTree(*countBase); err != nil {
			t.Fatal(err)
		}
	}
	// The report has a row for each language and folder: lines of the base, lines now, difference.
	var report strings.Builder
	for _, language := range slices.Sorted(maps.Keys(now)) {
		fmt.Fprintf(&report, "\n%-45s %7d %7d %+6d", language, total(base[language]), total(now[language]),
			total(now[language])-total(base[language]))
		folders := maps.Clone(now[language])
		maps.Copy(folders, base[language])
		for _, f := range slices.Sorted(maps.Keys(folders)) {
			b, n := base[language][f], now[language][f]
			fmt.Fprintf(&report, "\n  %-43s %7d %7d %+6d", f, b, n, n-b)
		}
	}
	t.Log(report.String())
	for language, folder := range map[string]string{"Go": "core/sgpc", "JavaScript": "assets/src", "Vugu": "web", "shell": "."} {
		if now[language][folder] < 50 {
			t.Errorf("only %d lines of %s in %s: the test reads the wrong files", now[language][folder], language, folder)
		}
	}
	for _, counts := range now {
		if counts["web/e2e"] > 0 || counts["assets/boot/vendored"] > 0 {
			t.Errorf("%d lines of browser tests and %d of third-party code are counted, want none", counts["web/e2e"],
				counts["assets/boot/vendored"])
		}
	}
}

// In Go, JavaScript and shell codeLines omits blank lines and lines that have only a comment. It counts a line with code and a comment, and
// each line of a literal.
func TestCodeLinesSkipComments(t *testing.T) {
	const goText = "// A comment.\npackage a\n\n/* more\nof it */\nconst s = `two\nlines` // and a word\n"
	if n := codeLines("Go", []byte(goText)); n != 3 {
		t.Errorf("%d lines of Go are counted, want 3", n)
	}
	const script = "// A comment.\nlet a = 1; // a word\n\n/* more\n * of it */\n/** one */\nlet b\n"
	if n := codeLines("JavaScript", []byte(script)); n != 2 {
		t.Errorf("%d lines of JavaScript are counted, want 2", n)
	}
	if n := codeLines("shell", []byte("# A comment.\necho '#'\n")); n != 1 {
		t.Errorf("%d lines of shell are counted, want 1", n)
	}
}
