// This file finds the Go toolchain with its version and folders. It also has the environment of programs in wasm.

package shell

import (
	"context"
	"errors"
	"fmt"
	"go/version"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

// Go describes the Go toolchain that the command go uses in this folder.
type Go struct {
	Version string // such as go1.26.8
	Root    string // GOROOT, the folder of the toolchain
	VuguDir string // folder of the module github.com/vugu/vugu
}

// FindGo returns the toolchain of this folder. It downloads the modules of the project if the machine does not have the module of Vugu,
// the framework of the page. FindGo returns an error if the command go fails, or if the module is missing even after the download.
func FindGo(ctx context.Context) (Go, error) {
	var t Go
	cmd := exec.CommandContext(ctx, "go", "env", "GOVERSION", "GOROOT")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return t, fmt.Errorf("go env: %w", err)
	}
	t.Version, t.Root, _ = strings.Cut(strings.TrimSpace(string(out)), "\n") // go env prints one value per line
	// findVugu sets VuguDir. The command go prints an empty line if the machine does not have the module.
	findVugu := func() error {
		cmd := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/vugu/vugu")
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		t.VuguDir = strings.TrimSpace(string(out))
		if err != nil {
			return fmt.Errorf("go list: %w", err)
		}
		return nil
	}
	err = findVugu()
	if err == nil && t.VuguDir == "" {
		err = Command(ctx, nil, "go", "mod", "download")
		if err == nil {
			err = findVugu()
		}
	}
	if err == nil && t.VuguDir == "" {
		err = errors.New("missing after the download of all modules")
	}
	if err != nil {
		return t, fmt.Errorf("module github.com/vugu/vugu: %w", err)
	}
	return t, nil
}

// WasmExec returns the path of Go's script that runs a wasm program in a JavaScript engine.
func (t Go) WasmExec() string { return filepath.Join(t.Root, "lib", "wasm", "wasm_exec.js") }

// SmallEnv returns those variables of the environment, in the form "NAME=value", that Go needs on Unix: settings such as GOFLAGS, and the
// folders of programs, caches and temporary files. A program in wasm does not start if its arguments and its environment together exceed
// 8 kB (wasm_exec.js).
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

// toolchainLine matches the line of a go.mod that names the toolchain.
var toolchainLine = regexp.MustCompile(`(?m)^toolchain (go\S+)$`)

// ProjectVersion returns the version of Go with which the project is built and measured. It reads the version from the toolchain line of
// file, a go.mod. It returns an error if the file cannot be read or has no such line.
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
