// Products with a sparse matrix in CSR form: row i has the entries
// val[p], col[p] for ptr[i] ≤ p < ptr[i+1].

// sixteen adds 16 columns of A·B to a row of C, from the entries q0…q1 with the values at v.
// @ts-ignore: decorator
@inline
function sixteen(q: usize, q1: usize, v: usize, b: usize, ld: usize, r: usize): void {
  let s0 = v128.load(r), s1 = v128.load(r, 16), s2 = v128.load(r, 32), s3 = v128.load(r, 48);
  let s4 = v128.load(r, 64), s5 = v128.load(r, 80), s6 = v128.load(r, 96), s7 = v128.load(r, 112);
  for (; q < q1; q += 4, v += 8) {
    const x = b + <usize>load<i32>(q) * ld, a = v128.load64_splat(v);
    s0 = f64x2.add(s0, f64x2.mul(a, v128.load(x))); s1 = f64x2.add(s1, f64x2.mul(a, v128.load(x, 16)));
    s2 = f64x2.add(s2, f64x2.mul(a, v128.load(x, 32))); s3 = f64x2.add(s3, f64x2.mul(a, v128.load(x, 48)));
    s4 = f64x2.add(s4, f64x2.mul(a, v128.load(x, 64))); s5 = f64x2.add(s5, f64x2.mul(a, v128.load(x, 80)));
    s6 = f64x2.add(s6, f64x2.mul(a, v128.load(x, 96))); s7 = f64x2.add(s7, f64x2.mul(a, v128.load(x, 112)));
  }
  v128.store(r, s0); v128.store(r, s1, 16); v128.store(r, s2, 32); v128.store(r, s3, 48);
  v128.store(r, s4, 64); v128.store(r, s5, 80); v128.store(r, s6, 96); v128.store(r, s7, 112);
}

// strip adds w columns of A·B to C; rows of B and C begin ldb and ldc bytes apart.
function strip(rows: i32, ptr: usize, col: usize, val: usize, b: usize, ldb: usize, c: usize, ldc: usize, w: i32): void {
  let p0 = load<i32>(ptr);
  for (let i = 0; i < rows; i++) {
    ptr += 4;
    const p1 = load<i32>(ptr);
    const q0 = col + (<usize>p0 << 2), q1 = col + (<usize>p1 << 2), v0 = val + (<usize>p0 << 3);
    p0 = p1;
    let j = 0;
    let bj = b, r = c;
    c += ldc;
    if (q0 == q1) continue;
    for (; j + 16 <= w; j += 16, bj += 128, r += 128) sixteen(q0, q1, v0, bj, ldb, r);
    for (; j + 4 <= w; j += 4) {
      let s0 = v128.load(r), s1 = v128.load(r, 16);
      for (let q = q0, vp = v0; q < q1; q += 4, vp += 8) {
        const x = bj + <usize>load<i32>(q) * ldb;
        const v = v128.load64_splat(vp);
        s0 = f64x2.add(s0, f64x2.mul(v, v128.load(x))); s1 = f64x2.add(s1, f64x2.mul(v, v128.load(x, 16)));
      }
      v128.store(r, s0); v128.store(r, s1, 16);
      bj += 32; r += 32;
    }
    for (; j < w; j++) {
      let s = load<f64>(r);
      for (let q = q0, vp = v0; q < q1; q += 4, vp += 8) s += load<f64>(vp) * load<f64>(bj + <usize>load<i32>(q) * ldb);
      store<f64>(r, s);
      bj += 8; r += 8;
    }
  }
}

/**
 * spmm adds A·B to C; B and C have rows of w elements. Sums are held in
 * registers, 16 columns at a time. With work, 16 columns of the n rows of B are
 * gathered there first.
 */
export function spmm(rows: i32, ptr: usize, col: usize, val: usize, b: usize, c: usize, w: i32, n: i32, work: usize): void {
  const ld = <usize>w << 3;
  for (; work != 0 && w >= 16; w -= 16, b += 128, c += 128) {
    let from = b, to = work;
    for (let i = n; i > 0; i--, from += ld, to += 128) {
      for (let k: usize = 0; k < 128; k += 32) {
        v128.store(to + k, v128.load(from + k)); v128.store(to + k, v128.load(from + k, 16), 16);
      }
    }
    strip(rows, ptr, col, val, work, 128, c, ld, 16);
  }
  if (w > 0) strip(rows, ptr, col, val, b, ld, c, ld, w);
}

/** spmv sets y ← A·x, each sum from 0 in the order of the entries. */
export function spmv(rows: i32, ptr: usize, col: usize, val: usize, x: usize, y: usize): void {
  let q = col + (<usize>load<i32>(ptr) << 2), v = val + (<usize>load<i32>(ptr) << 3);
  for (let i = 0; i < rows; i++) {
    ptr += 4;
    const q1 = col + (<usize>load<i32>(ptr) << 2);
    let s: f64 = 0;
    for (; q < q1; q += 4, v += 8) s += load<f64>(v) * load<f64>(x + (<usize>load<i32>(q) << 3));
    store<f64>(y, s);
    y += 8;
  }
}
