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

// unreached has the functions that no program needs to reach, each with the reason.
var unreached = map[string]string{
	"autodiff.CheckGrad":     "gradients against central differences, in the tests of four packages",
	"autodiff.CheckGradStep": "the same with a step of its own",
	"autodiff.relativeError": "the largest error that both return",
	"graphio.ReadNPZ":        "reads back what WriteNPZ wrote, in the tests of four packages",
}

// reach describes the programs of one system.
type reach struct {
	files []string // source files of the programs
	dead  []string // functions in files that no program reaches, as "file:line:column: package.Name"
}

// deadCode returns an error for each function that neither a native program nor a program of the page reaches, unless unreached names the
// function. It also returns an error for each name of unreached that is reached or does not exist.
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

// compareUnreached compares the functions that are dead on every system that compiles them with the names of unreached.
func compareUnreached(native, page reach, unreached map[string]string) error {
	var errs []error
	found := map[string]bool{}
	dead := slices.Concat(native.dead, page.dead)
	slices.Sort(dead)
	for _, line := range slices.Compact(dead) {
		file, _, _ := strings.Cut(line, ":")
		isReached := func(s reach) bool { return slices.Contains(s.files, file) && !slices.Contains(s.dead, line) }
		if isReached(native) || isReached(page) {
			continue
		}
		name := line[strings.LastIndexByte(line, ' ')+1:]
		found[name] = true
		if unreached[name] == "" {
			errs = append(errs, fmt.Errorf("%s is reached by no program: delete it, or give the reason in web/tool/test/deadcode.go", line))
		}
	}
	for name := range unreached {
		if !found[name] {
			errs = append(errs, fmt.Errorf("web/tool/test/deadcode.go names %s, which is reached or gone: delete its row", name))
		}
	}
	return errors.Join(errs...)
}

// unreachable returns source files and dead functions of programs, by the commands go list and deadcode (program).
func unreachable(ctx context.Context, program string, env []string, programs ...string) (reach, error) {
	root, err := os.Getwd()
	if err != nil {
		return reach{}, err
	}
	lines := func(name string, args ...string) ([]string, error) {
		var out bytes.Buffer
		cmd := exec.CommandContext(ctx, name, slices.Concat(args, programs)...)
		cmd.Env, cmd.Stdout, cmd.Stderr = append(os.Environ(), env...), &out, os.Stderr
		err := cmd.Run()
		lines := strings.ReplaceAll(out.String(), root+string(filepath.Separator), "")
		return strings.FieldsFunc(lines, func(r rune) bool { return r == '\n' }), err
	}
	var s reach
	s.dead, err = lines(program, "-f",
		`{{range .Funcs}}{{.Position.File}}:{{.Position.Line}}:{{.Position.Col}}: {{$.Name}}.{{.Name}}{{"\n"}}{{end}}`)
	if err != nil {
		return s, err
	}
	s.files, err = lines("go", "list", "-deps", "-f",
		`{{$dir := .Dir}}{{if not .Standard}}{{range .GoFiles}}{{$dir}}/{{.}}{{"\n"}}{{end}}{{end}}`)
	return s, err
}
