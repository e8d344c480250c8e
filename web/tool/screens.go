package main

import (
	"context"
	"errors"
)

// screens writes what the documents have from runs (web/tool/readme), and screenshots of the finished page into
// .build/screens.
func screens(ctx context.Context) error {
	if err := command(ctx, nil, "go", "run", "./web/tool/readme"); err != nil {
		return err
	}
	if err := errors.Join(needChrome(ctx), needFont(ctx)); err != nil {
		return err
	}
	return command(ctx, nil, "go", "test", "-tags=e2e screens", "-count=1", "-timeout=15m", "-run=^TestScreens$", "-v", "./web/e2e")
}
