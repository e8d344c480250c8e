package state_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"sheafscope/web/state"
)

// Bounds of the members of State. A new member must replace another one, be derived by a method, or belong to the only component that uses
// it.
const (
	mostFields   = 23
	mostInAll    = 50
	mostPromoted = 51
)

// State has few fields, including those of embedded structs.
func TestPromotedFields(t *testing.T) {
	if n := len(reflect.VisibleFields(reflect.TypeFor[state.State]())); n > mostPromoted {
		t.Errorf("State has %d fields with those of embedded structs; the bound is %d", n, mostPromoted)
	}
}

// State has few members: own fields, and those of structs that State alone holds. Such a struct belongs to this package, is no
// other struct's field, and is named in no other package.
func TestStateHasFewMembers(t *testing.T) {
	structs, holders := map[string]*ast.StructType{}, map[string]map[string]bool{}
	held := func(by string, e ast.Node, own bool) {
		ast.Inspect(e, func(n ast.Node) bool {
			name := ""
			switch n := n.(type) {
			case *ast.SelectorExpr:
				if of, ok := n.X.(*ast.Ident); ok && of.Name == "state" && !own {
					name = n.Sel.Name
				}
				if own { // a type of another package
					return false
				}
			case *ast.Ident:
				if own {
					name = n.Name
				}
			}
			if holders[name] == nil {
				holders[name] = map[string]bool{}
			}
			holders[name][by] = true
			return true
		})
	}
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		if filepath.Dir(path) != filepath.Join("..", "state") {
			held(path, file, false)
			return nil
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.TypeSpec)
			if !ok {
				return true
			}
			if s, ok := spec.Type.(*ast.StructType); ok {
				structs[spec.Name.Name] = s
				for _, f := range s.Fields.List {
					held(spec.Name.Name, f.Type, true)
				}
			}
			return true
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var count func(name string) (own, all int)
	count = func(name string) (own, all int) {
		for _, f := range structs[name].Fields.List {
			n, each := max(1, len(f.Names)), 1
			ast.Inspect(f.Type, func(x ast.Node) bool {
				id, ok := x.(*ast.Ident)
				if ok && structs[id.Name] != nil && len(holders[id.Name]) == 1 {
					_, each = count(id.Name)
				}
				_, selected := x.(*ast.SelectorExpr) // of another package
				return !selected
			})
			own, all = own+n, all+n*each
			if each > 1 {
				t.Logf("%s.%v counts %d", name, f.Names, n*each)
			}
		}
		return own, all
	}
	if own, all := count("State"); own > mostFields || all > mostInAll || own < mostFields/2 {
		t.Errorf("State has %d fields, %d members in all; the bounds are %d and %d", own, all, mostFields, mostInAll)
	} else {
		t.Logf("%d fields, %d members in all", own, all)
	}
}
