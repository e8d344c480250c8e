// Activation and dropout, number by number.

import { exp, exp2 } from "./exp";

/** negative has every bit set where the sign of b is. */
// @ts-ignore: decorator
@inline
function negative(b: v128): v128 { return i64x2.shr_s(b, 63); }

// @ts-ignore: decorator
@inline
function eluOf(b: v128, e: v128): v128 { return v128.bitselect(f64x2.sub(e, f64x2.splat(1.0)), b, negative(b)); }

/** elu is linalg.ELU. Two pairs at once hide the latency of exp. */
export function elu(n: i32, o: usize): void {
  for (; n >= 4; n -= 4, o += 32) {
    const b0 = v128.load(o), b1 = v128.load(o, 16);
    const e0 = exp2(v128.and(b0, negative(b0))), e1 = exp2(v128.and(b1, negative(b1)));
    v128.store(o, eluOf(b0, e0)); v128.store(o, eluOf(b1, e1), 16);
  }
  for (; n > 0; n--, o += 8) { // by exp, so that the module has its polynomial once less
    const b = v128.load64_splat(o);
    v128.store64_lane(o, v128.and(b, negative(b)), 0);
    exp(1, o, o);
    v128.store64_lane(o, eluOf(b, v128.load64_splat(o)), 0);
  }
}

// @ts-ignore: decorator
@inline
function slope(d: v128, y: v128): v128 { return f64x2.mul(d, f64x2.add(v128.and(y, negative(y)), f64x2.splat(1.0))); }

/** eluGrad is linalg.ELUGrad. */
export function eluGrad(n: i32, d: usize, y: usize): void {
  for (; n >= 2; n -= 2) {
    v128.store(d, slope(v128.load(d), v128.load(y)));
    d += 16; y += 16;
  }
  if (n > 0) v128.store64_lane(d, slope(v128.load64_splat(d), v128.load64_splat(y)), 0);
}

/** relu is linalg.LeakyReLU. */
export function relu(n: i32, o: usize, v: usize, slope: f64): void {
  const one = f64x2.splat(1.0), less = f64x2.splat(slope);
  for (; n >= 2; n -= 2, o += 16, v += 16) {
    const x = v128.load(v);
    v128.store(o, f64x2.mul(x, v128.bitselect(less, one, negative(x))));
  }
  if (n > 0) store<f64>(o, load<f64>(v) * (load<i64>(v) < 0 ? slope : 1.0));
}

/** reluGrad is linalg.AddLeakyReLUGrad or, with g = 0, a product in place: linalg.ReLUGrad. */
export function reluGrad(n: i32, d: usize, g: usize, v: usize, slope: f64): void {
  const one = f64x2.splat(1.0), less = f64x2.splat(slope), unit = i64x2.splat(1);
  for (; n > 0; n -= 2) {
    const last = n == 1, x = last ? v128.load64_zero(v) : v128.load(v), y = last ? v128.load64_zero(d) : v128.load(d);
    const f = v128.bitselect(less, one, negative(v128.or(x, i64x2.sub(x, unit))));
    let sum: v128;
    if (g == 0) sum = f64x2.mul(y, f);
    else {
      sum = f64x2.add(y, f64x2.mul(f, last ? v128.load64_zero(g) : v128.load(g)));
      g += 16;
    }
    if (last) v128.store64_lane(d, sum, 0); else v128.store(d, sum);
    d += 16; v += 16;
  }
}

/** keep is linalg.Keep; mask has a byte an element. */
export function keep(n: i32, o: usize, v: usize, mask: usize, factor: f64): void {
  const f = f64x2.splat(factor), one = i64x2.splat(1);
  for (; n >= 4; n -= 4) {
    const m = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(mask)));
    const m0 = i64x2.neg(v128.and(i64x2.extend_low_i32x4_u(m), one)), m1 = i64x2.neg(v128.and(i64x2.extend_high_i32x4_u(m), one));
    v128.store(o, f64x2.mul(v128.and(f, m0), v128.load(v)));
    v128.store(o, f64x2.mul(v128.and(f, m1), v128.load(v, 16)), 16);
    o += 32; v += 32; mask += 4;
  }
  for (; n > 0; n--) {
    store<f64>(o, (load<u8>(mask) & 1 ? factor : 0.0) * load<f64>(v));
    o += 8; v += 8; mask++;
  }
}

/** drawMask is linalg.DrawMask: rand.PCG of Go, whose state are the high and the low half at `state`. */
export function drawMask(n: i32, state: usize, mask: usize, limit: u32): void {
  const mulHi: u64 = 2549297995355413924, mulLo: u64 = 4865540595714422341, incHi: u64 = 6364136223846793005, incLo: u64 = 1442695040888963407;
  const low: u64 = 0xffffffff, b0 = mulLo & low, b1 = mulLo >> 32;
  let hi = load<u64>(state), lo = load<u64>(state, 8);
  for (; n > 0; n -= 2) {
    const a0 = lo & low, a1 = lo >> 32; // the upper half of lo·mulLo, by halves
    const t = a1 * b0 + ((a0 * b0) >> 32), w = (t & low) + a0 * b1;
    hi = a1 * b1 + (t >> 32) + (w >> 32) + hi * mulLo + lo * mulHi + incHi;
    lo = lo * mulLo + incLo;
    if (lo < incLo) hi++; // the sum of the lower halves carries
    let u = (hi ^ (hi >> 32)) * 0xda942042e4dd58b5;
    u = (u ^ (u >> 48)) * (lo | 1);
    store<u8>(mask, <u32>u >= limit ? 1 : 0);
    if (n > 1) store<u8>(mask, <u32>(u >> 32) >= limit ? 1 : 0, 1);
    mask += 2;
  }
  store<u64>(state, hi);
  store<u64>(state, lo, 8);
}

/** layerNorm is linalg.LayerNorm; sums go on number by number. */
export function layerNorm(rows: i32, c: i32, y: usize, xhat: usize, rho: usize, x: usize, gamma: usize, beta: usize, eps: f64): void {
  const ld = <usize>c << 3, inv = 1.0 / <f64>c;
  for (; rows > 0; rows--, x += ld, xhat += ld, y += ld, rho += 8) {
    let sum: f64 = 0, square: f64 = 0;
    for (let j: usize = 0; j < ld; j += 8) sum += load<f64>(x + j);
    sum *= inv;
    for (let j: usize = 0; j < ld; j += 8) {
      const d = load<f64>(x + j) - sum;
      store<f64>(xhat + j, d);
      square += d * d;
    }
    const r = 1.0 / Math.sqrt(square * inv + eps);
    store<f64>(rho, r);
    for (let j: usize = 0; j < ld; j += 8) {
      const h = load<f64>(xhat + j) * r;
      store<f64>(xhat + j, h);
      store<f64>(y + j, load<f64>(gamma + j) * h + load<f64>(beta + j));
    }
  }
}

/** layerNormGrad adds dx of linalg.LayerNormGrad. */
export function layerNormGrad(rows: i32, c: i32, dx: usize, g: usize, xhat: usize, rho: usize, gamma: usize): void {
  const ld = <usize>c << 3, inv = 1.0 / <f64>c;
  for (; rows > 0; rows--, dx += ld, g += ld, xhat += ld, rho += 8) {
    let m: f64 = 0, mh: f64 = 0;
    for (let j: usize = 0; j < ld; j += 8) {
      const q = load<f64>(g + j) * load<f64>(gamma + j);
      m += q;
      mh += q * load<f64>(xhat + j);
    }
    m *= inv; mh *= inv;
    const r = load<f64>(rho);
    for (let j: usize = 0; j < ld; j += 8) {
      const q = load<f64>(g + j) * load<f64>(gamma + j) - m - load<f64>(xhat + j) * mh;
      store<f64>(dx + j, load<f64>(dx + j) + r * q);
    }
  }
}
