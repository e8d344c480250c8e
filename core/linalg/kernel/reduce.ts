// Loops of the symmetric eigen-solver.

// @ts-ignore: decorator
@inline
function minus(x: usize, v: v128, w: v128, vi: v128, wi: v128): v128 {
  const y = f64x2.sub(v128.load(x), f64x2.add(f64x2.mul(vi, w), f64x2.mul(wi, v)));
  v128.store(x, y);
  return y;
}

// @ts-ignore: decorator
@inline
function join(a: v128, b: v128): f64 {
  const s = f64x2.add(a, b);
  return f64x2.extract_lane(s, 0) + f64x2.extract_lane(s, 1);
}

// finish does the columns from j on of row q, and its diagonal element; s is
// the sum over the columns before.
// @ts-ignore: decorator
@inline
function finish(q: usize, j: usize, x: usize, v: usize, w: usize, u: usize, p: usize, s: f64): void {
  const vi = load<f64>(v + q), wi = load<f64>(w + q), ui = load<f64>(u + q);
  for (; j < q; j += 8) {
    const y = load<f64>(x + j) - (vi * load<f64>(w + j) + wi * load<f64>(v + j));
    store<f64>(x + j, y);
    store<f64>(p + j, load<f64>(p + j) + ui * y);
    s += y * load<f64>(u + j);
  }
  const y = load<f64>(x + q) - (vi * wi + wi * vi);
  store<f64>(x + q, y);
  store<f64>(p + q, load<f64>(p + q) + s + y * ui);
}

/**
 * reduce updates the lower triangle of the first r rows of A, n elements apart,
 * by −v·wᵀ − w·vᵀ and adds the product of the result with u to p. Two rows share
 * the loads of the vectors.
 */
export function reduce(r: i32, n: i32, a: usize, v: usize, w: usize, u: usize, p: usize): void {
  const ld = <usize>n << 3, end = <usize>r << 3;
  for (let q: usize = 0; q < end; q += 16, a += ld << 1) {
    const b = a + ld, m = q & ~31; // columns before m go four at a time
    if (q + 8 == end) {
      let s0 = f64x2.splat(0), s1 = s0;
      const vi = v128.load64_splat(v + q), wi = v128.load64_splat(w + q), ui = v128.load64_splat(u + q);
      for (let j: usize = 0; j < m; j += 32) {
        const x0 = minus(a + j, v128.load(v + j), v128.load(w + j), vi, wi), x1 = minus(a + j + 16, v128.load(v + j, 16), v128.load(w + j, 16), vi, wi);
        v128.store(p + j, f64x2.add(v128.load(p + j), f64x2.mul(ui, x0)));
        v128.store(p + j, f64x2.add(v128.load(p + j, 16), f64x2.mul(ui, x1)), 16);
        s0 = f64x2.add(s0, f64x2.mul(x0, v128.load(u + j))); s1 = f64x2.add(s1, f64x2.mul(x1, v128.load(u + j, 16)));
      }
      finish(q, m, a, v, w, u, p, join(s0, s1));
      return;
    }
    let s0 = f64x2.splat(0), s1 = s0, t0 = s0, t1 = s0;
    const vi = v128.load64_splat(v + q), wi = v128.load64_splat(w + q), ui = v128.load64_splat(u + q);
    const vk = v128.load64_splat(v + q, 8), wk = v128.load64_splat(w + q, 8), uk = v128.load64_splat(u + q, 8);
    for (let j: usize = 0; j < m; j += 32) {
      let vj = v128.load(v + j), wj = v128.load(w + j), uj = v128.load(u + j);
      let x = minus(a + j, vj, wj, vi, wi), y = minus(b + j, vj, wj, vk, wk);
      v128.store(p + j, f64x2.add(f64x2.add(v128.load(p + j), f64x2.mul(ui, x)), f64x2.mul(uk, y)));
      s0 = f64x2.add(s0, f64x2.mul(x, uj)); t0 = f64x2.add(t0, f64x2.mul(y, uj));
      vj = v128.load(v + j, 16); wj = v128.load(w + j, 16); uj = v128.load(u + j, 16);
      x = minus(a + j + 16, vj, wj, vi, wi); y = minus(b + j + 16, vj, wj, vk, wk);
      v128.store(p + j, f64x2.add(f64x2.add(v128.load(p + j, 16), f64x2.mul(ui, x)), f64x2.mul(uk, y)), 16);
      s1 = f64x2.add(s1, f64x2.mul(x, uj)); t1 = f64x2.add(t1, f64x2.mul(y, uj));
    }
    finish(q, m, a, v, w, u, p, join(s0, s1));
    finish(q + 8, m, b, v, w, u, p, join(t0, t1));
  }
}

/** turn replaces the first two elements x, y of rows ld elements apart by c·x − s·y and s·x + c·y. */
export function turn(rows: i32, ld: i32, z: usize, c: f64, s: f64): void {
  const cc = f64x2.splat(c), ss = f64x2.replace_lane(f64x2.splat(s), 0, -s), step = <usize>ld << 3;
  for (; rows > 0; rows--, z += step) {
    const p = v128.load(z);
    v128.store(z, f64x2.add(f64x2.mul(cc, p), f64x2.mul(ss, v128.shuffle<f64>(p, p, 1, 0))));
  }
}
