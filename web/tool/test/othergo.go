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

// WithGo builds the page with another version of Go, such as "1.27.3", and tests the results that depend on the version: shrunk programs,
// traces of runs, sizes and the first picture. Go fetches an absent version from the network.
func WithGo(ctx context.Context, number string) error {
	name := "go" + number
	if !version.IsValid(name) {
		return fmt.Errorf("test: %q is no version of Go; write --go 1.27.3", number)
	}
	if err := os.Setenv("GOTOOLCHAIN", name); err != nil {
		return err
	}
	env, err := shell.FindGo(ctx)
	if err != nil {
		return fmt.Errorf("test: %w; Go fetches %s from the network unless it is there", err, name)
	}
	if err := build.Page(ctx, build.Quick, ""); err != nil {
		return err
	}
	if err := installChrome(ctx); err != nil {
		return err
	}
	return errors.Join(
		shell.Command(ctx, nil, "go", "test", "-count=1", "./web/tool/shrink"),
		sameTraces(ctx, env),
		checkSize(ctx, env),
		shell.Command(ctx, nil, "go", "test", "-count=1", "-tags=e2e", "-run=^TestFirstPicture$", "./web/e2e"))
}

// traced has the arguments of sgpc for the traces that are compared between versions of Go.
var traced = [][]string{
	{"trace", "-graph", "karate", "-epochs", "5"},
	{"trace", "-graph", "../shared/datasets/texas", "-epochs", "2"},
}

// sameTraces returns an error if a trace of the shrunk sgpc differs between env.Version and the version of Go of the project.
func sameTraces(ctx context.Context, env shell.Go) error {
	own, err := shell.ProjectVersion("go.mod")
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "traces-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	var printed [2][][]byte // output for each row of traced, by version
	for k, goVersion := range []string{own, env.Version} {
		printed[k], err = traces(ctx, dir, goVersion)
		if err != nil {
			return err
		}
	}
	for k, args := range traced {
		if !bytes.Equal(printed[0][k], printed[1][k]) {
			err = errors.Join(err, fmt.Errorf("sgpc %v differs between %s and %s", args, own, env.Version))
		}
	}
	return err
}

// traces compiles and shrinks sgpc with a version of Go. It returns the output of sgpc for each row of traced, in Node with the companion.
func traces(ctx context.Context, dir, goVersion string) (printed [][]byte, err error) {
	program, toolchain := filepath.Join(dir, goVersion+".wasm"), "GOTOOLCHAIN="+goVersion
	if err := errors.Join(
		shell.Command(ctx, []string{toolchain, "GOOS=js", "GOARCH=wasm"}, "go", "build", "-tags=kern", "-ldflags=-s -w", "-o", program,
			"./core/cmd/sgpc"),
		build.Shrink(program, "", goVersion)); err != nil {
		return nil, err
	}
	for _, args := range traced {
		cmd := exec.CommandContext(ctx, "node", append([]string{build.KernelDir + "/run.mjs", program}, args...)...)
		cmd.Env, cmd.Stderr = append(shell.SmallEnv(), toolchain), os.Stderr
		out, err := cmd.Output()
		if err != nil || len(out) == 0 {
			return nil, fmt.Errorf("sgpc %v printed %d bytes: %w", args, len(out), err)
		}
		printed = append(printed, out)
	}
	return printed, nil
}
