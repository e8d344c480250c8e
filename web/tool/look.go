package main

import (
	"context"
	"path/filepath"
	"strings"
)

// lookStep bundles a level or figure that fills the page, look or edge.
func lookStep(ctx context.Context, name string) step {
	out := filepath.Join(outDir, name+".js")
	return step{
		name: name,
		inputs: func() ([]string, error) {
			files, err := tree(suffixes(".js", ".json"), "assets/look")
			return append(files, "package-lock.json"), err
		},
		key:     []string{"look-2"},
		outputs: []string{out},
		run: func() error {
			cmd := esbuild(ctx, "--bundle", "--sourcefile="+name+".js", "--outfile="+out)
			cmd.Stdin = strings.NewReader(`import "./assets/look/` + name + `.js";`)
			return cmd.Run()
		},
	}
}
