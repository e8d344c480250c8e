package check

import (
	"context"
	"errors"
	"path/filepath"

	"sheafscope/web/tool/disk"
	"sheafscope/web/tool/guard"
)

// Static looks for code that does nothing, is never used or is wrong, as
// the page and as any other program sees it, and for what no program reaches.
func Static(ctx context.Context, wasm []string) error {
	program := filepath.Join(disk.Work, "staticcheck")
	if err := guard.Command(ctx, nil, "go", "build", "-o", program, "honnef.co/go/tools/cmd/staticcheck"); err != nil {
		return err
	}
	return errors.Join(
		guard.Command(ctx, nil, program, "./..."),
		guard.Command(ctx, nil, program, "-tags=e2e screens", "./web/e2e"),
		guard.Command(ctx, wasm, program, "-tags=kern,whole", "./wasm", "./web", "./core/linalg"),
		deadCode(ctx, wasm))
}
