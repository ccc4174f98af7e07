/**
 * Gamma functions of doubles as CPython's math module has them: Lanczos with Boost's coefficients (g = 6.0246800407767296, n = 13).
 */
import { cos, exp, log, pow, sin } from '../elementary/index.ts';

const G = 6.024680040776729583740234375;
const NUM = [
  23531376880.41075968857200767445163675473484680494, 42919803642.649098768957899047001988850926355848959, 35711959237.355668049440185451547166705960488635843,
  17921034426.03720969991975575445893111267140326539, 6039542586.3520280050642916443072979210699388420708, 1439720407.3117216736632230727949123939715485786372,
  248874557.86205415651146038641322942321632125127801, 31426415.58540019438061423162831820536287468498764, 2876370.6289353724412254090516208496135991145378768,
  186056.26539522349504029498971604569928220784236328, 8071.6720023658162106380029022722506138218516325024, 210.82427775157934587250973392071336271166969580291,
  2.5066282746310002701649081771338373386264310793408,
];
const DEN = [0, 39916800, 120543840, 150917976, 105258076, 45995730, 13339535, 2637558, 357423, 32670, 1925, 66, 1];

function lanczos(x: number): number {
  let num = 0;
  let den = 0;
  if (x < 5) {
    for (let i = 12; i >= 0; i--) {
      num = num * x + NUM[i];
      den = den * x + DEN[i];
    }
  } else {
    for (let i = 0; i < 13; i++) {
      num = num / x + NUM[i];
      den = den / x + DEN[i];
    }
  }
  return num / den;
}

function sinpi(x: number): number {
  const y = Math.abs(x) % 2;
  const n = Math.round(2 * y);
  const r = [sin(Math.PI * y), cos(Math.PI * (y - 0.5)), sin(Math.PI * (1 - y)), -cos(Math.PI * (y - 1.5)), sin(Math.PI * (y - 2))][n];
  return x < 0 ? -r : r;
}

export function gamma(x: number): number {
  if (Number.isNaN(x) || x === Infinity) return x;
  if (x === -Infinity || x === 0) return x === 0 ? Infinity : Number.NaN;
  if (Number.isInteger(x)) {
    if (x < 0) return Number.NaN;
    if (x <= 23) {
      let r = 1;
      for (let i = 2; i < x; i++) r *= i;
      return r;
    }
  }
  const a = Math.abs(x);
  if (a < 1e-20) return 1 / x;
  if (a > 200) return x < 0 ? 0 / sinpi(x) : Infinity;
  const y = a + (G - 0.5);
  const z = a > G - 0.5 ? y - a - (G - 0.5) : y - (G - 0.5) - a;
  const zz = (z * G) / y;
  let r: number;
  if (x < 0) {
    r = (-Math.PI / sinpi(a) / a) * (exp(y) / lanczos(a));
    r -= zz * r;
    if (a < 140) r /= pow(y, a - 0.5);
    else {
      const s = pow(y, a / 2 - 0.25);
      r = r / s / s;
    }
  } else {
    r = lanczos(a) / exp(y);
    r += zz * r;
    if (a < 140) r *= pow(y, a - 0.5);
    else {
      const s = pow(y, a / 2 - 0.25);
      r = r * s * s;
    }
  }
  return r;
}

export function lgamma(x: number): number {
  if (Number.isNaN(x)) return x;
  if (!Number.isFinite(x)) return Infinity;
  if (Number.isInteger(x) && x <= 2) return x <= 0 ? Infinity : 0;
  const a = Math.abs(x);
  if (a < 1e-20) return -log(a);
  let r = log(lanczos(a)) - G;
  r += (a - 0.5) * (log(a + G - 0.5) - 1);
  if (x < 0) r = log(Math.PI) - log(Math.abs(sinpi(a))) - log(a) - r;
  return r;
}
