// This file marks the parts of the page with their version.

package build

import (
	"encoding/binary"
	"fmt"
	"path"
	"strings"

	"sheafscope/web/tool/shell"
)

// A cache, or a host during an update, can serve parts of two builds. To detect this case, the page compares versions that its pages, style
// sheets and scripts contain (assets/boot/versions.js). A program contains a hash of its own in place of the version.

// stampPart returns a file of dist/ with the version. A style sheet gets the version in a custom property, as in --part-style-css, and
// lengths in rem. A script whose version the page checks gets the version in a global object. Any other file stays unchanged.
func stampPart(name string, data []byte, version string) []byte {
	switch name {
	case "style.css", "islands.css", "learn.css":
		css := []byte(pixelsToRem(string(data)))
		return fmt.Appendf(css, "\n:root{--part-%s:%q}\n", strings.ReplaceAll(name, ".", "-"), version)
	case "islands.js", "first.js", "look.js", "edge.js", "lessons.js":
		return fmt.Appendf(data, "\n;(globalThis.sheafscopeParts??={})[%q]=%q;\n", name, version)
	}
	return data
}

// programHash returns the first hashDigits hexadecimal digits of a program's hash. A program in dist/ has this hash in place of the
// version. Therefore a new build has the same file if the program has not changed.
func programHash(data []byte) string { return shell.Hash(data)[:hashDigits] }

// withHash returns a copy of a program, followed by a custom section named sheafscope. The section has the hash of the program without this
// section. A section of WebAssembly is a number, 0 for a custom section, the size of the contents as an unsigned varint, and the contents.
// The contents of a custom section begin with the length and the text of its name.
func withHash(data []byte) []byte {
	const section = "sheafscope"
	contents := append([]byte{byte(len(section))}, section...) // a length below 128 is a varint of one byte
	contents = append(contents, programHash(data)...)
	out := append(data[:len(data):len(data)], 0) // the clipped capacity makes append copy
	out = binary.AppendUvarint(out, uint64(len(contents)))
	return append(out, contents...)
}

// isProgram reports whether a file of dist/ is a program.
func isProgram(name string) bool { return path.Ext(name) == ".wasm" }
