package build

import (
	"strings"
	"testing"
)

// checkKernel accepts a module whose only import is a memory. It refuses a text, another import, an own memory, a global, a start function,
// data, and a section that is cut short. It also refuses a module above kernelLimit.
func TestCheckKernel(t *testing.T) {
	// head is the beginning of a module of WebAssembly: "\0asm" and the version 1. memory is the section that imports the memory env.memory.
	// Each section is a byte with its kind, a byte with the length of its content, and the content.
	const head = "\x00asm\x01\x00\x00\x00"
	const memory = "\x02\x0f\x01\x03env\x06memory\x02\x00\x00"
	if err := checkKernel([]byte(head + memory)); err != nil {
		t.Fatal(err)
	}
	for _, bad := range []string{
		"text", // no module
		head + "\x02\x0c\x01\x03env\x03log\x00\x00\x00",             // a function is imported
		head + memory + "\x05\x03\x01\x00\x01",                      // a memory of its own
		head + memory + "\x06\x06\x01\x7f\x01\x41\x00\x0b",          // a global
		head + memory + "\x08\x01\x00",                              // a start function
		head + memory + "\x0b\x03\x01\x00\x00",                      // data
		head + memory + "\x0a\x7f",                                  // code that is cut short
		head + memory + strings.Repeat("\x01\x01\x00", kernelLimit), // a module of over 3·kernelLimit bytes
	} {
		if checkKernel([]byte(bad)) == nil {
			t.Errorf("checkKernel accepts a module that begins with %q", bad[:min(len(bad), 40)])
		}
	}
}
