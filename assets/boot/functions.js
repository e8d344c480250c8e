// Puts the runtime's list of functions, and its index from addresses to
// functions, into the memory of a program before it runs: web/tool/shrink
// (functions.go) took out what follows from the order of the functions.
"use strict";

function sheafscopeFunctions(module, memory) {
  const [section] = WebAssembly.Module.customSections(module, "sheafscope.functions");
  if (!section) return;
  const [list, index, count, buckets, first] = new Uint32Array(section), words = new Uint32Array(memory.buffer);
  for (let i = 0, at = 2 * count + 1; i < count; i++) { // at is the function's place behind the list, in words
    at += at & 1;
    const f = list + at;
    words[f] = words[list + 2 * i] = first + i;
    words[list + 2 * i + 1] = 4 * at;
    at += 11 + words[f + 7] + (words[f + 10] >>> 24); // its first words, and the offsets of its tables
  }
  for (let b = 0; b < buckets; b++) words[index + 5 * b] = b >>> 4;
}
