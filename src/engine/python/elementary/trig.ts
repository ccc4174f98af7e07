/**
 * sin, cos, tan and their inverses in double, error below 1 ulp.
 *
 * Kernels and coefficients of fdlibm on |x| ≤ π/4. The reduction takes π/2 in three parts for moderate arguments and
 * exact integers (1,200 bits of 2/π) for huge ones, a plainer way to what fdlibm does with tables.
 */
import { highWord, trimLow } from './bits.ts';

const S1 = -1.66666666666666324348e-1;
const S2 = 8.33333333332248946124e-3;
const S3 = -1.98412698298579493134e-4;
const S4 = 2.75573137070700676789e-6;
const S5 = -2.50507602534068634195e-8;
const S6 = 1.58969099521155010221e-10;

/** sin(x + y) for |x| ≤ π/4; y is the tail of x. */
function sinKernel(x: number, y: number): number {
  const z = x * x;
  const v = z * x;
  const r = S2 + z * (S3 + z * (S4 + z * (S5 + z * S6)));
  return y === 0 ? x + v * (S1 + z * r) : x - (z * (0.5 * y - v * r) - y - v * S1);
}

const C1 = 4.16666666666666019037e-2;
const C2 = -1.38888888888741095749e-3;
const C3 = 2.48015872894767294178e-5;
const C4 = -2.75573143513906633035e-7;
const C5 = 2.0875723212981748279e-9;
const C6 = -1.13596475577881948265e-11;

function cosKernel(x: number, y: number): number {
  const z = x * x;
  const r = z * (C1 + z * (C2 + z * (C3 + z * (C4 + z * (C5 + z * C6)))));
  const half = 0.5 * z;
  const w = 1 - half;
  return w + (1 - w - half + (z * r - x * y));
}

const T = [
  3.33333333333334091986e-1, 1.33333333333201242699e-1, 5.39682539762260521377e-2, 2.18694882948595424599e-2, 8.86323982359930005737e-3,
  3.59207910759131235356e-3, 1.45620945432529025516e-3, 5.88041240820264096874e-4, 2.46463134818469906812e-4, 7.817944429395570923e-5,
  7.14072491382608190305e-5, -1.85586374855275456654e-5, 2.59073051863633712884e-5,
];

/** tan(x + y), or -1 / tan(x + y) when `odd`. */
function tanKernel(x: number, y: number, odd: boolean): number {
  const big = Math.abs(x) >= 0.6744;
  const negative = x < 0;
  if (big) {
    if (negative) {
      x = -x;
      y = -y;
    }
    x = 7.85398163397448278999e-1 - x + (3.06161699786838301793e-17 - y);
    y = 0;
  }
  const z = x * x;
  const w = z * z;
  const r = T[1] + w * (T[3] + w * (T[5] + w * (T[7] + w * (T[9] + w * T[11]))));
  const v = z * (T[2] + w * (T[4] + w * (T[6] + w * (T[8] + w * (T[10] + w * T[12])))));
  const s = z * x;
  const t = y + z * (s * (r + v) + y) + T[0] * s;
  const sum = x + t;
  if (big) {
    const one = odd ? -1 : 1;
    const result = one - 2 * (x - ((sum * sum) / (sum + one) - t));
    return negative ? -result : result;
  }
  if (!odd) return sum;
  const head = trimLow(sum);
  const tail = t - (head - x);
  const a = -1 / sum;
  const b = trimLow(a);
  return b + a * (1 + b * head + b * tail);
}

const PIO2 = [1.57079632673412561417, 6.0771005063039659766e-11, 2.0222662487111664558e-21] as const;
const PIO2_TAIL = [6.07710050650619224932e-11, 2.02226624879595063154e-21, 8.47842766036889956997e-32] as const;

/** Head and tail of the argument less the nearest multiple of π/2, and that multiple mod 4. */
const rest = { n: 0, hi: 0, lo: 0 };

function reduce(x: number): void {
  const abs = Math.abs(x);
  if (abs <= 0.7853981633974483) {
    rest.n = 0;
    rest.hi = x;
    rest.lo = 0;
    return;
  }
  if (abs > 1647099) {
    reduceHuge(x);
    return;
  }
  const n = Math.round(abs * 6.36619772367581382433e-1);
  let r = abs - n * PIO2[0];
  let w = n * PIO2_TAIL[0];
  let hi = r - w;
  const exponent = (highWord(abs) >> 20) & 0x7ff;
  for (let k = 1; k < 3 && exponent - ((highWord(hi) >> 20) & 0x7ff) > (k === 1 ? 16 : 49); k++) {
    const t = r;
    w = n * PIO2[k];
    r = t - w;
    w = n * PIO2_TAIL[k] - (t - r - w);
    hi = r - w;
  }
  const lo = r - hi - w;
  rest.n = (x < 0 ? -n : n) & 3;
  rest.hi = x < 0 ? -hi : hi;
  rest.lo = x < 0 ? -lo : lo;
}

const BITS = 1280n;
let piBits: bigint | null = null;

/** π · 2^BITS by Machin's formula, in integers. */
function piScaled(): bigint {
  if (piBits !== null) return piBits;
  const one = 1n << (BITS + 32n);
  const arctan = (q: bigint): bigint => {
    let sum = 0n;
    let term = one / q;
    for (let k = 1n, sign = 1n; term !== 0n; k += 2n, sign = -sign) {
      sum += (sign * term) / k;
      term /= q * q;
    }
    return sum;
  };
  piBits = (4n * (4n * arctan(5n) - arctan(239n))) >> 32n;
  return piBits;
}

function reduceHuge(x: number): void {
  const abs = Math.abs(x);
  const exponent = ((highWord(abs) >> 20) & 0x7ff) - 1075;
  const mantissa = BigInt(abs / 2 ** exponent);
  const scaled = (exponent >= 0 ? mantissa << BigInt(exponent) : mantissa >> BigInt(-exponent)) << BITS;
  const fractional = exponent >= 0 ? 0n : (mantissa & ((1n << BigInt(-exponent)) - 1n)) << (BITS + BigInt(exponent));
  const quarter = piScaled() / 2n;
  const value = scaled + fractional;
  let n = value / quarter;
  let left = value - n * quarter;
  if (2n * left > quarter) {
    n++;
    left -= quarter;
  }
  const sign = x < 0 ? -1 : 1;
  const shift = BITS - 160n;
  const hi = Number(left >> shift) * 2 ** -160;
  const lo = Number((left - (BigInt(hi * 2 ** 160) << shift)) >> (shift - 60n)) * 2 ** -220;
  rest.n = Number((x < 0 ? -n : n) & 3n);
  rest.hi = sign * hi;
  rest.lo = sign * lo;
}

export function sin(x: number): number {
  if (!Number.isFinite(x)) return NaN;
  if (Math.abs(x) < 2 ** -26) return x;
  reduce(x);
  switch (rest.n) {
    case 0:
      return sinKernel(rest.hi, rest.lo);
    case 1:
      return cosKernel(rest.hi, rest.lo);
    case 2:
      return -sinKernel(rest.hi, rest.lo);
    default:
      return -cosKernel(rest.hi, rest.lo);
  }
}

export function cos(x: number): number {
  if (!Number.isFinite(x)) return NaN;
  reduce(x);
  switch (rest.n) {
    case 0:
      return cosKernel(rest.hi, rest.lo);
    case 1:
      return -sinKernel(rest.hi, rest.lo);
    case 2:
      return -cosKernel(rest.hi, rest.lo);
    default:
      return sinKernel(rest.hi, rest.lo);
  }
}

export function tan(x: number): number {
  if (!Number.isFinite(x)) return NaN;
  if (Math.abs(x) < 2 ** -28) return x;
  reduce(x);
  return tanKernel(rest.hi, rest.lo, (rest.n & 1) === 1);
}

const A = [
  3.33333333333329318027e-1, -1.99999999998764832476e-1, 1.42857142725034663711e-1, -1.1111110405462355788e-1, 9.09088713343650656196e-2,
  -7.69187620504482999495e-2, 6.66107313738753120669e-2, -5.83357013379057348645e-2, 4.97687799461593236017e-2, -3.6531572744216915527e-2,
  1.62858201153657823623e-2,
];
const ATAN_HI = [4.63647609000806093515e-1, 7.85398163397448278999e-1, 9.82793723247329054082e-1, 1.570796326794896558];
const ATAN_LO = [2.26987774529616870924e-17, 3.06161699786838301793e-17, 1.39033110312309984516e-17, 6.12323399573676603587e-17];

export function atan(x: number): number {
  if (x !== x) return x;
  const negative = x < 0;
  const a = Math.abs(x);
  if (a >= 2 ** 66) return negative ? -1.5707963267948966 : 1.5707963267948966;
  if (a < 2 ** -27) return x;
  let id = -1;
  let u = x;
  if (a >= 0.4375) {
    u = a;
    if (a < 0.6875) {
      id = 0;
      u = (2 * u - 1) / (2 + u);
    } else if (a < 1.1875) {
      id = 1;
      u = (u - 1) / (u + 1);
    } else if (a < 2.4375) {
      id = 2;
      u = (u - 1.5) / (1 + 1.5 * u);
    } else {
      id = 3;
      u = -1 / u;
    }
  }
  const z = u * u;
  const w = z * z;
  const s1 = z * (A[0] + w * (A[2] + w * (A[4] + w * (A[6] + w * (A[8] + w * A[10])))));
  const s2 = w * (A[1] + w * (A[3] + w * (A[5] + w * (A[7] + w * A[9]))));
  if (id < 0) return u - u * (s1 + s2);
  const r = ATAN_HI[id] - (u * (s1 + s2) - ATAN_LO[id] - u);
  return negative ? -r : r;
}

const PI = 3.141592653589793;
const PI_LO = 1.2246467991473531772e-16;

export function atan2(y: number, x: number): number {
  if (x !== x || y !== y) return NaN;
  const down = y < 0 || Object.is(y, -0);
  const left = x < 0 || Object.is(x, -0);
  if (y === 0) return left ? (down ? -PI : PI) : y;
  if (x === 0) return down ? -PI / 2 : PI / 2;
  if (Math.abs(x) === Infinity) {
    const angle = Math.abs(y) === Infinity ? (left ? 0.75 * PI : PI / 4) : left ? PI : 0;
    return down ? -angle : angle;
  }
  if (Math.abs(y) === Infinity) return down ? -PI / 2 : PI / 2;
  const k = ((highWord(y) & 0x7fffffff) - (highWord(x) & 0x7fffffff)) >> 20;
  const z = k > 60 ? PI / 2 + 0.5 * PI_LO : left && k < -60 ? 0 : atan(Math.abs(y / x));
  if (!left) return down ? -z : z;
  return down ? z - PI_LO - PI : PI - (z - PI_LO);
}

const PS = [
  1.66666666666666657415e-1, -3.25565818622400915405e-1, 2.01212532134862925881e-1, -4.00555345006794114027e-2, 7.91534994289814532176e-4,
  3.4793310759602116757e-5,
];
const QS = [-2.40339491173441421878, 2.02094576023350569471, -6.8828397160545329303e-1, 7.70381505559019352791e-2];

function arcRatio(t: number): number {
  const p = t * (PS[0] + t * (PS[1] + t * (PS[2] + t * (PS[3] + t * (PS[4] + t * PS[5])))));
  return p / (1 + t * (QS[0] + t * (QS[1] + t * (QS[2] + t * QS[3]))));
}

export function asin(x: number): number {
  const a = Math.abs(x);
  if (!(a <= 1)) return NaN;
  if (a === 1) return x * 1.5707963267948966 + x * 6.12323399573676603587e-17;
  if (a < 0.5) return a < 2 ** -27 ? x : x + x * arcRatio(x * x);
  const t = (1 - a) * 0.5;
  const s = Math.sqrt(t);
  const ratio = arcRatio(t);
  let r: number;
  if (a > 0.975) {
    r = 1.5707963267948966 - (2 * (s + s * ratio) - 6.12323399573676603587e-17);
  } else {
    const w = trimLow(s);
    const c = (t - w * w) / (s + w);
    const p = 2 * s * ratio - (6.12323399573676603587e-17 - 2 * c);
    const q = 7.85398163397448278999e-1 - 2 * w;
    r = 7.85398163397448278999e-1 - (p - q);
  }
  return x < 0 ? -r : r;
}

export function acos(x: number): number {
  const a = Math.abs(x);
  if (!(a <= 1)) return NaN;
  if (a === 1) return x > 0 ? 0 : PI;
  if (a < 0.5) {
    if (a < 2 ** -57) return 1.5707963267948966;
    return 1.5707963267948966 - (x - (6.12323399573676603587e-17 - x * arcRatio(x * x)));
  }
  if (x < 0) {
    const z = (1 + x) * 0.5;
    const s = Math.sqrt(z);
    const w = arcRatio(z) * s - 6.12323399573676603587e-17;
    return PI - 2 * (s + w);
  }
  const z = (1 - x) * 0.5;
  const s = Math.sqrt(z);
  const head = trimLow(s);
  const c = (z - head * head) / (s + head);
  return 2 * (head + (arcRatio(z) * s + c));
}
