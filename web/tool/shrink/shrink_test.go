package shrink

import (
	"bytes"
	"encoding/binary"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

const (
	unpacker = "../../../assets/boot/functions.js" // restores the tables of packFunctions
	starter  = "../../../assets/boot/go.js"        // restores the names of functions
)

// start is a script for Node that starts a program as the page does. Its arguments are the file of the program and the scripts of the page.
// It first restores the tables and the names of functions. Its request for the names, by a double of XMLHttpRequest, reads the file of the
// program with the ending .names. The exit status is that of the program.
const start = `const fs = require("node:fs"), vm = require("node:vm");
Object.assign(globalThis, { require, fs, path: require("node:path") });
for (const script of process.argv.slice(3)) vm.runInThisContext(fs.readFileSync(script, "utf8"));
globalThis.location = { href: "https://sheafscope.invalid/" };
globalThis.XMLHttpRequest = class {
  open() {}
  overrideMimeType() {}
  send() { this.responseText = fs.readFileSync(process.argv[2] + ".names", "latin1"); }
};
const go = new Go(), small = new WebAssembly.Module(fs.readFileSync(process.argv[2]));
go.exit = process.exit;
WebAssembly.instantiate(small, go.importObject).then((instance) => {
  sheafscopeFunctions(small, instance.exports.mem);
  sheafscopeNames(small, instance.exports.mem, "names.txt");
  return go.run(instance);
});
`

// run runs a module in Node, with the separate names of its functions, and returns the output. The exit status must be 3, with which
// program ends. root is the folder of Go, and name is the name of the module's file.
func run(t *testing.T, root, name string, module, names []byte) string {
	t.Helper()
	file, script := filepath.Join(t.TempDir(), name), filepath.Join(t.TempDir(), "start.cjs")
	if err := errors.Join(os.WriteFile(file, module, 0o666), os.WriteFile(file+".names", names, 0o666),
		os.WriteFile(script, []byte(start), 0o666)); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("node", script, file, filepath.Join(root, "lib", "wasm", "wasm_exec.js"), unpacker, starter)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH")}
	out, err := cmd.CombinedOutput()
	if cmd.ProcessState == nil || cmd.ProcessState.ExitCode() != 3 {
		t.Fatalf("%s: error %v, want the exit status 3; the output is\n%s", name, err, out)
	}
	return string(out)
}

// Only the versions of Go in layouts are supported. For every version, a module without function tables is an error.
func TestSupportedVersions(t *testing.T) {
	for version, want := range map[string]bool{"go1.26": true, "go1.26.8": true, "go1.27.3": true, "go1.25.4": false, "go1.28": false,
		"go1.260": false, "devel +x": false} {
		if Supports(version) != want {
			t.Errorf("%s is supported: %v, want %v", version, !want, want)
		}
		if out, _, err := Module(module("\x01\x00\x41\x08\x0b\x01a"), version, Options{}); err == nil {
			t.Errorf("%s: a module without tables becomes %q, want an error", version, out)
		}
	}
}

// compiled returns the test program as Go compiles it, before any part of package shrink.
func compiled(t *testing.T) []byte {
	t.Helper()
	if !Supports(runtime.Version()) {
		t.Fatalf("programs of %s are not supported: add a row to layouts; see README.md", runtime.Version())
	}
	dir := t.TempDir()
	for name, text := range map[string]string{"main.go": program, "go.mod": "module small\n\ngo 1.26\n"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", "small.wasm", ".")
	build.Dir = dir
	build.Env = append(os.Environ(), "GOOS=js", "GOARCH=wasm", "GOFLAGS=", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	module, err := os.ReadFile(filepath.Join(dir, "small.wasm"))
	if err != nil {
		t.Fatal(err)
	}
	return module
}

// The script of the page, run by Node, restores byte for byte the tables that packFunctions clears, and changes nothing behind them.
// The packed tables have at most half of the bytes that are cleared.
func TestPackFunctionsRoundTrip(t *testing.T) {
	m, err := imageOf(compiled(t), runtime.Version())
	if err != nil {
		t.Fatal(err)
	}
	if !dropLines(m) {
		t.Fatal("the tables of functions were not recognised")
	}
	// pages has the size of the program's memory.
	pages := make([]byte, m.memory)
	// memory returns the memory of a program with the present data of m.
	memory := func() []byte {
		copy(pages[m.base:], m.bytes)
		return bytes.Clone(pages)
	}
	want := memory()
	functions, err := packFunctions(m)
	if err != nil {
		t.Fatal(err)
	}
	// cleared is the number of bytes that are 0 after packFunctions and were not before.
	cleared := len(want) - bytes.Count(want, []byte{0}) - (len(m.bytes) - bytes.Count(m.bytes, []byte{0}))
	if len(functions) > cleared/2 {
		t.Errorf("%d cleared bytes are packed into %d, want at most half", cleared, len(functions))
	}
	// A script for Node reads the packed tables from a module and the memory without the tables. It writes the restored memory to the file
	// memory.
	name := append([]byte{byte(len(functionsSection))}, functionsSection...)
	dir := t.TempDir()
	file := func(name string) string { return filepath.Join(dir, name) }
	if err := errors.Join(
		os.WriteFile(file("module"), appendSection([]byte(header), customSection, append(name, functions...)), 0o666),
		os.WriteFile(file("memory"), memory(), 0o666),
		os.WriteFile(file("unpack.cjs"), []byte(`const fs = require("node:fs"), [, , script, small, memory] = process.argv;
require("node:vm").runInThisContext(fs.readFileSync(script, "utf8"));
const data = fs.readFileSync(memory), mem = new WebAssembly.Memory({ initial: data.length / 65536 });
const bytes = new Uint8Array(mem.buffer);
bytes.set(data);
sheafscopeFunctions(new WebAssembly.Module(fs.readFileSync(small)), mem);
fs.writeFileSync(memory, bytes);`), 0o666)); err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("node", file("unpack.cjs"), unpacker, file("module"), file("memory")).CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if got, err := os.ReadFile(file("memory")); err != nil || !bytes.Equal(got, want) {
		t.Errorf("%d restored bytes differ from the %d bytes before packFunctions, or were not read (error %v)", len(got), len(want), err)
	}
}

// Go's linker declares the memory of a program, in pages of 64 KiB. If the memory has no room for a copy of the packed tables behind the
// data, Module returns an error. Otherwise the copy would overwrite data.
func TestMemoryWithoutRoomIsAnError(t *testing.T) {
	program := compiled(t)
	m, err := imageOf(program, runtime.Version())
	if err != nil {
		t.Fatal(err)
	}
	end := (m.base + len(m.bytes) + 0xffff) >> 16 // in pages
	declared := sectionOf(program, memorySection) // a part of program: the number of memories, no flags, the number of pages
	for pages, wantError := range map[int]bool{end: true, end + 15: false} {
		if n := len(binary.AppendUvarint(nil, uint64(pages))); n != len(declared)-2 {
			t.Fatalf("the number %d of pages has %d bytes, that of the program %d", pages, n, len(declared)-2)
		}
		binary.PutUvarint(declared[2:], uint64(pages))
		_, _, err := Module(program, runtime.Version(), Options{})
		if hasError := err != nil && strings.Contains(err.Error(), "no room"); hasError != wantError {
			t.Errorf("the data has %d pages, the memory %d: error %v; want an error: %v", end, pages, err, wantError)
		}
	}
}

// unused has prefixes of functions that the test program never calls.
var unused = []string{"runtime.traceLocker.", "runtime.traceAdvance", "runtime.(*profBuf).", "runtime.initMetrics"}

// A shrunk program prints the text of the original program, except that a stack trace has no lines. This holds with separate names, too.
// Names of another program are not used. The shrunk program has packed tables, and lacks the names of an unreachable method and of an
// unnamed type. A program that is shrunk already is an error.
func TestShrunkProgramPrintsTheSame(t *testing.T) {
	old := compiled(t)
	small, _, err := Module(old, runtime.Version(), Options{Unused: unused})
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Contains(small, []byte(functionsSection)) {
		t.Error("the shrunk program has no packed list of functions")
	}
	// "\x06" is the length of the name of the method unused. func(int) string is the unnamed type.
	for _, name := range []string{"\x06unused", "func(int) string"} {
		if !bytes.Contains(old, []byte(name)) {
			t.Errorf("the original program does not have %q", name)
		}
		if bytes.Contains(small, []byte(name)) {
			t.Errorf("the shrunk program still has %q", name)
		}
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		t.Fatal(err)
	}
	before := run(t, strings.TrimSpace(string(root)), "before.wasm", old, nil)
	after := run(t, strings.TrimSpace(string(root)), "after.wasm", small, nil)
	// The last line says whether a trace has the name of a function, and whether it has a line of main.go.
	if want := strings.Replace(before, "true true", "true false", 1); after != want || after == before {
		t.Errorf("the original program prints\n%s\nthe shrunk program\n%s", before, after)
	}
	// Separate names are restored, unless they belong to another program.
	apart, names, err := Module(old, runtime.Version(), Options{SeparateNames: true, Unused: unused})
	if err != nil || bytes.Contains(apart, []byte("main.deep")) || !bytes.Contains(names, []byte("main.deep\x00")) {
		t.Errorf("the names are not separate from the program: %d bytes of names, error %v", len(names), err)
	}
	if got := run(t, strings.TrimSpace(string(root)), "apart.wasm", apart, names); got != after {
		t.Errorf("with separate names the program prints\n%s\nwant\n%s", got, after)
	}
	// With another first byte, the names are those of another program.
	names[0]++
	if got := run(t, strings.TrimSpace(string(root)), "other.wasm", apart, names); strings.Contains(got, "true false") {
		t.Errorf("with the names of another program, the program prints\n%s", got)
	}
	if again, _, err := Module(small, runtime.Version(), Options{Unused: unused}); err == nil {
		t.Errorf("shrinking twice gives %d bytes, want an error", len(again))
	}
}

// module returns a module with one data section, whose content is body (at most 127 bytes). The content is the number of segments, and each
// segment: "\x00" (active), "\x41" (i32.const), its address, "\x0b" (end), the number of its bytes, its bytes.
func module(body string) []byte {
	return append([]byte(header+"\x0b"), append([]byte{byte(len(body))}, body...)...)
}

// Two segments of data with a small gap between them become one segment with zeros in the gap.
func TestNeighbouringSegmentsAreJoined(t *testing.T) {
	// "ab" is at the address 1000, "c" at 1010 and "d" at 4000. The format is that of module. Addresses are in LEB128: "\xe8\x07" is 1000.
	in := "\x03\x00\x41\xe8\x07\x0b\x02ab\x00\x41\xf2\x07\x0b\x01c\x00\x41\xa0\x1f\x0b\x01d"
	want := "\x02\x00\x41\xe8\x07\x0b\x0bab\x00\x00\x00\x00\x00\x00\x00\x00c\x00\x41\xa0\x1f\x0b\x01d"
	list, err := readData([]byte(in))
	if err != nil {
		t.Fatal(err)
	}
	if got := newImage(list, nil).appendData(nil, joinGap); string(got) != want {
		t.Errorf("the data section is %q, want %q", got, want)
	}
}

// Module returns an error for a text, a truncated module and wrong segments, before it searches the function tables. Therefore the error
// does not name tables.
func TestDamagedModuleIsAnError(t *testing.T) {
	for _, bad := range [][]byte{
		nil,
		[]byte("text, not a module"),
		[]byte(header + "\x0b\x09\x01"), // a section of nine bytes, of which one follows
		module(""),                      // no number of segments
		module("\x00"),                  // no segment
		module("\x01\x01\x01x"),         // a segment that is not active
		module("\x01\x00\x41\x80\x80\x80\x80\x80\x00\x0b\x00"),   // an address of six bytes
		module("\x01\x00\x41\x08\x0b\x05abc"),                    // five bytes, of which three follow
		module("\x01\x00\x41\x08\x0b\x01ab"),                     // a byte behind the segment
		module("\x02\x00\x41\x08\x0b\x01a\x00\x41\x08\x0b\x01b"), // two segments at one address
	} {
		if out, _, err := Module(bad, "go1.26", Options{}); err == nil || strings.Contains(err.Error(), "tables") {
			t.Errorf("the damaged module %q gives %q, error %v; want an error about the module", bad, out, err)
		}
	}
}
