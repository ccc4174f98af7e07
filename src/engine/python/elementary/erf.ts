/**
 * The error function, its complement and its inverse, in double.
 *
 * erf and erfc: method and coefficients of fdlibm, below 1 ulp. erfinv: a starting value from the logarithm, then
 * Halley steps on erf or erfc, whichever is the smaller (own work).
 */
import { trimLow } from './bits.ts';
import { exp } from './exp.ts';
import { log } from './log.ts';

const ERX = 8.45062911510467529297e-1;
const EFX = 1.28379167095512586316e-1;

/** c[0] + z·(c[1] + z·(…)) */
function horner(z: number, c: readonly number[]): number {
  let sum = c[c.length - 1];
  for (let i = c.length - 2; i >= 0; i--) sum = c[i] + z * sum;
  return sum;
}

const PP = [1.28379167095512558561e-1, -3.2504210724700149937e-1, -2.84817495755985104766e-2, -5.77027029648944159157e-3, -2.37630166566501626084e-5];
const QQ = [1, 3.97917223959155352819e-1, 6.50222499887672944485e-2, 5.08130628187576562776e-3, 1.32494738004321644526e-4, -3.9602282787753681232e-6];
const PA = [
  -2.36211856075265944077e-3, 4.14856118683748331666e-1, -3.72207876035701323847e-1, 3.18346619901161753674e-1, -1.10894694282396677476e-1,
  3.54783043256182359371e-2, -2.166375594868790843e-3,
];
const QA = [
  1, 1.06420880400844228286e-1, 5.40397917702171048937e-1, 7.18286544141962662868e-2, 1.26171219808761642112e-1, 1.36370839120290507362e-2,
  1.1984499846799107417e-2,
];
const RA = [
  -9.86494403484714822705e-3, -6.93858572707181764372e-1, -1.05586262253232909814e1, -6.23753324503260060396e1, -1.62396669462573470355e2,
  -1.84605092906711035994e2, -8.12874355063065934246e1, -9.81432934416914548592,
];
const SA = [
  1, 1.96512716674392571292e1, 1.376577541435190426e2, 4.34565877475229228821e2, 6.45387271733267880336e2, 4.29008140027567833386e2, 1.08635005541779435134e2,
  6.57024977031928170135, -6.04244152148580987438e-2,
];
const RB = [
  -9.86494292470009928597e-3, -7.99283237680523006574e-1, -1.77579549177547519889e1, -1.60636384855821916062e2, -6.37566443368389627722e2,
  -1.02509513161107724954e3, -4.83519191608651397019e2,
];
const SB = [
  1, 3.03380607434824582924e1, 3.25792512996573918826e2, 1.53672958608443695994e3, 3.19985821950859553908e3, 2.55305040643316442583e3, 4.74528541206955367215e2,
  -2.24409524465858183362e1,
];

/** erfc(a) · a on the outer ranges, a ≥ 1.25. */
function tail(a: number): number {
  const s = 1 / (a * a);
  const ratio = a < 1 / 0.35 ? horner(s, RA) / horner(s, SA) : horner(s, RB) / horner(s, SB);
  const z = trimLow(a);
  return exp(-z * z - 0.5625) * exp((z - a) * (z + a) + ratio);
}

export function erf(x: number): number {
  if (x !== x) return x;
  const a = Math.abs(x);
  if (a < 0.84375) {
    if (a < 2 ** -28) return a < 2.848094538889218e-306 ? 0.125 * (8 * x + 1.02703333676410069053 * x) : x + EFX * x;
    const z = x * x;
    return x + x * (horner(z, PP) / horner(z, QQ));
  }
  if (a < 1.25) {
    const s = a - 1;
    const r = ERX + horner(s, PA) / horner(s, QA);
    return x < 0 ? -r : r;
  }
  if (a >= 6) return x < 0 ? -1 : 1;
  const r = 1 - tail(a) / a;
  return x < 0 ? -r : r;
}

export function erfc(x: number): number {
  if (x !== x) return x;
  const a = Math.abs(x);
  if (a < 0.84375) {
    if (a < 2 ** -56) return 1 - x;
    const z = x * x;
    const y = horner(z, PP) / horner(z, QQ);
    if (x < 0.25) return 1 - (x + x * y);
    return 0.5 - (x - 0.5 + x * y);
  }
  if (a < 1.25) {
    const s = a - 1;
    const r = horner(s, PA) / horner(s, QA);
    return x >= 0 ? 1 - ERX - r : 1 + (ERX + r);
  }
  if (a >= 28 || x < -6) return x > 0 ? 0 : 2;
  const r = tail(a) / a;
  return x > 0 ? r : 2 - r;
}

const TWO_OVER_SQRT_PI = 1.1283791670955126;

export function erfinv(x: number): number {
  const a = Math.abs(x);
  if (!(a < 1)) return a === 1 ? x * Infinity : NaN;
  if (a < 1e-9) return x / TWO_OVER_SQRT_PI;
  // Winitzki's approximation, good to 2e-3.
  const l = log((1 - a) * (1 + a));
  const b = 2 / (Math.PI * 0.147) + l / 2;
  let y = Math.sqrt(Math.sqrt(b * b - l / 0.147) - b);
  for (let i = 0; i < 3; i++) {
    const error = a < 0.5 ? erf(y) - a : 1 - a - erfc(y);
    const step = error / (TWO_OVER_SQRT_PI * exp(-y * y));
    y -= step / (1 + y * step);
  }
  return x < 0 ? -y : y;
}
