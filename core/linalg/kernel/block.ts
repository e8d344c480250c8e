// block sets y ← A·x for d×d blocks in block CSR form and c channels:
// y_{i,r} starts at 0 and gains block_p[r,s]·x_{col p,s} for p ascending and
// s = 0, …, d−1 within a block.

// @ts-ignore: decorator
@inline
function mac(s: v128, b: usize, x: v128): v128 { return f64x2.add(s, f64x2.mul(v128.load64_splat(b), x)); }

// four computes channels j…j+3 of the four rows of one node.
// @ts-ignore: decorator
@inline
function four(q: usize, q1: usize, b: usize, x: usize, ld: usize, y: usize, ldy: usize): void {
  let s00 = f64x2.splat(0), s01 = s00, s10 = s00, s11 = s00, s20 = s00, s21 = s00, s30 = s00, s31 = s00;
  const w = ld << 2;
  for (; q < q1; q += 4, b += 128) {
    let z = x + <usize>load<i32>(q) * w;
    let x0 = v128.load(z), x1 = v128.load(z, 16);
    s00 = mac(s00, b, x0); s01 = mac(s01, b, x1);
    s10 = mac(s10, b + 32, x0); s11 = mac(s11, b + 32, x1);
    s20 = mac(s20, b + 64, x0); s21 = mac(s21, b + 64, x1);
    s30 = mac(s30, b + 96, x0); s31 = mac(s31, b + 96, x1);
    z += ld; x0 = v128.load(z); x1 = v128.load(z, 16);
    s00 = mac(s00, b + 8, x0); s01 = mac(s01, b + 8, x1);
    s10 = mac(s10, b + 40, x0); s11 = mac(s11, b + 40, x1);
    s20 = mac(s20, b + 72, x0); s21 = mac(s21, b + 72, x1);
    s30 = mac(s30, b + 104, x0); s31 = mac(s31, b + 104, x1);
    z += ld; x0 = v128.load(z); x1 = v128.load(z, 16);
    s00 = mac(s00, b + 16, x0); s01 = mac(s01, b + 16, x1);
    s10 = mac(s10, b + 48, x0); s11 = mac(s11, b + 48, x1);
    s20 = mac(s20, b + 80, x0); s21 = mac(s21, b + 80, x1);
    s30 = mac(s30, b + 112, x0); s31 = mac(s31, b + 112, x1);
    z += ld; x0 = v128.load(z); x1 = v128.load(z, 16);
    s00 = mac(s00, b + 24, x0); s01 = mac(s01, b + 24, x1);
    s10 = mac(s10, b + 56, x0); s11 = mac(s11, b + 56, x1);
    s20 = mac(s20, b + 88, x0); s21 = mac(s21, b + 88, x1);
    s30 = mac(s30, b + 120, x0); s31 = mac(s31, b + 120, x1);
  }
  v128.store(y, s00); v128.store(y, s01, 16); y += ldy;
  v128.store(y, s10); v128.store(y, s11, 16); y += ldy;
  v128.store(y, s20); v128.store(y, s21, 16); y += ldy;
  v128.store(y, s30); v128.store(y, s31, 16);
}

// fourVec is `four` for a single channel: the lanes are pairs of rows.
// @ts-ignore: decorator
@inline
function fourVec(q: usize, q1: usize, b: usize, x: usize, y: usize): void {
  let s0 = f64x2.splat(0), s1 = s0;
  for (; q < q1; q += 4, b += 128) {
    const z = x + (<usize>load<i32>(q) << 5);
    let a0 = v128.load(b), a1 = v128.load(b, 32), a2 = v128.load(b, 64), a3 = v128.load(b, 96);
    let v = v128.load64_splat(z);
    s0 = f64x2.add(s0, f64x2.mul(v128.shuffle<f64>(a0, a1, 0, 2), v)); s1 = f64x2.add(s1, f64x2.mul(v128.shuffle<f64>(a2, a3, 0, 2), v));
    v = v128.load64_splat(z, 8);
    s0 = f64x2.add(s0, f64x2.mul(v128.shuffle<f64>(a0, a1, 1, 3), v)); s1 = f64x2.add(s1, f64x2.mul(v128.shuffle<f64>(a2, a3, 1, 3), v));
    a0 = v128.load(b, 16); a1 = v128.load(b, 48); a2 = v128.load(b, 80); a3 = v128.load(b, 112);
    v = v128.load64_splat(z, 16);
    s0 = f64x2.add(s0, f64x2.mul(v128.shuffle<f64>(a0, a1, 0, 2), v)); s1 = f64x2.add(s1, f64x2.mul(v128.shuffle<f64>(a2, a3, 0, 2), v));
    v = v128.load64_splat(z, 24);
    s0 = f64x2.add(s0, f64x2.mul(v128.shuffle<f64>(a0, a1, 1, 3), v)); s1 = f64x2.add(s1, f64x2.mul(v128.shuffle<f64>(a2, a3, 1, 3), v));
  }
  v128.store(y, s0); v128.store(y, s1, 16);
}

// rows computes channels j…j+3 of the rows r and r+1 (pair) or r alone, any d.
// @ts-ignore: decorator
@inline
function rows(q: usize, q1: usize, b: usize, x: usize, ld: usize, y: usize, ldy: usize, d: i32, pair: bool): void {
  let s00 = f64x2.splat(0), s01 = s00, s10 = s00, s11 = s00;
  const w = ld * d, br = <usize>d << 3, bb = br * d;
  for (; q < q1; q += 4, b += bb) {
    let z = x + <usize>load<i32>(q) * w;
    for (let k = b, end = b + br; k < end; k += 8, z += ld) {
      const x0 = v128.load(z), x1 = v128.load(z, 16);
      s00 = mac(s00, k, x0); s01 = mac(s01, k, x1);
      if (pair) { s10 = mac(s10, k + br, x0); s11 = mac(s11, k + br, x1); }
    }
  }
  v128.store(y, s00); v128.store(y, s01, 16);
  if (pair) { v128.store(y + ldy, s10); v128.store(y + ldy, s11, 16); }
}

// two computes channels j…j+3 of the two rows of one node.
// @ts-ignore: decorator
@inline
function two(q: usize, q1: usize, b: usize, x: usize, ld: usize, y: usize, ldy: usize): void {
  let s0 = f64x2.splat(0), s1 = s0, t0 = s0, t1 = s0;
  const w = ld << 1;
  for (; q < q1; q += 4, b += 32) {
    const z = x + <usize>load<i32>(q) * w;
    let x0 = v128.load(z), x1 = v128.load(z, 16);
    s0 = mac(s0, b, x0); s1 = mac(s1, b, x1);
    t0 = mac(t0, b + 16, x0); t1 = mac(t1, b + 16, x1);
    x0 = v128.load(z + ld); x1 = v128.load(z + ld, 16);
    s0 = mac(s0, b + 8, x0); s1 = mac(s1, b + 8, x1);
    t0 = mac(t0, b + 24, x0); t1 = mac(t1, b + 24, x1);
  }
  v128.store(y, s0); v128.store(y, s1, 16); y += ldy;
  v128.store(y, t0); v128.store(y, t1, 16);
}

// strip computes c channels of y; rows of x and y begin ldx and ldy bytes apart.
function strip(n: i32, d: i32, ptr: usize, col: usize, blocks: usize, x: usize, ldx: usize, y: usize, ldy: usize, c: i32): void {
  const bb = <usize>(d * d) << 3;
  for (let i = 0; i < n; i++) {
    const p0 = load<i32>(ptr), p1 = load<i32>(ptr, 4);
    ptr += 4;
    const q0 = col + (<usize>p0 << 2), q1 = col + (<usize>p1 << 2), b = blocks + <usize>p0 * bb;
    let j = 0;
    if (d == 4) {
      if (ldx == 8) fourVec(q0, q1, b, x, y), j = 1;
      for (; j + 4 <= c; j += 4) four(q0, q1, b, x + (<usize>j << 3), ldx, y + (<usize>j << 3), ldy);
    } else if (d == 2) {
      for (; j + 4 <= c; j += 4) two(q0, q1, b, x + (<usize>j << 3), ldx, y + (<usize>j << 3), ldy);
    } else {
      for (; j + 4 <= c; j += 4) {
        const xj = x + (<usize>j << 3);
        let yr = y + (<usize>j << 3), br = b, r = 0;
        for (; r + 2 <= d; r += 2) {
          rows(q0, q1, br, xj, ldx, yr, ldy, d, true);
          yr += ldy << 1; br += <usize>d << 4;
        }
        if (r < d) rows(q0, q1, br, xj, ldx, yr, ldy, d, false);
      }
    }
    for (; j < c; j++) {
      for (let r = 0; r < d; r++) {
        let s: f64 = 0;
        let br = b + (<usize>(r * d) << 3);
        for (let q = q0; q < q1; q += 4, br += bb) {
          let z = x + (<usize>j << 3) + <usize>load<i32>(q) * ldx * d;
          for (let k = br, end = br + (<usize>d << 3); k < end; k += 8, z += ldx) s += load<f64>(k) * load<f64>(z);
        }
        store<f64>(y + <usize>r * ldy + (<usize>j << 3), s);
      }
    }
    y += ldy * d;
  }
}

/**
 * x and y have n·d rows of c elements. With work, step channels of x at a time,
 * a multiple of 4, are gathered there first.
 */
export function block(n: i32, d: i32, ptr: usize, col: usize, blocks: usize, x: usize, y: usize, c: i32, work: usize, step: i32): void {
  const ld = <usize>c << 3, to = <usize>step << 3;
  if (work == 0) {
    strip(n, d, ptr, col, blocks, x, ld, y, ld, c);
    return;
  }
  for (let j = 0; j < c; j += step, x += to, y += to) {
    const w = min(step, c - j);
    let from = x, at = work;
    for (let i = n * d; i > 0; i--, from += ld, at += to) {
      let k = 0;
      for (; k + 2 <= w; k += 2) v128.store(at + (<usize>k << 3), v128.load(from + (<usize>k << 3)));
      if (k < w) store<f64>(at + (<usize>k << 3), load<f64>(from + (<usize>k << 3)));
    }
    strip(n, d, ptr, col, blocks, work, to, y, ld, w);
  }
}
