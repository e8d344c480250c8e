// Start of a compiled Go program in one of its roles, for boot.js and worker.js. Go's own wasm_exec.js must have run before. The output of
// the program is watched for the line with the cause of a crash.
"use strict";

const sheafscopeLineLimit = 500; // characters of a line in a crash report

// The listener to the output of the program that is writing, null between two writes. Two programs share one fs.
let sheafscopeHears = null;
{
  const decoder = new TextDecoder(),
    write = globalThis.fs.writeSync;
  globalThis.fs.writeSync = (fd, buf) => {
    sheafscopeHears?.(decoder.decode(buf));
    return write.call(globalThis.fs, fd, buf);
  };
}

/**
 * Returns a reader of a program's output: add(text) adds a piece of the output, cause() returns the line with the cause of the program's
 * end. The cause is the first line of the traceback; without a traceback, the last line that is not empty. A traceback may be very long, so
 * no other lines are kept.
 */
function sheafscopeLines() {
  let line = "", // the unfinished line
    first = "", // the first line of the traceback
    last = ""; // the last finished line
  return {
    add(text) {
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

/**
 * Restores the names of a program's functions in its memory before a crash prints its traceback. The build (web/tool/shrink) moves the
 * names to a file of their own. The request is synchronous, because the crashing program continues to print. Without the file, or with the
 * file of another build, the traceback has no names.
 */
function sheafscopeNames(module, memory, file) {
  try {
    const [section] = WebAssembly.Module.customSections(module, "sheafscope.names");
    if (!section) return;
    // Address, length and hash of the names; address of the list of functions, and the number of functions.
    const [address, length, sum, list, count] = new Uint32Array(section),
      request = new XMLHttpRequest();
    const base = globalThis.sheafscopeBase ?? globalThis.document?.baseURI ?? globalThis.location.href;
    request.open("GET", new URL(file + "?v=__VERSION__", base), false);
    request.overrideMimeType("text/plain; charset=x-user-defined"); // the low byte of each character is a byte of the file
    request.send();
    const names = Uint8Array.from(request.responseText, (c) => c.charCodeAt(0));
    const hash = names.reduce((h, b) => Math.imul(h ^ b, 16777619), 0x811c9dc5) >>> 0; // FNV-1a
    if (names.length !== length || hash !== sum) return;
    new Uint8Array(memory.buffer).set(names, address);
    // The list has 8 bytes for each function: its entry, and the offset of its data from the list. Bytes 4 to 7 of the data are the offset
    // of the function's name. The names have the order of the functions.
    const view = new DataView(memory.buffer),
      first = 10; // offset of the first name: the runtime reads the bytes before it
    for (let i = 0, offset = 0; i < count; i++) {
      const name = list + view.getUint32(list + 8 * i + 4, true) + 4;
      if (view.getUint32(name, true) !== 0) continue; // a name that the build has not moved; moved names have the offset 0
      view.setUint32(name, first + offset, true);
      offset = names.indexOf(0, offset) + 1;
    }
  } catch (err) {
    console.warn(`the names of functions are missing: ${err}`);
  }
}

/**
 * Starts a compiled module in a role: page, worker, files or course. kernel is the compiled SIMD companion (kernel.js), or null: without
 * the companion the program computes the same results more slowly. The promise resolves with the cause of the program's end. The end is
 * always a crash, because the program never ends by itself.
 */
function runSheafscope(module, kernel, role) {
  const lines = sheafscopeLines(),
    go = new Go();
  go.argv = ["sheafscope", role];
  let code = 0;
  go.exit = (c) => {
    code = c;
  };
  const write = go.importObject.gojs["runtime.wasmWrite"];
  let memory = null, // the program's memory, null before the program is instantiated
    named = false;
  /** Restores the names of functions, at most once. The roles page and worker have one program, and therefore one file of names. */
  const restoreNames = () => {
    if (!named) sheafscopeNames(module, memory, role === "files" || role === "course" ? role + "-names.txt" : "names.txt");
    named = true;
  };
  if (role === "page") globalThis.sheafscopeNamed = restoreNames; // for a panic from which the program recovers
  /** Reads a piece of the output. A line that begins like a crash restores the names of functions, before the traceback is printed. */
  const hear = (text) => {
    lines.add(text);
    if (/^(panic|fatal error|goroutine)/m.test(text)) restoreNames();
  };
  go.importObject.gojs["runtime.wasmWrite"] = (sp) => {
    sheafscopeHears = hear;
    write(sp);
    sheafscopeHears = null;
  };
  // The companion needs the program's memory. The program is therefore instantiated first, and the companion is attached to it.
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
