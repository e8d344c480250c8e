package test

import (
	"context"
	"fmt"
	"os/exec"
	"strings"

	"sheafscope/web/tool/shell"
)

// checkScripts returns an error that names the scripts whose format Prettier would change. It does not check vendored scripts. The settings
// of Prettier are in .prettierrc.json. The same command with --write in place of --list-different changes the scripts.
func checkScripts(ctx context.Context) error {
	files, err := scriptFiles()
	if err != nil {
		return err
	}
	cmd := exec.CommandContext(ctx, "node", append([]string{"node_modules/prettier/bin/prettier.cjs", "--list-different"}, files...)...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("prettier would change %s: %w", strings.Join(strings.Fields(string(out)), ", "), err)
	}
	return nil
}

// scriptFiles returns the names of the project's own scripts.
func scriptFiles() ([]string, error) {
	return shell.Tree(func(name string) bool {
		return shell.Suffixes(".js", ".mjs")(name) && !strings.Contains(name, "/vendored/")
	}, "core", "assets")
}
