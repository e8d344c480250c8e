package test

import (
	"strings"
	"testing"
)

// A function is dead if it is unreached on each system that compiles its file.
func TestDeadOnEverySystem(t *testing.T) {
	native := reach{files: []string{"core/a.go", "core/b.go"},
		dead: []string{"core/a.go:1:6: a.Page", "core/a.go:2:6: a.Dead", "core/a.go:3:6: a.Kept", "core/b.go:4:6: b.T.Alone"}}
	page := reach{files: []string{"core/a.go", "core/c_js.go"},
		dead: []string{"core/a.go:2:6: a.Dead", "core/a.go:3:6: a.Kept", "core/a.go:9:6: a.Native", "core/c_js.go:5:6: c.Browser"}}
	err := compareUnreached(native, page, map[string]string{"a.Kept": "a reason", "a.Gone": "another"})
	if err == nil {
		t.Fatal("nothing is found")
	}
	for text, want := range map[string]bool{"core/a.go:2:6: a.Dead": true, "b.T.Alone": true, "c.Browser": true, "a.Gone": true,
		"a.Kept": false, "a.Page": false, "a.Native": false} {
		if strings.Contains(err.Error(), text) != want {
			t.Errorf("%s is named: %v, in %v", text, !want, err)
		}
	}
	if err := compareUnreached(reach{}, reach{}, nil); err != nil {
		t.Error(err)
	}
}
