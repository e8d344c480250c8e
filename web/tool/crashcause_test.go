package main

import (
	"encoding/json"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// This file tests how the page finds the cause of a crash in the output of a program.

// causeHarness is a script for Node. Its argument is an object such as {"pieces":[{"who":0,"text":"ready\n"}]}. It runs
// assets/boot/go.js with two programs that print these pieces and end with the exit code 2. It prints the cause of each program's end as a
// JSON list, such as ["panic: a","panic: b"]. Its class Go replaces the class of wasm_exec.js: it executes no WebAssembly.
const causeHarness = `
const fs = require("node:fs"), vm = require("node:vm");
const { pieces } = JSON.parse(process.argv[1]);
const encode = (text) => new TextEncoder().encode(text);
let program = 0;
class Go {
  constructor() {
    this.importObject = { gojs: { "runtime.wasmWrite": (text) => world.fs.writeSync(2, encode(text)) } };
  }
  run(number) {
    writers[number] = this.importObject.gojs["runtime.wasmWrite"];
    return new Promise((resolve) => { finish[number] = () => { this.exit(2); resolve(); }; });
  }
}
const finish = [], writers = [];
const world = { fs: { writeSync() {} }, TextDecoder, Go, console, WebAssembly: { instantiate: async () => program++ },
  sheafscopeKernel: () => ({ kern: {}, attach: () => "" }), sheafscopeFunctions() {} };
world.globalThis = world;
vm.createContext(world);
vm.runInContext(fs.readFileSync("../../assets/boot/go.js", "utf8") + ";globalThis.run = runSheafscope", world);
(async () => {
  const results = [world.run(1, null, "worker"), world.run(2, null, "files")];
  await new Promise((r) => setTimeout(r, 20)); // time for both programs to start
  for (const { who, text } of pieces) writers[who](text);
  for (const f of finish) f();
  console.log(JSON.stringify(await Promise.all(results)));
})();`

// piece is a part of a program's output that arrives at once.
type piece struct {
	Who  int    `json:"who"` // index of the program
	Text string `json:"text"`
}

// The cause of a program's end is the first line of its traceback, here a line that begins with "runtime:" or "panic:". The length of the
// traceback, the division of the output into pieces, and output of another program have no influence.
func TestCauseIsTheFirstLine(t *testing.T) {
	// Program 0 runs out of memory; its first line arrives in three pieces. Program 1 panics in between. Both
	// print 500 calls. A piece is the index of its program and its text.
	const call = "sheafscope/core/sgpc.(*Run).StepOperation(0xc000, 0x1)\n"
	long := "\n\ngoroutine 1 [running]:\n" + strings.Repeat(call, 500) + "exit status 2\n"
	pieces := []piece{{0, "ready\n"}, {0, "runtime: out of mem"}, {1, "panic: of the other\n"},
		{0, "ory: cannot allocate 4194304-byte block ("}, {0, "4123000832 in use)\nfatal error: out of memory" + long}, {1, long}}
	arg, err := json.Marshal(map[string]any{"pieces": pieces})
	if err != nil {
		t.Fatal(err)
	}
	out, err := exec.Command("node", "-e", causeHarness, string(arg)).Output()
	if err != nil {
		t.Fatalf("Node ends with the error %v and prints %s", err, out)
	}
	var got []string
	if err := json.Unmarshal(out, &got); err != nil {
		t.Fatal(err)
	}
	want := []string{"runtime: out of memory: cannot allocate 4194304-byte block (4123000832 in use)", "panic: of the other"}
	if !slices.Equal(got, want) {
		t.Errorf("the causes are %q, want %q", got, want)
	}
}
