package test

import (
	"strings"
	"testing"
)

// A function is dead if it is unreached on each system that compiles its file: natively, in the page, or on both. A dead function with a
// reason may stay. The error names the other dead functions, and each reason for a function that is not dead.
func TestDeadOnEverySystem(t *testing.T) {
	// dead has the functions that one system compiles and does not reach.
	native := reach{files: []string{"core/a.go", "core/b.go"},
		dead: []string{"core/a.go:1:6: a.Page", "core/a.go:2:6: a.Dead", "core/a.go:3:6: a.Kept", "core/b.go:4:6: b.T.Alone"}}
	page := reach{files: []string{"core/a.go", "core/c_js.go"},
		dead: []string{"core/a.go:2:6: a.Dead", "core/a.go:3:6: a.Kept", "core/a.go:9:6: a.Native", "core/c_js.go:5:6: c.Browser"}}
	err := compareUnreached(native, page, map[string]string{"a.Kept": "a reason", "a.Gone": "another"})
	if err == nil {
		t.Fatal("no dead function is found, want three")
	}
	for text, want := range map[string]bool{"core/a.go:2:6: a.Dead": true, "b.T.Alone": true, "c.Browser": true, "a.Gone": true,
		"a.Kept": false, "a.Page": false, "a.Native": false} {
		if strings.Contains(err.Error(), text) != want {
			t.Errorf("%s is named: %v, want %v, in %v", text, !want, want, err)
		}
	}
	if err := compareUnreached(reach{}, reach{}, nil); err != nil {
		t.Errorf("no functions give the error %v", err)
	}
}
