package test

import (
	"context"
	"errors"

	"sheafscope/web/tool/shell"
)

// Screens writes the computed parts of the documents (web/tool/readme), and screenshots of the page to .build/screens.
func Screens(ctx context.Context) error {
	if err := shell.Command(ctx, nil, "go", "run", "./web/tool/readme"); err != nil {
		return err
	}
	if err := errors.Join(installChrome(ctx), installFont(ctx)); err != nil {
		return err
	}
	return shell.Command(ctx, nil, "go", "test", "-tags=e2e screens", "-count=1", "-timeout=15m", "-run=^TestScreens$", "-v", "./web/e2e")
}
