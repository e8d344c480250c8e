// Shared by boot.js and worker.js, after Go's own wasm_exec.js: starts the
// program in one of its two roles and keeps the tail of what it printed, so
// that a crash can be told in words.
"use strict";

const sheafscopeTailLimit = 4000; // characters of output kept for a crash report

// runSheafscope starts a compiled module, with its companion (kernel.js), a
// compiled module too, or null where that could not be loaded: the program
// then computes the same more slowly. It returns the promise of the program's end (which is always a crash: the program never ends by itself)
// and tail(), the last lines it printed.
function runSheafscope(module, kernel, role) {
  let tail = "";
  const decoder = new TextDecoder();
  const write = globalThis.fs.writeSync;
  globalThis.fs.writeSync = (fd, buf) => {
    tail = (tail + decoder.decode(buf, { stream: true })).slice(-sheafscopeTailLimit);
    return write.call(globalThis.fs, fd, buf);
  };
  const go = new Go();
  go.argv = ["sheafscope", role];
  let code = 0;
  go.exit = (c) => { code = c; };
  const { kern, attach } = sheafscopeKernel();
  go.importObject.kern = kern;
  const ended = WebAssembly.instantiate(module, go.importObject)
    .then((instance) => {
      const failure = attach(kernel, instance);
      if (kernel && failure !== "") console.warn(`computing without SIMD: ${failure}`);
      return go.run(instance);
    })
    .then(() => code);
  return { ended, tail: () => tail };
}

// sheafscopeCause is the one line of a Go crash that says what happened.
function sheafscopeCause(tail, code) {
  const lines = tail.split("\n");
  const line = lines.find((l) => /^(panic|fatal error):/.test(l)) ?? lines.findLast((l) => l.trim() !== "");
  return (line ?? `the program ended with status ${code}`).slice(0, 500);
}
