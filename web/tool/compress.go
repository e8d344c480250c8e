package main

import (
	"context"
	"fmt"
	"os"
	"os/exec"

	"sheafscope/web/tool/disk"
)

// compress writes a .br and a .gz beside every file of a folder that gains by
// it. Results are kept by content in .build/compressed, so that unchanged
// files cost nothing. Go's standard library has no brotli; Node's has.
func compress(ctx context.Context, folder string, e effort) error {
	cmd := exec.CommandContext(ctx, "node", "assets/build/compress.mjs", folder, disk.Work+"/compressed", fmt.Sprint(int(e)))
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("compress: %w", err)
	}
	return nil
}
