// Loops over matrices with c columns, each column with numbers of its own: the
// lanes are columns, eight of which are kept in registers while the rows pass.

// @ts-ignore: decorator
@inline
function mac(s: v128, a: v128, b: v128): v128 { return f64x2.add(s, f64x2.mul(a, b)); }

/** colCopy copies n columns of some rows of src, of length cs, to those of dst, of length cd. */
export function colCopy(rows: i32, n: i32, dst: usize, cd: i32, src: usize, cs: i32): void {
  const ld = <usize>(cd - n) << 3, ls = <usize>(cs - n) << 3;
  for (; rows > 0; rows--, dst += ld, src += ls) {
    let k = n;
    for (; k >= 2; k -= 2, dst += 16, src += 16) v128.store(dst, v128.load(src));
    if (k > 0) { store<f64>(dst, load<f64>(src)); dst += 8; src += 8; }
  }
}

/** colDots adds Σ_i x_ik·y_ik to sum_k. */
export function colDots(rows: i32, c: i32, sum: usize, x: usize, y: usize): void {
  const ld = <usize>c << 3;
  let j = 0;
  for (; j + 8 <= c; j += 8, sum += 64, x += 64, y += 64) {
    let s0 = v128.load(sum), s1 = v128.load(sum, 16), s2 = v128.load(sum, 32), s3 = v128.load(sum, 48);
    let u = x, v = y;
    for (let i = rows; i > 0; i--, u += ld, v += ld) {
      s0 = mac(s0, v128.load(u), v128.load(v)); s1 = mac(s1, v128.load(u, 16), v128.load(v, 16));
      s2 = mac(s2, v128.load(u, 32), v128.load(v, 32)); s3 = mac(s3, v128.load(u, 48), v128.load(v, 48));
    }
    v128.store(sum, s0); v128.store(sum, s1, 16); v128.store(sum, s2, 32); v128.store(sum, s3, 48);
  }
  for (; j < c; j++, sum += 8, x += 8, y += 8) {
    let s = load<f64>(sum), u = x, v = y;
    for (let i = rows; i > 0; i--, u += ld, v += ld) s += load<f64>(u) * load<f64>(v);
    store<f64>(sum, s);
  }
}

// @ts-ignore: decorator
@inline
function shifted(q: usize, p: v128, shift: v128, dt: v128): v128 {
  const w = f64x2.add(f64x2.mul(shift, p), f64x2.mul(dt, v128.load(q)));
  v128.store(q, w);
  return w;
}

/** colShift sets q ← shift·p + dt·q and adds Σ_i p_ik·q_ik to pq_k. */
export function colShift(rows: i32, c: i32, pq: usize, q: usize, p: usize, shift: f64, dt: f64): void {
  const ld = <usize>c << 3, sv = f64x2.splat(shift), dv = f64x2.splat(dt);
  let j = 0;
  for (; j + 8 <= c; j += 8, pq += 64, q += 64, p += 64) {
    let s0 = v128.load(pq), s1 = v128.load(pq, 16), s2 = v128.load(pq, 32), s3 = v128.load(pq, 48);
    let u = p, v = q;
    for (let i = rows; i > 0; i--, u += ld, v += ld) {
      const p0 = v128.load(u), p1 = v128.load(u, 16), p2 = v128.load(u, 32), p3 = v128.load(u, 48);
      s0 = mac(s0, p0, shifted(v, p0, sv, dv)); s1 = mac(s1, p1, shifted(v + 16, p1, sv, dv));
      s2 = mac(s2, p2, shifted(v + 32, p2, sv, dv)); s3 = mac(s3, p3, shifted(v + 48, p3, sv, dv));
    }
    v128.store(pq, s0); v128.store(pq, s1, 16); v128.store(pq, s2, 32); v128.store(pq, s3, 48);
  }
  for (; j < c; j++, pq += 8, q += 8, p += 8) {
    let s = load<f64>(pq), u = p, v = q;
    for (let i = rows; i > 0; i--, u += ld, v += ld) {
      const w = shift * load<f64>(u) + dt * load<f64>(v);
      store<f64>(v, w);
      s += load<f64>(u) * w;
    }
    store<f64>(pq, s);
  }
}

// moved is one pair of columns of colStep; it returns the new r.
// @ts-ignore: decorator
@inline
function moved(r: usize, q: usize, a: v128): v128 {
  const w = f64x2.sub(v128.load(r), f64x2.mul(a, v128.load(q)));
  v128.store(r, w);
  return w;
}

/** colStep sets r ← r − q·diag(a) and adds Σ_i r_ik² to rr_k. */
export function colStep(rows: i32, c: i32, rr: usize, r: usize, q: usize, a: usize): void {
  const ld = <usize>c << 3;
  let j = 0;
  for (; j + 8 <= c; j += 8) {
    const a0 = v128.load(a), a1 = v128.load(a, 16), a2 = v128.load(a, 32), a3 = v128.load(a, 48);
    let s0 = v128.load(rr), s1 = v128.load(rr, 16), s2 = v128.load(rr, 32), s3 = v128.load(rr, 48);
    let at: usize = <usize>j << 3;
    for (let i = rows; i > 0; i--, at += ld) {
      const w0 = moved(r + at, q + at, a0), w1 = moved(r + at + 16, q + at + 16, a1);
      const w2 = moved(r + at + 32, q + at + 32, a2), w3 = moved(r + at + 48, q + at + 48, a3);
      s0 = mac(s0, w0, w0); s1 = mac(s1, w1, w1); s2 = mac(s2, w2, w2); s3 = mac(s3, w3, w3);
    }
    v128.store(rr, s0); v128.store(rr, s1, 16); v128.store(rr, s2, 32); v128.store(rr, s3, 48);
    a += 64; rr += 64;
  }
  for (; j < c; j++, a += 8, rr += 8) {
    const b = load<f64>(a);
    let s = load<f64>(rr), at: usize = <usize>j << 3;
    for (let i = rows; i > 0; i--, at += ld) {
      const w = load<f64>(r + at) - b * load<f64>(q + at);
      store<f64>(r + at, w);
      s += w * w;
    }
    store<f64>(rr, s);
  }
}

/** colTurn sets x ← x + p·diag(a) and then p ← z + p·diag(b). */
export function colTurn(rows: i32, c: i32, x: usize, p: usize, z: usize, a: usize, b: usize): void {
  for (let i = rows; i > 0; i--) {
    let j = 0, u = a, v = b;
    for (; j + 2 <= c; j += 2, u += 16, v += 16, x += 16, p += 16, z += 16) {
      const w = v128.load(p);
      v128.store(x, f64x2.add(v128.load(x), f64x2.mul(v128.load(u), w)));
      v128.store(p, f64x2.add(v128.load(z), f64x2.mul(v128.load(v), w)));
    }
    for (; j < c; j++, u += 8, v += 8, x += 8, p += 8, z += 8) {
      const w = load<f64>(p);
      store<f64>(x, load<f64>(x) + load<f64>(u) * w);
      store<f64>(p, load<f64>(z) + load<f64>(v) * w);
    }
  }
}
