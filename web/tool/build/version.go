package build

import (
	"encoding/binary"
	"fmt"
	"path"
	"strings"

	"sheafscope/web/tool/shell"
)

// Every part of the page says which version it belongs to, so that the page
// notices when a host that is being updated, or a cache, hands out parts of two
// (assets/boot/versions.js).

// marked returns a part of the page with its version: a style sheet, whose lengths are relative from here on, in a custom
// property, a script in a global object. The shell, boot.js and worker.js hold it as a word.
func marked(name string, data []byte, version string) []byte {
	switch name {
	case "style.css", "islands.css", "learn.css":
		return fmt.Appendf([]byte(relative(string(data))), "\n:root{--part-%s:%q}\n", strings.ReplaceAll(name, ".", "-"), version)
	case "islands.js", "first.js", "look.js", "edge.js", "lessons.js":
		return fmt.Appendf(data, "\n;(globalThis.sheafscopeParts??={})[%q]=%q;\n", name, version)
	}
	return data
}

// programHash is the hash that a program carries, in place of a version: a
// program that stays the same from build to build stays the same file.
func programHash(data []byte) string { return shell.Hash(data)[:12] }

// withHash returns a program with its hash in a custom section.
func withHash(data []byte) []byte {
	const section = "sheafscope"
	body := append([]byte{byte(len(section))}, section...)
	body = append(body, programHash(data)...)
	out := append(data[:len(data):len(data)], 0) // the id of custom sections
	return append(binary.AppendUvarint(out, uint64(len(body))), body...)
}

// isProgram reports whether a file of dist/ is a program.
func isProgram(name string) bool { return path.Ext(name) == ".wasm" }
