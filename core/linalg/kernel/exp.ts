// exp is linalg.Exp in two lanes, operation by operation.

// @ts-ignore: decorator
@inline
function mad(p: v128, r: v128, c: f64): v128 { return f64x2.add(f64x2.mul(p, r), f64x2.splat(c)); }

// @ts-ignore: decorator
@inline
export function exp2(x0: v128): v128 {
  // pmin and pmax return their first operand when it is NaN, like the comparisons in Go.
  const x = f64x2.pmax(f64x2.pmin(x0, f64x2.splat(710.0)), f64x2.splat(-746.0));
  const shifter = f64x2.splat(6755399441055744.0);
  const t = f64x2.add(f64x2.mul(x, f64x2.splat(1.44269504088896338700e+00)), shifter);
  const k = f64x2.sub(t, shifter);
  const hi = f64x2.sub(x, f64x2.mul(k, f64x2.splat(6.93147180369123816490e-01)));
  const lo = f64x2.mul(k, f64x2.splat(1.90821492927058770002e-10));
  const r = f64x2.sub(hi, lo);
  let p = mad(r, f64x2.splat(1.0 / 6227020800.0), 1.0 / 479001600.0);
  p = mad(p, r, 1.0 / 39916800.0);
  p = mad(p, r, 1.0 / 3628800.0);
  p = mad(p, r, 1.0 / 362880.0);
  p = mad(p, r, 1.0 / 40320.0);
  p = mad(p, r, 1.0 / 5040.0);
  p = mad(p, r, 1.0 / 720.0);
  p = mad(p, r, 1.0 / 120.0);
  p = mad(p, r, 1.0 / 24.0);
  p = mad(p, r, 1.0 / 6.0);
  p = mad(p, r, 0.5);
  const y = f64x2.add(f64x2.splat(1.0), f64x2.sub(hi, f64x2.sub(lo, f64x2.mul(f64x2.mul(r, r), p))));
  const n = i64x2.sub(t, i64x2.splat(0x4338000000000000));
  const n1 = i64x2.shr_s(n, 1), bias = i64x2.splat(1023);
  const f1 = i64x2.shl(i64x2.add(n1, bias), 52), f2 = i64x2.shl(i64x2.add(i64x2.sub(n, n1), bias), 52);
  return f64x2.mul(f64x2.mul(y, f1), f2);
}

/** dst may be src. */
export function exp(n: i32, dst: usize, src: usize): void {
  // Two pairs at once hide the latency of the chain of multiplications.
  for (; n >= 4; n -= 4) {
    const y0 = exp2(v128.load(src)), y1 = exp2(v128.load(src, 16));
    v128.store(dst, y0); v128.store(dst, y1, 16);
    src += 32; dst += 32;
  }
  for (; n > 0; n--) {
    store<f64>(dst, f64x2.extract_lane(exp2(v128.load64_splat(src)), 0));
    src += 8; dst += 8;
  }
}
