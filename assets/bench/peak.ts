// The peak of the processor in multiply-adds, as an upper limit for the other benchmarks. Each of n turns has 24 multiply-adds of f64x2, or
// 96 floating-point operations, in twelve independent chains. With eight chains each operation would wait for its predecessor, and a
// product of matrices would be faster than this loop.

/** Computes n turns of s ← s·a + b in each of the twelve chains. The result depends on every operation, so no operation can be removed. */
export function peak(n: i32, a: f64, b: f64): f64 {
  const m = f64x2.splat(a), c = f64x2.splat(b);
  let s0 = m, s1 = c, s2 = m, s3 = c, s4 = m, s5 = c, s6 = m, s7 = c, s8 = m, s9 = c, s10 = m, s11 = c;
  for (; n > 0; n--) {
    s0 = f64x2.add(f64x2.mul(s0, m), c); s1 = f64x2.add(f64x2.mul(s1, m), c);
    s2 = f64x2.add(f64x2.mul(s2, m), c); s3 = f64x2.add(f64x2.mul(s3, m), c);
    s4 = f64x2.add(f64x2.mul(s4, m), c); s5 = f64x2.add(f64x2.mul(s5, m), c);
    s6 = f64x2.add(f64x2.mul(s6, m), c); s7 = f64x2.add(f64x2.mul(s7, m), c);
    s8 = f64x2.add(f64x2.mul(s8, m), c); s9 = f64x2.add(f64x2.mul(s9, m), c);
    s10 = f64x2.add(f64x2.mul(s10, m), c); s11 = f64x2.add(f64x2.mul(s11, m), c);
    s0 = f64x2.add(f64x2.mul(s0, m), c); s1 = f64x2.add(f64x2.mul(s1, m), c);
    s2 = f64x2.add(f64x2.mul(s2, m), c); s3 = f64x2.add(f64x2.mul(s3, m), c);
    s4 = f64x2.add(f64x2.mul(s4, m), c); s5 = f64x2.add(f64x2.mul(s5, m), c);
    s6 = f64x2.add(f64x2.mul(s6, m), c); s7 = f64x2.add(f64x2.mul(s7, m), c);
    s8 = f64x2.add(f64x2.mul(s8, m), c); s9 = f64x2.add(f64x2.mul(s9, m), c);
    s10 = f64x2.add(f64x2.mul(s10, m), c); s11 = f64x2.add(f64x2.mul(s11, m), c);
  }
  const t = f64x2.add(f64x2.add(f64x2.add(s0, s1), f64x2.add(s2, s3)), f64x2.add(f64x2.add(s4, s5), f64x2.add(s6, s7)));
  const u = f64x2.add(t, f64x2.add(f64x2.add(s8, s9), f64x2.add(s10, s11)));
  return f64x2.extract_lane(u, 0) + f64x2.extract_lane(u, 1);
}
