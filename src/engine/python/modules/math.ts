/**
 * The math module, over the project's own elementary functions (../elementary).
 */
import { asNum, MAX_BITS } from '../arith.ts';
import { callSpecial } from '../attr.ts';
import { PyTuple } from '../containers.ts';
import { LimitReached, raise } from '../errors.ts';
import { isGen, type NativeGen, type PyModule, type PyNative, type Request } from '../functions.ts';
import { collect } from '../iterate.ts';
import { fn, raw, type Body } from '../native.ts';
import * as m from '../elementary/index.ts';
import { binaryOp } from '../operators.ts';
import { pow } from '../floatpow.ts';
import { spend, spendInts } from '../spend.ts';
import { indexOf } from '../subscript.ts';
import { floatOf, truncate } from '../types/numbers.ts';
import { int, PyFloat, unbox, type Value } from '../values.ts';
import type { VM } from '../vm.ts';
import { gamma, lgamma } from './special.ts';
import { makeModule } from './util.ts';

const f = (v: number): PyFloat => new PyFloat(v);
const domain = (): never => raise('ValueError', 'math domain error');
const range = (): never => raise('OverflowError', 'math range error');

/** A function of one float: NaN from a number is a domain error, infinity from a finite one a range error. */
function unary(name: string, g: (x: number) => number, check = true): PyNative {
  return fn(`${name}(x, /)`, function* (vm: VM, v: Value) {
    const x = yield* floatOf(vm, v);
    const r = g(x);
    if (check && Number.isNaN(r) && !Number.isNaN(x)) domain();
    if (check && !Number.isFinite(r) && !Number.isNaN(r) && Number.isFinite(x))
      (name === 'exp' || name === 'sinh' || name === 'cosh' || name === 'expm1' || name === 'exp2' ? range : domain)();
    return f(r);
  });
}

/** Logarithms take ints of any size. */
function* logOf(vm: VM, v: Value, g: (x: number) => number, ln2: number): Generator<Request, number, Value> {
  const n = asNum(unbox(v));
  if (typeof n === 'bigint') {
    if (n <= 0n) domain();
    const shift = BigInt(Math.max(0, n.toString(2).length - 1000));
    return g(Number(n >> shift)) + Number(shift) * ln2;
  }
  const x = yield* floatOf(vm, v);
  if (x <= 0) domain();
  return g(x);
}

function rounded(name: string, dunder: string, g: (x: number) => number): PyNative {
  return fn(`${name}(x, /)`, function* (vm: VM, v: Value) {
    const n = asNum(unbox(v));
    if (typeof n === 'number' || typeof n === 'bigint') return n;
    const own = callSpecial(vm, v, dunder, []);
    if (own !== undefined) return isGen(own) ? yield* own : own;
    return truncate(g(yield* floatOf(vm, v)));
  });
}

function* integers(vm: VM, list: Value[]): Generator<Request, bigint[], Value> {
  const out: bigint[] = [];
  for (const v of list) out.push(BigInt(yield* indexOf(vm, v)));
  return out;
}
const bitsOf = (n: bigint): number => n.toString(16).length * 4;
const absBig = (n: bigint): bigint => (n < 0n ? -n : n);
function gcd(a: bigint, b: bigint): bigint {
  let [x, y] = [absBig(a), absBig(b)];
  while (y !== 0n) {
    if (x > Number.MAX_SAFE_INTEGER) spend(2 + (bitsOf(x) >> 8));
    [x, y] = [y, x % y];
  }
  return x;
}

/** Shewchuk's exact summation, as CPython's fsum. */
function fsum(list: number[]): number {
  const partials: number[] = [];
  let special = 0;
  for (let x of list) {
    if (!Number.isFinite(x)) {
      special += x;
      continue;
    }
    let i = 0;
    for (let y of partials) {
      if (Math.abs(x) < Math.abs(y)) [x, y] = [y, x];
      const hi = x + y;
      const lo = y - (hi - x);
      if (lo !== 0) partials[i++] = lo;
      x = hi;
    }
    partials.length = i;
    partials.push(x);
  }
  if (special !== 0) return special;
  let n = partials.length;
  if (n === 0) return 0;
  let hi = partials[--n];
  let lo = 0;
  while (n > 0) {
    const x = hi;
    const y = partials[--n];
    hi = x + y;
    lo = y - (hi - x);
    if (lo !== 0) break;
  }
  if (n > 0 && ((lo < 0 && partials[n - 1] < 0) || (lo > 0 && partials[n - 1] > 0))) {
    const y = lo * 2;
    const x = hi + y;
    if (y === x - hi) hi = x;
  }
  return hi;
}

function isqrt(n: bigint): bigint {
  if (n < 0n) raise('ValueError', 'isqrt() argument must be nonnegative');
  if (n < 2n) return n;
  const bits = bitsOf(n);
  let x = 1n << BigInt((n.toString(2).length + 1) >> 1);
  for (;;) {
    spendInts(bits, bits / 2);
    const y = (x + n / x) >> 1n;
    if (y >= x) return x;
    x = y;
  }
}

/** Bits of the largest product on the way; a result is at most as long. */
const MOST = 4 * MAX_BITS;

/** a · (a + 1) ⋯ b, halves first so that the factors grow alike; 1 where there is nothing between. */
function rising(a: bigint, b: bigint): bigint {
  if (b < a) return 1n;
  const bits = Number(b - a + 1n) * Math.log2(Number(b) + 1);
  if (bits > MOST) throw new LimitReached('bits of an int', MAX_BITS);
  if (b - a < 8n) {
    spend(8);
    let out = a;
    for (let i = a + 1n; i <= b; i++) out *= i;
    return out;
  }
  spendInts(bits / 2, bits / 2);
  const middle = (a + b) / 2n;
  return rising(a, middle) * rising(middle + 1n, b);
}

function* product(vm: VM, it: Value, start: Value): NativeGen {
  let out = start;
  for (const v of yield* collect(vm, it)) {
    const r = binaryOp(vm, 2, out, v);
    out = isGen(r) ? yield* r : r;
  }
  return out;
}

const two = (name: string, g: (x: number, y: number) => number): PyNative =>
  fn(`${name}(x, y, /)`, function* (vm: VM, a: Value, b: Value) {
    return f(g(yield* floatOf(vm, a), yield* floatOf(vm, b)));
  });

function frexp(x: number): [number, number] {
  if (x === 0 || !Number.isFinite(x)) return [x, 0];
  let e = Math.max(-1023, Math.floor(Math.log2(Math.abs(x))) + 1);
  let m = x * 2 ** -e;
  while (Math.abs(m) < 0.5) {
    m *= 2;
    e--;
  }
  while (Math.abs(m) >= 1) {
    m /= 2;
    e++;
  }
  return [m, e];
}

function ldexp(x: number, e: number): number {
  let r = x;
  let n = e;
  while (n > 1000) {
    r *= 2 ** 1000;
    n -= 1000;
  }
  while (n < -1000) {
    r *= 2 ** -1000;
    n += 1000;
  }
  return r * 2 ** n;
}

function nextafter(x: number, y: number): number {
  if (Number.isNaN(x) || Number.isNaN(y)) return Number.NaN;
  if (x === y) return y;
  if (x === 0) return y > 0 ? 5e-324 : -5e-324;
  const d = new DataView(new ArrayBuffer(8));
  d.setFloat64(0, x);
  const bits = d.getBigUint64(0);
  d.setBigUint64(0, x > 0 === y > x ? bits + 1n : bits - 1n);
  return d.getFloat64(0);
}

function remainder(x: number, y: number): number {
  if (y === 0 || !Number.isFinite(x)) domain();
  if (!Number.isFinite(y)) return x;
  const ax = Math.abs(x);
  const ay = Math.abs(y);
  const m = ax % ay;
  const c = ay - m;
  const r = m < c ? m : m > c ? -c : m - 2 * ((0.5 * (ax - m)) % ay);
  return x < 0 ? -r : r;
}

const isclose: Body = function* (vm: VM, a: Value, b: Value, rel: Value, abs: Value): NativeGen {
  const [x, y, r, t] = [yield* floatOf(vm, a), yield* floatOf(vm, b), yield* floatOf(vm, rel), yield* floatOf(vm, abs)];
  if (r < 0 || t < 0) raise('ValueError', 'tolerances must be non-negative');
  if (x === y) return true;
  if (!Number.isFinite(x) || !Number.isFinite(y)) return false;
  const d = Math.abs(y - x);
  return d <= Math.abs(r * y) || d <= Math.abs(r * x) || d <= t;
};

const FUNCTIONS: PyNative[] = [
  unary('sqrt', Math.sqrt),
  unary('exp', m.exp),
  unary('expm1', m.expm1),
  unary('sin', m.sin),
  unary('cos', m.cos),
  unary('tan', m.tan),
  unary('asin', m.asin),
  unary('acos', m.acos),
  unary('atan', m.atan),
  unary('sinh', m.sinh),
  unary('cosh', m.cosh),
  unary('tanh', m.tanh),
  unary('asinh', m.asinh),
  unary('acosh', m.acosh),
  unary('atanh', m.atanh),
  unary('log1p', (x) => (x <= -1 ? Number.NaN : m.log1p(x))),
  unary('fabs', Math.abs, false),
  unary('cbrt', m.cbrt, false),
  unary('erf', m.erf, false),
  unary('erfc', m.erfc, false),
  unary('gamma', gamma),
  unary('lgamma', lgamma, false),
  unary('exp2', m.exp2),
  unary('degrees', (x) => x * (180 / Math.PI), false),
  unary('radians', (x) => x * (Math.PI / 180), false),
  rounded('floor', '__floor__', Math.floor),
  rounded('ceil', '__ceil__', Math.ceil),
  rounded('trunc', '__trunc__', Math.trunc),
  fn('log(x, base=…, /)', function* (vm, x, base) {
    const a = yield* logOf(vm, x, m.log, Math.LN2);
    if (base === undefined) return f(a);
    const b = yield* logOf(vm, base, m.log, Math.LN2);
    if (b === 0) raise('ZeroDivisionError', 'float division by zero');
    return f(a / b);
  }),
  fn('log2(x, /)', function* (vm, x) {
    return f(yield* logOf(vm, x, m.log2, 1));
  }),
  fn('log10(x, /)', function* (vm, x) {
    return f(yield* logOf(vm, x, m.log10, m.log10(2)));
  }),
  two('pow', (x, y) => {
    if (x === 1 || (x === -1 && !Number.isFinite(y) && !Number.isNaN(y))) return 1;
    const r = pow(x, y);
    if (Number.isNaN(r) && !Number.isNaN(x) && !Number.isNaN(y)) domain();
    if (!Number.isFinite(r) && Number.isFinite(x) && Number.isFinite(y)) (x === 0 ? domain : range)();
    return r;
  }),
  two('fmod', (x, y) => (y === 0 || !Number.isFinite(x) ? domain() : x % y)),
  two('atan2', m.atan2),
  two('copysign', (x, y) => (y < 0 || Object.is(y, -0) ? -Math.abs(x) : Math.abs(x))),
  two('remainder', remainder),
  two('nextafter', nextafter),
  raw('hypot', function* (vm, args) {
    const xs: number[] = [];
    for (const a of args) xs.push(yield* floatOf(vm, a));
    return f(Math.hypot(...xs));
  }),
  fn('dist(p, q, /)', function* (vm, p, q) {
    const a = yield* collect(vm, p);
    const b = yield* collect(vm, q);
    const xs: number[] = [];
    for (let i = 0; i < a.length; i++) xs.push((yield* floatOf(vm, a[i])) - (yield* floatOf(vm, b[i])));
    return f(Math.hypot(...xs));
  }),
  fn('isnan(x, /)', function* (vm, x) {
    return Number.isNaN(yield* floatOf(vm, x));
  }),
  fn('isinf(x, /)', function* (vm, x) {
    const v = yield* floatOf(vm, x);
    return v === Infinity || v === -Infinity;
  }),
  fn('isfinite(x, /)', function* (vm, x) {
    return Number.isFinite(yield* floatOf(vm, x));
  }),
  fn('isclose(a, b, *, rel_tol=1e-09, abs_tol=0.0)', isclose),
  fn('fsum(seq, /)', function* (vm, it) {
    const xs: number[] = [];
    for (const v of yield* collect(vm, it)) xs.push(yield* floatOf(vm, v));
    return f(fsum(xs));
  }),
  fn('prod(iterable, /, *, start=1)', product),
  raw('gcd', function* (vm, args) {
    return int((yield* integers(vm, args)).reduce(gcd, 0n));
  }),
  raw('lcm', function* (vm, args) {
    return int((yield* integers(vm, args)).reduce((a, b) => (a === 0n || b === 0n ? 0n : absBig(a * b) / gcd(a, b)), 1n));
  }),
  fn('factorial(x, /)', function* (vm, x) {
    if (unbox(x) instanceof PyFloat) raise('TypeError', `'float' object cannot be interpreted as an integer`);
    const n = Number(yield* indexOf(vm, x));
    if (n < 0) raise('ValueError', 'factorial() not defined for negative values');
    return int(rising(2n, BigInt(n)));
  }),
  fn('comb(n, k, /)', function* (vm, a, b) {
    const [n, k0] = yield* integers(vm, [a, b]);
    if (n < 0n || k0 < 0n) raise('ValueError', `${n < 0n ? 'n' : 'k'} must be a non-negative integer`);
    if (k0 > n) return 0;
    const k = k0 * 2n > n ? n - k0 : k0;
    return int(rising(n - k + 1n, n) / rising(2n, k));
  }),
  fn('perm(n, k=None, /)', function* (vm, a, b) {
    const [n, k] = yield* integers(vm, [a, b === null ? a : b]);
    if (k > n) return 0;
    return int(rising(n - k + 1n, n));
  }),
  fn('isqrt(n, /)', function* (vm, n) {
    return int(isqrt(BigInt(yield* indexOf(vm, n))));
  }),
  fn('modf(x, /)', function* (vm, v) {
    const x = yield* floatOf(vm, v);
    const i = Math.trunc(x);
    return new PyTuple([f(Number.isFinite(x) ? (x === i ? (x < 0 || Object.is(x, -0) ? -0 : 0) : x - i) : Number.isNaN(x) ? x : 0), f(i)]);
  }),
  fn('frexp(x, /)', function* (vm, v) {
    const [m, e] = frexp(yield* floatOf(vm, v));
    return new PyTuple([f(m), e]);
  }),
  fn('ldexp(x, i, /)', function* (vm, v, e) {
    return f(ldexp(yield* floatOf(vm, v), Number(yield* indexOf(vm, e))));
  }),
  fn('ulp(x, /)', function* (vm, v) {
    const x = Math.abs(yield* floatOf(vm, v));
    return f(Number.isFinite(x) ? nextafter(x, Infinity) - x : x);
  }),
];

export function mathModule(): PyModule {
  return makeModule('math', { functions: FUNCTIONS, values: { pi: f(Math.PI), e: f(Math.E), tau: f(2 * Math.PI), inf: f(Infinity), nan: f(Number.NaN) } });
}
