package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestCheckLines(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a.go")
	for _, c := range []struct{ text, want string }{
		{"", ""},
		{"package a\n", ""},
		{strings.Repeat("é", 140) + "\n" + strings.Repeat("x", 140), ""},
		{"a\n" + strings.Repeat("é", 141) + "\nb\n", "a.go:2 has 141 characters"},
		{"a\n\t" + strings.Repeat("x", 140), "a.go:2 has 141 characters"},
	} {
		if err := os.WriteFile(name, []byte(c.text), 0o666); err != nil {
			t.Fatal(err)
		}
		err := checkLines(name)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
			t.Errorf("%.20q gives %v, want %q", c.text, err, c.want)
		}
	}
}
