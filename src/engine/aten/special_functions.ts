/**
 * Numbers behind special.ts, in double precision: series near zero, asymptotic forms or quadrature elsewhere.
 *
 * Written from the textbook definitions (Abramowitz and Stegun; DLMF): power series, continued fractions, Euler–Maclaurin
 * sums, and trapezoidal quadrature of integral representations, which converges fast for smooth integrands.
 */
import { lgamma, digamma } from '../tensor/math/gamma.ts';
import { acosh, erfc, exp, log, log1p, cos, sin, pow } from '../tensor/math/index.ts';

const { abs, sqrt, PI } = Math;

/** Trapezoidal rule for a periodic or rapidly falling integrand. */
function trapezoid(f: (t: number) => number, a: number, b: number, n: number): number {
  const h = (b - a) / n;
  let s = (f(a) + f(b)) / 2;
  for (let i = 1; i < n; i++) s += f(a + i * h);
  return s * h;
}

/** Σ (x²/4)^k / (k! (k+ν)!) × sign^k, times (x/2)^ν. */
function series(x: number, nu: 0 | 1, sign: 1 | -1): number {
  const q = (sign * x * x) / 4;
  let term = nu === 0 ? 1 : x / 2;
  let sum = term;
  for (let k = 1; k < 500; k++) {
    term *= q / (k * (k + nu));
    sum += term;
    if (abs(term) < 1e-18 * abs(sum)) break;
  }
  return sum;
}

/** Terms of Hankel's asymptotic expansion for order ν. */
function hankel(x: number, nu: 0 | 1): { p: number; q: number } {
  const mu = 4 * nu * nu;
  let [p, q, t] = [1, 0, 1];
  for (let k = 1; k < 60; k++) {
    const next = (t * (mu - (2 * k - 1) ** 2)) / (k * 8 * x);
    if (abs(next) > abs(t)) break;
    t = next;
    const odd = k % 2 === 1;
    const sign = Math.floor(k / 2) % 2 === 0 ? 1 : -1;
    if (odd) q += sign * t;
    else p += sign * t;
    if (abs(t) < 1e-17) break;
  }
  return { p, q };
}

function besselJ(x: number, nu: 0 | 1): number {
  const a = abs(x);
  let v: number;
  if (a === Infinity) v = 0;
  else if (a < 12) v = series(a, nu, -1);
  else if (a < 25) v = trapezoid((t) => cos(nu * t - a * sin(t)), 0, PI, 200) / PI;
  else {
    const { p, q } = hankel(a, nu);
    const w = a - (nu * PI) / 2 - PI / 4;
    v = sqrt(2 / (PI * a)) * (p * cos(w) - q * sin(w));
  }
  return nu === 1 && x < 0 ? -v : v;
}

export const besselJ0 = (x: number): number => (x !== x ? NaN : besselJ(x, 0));
export const besselJ1 = (x: number): number => (x !== x ? NaN : besselJ(x, 1));

const EULER = 0.5772156649015329;

function besselY(x: number, nu: 0 | 1): number {
  if (x !== x || x < 0) return NaN;
  if (x === 0) return -Infinity;
  if (x === Infinity) return 0;
  if (x >= 25) {
    const { p, q } = hankel(x, nu);
    const w = x - (nu * PI) / 2 - PI / 4;
    return sqrt(2 / (PI * x)) * (p * sin(w) + q * cos(w));
  }
  const z = (x * x) / 4;
  if (nu === 0) {
    let [term, h, s] = [1, 0, 0];
    for (let k = 1; k < 200; k++) {
      term *= -z / (k * k);
      h += 1 / k;
      s -= term * h;
      if (abs(term * h) < 1e-18 * abs(s)) break;
    }
    return (2 / PI) * ((log(x / 2) + EULER) * besselJ(x, 0) + s);
  }
  let [term, s, h] = [x / 2, 0, 0];
  for (let k = 0; k < 200; k++) {
    const psi = -2 * EULER + h + (h + 1 / (k + 1));
    s += term * psi;
    h += 1 / (k + 1);
    term *= -z / ((k + 1) * (k + 2));
    if (abs(term) < 1e-19 * abs(s)) break;
  }
  return -2 / (PI * x) + (2 / PI) * log(x / 2) * besselJ(x, 1) - s / PI;
}

export const besselY0 = (x: number): number => besselY(x, 0);
export const besselY1 = (x: number): number => besselY(x, 1);

/** e^−x I_ν(x) for x ≥ 0. */
function scaledI(x: number, nu: 0 | 1): number {
  if (x < 30) return exp(-x) * series(x, nu, 1);
  const mu = 4 * nu * nu;
  let [t, s] = [1, 1];
  for (let k = 1; k < 60; k++) {
    const next = (-t * (mu - (2 * k - 1) ** 2)) / (k * 8 * x);
    if (abs(next) > abs(t)) break;
    t = next;
    s += t;
    if (abs(t) < 1e-17) break;
  }
  return s / sqrt(2 * PI * x);
}

export const besselI0e = (x: number): number => (abs(x) === Infinity ? 0 : scaledI(abs(x), 0));
export const besselI1e = (x: number): number => (abs(x) === Infinity ? 0 : x < 0 ? -scaledI(-x, 1) : scaledI(x, 1));
export const besselI0 = (x: number): number => (abs(x) === Infinity ? Infinity : exp(abs(x)) * besselI0e(x));
export const besselI1 = (x: number): number => (abs(x) === Infinity ? x : exp(abs(x)) * besselI1e(x));

/** Coefficients, the highest first, of Chebyshev's expansion of `f` over [-1, 1]. */
function chebyshevOf(f: (t: number) => number, count: number): number[] {
  const n = 128;
  const c: number[] = [];
  for (let k = count - 1; k >= 0; k--) {
    let s = 0;
    for (let j = 0; j < n; j++) s += f(cos((PI * (j + 0.5)) / n)) * cos((PI * k * (j + 0.5)) / n);
    c.push((2 * s) / n);
  }
  return c;
}

let i0eBelow: readonly number[] | null = null;
let i0eAbove: readonly number[] | null = null;

/**
 * e^-|x| I_0(x) as PyTorch computes it in half types: Clenshaw's sum of 30 terms up to 8 and of 25 beyond (the expansions of
 * the Cephes library), every step rounded. What is lost that way is more than the type's own rounding.
 */
export const besselI0eHalf =
  (r: (x: number) => number): ((x: number) => number) =>
  (given) => {
    const x = abs(given);
    const sum = (y: number, c: readonly number[]): number => {
      let [b0, b1, b2] = [r(c[0]), 0, 0];
      for (let i = 1; i < c.length; i++) [b2, b1, b0] = [b1, b0, r(r(r(y * b0) - b1) + r(c[i]))];
      return r(0.5 * r(b0 - b2));
    };
    if (x <= 8) {
      i0eBelow ??= chebyshevOf((t) => besselI0e(4 * t + 4), 30);
      return sum(r(r(x / 2) - 2), i0eBelow);
    }
    i0eAbove ??= chebyshevOf((t) => {
      const v = 16 / (t + 1);
      return besselI0e(v) * sqrt(v);
    }, 25);
    // The root alone is taken in float32.
    return r(sum(r(r(32 / x) - 2), i0eAbove) / Math.fround(sqrt(x)));
  };

/** e^x K_ν(x): the integral of exp(x − x cosh t) cosh νt. */
function scaledK(x: number, nu: 0 | 1): number {
  if (x !== x || x < 0) return NaN;
  if (x === 0) return Infinity;
  const cosh = (t: number): number => (exp(t) + exp(-t)) / 2;
  const top = Math.max(acosh(1 + 750 / x), 1);
  return trapezoid((t) => exp(x - x * cosh(t)) * (nu === 0 ? 1 : cosh(t)), 0, top, 400);
}

export const besselK0e = (x: number): number => scaledK(x, 0);
export const besselK1e = (x: number): number => scaledK(x, 1);
export const besselK0 = (x: number): number => (x === Infinity ? 0 : scaledK(x, 0) * exp(-x));
export const besselK1 = (x: number): number => (x === Infinity ? 0 : scaledK(x, 1) * exp(-x));

export const sphericalJ0 = (x: number): number => {
  if (abs(x) === Infinity) return 0;
  return abs(x) < 0.5 ? 1 - ((x * x) / 6) * (1 - ((x * x) / 20) * (1 - ((x * x) / 42) * (1 - (x * x) / 72))) : sin(x) / x;
};

/** Maclaurin series near zero, asymptotic forms far out. */
export function airyAi(x: number): number {
  if (x !== x || abs(x) === Infinity) return x === Infinity ? 0 : NaN;
  if (x > 103.892) return 0;
  if (abs(x) < 6) {
    const [c1, c2] = [0.35502805388781723926, 0.258819403792806798405];
    let [f, g, tf, tg] = [1, x, 1, x];
    const x3 = x * x * x;
    for (let k = 1; k < 100; k++) {
      tf *= x3 / (3 * k * (3 * k - 1));
      tg *= x3 / (3 * k * (3 * k + 1));
      f += tf;
      g += tg;
      if (abs(tf) + abs(tg) < 1e-19) break;
    }
    return c1 * f - c2 * g;
  }
  const z = abs(x);
  const zeta = (2 / 3) * z * sqrt(z);
  let [u, even, odd, alternating] = [1, 1, 0, 1];
  for (let k = 1; k < 30; k++) {
    const next = (u * (6 * k - 5) * (6 * k - 3) * (6 * k - 1)) / (216 * k * (2 * k - 1) * zeta);
    if (abs(next) > abs(u)) break;
    u = next;
    alternating += k % 2 ? -u : u;
    const s = Math.floor(k / 2) % 2 ? -1 : 1;
    if (k % 2) odd += s * u;
    else even += s * u;
  }
  if (x > 0) return (exp(-zeta) / (2 * sqrt(PI) * sqrt(sqrt(z)))) * alternating;
  return (cos(zeta - PI / 4) * even + sin(zeta - PI / 4) * odd) / (sqrt(PI) * sqrt(sqrt(z)));
}

/** Hurwitz zeta by Euler–Maclaurin. */
export function zeta(x: number, q: number): number {
  if (x === 1) return Infinity;
  if (x < 1) return NaN;
  if (q <= 0) {
    if (q === Math.floor(q)) return Infinity;
    if (x !== Math.floor(x)) return NaN;
  }
  const N = 12;
  let s = 0;
  for (let k = 0; k < N; k++) s += pow(q + k, -x);
  const w = q + N;
  s += pow(w, 1 - x) / (x - 1) + 0.5 * pow(w, -x);
  const B = [1 / 6, -1 / 30, 1 / 42, -1 / 30, 5 / 66, -691 / 2730, 7 / 6, -3617 / 510];
  let [fact, rising, power] = [2, x, pow(w, -x - 1)];
  for (let k = 0; k < B.length; k++) {
    s += (B[k] / fact) * rising * power;
    fact *= (2 * k + 3) * (2 * k + 4);
    rising *= (x + 2 * k + 1) * (x + 2 * k + 2);
    power /= w * w;
  }
  return s;
}

/** The trigamma function step by step in `r`'s precision, as PyTorch's own loop: near poles its rounding shows. */
export function trigamma(x0: number, r: (v: number) => number): number {
  let [x, sign, result] = [x0, 1, 0];
  if (x < 0.5) {
    sign = -1;
    const s = r(sin(r(r(PI) * x)));
    result = r(-r(r(r(PI) * r(PI)) / r(s * s)));
    x = r(1 - x);
  }
  for (let i = 0; i < 6; i++) {
    result = r(result + r(1 / r(x * x)));
    x = r(x + 1);
  }
  const q = r(1 / r(x * x));
  const inner = r(r(1 / 6) - r(q * r(r(1 / 30) - r(q * r(1 / 42)))));
  result = r(result + r(r(r(1 + r(1 / r(2 * x))) + r(q * inner)) / x));
  return sign * result;
}

export function polygamma(n: number, x: number): number {
  if (n === 0) return digamma(x);
  return (n % 2 ? 1 : -1) * exp(lgamma(n + 1)) * zeta(n + 1, x);
}

/** erfc(x) e^{x²} */
export function erfcx(x: number): number {
  if (x < 25) {
    if (x < -26.7) return Infinity;
    if (x < 5) return exp(x * x) * erfc(x);
  }
  // Continued fraction of the complementary error function.
  let f = x;
  for (let k = 60; k > 0; k--) f = x + k / 2 / f;
  return 1 / (sqrt(PI) * f);
}

export const ndtr = (x: number): number => 0.5 * erfc(-x * Math.SQRT1_2);

export function logNdtr(x: number): number {
  if (x < -1) return log(erfcx(-x * Math.SQRT1_2) / 2) - (x * x) / 2;
  return log1p(-erfc(x * Math.SQRT1_2) / 2);
}

/** Inverse of the normal distribution: a rational start (Acklam's form of Wichura's idea), then Newton steps. */
export function ndtri(p: number): number {
  if (!(p > 0 && p < 1)) return p === 0 ? -Infinity : p === 1 ? Infinity : NaN;
  let x: number;
  const q = Math.min(p, 1 - p);
  const t = sqrt(-2 * log(q));
  x = t - (2.515517 + 0.802853 * t + 0.010328 * t * t) / (1 + 1.432788 * t + 0.189269 * t * t + 0.001308 * t * t * t);
  if (p < 0.5) x = -x;
  for (let i = 0; i < 4; i++) {
    const err = p < 0.5 ? ndtr(x) - p : 1 - p - ndtr(-x);
    const step = err * sqrt(2 * PI) * exp((x * x) / 2);
    x -= step / (1 + (x * step) / 2);
  }
  return x;
}

/** Regularised lower incomplete gamma function. */
export function igamma(a: number, x: number): number {
  if (x < 0 || a < 0 || a !== a || x !== x) return NaN;
  if (a === 0) return x > 0 ? 1 : NaN;
  if (x === 0) return 0;
  if (a === Infinity) return x === Infinity ? NaN : 0;
  if (x === Infinity) return 1;
  return x > 1 && x > a ? 1 - upper(a, x) : lower(a, x);
}

export function igammac(a: number, x: number): number {
  if (x < 0 || a < 0 || a !== a || x !== x) return NaN;
  if (a === 0) return x > 0 ? 0 : NaN;
  if (x === 0) return 1;
  if (a === Infinity) return x === Infinity ? NaN : 1;
  if (x === Infinity) return 0;
  return x > 1 && x > a ? upper(a, x) : 1 - lower(a, x);
}

const weight = (a: number, x: number): number => exp(a * log(x) - x - lgamma(a));

function lower(a: number, x: number): number {
  let [term, sum] = [1 / a, 1 / a];
  for (let n = 1; n < 2000; n++) {
    term *= x / (a + n);
    sum += term;
    if (term < sum * 1e-17) break;
  }
  return sum * weight(a, x);
}

function upper(a: number, x: number): number {
  // Lentz's method on the continued fraction.
  const tiny = 1e-300;
  let b = x + 1 - a;
  let c = 1 / tiny;
  let d = 1 / b;
  let h = d;
  for (let i = 1; i < 2000; i++) {
    const an = -i * (i - a);
    b += 2;
    d = an * d + b;
    if (abs(d) < tiny) d = tiny;
    c = b + an / c;
    if (abs(c) < tiny) c = tiny;
    d = 1 / d;
    const del = d * c;
    h *= del;
    if (abs(del - 1) < 1e-16) break;
  }
  return h * weight(a, x);
}
