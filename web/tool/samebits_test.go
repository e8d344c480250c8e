package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// otherBits has functions of package math whose last bit can differ between native programs and wasm: Exp and Log, which have assembly code
// on some architectures, and functions that call them. core/linalg has replacements; in core
// also for sine and cosine, which other architectures may fuse.
var otherBits = strings.Fields(`Exp Exp2 Expm1 Log Log2 Log10 Log1p Pow Sinh Cosh Tanh Asinh Acosh Atanh Gamma Lgamma Erf Erfc Erfinv
	Erfcinv FMA Y0 Y1 Yn J0 J1 Jn Cbrt`)

// roundsGonum is the only file that calls gonum; it rounds the results.
const roundsGonum = "core/linalg/beta.go"

// The command line and the page must print equal texts. Therefore their code calls neither functions of otherBits nor gonum, whose assembly
// code sums in another order. Tools of the build are exempt.
func TestSameBits(t *testing.T) {
	root := filepath.Join("..", "..")
	out, err := exec.Command("git", "-C", root, "ls-files", "--cached", "--others", "--exclude-standard", "core", "wasm", "web").Output()
	if err != nil {
		t.Fatal(err)
	}
	files, calls := 0, 0
	for _, name := range strings.Fields(string(out)) {
		if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") || strings.HasPrefix(name, "web/tool/") {
			continue
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, filepath.Join(root, name), nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		files++
		for _, i := range file.Imports {
			if path, _ := strconv.Unquote(i.Path.Value); strings.HasPrefix(path, "gonum.org/") && name != roundsGonum || path == "math/cmplx" {
				t.Errorf("%s imports %s", name, path)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if call, ok := n.(*ast.SelectorExpr); ok {
				if x, ok := call.X.(*ast.Ident); ok && x.Name == "math" {
					turns := strings.HasPrefix(name, "core/") && slices.Contains([]string{"Sin", "Cos", "Sincos", "Tan"}, call.Sel.Name)
					if calls++; turns || slices.Contains(otherBits, call.Sel.Name) {
						t.Errorf("%s calls math.%s", set.Position(n.Pos()), call.Sel.Name)
					}
				}
			}
			return true
		})
	}
	if files < 500 || calls < 500 {
		t.Errorf("only %d files with %d uses of package math", files, calls)
	}
}

// The code that generates the graph of a formula multiplies and adds in two operations. On a machine with fused instructions, the compiled
// code contains none of them; therefore all machines give the same bits. From core/linalg this code calls five functions. Products of
// blocks (core/small) also multiply and add in two operations.
func TestNothingIsFused(t *testing.T) {
	fused := regexp.MustCompile(`/([a-z0-9_]+\.go):\d+\).*\sFN?M(ADD|SUB)D\s`)
	functions := []string{"exp.go", "log.go", "pow.go", "sincos.go", "tanh.go"}
	for _, name := range []string{"diffusion", "formula", "graph", "layout", "linalg", "rng", "small"} {
		cmd := exec.Command("go", "build", "-gcflags=-S", "./core/"+name)
		cmd.Dir, cmd.Env = filepath.Join("..", ".."), append(os.Environ(), "GOARCH=arm64")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatal(err, string(out))
		}
		found := fused.FindAllSubmatch(out, -1)
		if name == "diffusion" { // where there are some, the pattern finds them
			if len(found) == 0 {
				t.Error("the pattern finds nothing")
			}
			continue
		}
		for _, m := range found {
			if file := string(m[1]); name != "linalg" || slices.Contains(functions, file) {
				t.Errorf("core/%s: %s", name, m[0])
			}
		}
	}
}
