package main

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"sheafscope/web/tool/shell"
)

// deps returns all dependencies, direct and indirect, of each package that matches a pattern, for an operating system and an architecture:
// path of a package → paths. It omits the dependencies of tests.
func deps(t *testing.T, goos, goarch string, patterns ...string) map[string][]string {
	t.Helper()
	cmd := exec.Command("go", append([]string{"list", "-f", `{{.ImportPath}} {{join .Deps " "}}`}, patterns...)...)
	cmd.Env = append(os.Environ(), "GOOS="+goos, "GOARCH="+goarch)
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	all := map[string][]string{}
	for line := range strings.Lines(string(out)) {
		names := strings.Fields(line)
		all[names[0]] = names[1:]
	}
	return all
}

// rooms has, by folder, the packages below the folder from the lowest to the highest. A package is written by the end of its path; "" is
// the package of the folder itself. A package may depend only on lower ones.
var rooms = map[string][]string{
	"core/sgpc": {"/stage", "/settings", "/cost", "/method", "/sample", "/frame", "", "/explain", "/view", "/trace"},
	"web/view":  {"", "/charts", "/picture", "/edge", "/node", "/stages", "/results", "/check", "/inspector"},
	"web/tool":  {"/shell", "/shrink", "/site", "/releases", "/build", "/test", "", "/pages", "/readme"},
}

// Dependencies point down: from web to wasm to core and, in a folder of the table rooms, from a package to lower packages. Neither core
// nor wasm depends on Vugu, and core does not depend on safejs. The programs wasm/, wasm/courseprogram and wasm/coursefile are exempt,
// because they join the page and the worker.
func TestDependenciesPointDown(t *testing.T) {
	// belowWeb has the packages of core and wasm; all has these and the packages of web/tool and web/view.
	belowWeb := deps(t, "js", "wasm", "sheafscope/core/...", "sheafscope/wasm/...")
	all := deps(t, runtime.GOOS, runtime.GOARCH, "sheafscope/web/tool/...")
	maps.Copy(all, belowWeb)
	maps.Copy(all, deps(t, "js", "wasm", "sheafscope/web/view/..."))
	for folder, list := range rooms {
		folder = "sheafscope/" + folder
		for k, room := range list {
			for _, above := range list[k+1:] {
				if slices.Contains(all[folder+room], folder+above) {
					t.Errorf("%s depends on %s, which is above it", folder+room, folder+above)
				}
			}
		}
		for name := range all {
			if room, isInside := strings.CutPrefix(name, folder); isInside && !slices.Contains(list, room) {
				t.Errorf("%s is missing in the table of rooms", name)
			}
		}
	}
	// No package below web depends on web, and no package of core on wasm. above has the prefixes of the packages that are above.
	for name, dependencies := range belowWeb {
		above := []string{"sheafscope/web", "github.com/vugu/"}
		switch {
		case name == "sheafscope/wasm", name == "sheafscope/wasm/courseprogram", name == "sheafscope/wasm/coursefile":
			continue
		case strings.HasPrefix(name, "sheafscope/core/"):
			above = append(above, "sheafscope/wasm", "github.com/hack-pad/safejs")
		}
		for _, dep := range dependencies {
			for _, prefix := range above {
				if strings.HasPrefix(dep, prefix) {
					t.Errorf("%s depends on %s, which is above it", name, dep)
				}
			}
		}
	}
}

// Each noun in the table of CONTRIBUTING.md is the name of a type that exactly one package declares, the package of its row. The table has
// at least 20 nouns.
func TestNounsHaveOnePackage(t *testing.T) {
	t.Chdir("../..")
	text, err := os.ReadFile("CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	_, table, _ := strings.Cut(string(text), "\n| Concept | Noun | Package |\n|---|---|---|\n")
	table, _, _ = strings.Cut(table, "\n\n")
	want := map[string][]string{} // a list with the only folder, by noun
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(line, "|\n "), " | ")
		if len(cells) != 3 || want[cells[1]] != nil {
			t.Fatalf("the row %q does not have three cells, or repeats a noun", line)
		}
		want[cells[1]] = []string{cells[2]}
	}
	if len(want) < 20 {
		t.Fatalf("the table has %d nouns, want at least 20", len(want))
	}
	// declared has, by noun, the folders that declare it as a type, except in tests.
	files, err := shell.Tree(func(p string) bool {
		return strings.HasSuffix(p, ".go") && !strings.HasSuffix(p, "_test.go") && !strings.Contains(p, "testdata")
	}, "core", "wasm", "web")
	if err != nil {
		t.Fatal(err)
	}
	declared := map[string][]string{}
	for _, file := range files {
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range f.Decls {
			group, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range group.Specs {
				if s, ok := spec.(*ast.TypeSpec); ok && want[s.Name.Name] != nil {
					declared[s.Name.Name] = append(declared[s.Name.Name], filepath.ToSlash(filepath.Dir(file)))
				}
			}
		}
	}
	for noun, folder := range want {
		if !slices.Equal(declared[noun], folder) {
			t.Errorf("%s is declared in %v, the table has %s", noun, declared[noun], folder[0])
		}
	}
}

// The program for files depends on exactly the listed packages of the project. These read and write graphs; none trains a network.
func TestFilesProgramComputesNothing(t *testing.T) {
	want := []string{"core/formula", "core/graph", "core/graphio", "core/graphio/content", "core/graphio/numpy", "core/linalg",
		"core/numeral", "core/order", "core/rng", "core/weights", "core/words", "wasm/files", "wasm/files/jobs", "wasm/script", "wasm/wire"}
	for _, dependencies := range deps(t, "js", "wasm", "sheafscope/wasm/filesprogram") {
		var own []string
		for _, dep := range dependencies {
			if name, ok := strings.CutPrefix(dep, "sheafscope/"); ok {
				own = append(own, name)
			}
		}
		slices.Sort(own)
		if !slices.Equal(own, want) {
			t.Errorf("the program for files depends on %v, want %v", own, want)
		}
	}
}

// Go calls JavaScript through package safejs. Only the listed files use syscall/js, since they are on the path of every message or picture.
// Each of these files gives its reason in a comment.
func TestSyscallJSOnlyWhereListed(t *testing.T) {
	t.Chdir("../..")
	files, err := shell.Tree(shell.Suffixes(".go"), "core", "wasm", "web")
	if err != nil {
		t.Fatal(err)
	}
	var importing []string
	for _, name := range files {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte("\t\"syscall/js\"\n")) {
			importing = append(importing, name)
			if bytes.Count(text, []byte("syscall/js")) < 2 { // the first is the import, the second the comment
				t.Errorf("%s gives no reason for syscall/js", name)
			}
		}
	}
	want := []string{"wasm/script/promise_js.go", "wasm/script/script_js.go",
		"wasm/worker/worker_js.go", "wasm/workers_js.go", "web/course/page/worker_js.go", "web/run_js.go"}
	slices.Sort(importing)
	if !slices.Equal(importing, want) {
		t.Errorf("syscall/js is used in %v, want %v", importing, want)
	}
}

// No code under wasm/ and web/, except tests, asserts that a value implements an interface that this code declares, or an interface
// literal. Instead, the type of a parameter names each dependency.
func TestNoInterfaceAssertions(t *testing.T) {
	t.Chdir("../..")
	files, err := shell.Tree(func(p string) bool { return shell.Suffixes(".go")(p) && !strings.HasSuffix(p, "_test.go") }, "wasm", "web")
	if err != nil {
		t.Fatal(err)
	}
	// named has the names of the declared interfaces. asserted has the name of each asserted type, by the position of the assertion.
	named, asserted := map[string]bool{}, map[token.Pos]string{}
	set := token.NewFileSet()
	for _, file := range files {
		f, err := parser.ParseFile(set, file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.TypeSpec:
				if _, ok := n.Type.(*ast.InterfaceType); ok {
					named[n.Name.Name] = true
				}
			case *ast.TypeAssertExpr:
				switch to := n.Type.(type) {
				case *ast.InterfaceType:
					t.Errorf("%s asserts an interface", set.Position(n.Pos()))
				case *ast.SelectorExpr:
					asserted[n.Pos()] = to.Sel.Name
				case *ast.Ident:
					asserted[n.Pos()] = to.Name
				}
			}
			return true
		})
	}
	for pos, name := range asserted {
		if named[name] {
			t.Errorf("%s asserts the interface %s", set.Position(pos), name)
		}
	}
	if len(named) < 8 || len(asserted) < 8 {
		t.Errorf("only %d interfaces and %d assertions were found: the test reads the wrong files", len(named), len(asserted))
	}
}
