package main

import (
	"context"
	"path/filepath"

	"sheafscope/web/tool/disk"
	"sheafscope/web/tool/steps"
)

// elementStep makes the script of the element: the messages of sheafscope-embed.js
// and what is around them, in one scope of their own.
func elementStep(ctx context.Context) steps.Step {
	out := filepath.Join(disk.Out, "sheaf-scope.js")
	parts := []string{"assets/static/sheafscope-embed.js", "assets/element/element.js"}
	return steps.Step{
		Name:    "element",
		Inputs:  func() ([]string, error) { return parts, nil },
		Key:     []string{"element-1"},
		Outputs: []string{out},
		Run:     func() error { return minify(ctx, out, parts) },
	}
}
