package shell

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// ProjectVersion returns the version of the toolchain line. A go.mod without this line is an error, and so is a toolchain that is no
// version of Go, such as goose.
func TestProjectVersionIsTheToolchain(t *testing.T) {
	if projectVersion, err := ProjectVersion("../../../go.mod"); err != nil || !strings.HasPrefix(projectVersion, "go1.") {
		t.Errorf("the version of this project is %q, error %v; want one of Go", projectVersion, err)
	}
	file := filepath.Join(t.TempDir(), "go.mod")
	// An empty version means an error.
	for text, want := range map[string]string{
		"module m\n\ngo 1.26.0\n\ntoolchain go1.26.8\n": "go1.26.8",
		"module m\n\ngo 1.26.0\n":                       "",
		"toolchain goose\n":                             "",
	} {
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		got, err := ProjectVersion(file)
		if want == "" && err == nil {
			t.Errorf("%q gives no error", text)
		}
		if want != "" && err != nil {
			t.Errorf("%q gives the error %v", text, err)
		}
		if got != want {
			t.Errorf("%q gives the version %q, want %q", text, got, want)
		}
	}
}

// In a module that does not require Vugu, nothing is downloaded. The error of FindGo names the command that fails, go list.
func TestErrorNamesFailedCommand(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("go.mod", []byte("module m\n\ngo 1.26\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := FindGo(t.Context())
	if err == nil || !strings.Contains(err.Error(), "go list") || strings.Contains(err.Error(), "download") {
		t.Errorf("the error is %v, want one of go list, without a download", err)
	}
}
