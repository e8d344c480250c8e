// Shared by boot.js and worker.js, after Go's own wasm_exec.js: starts the
// program in one of its roles and keeps the line that says why it ended.
"use strict";

const sheafscopeLineLimit = 500; // characters of a line kept for a crash report

// Where the output of the program goes that is writing just now, null between two writes.
let sheafscopeHears = null;
{
  const decoder = new TextDecoder(), write = globalThis.fs.writeSync;
  globalThis.fs.writeSync = (fd, buf) => {
    sheafscopeHears?.(decoder.decode(buf));
    return write.call(globalThis.fs, fd, buf);
  };
}

// sheafscopeLines keeps the line of an output that says why the program ended:
// the first line of its traceback, which may be much longer than what is worth
// keeping, else the last line.
function sheafscopeLines() {
  let line = "", first = "", last = "";
  return {
    hear(text) {
      const lines = (line + text).split("\n");
      line = lines.pop().slice(0, sheafscopeLineLimit);
      for (const l of lines) {
        if (l.trim() === "") continue;
        last = l;
        if (first === "" && /^(panic|fatal error|runtime: out of memory):/.test(l)) first = l;
      }
    },
    cause: () => (first || line.trim() || last).slice(0, sheafscopeLineLimit),
  };
}

// runSheafscope starts a compiled module, with its companion (kernel.js), a
// compiled module too, or null where that could not be loaded: the program
// then computes the same more slowly. It returns the promise of the line that
// says why the program ended, which is always a crash: it never ends by itself.
function runSheafscope(module, kernel, role) {
  const lines = sheafscopeLines(), go = new Go();
  go.argv = ["sheafscope", role];
  let code = 0;
  go.exit = (c) => { code = c; };
  const write = go.importObject.gojs["runtime.wasmWrite"];
  go.importObject.gojs["runtime.wasmWrite"] = (sp) => {
    sheafscopeHears = lines.hear;
    write(sp);
    sheafscopeHears = null;
  };
  const { kern, attach } = sheafscopeKernel();
  go.importObject.kern = kern;
  return WebAssembly.instantiate(module, go.importObject)
    .then((instance) => {
      sheafscopeFunctions(module, instance.exports?.mem);
      const failure = attach(kernel, instance);
      if (kernel && failure !== "") console.warn(`computing without SIMD: ${failure}`);
      return go.run(instance);
    })
    .then(() => lines.cause() || `the program ended with status ${code}`, (err) => lines.cause() || `${err}`);
}
