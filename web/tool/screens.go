package main

import (
	"context"
	"errors"

	"sheafscope/web/tool/guard"
	"sheafscope/web/tool/install"
)

// screens writes what the documents have from runs (web/tool/readme), and screenshots of the finished page into
// .build/screens.
func screens(ctx context.Context) error {
	if err := guard.Command(ctx, nil, "go", "run", "./web/tool/readme"); err != nil {
		return err
	}
	if err := errors.Join(install.Chrome(ctx), install.Font(ctx)); err != nil {
		return err
	}
	return guard.Command(ctx, nil, "go", "test", "-tags=e2e screens", "-count=1", "-timeout=15m", "-run=^TestScreens$", "-v", "./web/e2e")
}
