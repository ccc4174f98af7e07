/**
 * pow and cbrt in double, error below 1 ulp.
 *
 * Method and coefficients of fdlibm: log2(x) to about 70 bits as head and tail, multiplied by y, then 2^(n + z).
 * Special values are C's, which differ from `**`: 1^anything = 1 (NaN included), and (-1)^±inf = 1.
 */
import { fromWords, highWord, lowWord, scale, trimLow } from './bits.ts';

const L1 = 5.99999999999994648725e-1;
const L2 = 4.28571428578550184252e-1;
const L3 = 3.33333329818377432918e-1;
const L4 = 2.72728123808534006489e-1;
const L5 = 2.30660745775561754067e-1;
const L6 = 2.06975017800338417784e-1;
const P1 = 1.66666666666666019037e-1;
const P2 = -2.77777777770155933842e-3;
const P3 = 6.61375632143793436117e-5;
const P4 = -1.6533902205465251539e-6;
const P5 = 4.13813679705723846039e-8;
const CP = 9.61796693925975554329e-1;
const CP_H = 9.61796700954437255859e-1;
const CP_L = -7.02846165095275826516e-9;
const LN2 = 6.93147180559945286227e-1;
const LN2_H = 6.93147182464599609375e-1;
const LN2_L = -1.90465429995776804525e-9;
const INV_LN2 = 1.442695040888963387;
const INV_LN2_H = 1.44269502162933349609;
const INV_LN2_L = 1.92596299112661746887e-8;

export function pow(x: number, y: number): number {
  if (y === 0 || x === 1) return 1;
  if (x !== x || y !== y) return NaN;
  const whole = Number.isInteger(y);
  const odd = whole && Math.abs(y) < 9007199254740992 && y % 2 !== 0;
  const ax = Math.abs(x);
  const negative = x < 0 || Object.is(x, -0);
  if (Math.abs(y) === Infinity) return ax === 1 ? 1 : ax > 1 === y > 0 ? Infinity : 0;
  if (ax === 0 || ax === Infinity) {
    const big = (ax === Infinity) === y > 0;
    const v = big ? Infinity : 0;
    return negative && odd ? -v : v;
  }
  if (x < 0 && !whole) return NaN;
  if (y === 1) return x;
  if (y === -1) return 1 / x;
  if (y === 2) return x * x;
  if (y === 0.5 && x >= 0) return Math.sqrt(x);
  const sign = x < 0 && odd ? -1 : 1;
  if (ax === 1) return sign;
  return sign * powPositive(ax, y);
}

function powPositive(ax: number, y: number): number {
  let t1: number;
  let t2: number;
  if (Math.abs(y) > 2147483648) {
    if (ax < 0.9999995231628418) return y < 0 ? Infinity : 0;
    if (ax > 1.0000009536743164) return y > 0 ? Infinity : 0;
    const t = ax - 1;
    const w = t * t * (0.5 - t * (0.3333333333333333333333 - t * 0.25));
    const u = INV_LN2_H * t;
    const v = t * INV_LN2_L - w * INV_LN2;
    t1 = trimLow(u + v);
    t2 = v - (t1 - u);
  } else {
    let n = 0;
    if (ax < 2.2250738585072014e-308) {
      ax *= 9007199254740992;
      n = -53;
    }
    let high = highWord(ax);
    n += (high >> 20) - 1023;
    const j = high & 0xfffff;
    high = j | 0x3ff00000;
    let k = 0;
    if (j > 0x3988e) {
      if (j < 0xbb67a) {
        k = 1;
      } else {
        n++;
        high -= 0x100000;
      }
    }
    ax = fromWords(high, lowWord(ax));
    const bp = k === 0 ? 1 : 1.5;
    const u = ax - bp;
    const v = 1 / (ax + bp);
    const ss = u * v;
    const sh = trimLow(ss);
    const th = fromWords(((high >> 1) | 0x20000000) + 0x80000 + (k << 18), 0);
    const tl = ax - (th - bp);
    const sl = v * (u - sh * th - sh * tl);
    const s2 = ss * ss;
    const r = s2 * s2 * (L1 + s2 * (L2 + s2 * (L3 + s2 * (L4 + s2 * (L5 + s2 * L6))))) + sl * (sh + ss);
    const sq = sh * sh;
    const t3 = trimLow(3 + sq + r);
    const t4 = r - (t3 - 3 - sq);
    const p = sh * t3;
    const q = sl * t3 + t4 * ss;
    const ph = trimLow(p + q);
    const pl = q - (ph - p);
    const zh = CP_H * ph;
    const zl = CP_L * ph + pl * CP + (k === 0 ? 0 : 1.35003920212974897128e-8);
    const dh = k === 0 ? 0 : 5.84962487220764160156e-1;
    t1 = trimLow(zh + zl + dh + n);
    t2 = zl - (t1 - n - dh - zh);
  }
  const y1 = trimLow(y);
  const pl = (y - y1) * t1 + y * t2;
  const ph = y1 * t1;
  const z = pl + ph;
  if (z >= 1024) {
    if (z > 1024 || pl + 8.0085662595372944372e-17 > z - ph) return Infinity;
  } else if (z <= -1075) {
    if (z < -1075 || pl <= z - ph) return 0;
  }
  const n = Math.abs(z) > 0.5 ? Math.floor(z + 0.5) : 0;
  const head = ph - n;
  const t = trimLow(pl + head);
  const u = t * LN2_H;
  const v = (pl - (t - head)) * LN2 + t * LN2_L;
  const w0 = u + v;
  const w = v - (w0 - u);
  const s = w0 * w0;
  const c = w0 - s * (P1 + s * (P2 + s * (P3 + s * (P4 + s * P5))));
  const r = (w0 * c) / (c - 2) - (w + w0 * w);
  return scale(1 - (r - w0), n);
}

/** Cube root: a guess from the bits, then Newton steps. */
export function cbrt(x: number): number {
  if (x === 0 || !Number.isFinite(x)) return x;
  const a = Math.abs(x);
  const r0 = pow(a, 1 / 3);
  const r = r0 - (r0 * r0 * r0 - a) / (3 * r0 * r0);
  return x < 0 ? -r : r;
}
