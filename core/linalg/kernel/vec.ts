// Loops over vectors. Sums have four parts, over i mod 4, joined as
// (s0+s2) + (s1+s3); the rest is then added in order.

// @ts-ignore: decorator
@inline
function join(a: v128, b: v128): f64 {
  const s = f64x2.add(a, b);
  return f64x2.extract_lane(s, 0) + f64x2.extract_lane(s, 1);
}

export function dot(n: i32, x: usize, y: usize): f64 {
  let a = f64x2.splat(0), b = a;
  for (; n >= 4; n -= 4) {
    a = f64x2.add(a, f64x2.mul(v128.load(x), v128.load(y)));
    b = f64x2.add(b, f64x2.mul(v128.load(x, 16), v128.load(y, 16)));
    x += 32; y += 32;
  }
  let s = join(a, b);
  for (; n > 0; n--) {
    s += load<f64>(x) * load<f64>(y);
    x += 8; y += 8;
  }
  return s;
}

export function axpy(n: i32, alpha: f64, x: usize, y: usize): void {
  const al = f64x2.splat(alpha);
  for (; n >= 4; n -= 4) {
    v128.store(y, f64x2.add(v128.load(y), f64x2.mul(al, v128.load(x))));
    v128.store(y, f64x2.add(v128.load(y, 16), f64x2.mul(al, v128.load(x, 16))), 16);
    x += 32; y += 32;
  }
  for (; n > 0; n--) {
    store<f64>(y, load<f64>(y) + alpha * load<f64>(x));
    x += 8; y += 8;
  }
}

// step sets w ← w − c·v and returns the new w.
// @ts-ignore: decorator
@inline
function step(w: usize, v: usize, c: v128): v128 {
  const y = f64x2.add(v128.load(w), f64x2.mul(c, v128.load(v)));
  v128.store(w, y);
  return y;
}

/**
 * orth is linalg.Orthogonalize: the pass that takes one row off w also forms
 * the product with the next one.
 */
export function orth(n: i32, m: i32, w: usize, rows: usize, coeff: usize): void {
  const ld = <usize>n << 3, end = w + (<usize>(n & ~3) << 3), last = w + ld;
  let c = dot(n, rows, w);
  store<f64>(coeff, c);
  for (; m > 1; m--) {
    const neg = f64x2.splat(-c), next = rows + ld;
    let a = f64x2.splat(0), b = a, x = w, v = rows, u = next;
    for (; x < end; x += 32, v += 32, u += 32) {
      a = f64x2.add(a, f64x2.mul(v128.load(u), step(x, v, neg)));
      b = f64x2.add(b, f64x2.mul(v128.load(u, 16), step(x + 16, v + 16, neg)));
    }
    let s = join(a, b);
    for (; x < last; x += 8, v += 8, u += 8) {
      const y = load<f64>(x) - c * load<f64>(v);
      store<f64>(x, y);
      s += load<f64>(u) * y;
    }
    c = s;
    coeff += 8;
    store<f64>(coeff, c);
    rows = next;
  }
  axpy(n, -c, rows, w);
}

/** adam is linalg.AdamStep; k points at its eight scalars in the order of adamScalars. */
export function adam(n: i32, p: usize, g: usize, m: usize, v: usize, old: usize, k: usize): f64 {
  const beta1 = v128.load64_splat(k), rest1 = v128.load64_splat(k, 8), beta2 = v128.load64_splat(k, 16), rest2 = v128.load64_splat(k, 24);
  const rate = v128.load64_splat(k, 32), root = v128.load64_splat(k, 40), eps = v128.load64_splat(k, 48), decay = v128.load64_splat(k, 56);
  const zero = f64x2.splat(0);
  let s = 0.0, a = zero, b = zero; // the partial sums of g·g: those of this pair and of the next
  const end = p + (<usize>n << 3), fours = p + (<usize>(n & ~3) << 3);
  while (p < end) {
    const one = p >= fours; // it is computed in both lanes
    const w = one ? v128.load64_splat(p) : v128.load(p), gi = one ? v128.load64_splat(g) : v128.load(g);
    const mo = one ? v128.load64_splat(m) : v128.load(m), vo = one ? v128.load64_splat(v) : v128.load(v);
    const square = f64x2.mul(gi, gi);
    if (one) s += f64x2.extract_lane(square, 0);
    else {
      const t = f64x2.add(a, square);
      a = b; b = t;
    }
    const q = f64x2.add(gi, f64x2.mul(decay, w));
    const mi = f64x2.add(f64x2.mul(beta1, mo), f64x2.mul(rest1, q));
    const vi = f64x2.add(f64x2.mul(beta2, vo), f64x2.mul(f64x2.mul(rest2, q), q));
    const y = f64x2.sub(w, f64x2.div(f64x2.mul(rate, mi), f64x2.add(f64x2.div(f64x2.sqrt(vi), root), eps)));
    if (one) {
      v128.store64_lane(old, w, 0); v128.store64_lane(g, zero, 0);
      v128.store64_lane(m, mi, 0); v128.store64_lane(v, vi, 0); v128.store64_lane(p, y, 0);
    } else {
      v128.store(old, w); v128.store(g, zero);
      v128.store(m, mi); v128.store(v, vi); v128.store(p, y);
    }
    const step: usize = one ? 8 : 16;
    p += step; g += step; m += step; v += step; old += step;
    if (p == fours) s = join(a, b);
  }
  return s;
}
