package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// goTool is what the build must know of the Go installation.
type goTool struct {
	version string
	root    string
	vuguDir string // folder of the vugu module
}

func goEnv(ctx context.Context) (goTool, error) {
	var t goTool
	cmd := exec.CommandContext(ctx, "go", "env", "GOVERSION", "GOROOT")
	cmd.Stderr = os.Stderr
	out, err := cmd.Output()
	if err != nil {
		return t, fmt.Errorf("go env: %w", err)
	}
	t.version, t.root, _ = strings.Cut(strings.TrimSpace(string(out)), "\n")
	find := func() error {
		cmd := exec.CommandContext(ctx, "go", "list", "-m", "-f", "{{.Dir}}", "github.com/vugu/vugu")
		cmd.Stderr = os.Stderr
		out, err := cmd.Output()
		t.vuguDir = strings.TrimSpace(string(out))
		return err
	}
	err = find()
	if err == nil && t.vuguDir == "" {
		// The modules are not on this machine yet.
		if err = command(ctx, nil, "go", "mod", "download"); err == nil {
			err = find()
		}
	}
	if err != nil || t.vuguDir == "" {
		return t, fmt.Errorf("cannot find the vugu module: %v; is the network there?", err)
	}
	return t, nil
}

func (t goTool) wasmExec() string { return filepath.Join(t.root, "lib", "wasm", "wasm_exec.js") }
