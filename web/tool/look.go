package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
)

// lookData is the script with the runs of Look.
func lookData() string { return filepath.Join(outDir, "look-data.js") }

// lookPicture is the first screen of Look, for a browser without scripts.
func lookPicture() string { return filepath.Join(outDir, "look.svg") }

// lookDataStep trains the stops of Look, natively; only what computes them can change them.
func lookDataStep(ctx context.Context, env goTool) step {
	out, picture := lookData(), lookPicture()
	return step{
		name: "look's runs",
		inputs: func() ([]string, error) {
			files, err := tree(func(p string) bool { return suffixes(".go")(p) && !strings.HasSuffix(p, "_test.go") }, "core", "web/look")
			return append(files, "web/tool/look/main.go", "go.mod", "go.sum"), err
		},
		key:     []string{env.version},
		outputs: []string{out, picture},
		run:     func() error { return command(ctx, nil, "go", "run", "./web/tool/look", out, picture) },
	}
}

// lookStep bundles a level or figure that fills the page, look or edge.
func lookStep(ctx context.Context, name string, before ...string) step {
	out := filepath.Join(outDir, name+".js")
	return step{
		name: name,
		inputs: func() ([]string, error) {
			files, err := tree(suffixes(".js"), "assets/look")
			return append(append(files, "package-lock.json"), before...), err
		},
		key:     []string{"look-1"},
		outputs: []string{out},
		run: func() error {
			cmd := esbuild(ctx, "--bundle", "--sourcefile="+name+".js", "--outfile="+out)
			cmd.Stdin = strings.NewReader(`import "./assets/look/` + name + `.js";`)
			if err := cmd.Run(); err != nil {
				return err
			}
			var all bytes.Buffer
			for _, f := range append(before, out) {
				data, err := os.ReadFile(f)
				if err != nil {
					return err
				}
				all.Write(data)
			}
			return writeFile(out, all.Bytes())
		},
	}
}
