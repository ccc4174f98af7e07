/**
 * Logarithms in double, error below 1 ulp.
 *
 * Method and coefficients of fdlibm: x = 2^k (1 + f) with √2/2 < 1 + f < √2, s = f / (2 + f), then a polynomial in s².
 */
import { fromWords, highWord, lowWord } from './bits.ts';

const LN2_HI = 6.9314718036912381649e-1;
const LN2_LO = 1.90821492927058770002e-10;
const G1 = 6.66666666666673513e-1;
const G2 = 3.999999999940941908e-1;
const G3 = 2.857142874366239149e-1;
const G4 = 2.222219843214978396e-1;
const G5 = 1.818357216161805012e-1;
const G6 = 1.531383769920937332e-1;
const G7 = 1.479819860511658591e-1;

const series = (z: number): number => z * (G1 + z * (G2 + z * (G3 + z * (G4 + z * (G5 + z * (G6 + z * G7))))));

export function log(x: number): number {
  if (!(x > 0)) return x === 0 ? -Infinity : NaN;
  if (x === Infinity) return x;
  let k = 0;
  if (x < 2.2250738585072014e-308) {
    k = -54;
    x *= 18014398509481984;
  }
  const high = highWord(x);
  const low = lowWord(x);
  k += (high >> 20) - 1023;
  const fraction = high & 0xfffff;
  const i = (fraction + 0x95f64) & 0x100000;
  const f = fromWords(fraction | (i ^ 0x3ff00000), low) - 1;
  k += i >> 20;
  if (f === 0) return k === 0 ? 0 : k * LN2_HI + k * LN2_LO;
  const s = f / (2 + f);
  const r = series(s * s);
  const half = 0.5 * f * f;
  return k * LN2_HI - (half - (s * (half + r) + k * LN2_LO) - f);
}

export function log1p(x: number): number {
  if (!(x > -1)) return x === -1 ? -Infinity : NaN;
  if (x === Infinity) return x;
  const abs = Math.abs(x);
  if (abs < 2 ** -54) return x;
  let f = x;
  let k = 0;
  let c = 0;
  if (x > 0.41421356237309503 || x < -0.2928932188134525) {
    const u = 1 + x;
    let high = highWord(u);
    k = (high >> 20) - 1023;
    // What 1 + x lost, relative to u.
    if (x < 9007199254740992) c = (k > 0 ? 1 - (u - x) : x - (u - 1)) / u;
    high &= 0xfffff;
    if (high < 0x6a09e) {
      f = fromWords(high | 0x3ff00000, lowWord(u)) - 1;
    } else {
      k++;
      f = fromWords(high | 0x3fe00000, lowWord(u)) - 1;
    }
  }
  const half = 0.5 * f * f;
  const s = f / (2 + f);
  const r = series(s * s);
  if (k === 0) return f - (half - s * (half + r));
  return k * LN2_HI - (half - (s * (half + r) + (k * LN2_LO + c)) - f);
}

/** x as 2^k · m with m in [1, 2). */
function split(x: number): [number, number] {
  let k = 0;
  if (x < 2.2250738585072014e-308) {
    k = -54;
    x *= 18014398509481984;
  }
  const high = highWord(x);
  k += (high >> 20) - 1023;
  return [k, fromWords((high & 0xfffff) | 0x3ff00000, lowWord(x))];
}

export function log2(x: number): number {
  if (!(x > 0) || x === Infinity) return log(x);
  let [k, m] = split(x);
  if (m === 1) return k;
  if (m > 1.4142135623730951) {
    m /= 2;
    k++;
  }
  return k + log(m) * 1.4426950408889634;
}

const LOG10_2_HI = 3.01029995663611771306e-1;
const LOG10_2_LO = 3.69423907715893078616e-13;

export function log10(x: number): number {
  if (!(x > 0) || x === Infinity) return log(x);
  let [k, m] = split(x);
  if (k < 0) {
    m /= 2;
    k++;
  }
  return k * LOG10_2_HI + (k * LOG10_2_LO + 4.34294481903251816668e-1 * log(m));
}

export function asinh(x: number): number {
  const a = Math.abs(x);
  if (a < 2 ** -28 || !Number.isFinite(x)) return x;
  const t = a * a;
  const w = a > 2 ** 28 ? log(a) + 0.6931471805599453 : a > 2 ? log(2 * a + 1 / (Math.sqrt(t + 1) + a)) : log1p(a + t / (1 + Math.sqrt(1 + t)));
  return x < 0 ? -w : w;
}

export function acosh(x: number): number {
  if (!(x >= 1)) return NaN;
  if (x > 2 ** 28) return log(x) + 0.6931471805599453;
  if (x > 2) return log(2 * x - 1 / (x + Math.sqrt(x * x - 1)));
  const t = x - 1;
  return log1p(t + Math.sqrt(2 * t + t * t));
}

export function atanh(x: number): number {
  const a = Math.abs(x);
  if (a < 2 ** -28) return x;
  if (!(a < 1)) return a === 1 ? x * Infinity : NaN;
  const t = a + a;
  const w = 0.5 * log1p(a < 0.5 ? t + (t * a) / (1 - a) : t / (1 - a));
  return x < 0 ? -w : w;
}
