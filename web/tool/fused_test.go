package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// TestNothingIsFused: compiled for arm64, which has fused instructions, core contains none. It multiplies and adds in two operations, so
// that all machines give the same bits. Estimates of work and memory are exempt, since fused instructions do not change whole numbers.
// They are core/sgpc/cost, and in core/peer the functions with a parameter of type Size. LONG=1: all packages of core, in place of eight.
func TestNothingIsFused(t *testing.T) {
	root, packages := filepath.Join("..", ".."), []string{"./core/..."}
	if os.Getenv("LONG") == "" {
		packages = strings.Fields(`./core/sgpc/cost ./core/formula ./core/graph ./core/layout ./core/linalg ./core/rng ./core/small
			./core/transport`)
	}
	cmd := exec.Command("go", append([]string{"build", "-o", os.DevNull, "-gcflags=-S"}, packages...)...)
	cmd.Dir, cmd.Env = root, append(os.Environ(), "GOARCH=arm64")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %.2000s", err, out)
	}
	// An instruction stands behind its file and line: (/a/core/sheaf/grad.go:86)	FMADDD	F0, F2, F1, F0.
	fused := regexp.MustCompile(`/(core/[a-z0-9_/]+\.go):(\d+)\).*\sFN?M(ADD|SUB)D\s`)
	exempt := 0
	for _, m := range fused.FindAllStringSubmatch(string(out), -1) {
		line, _ := strconv.Atoi(m[2]) // digits alone
		if isEstimate(t, root, m[1], line) {
			exempt++
		} else {
			t.Errorf("%s:%d has a fused instruction; round the product by float64", m[1], line)
		}
	}
	if exempt == 0 {
		t.Error("the pattern finds no fused instruction in core/sgpc/cost")
	}
}

// isEstimate reports whether a line of a file belongs to an estimate of work or memory.
func isEstimate(t *testing.T, root, name string, line int) bool {
	if strings.HasPrefix(name, "core/sgpc/cost/") {
		return true
	}
	if !strings.HasPrefix(name, "core/peer/") {
		return false
	}
	set := token.NewFileSet()
	file, err := parser.ParseFile(set, filepath.Join(root, name), nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	found := false
	ast.Inspect(file, func(n ast.Node) bool {
		var parameters []*ast.Field
		switch function := n.(type) {
		case *ast.FuncLit:
			parameters = function.Type.Params.List
		case *ast.FuncDecl:
			parameters = function.Type.Params.List
			if function.Recv != nil { // a method of Size is an estimate, too
				parameters = append(parameters, function.Recv.List...)
			}
		}
		for _, p := range parameters {
			typeName, isName := p.Type.(*ast.Ident)
			hasSize := isName && typeName.Name == "Size"
			if hasSize && set.Position(n.Pos()).Line <= line && line <= set.Position(n.End()).Line {
				found = true
			}
		}
		return true
	})
	return found
}
