package build

import (
	"context"
	"fmt"
	"os"
	"os/exec"

	"sheafscope/web/tool/shell"
)

// Effort is the brotli quality of the build, from 0 to 11.
type Effort int

const (
	Quick   Effort = 5  // quality for serve and test; compression takes a second instead of half a minute
	Release Effort = 11 // quality for build
)

// Compress writes a .br and a .gz file beside every file of a folder that shrinks by compression. Results are cached by content in
// .build/compressed. Node compresses, because Go's standard library has no brotli.
func Compress(ctx context.Context, folder string, e Effort) error {
	cmd := exec.CommandContext(ctx, "node", "assets/build/compress.mjs", folder, shell.Work+"/compressed", fmt.Sprint(int(e)))
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("compress: %w", err)
	}
	return nil
}
