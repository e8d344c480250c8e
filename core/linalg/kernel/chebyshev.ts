// The Chebyshev recurrence and its adjoint, element by element;
// core/linalg/chebyshev.go says what they compute.

/** pp may be 0. */
export function chebTerm(n: i32, sum: usize, t: usize, p: usize, pp: usize, a: f64, m: f64, side: f64): void {
  const av = f64x2.splat(a), mv = f64x2.splat(m), sv = f64x2.splat(side);
  for (; n >= 2; n -= 2, sum += 16, t += 16, p += 16) {
    let w = f64x2.mul(mv, f64x2.sub(v128.load(p), f64x2.mul(sv, v128.load(t))));
    if (pp) w = f64x2.sub(w, v128.load(pp)), pp += 16;
    v128.store(t, w);
    v128.store(sum, f64x2.add(v128.load(sum), f64x2.mul(av, w)));
  }
  if (n > 0) {
    let w = m * (load<f64>(p) - side * load<f64>(t));
    if (pp) w -= load<f64>(pp);
    store<f64>(t, w);
    store<f64>(sum, load<f64>(sum) + a * w);
  }
}

export function chebAdjoint(n: i32, t: usize, next: usize, after: usize, g: usize, a: f64, m: f64, side: f64): void {
  const av = f64x2.splat(a), mv = f64x2.splat(m), sv = f64x2.splat(side);
  for (; n >= 2; n -= 2, t += 16, next += 16, after += 16, g += 16) {
    const w = f64x2.mul(mv, f64x2.sub(v128.load(next), f64x2.mul(sv, v128.load(t))));
    v128.store(t, f64x2.sub(f64x2.add(f64x2.mul(av, v128.load(g)), w), v128.load(after)));
  }
  if (n > 0) store<f64>(t, a * load<f64>(g) + m * (load<f64>(next) - side * load<f64>(t)) - load<f64>(after));
}
