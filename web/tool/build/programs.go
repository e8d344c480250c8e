package build

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"sheafscope/web/tool/shell"
)

// pageProgram is the package of the program that is page and worker.
const pageProgram = "./wasm"

// namesName is the file with the names of the functions of the page's program, which its
// script fetches when that crashes.
const namesName = "names.txt"

// wasmStep compiles a program of the page with build tags.
func wasmStep(ctx context.Context, env shell.Go, name, source, tags string, inlining []string) shell.Task {
	out, flags := filepath.Join(shell.Out, name+".wasm"), wasmFlags(tags, inlining)
	outputs, names := []string{out}, ""
	if name == "sheafscope" {
		names = filepath.Join(shell.Out, namesName)
		outputs = append(outputs, names)
	}
	return shell.Task{
		Name: name + ".wasm",
		Inputs: func() ([]string, error) {
			shrink, err := shell.Tree(shell.Suffixes(".go"), "web/tool/shrink")
			if err != nil {
				return nil, err
			}
			return programFiles(append(shrink, "web/tool/build/unused.go")...)
		},
		Key:     append([]string{env.Version, source, names, fmt.Sprint(vuguEdits), env.VuguDir}, flags...),
		Outputs: outputs,
		Run: func() error {
			args, err := programArgs(env, source, flags, out)
			// Go makes no program anew where one lies that has its identity, as a shrunk one has.
			if err = errors.Join(err, os.RemoveAll(out)); err == nil {
				err = shell.Command(ctx, forPage, "go", args...)
			}
			if err != nil {
				return err
			}
			return Shrink(out, names, env.Version)
		},
	}
}

// forPage is the environment in which Go compiles for the page.
var forPage = []string{"GOOS=js", "GOARCH=wasm"}

// PlainProgram compiles the program of the page, or of its single file, as Go makes it.
func PlainProgram(ctx context.Context, env shell.Go, out string, whole bool) error {
	tags := "kern"
	if whole {
		tags = "kern,whole"
	}
	args, err := programArgs(env, pageProgram, wasmFlags(tags, inlining), out)
	if err != nil {
		return err
	}
	return shell.Command(ctx, forPage, "go", args...)
}

// courseStep compiles the program of the course's figures.
func courseStep(ctx context.Context, env shell.Go) shell.Task {
	return wasmStep(ctx, env, "course", "./wasm/courseprogram", "kern", inlining)
}

// programArgs are the arguments of Go that compile a program of the page.
func programArgs(env shell.Go, source string, flags []string, out string) ([]string, error) {
	args := append([]string{"build"}, flags...)
	if source == pageProgram {
		flags, err := vuguFlags(env, filepath.Join(shell.Out, "standin"))
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
var filesInlining = []string{"internal/strconv", "compress/flate"}

// wasmFlags are the compiler's flags for the page's programs.
func wasmFlags(tags string, inlining []string) []string {
	// The commit is not in a program: the same sources make the same bytes.
	flags := []string{"-trimpath", "-buildvcs=false", "-tags=" + tags, "-ldflags=-s -w", "-gcflags=all=-l"}
	for _, p := range inlining {
		flags = append(flags, "-gcflags="+p+"=")
	}
	return flags
}

// programFiles lists what the page's program is compiled from, and more files.
func programFiles(more ...string) ([]string, error) {
	keep := func(p string) bool {
		return !strings.HasSuffix(p, "_test.go") && !strings.HasPrefix(p, "web/tool/") &&
			!strings.HasPrefix(p, "web/e2e/") && shell.Suffixes(".go", ".wasm", ".json", ".html")(p)
	}
	files, err := shell.Tree(keep, "core", "wasm", "web")
	return append(append(files, "go.mod", "go.sum", "assets/assets.go", "assets/datasets.json"), more...), err
}

// firstStep computes the first picture, natively: the numbers are the same.
func firstStep(ctx context.Context, env shell.Go) shell.Task {
	out := filepath.Join(shell.Out, "first.js")
	return shell.Task{
		Name:    "first",
		Inputs:  func() ([]string, error) { return programFiles("web/tool/pages/first.go") },
		Key:     []string{env.Version},
		Outputs: []string{out},
		Run:     func() error { return shell.Command(ctx, nil, "go", "run", "./web/tool/pages", "first", out) },
	}
}

// learnStep writes the article of the course, with its figures as they begin.
func learnStep(ctx context.Context, env shell.Go) shell.Task {
	out := filepath.Join(shell.Out, "learn.html")
	return shell.Task{
		Name: "learn.html",
		Inputs: func() ([]string, error) {
			texts, err := shell.Tree(shell.Suffixes(".html", ".svg", ".go"), "assets/learn", "web/tool/pages")
			if err != nil {
				return nil, err
			}
			return programFiles(append(texts, mathScript, "assets/build/typeset.mjs")...)
		},
		Key:     []string{env.Version},
		Outputs: []string{out},
		Run: func() error {
			return shell.Command(ctx, nil, "go", "run", "./web/tool/pages", "learn", "assets/learn", out)
		},
	}
}
