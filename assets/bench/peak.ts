// The ceiling of the benchmark: n times 16 independent f64x2 multiply-adds,
// 64 floating-point operations a turn.

/** peak returns a number that depends on every operation. */
export function peak(n: i32, a: f64, b: f64): f64 {
  const m = f64x2.splat(a), c = f64x2.splat(b);
  let s0 = m, s1 = c, s2 = m, s3 = c, s4 = m, s5 = c, s6 = m, s7 = c;
  for (; n > 0; n--) {
    s0 = f64x2.add(f64x2.mul(s0, m), c); s1 = f64x2.add(f64x2.mul(s1, m), c);
    s2 = f64x2.add(f64x2.mul(s2, m), c); s3 = f64x2.add(f64x2.mul(s3, m), c);
    s4 = f64x2.add(f64x2.mul(s4, m), c); s5 = f64x2.add(f64x2.mul(s5, m), c);
    s6 = f64x2.add(f64x2.mul(s6, m), c); s7 = f64x2.add(f64x2.mul(s7, m), c);
    s0 = f64x2.add(f64x2.mul(s0, m), c); s1 = f64x2.add(f64x2.mul(s1, m), c);
    s2 = f64x2.add(f64x2.mul(s2, m), c); s3 = f64x2.add(f64x2.mul(s3, m), c);
    s4 = f64x2.add(f64x2.mul(s4, m), c); s5 = f64x2.add(f64x2.mul(s5, m), c);
    s6 = f64x2.add(f64x2.mul(s6, m), c); s7 = f64x2.add(f64x2.mul(s7, m), c);
  }
  const t = f64x2.add(f64x2.add(f64x2.add(s0, s1), f64x2.add(s2, s3)), f64x2.add(f64x2.add(s4, s5), f64x2.add(s6, s7)));
  return f64x2.extract_lane(t, 0) + f64x2.extract_lane(t, 1);
}
