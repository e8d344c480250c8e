package pack

import (
	"context"
	"fmt"
	"os"

	"sheafscope/web/e2e"
	"sheafscope/web/tool/disk"
	"sheafscope/web/tool/guard"
)

// Wheel builds the Python package, with the single file in it, into dist/.
func Wheel(ctx context.Context) error {
	python, err := e2e.FindPython()
	if err != nil {
		return err
	}
	fmt.Fprint(os.Stderr, disk.Dist+"/")
	return guard.Command(ctx, nil, python, "assets/python/backend.py", disk.Dist)
}
