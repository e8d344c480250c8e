package build

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strings"

	"sheafscope/web/tool/shell"
)

// KernelDir holds the sources of the SIMD companion of package linalg.
const KernelDir = "core/linalg/kernel"

const (
	KernelModule = shell.Out + "/kernel.wasm"     // the compiled companion
	kernelScript = shell.Out + "/kernel-bytes.js" // a script with its bytes in base 64
)

// kernelLimit is the largest allowed size of the companion in bytes.
const kernelLimit = 26 << 10

// Kernel compiles the companion if its sources have changed.
func Kernel(ctx context.Context) error {
	_, err := kernelStep(ctx).Do()
	return err
}

// kernelStep compiles the companion into two forms: a module for Node, and a script with the bytes of the module. boot.js contains the
// script, which saves a request. A single file also needs the script, because it cannot request a module.
func kernelStep(ctx context.Context) shell.Task {
	return shell.Task{
		Name: "kernel",
		Inputs: func() ([]string, error) {
			files, err := shell.Tree(shell.Suffixes(".ts"), KernelDir)
			return append(files, "package-lock.json", "web/tool/build/kernel.go"), err
		},
		Outputs: []string{KernelModule, kernelScript},
		Run: func() error {
			if err := os.MkdirAll(shell.Out, 0o777); err != nil {
				return err
			}
			// The companion imports Go's memory and has no runtime.
			err := shell.Command(ctx, nil, "node", "node_modules/assemblyscript/bin/asc.js", KernelDir+"/kern.ts", "-O3",
				"--runtime", "stub", "--importMemory", "--noExportMemory", "--noAssert", "--enable", "simd", "-o", KernelModule)
			if err != nil {
				return err
			}
			data, err := os.ReadFile(KernelModule)
			if err != nil {
				return err
			}
			if err := checkKernel(data); err != nil {
				return errors.Join(err, os.Remove(KernelModule))
			}
			text := base64.StdEncoding.EncodeToString(data)
			return shell.Write(kernelScript, []byte("const sheafscopeKernelBytes = \""+text+"\";\n"))
		},
	}
}

// importSection is the number of the section of imports.
const importSection = 2

// kernelSections has the names of the allowed sections of the companion, by their numbers in the binary format of WebAssembly.
var kernelSections = map[byte]string{1: "type", importSection: "import", 3: "function", 7: "export", 10: "code"}

// wasmHeader is the beginning of every WebAssembly module: its magic number and its version, 1.
const wasmHeader = "\x00asm\x01\x00\x00\x00"

// memoryImport is the beginning of the companion's section of imports: one import, env.memory, of kind 2, a memory.
const memoryImport = "\x01\x03env\x06memory\x02"

// checkKernel returns an error for a companion that could write to other addresses than its arguments. The companion shares Go's memory.
// Therefore it must have no data, no globals (in which a compiler keeps a stack pointer), no start function and no second memory.
// kernelSections has no section for any of these.
func checkKernel(module []byte) error {
	if len(module) > kernelLimit {
		return fmt.Errorf("the companion has %d bytes, more than %d", len(module), kernelLimit)
	}
	if !strings.HasPrefix(string(module), wasmHeader) {
		return errors.New("the companion is not a WebAssembly module")
	}
	// A section has its number, its size as a varint, and its body.
	start := len(wasmHeader) // index of the section
	for start < len(module) {
		id := module[start]
		size, n := binary.Uvarint(module[start+1:])
		body := start + 1 + n
		if n <= 0 || size > uint64(len(module)-body) {
			return fmt.Errorf("the companion is damaged at byte %d", start)
		}
		end := body + int(size)
		switch {
		case kernelSections[id] == "":
			return fmt.Errorf("the companion has a section of type %d: it must own no memory, globals, tables or data; use only loads and stores "+
				"on the addresses it is given", id)
		case id == importSection && string(module[body:min(end, body+len(memoryImport))]) != memoryImport:
			return errors.New("the companion must import env.memory and nothing else")
		}
		start = end
	}
	return nil
}
