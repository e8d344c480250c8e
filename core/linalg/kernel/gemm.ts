// gemm adds alpha·op(A)·op(B) to C, each element in ascending order of the
// inner index: c ← (…(c + (alpha·a0)·b0) + (alpha·a1)·b1…).
//
// A panel of up to DEPTH terms × WIDTH columns of op(B) is packed four columns
// to a row, then tiles of 4×4 of C are held in eight registers.

const DEPTH: i32 = 256;
const WIDTH: i32 = 128;

// micro adds `depth` terms to a tile of four rows and four columns. alpha is
// multiplied in only when it is not 1, where it would change nothing.
// @ts-ignore: decorator
@inline
function micro4(depth: i32, a0: usize, rs: usize, cs: usize, b: usize, c: usize, ldc: usize, alpha: f64): void {
  const cr1 = c + ldc, cr2 = cr1 + ldc, cr3 = cr2 + ldc;
  let a1 = a0 + rs, a2 = a1 + rs, a3 = a2 + rs;
  let c00 = v128.load(c), c01 = v128.load(c, 16);
  let c10 = v128.load(cr1), c11 = v128.load(cr1, 16);
  let c20 = v128.load(cr2), c21 = v128.load(cr2, 16);
  let c30 = v128.load(cr3), c31 = v128.load(cr3, 16);
  if (alpha == 1) {
    for (let l = depth; l > 0; l--) {
      const b0 = v128.load(b), b1 = v128.load(b, 16);
      let v = v128.load64_splat(a0);
      c00 = f64x2.add(c00, f64x2.mul(v, b0)); c01 = f64x2.add(c01, f64x2.mul(v, b1));
      v = v128.load64_splat(a1);
      c10 = f64x2.add(c10, f64x2.mul(v, b0)); c11 = f64x2.add(c11, f64x2.mul(v, b1));
      v = v128.load64_splat(a2);
      c20 = f64x2.add(c20, f64x2.mul(v, b0)); c21 = f64x2.add(c21, f64x2.mul(v, b1));
      v = v128.load64_splat(a3);
      c30 = f64x2.add(c30, f64x2.mul(v, b0)); c31 = f64x2.add(c31, f64x2.mul(v, b1));
      a0 += cs; a1 += cs; a2 += cs; a3 += cs; b += 32;
    }
  } else {
    const al = f64x2.splat(alpha);
    for (let l = depth; l > 0; l--) {
      const b0 = v128.load(b), b1 = v128.load(b, 16);
      let v = f64x2.mul(al, v128.load64_splat(a0));
      c00 = f64x2.add(c00, f64x2.mul(v, b0)); c01 = f64x2.add(c01, f64x2.mul(v, b1));
      v = f64x2.mul(al, v128.load64_splat(a1));
      c10 = f64x2.add(c10, f64x2.mul(v, b0)); c11 = f64x2.add(c11, f64x2.mul(v, b1));
      v = f64x2.mul(al, v128.load64_splat(a2));
      c20 = f64x2.add(c20, f64x2.mul(v, b0)); c21 = f64x2.add(c21, f64x2.mul(v, b1));
      v = f64x2.mul(al, v128.load64_splat(a3));
      c30 = f64x2.add(c30, f64x2.mul(v, b0)); c31 = f64x2.add(c31, f64x2.mul(v, b1));
      a0 += cs; a1 += cs; a2 += cs; a3 += cs; b += 32;
    }
  }
  v128.store(c, c00); v128.store(c, c01, 16);
  v128.store(cr1, c10); v128.store(cr1, c11, 16);
  v128.store(cr2, c20); v128.store(cr2, c21, 16);
  v128.store(cr3, c30); v128.store(cr3, c31, 16);
}

// micro1 is micro4 for one row.
// @ts-ignore: decorator
@inline
function micro1(depth: i32, a: usize, cs: usize, b: usize, c: usize, alpha: f64): void {
  let c0 = v128.load(c), c1 = v128.load(c, 16);
  const al = f64x2.splat(alpha);
  for (let l = depth; l > 0; l--) {
    const v = f64x2.mul(al, v128.load64_splat(a));
    c0 = f64x2.add(c0, f64x2.mul(v, v128.load(b))); c1 = f64x2.add(c1, f64x2.mul(v, v128.load(b, 16)));
    a += cs; b += 32;
  }
  v128.store(c, c0); v128.store(c, c1, 16);
}

// pack copies depth terms of columns j…j+w−1 of op(B), w ≤ 4, four to a row,
// missing columns as 0. b points at the first term of column j.
// @ts-ignore: decorator
@inline
function pack(to: usize, b: usize, depth: i32, w: i32, rs: usize, cs: usize): void {
  if (w == 4) {
    if (cs == 8) {
      for (let l = depth; l > 0; l--) {
        v128.store(to, v128.load(b)); v128.store(to, v128.load(b, 16), 16);
        to += 32; b += rs;
      }
    } else {
      const cs2 = cs << 1, cs3 = cs2 + cs;
      for (let l = depth; l > 0; l--) {
        store<f64>(to, load<f64>(b)); store<f64>(to, load<f64>(b + cs), 8);
        store<f64>(to, load<f64>(b + cs2), 16); store<f64>(to, load<f64>(b + cs3), 24);
        to += 32; b += rs;
      }
    }
    return;
  }
  for (let l = depth; l > 0; l--) {
    let q = b;
    for (let s = 0; s < 4; s++) {
      store<f64>(to + (<usize>s << 3), s < w ? load<f64>(q) : 0);
      q += cs;
    }
    to += 32; b += rs;
  }
}

// copyTile copies rows × w elements between two row strides.
// @ts-ignore: decorator
@inline
function copyTile(to: usize, ldTo: usize, from: usize, ldFrom: usize, rows: i32, w: i32): void {
  for (let q = 0; q < rows; q++) {
    for (let s = 0; s < w; s++) store<f64>(to + (<usize>s << 3), load<f64>(from + (<usize>s << 3)));
    to += ldTo; from += ldFrom;
  }
}

/** scratch holds DEPTH·WIDTH + 16 elements; op(A)_il = a[i·ari + l·acl], op(B)_lj = b[l·brl + j·bcj]. */
export function gemm(m: i32, n: i32, k: i32, alpha: f64, a: usize, ari: i32, acl: i32, b: usize, brl: i32, bcj: i32, c: usize, ldc: i32, scratch: usize): void {
  const rsA = <usize>ari << 3, csA = <usize>acl << 3, rsB = <usize>brl << 3, csB = <usize>bcj << 3, rsC = <usize>ldc << 3;
  const tile = scratch + (<usize>(DEPTH * WIDTH) << 3);
  for (let l0 = 0; l0 < k; l0 += DEPTH) {
    const depth = min(k - l0, DEPTH);
    const panel = <usize>depth << 5;
    for (let j0 = 0; j0 < n; j0 += WIDTH) {
      const j1 = min(j0 + WIDTH, n);
      let p = scratch;
      for (let j = j0; j < j1; j += 4) {
        pack(p, b + <usize>l0 * rsB + <usize>j * csB, depth, min(j1 - j, 4), rsB, csB);
        p += panel;
      }
      // 64 rows of A stay in the second-level cache over all panels.
      for (let i0 = 0; i0 < m; i0 += 64) {
        const i1 = min(i0 + 64, m);
        p = scratch;
        for (let j = j0; j < j1; j += 4) {
          const w = min(j1 - j, 4);
          let q = a + <usize>i0 * rsA + <usize>l0 * csA;
          let r = c + <usize>i0 * rsC + (<usize>j << 3);
          let i = i0;
          for (; i + 4 <= i1; i += 4) {
            if (w == 4) micro4(depth, q, rsA, csA, p, r, rsC, alpha);
            else {
              copyTile(tile, 32, r, rsC, 4, w);
              micro4(depth, q, rsA, csA, p, tile, 32, alpha);
              copyTile(r, rsC, tile, 32, 4, w);
            }
            q += rsA << 2; r += rsC << 2;
          }
          for (; i < i1; i++) {
            if (w == 4) micro1(depth, q, csA, p, r, alpha);
            else {
              copyTile(tile, 32, r, rsC, 1, w);
              micro1(depth, q, csA, p, tile, alpha);
              copyTile(r, rsC, tile, 32, 1, w);
            }
            q += rsA; r += rsC;
          }
          p += panel;
        }
      }
    }
  }
}
