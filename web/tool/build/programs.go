// This file has the steps that compile the programs of the page, and the steps that run native programs to render pages and pictures.

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

// program is a WebAssembly program of the page.
type program struct {
	name     string   // name of the file, without .wasm
	source   string   // main package
	tags     string   // build tags
	inlining []string // packages whose small functions are inlined, as patterns of go build
}

// pagePackage is the main package of page and worker.
const pagePackage = "./wasm"

// Build tags of the programs.
const (
	Kernels      = "kern"       // with SIMD kernels
	KernelsWhole = "kern,whole" // with SIMD kernels, for a single file
)

// The programs of dist/, and the programs inside the single files of the laboratory and of the course.
var (
	pageProgram   = program{"sheafscope", pagePackage, Kernels, inlining}                                // page and worker
	filesProgram  = program{"files", "./wasm/filesprogram", Kernels, append(filesInlining, inlining...)} // reads and writes files
	courseProgram = program{"course", "./wasm/courseprogram", Kernels, inlining}                         // figures of the course
	// A single file cannot fetch programs. Therefore wholeProgram does the work of the page, of the worker and of files.wasm.
	wholeProgram      = program{"whole", pagePackage, KernelsWhole, inlining}
	courseFileProgram = program{"coursefile", "./wasm/coursefile", Kernels, inlining}
)

// namesFiles has the file with the function names of a program, by the name of the program. After a crash the page fetches the file of the
// crashed program to print a readable traceback (assets/boot/go.js). A program of a single file contains its function names.
var namesFiles = map[string]string{
	pageProgram.name: "names.txt", filesProgram.name: "files-names.txt", courseProgram.name: "course-names.txt",
}

// wasmStep returns the step that compiles and shrinks a program. The outputs are the program and the file with its function names, if
// namesFiles has such a file.
func wasmStep(ctx context.Context, golang shell.Go, p program) shell.Task {
	out, flags := filepath.Join(shell.Out, p.name+".wasm"), p.flags()
	outputs := []string{out}
	names := "" // path of the file with the function names; "" if the names stay in the program
	if file := namesFiles[p.name]; file != "" {
		names = filepath.Join(shell.Out, file)
		outputs = append(outputs, names)
	}
	return shell.Task{
		Name: p.name + ".wasm",
		Inputs: func() ([]string, error) {
			shrinkFiles, err := shell.Tree(shell.Suffixes(".go"), "web/tool/shrink")
			if err != nil {
				return nil, err
			}
			return programFiles(append(shrinkFiles, "web/tool/build/unused.go")...)
		},
		Key:     append([]string{golang.Version, p.source, names, fmt.Sprint(vuguEdits), golang.VuguDir}, flags...),
		Outputs: outputs,
		Run: func() error {
			args, err := programArgs(golang, p, out)
			// Remove the program of the last build. It is shrunk, but has the build ID of Go's output, so Go would regard it as up to date.
			if err := errors.Join(err, os.RemoveAll(out)); err != nil {
				return err
			}
			if err := shell.Command(ctx, forPage, "go", args...); err != nil {
				return err
			}
			return Shrink(out, names, golang.Version)
		},
	}
}

// forPage is the environment in which Go compiles for the page.
var forPage = []string{"GOOS=js", "GOARCH=wasm"}

// PlainProgram compiles the program of the page into the file output, and does not shrink it. tags is Kernels or KernelsWhole.
func PlainProgram(ctx context.Context, golang shell.Go, output, tags string) error {
	args, err := programArgs(golang, program{source: pagePackage, tags: tags, inlining: inlining}, output)
	if err != nil {
		return err
	}
	return shell.Command(ctx, forPage, "go", args...)
}

// programArgs returns the arguments with which the command go compiles a program into the file output. For a program of pagePackage it
// writes the edited copy of Vugu that the arguments name. No other program contains Vugu.
func programArgs(golang shell.Go, p program, output string) ([]string, error) {
	args := append([]string{"build"}, p.flags()...)
	if p.source == pagePackage {
		flags, err := vuguFlags(golang, filepath.Join(shell.Out, "standin"))
		if err != nil {
			return nil, err
		}
		args = append(args, flags...)
	}
	return append(args, "-o", output, p.source), nil
}

// inlining lists the packages whose small functions the compiler inlines: numerical packages, the runtime, and packages whose functions are
// shorter than a call. Inlining in all packages would enlarge the program by a tenth without a measurable gain of speed.
var inlining = []string{
	"runtime", "internal/runtime/...", "internal/abi", "internal/bytealg", "internal/chacha8rand", "math", "math/bits",
	"sheafscope/core/linalg", "sheafscope/core/sheaf", "sheafscope/core/small", "sheafscope/core/transport",
	"slices", "cmp", "maps", "sort", "sync", "sync/atomic", "internal/sync", "unicode/utf8", "errors", "internal/reflectlite",
	"internal/stringslite",
}

// filesInlining lists further packages with inlined functions, for the program that reads and writes files.
var filesInlining = []string{"internal/strconv", "compress/flate"}

// flags returns the flags of go build. The program contains neither paths nor the commit, so that equal sources give equal bytes.
func (p program) flags() []string {
	// -s -w omits symbols and debug data. -gcflags=all=-l switches inlining off in all packages. Later, -gcflags=NAME= sets no compiler flags
	// for the package NAME, so that it has inlining again.
	flags := []string{"-trimpath", "-buildvcs=false", "-tags=" + p.tags, "-ldflags=-s -w", "-gcflags=all=-l"}
	for _, name := range p.inlining {
		flags = append(flags, "-gcflags="+name+"=")
	}
	return flags
}

// programFiles returns the paths of the sources of the page's programs, followed by further paths. The steps of all programs share this
// list: a change of any source compiles all of them.
func programFiles(further ...string) ([]string, error) {
	isSource := func(path string) bool {
		isTestOrTool := strings.HasSuffix(path, "_test.go") || strings.HasPrefix(path, "web/tool/") || strings.HasPrefix(path, "web/e2e/")
		return !isTestOrTool && shell.Suffixes(".go", ".wasm", ".json", ".html", ".txt")(path)
	}
	files, err := shell.Tree(isSource, "core", "wasm", "web")
	files = append(files, "go.mod", "go.sum", "assets/assets.go", "assets/sums.go", "assets/sums_fetched.go", "assets/datasets.json",
		"assets/datasets.sha256")
	return append(files, further...), err
}

// firstStep returns the step that renders the first pictures of the page by a native program. This program computes the same bits as the
// program of the page.
func firstStep(ctx context.Context, golang shell.Go) shell.Task {
	out := filepath.Join(shell.Out, "first.js")
	return shell.Task{
		Name:    "first",
		Inputs:  func() ([]string, error) { return programFiles("web/tool/pages/first.go") },
		Key:     []string{golang.Version},
		Outputs: []string{out},
		Run:     func() error { return shell.Command(ctx, nil, "go", "run", "./web/tool/pages", "first", out) },
	}
}

// learnStep returns the step that writes the page of the course, with its figures in their first state.
func learnStep(ctx context.Context, golang shell.Go) shell.Task {
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
		Key:     []string{golang.Version},
		Outputs: []string{out},
		Run: func() error {
			return shell.Command(ctx, nil, "go", "run", "./web/tool/pages", "learn", "assets/learn", out)
		},
	}
}
