// This file has the steps that bundle and minify the scripts of dist/.

package build

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"sheafscope/assets"
	"sheafscope/core/coursemath"
	"sheafscope/core/figures"
	"sheafscope/core/formula"
	"sheafscope/web/tool/shell"
)

// islandsStep returns the step that bundles the islands (all JavaScript that draws) and the style sheets of their libraries.
func islandsStep(ctx context.Context) shell.Task {
	out := filepath.Join(shell.Out, "islands.js")
	return shell.Task{
		Name: "islands",
		Inputs: func() ([]string, error) {
			files, err := shell.Tree(shell.Suffixes(".js", ".mjs", ".css", ".svg", ".json"), "assets/src", "assets/lessons", "assets/opening")
			return append(files, "package-lock.json"), err
		},
		Key:     []string{"islands-3"}, // a new number forces a run after a change of this step, as in all keys below
		Outputs: []string{out, filepath.Join(shell.Out, "islands.css"), metafile("islands")},
		Run: func() error {
			// intl.js replaces two formats of the browser for uPlot, the library of charts. This saves 20 ms of each start of the page. The
			// entry is a script that esbuild reads from the standard input.
			entry := `import "./assets/src/main.js"; import "uplot/dist/uPlot.min.css";`
			cmd := Esbuild(ctx, "--bundle", "--sourcefile=islands.js", "--loader:.svg=text", "--metafile="+metafile("islands"),
				"--inject:assets/src/intl.js", "--define:Intl.NumberFormat=Numbers", "--define:Intl.DateTimeFormat=Dates", "--outfile="+out)
			cmd.Stdin = strings.NewReader(entry)
			return cmd.Run()
		},
	}
}

// Files with results of studies, and the commands that write them.
const (
	depthRows = "core/study/depth.jsonl"   // sgpc depth -rows
	heatMap   = "core/heat/stored.json"    // sgpc table -heat
	tiesMap   = "core/heat/ties.json"      // sgpc table -heat
	turnRows  = "core/study/holonomy.json" // sgpc holonomy -rows
)

// lessonsStep returns the step that bundles lessons.js, which the page fetches after its start. The bundle has the lessons with their tour
// library, and the object sheafscopeTexts. This object has the results of studies, the texts of assets/code by name, the glossary of the
// page, the paper's experiments, and the examples of formulas.
func lessonsStep(ctx context.Context) shell.Task {
	out, words := filepath.Join(shell.Out, "lessons.js"), pageWords()
	return shell.Task{
		Name: "lessons",
		Inputs: func() ([]string, error) {
			files, err := shell.Tree(shell.Suffixes(".js", ".py"), "assets/lessons", "assets/src", "assets/code")
			return append(files, "package-lock.json", depthRows, heatMap, tiesMap, turnRows), err
		},
		Key:     []string{"lessons-9", words},
		Outputs: []string{out, metafile("lessons")},
		Run: func() error {
			texts, err := shell.Tree(shell.Suffixes(".py"), "assets/code")
			if err != nil {
				return err
			}
			// The entry imports every text under a short name, as in import t0 from "./assets/code/gcn.py". list has the properties of
			// sheafscopeTexts before words. The end of the entry is globalThis.sheafscopeTexts={depth,heat,ties,turns,"gcn":t0,words:[…],…};
			entry := `import "./assets/lessons/main.js";import depth from "./` + depthRows + `";import heat from "./` + heatMap + `";` +
				`import ties from "./` + tiesMap + `";import turns from "./` + turnRows + `";`
			list := "depth,heat,ties,turns,"
			for k, f := range texts {
				entry += fmt.Sprintf("import t%d from %q;", k, "./"+filepath.ToSlash(f))
				list += fmt.Sprintf("%q:t%d,", strings.TrimSuffix(filepath.Base(f), ".py"), k)
			}
			cmd := Esbuild(ctx, "--bundle", "--sourcefile=lessons.js", "--loader:.py=text", "--loader:.jsonl=text", "--loader:.json=text",
				"--metafile="+metafile("lessons"), "--outfile="+out)
			cmd.Stdin = strings.NewReader(entry + "globalThis.sheafscopeTexts={" + list + "words:" + words + "};")
			return cmd.Run()
		},
	}
}

// pageWords returns the end of the object sheafscopeTexts, the text after "words:", in the form "[…],papers:…,formulas:…". The array is the
// glossary of the page.
func pageWords() string {
	words, _ := json.Marshal(coursemath.Words()) // no error: JSON can encode all texts
	formulas, _ := json.Marshal(formula.Page())  // no error, as above
	return string(words) + ",papers:" + string(figures.Text()) + ",formulas:" + string(formulas)
}

// bootSteps returns the steps of the scripts that start the page, the worker and the course. Each script contains Go's JavaScript, which
// runs a program. The script of the page also contains Vugu's renderer, with the changes that vugu.diff lists. Vugu itself would pass the
// renderer to eval, which the content security policy forbids.
func bootSteps(ctx context.Context, golang shell.Go) []shell.Task {
	goScripts := []string{golang.WasmExec(), KernelDir + "/kernel.js", FunctionsScript, "assets/boot/go.js"}
	return []shell.Task{
		bootStep(ctx, "boot", append([]string{renderer}, goScripts...), kernelScript, "assets/boot/drop.js", "assets/boot/embed.js",
			"assets/boot/fetch.js",
			"assets/boot/first.js", "assets/boot/gate.js", "assets/boot/level.js", "assets/boot/offline.js", "assets/boot/paste.js",
			"assets/boot/prefers.js", "assets/boot/versions.js", "assets/boot/workers.js", "assets/boot/boot.js"),
		bootStep(ctx, "worker", goScripts, "assets/boot/worker.js"),
		bootStep(ctx, "learn", goScripts, kernelScript, "assets/boot/drop.js", "assets/boot/fetch.js", "assets/boot/offline.js",
			"assets/boot/prefers.js", "assets/boot/versions.js",
			"assets/boot/workers.js", mathScript, "assets/learn/boot.js", "assets/learn/kept.js", "assets/learn/figures.js",
			"assets/learn/cards.js", "assets/learn/kit.js", "assets/learn/exercises.js", "assets/learn/editor.js", "assets/learn/deck.js",
			"assets/learn/replay.js", "assets/learn/learn.js"),
	}
}

// bootStep returns the step that joins the scripts that run a Go program and further scripts, and minifies them into the file name.js. A
// browser runs the scripts in the order of the arguments.
func bootStep(ctx context.Context, name string, goScripts []string, scripts ...string) shell.Task {
	out := filepath.Join(shell.Out, name+".js")
	parts := slices.Concat(goScripts, scripts)
	return shell.Task{
		Name:    name,
		Inputs:  func() ([]string, error) { return parts, nil },
		Key:     []string{"boot-4"},
		Outputs: []string{out},
		Run:     func() error { return minify(ctx, out, parts) },
	}
}

// mathScript is the script that converts the TeX of the page and of the course to MathML.
const mathScript = "assets/src/math.js"

// Esbuild returns a command that runs esbuild, the bundler of the scripts, with further arguments. If the arguments name no script, the
// command reads its entry from the standard input.
func Esbuild(ctx context.Context, args ...string) *exec.Cmd {
	args = append([]string{"node_modules/esbuild/bin/esbuild", "--minify", "--target=es2022", "--format=iife",
		"--legal-comments=none", "--log-level=warning"}, args...)
	cmd := exec.CommandContext(ctx, "node", args...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd
}

// minify joins scripts, minifies them and writes them to the file output.
func minify(ctx context.Context, output string, files []string) error {
	var joined, minified bytes.Buffer
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			return err
		}
		joined.Write(append(data, "\n;\n"...)) // the semicolon ends a last statement without a semicolon
	}
	cmd := Esbuild(ctx, "--sourcefile="+filepath.Base(output), "--loader=js")
	cmd.Stdin, cmd.Stdout = &joined, &minified
	if err := cmd.Run(); err != nil {
		return err
	}
	return shell.Write(output, minified.Bytes())
}

// lookStep returns the step that bundles the script of a layer that covers the page. name is "look" for the level Look, the first screen of
// a first visit, or "edge" for the figure of one edge.
func lookStep(ctx context.Context, name string) shell.Task {
	out := filepath.Join(shell.Out, name+".js")
	return shell.Task{
		Name: name,
		Inputs: func() ([]string, error) {
			files, err := shell.Tree(shell.Suffixes(".js", ".json"), "assets/opening", "assets/src") // the layers import some scripts of the page
			return append(files, "package-lock.json"), err
		},
		Key:     []string{"look-2"},
		Outputs: []string{out},
		Run: func() error {
			cmd := Esbuild(ctx, "--bundle", "--sourcefile="+name+".js", "--outfile="+out)
			cmd.Stdin = strings.NewReader(`import "./assets/opening/` + name + `.js";`)
			return cmd.Run()
		},
	}
}

// trainedStep returns the step that writes a script with the stored run of the opening's last scene in base 64. The worker fetches the
// script when it needs the run.
func trainedStep() shell.Task {
	const from = "assets/opening/sgpc.bin"
	out := filepath.Join(shell.Out, "sgpc.js")
	return shell.Task{
		Name:    "sgpc",
		Inputs:  func() ([]string, error) { return []string{from}, nil },
		Key:     []string{"sgpc-1"},
		Outputs: []string{out},
		Run: func() error {
			data, err := os.ReadFile(from)
			if err != nil {
				return err
			}
			return shell.Write(out, fmt.Appendf(nil, "globalThis.sheafscopeTrained=%q;\n", base64.StdEncoding.EncodeToString(data)))
		},
	}
}

// sumsStep returns the step that writes a script with the checksums of the public data sets. The worker fetches the script when a user
// requests a data set.
func sumsStep() shell.Task {
	out := filepath.Join(shell.Out, "sums.js")
	return shell.Task{
		Name:    "sums",
		Inputs:  func() ([]string, error) { return []string{"assets/datasets.sha256"}, nil },
		Key:     []string{"sums-1"},
		Outputs: []string{out},
		Run: func() error {
			return shell.Write(out, fmt.Appendf(nil, "globalThis.sheafscopeSums=%q;\n", assets.Sums))
		},
	}
}

// elementStep returns the step that writes the script of the element <sheaf-scope>. The script has, in one scope, the message client of
// sheafscope-embed.js and the element, which uses the client.
func elementStep(ctx context.Context) shell.Task {
	out := filepath.Join(shell.Out, "sheaf-scope.js")
	parts := []string{"assets/static/sheafscope-embed.js", "assets/element/element.js"}
	return shell.Task{
		Name:    "element",
		Inputs:  func() ([]string, error) { return parts, nil },
		Key:     []string{"element-1"},
		Outputs: []string{out},
		Run:     func() error { return minify(ctx, out, parts) },
	}
}
