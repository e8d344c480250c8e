package shell

import (
	"context"
	"fmt"
	"go/version"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// Go is what the build must know of the Go installation.
type Go struct {
	Version string
	Root    string
	VuguDir string // folder of the vugu module
}

// FindGo finds the Go that runs in this folder, and the module of Vugu, which it fetches when it is not there.
func FindGo(ctx context.Context) (Go, error) {
	var t Go
	cmd := exec.CommandContext(ctx, "go", "env", "GOVERSION", "GOROOT")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return t, fmt.Errorf("go env: %w", err)
	}
	t.Version, t.Root, _ = strings.Cut(strings.TrimSpace(string(out)), "\n")
	find := func() error {
		cmd := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/vugu/vugu")
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		t.VuguDir = strings.TrimSpace(string(out))
		return err
	}
	err = find()
	if err == nil && t.VuguDir == "" {
		// The modules are not on this machine yet.
		if err = Command(ctx, nil, "go", "mod", "download"); err == nil {
			err = find()
		}
	}
	if err != nil || t.VuguDir == "" {
		return t, fmt.Errorf("cannot find the vugu module: %v; is the network there?", err)
	}
	return t, nil
}

// WasmExec is the script with which Go's programs start in JavaScript.
func (t Go) WasmExec() string { return filepath.Join(t.Root, "lib", "wasm", "wasm_exec.js") }

// SmallEnv is the part of the environment that Go needs: a program in wasm
// gets at most a few kilobytes of it and refuses to start with more.
func SmallEnv() []string {
	var list []string
	for _, e := range os.Environ() {
		name, _, _ := strings.Cut(e, "=")
		switch {
		case strings.HasPrefix(name, "GO"), strings.HasPrefix(name, "XDG_"),
			name == "PATH", name == "HOME", name == "TMPDIR", name == "TMP":
			list = append(list, e)
		}
	}
	return list
}

var toolchainLine = regexp.MustCompile(`(?m)^toolchain (go\S+)$`)

// ProjectVersion is the version of Go that the project is built and measured with, as go.mod names it.
func ProjectVersion(file string) (string, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return "", err
	}
	m := toolchainLine.FindSubmatch(data)
	if m == nil || !version.IsValid(string(m[1])) {
		return "", fmt.Errorf("%s has no line \"toolchain go1.2.3\" with the version of Go that the project is measured with", file)
	}
	return string(m[1]), nil
}
