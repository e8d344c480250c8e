package shell

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// ProjectVersion returns the version of the toolchain line, and an error for a go.mod without this line.
func TestProjectVersionIsTheToolchain(t *testing.T) {
	if own, err := ProjectVersion("../../../go.mod"); err != nil || !strings.HasPrefix(own, "go1.") {
		t.Errorf("%q, %v", own, err)
	}
	file := filepath.Join(t.TempDir(), "go.mod")
	for text, want := range map[string]string{"module m\n\ngo 1.26.0\n\ntoolchain go1.26.8\n": "go1.26.8", "module m\n\ngo 1.26.0\n": "",
		"toolchain goose\n": ""} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if got, err := ProjectVersion(file); got != want || (err == nil) != (want != "") {
			t.Errorf("%q gave %q, %v", text, got, err)
		}
	}
}
