// This file tests the page with another version of Go.

package test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/version"
	"os"
	"os/exec"
	"path/filepath"

	"sheafscope/web/tool/build"
	"sheafscope/web/tool/shell"
)

// WithGo builds the page with another version of Go and tests the results that depend on the version: shrunk programs, traces of runs,
// sizes, and the first picture of the page. All four tests run even if one fails. number is the version without the prefix go, such as
// "1.27.3". If the machine does not have this version, Go downloads it.
func WithGo(ctx context.Context, number string) error {
	name := "go" + number
	if !version.IsValid(name) {
		return fmt.Errorf("test: %q is no version of Go; write --go 1.27.3", number)
	}
	if err := os.Setenv("GOTOOLCHAIN", name); err != nil { // every command go that follows is this version
		return err
	}
	golang, err := shell.FindGo(ctx)
	if err != nil {
		return fmt.Errorf("test: %w; Go fetches %s from the network unless it is there", err, name)
	}
	if err := build.Page(ctx, build.Quick, ""); err != nil { // "": without copies of data sets
		return err
	}
	if err := installChrome(ctx); err != nil {
		return err
	}
	return errors.Join(
		shell.Command(ctx, nil, "go", "test", "-count=1", "./web/tool/shrink"),
		sameTraces(ctx, golang),
		checkSize(ctx, golang),
		shell.Command(ctx, nil, "go", "test", "-count=1", "-tags=e2e", "-run=^TestFirstPicture$", "./web/e2e"))
}

// traced lists the runs whose traces are compared between versions of Go. A row has the arguments of sgpc.
var traced = [][]string{
	{"trace", "-graph", "karate", "-epochs", "5"},
	{"trace", "-graph", "../shared/datasets/texas", "-epochs", "2"},
}

// sameTraces returns an error if a trace of the shrunk sgpc differs between two versions of Go: golang.Version and the version in go.mod.
func sameTraces(ctx context.Context, golang shell.Go) error {
	projectVersion, err := shell.ProjectVersion("go.mod")
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "traces-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	projectTraces, err := traces(ctx, dir, projectVersion)
	if err != nil {
		return err
	}
	otherTraces, err := traces(ctx, dir, golang.Version)
	if err != nil {
		return err
	}
	for k, args := range traced {
		if !bytes.Equal(projectTraces[k], otherTraces[k]) {
			err = errors.Join(err, fmt.Errorf("sgpc %v differs between %s and %s", args, projectVersion, golang.Version))
		}
	}
	return err
}

// traces compiles sgpc for wasm with a version of Go to a file in dir, and shrinks the program. Then it runs the program in Node, with the
// SIMD companion of core/linalg, for each row of traced. It returns the standard output of each run, in the order of traced. An empty
// output is an error.
func traces(ctx context.Context, dir, goVersion string) (printed [][]byte, err error) {
	program, toolchain := filepath.Join(dir, goVersion+".wasm"), "GOTOOLCHAIN="+goVersion
	wasm := []string{toolchain, "GOOS=js", "GOARCH=wasm"}
	if err := errors.Join(
		shell.Command(ctx, wasm, "go", "build", "-tags=kern,commands", "-ldflags=-s -w", "-o", program, "./core/cmd/sgpc"),
		build.Shrink(program, "", goVersion)); err != nil {
		return nil, err
	}
	for _, args := range traced {
		cmd := exec.CommandContext(ctx, "node", append([]string{build.KernelDir + "/run.mjs", program}, args...)...)
		cmd.Env, cmd.Stderr = append(shell.SmallEnv(), toolchain), os.Stderr
		out, err := cmd.Output()
		if err != nil || len(out) == 0 { // two empty outputs would be equal
			return nil, fmt.Errorf("sgpc %v printed %d bytes, error %v", args, len(out), err)
		}
		printed = append(printed, out)
	}
	return printed, nil
}
