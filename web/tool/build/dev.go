package build

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"

	"sheafscope/web/tool/shell"
)

// devDir holds the programs as Go's linker makes them.
const devDir = shell.Work + "/dev"

// Dev makes dist/ for who changes the page, the programs only when their code did. Nothing is packed, there is no first
// picture, and the programs are not made smaller: all that costs time and is for readers.
func Dev(ctx context.Context, env shell.Go, code bool) (version string, err error) {
	if code {
		if err := generateComponents(ctx, env); err != nil {
			return "", err
		}
		if err := Kernel(ctx); err != nil {
			return "", err
		}
		if err := devPrograms(ctx, env); err != nil {
			return "", err
		}
	}
	for _, s := range devSteps(ctx, env) {
		if _, err := s.Do(); err != nil {
			return "", err
		}
	}
	if err := shell.WriteIfChanged(none, []byte("// There is no first picture under ./build.sh dev.\n")); err != nil {
		return "", err
	}
	return assemble(devFiles(), "")
}

// devSteps make what is not compiled anew. What changes seldom and takes a while is made only where it is missing.
func devSteps(ctx context.Context, env shell.Go) []shell.Task {
	list := append([]shell.Task{islandsStep(ctx), lessonsStep(ctx),
		lookStep(ctx, "look"), lookStep(ctx, "edge"), trainedStep(), sumsStep()},
		bootSteps(ctx, env)...)
	for _, s := range []shell.Task{courseStep(ctx, env), elementStep(ctx), learnStep(ctx, env), licencesStep(ctx, env)} {
		if !shell.AllExist(s.Outputs) {
			list = append(list, s)
		}
	}
	return list
}

// none is what stands in the place of files that this build has not.
const none = devDir + "/first.js"

// devFiles are the files of dist/ and where they come from.
func devFiles() map[string]string {
	files := distFiles()
	files["first.js"], files[namesName] = none, none
	files["sheafscope.wasm"], files["files.wasm"] = devProgram("sheafscope"), devProgram("files")
	return files
}

func devProgram(name string) string { return filepath.Join(devDir, name+".wasm") }

// devPrograms compiles both programs side by side.
func devPrograms(ctx context.Context, env shell.Go) error {
	results := make(chan error, 2)
	compile := func(name, source string, inlining []string) {
		args, err := programArgs(env, source, wasmFlags("kern", inlining), devProgram(name))
		if err != nil {
			results <- err
			return
		}
		cmd := exec.CommandContext(ctx, "go", args...)
		cmd.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm")
		var said bytes.Buffer
		cmd.Stdout, cmd.Stderr = &said, &said
		if err := cmd.Run(); err != nil {
			results <- fmt.Errorf("%s: %w\n%s", name, err, bytes.TrimSpace(said.Bytes()))
			return
		}
		results <- nil
	}
	go compile("sheafscope", pageProgram, inlining)
	go compile("files", "./wasm/filesprogram", append(filesInlining, inlining...))
	first, second := <-results, <-results
	if first == nil {
		first = second // both usually fail for the same reason
	}
	return first
}
