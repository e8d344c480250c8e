package build

import (
	"context"
	"fmt"
	"os"
	"os/exec"

	"sheafscope/web/tool/shell"
)

// Effort says how hard the build compresses.
type Effort int

const (
	Quick   Effort = 5  // brotli quality for serve and test: a second instead of half a minute
	Release Effort = 11 // brotli quality for build
)

// Compress writes a .br and a .gz beside every file of a folder that gains by
// it. Results are kept by content in .build/compressed, so that unchanged
// files cost nothing. Go's standard library has no brotli; Node's has.
func Compress(ctx context.Context, folder string, e Effort) error {
	cmd := exec.CommandContext(ctx, "node", "assets/build/compress.mjs", folder, shell.Work+"/compressed", fmt.Sprint(int(e)))
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("compress: %w", err)
	}
	return nil
}
