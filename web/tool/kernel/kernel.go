// Package kernel compiles the SIMD companion of package linalg, and refuses one that would own memory.
package kernel

import (
	"context"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"strings"

	"sheafscope/web/tool/disk"
	"sheafscope/web/tool/guard"
	"sheafscope/web/tool/steps"
)

// Dir holds the sources of the SIMD companion of package linalg.
const Dir = "core/linalg/kernel"

// Module is the compiled companion, Script a script that carries its bytes.
const (
	Module = disk.Out + "/kernel.wasm"
	Script = disk.Out + "/kernel-bytes.js"
)

// limit is the size that the companion must stay below.
const limit = 26 << 10

// Step compiles the companion and writes it down twice: as a module for
// node, and as a script that carries its bytes, which goes into boot.js (one
// request less, and nothing to forget in a single-file build).
func Step(ctx context.Context) steps.Step {
	return steps.Step{
		Name: "kernel",
		Inputs: func() ([]string, error) {
			files, err := disk.Tree(disk.Suffixes(".ts"), Dir)
			return append(files, "package-lock.json", "web/tool/kernel/kernel.go"), err
		},
		Outputs: []string{Module, Script},
		Run: func() error {
			if err := os.MkdirAll(disk.Out, 0o777); err != nil {
				return err
			}
			err := guard.Command(ctx, nil, "node", "node_modules/assemblyscript/bin/asc.js", Dir+"/kern.ts", "-O3",
				"--runtime", "stub", "--importMemory", "--noExportMemory", "--noAssert", "--enable", "simd", "-o", Module)
			if err != nil {
				return err
			}
			data, err := os.ReadFile(Module)
			if err != nil {
				return err
			}
			if err := check(data); err != nil {
				return errors.Join(err, os.Remove(Module))
			}
			text := base64.StdEncoding.EncodeToString(data)
			return disk.Write(Script, []byte("const sheafscopeKernelBytes = \""+text+"\";\n"))
		},
	}
}

// sections names the sections that the companion may have, by number.
var sections = map[byte]string{1: "type", 2: "import", 3: "function", 7: "export", 10: "code"}

// check refuses a companion that would write into memory by itself: it
// lives inside Go's memory, so it must have no data, no globals (where a
// compiler keeps a stack), no start function and no memory of its own.
func check(module []byte) error {
	if len(module) > limit {
		return fmt.Errorf("the companion has %d bytes, more than %d", len(module), limit)
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
		case sections[id] == "":
			return fmt.Errorf("the companion has a section of type %d: it must own no memory, globals, tables or data; use only loads and stores "+
				"on the addresses it is given", id)
		case id == 2 && string(module[body:min(end, body+13)]) != "\x01\x03env\x06memory\x02":
			return errors.New("the companion must import env.memory and nothing else")
		}
		at = end
	}
	return nil
}
