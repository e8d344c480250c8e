package main

import (
	"context"
	"path/filepath"
	"strings"

	"sheafscope/web/tool/disk"
	"sheafscope/web/tool/steps"
)

// lookStep bundles a level or figure that fills the page, look or edge.
func lookStep(ctx context.Context, name string) steps.Step {
	out := filepath.Join(disk.Out, name+".js")
	return steps.Step{
		Name: name,
		Inputs: func() ([]string, error) {
			files, err := disk.Tree(disk.Suffixes(".js", ".json"), "assets/look")
			return append(files, "package-lock.json"), err
		},
		Key:     []string{"look-2"},
		Outputs: []string{out},
		Run: func() error {
			cmd := esbuild(ctx, "--bundle", "--sourcefile="+name+".js", "--outfile="+out)
			cmd.Stdin = strings.NewReader(`import "./assets/look/` + name + `.js";`)
			return cmd.Run()
		},
	}
}
