// This file searches for dead code, functions that no program reaches.

package test

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

	"sheafscope/web/tool/shell"
)

// unreached has the reason why a function exists that no program reaches, by its name "package.Name".
var unreached = map[string]string{
	"autodiff.CheckGrad":     "gradients against central differences, in the tests of four packages",
	"autodiff.CheckGradStep": "gradients against central differences with a given step",
	"autodiff.relativeError": "the largest error, which CheckGrad and CheckGradStep return",
	"graphio.ReadNPZ":        "reads back what WriteNPZ wrote, in the tests of four packages",
}

// reach describes the programs of one system: the native programs, or the programs of the page in wasm.
type reach struct {
	files []string // source files that the system compiles into the programs
	dead  []string // functions in files that no program reaches, as "file:line:column: package.Name"
}

// deadCode searches for functions that neither a native program nor a program of the page reaches, and compares them with unreached (see
// compareUnreached). It also returns an error if a command fails. wasm has the environment variables that select wasm.
func deadCode(ctx context.Context, wasm []string) error {
	program := filepath.Join(shell.Work, "deadcode")
	if err := shell.Command(ctx, nil, "go", "build", "-o", program, "golang.org/x/tools/cmd/deadcode"); err != nil {
		return err
	}
	native, err := unreachable(ctx, program, nil, "./core/cmd/sgpc", "./web/tool", "./web/tool/pages", "./web/tool/readme")
	if err != nil {
		return err
	}
	page, err := unreachable(ctx, program, wasm, "-tags=kern,whole", "./wasm", "./wasm/filesprogram", "./wasm/courseprogram",
		"./wasm/coursefile")
	if err != nil {
		return err
	}
	return compareUnreached(native, page, unreached)
}

// compareUnreached compares the dead functions with the names in allowed, which has the form of unreached. A function is dead if no program
// reaches it on any system that compiles its file. compareUnreached returns an error for each dead function that allowed does not name, and
// for each name in allowed whose function is reached or does not exist.
func compareUnreached(native, page reach, allowed map[string]string) error {
	var errs []error
	isDead := map[string]bool{} // by the name of the function
	// Both systems may have the same line: check each line once, in alphabetical order.
	for _, line := range slices.Compact(slices.Sorted(slices.Values(slices.Concat(native.dead, page.dead)))) {
		file, _, _ := strings.Cut(line, ":")
		// A system that does not compile the file cannot reach the function.
		isReached := func(s reach) bool { return slices.Contains(s.files, file) && !slices.Contains(s.dead, line) }
		if isReached(native) || isReached(page) {
			continue
		}
		name := line[strings.LastIndexByte(line, ' ')+1:]
		isDead[name] = true
		if allowed[name] == "" {
			errs = append(errs, fmt.Errorf("%s is reached by no program: delete it, or give the reason in web/tool/test/deadcode.go", line))
		}
	}
	for name := range allowed {
		if !isDead[name] {
			errs = append(errs, fmt.Errorf("web/tool/test/deadcode.go names %s, which is reached or gone: delete its row", name))
		}
	}
	return errors.Join(errs...)
}

// unreachable returns the source files and the dead functions of programs. deadcode is the path of the command deadcode. programs has the
// packages of the programs, and may begin with flags for go list and deadcode. env is added to the environment of both commands.
func unreachable(ctx context.Context, deadcode string, env []string, programs ...string) (reach, error) {
	root, err := os.Getwd()
	if err != nil {
		return reach{}, err
	}
	// outputLines runs a command for the programs and returns the lines of its output that are not empty. It removes root from the paths, so
	// that the paths of both commands are equal.
	outputLines := func(name string, args ...string) ([]string, error) {
		var out bytes.Buffer
		cmd := exec.CommandContext(ctx, name, slices.Concat(args, programs)...)
		cmd.Env = append(os.Environ(), env...)
		cmd.Stdout, cmd.Stderr = &out, os.Stderr
		err := shell.Run(cmd)
		text := strings.ReplaceAll(out.String(), root+string(filepath.Separator), "")
		return strings.FieldsFunc(text, func(r rune) bool { return r == '\n' }), err
	}
	var s reach
	s.dead, err = outputLines(deadcode, "-f",
		`{{range .Funcs}}{{.Position.File}}:{{.Position.Line}}:{{.Position.Col}}: {{$.Name}}.{{.Name}}{{"\n"}}{{end}}`)
	if err != nil {
		return s, err
	}
	// A line is the path of a source file, such as web/tool/main.go. Files of the standard library are left out.
	s.files, err = outputLines("go", "list", "-deps", "-f",
		`{{$dir := .Dir}}{{if not .Standard}}{{range .GoFiles}}{{$dir}}/{{.}}{{"\n"}}{{end}}{{end}}`)
	return s, err
}
