package test

import (
	"context"
	"errors"
	"path/filepath"

	"sheafscope/web/tool/shell"
)

// checkStatic runs staticcheck on the code of native programs, of browser tests and of the page, and searches for dead code. wasm has the
// environment variables that select wasm. The build tag kern adds the compiled kernels, and whole selects the program of a single file.
func checkStatic(ctx context.Context, wasm []string) error {
	// staticcheck is built for this machine. With the variables in wasm, "go run" would build staticcheck itself for wasm.
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
