// The runtime's tables of functions: web/tool/shrink (functions.go) removes the list of functions, and the index from addresses to
// functions, from a program. A custom section of the program has a small module that writes both into memory.
"use strict";

/**
 * Restores the tables of a compiled program in its memory mem. Must be called before the program runs. A program without the section keeps
 * its tables.
 */
function sheafscopeFunctions(module, mem) {
  const [section] = WebAssembly.Module.customSections(module, "sheafscope.functions");
  if (section) new WebAssembly.Instance(new WebAssembly.Module(section), { env: { mem } }).exports.f();
}
