// Shared by boot.js and worker.js, after Go's own wasm_exec.js: starts the
// program in one of its roles and keeps the line that says why it ended.
"use strict";

const sheafscopeLineLimit = 500; // characters of a line kept for a crash report

// Where the output of the program goes that is writing just now, null between two writes.
let sheafscopeHears = null;
{
  const decoder = new TextDecoder(),
    write = globalThis.fs.writeSync;
  globalThis.fs.writeSync = (fd, buf) => {
    sheafscopeHears?.(decoder.decode(buf));
    return write.call(globalThis.fs, fd, buf);
  };
}

// sheafscopeLines keeps the line of an output that says why the program ended:
// the first line of its traceback, which may be much longer than what is worth
// keeping, else the last line.
function sheafscopeLines() {
  let line = "",
    first = "",
    last = "";
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

// sheafscopeNames puts the names of a program's functions, which only the trace of a crash
// shows and which travel in a file apart (web/tool/shrink), into its memory, at once: the program that
// crashes goes on printing. Where they cannot be had the trace has none.
function sheafscopeNames(module, memory, file) {
  try {
    const [section] = WebAssembly.Module.customSections(module, "sheafscope.names");
    if (!section) return;
    const [address, length, sum, list, count] = new Uint32Array(section),
      request = new XMLHttpRequest();
    const base = globalThis.sheafscopeBase ?? globalThis.document?.baseURI ?? globalThis.location.href;
    request.open("GET", new URL(file + "?v=__VERSION__", base), false);
    request.overrideMimeType("text/plain; charset=x-user-defined");
    request.send();
    const names = Uint8Array.from(request.responseText, (c) => c.charCodeAt(0));
    const has = names.reduce((h, b) => Math.imul(h ^ b, 16777619), 0x811c9dc5) >>> 0;
    if (names.length !== length || has !== sum) return;
    new Uint8Array(memory.buffer).set(names, address);
    const view = new DataView(memory.buffer),
      first = 10; // the place of the first name: the runtime reads the bytes before it
    for (let i = 0, at = 0; i < count; i++) {
      const name = list + view.getUint32(list + 8 * i + 4, true) + 4;
      if (view.getUint32(name, true) !== 0) continue;
      view.setUint32(name, first + at, true);
      at = names.indexOf(0, at) + 1;
    }
  } catch (err) {
    console.warn(`the names of functions are missing: ${err}`);
  }
}

// runSheafscope starts a compiled module, with its companion (kernel.js), a
// compiled module too, or null where that could not be loaded: the program
// then computes the same more slowly. It returns the promise of the line that
// says why the program ended, which is always a crash: it never ends by itself.
function runSheafscope(module, kernel, role) {
  const lines = sheafscopeLines(),
    go = new Go();
  go.argv = ["sheafscope", role];
  let code = 0;
  go.exit = (c) => {
    code = c;
  };
  const write = go.importObject.gojs["runtime.wasmWrite"];
  let memory = null,
    named = false;
  const names = () => {
    if (!named) sheafscopeNames(module, memory, role === "files" || role === "course" ? role + "-names.txt" : "names.txt");
    named = true;
  };
  if (role === "page") globalThis.sheafscopeNamed = names; // for a panic that it recovers from
  const hear = (text) => {
    lines.hear(text);
    if (/^(panic|fatal error|goroutine)/m.test(text)) names();
  };
  go.importObject.gojs["runtime.wasmWrite"] = (sp) => {
    sheafscopeHears = hear;
    write(sp);
    sheafscopeHears = null;
  };
  const { kern, attach } = sheafscopeKernel();
  go.importObject.kern = kern;
  return WebAssembly.instantiate(module, go.importObject)
    .then((instance) => {
      memory = instance.exports?.mem;
      sheafscopeFunctions(module, memory);
      const failure = attach(kernel, instance);
      if (kernel && failure !== "") console.warn(`computing without SIMD: ${failure}`);
      return go.run(instance);
    })
    .then(
      () => lines.cause() || `the program ended with status ${code}`,
      (err) => lines.cause() || `${err}`,
    );
}
