package main

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"sheafscope/web/tool/disk"
	"sheafscope/web/tool/gotool"
	"sheafscope/web/tool/guard"
	"sheafscope/web/tool/steps"
)

// kernelDir holds the sources of the SIMD companion of package linalg.
const kernelDir = "core/linalg/kernel"

// kernelLimit is the size that the companion must stay below.
const kernelLimit = 26 << 10

// kernelStep compiles the companion and writes it down twice: as a module for
// node, and as a script that carries its bytes, which goes into boot.js (one
// request less, and nothing to forget in a single-file build).
func kernelStep(ctx context.Context) steps.Step {
	out := filepath.Join(disk.Out, "kernel.wasm")
	return steps.Step{
		Name: "kernel",
		Inputs: func() ([]string, error) {
			files, err := disk.Tree(disk.Suffixes(".ts"), kernelDir)
			return append(files, "package-lock.json", "web/tool/kernel.go"), err
		},
		Outputs: []string{out, kernelScript()},
		Run: func() error {
			if err := os.MkdirAll(disk.Out, 0o777); err != nil {
				return err
			}
			err := guard.Command(ctx, nil, "node", "node_modules/assemblyscript/bin/asc.js", kernelDir+"/kern.ts", "-O3",
				"--runtime", "stub", "--importMemory", "--noExportMemory", "--noAssert", "--enable", "simd", "-o", out)
			if err != nil {
				return err
			}
			data, err := os.ReadFile(out)
			if err != nil {
				return err
			}
			if err := checkKernel(data); err != nil {
				return errors.Join(err, os.Remove(out))
			}
			text := base64.StdEncoding.EncodeToString(data)
			return disk.Write(kernelScript(), []byte("const sheafscopeKernelBytes = \""+text+"\";\n"))
		},
	}
}

// kernelScript is the script that carries the companion's bytes.
func kernelScript() string { return filepath.Join(disk.Out, "kernel-bytes.js") }

// wasmSections names the sections that the companion may have, by number.
var wasmSections = map[byte]string{1: "type", 2: "import", 3: "function", 7: "export", 10: "code"}

// checkKernel refuses a companion that would write into memory by itself: it
// lives inside Go's memory, so it must have no data, no globals (where a
// compiler keeps a stack), no start function and no memory of its own.
func checkKernel(module []byte) error {
	if len(module) > kernelLimit {
		return fmt.Errorf("the companion has %d bytes, more than %d", len(module), kernelLimit)
	}
	if !strings.HasPrefix(string(module), "\x00asm\x01\x00\x00\x00") {
		return errors.New("the companion is not a WebAssembly module")
	}
	for at := 8; at < len(module); {
		id := module[at]
		size, n := binary.Uvarint(module[at+1:])
		body := at + 1 + n
		if n <= 0 || size > uint64(len(module)-body) {
			return fmt.Errorf("the companion is damaged at byte %d", at)
		}
		end := body + int(size)
		switch {
		case wasmSections[id] == "":
			return fmt.Errorf("the companion has a section of type %d: it must own no memory, globals, tables or data; use only loads and stores "+
				"on the addresses it is given", id)
		case id == 2 && string(module[body:min(end, body+13)]) != "\x01\x03env\x06memory\x02":
			return errors.New("the companion must import env.memory and nothing else")
		}
		at = end
	}
	return nil
}

// testKernel runs in wasm, with the companion, the tests of package linalg and
// those that compare the kernels elsewhere; and without it the one about a
// missing companion.
func testKernel(ctx context.Context, r *results, w io.Writer, env []string) error {
	if _, err := kernelStep(ctx).Do(); err != nil {
		return err
	}
	runner, err := filepath.Abs(kernelDir + "/run.mjs")
	if err != nil {
		return err
	}
	module, err := filepath.Abs(filepath.Join(disk.Out, "kernel.wasm"))
	if err != nil {
		return err
	}
	run := func(module string, more ...string) error {
		args := append([]string{"test", "-json", "-vet=off", "-count=1", "-tags=kern", "-exec=node " + runner}, more...)
		cmd := exec.CommandContext(ctx, "go", args...)
		cmd.Env = append(slices.Concat(gotool.SmallEnv(), env), "GOOS=js", "GOARCH=wasm", "SHEAFSCOPE_KERNEL="+module)
		return runTests(ctx, r, w, cmd)
	}
	linalg := "./" + filepath.Dir(kernelDir)
	return errors.Join(
		run(module, linalg, "./core/diffusion"),
		run(module, "-run=Kernels", "./core/sheaf", "./core/spectral", "./core/sgpc"),
		run("none", "-run=^TestSIMD$", linalg))
}
