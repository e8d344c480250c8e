package build

import (
	"bytes"
	"strings"
	"testing"
)

// withHash returns the bytes of a program, followed by a custom section of WebAssembly. The section is called sheafscope and has the hash
// of 12 hexadecimal digits. Another program has another hash.
func TestProgramsCarryTheirHash(t *testing.T) {
	program := []byte("\x00asm\x01\x00\x00\x00") // an empty module
	out := withHash(program)
	// A custom section is the type 0, the length of what follows, the length of its name, the name and the content.
	rest, hasProgram := bytes.CutPrefix(out, program)
	if !hasProgram || len(rest) < 2 || rest[0] != 0 || int(rest[1]) != len(rest)-2 {
		t.Fatalf("the program with its hash is % x, want the program and one custom section of the stated length", out)
	}
	name, hash := string(rest[3:3+rest[2]]), string(rest[3+rest[2]:])
	if name != "sheafscope" || hash != programHash(program) || len(hash) != 12 {
		t.Errorf("the section %q holds %q, want sheafscope and the hash %q of 12 digits", name, hash, programHash(program))
	}
	if programHash(append(program, 0)) == hash {
		t.Error("another program has the same hash")
	}
}

// TestPartsCarryTheirVersion: stampPart appends the version to a script and to a style sheet, and nothing to other files.
func TestPartsCarryTheirVersion(t *testing.T) {
	for name, want := range map[string]string{
		"islands.js": `(globalThis.sheafscopeParts??={})["islands.js"]="1f"`,
		"style.css":  `:root{--part-style-css:"1f"}`,
		"icon.svg":   "",
	} {
		got := strings.TrimSpace(strings.TrimPrefix(string(stampPart(name, []byte("a"), "1f")), "a"))
		if strings.Trim(got, ";") != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}
