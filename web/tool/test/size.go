// This file limits the compressed sizes of the page's programs.

package test

import (
	"context"
	"errors"
	"fmt"
	"go/version"
	"os"
	"path/filepath"

	"sheafscope/web/tool/build"
	"sheafscope/web/tool/shell"
)

// transferLimits has the largest allowed size of each program in bytes, compressed by brotli at level 11. The limits hold for the version
// of Go in go.mod. For other versions see limitFor.
var transferLimits = map[string]int64{"sheafscope.wasm": 1_420_000, "files.wasm": 856_000, "course.wasm": 820_000}

// checkSize returns an error that names each program in dist/ above its limit, or an error if a program is missing. golang is the Go that
// compiled the programs. checkSize compresses them again for release, since dist/ can be a quick build with weaker compression.
func checkSize(ctx context.Context, golang shell.Go) error {
	projectVersion, err := shell.ProjectVersion("go.mod")
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "size-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	for name := range transferLimits {
		if err := shell.Copy(filepath.Join(dir, name), filepath.Join(shell.Dist, name)); err != nil {
			return err
		}
	}
	if err := build.Compress(ctx, dir, build.Release); err != nil {
		return err
	}
	var errs []error
	for name, limit := range transferLimits {
		errs = append(errs, checkTransfer(filepath.Join(dir, name+".br"), limitFor(limit, golang.Version, projectVersion)))
	}
	return errors.Join(errs...)
}

// limitFor returns the limit of a program in bytes. compiler is the version of Go that has compiled the program, such as "go1.26.3". limit
// is the limit for projectVersion, the version in go.mod. A program of another language version, such as go1.27 instead of go1.26, may be a
// twentieth larger: its compiler and its standard library differ.
func limitFor(limit int64, compiler, projectVersion string) int64 {
	if version.Lang(compiler) == version.Lang(projectVersion) {
		return limit
	}
	return limit + limit/20
}

// checkTransfer returns an error if a compressed program is missing or larger than its limit in bytes.
func checkTransfer(file string, limit int64) error {
	info, err := os.Stat(file)
	if err != nil {
		return fmt.Errorf("size: %w", err)
	}
	if info.Size() > limit {
		return fmt.Errorf("size: %s has %d bytes and the limit is %d; move code that the first view does not need to "+
			"the program for files", file, info.Size(), limit)
	}
	return nil
}
