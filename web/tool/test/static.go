package test

import (
	"context"
	"errors"
	"path/filepath"

	"sheafscope/web/tool/shell"
)

// checkStatic looks for code that does nothing, is never used or is wrong, as
// the page and as any other program sees it, and for what no program reaches.
func checkStatic(ctx context.Context, wasm []string) error {
	program := filepath.Join(shell.Work, "staticcheck")
	if err := shell.Command(ctx, nil, "go", "build", "-o", program, "honnef.co/go/tools/cmd/staticcheck"); err != nil {
		return err
	}
	return errors.Join(
		shell.Command(ctx, nil, program, "./..."),
		shell.Command(ctx, nil, program, "-tags=e2e screens", "./web/e2e"),
		shell.Command(ctx, wasm, program, "-tags=kern,whole", "./wasm", "./web", "./core/linalg"),
		deadCode(ctx, wasm))
}
