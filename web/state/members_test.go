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
	mostFields   = 23 // own fields of State
	mostInAll    = 50 // with the fields of structs that State alone holds, at any depth
	mostPromoted = 51 // with the fields of embedded structs, as reflect counts them
)

// State has at most mostPromoted fields, including the fields of embedded structs.
func TestPromotedFields(t *testing.T) {
	if n := len(reflect.VisibleFields(reflect.TypeFor[state.State]())); n > mostPromoted {
		t.Errorf("State has %d fields with those of embedded structs; the bound is %d", n, mostPromoted)
	}
}

// State has at most mostFields own fields. With the fields of structs that State alone holds it has at most mostInAll. Such a struct
// belongs to package state, is the type of a field in one struct only, and is named in no other package under web. The lower bound
// mostFields/2 checks that the sources were read.
func TestStateHasFewMembers(t *testing.T) {
	types := newStructTypes()
	err := filepath.WalkDir("..", func(path string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go") {
			return err
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, 0)
		if err != nil {
			return err
		}
		if filepath.Dir(path) == filepath.Join("..", "state") {
			types.addStructs(file)
		} else {
			types.addUses(path, file)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if own, all := types.count(t, "State"); own > mostFields || all > mostInAll || own < mostFields/2 {
		t.Errorf("State has %d own fields, want %d to %d; in all it has %d, want at most %d", own, mostFields/2, mostFields, all, mostInAll)
	} else {
		t.Logf("%d fields, %d members in all", own, all)
	}
}

// structTypes are the struct types of package state, by name, and the holders of each type, by name: the structs with a field of the type,
// and the files outside the package that name the type.
type structTypes struct {
	structs map[string]*ast.StructType
	holders map[string]map[string]bool
}

// newStructTypes returns an empty collection.
func newStructTypes() *structTypes {
	return &structTypes{structs: map[string]*ast.StructType{}, holders: map[string]map[string]bool{}}
}

// addHolder adds a struct or a file to the holders of a type.
func (c *structTypes) addHolder(typeName, holder string) {
	if c.holders[typeName] == nil {
		c.holders[typeName] = map[string]bool{}
	}
	c.holders[typeName][holder] = true
}

// addStructs adds the struct types of a file of package state. Each is a holder of the types of its fields.
func (c *structTypes) addStructs(file *ast.File) {
	ast.Inspect(file, func(n ast.Node) bool {
		spec, ok := n.(*ast.TypeSpec)
		if !ok {
			return true
		}
		if s, ok := spec.Type.(*ast.StructType); ok {
			c.structs[spec.Name.Name] = s
			for _, f := range s.Fields.List {
				inspectOwnNames(f.Type, func(name string) { c.addHolder(name, spec.Name.Name) })
			}
		}
		return true
	})
}

// addUses adds the file at a path outside the package as a holder of each state.NAME that it names.
func (c *structTypes) addUses(path string, file *ast.File) {
	ast.Inspect(file, func(n ast.Node) bool {
		if selector, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := selector.X.(*ast.Ident); ok && x.Name == "state" {
				c.addHolder(selector.Sel.Name, path)
			}
		}
		return true
	})
}

// count returns the number of own fields of a struct type, and that number with the fields of the structs which it alone holds, at any
// depth. A line of the struct with several names counts once for each name.
func (c *structTypes) count(t *testing.T, name string) (own, all int) {
	for _, f := range c.structs[name].Fields.List {
		names, members := max(1, len(f.Names)), 1 // an embedded field has no name and counts as one
		inspectOwnNames(f.Type, func(typeName string) {
			if c.structs[typeName] != nil && len(c.holders[typeName]) == 1 {
				_, members = c.count(t, typeName)
			}
		})
		own, all = own+names, all+names*members
		if members > 1 {
			t.Logf("%s.%v counts %d", name, f.Names, names*members)
		}
	}
	return own, all
}

// inspectOwnNames calls f with each identifier in the expression of a type, except those in a type of another package, as in proto.Report.
func inspectOwnNames(expression ast.Expr, f func(name string)) {
	ast.Inspect(expression, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			f(id.Name)
		}
		_, ofOtherPackage := n.(*ast.SelectorExpr)
		return !ofOtherPackage
	})
}
