package build

import (
	"context"
	"maps"
	"path/filepath"

	"sheafscope/web/tool/disk"
	"sheafscope/web/tool/gotool"
	"sheafscope/web/tool/licences"
	"sheafscope/web/tool/pack"
	"sheafscope/web/tool/steps"
)

// Files lists the files of dist/ that the build makes or changes: name in
// dist and the file it comes from.
func Files() map[string]string {
	files := map[string]string{
		"index.html":      "index.html",
		"style.css":       "assets/style.css",
		"islands.js":      filepath.Join(disk.Out, "islands.js"),
		"islands.css":     filepath.Join(disk.Out, "islands.css"),
		"lessons.js":      filepath.Join(disk.Out, "lessons.js"),
		"look.js":         filepath.Join(disk.Out, "look.js"),
		"look.svg":        "assets/look/first.svg",
		"edge.js":         filepath.Join(disk.Out, "edge.js"),
		"sgpc.js":         filepath.Join(disk.Out, "sgpc.js"),
		"late.js":         "assets/boot/late.js",
		"first.js":        filepath.Join(disk.Out, "first.js"),
		"boot.js":         filepath.Join(disk.Out, "boot.js"),
		"worker.js":       filepath.Join(disk.Out, "worker.js"),
		"sheafscope.wasm": filepath.Join(disk.Out, "sheafscope.wasm"),
		namesName:         filepath.Join(disk.Out, namesName),
		"files.wasm":      filepath.Join(disk.Out, "files.wasm"),
		"learn.html":      filepath.Join(disk.Out, "learn.html"),
		"learn.css":       "assets/learn/learn.css",
		"learn.js":        filepath.Join(disk.Out, "learn.js"),
		"course.wasm":     filepath.Join(disk.Out, "course.wasm"),
		licences.Name:     filepath.Join(disk.Out, licences.Name),
	}
	maps.Copy(files, elementFiles())
	return files
}

// elementFiles lists the package of the element (npm pack dist/element) and the
// examples of it that need another's file: name in dist and the file it comes from.
func elementFiles() map[string]string {
	const reveal = "node_modules/reveal.js/"
	return map[string]string{
		pack.ElementDir + "/sheaf-scope.js": filepath.Join(disk.Out, "sheaf-scope.js"),
		pack.ElementDir + "/package.json":   "assets/element/package.json",
		pack.ElementDir + "/index.d.ts":     "assets/element/index.d.ts",
		pack.ElementDir + "/README.md":      "assets/element/README.md",
		pack.ElementDir + "/LICENSE":        "LICENSE",
		"examples/reveal/reveal.js":         reveal + "dist/reveal.js",
		"examples/reveal/reveal.css":        reveal + "dist/reveal.css",
		"examples/reveal/LICENSE.txt":       reveal + "LICENSE",
	}
}

// metafile is where esbuild lists what it put into a script.
func metafile(script string) string { return filepath.Join(disk.Out, script+".meta.json") }

// licencesStep writes the licences of the Go modules that are linked, of the
// npm packages that esbuild put into the scripts, and of both languages' own parts.
func licencesStep(ctx context.Context, env gotool.Tool) steps.Step {
	out := filepath.Join(disk.Out, licences.Name)
	return steps.Step{
		Name: "licences",
		Inputs: func() ([]string, error) {
			return programFiles("LICENSE", "package-lock.json", "web/tool/licences/licences.go", "web/tool/licences/files.go", metafile("islands"),
				metafile("lessons"))
		},
		Key:     []string{env.Version},
		Outputs: []string{out},
		Run: func() error {
			text, err := licences.Text(ctx, env, metafile("islands"), metafile("lessons"))
			if err != nil {
				return err
			}
			return disk.Write(out, text)
		},
	}
}
