// This file checks the format of the scripts, by Prettier.

package test

import (
	"context"
	"fmt"
	"os/exec"
	"strings"

	"sheafscope/web/tool/shell"
)

// checkScripts returns an error that names the scripts whose format Prettier would change by the settings in .prettierrc.json. It also
// returns an error if Prettier does not run. The same command with --write instead of --list-different changes the scripts.
func checkScripts(ctx context.Context) error {
	files, err := scriptFiles()
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "node", append([]string{"node_modules/prettier/bin/prettier.cjs", "--list-different"}, files...)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("prettier would change these files, or cannot read them: %w\n%s", err, out)
	}
	return nil
}

// scriptFiles returns the paths of the scripts in core/ and assets/, except vendored scripts.
func scriptFiles() ([]string, error) {
	return shell.Tree(func(name string) bool {
		return shell.Suffixes(".js", ".mjs")(name) && !strings.Contains(name, "/vendored/")
	}, "core", "assets")
}
