// Puts the runtime's list of functions, and its index from addresses to
// functions, into the memory of a program before it runs. web/tool/shrink
// (columns.go) took them out, because column by column they travel in less.
"use strict";

function sheafscopeFunctions(module, memory) {
  const [section] = WebAssembly.Module.customSections(module, "sheafscope.functions");
  if (!section) return;
  const bytes = new Uint8Array(section), view = new DataView(memory.buffer);
  const set = (address, value) => view.setUint32(address, value, true);
  let at = 0;
  const number = () => {
    let value = 0;
    for (let scale = 1; ; scale *= 128) {
      const b = bytes[at++];
      value += (b & 127) * scale;
      if (b < 128) return value;
    }
  };
  // column reads so many numbers: the place of each among the common ones, or 0; where it comes
  // for the first time, the difference to the last that did, in zigzag, follows.
  const column = (count) => {
    const common = [];
    let last = 0;
    return Array.from({ length: count }, () => {
      const place = number();
      if (common[place] !== undefined) return common[place];
      const step = number();
      last += step % 2 ? -(step + 1) / 2 : step / 2;
      if (place > 0) common[place] = last;
      return last;
    });
  };
  const list = number(), index = number(), count = number(), buckets = number();
  const values = column(count), flags = column(count);
  const starts = [];
  let start = 8 * count + 4;
  for (let i = 0; i < count; i++) {
    starts.push(list + (start = (start + 7) & -8));
    start += 44 + 4 * (values[i] + (flags[i] >>> 24));
  }
  const fill = (word, column, which) => which.forEach((i, k) => set(starts[i] + 4 * word(i), column[k]));
  const all = [...values.keys()];
  fill(() => 7, values, all);
  fill(() => 10, flags, all);
  for (let k = 0; k < 11; k++) {
    if (k !== 7 && k !== 10) fill(() => k, column(count), all);
  }
  for (let k = 0; ; k++) {
    const which = all.filter((i) => values[i] > k);
    if (which.length === 0) break;
    fill(() => 11 + k, column(which.length), which);
  }
  for (let k = 0; ; k++) {
    const which = all.filter((i) => flags[i] >>> 24 > k);
    if (which.length === 0) break;
    fill((i) => 11 + values[i] + k, column(which.length).map((v) => v - 1), which);
  }
  for (let i = 0; i < count; i++) {
    set(list + 8 * i, view.getUint32(starts[i], true));
    set(list + 8 * i + 4, starts[i] - list);
  }
  for (let b = 0; b < buckets; b++) set(index + 20 * b, b >>> 4);
}
