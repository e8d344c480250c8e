package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strconv"
	"strings"
)

// rendererBegins is what boot.js knows the script of Vugu's renderer by.
const rendererBegins = "(function(){if(window.vuguRender)"

// rendererScript reads the JavaScript of Vugu's renderer out of the Go file
// that holds it as the constant jsHelperScript. Vugu hands that string to
// eval, which a strict content security policy forbids; loaded as a static
// script before, it does the same, and boot.js answers that call of eval.
func rendererScript(file string) (string, error) {
	f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		return "", err
	}
	for _, d := range f.Decls {
		g, ok := d.(*ast.GenDecl)
		if !ok || g.Tok != token.CONST {
			continue
		}
		for _, s := range g.Specs {
			v := s.(*ast.ValueSpec)
			for i, name := range v.Names {
				if name.Name != "jsHelperScript" || i >= len(v.Values) {
					continue
				}
				lit, ok := v.Values[i].(*ast.BasicLit)
				if !ok || lit.Kind != token.STRING {
					continue
				}
				js, err := strconv.Unquote(lit.Value)
				if err == nil && !strings.HasPrefix(js, rendererBegins) {
					err = fmt.Errorf("%s begins with other words than assets/boot/boot.js knows the script of Vugu's renderer by", file)
				}
				return js, err
			}
		}
	}
	return "", fmt.Errorf("%s has no constant jsHelperScript: this version of Vugu keeps its renderer's script elsewhere; pin v0.4.0 or "+
		"teach the build", file)
}
