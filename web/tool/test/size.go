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

// transferLimits has the largest allowed size of each program in bytes, compressed by brotli 11. It holds for the version of Go of the
// project; programs of another version may be a twentieth larger.
var transferLimits = map[string]int64{"sheafscope.wasm": 1_420_000, "files.wasm": 871_000, "course.wasm": 820_000}

// checkSize returns an error for each program in dist/ that exceeds its limit. It compresses the programs again for release, since dist/
// can be a quick build.
func checkSize(ctx context.Context, env shell.Go) error {
	own, err := shell.ProjectVersion("go.mod")
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
		errs = append(errs, checkTransfer(filepath.Join(dir, name+".br"), limitFor(limit, env.Version, own)))
	}
	return errors.Join(errs...)
}

// limitFor returns the limit of a program that is compiled by the version used of Go. limit is the limit for own, the version of the
// project.
func limitFor(limit int64, used, own string) int64 {
	if version.Lang(used) == version.Lang(own) {
		return limit
	}
	return limit + limit/20
}

// checkTransfer returns an error for a compressed program that is missing or larger than its limit.
func checkTransfer(file string, limit int64) error {
	info, err := os.Stat(file)
	if err != nil {
		return fmt.Errorf("size: %w", err)
	}
	if info.Size() > limit {
		return fmt.Errorf("size: %s has %d bytes and the limit is %d; find the new functions with `go tool nm -size -sort size`, and move "+
			"code that the first view does not need to the program for files", file, info.Size(), limit)
	}
	return nil
}
