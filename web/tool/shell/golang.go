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

// Go describes the Go toolchain of this folder.
type Go struct {
	Version string // such as go1.26.8
	Root    string // GOROOT
	VuguDir string // folder of the module github.com/vugu/vugu
}

// FindGo returns the toolchain of this folder. If Vugu is not in the module cache, FindGo downloads the modules.
func FindGo(ctx context.Context) (Go, error) {
	var t Go
	cmd := exec.CommandContext(ctx, "go", "env", "GOVERSION", "GOROOT")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return t, fmt.Errorf("go env: %w", err)
	}
	t.Version, t.Root, _ = strings.Cut(strings.TrimSpace(string(out)), "\n")
	// find sets t.VuguDir, to "" if Vugu is not in the module cache.
	find := func() error {
		cmd := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/vugu/vugu")
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		t.VuguDir = strings.TrimSpace(string(out))
		return err
	}
	err = find()
	if err == nil && t.VuguDir == "" {
		// The modules have not been downloaded to this machine.
		err = Command(ctx, nil, "go", "mod", "download")
		if err == nil {
			err = find()
		}
	}
	if err != nil || t.VuguDir == "" {
		return t, fmt.Errorf("the module github.com/vugu/vugu is missing, and its download failed: %v", err)
	}
	return t, nil
}

// WasmExec returns the path of Go's script that runs a program in JavaScript.
func (t Go) WasmExec() string { return filepath.Join(t.Root, "lib", "wasm", "wasm_exec.js") }

// SmallEnv returns the variables of the environment that Go needs. A program in wasm does not start if arguments and environment exceed
// 8 kB together (wasm_exec.js).
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

// toolchainLine matches the toolchain of a go.mod.
var toolchainLine = regexp.MustCompile(`(?m)^toolchain (go\S+)$`)

// ProjectVersion returns the version of Go by which the project is built and measured, from the toolchain line of a go.mod.
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
