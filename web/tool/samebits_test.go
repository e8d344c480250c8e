package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// otherBits has functions of package math whose last bit can differ between native programs and wasm: Exp and Log, which have assembly code
// on some architectures, and functions that call them. core/linalg has replacements. It also has replacements for sine and cosine, which
// core must use, since other architectures may fuse their operations.
var otherBits = strings.Fields(`Exp Exp2 Expm1 Log Log2 Log10 Log1p Pow Sinh Cosh Tanh Asinh Acosh Atanh Gamma Lgamma Erf Erfc Erfinv
	Erfcinv FMA Y0 Y1 Yn J0 J1 Jn Cbrt`)

// roundsGonum is the only file that calls gonum; it rounds the results.
const roundsGonum = "core/linalg/beta.go"

// The command line and the page must print equal texts. Therefore their code uses no function of otherBits. It imports neither math/cmplx
// nor, except in roundsGonum, gonum, whose assembly code sums in another order. In core it uses no sine, cosine or tangent of package math.
// The tools in web/tool and tests are exempt.
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
		for _, imported := range file.Imports {
			path, _ := strconv.Unquote(imported.Path.Value) // the parser has accepted the literal
			isGonumElsewhere := strings.HasPrefix(path, "gonum.org/") && name != roundsGonum
			if isGonumElsewhere || path == "math/cmplx" {
				t.Errorf("%s imports %s", name, path)
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			selector, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if x, ok := selector.X.(*ast.Ident); !ok || x.Name != "math" {
				return true
			}
			calls++
			function := selector.Sel.Name
			isTrigonometric := strings.HasPrefix(name, "core/") && slices.Contains([]string{"Sin", "Cos", "Sincos", "Tan"}, function)
			if isTrigonometric || slices.Contains(otherBits, function) {
				t.Errorf("%s uses math.%s", set.Position(n.Pos()), function)
			}
			return true
		})
	}
	if files < 500 || calls < 500 {
		t.Errorf("the test reads %d files with %d uses of package math, want at least 500 of both", files, calls)
	}
}
