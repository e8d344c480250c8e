package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"
)

// compress writes a .br and a .gz beside every file of dist/ that gains by
// it. Results are kept by content in .build/compressed, so that unchanged
// files cost nothing. Go's standard library has no brotli; Node's has.
func compress(ctx context.Context, e effort) error {
	cmd := exec.CommandContext(ctx, "node", "assets/build/compress.mjs", distDir, workDir+"/compressed", fmt.Sprint(int(e)))
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("compress: %w", err)
	}
	return checkTransfer(distDir+"/sheafscope.wasm.br", e)
}

// transferLimit is what the page's program may take as it travels, in bytes. Brotli
// of quality 5 leaves about 1.2 times what quality 11 does of such a program.
var transferLimit = map[effort]int64{release: 1_200_000, quick: 1_440_000}

// checkTransfer fails when a compressed program has outgrown its limit.
func checkTransfer(file string, e effort) error {
	info, err := os.Stat(file)
	if err != nil {
		return fmt.Errorf("compress: %w", err)
	}
	if limit := transferLimit[e]; info.Size() > limit {
		return fmt.Errorf("compress: %s has %d bytes and the limit is %d; find what came in with `go tool nm -size -sort size`, and let the"+
			" program for files do what the first view does not need", file, info.Size(), limit)
	}
	return nil
}
