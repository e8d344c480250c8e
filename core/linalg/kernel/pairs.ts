// quadGrad2 is sheaf.AddQuadGrad for d = 2; core/linalg/quadgrad2.go says what
// it computes and in which order.

// @ts-ignore: decorator
@inline
function mac2(s: v128, a: v128, x: v128, b: v128, y: v128): v128 { return f64x2.add(s, f64x2.add(f64x2.mul(a, x), f64x2.mul(b, y))); }

// pack gathers w channels of every node, x₀ x₁ y₀ y₁ for each, `record` bytes a
// node, and adds to the nodes' sums; rows of x and y are ld bytes long.
function pack(n: i32, w: i32, gram: usize, to: usize, record: usize, x: usize, y: usize, ld: usize): void {
  for (; n > 0; n--, gram += 32, to += record, x += ld << 1, y += ld << 1) {
    let s0 = v128.load(gram), s1 = v128.load(gram, 16);
    let p = to, u = x, v = y;
    for (let q = w; q > 0; q--, p += 32, u += 8, v += 8) {
      const xs = v128.load64_lane(u + ld, v128.load64_zero(u), 1), ys = v128.load64_lane(v + ld, v128.load64_zero(v), 1);
      v128.store(p, xs); v128.store(p, ys, 16);
      s0 = mac2(s0, v128.load64_splat(u), ys, v128.load64_splat(v), xs);
      s1 = mac2(s1, v128.load64_splat(u + ld), ys, v128.load64_splat(v + ld), xs);
    }
    v128.store(gram, s0); v128.store(gram, s1, 16);
  }
}

// addProduct adds scale·A·B to C, where b0 and b1 are the rows of B.
// @ts-ignore: decorator
@inline
function addProduct(c: usize, scale: v128, a: usize, b0: v128, b1: v128): void {
  const s = f64x2.add(f64x2.mul(v128.load64_splat(a), b0), f64x2.mul(v128.load64_splat(a, 8), b1));
  const t = f64x2.add(f64x2.mul(v128.load64_splat(a, 16), b0), f64x2.mul(v128.load64_splat(a, 24), b1));
  v128.store(c, f64x2.add(v128.load(c), f64x2.mul(scale, s)));
  v128.store(c, f64x2.add(v128.load(c, 16), f64x2.mul(scale, t)), 16);
}

/** gram holds a block per node, packed step channels of them, cross a block per edge where step < c. */
export function quadGrad2(n: i32, m: i32, pairs: usize, maps: usize, x: usize, y: usize, c: i32, scale: f64, grad: usize, gram: usize, packed: usize, cross: usize, step: i32): void {
  const ld = <usize>c << 3, record = <usize>step << 5;
  const plus = f64x2.splat(scale), minus = f64x2.splat(-scale);
  for (let i = n, g = gram; i > 0; i--, g += 32) v128.store(g, f64x2.splat(0)), v128.store(g, f64x2.splat(0), 16);
  for (let from = 0; from < c; from += step) {
    const w = min(step, c - from), at = <usize>from << 3, last = from + w >= c;
    pack(n, w, gram, packed, record, x + at, y + at, ld);
    let t = cross, a = maps, g = grad;
    for (let e = m, q = pairs; e > 0; e--, q += 8) {
      const i = <usize>load<i32>(q), j = <usize>load<i32>(q, 4);
      let s0 = f64x2.splat(0), s1 = s0;
      if (from > 0) s0 = v128.load(t), s1 = v128.load(t, 16);
      let u = packed + i * record, v = packed + j * record;
      for (const end = u + (<usize>w << 5); u < end; u += 32, v += 32) {
        const xs = v128.load(u), ys = v128.load(u, 16);
        s0 = mac2(s0, v128.load64_splat(v), ys, v128.load64_splat(v, 16), xs);
        s1 = mac2(s1, v128.load64_splat(v, 8), ys, v128.load64_splat(v, 24), xs);
      }
      if (!last) {
        v128.store(t, s0); v128.store(t, s1, 16);
        t += 32;
        continue;
      }
      const si = gram + (i << 5), sj = gram + (j << 5);
      addProduct(g, plus, a, v128.load(si), v128.load(si, 16));
      addProduct(g, minus, a + 32, s0, s1);
      addProduct(g + 32, plus, a + 32, v128.load(sj), v128.load(sj, 16));
      addProduct(g + 32, minus, a, v128.shuffle<f64>(s0, s1, 0, 2), v128.shuffle<f64>(s0, s1, 1, 3));
      t += 32; a += 64; g += 64;
    }
  }
}
