// Products with a sparse matrix in CSR form: row i has the entries
// val[p], col[p] for ptr[i] ≤ p < ptr[i+1].

// @ts-ignore: decorator
@inline
function mac(s: v128, v: v128, x: usize): v128 { return f64x2.add(s, f64x2.mul(v, v128.load(x))); }

/**
 * spmm adds A·B to C, or with set puts it there; B and C have rows of w elements. Four entries at a time go through a
 * whole row of C, so that rows of B are read from end to end, each once: strips of columns in
 * registers would come back to them at strides that the first-level cache holds few of.
 */
export function spmm(rows: i32, ptr: usize, col: usize, val: usize, b: usize, c: usize, w: i32, set: i32): void {
  const ld = <usize>w << 3, fours = ld & ~31;
  let q = col + (<usize>load<i32>(ptr) << 2), v = val + (<usize>load<i32>(ptr) << 3);
  for (; rows > 0; rows--, c += ld) {
    ptr += 4;
    const q1 = col + (<usize>load<i32>(ptr) << 2), stop = c + fours, end = c + ld;
    if (set) memory.fill(c, 0, ld);
    for (; q + 16 <= q1; q += 16, v += 32) {
      const v0 = v128.load64_splat(v), v1 = v128.load64_splat(v, 8), v2 = v128.load64_splat(v, 16), v3 = v128.load64_splat(v, 24);
      let r = c, x0 = b + <usize>load<i32>(q) * ld, x1 = b + <usize>load<i32>(q, 4) * ld;
      let x2 = b + <usize>load<i32>(q, 8) * ld, x3 = b + <usize>load<i32>(q, 12) * ld;
      for (; r < stop; r += 32, x0 += 32, x1 += 32, x2 += 32, x3 += 32) {
        v128.store(r, mac(mac(mac(mac(v128.load(r), v0, x0), v1, x1), v2, x2), v3, x3));
        v128.store(r, mac(mac(mac(mac(v128.load(r, 16), v0, x0 + 16), v1, x1 + 16), v2, x2 + 16), v3, x3 + 16), 16);
      }
      for (; r < end; r += 8, x0 += 8, x1 += 8, x2 += 8, x3 += 8) {
        store<f64>(r, load<f64>(r) + load<f64>(v) * load<f64>(x0) + load<f64>(v, 8) * load<f64>(x1)
          + load<f64>(v, 16) * load<f64>(x2) + load<f64>(v, 24) * load<f64>(x3));
      }
    }
    for (; q < q1; q += 4, v += 8) {
      const v0 = v128.load64_splat(v);
      let r = c, x = b + <usize>load<i32>(q) * ld;
      for (; r < stop; r += 32, x += 32) {
        v128.store(r, mac(v128.load(r), v0, x)); v128.store(r, mac(v128.load(r, 16), v0, x + 16), 16);
      }
      for (; r < end; r += 8, x += 8) store<f64>(r, load<f64>(r) + load<f64>(v) * load<f64>(x));
    }
  }
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
