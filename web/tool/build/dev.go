// This file has the build for development, ./build.sh dev.

package build

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"sheafscope/web/tool/shell"
	"sheafscope/web/tool/site"
)

// devDir has the files of ./build.sh dev alone: programs that are not shrunk, and emptyScript.
const devDir = shell.Work + "/dev"

// Dev builds dist/ for development and returns the version of dist/. It generates the code of the components, and compiles the SIMD
// companion and the programs, only if scope is site.RebuildAll. To save time, it neither compresses files, nor renders the first pictures,
// nor shrinks the programs of the page.
func Dev(ctx context.Context, golang shell.Go, scope site.Rebuild) (version string, err error) {
	if scope == site.RebuildAll {
		if err := generateComponents(ctx, golang); err != nil {
			return "", err
		}
		if err := Kernel(ctx); err != nil {
			return "", err
		}
		if err := devPrograms(ctx, golang); err != nil {
			return "", err
		}
	}
	for _, s := range devSteps(ctx, golang) {
		if _, err := s.Do(); err != nil {
			return "", err
		}
	}
	if err := shell.WriteIfChanged(emptyScript, []byte("// There is no first picture under ./build.sh dev.\n")); err != nil {
		return "", err
	}
	return assemble(devFiles(), "")
}

// devSteps returns the steps of every development build, except the programs of the page. Four steps are slow, and their inputs rarely
// change: the program of the course, the element, the page of the course, and the licences. devSteps includes such a step only if an output
// of the step is missing.
func devSteps(ctx context.Context, golang shell.Go) []shell.Task {
	list := append([]shell.Task{islandsStep(ctx), lessonsStep(ctx),
		lookStep(ctx, "look"), lookStep(ctx, "edge"), trainedStep(), sumsStep()},
		bootSteps(ctx, golang)...)
	for _, s := range []shell.Task{wasmStep(ctx, golang, courseProgram), elementStep(ctx), learnStep(ctx, golang), licencesStep(ctx, golang)} {
		if !shell.AllExist(s.Outputs) {
			list = append(list, s)
		}
	}
	return list
}

// emptyScript replaces the files that a development build omits.
const emptyScript = devDir + "/first.js"

// devFiles returns the source of each file of dist/ in a development build, by name.
func devFiles() map[string]string {
	files := distFiles()
	files["first.js"] = emptyScript
	// Programs that are not shrunk contain their function names. The program of the course is shrunk: its tracebacks have no names.
	for _, name := range namesFiles {
		files[name] = emptyScript
	}
	for _, p := range []program{pageProgram, filesProgram} {
		files[p.name+".wasm"] = devOutput(p)
	}
	return files
}

// devOutput returns the path of a program that is not shrunk.
func devOutput(p program) string { return filepath.Join(devDir, p.name+".wasm") }

// devPrograms compiles the program of the page and the program for files in parallel.
func devPrograms(ctx context.Context, golang shell.Go) error {
	results := make(chan error, 2)
	compile := func(p program) {
		args, err := programArgs(golang, p, devOutput(p))
		if err != nil {
			results <- err
			return
		}
		cmd := exec.CommandContext(ctx, "go", args...)
		cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		var output bytes.Buffer // part of the error: the printed outputs of parallel compilers would mix
		cmd.Stdout, cmd.Stderr = &output, &output
		if err := cmd.Run(); err != nil {
			results <- fmt.Errorf("%s: %w\n%s", p.name, err, bytes.TrimSpace(output.Bytes()))
			return
		}
		results <- nil
	}
	go compile(pageProgram)
	go compile(filesProgram)
	// Go evaluates both arguments, and so waits for both programs. One error is enough: both usually fail for the same reason.
	return cmp.Or(<-results, <-results)
}
