package build

import (
	"encoding/binary"
	"fmt"
	"path"
	"strings"

	"sheafscope/web/tool/shell"
)

// Every part of the page contains the version of its build. The page compares the versions of its parts (assets/boot/versions.js). It thus
// detects a mixture of two builds, which a cache can serve, and a host during an update.

// stampPart returns a part of the page with its version. A style sheet has the version in a custom property, a script in a global object.
// stampPart also converts the lengths of style sheets to rem. The shell, boot.js and worker.js have a placeholder for the version instead.
func stampPart(name string, data []byte, version string) []byte {
	switch name {
	case "style.css", "islands.css", "learn.css":
		return fmt.Appendf([]byte(pixelsToRem(string(data))), "\n:root{--part-%s:%q}\n", strings.ReplaceAll(name, ".", "-"), version)
	case "islands.js", "first.js", "look.js", "edge.js", "lessons.js":
		return fmt.Appendf(data, "\n;(globalThis.sheafscopeParts??={})[%q]=%q;\n", name, version)
	}
	return data
}

// programHash returns the first 12 hexadecimal digits of a program's hash. A program contains its hash instead of the version. Therefore an
// unchanged program has the same file in the next build.
func programHash(data []byte) string { return shell.Hash(data)[:12] }

// withHash returns a program with its hash in a custom section named sheafscope.
func withHash(data []byte) []byte {
	const section = "sheafscope"
	body := append([]byte{byte(len(section))}, section...)
	body = append(body, programHash(data)...)
	const customSection = 0
	out := append(data[:len(data):len(data)], customSection) // the clipped capacity makes append copy data
	return append(binary.AppendUvarint(out, uint64(len(body))), body...)
}

// isProgram reports whether a file of dist/ is a program.
func isProgram(name string) bool { return path.Ext(name) == ".wasm" }
