package main

import (
	"context"
	"path/filepath"
	"strings"

	"sheafscope/web/tool/disk"
	"sheafscope/web/tool/steps"
)

// elementDir is where the package of <sheaf-scope> lies, in assets/ and in dist/.
const elementDir = "element"

// elementFiles lists the package of the element (npm pack dist/element) and the
// examples of it that need another's file: name in dist and the file it comes from.
func elementFiles() map[string]string {
	const reveal = "node_modules/reveal.js/"
	return map[string]string{
		elementDir + "/sheaf-scope.js": filepath.Join(disk.Out, "sheaf-scope.js"),
		elementDir + "/package.json":   "assets/element/package.json",
		elementDir + "/index.d.ts":     "assets/element/index.d.ts",
		elementDir + "/README.md":      "assets/element/README.md",
		elementDir + "/LICENSE":        "LICENSE",
		"examples/reveal/reveal.js":    reveal + "dist/reveal.js",
		"examples/reveal/reveal.css":   reveal + "dist/reveal.css",
		"examples/reveal/LICENSE.txt":  reveal + "LICENSE",
	}
}

// forHosts reports whether a file of dist/ is there for other pages: this page
// works offline without it.
func forHosts(name string) bool {
	return strings.HasPrefix(name, elementDir+"/") || strings.HasPrefix(name, "examples/")
}

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
