// jacobi is linalg.EigSymSmall operation by operation (see there): cyclic
// Jacobi rotations on a symmetric matrix of order d ≤ 16.

// hypot1 is linalg's hypot(x, 1).
// @ts-ignore: decorator
@inline
function hypot1(x: f64): f64 {
  let a = abs(x), b: f64 = 1;
  if (a < b) { b = a; a = 1; }
  const r = b / a;
  return a * sqrt(1 + r * r);
}

// @ts-ignore: decorator
@inline
function sweep(d: i32, w: usize, v: usize): bool {
  const row = <usize>d << 3;
  let rotated = false;
  for (let p = 0; p < d; p++) {
    const wp = w + <usize>p * row, pp = wp + (<usize>p << 3);
    for (let q = p + 1; q < d; q++) {
      const wq = w + <usize>q * row, qq = wq + (<usize>q << 3), pq = wp + (<usize>q << 3), qp = wq + (<usize>p << 3);
      const apq = load<f64>(pq), app = load<f64>(pp), aqq = load<f64>(qq);
      if (abs(apq) <= 1.1102230246251565e-16 * sqrt(abs(app)) * sqrt(abs(aqq)) || abs(apq) < 9.332636185032189e-302) {
        store<f64>(pq, 0); store<f64>(qp, 0);
        continue;
      }
      if (!(abs(apq) <= f64.MAX_VALUE)) return false;
      rotated = true;
      const theta = (aqq - app) / (2 * apq);
      const t = copysign<f64>(1 / (abs(theta) + hypot1(theta)), theta);
      const c = 1 / sqrt(1 + t * t), s = t * c;
      store<f64>(pp, app - t * apq); store<f64>(qq, aqq + t * apq);
      store<f64>(pq, 0); store<f64>(qp, 0);
      for (let k = 0; k < d; k++) {
        const at = <usize>k * row, kp = at + (<usize>p << 3), kq = at + (<usize>q << 3);
        if (k != p && k != q) {
          const x = load<f64>(w + kp), y = load<f64>(w + kq), x1 = c * x - s * y, y1 = s * x + c * y;
          store<f64>(w + kp, x1); store<f64>(wp + (<usize>k << 3), x1);
          store<f64>(w + kq, y1); store<f64>(wq + (<usize>k << 3), y1);
        }
        const x = load<f64>(v + kp), y = load<f64>(v + kq);
        store<f64>(v + kp, c * x - s * y); store<f64>(v + kq, s * x + c * y);
      }
    }
  }
  return rotated;
}

/** vectors may be 0; w is workspace for 2·d·d elements. */
export function jacobi(d: i32, a: usize, values: usize, vectors: usize, w: usize): void {
  const row = <usize>d << 3, v = w + row * d;
  for (let i = 0; i < d; i++) {
    for (let j = 0; j < d; j++) {
      const lo = min(i, j), hi = max(i, j), at = <usize>i * row + (<usize>j << 3);
      store<f64>(w + at, load<f64>(a + <usize>lo * row + (<usize>hi << 3)));
      store<f64>(v + at, i == j ? 1 : 0);
    }
  }
  for (let i = 0; i < 60 && sweep(d, w, v); i++) {}
  // The places of the values in ascending order, equal ones as they come: four bits each.
  let order: u64 = 0;
  for (let i = 0; i < d; i++) {
    let j = i;
    for (; j > 0; j--) {
      const before = <usize>((order >> ((j - 1) << 2)) & 15);
      if (!(load<f64>(w + <usize>i * (row + 8)) < load<f64>(w + before * (row + 8)))) break;
    }
    const low = order & ((<u64>1 << (j << 2)) - 1);
    order = ((order ^ low) << 4) | (<u64>i << (j << 2)) | low;
  }
  for (let k = 0; k < d; k++) {
    const o = <usize>((order >> (k << 2)) & 15);
    store<f64>(values + (<usize>k << 3), load<f64>(w + o * (row + 8)));
    if (vectors != 0) for (let i = 0; i < d; i++) store<f64>(vectors + <usize>i * row + (<usize>k << 3), load<f64>(v + <usize>i * row + (o << 3)));
  }
}
