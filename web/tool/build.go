package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"sheafscope/web/tool/disk"
	"sheafscope/web/tool/gotool"
	"sheafscope/web/tool/guard"
	"sheafscope/web/tool/kernel"
	"sheafscope/web/tool/licences"
	"sheafscope/web/tool/pack"
	"sheafscope/web/tool/shrink"
	"sheafscope/web/tool/steps"
	"sheafscope/web/tool/vugu"
)

// build makes dist/, with a mirror of the data sets in a local folder unless
// that is "".
func build(ctx context.Context, e pack.Effort, datasets string) error {
	start := time.Now()
	env, err := gotool.Find(ctx)
	if err != nil {
		return err
	}
	if !shrink.Knows(env.Version) {
		fmt.Fprintf(os.Stderr, "build.sh: web/tool/shrink does not know %s yet: the programs stay two thirds larger and somewhat slower\n",
			env.Version)
	}
	if err := vugu.Generate(ctx, env); err != nil {
		return err
	}
	list := []steps.Step{
		kernel.Step(ctx),
		wasmStep(ctx, env, "sheafscope", pageProgram, "kern", inlining),
		wasmStep(ctx, env, "files", "./wasm/filesprogram", "kern", append(filesInlining, inlining...)),
		wasmStep(ctx, env, "course", "./wasm/courseprogram", "kern", inlining),
		islandsStep(ctx), lessonsStep(ctx), lookStep(ctx, "look"), lookStep(ctx, "edge"),
		elementStep(ctx), learnStep(ctx, env),
		licencesStep(ctx, env),
		firstStep(ctx, env),
	}
	list = append(list, bootSteps(ctx, env)...)
	for _, s := range list {
		if _, err := s.Do(); err != nil {
			return err
		}
	}
	version := ""
	if err := pack.Making(madeFiles(), func() (err error) {
		if version, err = pack.Assemble(madeFiles(), datasets); err != nil {
			return err
		}
		return pack.Compress(ctx, disk.Dist, e)
	}); err != nil {
		return err
	}
	fmt.Fprintf(os.Stderr, "dist/ is version %s, made with %s (%.1f s)\n", version, env.Version, time.Since(start).Seconds())
	return nil
}

// buildSingle makes dist/ and puts it into single files, the laboratory's with the graph in it that files hold.
func buildSingle(ctx context.Context, e pack.Effort, graph []string) error {
	if err := build(ctx, e, ""); err != nil {
		return err
	}
	return pack.Making(madeFiles(), func() error { return singles(ctx, graph) })
}

// buildWheel makes dist/ and the Python package, with the single file of the laboratory in it.
func buildWheel(ctx context.Context, e pack.Effort) error {
	if err := build(ctx, e, ""); err != nil {
		return err
	}
	return pack.Making(madeFiles(), func() error {
		if err := singles(ctx, nil); err != nil {
			return err
		}
		return pack.Wheel(ctx)
	})
}

// singles compiles the programs of the single files, which fetch nothing: each is page, worker and
// files in one, with the names of its functions in it. Then it makes the files.
func singles(ctx context.Context, graph []string) error {
	env, err := gotool.Find(ctx)
	if err != nil {
		return err
	}
	for _, s := range []steps.Step{wasmStep(ctx, env, "whole", pageProgram, "kern,whole", inlining),
		wasmStep(ctx, env, "coursefile", "./wasm/coursefile", "kern", inlining)} {
		if _, err := s.Do(); err != nil {
			return err
		}
	}
	return pack.SingleFiles(graph)
}

// programFiles lists what the page's program is compiled from, and more files.
func programFiles(more ...string) ([]string, error) {
	keep := func(p string) bool {
		return !strings.HasSuffix(p, "_test.go") && !strings.HasPrefix(p, "web/tool/") &&
			!strings.HasPrefix(p, "web/e2e/") && disk.Suffixes(".go", ".wasm", ".json", ".html")(p)
	}
	files, err := disk.Tree(keep, "core", "wasm", "web")
	return append(append(files, "go.mod", "go.sum", "assets/assets.go", "assets/datasets.json"), more...), err
}

// firstStep computes the first picture, natively: the numbers are the same.
func firstStep(ctx context.Context, env gotool.Tool) steps.Step {
	out := filepath.Join(disk.Out, "first.js")
	return steps.Step{
		Name:    "first",
		Inputs:  func() ([]string, error) { return programFiles("web/tool/first/main.go") },
		Key:     []string{env.Version},
		Outputs: []string{out},
		Run:     func() error { return guard.Command(ctx, nil, "go", "run", "./web/tool/first", out) },
	}
}

// wasmStep compiles a program of the page with build tags.
func wasmStep(ctx context.Context, env gotool.Tool, name, source, tags string, inlining []string) steps.Step {
	out, flags := filepath.Join(disk.Out, name+".wasm"), wasmFlags(tags, inlining)
	outputs, names := []string{out}, ""
	if name == "sheafscope" {
		names = filepath.Join(disk.Out, namesName)
		outputs = append(outputs, names)
	}
	return steps.Step{
		Name: name + ".wasm",
		Inputs: func() ([]string, error) {
			shrink, err := disk.Tree(disk.Suffixes(".go"), "web/tool/shrink")
			if err != nil {
				return nil, err
			}
			return programFiles(shrink...)
		},
		Key:     append([]string{env.Version, source, names, fmt.Sprint(vugu.Edits), env.VuguDir}, flags...),
		Outputs: outputs,
		Run: func() error {
			args, err := programArgs(env, source, flags, out)
			// Go makes no program anew where one lies that has its identity, as a shrunk one has.
			if err = errors.Join(err, os.RemoveAll(out)); err == nil {
				err = guard.Command(ctx, []string{"GOOS=js", "GOARCH=wasm"}, "go", args...)
			}
			if err != nil {
				return err
			}
			return shrink.File(out, names, env.Version)
		},
	}
}

// namesName is the file with the names of the functions of the page's program, which its
// script fetches when that crashes.
const namesName = "names.txt"

// pageProgram is the package of the program that is page and worker.
const pageProgram = "./wasm"

// programArgs are the arguments of Go that compile a program of the page.
func programArgs(env gotool.Tool, source string, flags []string, out string) ([]string, error) {
	args := append([]string{"build"}, flags...)
	if source == pageProgram {
		flags, err := vugu.Flags(env, filepath.Join(disk.Out, "standin"))
		if err != nil {
			return nil, err
		}
		args = append(args, flags...)
	}
	return append(args, "-o", out, source), nil
}

// inlining lists the packages in which small functions are put into their
// callers: those that compute, the runtime, and packages whose functions are shorter than a
// call of them. Elsewhere that costs a tenth of the program's size and gives nothing that anybody could notice.
var inlining = []string{
	"runtime", "internal/runtime/...", "internal/abi", "internal/bytealg", "internal/chacha8rand", "math", "math/bits",
	"sheafscope/core/linalg", "sheafscope/core/sheaf", "sheafscope/core/small", "sheafscope/core/transport",
	"slices", "cmp", "maps", "sort", "sync", "sync/atomic", "internal/sync", "unicode/utf8", "errors", "internal/reflectlite",
	"internal/stringslite",
}

// filesInlining lists more of them for the program that reads and writes files.
var filesInlining = []string{"sheafscope/core/graphio", "internal/strconv", "compress/flate"}

// wasmFlags are the compiler's flags for the page's programs.
func wasmFlags(tags string, inlining []string) []string {
	flags := []string{"-trimpath", "-tags=" + tags, "-ldflags=-s -w", "-gcflags=all=-l"}
	for _, p := range inlining {
		flags = append(flags, "-gcflags="+p+"=")
	}
	return flags
}

// islandsStep bundles the JavaScript of the drawing islands and the style
// sheets of its libraries.
func islandsStep(ctx context.Context) steps.Step {
	out := filepath.Join(disk.Out, "islands.js")
	return steps.Step{
		Name: "islands",
		Inputs: func() ([]string, error) {
			files, err := disk.Tree(disk.Suffixes(".js", ".mjs", ".css", ".svg", ".json"), "assets/src", "assets/lessons", "assets/look")
			return append(files, "package-lock.json"), err
		},
		Key:     []string{"islands-3"},
		Outputs: []string{out, filepath.Join(disk.Out, "islands.css"), metafile("islands")},
		Run: func() error {
			entry := `import "./assets/src/main.js"; import "uplot/dist/uPlot.min.css";`
			cmd := esbuild(ctx, "--bundle", "--sourcefile=islands.js", "--loader:.svg=text", "--metafile="+metafile("islands"),
				"--inject:assets/src/intl.js", "--define:Intl.NumberFormat=Numbers", "--define:Intl.DateTimeFormat=Dates", "--outfile="+out)
			cmd.Stdin = strings.NewReader(entry)
			return cmd.Run()
		},
	}
}

// depthRows and heatMap are the files that sgpc depth -rows and sgpc table -heat write.
const depthRows, heatMap = "core/study/depth.jsonl", "core/heat/stored.json"

// lessonsStep bundles the lessons, the library that points at things, the texts of assets/code by their names, the rows of the
// study of depth and the map of where a sheaf pays.
func lessonsStep(ctx context.Context) steps.Step {
	out := filepath.Join(disk.Out, "lessons.js")
	return steps.Step{
		Name: "lessons",
		Inputs: func() ([]string, error) {
			files, err := disk.Tree(disk.Suffixes(".js", ".py"), "assets/lessons", "assets/src", "assets/code")
			return append(files, "package-lock.json", depthRows, heatMap), err
		},
		Key:     []string{"lessons-5"},
		Outputs: []string{out, metafile("lessons")},
		Run: func() error {
			texts, err := disk.Tree(disk.Suffixes(".py"), "assets/code")
			if err != nil {
				return err
			}
			entry, list := `import "./assets/lessons/main.js";import depth from "./`+depthRows+`";import heat from "./`+heatMap+`";`, "depth,heat,"
			for k, f := range texts {
				entry += fmt.Sprintf("import t%d from %q;", k, "./"+filepath.ToSlash(f))
				list += fmt.Sprintf("%q:t%d,", strings.TrimSuffix(filepath.Base(f), ".py"), k)
			}
			cmd := esbuild(ctx, "--bundle", "--sourcefile=lessons.js", "--loader:.py=text", "--loader:.jsonl=text", "--loader:.json=text",
				"--metafile="+metafile("lessons"), "--outfile="+out)
			cmd.Stdin = strings.NewReader(entry + "globalThis.sheafscopeTexts={" + list + "};")
			return cmd.Run()
		},
	}
}

// learnStep writes the article of the course, with its figures as they begin.
func learnStep(ctx context.Context, env gotool.Tool) steps.Step {
	out := filepath.Join(disk.Out, "learn.html")
	return steps.Step{
		Name: "learn.html",
		Inputs: func() ([]string, error) {
			texts, err := disk.Tree(disk.Suffixes(".html", ".go"), "assets/learn", "web/tool/learn")
			if err != nil {
				return nil, err
			}
			return programFiles(append(texts, mathScript, "assets/build/typeset.mjs")...)
		},
		Key:     []string{env.Version},
		Outputs: []string{out},
		Run:     func() error { return guard.Command(ctx, nil, "go", "run", "./web/tool/learn", "assets/learn", out) },
	}
}

// esbuild is a call of the bundler; its input is standard input.
func esbuild(ctx context.Context, args ...string) *exec.Cmd {
	args = append([]string{"node_modules/esbuild/bin/esbuild", "--minify", "--target=es2022", "--format=iife",
		"--legal-comments=none", "--log-level=warning"}, args...)
	cmd := exec.CommandContext(ctx, "node", args...)
	cmd.Stdout, cmd.Stderr = os.Stdout, os.Stderr
	return cmd
}

// bootSteps are the scripts that start page and worker. Each begins with Go's own JavaScript; the page's with the renderer of
// Vugu, in a version of ours (vugu.diff), which Vugu would hand to eval.
func bootSteps(ctx context.Context, env gotool.Tool) []steps.Step {
	program := []string{env.WasmExec(), kernel.Dir + "/kernel.js", shrink.Script, "assets/boot/go.js"}
	return []steps.Step{
		bootStep(ctx, "boot", append([]string{vugu.Renderer}, program...), kernel.Script, "assets/boot/embed.js", "assets/boot/fetch.js",
			"assets/boot/first.js", "assets/boot/gate.js", "assets/boot/level.js", "assets/boot/offline.js", "assets/boot/paste.js",
			"assets/boot/versions.js", "assets/boot/workers.js", "assets/boot/boot.js"),
		bootStep(ctx, "worker", program, "assets/boot/worker.js"),
		bootStep(ctx, "learn", program, kernel.Script, "assets/boot/fetch.js", "assets/boot/offline.js", "assets/boot/versions.js",
			"assets/boot/workers.js", mathScript, "assets/learn/boot.js", "assets/learn/figures.js", "assets/learn/cards.js",
			"assets/learn/kit.js", "assets/learn/exercises.js", "assets/learn/editor.js", "assets/learn/deck.js", "assets/learn/replay.js",
			"assets/learn/learn.js"),
	}
}

// mathScript reads the TeX of page and course.
const mathScript = "assets/src/math.js"

// bootStep puts scripts into one file.
func bootStep(ctx context.Context, name string, program []string, scripts ...string) steps.Step {
	out, parts := filepath.Join(disk.Out, name+".js"), slices.Concat(program, scripts)
	return steps.Step{
		Name:    name,
		Inputs:  func() ([]string, error) { return parts, nil },
		Key:     []string{"boot-4"},
		Outputs: []string{out},
		Run:     func() error { return minify(ctx, out, parts) },
	}
}

// minify writes one script of several files.
func minify(ctx context.Context, out string, files []string) error {
	var all, js bytes.Buffer
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			return err
		}
		all.Write(append(data, "\n;\n"...))
	}
	cmd := esbuild(ctx, "--sourcefile="+filepath.Base(out), "--loader=js")
	cmd.Stdin, cmd.Stdout = &all, &js
	if err := cmd.Run(); err != nil {
		return err
	}
	return disk.Write(out, js.Bytes())
}

// clean removes everything the build made, except node_modules.
func clean() error {
	return errors.Join(os.RemoveAll(disk.Dist), os.RemoveAll(disk.Work), vugu.Remove())
}

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

// metafile is where esbuild lists what it put into a script.
func metafile(script string) string { return filepath.Join(disk.Out, script+".meta.json") }
