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

// TestEquations reads the table of ARCHITECTURE.md with the files of the paper's
// equations, theorems and lemmas. Each equation up to 33, theorem and lemma has a row.
// The file of a row has a doc comment that opens with the equation of the row.
// The documented declaration is executed when sgpc, built for coverage, trains one
// epoch and traces one epoch with each of two settings.
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
	for _, r := range rows {
		from, to, err := documented(filepath.Join(root, r[4]), r[1])
		if err != nil {
			t.Error(err)
			continue
		}
		if !executed.between("sheafscope/"+r[4], from, to) {
			t.Errorf("%s: its lines %d to %d of %s are not executed by an epoch", r[1], from, to, r[4])
		}
	}
}

// documented returns the first and the last line of the function whose doc comment opens with “NAME is EQUATION”. For a type, a variable
// or a constant it returns all lines of the file. It fails if no doc comment does.
func documented(file, equation string) (from, to int, err error) {
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
				return 1, 1 << 30, nil
			}
		}
	}
	return 0, 0, fmt.Errorf("%s: no doc comment opens with %s", file, equation)
}

// profile has, by file, the ranges of executed lines: the first and the last line of each.
type profile map[string][][2]int

// between reports whether a range of executed lines lies in the lines from to to of a file.
func (p profile) between(file string, from, to int) bool {
	for _, lines := range p[file] {
		if lines[0] >= from && lines[1] <= to {
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
	// A line of the text is “file:l1.c1,l2.c2 statements count”.
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
