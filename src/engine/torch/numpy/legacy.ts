/**
 * Rarer distributions of numpy's old generator, draw for draw after `legacy-distributions.c` and `distributions.c`. In the
 * pack `numpy-more`; declared in draws.ts. Leaves out: what numpy draws by other means than these (hypergeometric, zipf,
 * vonmises, multivariate_normal with its singular values).
 */
import { raise, Unsupported } from '../../python/errors.ts';
import { PyTuple } from '../../python/containers.ts';
import { exp, log, log1p, pow } from '../../python/elementary/index.ts';
import { defineType } from '../../python/native.ts';
import { part } from '../../python/packs.ts';
import { spend } from '../../python/spend.ts';
import { bytesType } from '../../python/types.ts';
import { PyBytes, PyFloat, PyInstance, unbox, type Value } from '../../python/values.ts';
import { toFloat64 } from '../../tensor/access.ts';
import { fromNumbers } from '../../tensor/create.ts';
import { DTYPES } from '../../tensor/dtype.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { PyArray } from '../array.ts';
import type { RandomState } from './random.ts';
import type { Tools } from './tools.ts';

const { float64, int64 } = DTYPES;
const tools = part<Tools>('numpy', 'tools');
const number = (v: Value): number => tools().number(v);

function gamma(g: RandomState, shape: number): number {
  if (shape === 1) return g.waiting();
  if (shape === 0) return 0;
  if (shape < 1) {
    for (;;) {
      const u = g.uniform01();
      const v = g.waiting();
      if (u <= 1 - shape) {
        const x = pow(u, 1 / shape);
        if (x <= v) return x;
        continue;
      }
      const y = -log((1 - u) / shape);
      const x = pow(1 - shape + shape * y, 1 / shape);
      if (x <= v + y) return x;
    }
  }
  const b = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * b);
  for (;;) {
    let x: number;
    let v: number;
    do {
      x = g.gauss();
      v = 1 + c * x;
    } while (v <= 0);
    v = v * v * v;
    const u = g.uniform01();
    if (u < 1 - 0.0331 * (x * x) * (x * x)) return b * v;
    if (log(u) < 0.5 * x * x + b * (1 - v + log(v))) return b * v;
  }
}

function beta(g: RandomState, a: number, b: number): number {
  if (a > 1 || b > 1) {
    const x = gamma(g, a);
    return x / (x + gamma(g, b));
  }
  for (;;) {
    const u = g.uniform01();
    const v = g.uniform01();
    const x = pow(u, 1 / a);
    const y = pow(v, 1 / b);
    if (x + y > 1) continue;
    if (x + y > 0) return x / (x + y);
    const [p, q] = [log(u) / a, log(v) / b];
    const most = Math.max(p, q);
    return exp(p - most - log(exp(p - most) + exp(q - most)));
  }
}

const STIRLING = [
  8.333333333333333e-2, -2.777777777777778e-3, 7.936507936507937e-4, -5.952380952380952e-4, 8.417508417508418e-4, -1.917526917526918e-3, 6.41025641025641e-3,
  -2.955065359477124e-2, 1.796443723688307e-1, -1.3924322169059,
];

/** The logarithm of the gamma function as numpy's samplers take it. */
function logGamma(x: number): number {
  if (x === 1 || x === 2) return 0;
  const n = x < 7 ? Math.trunc(7 - x) : 0;
  let at = x + n;
  const square = (1 / at) * (1 / at);
  let sum = STIRLING[9];
  for (let k = 8; k >= 0; k--) sum = sum * square + STIRLING[k];
  let out = sum / at + 0.5 * 1.8378770664093453 + (at - 0.5) * log(at) - at;
  for (let k = 0; k < n; k++) {
    out -= log(at - 1);
    at -= 1;
  }
  return out;
}

function poisson(g: RandomState, mean: number): number {
  if (mean === 0) return 0;
  if (mean < 10) {
    const least = exp(-mean);
    let product = 1;
    for (let n = 0; ; n++) {
      product *= g.uniform01();
      if (!(product > least)) return n;
    }
  }
  const b = 0.931 + 2.53 * Math.sqrt(mean);
  const a = -0.059 + 0.02483 * b;
  const logMean = log(mean);
  const logInverse = log(1.1239 + 1.1328 / (b - 3.4));
  const most = 0.9277 - 3.6224 / (b - 2);
  for (;;) {
    const u = g.uniform01() - 0.5;
    const v = g.uniform01();
    const s = 0.5 - Math.abs(u);
    const k = Math.floor(((2 * a) / s + b) * u + mean + 0.43);
    if (s >= 0.07 && v <= most) return k;
    if (k < 0 || (s < 0.013 && v > s)) continue;
    if (log(v) + logInverse - log(a / (s * s) + b) <= -mean + k * logMean - logGamma(k + 1)) return k;
  }
}

function geometric(g: RandomState, p: number): number {
  if (p < 1 / 3) return Math.ceil(log1p(-g.uniform01()) / log1p(-p));
  let n = 1;
  let sum = p;
  let part = p;
  for (const u = g.uniform01(); u > sum; n++) {
    part *= 1 - p;
    sum += part;
  }
  return n;
}

/** A draw from the open interval. */
function open(from: (u: number) => boolean, draw: () => number): number {
  for (;;) {
    const u = draw();
    if (from(u)) return u;
  }
}

const laplace = (g: RandomState, loc: number, scale: number): number => {
  const u = open(
    (x) => x > 0,
    () => g.uniform01(),
  );
  return u >= 0.5 ? loc - scale * log(2 - u - u) : loc + scale * log(u + u);
};

const gumbel = (g: RandomState, loc: number, scale: number): number =>
  loc -
  scale *
    log(
      -log(
        open(
          (x) => x < 1,
          () => 1 - g.uniform01(),
        ),
      ),
    );

const logistic = (g: RandomState, loc: number, scale: number): number => {
  const u = open(
    (x) => x > 0,
    () => g.uniform01(),
  );
  return loc + scale * log(u / (1 - u));
};

const studentT = (g: RandomState, df: number): number => {
  const top = g.gauss();
  return (Math.sqrt(df / 2) * top) / Math.sqrt(gamma(g, df / 2));
};

type Draw = (g: RandomState, a: number, b: number) => number;

/** What a parameter must be, in numpy's words when it is not. */
const atLeast0 = (name: string) => (x: number) => (x < 0 || Number.isNaN(x) ? `${name} < 0` : null);
const above0 = (name: string) => (x: number) => (x <= 0 || Number.isNaN(x) ? `${name} <= 0` : null);
type Check = ((x: number) => string | null) | null;

function sampler(draw: Draw, checks: readonly [Check, Check?], whole = false) {
  return (g: RandomState, a: Value, b: Value, size: Value): Value => {
    const p = tools().parameters(a, b, size);
    const t = g.fill(p.sizes, whole ? int64 : float64, (i) => {
      const [x, y] = [p.at[0](i), p.at[1](i)];
      const bad = checks[0]?.(x) ?? checks[1]?.(y);
      if (bad) raise('ValueError', bad);
      return draw(g, x, y);
    });
    const [first] = toFloat64(t);
    return p.one ? (whole ? first : new PyFloat(first)) : new PyArray(t);
  };
}
const single = (draw: Draw, check: Check, whole = false) => {
  const both = sampler(draw, [check], whole);
  return (g: RandomState, a: Value, size: Value): Value => both(g, a, 0, size);
};

const rows = (p: Value, what: string): Float64Array => {
  const t = tools().cast(tools().arrayOf(p, what), float64);
  if (t.sizes.length !== 1) throw new Unsupported(`${what} of several rows of probabilities`);
  return toFloat64(t);
};
const rest = (size: Value): number[] => (size === null ? [] : tools().shapeOf(size));

/** Successes of `n` trials by inversion, as long as few are expected. */
function successes(n: number, p: number): (g: RandomState) => number {
  if (p < 0 || p > 1) raise('ValueError', 'p < 0, p > 1 or p is NaN');
  const few = Math.min(p, 1 - p);
  if (n * few > 30) throw new Unsupported('numpy.random.binomial with many expected successes');
  const q = 1 - few;
  const none = exp(n * log(q));
  const most = Math.trunc(Math.min(n, n * few + 10 * Math.sqrt(n * few * q + 1)));
  return (g) => {
    if (n === 0 || few === 0) return p <= 0.5 ? 0 : n;
    let count = 0;
    let weight = none;
    for (let u = g.uniform01(); u > weight;) {
      count++;
      if (count > most) {
        count = 0;
        weight = none;
        u = g.uniform01();
      } else {
        u -= weight;
        weight = ((n - count + 1) * few * weight) / (count * q);
      }
    }
    return p <= 0.5 ? count : n - count;
  };
}

function binomial(g: RandomState, n: Value, p: Value, size: Value): Value {
  const draw = successes(number(n), number(p));
  const t = g.fill(rest(size), int64, () => draw(g));
  return size === null ? toFloat64(t)[0] : new PyArray(t);
}

function multinomial(g: RandomState, n: Value, pvals: Value, size: Value): Value {
  const p = rows(pvals, 'numpy.random.multinomial');
  const d = p.length;
  if (p.slice(0, -1).reduce((a, b) => a + b, 0) > 1 + 1e-12) raise('ValueError', 'sum(pvals[:-1]) > 1.0');
  const sizes = [...rest(size), d];
  spend(sizes.reduce((a, b) => a * b, 1));
  g.willChange();
  const out: number[] = [];
  for (let i = sizes.slice(0, -1).reduce((a, b) => a * b, 1); i > 0; i--) {
    let left = number(n);
    let sum = 1;
    const row = new Array<number>(d).fill(0);
    for (let j = 0; j < d - 1 && left > 0; j++) {
      row[j] = successes(left, p[j] / sum)(g);
      left -= row[j];
      sum -= p[j];
    }
    if (left > 0) row[d - 1] = left;
    for (const x of row) out.push(x);
  }
  return new PyArray(fromNumbers(sizes, int64, out));
}

function dirichlet(g: RandomState, alpha: Value, size: Value): Value {
  const a = rows(alpha, 'numpy.random.dirichlet');
  if (a.some((x) => x <= 0)) raise('ValueError', 'alpha <= 0');
  const n = a.length;
  let row: number[] = [];
  return new PyArray(
    g.fill([...rest(size), n], float64, (i) => {
      if (i % n === 0) {
        row = Array.from(a, (x) => gamma(g, x));
        const inverse = 1 / row.reduce((x, y) => x + y, 0);
        row = row.map((x) => x * inverse);
      }
      return row[i % n];
    }),
  );
}

function octets(g: RandomState, count: Value): Value {
  const n = number(count);
  spend(n);
  const words = toFloat64(g.fill([Math.ceil(n / 4)], int64, () => g.word()));
  return new PyBytes(
    bytesType,
    Uint8Array.from({ length: n }, (_, i) => (words[i >> 2] >>> (8 * (i & 3))) & 255),
  );
}

/** The words of a state: to be given back; there are no arrays of unsigned words here to look into. */
class Words extends PyInstance {
  readonly words: readonly number[];
  constructor(words: readonly number[]) {
    super(wordsType);
    this.words = words;
  }
}
const unseen = (): never => {
  throw new Unsupported('a look at the words of numpy.random.get_state()');
};
const wordsType = defineType('ndarray', {
  module: 'numpy',
  methods: Object.fromEntries(
    ['__getattr__(self, name, /)', '__getitem__(self, key, /)', '__iter__(self, /)', '__len__(self, /)', '__repr__(self, /)', '__eq__(self, other, /)'].map(
      (m) => [m, unseen],
    ),
  ),
});

/** `('MT19937', words, place, whether a normal number is left, that number)`. */
function getState(g: RandomState): Value {
  const { words, at, spare } = g.state();
  return new PyTuple(['MT19937', new Words(words), at, spare === null ? 0 : 1, new PyFloat(spare ?? 0)]);
}

function setState(g: RandomState, state: Value): Value {
  if (!(state instanceof PyTuple) || state.items[0] !== 'MT19937' || !(state.items[1] instanceof Words))
    throw new Unsupported('numpy.random.set_state of something else than get_state gave');
  const [, words, at, has = 0, spare = 0] = state.items;
  g.setState((words as Words).words, Number(unbox(at)), unbox(has) ? number(spare) : null);
  return null;
}

/** Places of `want` different things by their weights: what was found already is left out of the next round. */
export function once(g: RandomState, p: Float64Array, shape: readonly number[], want: number): Tensor {
  if (want > p.filter((x) => x > 0).length) raise('ValueError', 'Fewer non-zero entries in p than size');
  g.willChange();
  const found: number[] = [];
  while (found.length < want) {
    const draws = Array.from({ length: want - found.length }, () => g.uniform01());
    for (const i of found) p[i] = 0;
    const sums = tools().running(p);
    for (const i of new Set(draws.map((x) => tools().above(sums, x)))) found.push(i);
  }
  return fromNumbers(shape, int64, found);
}

/** By name, the generator first. */
export const LEGACY: Readonly<Record<string, (g: RandomState, ...args: Value[]) => Value>> = {
  binomial,
  multinomial,
  dirichlet,
  bytes: octets,
  get_state: getState,
  set_state: setState,
  beta: sampler(beta, [above0('a'), above0('b')]),
  gamma: sampler((g, shape, scale) => scale * gamma(g, shape), [atLeast0('shape'), atLeast0('scale')]),
  standard_gamma: single(gamma, atLeast0('shape')),
  chisquare: single((g, df) => 2 * gamma(g, df / 2), above0('df')),
  standard_t: single(studentT, above0('df')),
  standard_exponential: (g, size) => single((x) => x.waiting(), null)(g, 0, size),
  lognormal: sampler((g, mean, sigma) => exp(mean + sigma * g.gauss()), [null, atLeast0('sigma')]),
  weibull: single((g, a) => (a === 0 ? 0 : pow(g.waiting(), 1 / a)), atLeast0('a')),
  pareto: single((g, a) => exp(g.waiting() / a) - 1, above0('a')),
  laplace: sampler(laplace, [null, atLeast0('scale')]),
  gumbel: sampler(gumbel, [null, atLeast0('scale')]),
  logistic: sampler(logistic, [null, atLeast0('scale')]),
  poisson: single(poisson, (x) => (x < 0 || Number.isNaN(x) ? 'lam < 0 or lam is NaN' : null), true),
  geometric: single(geometric, (p) => (p > 0 && p <= 1 ? null : 'p <= 0, p > 1 or p contains NaNs'), true),
};
