// Loops over 4×4 blocks of nodes and edges, row-major, 128 bytes each.

// @ts-ignore: decorator
@inline
function mac2(s: v128, a: v128, x: v128, b: v128, y: v128): v128 { return f64x2.add(s, f64x2.add(f64x2.mul(a, x), f64x2.mul(b, y))); }

// outer stores Σ_q (u_r[q]·y_k[q] + v_r[q]·x_k[q]), the terms in ascending
// order of the channel q, into a block; all four are 4×c panels of row length ld.
// Two channels of y and x are turned into pairs of columns k for both rows.
function outer(to: usize, u: usize, v: usize, y: usize, x: usize, c: i32): void {
  const ld = <usize>c << 3, ld2 = ld << 1, ld3 = ld2 + ld;
  let s0 = f64x2.splat(0), s1 = s0, s2 = s0, s3 = s0, s4 = s0, s5 = s0, s6 = s0, s7 = s0;
  for (; c >= 2; c -= 2) {
    let a = v128.load(y), b = v128.load(y + ld);
    const y0 = v128.shuffle<f64>(a, b, 0, 2), y1 = v128.shuffle<f64>(a, b, 1, 3);
    a = v128.load(y + ld2); b = v128.load(y + ld3);
    const y2 = v128.shuffle<f64>(a, b, 0, 2), y3 = v128.shuffle<f64>(a, b, 1, 3);
    a = v128.load(x); b = v128.load(x + ld);
    const x0 = v128.shuffle<f64>(a, b, 0, 2), x1 = v128.shuffle<f64>(a, b, 1, 3);
    a = v128.load(x + ld2); b = v128.load(x + ld3);
    const x2 = v128.shuffle<f64>(a, b, 0, 2), x3 = v128.shuffle<f64>(a, b, 1, 3);
    let p = v128.load64_splat(u), q = v128.load64_splat(v);
    s0 = mac2(s0, p, y0, q, x0); s1 = mac2(s1, p, y2, q, x2);
    p = v128.load64_splat(u, 8); q = v128.load64_splat(v, 8);
    s0 = mac2(s0, p, y1, q, x1); s1 = mac2(s1, p, y3, q, x3);
    p = v128.load64_splat(u + ld); q = v128.load64_splat(v + ld);
    s2 = mac2(s2, p, y0, q, x0); s3 = mac2(s3, p, y2, q, x2);
    p = v128.load64_splat(u + ld, 8); q = v128.load64_splat(v + ld, 8);
    s2 = mac2(s2, p, y1, q, x1); s3 = mac2(s3, p, y3, q, x3);
    p = v128.load64_splat(u + ld2); q = v128.load64_splat(v + ld2);
    s4 = mac2(s4, p, y0, q, x0); s5 = mac2(s5, p, y2, q, x2);
    p = v128.load64_splat(u + ld2, 8); q = v128.load64_splat(v + ld2, 8);
    s4 = mac2(s4, p, y1, q, x1); s5 = mac2(s5, p, y3, q, x3);
    p = v128.load64_splat(u + ld3); q = v128.load64_splat(v + ld3);
    s6 = mac2(s6, p, y0, q, x0); s7 = mac2(s7, p, y2, q, x2);
    p = v128.load64_splat(u + ld3, 8); q = v128.load64_splat(v + ld3, 8);
    s6 = mac2(s6, p, y1, q, x1); s7 = mac2(s7, p, y3, q, x3);
    u += 16; v += 16; y += 16; x += 16;
  }
  if (c > 0) {
    const y0 = f64x2.replace_lane(v128.load64_splat(y), 1, load<f64>(y + ld)), y2 = f64x2.replace_lane(v128.load64_splat(y + ld2), 1, load<f64>(y + ld3));
    const x0 = f64x2.replace_lane(v128.load64_splat(x), 1, load<f64>(x + ld)), x2 = f64x2.replace_lane(v128.load64_splat(x + ld2), 1, load<f64>(x + ld3));
    let p = v128.load64_splat(u), q = v128.load64_splat(v);
    s0 = mac2(s0, p, y0, q, x0); s1 = mac2(s1, p, y2, q, x2);
    p = v128.load64_splat(u + ld); q = v128.load64_splat(v + ld);
    s2 = mac2(s2, p, y0, q, x0); s3 = mac2(s3, p, y2, q, x2);
    p = v128.load64_splat(u + ld2); q = v128.load64_splat(v + ld2);
    s4 = mac2(s4, p, y0, q, x0); s5 = mac2(s5, p, y2, q, x2);
    p = v128.load64_splat(u + ld3); q = v128.load64_splat(v + ld3);
    s6 = mac2(s6, p, y0, q, x0); s7 = mac2(s7, p, y2, q, x2);
  }
  v128.store(to, s0); v128.store(to, s1, 16); v128.store(to, s2, 32); v128.store(to, s3, 48);
  v128.store(to, s4, 64); v128.store(to, s5, 80); v128.store(to, s6, 96); v128.store(to, s7, 112);
}

// addProduct adds scale·A·B to C.
function addProduct(scale: f64, a: usize, b: usize, c: usize): void {
  const b00 = v128.load(b), b01 = v128.load(b, 16), b10 = v128.load(b, 32), b11 = v128.load(b, 48);
  const b20 = v128.load(b, 64), b21 = v128.load(b, 80), b30 = v128.load(b, 96), b31 = v128.load(b, 112);
  const f = f64x2.splat(scale);
  for (let end = c + 128; c < end; c += 32, a += 32) {
    const a0 = v128.load64_splat(a), a1 = v128.load64_splat(a, 8), a2 = v128.load64_splat(a, 16), a3 = v128.load64_splat(a, 24);
    const s = f64x2.add(f64x2.add(f64x2.add(f64x2.mul(a0, b00), f64x2.mul(a1, b10)), f64x2.mul(a2, b20)), f64x2.mul(a3, b30));
    const t = f64x2.add(f64x2.add(f64x2.add(f64x2.mul(a0, b01), f64x2.mul(a1, b11)), f64x2.mul(a2, b21)), f64x2.mul(a3, b31));
    v128.store(c, f64x2.add(v128.load(c), f64x2.mul(f, s)));
    v128.store(c, f64x2.add(v128.load(c, 16), f64x2.mul(f, t)), 16);
  }
}

/**
 * quadGrad is sheaf.AddQuadGrad for d = 4: pairs holds the m edges, maps and
 * grad two blocks per edge, gram is workspace for n blocks, scratch for two.
 */
export function quadGrad(n: i32, m: i32, pairs: usize, maps: usize, gram: usize, x: usize, y: usize, c: i32, scale: f64, grad: usize, scratch: usize): void {
  const w = <usize>c << 5, turned = scratch + 128;
  for (let i = 0; i < n; i++) {
    const at = <usize>i * w;
    outer(gram + (<usize>i << 7), x + at, y + at, y + at, x + at, c);
  }
  for (; m > 0; m--, pairs += 8, maps += 256, grad += 256) {
    const i = <usize>load<i32>(pairs), j = <usize>load<i32>(pairs, 4);
    outer(scratch, x + j * w, y + j * w, y + i * w, x + i * w, c);
    for (let r = 0; r < 4; r++) {
      const from = scratch + (<usize>r << 3), to = turned + (<usize>r << 5);
      store<f64>(to, load<f64>(from)); store<f64>(to, load<f64>(from, 32), 8);
      store<f64>(to, load<f64>(from, 64), 16); store<f64>(to, load<f64>(from, 96), 24);
    }
    addProduct(scale, maps, gram + (i << 7), grad);
    addProduct(-scale, maps + 128, scratch, grad);
    addProduct(scale, maps + 128, gram + (j << 7), grad + 128);
    addProduct(-scale, maps, turned, grad + 128);
  }
}

// timesT returns M ᵀ·v for columns 0, 1 (half 0) or 2, 3 (half 16).
// @ts-ignore: decorator
@inline
function timesT(m: usize, v: usize): v128 {
  return f64x2.add(f64x2.add(f64x2.add(f64x2.mul(v128.load(m), v128.load64_splat(v)), f64x2.mul(v128.load(m, 32), v128.load64_splat(v, 8))),
    f64x2.mul(v128.load(m, 64), v128.load64_splat(v, 16))), f64x2.mul(v128.load(m, 96), v128.load64_splat(v, 24)));
}

// times returns (M·t) for the two rows that begin at m; ta, tb, tc, td hold
// the components of t twice.
// @ts-ignore: decorator
@inline
function times(m: usize, ta: v128, tb: v128, tc: v128, td: v128): v128 {
  const a = v128.load(m), b = v128.load(m, 32), c = v128.load(m, 16), d = v128.load(m, 48);
  return f64x2.add(f64x2.add(f64x2.add(f64x2.mul(v128.shuffle<f64>(a, b, 0, 2), ta), f64x2.mul(v128.shuffle<f64>(a, b, 1, 3), tb)),
    f64x2.mul(v128.shuffle<f64>(c, d, 0, 2), tc)), f64x2.mul(v128.shuffle<f64>(c, d, 1, 3), td));
}

/** sweeps solves U·D·Uᵀ w = w in place: forward, diagonal, backward, as spectral's factor does. */
export function sweeps(n: i32, colPtr: usize, rows: usize, v: usize, low: usize, inv: usize, w: usize): void {
  let x = w, vk = v, m = low;
  for (let k = 0; k < n; k++, x += 32, vk += 128) {
    const s0 = timesT(vk, x), s1 = timesT(vk + 16, x);
    v128.store(x, s0); v128.store(x, s1, 16);
    const a = v128.load64_splat(x), b = v128.load64_splat(x, 8), c = v128.load64_splat(x, 16), d = v128.load64_splat(x, 24);
    const end = load<i32>(colPtr + (<usize>k << 2), 4);
    for (let p = load<i32>(colPtr + (<usize>k << 2)); p < end; p++, m += 128) {
      const y = w + (<usize>load<i32>(rows + (<usize>p << 2)) << 5);
      v128.store(y, f64x2.sub(v128.load(y), times(m, a, b, c, d)));
      v128.store(y, f64x2.sub(v128.load(y, 16), times(m + 64, a, b, c, d)), 16);
    }
  }
  for (let k = n - 1; k >= 0; k--) {
    x -= 32; vk -= 128;
    let t0 = f64x2.mul(v128.load(inv + (<usize>k << 5)), v128.load(x)), t1 = f64x2.mul(v128.load(inv + (<usize>k << 5), 16), v128.load(x, 16));
    const end = load<i32>(colPtr + (<usize>k << 2), 4);
    for (let p = load<i32>(colPtr + (<usize>k << 2)); p < end; p++) {
      const y = w + (<usize>load<i32>(rows + (<usize>p << 2)) << 5), q = low + (<usize>p << 7);
      t0 = f64x2.sub(t0, timesT(q, y)); t1 = f64x2.sub(t1, timesT(q + 16, y));
    }
    const a = v128.shuffle<f64>(t0, t0, 0, 0), b = v128.shuffle<f64>(t0, t0, 1, 1), c = v128.shuffle<f64>(t1, t1, 0, 0), d = v128.shuffle<f64>(t1, t1, 1, 1);
    v128.store(x, times(vk, a, b, c, d)); v128.store(x, times(vk + 64, a, b, c, d), 16);
  }
}

/**
 * column eliminates one column of a factor: for its count blocks low_x,
 * col_x ← low_x·v and low_x ← col_x·diag(inv), then dst −= low_y·col_xᵀ for
 * x ≤ y, dst being block t of all, or block −1−t of diag for negative targets t.
 * It returns the largest absolute value in low, NaN if there is one. Beyond the first d rows and columns blocks are 0.
 */
export function column(d: i32, count: i32, v: usize, inv: usize, low: usize, col: usize, target: usize, all: usize, diag: usize): f64 {
  let growth: f64 = 0;
  const i0 = v128.load(inv), i1 = v128.load(inv, 16);
  let top = f64x2.splat(0);
  const v00 = v128.load(v), v01 = v128.load(v, 16), v10 = v128.load(v, 32), v11 = v128.load(v, 48);
  const v20 = v128.load(v, 64), v21 = v128.load(v, 80), v30 = v128.load(v, 96), v31 = v128.load(v, 112);
  let a = low, c = col;
  for (let r = count << 2; r > 0; r--, a += 32, c += 32) {
    const a0 = v128.load64_splat(a), a1 = v128.load64_splat(a, 8), a2 = v128.load64_splat(a, 16), a3 = v128.load64_splat(a, 24);
    const s = f64x2.add(f64x2.add(f64x2.add(f64x2.mul(a0, v00), f64x2.mul(a1, v10)), f64x2.mul(a2, v20)), f64x2.mul(a3, v30));
    const t = f64x2.add(f64x2.add(f64x2.add(f64x2.mul(a0, v01), f64x2.mul(a1, v11)), f64x2.mul(a2, v21)), f64x2.mul(a3, v31));
    v128.store(c, s); v128.store(c, t, 16);
    const p = f64x2.mul(s, i0), q = f64x2.mul(t, i1);
    v128.store(a, p); v128.store(a, q, 16);
    top = f64x2.max(top, f64x2.max(f64x2.abs(p), f64x2.abs(q)));
  }
  growth = max(f64x2.extract_lane(top, 0), f64x2.extract_lane(top, 1));
  for (let x = 0; x < count; x++) {
    const cb = col + (<usize>x << 7);
    // col_xᵀ, its rows in pairs of columns, stays in registers.
    let p = v128.load(cb), q = v128.load(cb, 32);
    const t00 = v128.shuffle<f64>(p, q, 0, 2), t10 = v128.shuffle<f64>(p, q, 1, 3);
    p = v128.load(cb, 16); q = v128.load(cb, 48);
    const t20 = v128.shuffle<f64>(p, q, 0, 2), t30 = v128.shuffle<f64>(p, q, 1, 3);
    p = v128.load(cb, 64); q = v128.load(cb, 96);
    const t01 = v128.shuffle<f64>(p, q, 0, 2), t11 = v128.shuffle<f64>(p, q, 1, 3);
    p = v128.load(cb, 80); q = v128.load(cb, 112);
    const t21 = v128.shuffle<f64>(p, q, 0, 2), t31 = v128.shuffle<f64>(p, q, 1, 3);
    for (let y = x; y < count; y++, target += 4) {
      const t = load<i32>(target);
      let dst = t >= 0 ? all + (<usize>t << 7) : diag + (<usize>(-1 - t) << 7);
      if (d <= 2) {
        for (let m = low + (<usize>y << 7), end = m + 64; m < end; m += 32, dst += 32) {
          v128.store(dst, f64x2.sub(v128.load(dst), f64x2.add(f64x2.mul(t00, v128.load64_splat(m)), f64x2.mul(t10, v128.load64_splat(m, 8)))));
        }
        continue;
      }
      for (let m = low + (<usize>y << 7), end = m + 128; m < end; m += 32, dst += 32) {
        const a0 = v128.load64_splat(m), a1 = v128.load64_splat(m, 8), a2 = v128.load64_splat(m, 16), a3 = v128.load64_splat(m, 24);
        const s = f64x2.add(f64x2.add(f64x2.add(f64x2.mul(t00, a0), f64x2.mul(t10, a1)), f64x2.mul(t20, a2)), f64x2.mul(t30, a3));
        const u = f64x2.add(f64x2.add(f64x2.add(f64x2.mul(t01, a0), f64x2.mul(t11, a1)), f64x2.mul(t21, a2)), f64x2.mul(t31, a3));
        v128.store(dst, f64x2.sub(v128.load(dst), s));
        v128.store(dst, f64x2.sub(v128.load(dst, 16), u), 16);
      }
    }
  }
  return growth;
}

/** nodeGrams adds A_eᵀ·B_e, for both blocks of every edge, to the block of the node at that end. */
export function nodeGrams(m: i32, pairs: usize, a: usize, b: usize, nodes: usize): void {
  for (let k = m << 1; k > 0; k--, pairs += 4, a += 128, b += 128) {
    let c = nodes + (<usize>load<i32>(pairs) << 7);
    const b00 = v128.load(b), b01 = v128.load(b, 16), b10 = v128.load(b, 32), b11 = v128.load(b, 48);
    const b20 = v128.load(b, 64), b21 = v128.load(b, 80), b30 = v128.load(b, 96), b31 = v128.load(b, 112);
    for (let p = a, end = a + 32; p < end; p += 8, c += 32) {
      const a0 = v128.load64_splat(p), a1 = v128.load64_splat(p, 32), a2 = v128.load64_splat(p, 64), a3 = v128.load64_splat(p, 96);
      const s = f64x2.add(f64x2.add(f64x2.add(f64x2.mul(a0, b00), f64x2.mul(a1, b10)), f64x2.mul(a2, b20)), f64x2.mul(a3, b30));
      const t = f64x2.add(f64x2.add(f64x2.add(f64x2.mul(a0, b01), f64x2.mul(a1, b11)), f64x2.mul(a2, b21)), f64x2.mul(a3, b31));
      v128.store(c, f64x2.add(v128.load(c), s)); v128.store(c, f64x2.add(v128.load(c, 16), t), 16);
    }
  }
}

// gram stores −AᵀB or, with add, adds AᵀB to what is there.
// @ts-ignore: decorator
@inline
function gram(a: usize, b: usize, c: usize, add: bool): void {
  const b00 = v128.load(b), b01 = v128.load(b, 16), b10 = v128.load(b, 32), b11 = v128.load(b, 48);
  const b20 = v128.load(b, 64), b21 = v128.load(b, 80), b30 = v128.load(b, 96), b31 = v128.load(b, 112);
  const zero = f64x2.splat(0);
  for (const end = a + 32; a < end; a += 8, c += 32) {
    const a0 = v128.load64_splat(a), a1 = v128.load64_splat(a, 32), a2 = v128.load64_splat(a, 64), a3 = v128.load64_splat(a, 96);
    const s = f64x2.add(f64x2.add(f64x2.add(f64x2.mul(a0, b00), f64x2.mul(a1, b10)), f64x2.mul(a2, b20)), f64x2.mul(a3, b30));
    const t = f64x2.add(f64x2.add(f64x2.add(f64x2.mul(a0, b01), f64x2.mul(a1, b11)), f64x2.mul(a2, b21)), f64x2.mul(a3, b31));
    v128.store(c, add ? f64x2.add(v128.load(c), s) : f64x2.sub(zero, s));
    v128.store(c, add ? f64x2.add(v128.load(c, 16), t) : f64x2.sub(zero, t), 16);
  }
}

/** assemble is the whole of sheaf.Laplacian.Assemble for d = 4; diag, upper and lower are places in blocks. */
export function assemble(n: i32, m: i32, pairs: usize, diag: usize, upper: usize, lower: usize, maps: usize, blocks: usize): void {
  const zero = f64x2.splat(0);
  for (let i = 0; i < n; i++) {
    const c = blocks + (<usize>load<i32>(diag + (<usize>i << 2)) << 7);
    for (let k: usize = 0; k < 128; k += 16) v128.store(c + k, zero);
  }
  for (; m > 0; m--, pairs += 8, upper += 4, lower += 4, maps += 256) {
    const i = <usize>load<i32>(pairs), j = <usize>load<i32>(pairs, 4);
    gram(maps, maps, blocks + (<usize>load<i32>(diag + (i << 2)) << 7), true);
    gram(maps + 128, maps + 128, blocks + (<usize>load<i32>(diag + (j << 2)) << 7), true);
    const up = blocks + (<usize>load<i32>(upper) << 7), lo = blocks + (<usize>load<i32>(lower) << 7);
    gram(maps, maps + 128, up, false);
    for (let r: usize = 0; r < 32; r += 8) {
      const from = up + r, to = lo + (r << 2);
      store<f64>(to, load<f64>(from)); store<f64>(to, load<f64>(from, 32), 8);
      store<f64>(to, load<f64>(from, 64), 16); store<f64>(to, load<f64>(from, 96), 24);
    }
  }
}

/** mapsTimes adds scale·A_e·N_i, for both blocks of every edge, to C_e; N_i is the block of the node at that end. */
export function mapsTimes(m: i32, pairs: usize, scale: f64, a: usize, nodes: usize, c: usize): void {
  for (let k = m << 1; k > 0; k--, pairs += 4, a += 128, c += 128) addProduct(scale, a, nodes + (<usize>load<i32>(pairs) << 7), c);
}
