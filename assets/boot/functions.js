// Puts the runtime's list of functions, and its index from addresses to
// functions, into the memory of a program before it runs: web/tool/shrink
// (functions.go) took them out, and wrote a module that knows how.
"use strict";

function sheafscopeFunctions(module, mem) {
  const [section] = WebAssembly.Module.customSections(module, "sheafscope.functions");
  if (section) new WebAssembly.Instance(new WebAssembly.Module(section), { env: { mem } }).exports.f();
}
