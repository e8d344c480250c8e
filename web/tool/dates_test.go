package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// timeAllowed has the names of package time that the page's programs may use. The build removes functions that parse or format dates
// (web/tool/build/unused.go).
var timeAllowed = map[string]bool{
	"Now": true, "Since": true, "Until": true, "Sleep": true, "After": true, "AfterFunc": true, "NewTimer": true, "NewTicker": true,
	"Tick": true,
	"Time": true, "Unix": true, "Duration": true, "Timer": true, "Ticker": true, "Nanosecond": true, "Microsecond": true,
	"Millisecond": true, "Second": true, "Minute": true,
}

// nameOfTime returns the name by which a file imports package time, "" without an import.
func nameOfTime(f *ast.File) string {
	name := ""
	for _, i := range f.Imports {
		if i.Path.Value == `"time"` {
			name = "time"
			if i.Name != nil {
				name = i.Name.Name
			}
		}
	}
	return name
}

// The code of the page's programs uses only names of package time that timeAllowed has. In files that import package time, it calls no
// method Format or AppendFormat of the result of a call, such as time.Now().Format. The build replaces the functions for dates by traps;
// a call would stop the program.
func TestNoDates(t *testing.T) {
	root := filepath.Join("..", "..")
	used := 0
	for _, dir := range []string{"core", "wasm", "web", "assets"} {
		err := filepath.WalkDir(filepath.Join(root, dir), func(path string, d os.DirEntry, err error) error {
			rel, _ := filepath.Rel(root, path)
			switch rel = filepath.ToSlash(rel); {
			case err != nil:
				return err
			case d.IsDir() && (rel == "core/cmd" || rel == "core/study" || rel == "web/tool" || rel == "web/e2e"):
				return filepath.SkipDir // these folders are not part of the page's programs
			case !strings.HasSuffix(rel, ".go") || strings.HasSuffix(rel, "_test.go"):
				return nil
			}
			files := token.NewFileSet()
			f, err := parser.ParseFile(files, path, nil, 0)
			if err != nil {
				return err
			}
			name := nameOfTime(f)
			if name == "" { // such a file cannot name a function of package time
				return nil
			}
			ast.Inspect(f, func(n ast.Node) bool {
				s, ok := n.(*ast.SelectorExpr)
				if !ok {
					return true
				}
				// An identifier without an object is a package, not a variable of the same name.
				if x, ok := s.X.(*ast.Ident); ok && x.Name == name && x.Obj == nil {
					used++
					if !timeAllowed[s.Sel.Name] {
						t.Errorf("%s: time.%s: dates are not part of the page (web/tool/build/unused.go)", files.Position(n.Pos()), s.Sel.Name)
					}
					return true
				}
				_, isOfCall := s.X.(*ast.CallExpr)
				if isOfCall && (s.Sel.Name == "Format" || s.Sel.Name == "AppendFormat") {
					t.Errorf("%s may format a time: dates are not part of the page (web/tool/build/unused.go)", files.Position(n.Pos()))
				}
				return true
			})
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if used == 0 {
		t.Error("no use of package time was found: the test reads the wrong files")
	}
}
