// This file compresses the files in dist/, so that a server need not compress them at each request.

package build

import (
	"context"
	"fmt"
	"os"
	"os/exec"

	"sheafscope/web/tool/shell"
)

// Effort is the quality of the compression by brotli, from 0 to 11.
type Effort int

const (
	Quick   Effort = 5  // for --quick, and for commands that need the page on this machine, such as test; it takes a second
	Release Effort = 11 // in all other cases; it takes half a minute
)

// Compress compresses the texts and programs in a folder, except files below 512 bytes, for which the saving is too small. Beside each file
// it writes a .br and a .gz file, each only if it is smaller than the file. .build/compressed caches the results by content and effort.
// Node does the work, because Go's standard library has no brotli.
func Compress(ctx context.Context, folder string, e Effort) error {
	cmd := exec.CommandContext(ctx, "node", "assets/build/compress.mjs", folder, shell.Work+"/compressed", fmt.Sprint(int(e)))
	cmd.Stdout, cmd.Stderr = os.Stderr, os.Stderr
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("compress: %w", err)
	}
	return nil
}
