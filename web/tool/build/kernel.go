// This file compiles the SIMD companion, a module with kernels of linear algebra, and checks its sections.

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

// The two forms of the compiled companion.
const (
	KernelModule = shell.Out + "/kernel.wasm"     // the module
	kernelScript = shell.Out + "/kernel-bytes.js" // a script with the bytes of the module in base 64
)

// kernelLimit is the largest allowed size of the companion in bytes, 26 kiB. Every start of the page loads the companion with boot.js.
const kernelLimit = 26 << 10

// Kernel compiles the companion if a compiled form is missing, or if the sources, the npm packages or the step have changed.
func Kernel(ctx context.Context) error {
	_, err := kernelStep(ctx).Do()
	return err
}

// kernelStep returns the step that compiles the companion into two forms: a module for Node, and a script with the bytes of the module.
// boot.js contains the script. The script saves a request, and a single file cannot request a module at all.
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
			if err := checkKernel(data); err != nil { // no other step may find a refused companion
				return errors.Join(err, os.Remove(KernelModule))
			}
			text := base64.StdEncoding.EncodeToString(data)
			return shell.Write(kernelScript, []byte("const sheafscopeKernelBytes = \""+text+"\";\n"))
		},
	}
}

// kernelSections has the allowed sections of the companion: the name of each section by its number in the binary format of WebAssembly.
var kernelSections = map[byte]string{1: "type", 2: "import", 3: "function", 7: "export", 10: "code"}

// importMemory is the beginning of a section with one import: env.memory, of kind 2, a memory. The byte \x01 is the number of imports; \x03
// and \x06 are the lengths of the names after them.
const importMemory = "\x01\x03env\x06memory\x02"

// checkKernel returns an error if the companion exceeds kernelLimit, if it is no intact module, or if it could write to addresses that are
// not its arguments. The companion shares Go's memory, its only import. Therefore it must have no data, no start function, no memory of its
// own and no globals. Without a global it also has no stack in the memory, since a compiler keeps the stack pointer in a global.
func checkKernel(module []byte) error {
	if len(module) > kernelLimit {
		return fmt.Errorf("the companion has %d bytes, more than %d", len(module), kernelLimit)
	}
	if !strings.HasPrefix(string(module), "\x00asm\x01\x00\x00\x00") {
		return errors.New("the companion is not a WebAssembly module")
	}
	// A section has one byte with its number, its size as an unsigned varint, and its contents. The first section follows a head of 8 bytes.
	for start := 8; start < len(module); {
		id := module[start]
		size, sizeBytes := binary.Uvarint(module[start+1:])
		body := start + 1 + sizeBytes
		if sizeBytes <= 0 || size > uint64(len(module)-body) { // an invalid varint, or a section beyond the end
			return fmt.Errorf("the companion is damaged at byte %d", start)
		}
		end := body + int(size)
		if kernelSections[id] == "" {
			return fmt.Errorf("the companion has a section of type %d: it must own no memory, globals, tables or data; use only loads and stores "+
				"on the addresses it is given", id)
		}
		isImport := kernelSections[id] == "import" // the section with all imports
		if isImport && string(module[body:min(end, body+len(importMemory))]) != importMemory {
			return errors.New("the companion must import env.memory and nothing else")
		}
		start = end
	}
	return nil
}
