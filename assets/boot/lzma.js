// Decoder of raw LZMA with lc = 3, lp = 0, pb = 0 (web/tool/lzma.go packs).
// Source: I. Pavlov, "LZMA specification" (2015). It refers to nothing outside
// itself: the page also runs its text in a worker.
"use strict";

/**
 * Unpacks src (Uint8Array) into size bytes; throws when src is damaged. It
 * calls reached as soon as a part is there, with a copy of it: ends says where each ends.
 */
function sheafscopeUnpack(src, size, ends = [], reached = null) {
  const out = new Uint8Array(size), half = 1024;
  const probs = (n) => new Uint16Array(n).fill(half);
  const isMatch = probs(12), isRep = probs(12), isG0 = probs(12), isG1 = probs(12), isG2 = probs(12), isLong = probs(12);
  const literal = probs(0x300 << 3), slots = [probs(64), probs(64), probs(64), probs(64)], special = probs(115), align = probs(16);
  const lengths = () => ({ choice: probs(2), low: probs(8), mid: probs(8), high: probs(256) });
  const matchLen = lengths(), repLen = lengths();
  let at = 1, width = 0xffffffff, code = 0;
  for (; at < 5; at++) code = ((code << 8) | src[at]) >>> 0;

  const bit = (p, i) => {
    const bound = (width >>> 11) * p[i];
    let b = 0;
    if (code < bound) {
      width = bound;
      p[i] += (2048 - p[i]) >> 5;
    } else {
      code -= bound;
      width -= bound;
      p[i] -= p[i] >> 5;
      b = 1;
    }
    if (width < 0x1000000) {
      width = (width << 8) >>> 0;
      code = ((code << 8) | src[at++]) >>> 0;
    }
    return b;
  };
  const direct = (n) => {
    let v = 0;
    while (n-- > 0) {
      width >>>= 1;
      const b = code >= width ? 1 : 0;
      if (b) code -= width;
      v = (v << 1) | b;
      if (width < 0x1000000) {
        width = (width << 8) >>> 0;
        code = ((code << 8) | src[at++]) >>> 0;
      }
    }
    return v;
  };
  const tree = (p, n) => {
    let m = 1;
    for (let k = 0; k < n; k++) m = (m << 1) | bit(p, m);
    return m - (1 << n);
  };
  const reverse = (p, from, n) => {
    let m = 1, v = 0;
    for (let k = 0; k < n; k++) {
      const b = bit(p, from + m);
      m = (m << 1) | b;
      v |= b << k;
    }
    return v;
  };
  const length = (l) => (bit(l.choice, 0) === 0 ? 2 + tree(l.low, 3) : bit(l.choice, 1) === 0 ? 10 + tree(l.mid, 3) : 18 + tree(l.high, 8));

  let state = 0, r0 = 0, r1 = 0, r2 = 0, r3 = 0, pos = 0;
  let part = 0;
  const give = () => {
    for (; pos >= ends[part]; part++) reached(out.slice(ends[part - 1] ?? 0, ends[part]));
  };
  while (pos < size) {
    if (pos >= ends[part]) give();
    if (at > src.length + 5) throw new Error("the packed program ends too early");
    if (bit(isMatch, state) === 0) {
      const base = 0x300 * ((pos > 0 ? out[pos - 1] : 0) >> 5);
      let sym = 1;
      if (state >= 7) {
        let hint = out[pos - r0 - 1];
        do {
          const h = (hint >> 7) & 1;
          hint <<= 1;
          const b = bit(literal, base + ((1 + h) << 8) + sym);
          sym = (sym << 1) | b;
          if (h !== b) break;
        } while (sym < 0x100);
      }
      while (sym < 0x100) sym = (sym << 1) | bit(literal, base + sym);
      out[pos++] = sym;
      state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
      continue;
    }
    let n;
    if (bit(isRep, state) === 0) {
      r3 = r2;
      r2 = r1;
      r1 = r0;
      n = length(matchLen);
      const slot = tree(slots[Math.min(n - 2, 3)], 6);
      r0 = slot;
      if (slot >= 4) {
        const foot = (slot >> 1) - 1;
        r0 = (2 | (slot & 1)) << foot;
        r0 += slot < 14 ? reverse(special, r0 - slot, foot) : (direct(foot - 4) << 4) + reverse(align, 0, 4);
      }
      state = state < 7 ? 7 : 10;
    } else {
      if (bit(isG0, state) === 0) {
        if (bit(isLong, state) === 0) throw new Error("the packed program is damaged");
      } else {
        let d = r1;
        if (bit(isG1, state) === 1) {
          d = r2;
          if (bit(isG2, state) === 1) {
            d = r3;
            r3 = r2;
          }
          r2 = r1;
        }
        r1 = r0;
        r0 = d;
      }
      n = length(repLen);
      state = state < 7 ? 8 : 11;
    }
    if (r0 < 0 || r0 >= pos || pos + n > size) throw new Error("the packed program is damaged");
    for (const end = pos + n; pos < end; pos++) out[pos] = out[pos - r0 - 1];
  }
  give();
  return out;
}
