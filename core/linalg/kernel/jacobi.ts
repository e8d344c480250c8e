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
  ascending(d, w, v, 3, values, vectors);
}

// ascending puts the values on the diagonal of w and the columns of v in order; numbers lie 1<<shift bytes apart.
function ascending(d: i32, w: usize, v: usize, shift: usize, values: usize, vectors: usize): void {
  const row = <usize>d << shift, next = row + (<usize>1 << shift);
  // The places of the values in ascending order, equal ones as they come: four bits each.
  let order: u64 = 0;
  for (let i = 0; i < d; i++) {
    let j = i;
    for (; j > 0; j--) {
      const before = <usize>((order >> ((j - 1) << 2)) & 15);
      if (!(load<f64>(w + <usize>i * next) < load<f64>(w + before * next))) break;
    }
    const low = order & ((<u64>1 << (j << 2)) - 1);
    order = ((order ^ low) << 4) | (<u64>i << (j << 2)) | low;
  }
  for (let k = 0; k < d; k++) {
    const o = <usize>((order >> (k << 2)) & 15);
    store<f64>(values + (<usize>k << 3), load<f64>(w + o * next));
    if (vectors != 0) for (let i = 0; i < d; i++) store<f64>(vectors + (<usize>(i * d + k) << 3), load<f64>(v + <usize>i * row + (o << shift)));
  }
}

// turned rotates the pairs at x and y but in the lanes of stay; the results go to x and y, and to x2 and y2.
// @ts-ignore: decorator
@inline
function turned(x: usize, y: usize, c: v128, s: v128, stay: v128, x2: usize, y2: usize): void {
  const a = v128.load(x), b = v128.load(y);
  const p = v128.bitselect(a, f64x2.sub(f64x2.mul(c, a), f64x2.mul(s, b)), stay);
  const q = v128.bitselect(b, f64x2.add(f64x2.mul(s, a), f64x2.mul(c, b)), stay);
  v128.store(x, p); v128.store(x2, p);
  v128.store(y, q); v128.store(y2, q);
}

// sweepTwo is sweep for a matrix in either lane: 1 when it rotated, 0 when not, −1 where a number is not finite.
function sweepTwo(d: i32, w: usize, v: usize): i32 {
  const row = <usize>d << 4, zero = f64x2.splat(0), one = f64x2.splat(1);
  let rotated = 0;
  for (let cp: usize = 0, wp = w; cp < row; cp += 16, wp += row) {
    for (let cq = cp + 16, wq = wp + row; cq < row; cq += 16, wq += row) {
      const apq = v128.load(wp + cq), app = v128.load(wp + cp), aqq = v128.load(wq + cq), size = f64x2.abs(apq);
      const stay = v128.or(f64x2.lt(size, f64x2.splat(9.332636185032189e-302)),
        f64x2.le(size, f64x2.mul(f64x2.mul(f64x2.splat(1.1102230246251565e-16), f64x2.sqrt(f64x2.abs(app))), f64x2.sqrt(f64x2.abs(aqq)))));
      v128.store(wp + cq, zero); v128.store(wq + cp, zero);
      if (i64x2.bitmask(stay) == 3) continue;
      if (i64x2.bitmask(v128.or(stay, f64x2.le(size, f64x2.splat(f64.MAX_VALUE)))) != 3) return -1;
      rotated = 1;
      const theta = f64x2.div(f64x2.sub(aqq, app), f64x2.add(apq, apq)), a = f64x2.abs(theta);
      const hi = f64x2.pmax(a, one), r = f64x2.div(f64x2.pmin(one, a), hi);
      const root = f64x2.mul(hi, f64x2.sqrt(f64x2.add(one, f64x2.mul(r, r))));
      const t = v128.or(f64x2.div(one, f64x2.add(a, root)), v128.and(theta, f64x2.splat(-0.0)));
      const c = f64x2.div(one, f64x2.sqrt(f64x2.add(one, f64x2.mul(t, t)))), s = f64x2.mul(t, c), move = f64x2.mul(t, apq);
      v128.store(wp + cp, v128.bitselect(app, f64x2.sub(app, move), stay));
      v128.store(wq + cq, v128.bitselect(aqq, f64x2.add(aqq, move), stay));
      for (let at: usize = 0, k: usize = 0; k < row; at += row, k += 16) {
        if (k != cp && k != cq) turned(w + at + cp, w + at + cq, c, s, stay, wp + k, wq + k);
        turned(v + at + cp, v + at + cq, c, s, stay, v + at + cp, v + at + cq);
      }
    }
  }
  return rotated;
}

/** jacobis is jacobi for count matrices, two at a time; w is workspace for 4·d·d elements. */
export function jacobis(count: i32, d: i32, a: usize, values: usize, vectors: usize, w: usize): void {
  const block = <usize>(d * d) << 3, row = <usize>d << 3, v = w + (block << 1);
  while (count > 0) {
    const other: usize = count > 1 ? 1 : 0, b = a + other * block; // the last of an odd number fills both lanes
    for (let i = 0; i < d; i++) {
      for (let j = 0; j < d; j++) {
        const from = <usize>(min(i, j) * d + max(i, j)) << 3, to = <usize>(i * d + j) << 4;
        store<f64>(w + to, load<f64>(a + from)); store<f64>(w + to, load<f64>(b + from), 8);
        v128.store(v + to, f64x2.splat(i == j ? 1 : 0));
      }
    }
    let more = 1;
    for (let i = 0; i < 60 && more > 0; i++) more = sweepTwo(d, w, v);
    for (let lane: usize = 0; lane <= other; lane++) {
      if (more < 0) jacobi(d, a + lane * block, values + lane * row, vectors + lane * block, w);
      else ascending(d, w + (lane << 3), v + (lane << 3), 4, values + lane * row, vectors + lane * block);
    }
    a += 2 * block; values += 2 * row; vectors += 2 * block; count -= 2;
  }
}
