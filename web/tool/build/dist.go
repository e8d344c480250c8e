// This file lists the files of dist/ with their sources, and has the step that writes LICENSES.txt.

package build

import (
	"context"
	"maps"
	"path/filepath"

	"sheafscope/web/tool/shell"
)

// distFiles returns the source of each file of dist/ that the build makes or transforms, by its name in dist/. Each call returns a new map,
// to which assemble adds the other files.
func distFiles() map[string]string {
	// Sources in shell.Out are outputs of steps.
	files := map[string]string{
		"index.html":      "index.html",
		"style.css":       "assets/style.css",
		"islands.js":      filepath.Join(shell.Out, "islands.js"),
		"islands.css":     filepath.Join(shell.Out, "islands.css"),
		"lessons.js":      filepath.Join(shell.Out, "lessons.js"),
		"look.js":         filepath.Join(shell.Out, "look.js"),
		"look.svg":        "assets/opening/first.svg",
		"edge.js":         filepath.Join(shell.Out, "edge.js"),
		"sgpc.js":         filepath.Join(shell.Out, "sgpc.js"),
		"sums.js":         filepath.Join(shell.Out, "sums.js"),
		"late.js":         "assets/boot/late.js",
		"first.js":        filepath.Join(shell.Out, "first.js"),
		"boot.js":         filepath.Join(shell.Out, "boot.js"),
		"worker.js":       filepath.Join(shell.Out, "worker.js"),
		"sheafscope.wasm": filepath.Join(shell.Out, "sheafscope.wasm"),
		"files.wasm":      filepath.Join(shell.Out, "files.wasm"),
		"learn.html":      filepath.Join(shell.Out, "learn.html"),
		"learn.css":       "assets/learn/learn.css",
		"learn.js":        filepath.Join(shell.Out, "learn.js"),
		"course.wasm":     filepath.Join(shell.Out, "course.wasm"),
		licencesName:      filepath.Join(shell.Out, licencesName),
	}
	for _, name := range namesFiles { // files with the function names of the programs
		files[name] = filepath.Join(shell.Out, name)
	}
	maps.Copy(files, elementFiles())
	return files
}

// elementFiles returns the source of each file of the element's npm package, and of each third-party file of the examples, by its name in
// dist/.
func elementFiles() map[string]string {
	const reveal = "node_modules/reveal.js/"
	return map[string]string{
		elementDir + "/sheaf-scope.js": filepath.Join(shell.Out, "sheaf-scope.js"),
		elementDir + "/package.json":   "assets/element/package.json",
		elementDir + "/index.d.ts":     "assets/element/index.d.ts",
		elementDir + "/README.md":      "assets/element/README.md",
		elementDir + "/LICENSE":        "LICENSE",
		"examples/reveal/reveal.js":    reveal + "dist/reveal.js",
		"examples/reveal/reveal.css":   reveal + "dist/reveal.css",
		"examples/reveal/LICENSE.txt":  reveal + "LICENSE",
	}
}

// metafile returns the path of the file in which esbuild lists the inputs of a script.
func metafile(script string) string { return filepath.Join(shell.Out, script+".meta.json") }

// licencesStep returns the step that writes LICENSES.txt (licencesText).
func licencesStep(ctx context.Context, golang shell.Go) shell.Task {
	out := filepath.Join(shell.Out, licencesName)
	return shell.Task{
		Name: "licences",
		Inputs: func() ([]string, error) {
			// The imports in the sources of the programs determine the linked modules.
			return programFiles("LICENSE", "package-lock.json", "web/tool/build/licences.go", "web/tool/build/works.go", metafile("islands"),
				metafile("lessons"))
		},
		Key:     []string{golang.Version},
		Outputs: []string{out},
		Run: func() error {
			text, err := licencesText(ctx, golang, metafile("islands"), metafile("lessons"))
			if err != nil {
				return err
			}
			return shell.Write(out, text)
		},
	}
}
