/**
 * Float32 functions as the reference numerics compute them one at a time: exp, log, sin and cos of the C library, and
 * forms that round between their steps.
 *
 * glibc (since 2.28) took these from Arm's Optimized Routines: a short table and a double polynomial, rounded to float32
 * at the end, wrong by one unit in about one result of a hundred. PyTorch's softmax and its normal sampler go through
 * them. Method and constants are theirs; own code. Other kernels of PyTorch use MKL's vector library, which this does not
 * follow: there, round a double result.
 */
import { exp as exp64, exp2 } from '../../python/elementary/exp.ts';
import { log as log64 } from '../../python/elementary/log.ts';
import { cos as cos64, sin as sin64 } from '../../python/elementary/trig.ts';

const fround = Math.fround;
const F32 = new Float32Array(1);
const I32 = new Int32Array(F32.buffer);

/** 2^(i/32) */
const POWERS = Float64Array.from({ length: 32 }, (_, i) => exp2(i / 32));
const E0 = 0.05550361559341535 / 32768;
const E1 = 0.2402284522445722 / 1024;
const E2 = 0.6931471806916203 / 32;
/** Adding and taking it away rounds to an integer, ties to even. */
const SHIFT = 6755399441055744;

export function expF32(x: number): number {
  if (!(x < 88 && x > -87)) return fround(exp64(x));
  const z = 46.16624130844683 * x;
  const k = z + SHIFT - SHIFT;
  const r = z - k;
  const i = k & 31;
  const y = (E0 * r + E1) * (r * r) + (E2 * r + 1);
  return fround(y * (POWERS[i] * 2 ** ((k - i) / 32)));
}

/** 1/c for sixteen c from 0.7 to 1.4, and ln c. */
const INVERSE = [
  1.398907162146528, 1.3403141896637998, 1.286432210124115, 1.2367150214269895, 1.1906977166711752, 1.1479821020556429, 1.1082251448272158, 1.0711297413057381,
  1.036437278977283, 1.0, 0.9492859795739057, 0.8951049428609004, 0.8476821620351103, 0.8050314851692001, 0.7664671008843108, 0.731428603316328,
];
const LOG = [
  -0.33569133332882284, -0.2929040563774074, -0.2518726580937369, -0.21245868807117255, -0.17453945183745634, -0.1380057072319758, -0.10275976698545139,
  -0.06871392447020525, -0.0357891387398228, 0.0, 0.05204517742929496, 0.11081431298787942, 0.1652495223695143, 0.21687389031699977, 0.2659635028121397,
  0.3127556664073557,
];
const A0 = -0.25089342214237154;
const A1 = 0.333456765744066;
const A2 = -0.4999997485802103;

export function logF32(x: number): number {
  F32[0] = x;
  const bits = I32[0];
  if (bits < 0x00800000 || bits >= 0x7f800000) return fround(log64(x));
  if (bits === 0x3f800000) return 0;
  const t = bits - 0x3f330000;
  const i = (t >> 19) & 15;
  I32[0] = bits - (t & 0xff800000);
  const r = F32[0] * INVERSE[i] - 1;
  const r2 = r * r;
  const y = A0 * r2 + (A1 * r + A2);
  return fround(y * r2 + (LOG[i] + (t >> 23) * 0.6931471805599453 + r));
}

const C1 = -0.49999999725108224;
const C2 = 0.041666623324344516;
const C3 = -0.001388676379437604;
const C4 = 2.4390450703564542e-5;
const S1 = -0.16666654943701084;
const S2 = 0.008332178146138854;
const S3 = -0.00019517298981385725;

function sinPolynomial(x: number, x2: number): number {
  const x3 = x * x2;
  return fround(x + x3 * S1 + x3 * x2 * (S2 + x2 * S3));
}

function cosPolynomial(x2: number): number {
  const x4 = x2 * x2;
  return fround(1 + x2 * C1 + x4 * C2 + x4 * x2 * (C3 + x2 * C4));
}

/** sin (quarter 0) or cos (quarter 1) of |x| < 120. */
function circle(x: number, quarter: 0 | 1): number {
  let n: number = quarter;
  let r = x;
  if (Math.abs(x) >= 0.7853981852531433) {
    const turns = (Math.trunc(x * 10680707.430881744) + 0x800000) >> 24;
    r = x - turns * 1.5707963267948966;
    n += turns;
  }
  const v = n & 1 ? cosPolynomial(r * r) : sinPolynomial(r, r * r);
  return n & 2 ? -v : v;
}

export const sinF32 = (x: number): number => (Math.abs(x) < 120 ? circle(x, 0) : fround(sin64(x)));
export const cosF32 = (x: number): number => (Math.abs(x) < 120 ? circle(x, 1) : fround(cos64(x)));

/** `sigmoid` on float32: negate, exp, add one, reciprocal, each rounded. */
export const sigmoidF32 = (x: number): number => fround(1 / fround(1 + expF32(-x)));
