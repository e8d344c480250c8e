//go:build !js

package main

import (
	"bufio"
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestEquations checks the table of ARCHITECTURE.md with the files of the paper's equations, theorems, lemmas and algorithm.
// Each of the 33 equations, five theorems and two lemmas has a row, and so has the algorithm. The row of an equation may name further
// equations in brackets.
// The file of a row has a doc comment that opens with “NAME is” and the equation of the row, such as “Lambda2 is equation 19”.
// If the comment belongs to a function, some line of the function is executed when sgpc trains one epoch and traces one epoch with each of
// two settings. If it belongs to a type, a variable or a constant, some line of the file is.
func TestEquations(t *testing.T) {
	root, err := filepath.Abs("../../..")
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(filepath.Join(root, "ARCHITECTURE.md"))
	if err != nil {
		t.Fatal(err)
	}
	rows := regexp.MustCompile(`(?m)^\| ((Equation|Theorem|Lemma|Algorithm) \d+) \| (.*) \| (core/\S+\.go) `+
		`\|$`).FindAllStringSubmatch(string(text), -1)
	// A row states its own equation, and those in brackets: “(equations 24 to 26)”.
	stated := map[string]bool{}
	for _, r := range rows {
		stated[r[1]] = true
		if numbers := regexp.MustCompile(`\(equations? (\d+)(?: (?:to|and) (\d+))?\)`).FindStringSubmatch(r[3]); numbers != nil {
			var from, to int
			fmt.Sscan(numbers[1], &from)
			to = from
			if numbers[2] != "" {
				fmt.Sscan(numbers[2], &to)
			}
			for k := from; k <= to; k++ {
				stated[fmt.Sprintf("Equation %d", k)] = true
			}
		}
	}
	for k := 1; k <= 33; k++ {
		if !stated[fmt.Sprintf("Equation %d", k)] {
			t.Errorf("equation %d has no row in ARCHITECTURE.md", k)
		}
	}
	for _, name := range []string{"Algorithm 1", "Theorem 1", "Theorem 2", "Theorem 3", "Theorem 4", "Theorem 5", "Lemma 1", "Lemma 2"} {
		if !stated[name] {
			t.Errorf("%s has no row in ARCHITECTURE.md", name)
		}
	}
	executed := coverage(t, root)
	for _, r := range rows { // r[1] is the equation, and r[4] the file
		from, to, err := documentedLines(filepath.Join(root, r[4]), r[1])
		if err != nil {
			t.Error(err)
			continue
		}
		if !executed.between("sheafscope/"+r[4], from, to) {
			t.Errorf("%s: no line of %d to %d in %s is executed by an epoch, want one at least", r[1], from, to, r[4])
		}
	}
}

// documentedLines returns the first and the last line of the function whose doc comment opens with “NAME is EQUATION”. For a type, a
// variable or a constant it returns the range of all lines of the file. It returns an error if no doc comment opens so.
func documentedLines(file, equation string) (from, to int, err error) {
	fs := token.NewFileSet()
	f, err := parser.ParseFile(fs, file, nil, parser.ParseComments)
	if err != nil {
		return 0, 0, err
	}
	opening := regexp.MustCompile(`^\w+ is (?i:` + equation + `)\b`)
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if opening.MatchString(d.Doc.Text()) {
				return fs.Position(d.Pos()).Line, fs.Position(d.End()).Line, nil
			}
		case *ast.GenDecl:
			if opening.MatchString(d.Doc.Text()) {
				return 1, 1 << 30, nil // more lines than any file has
			}
		}
	}
	return 0, 0, fmt.Errorf("%s: no doc comment opens with %s", file, equation)
}

// profile has, by file, the ranges of executed lines: the first and the last line of each.
type profile map[string][][2]int

// between reports whether a range of executed lines of a file lies between the lines first and last.
func (p profile) between(file string, first, last int) bool {
	for _, lines := range p[file] {
		if lines[0] >= first && lines[1] <= last {
			return true
		}
	}
	return false
}

// coverage builds sgpc for coverage and trains and traces one epoch of the paper's method
// on karate. A second trace uses the other readings of the JKO step and of the gap ascent.
// It returns the executed lines of all three runs.
func coverage(t *testing.T, root string) profile {
	dir := t.TempDir()
	program, counters := filepath.Join(dir, "sgpc"), filepath.Join(dir, "counters")
	if err := os.Mkdir(counters, 0o755); err != nil {
		t.Fatal(err)
	}
	run := func(name string, args ...string) {
		cmd := exec.Command(name, args...)
		cmd.Dir, cmd.Env = root, append(os.Environ(), "GOCOVERDIR="+counters)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
	}
	run("go", "build", "-cover", "-coverpkg=sheafscope/core/...", "-o", program, "./core/cmd/sgpc")
	out := filepath.Join(dir, "trace")
	run(program, "train", "-graph", "karate", "-epochs", "1", "-method", "paper")
	run(program, "trace", "-graph", "karate", "-epochs", "1", "-method", "paper", "-o", out)
	run(program, "trace", "-graph", "karate", "-epochs", "1", "-method", "paper", "-set", "jko_mode=w2", "-set", "gap_mode=matrix", "-o", out)
	text := filepath.Join(dir, "profile")
	run("go", "tool", "covdata", "textfmt", "-i="+counters, "-o="+text)
	data, err := os.ReadFile(text)
	if err != nil {
		t.Fatal(err)
	}
	executed := profile{}
	// A line of the text is “file:l1.c1,l2.c2 statements count”, with l for lines and c for columns. count is how often they were executed.
	for s := bufio.NewScanner(bytes.NewReader(data)); s.Scan(); {
		file, rest, _ := strings.Cut(s.Text(), ":")
		var l1, c1, l2, c2, statements, count int
		n, _ := fmt.Sscanf(rest, "%d.%d,%d.%d %d %d", &l1, &c1, &l2, &c2, &statements, &count)
		if n == 6 && count > 0 {
			executed[file] = append(executed[file], [2]int{l1, l2})
		}
	}
	return executed
}
