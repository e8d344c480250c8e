package check

import (
	"context"
	"errors"
	"fmt"
	"go/version"
	"os"
	"path/filepath"

	"sheafscope/web/tool/disk"
	"sheafscope/web/tool/gotool"
	"sheafscope/web/tool/pack"
)

// transferLimit is what the page's program may take as it travels (brotli 11), in bytes,
// when the project's own version of Go made it; programs of another may be a twentieth larger.
const transferLimit = 1_380_000

// Size fails when the page's program in dist/ has outgrown its limit. It compresses as a
// release does, whatever dist/ was built for.
func Size(ctx context.Context, env gotool.Tool) error {
	own, err := gotool.ProjectVersion("go.mod")
	if err != nil {
		return err
	}
	dir, err := os.MkdirTemp("", "size-*")
	if err != nil {
		return err
	}
	defer func() { _ = os.RemoveAll(dir) }()
	const name = "sheafscope.wasm"
	if err := errors.Join(disk.Copy(filepath.Join(dir, name), filepath.Join(disk.Dist, name)),
		pack.Compress(ctx, dir, pack.Release)); err != nil {
		return err
	}
	return checkTransfer(filepath.Join(dir, name+".br"), limitFor(env.Version, own))
}

// limitFor is the limit of programs that a version of Go made.
func limitFor(made, own string) int64 {
	if version.Lang(made) == version.Lang(own) {
		return transferLimit
	}
	return transferLimit + transferLimit/20
}

// checkTransfer fails when a compressed program is larger than its limit, or missing.
func checkTransfer(file string, limit int64) error {
	info, err := os.Stat(file)
	if err != nil {
		return fmt.Errorf("size: %w", err)
	}
	if info.Size() > limit {
		return fmt.Errorf("size: %s has %d bytes and the limit is %d; find what came in with `go tool nm -size -sort size`, and let the"+
			" program for files do what the first view does not need", file, info.Size(), limit)
	}
	return nil
}
