/**
 * `numpy.random.default_rng` and its `Generator`: draws in numpy's order, bit for bit (`pcg.ts` has the bits).
 *
 * Unseeded it starts as if seeded with 0: the engine knows no chance. Leaves out: further
 * distributions, normal ones of float32, integers of less than 32 bits, choices of texts, of weighted
 * ones without replacement, along another axis.
 */
import { PyList, PyTuple } from '../../python/containers.ts';
import { exp } from '../../python/elementary/index.ts';
import { raise, Unsupported } from '../../python/errors.ts';
import type { NativeGen } from '../../python/functions.ts';
import { imported } from '../../python/importer.ts';
import { extendType, type Body } from '../../python/native.ts';
import { part } from '../../python/packs.ts';
import { spend } from '../../python/spend.ts';
import { typeOf } from '../../python/types.ts';
import { PyFloat, PyInstance, unbox, type Value } from '../../python/values.ts';
import type { VM } from '../../python/vm.ts';
import { toFloat64 } from '../../tensor/access.ts';
import { fromNumbers } from '../../tensor/create.ts';
import { type DType, DTYPES } from '../../tensor/dtype.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { PyArray } from '../array.ts';
import { call } from '../runtime.ts';
import { Pcg64 } from './pcg.ts';
import { standardExponential, standardNormal } from './ziggurat.ts';
import type { Tools } from './tools.ts';

const tools = part<Tools>('numpy', 'tools');

const { float32, float64, int32, int64 } = DTYPES;
const total = (sizes: readonly number[]): number => sizes.reduce((a, b) => a * b, 1);

class PyGenerator extends PyInstance {
  readonly bits: Pcg64;
  constructor(bits: Pcg64) {
    super(tools().generatorType);
    this.bits = bits;
  }
}

function number(v: Value): number {
  const u = unbox(v);
  if (typeof u === 'number') return u;
  if (u instanceof PyFloat) return u.v;
  throw new Unsupported(`numpy.random with ${typeOf(v).name} in place of a number`);
}

/** Draws of one kind; a draw takes about ten instructions' time. */
function fill(g: PyGenerator, size: Value, d: DType, draw: () => number): Tensor {
  const sizes = size === null ? [] : tools().shapeOf(size);
  const n = total(sizes);
  spend(10 * n);
  g.bits.willChange();
  return fromNumbers(sizes, d, Float64Array.from({ length: n }, draw));
}
/** One number drawn alone is a Python float. */
const drawn = (t: Tensor, size: Value): Value => (size === null ? new PyFloat(toFloat64(t)[0]) : new PyArray(t));

function integers(g: PyGenerator, low: Value, high: Value, size: Value, dtype: Value, endpoint: Value): Value {
  const d = tools().dtypeArg(dtype) ?? int64;
  if (d !== int64 && d !== int32) throw new Unsupported(`numpy.random.Generator.integers of ${d.name}`);
  const [from, to] = high === null ? [0, number(low)] : [number(low), number(high)];
  if (!Number.isSafeInteger(from) || !Number.isSafeInteger(to)) throw new Unsupported('numpy.random.Generator.integers with such bounds');
  const last = endpoint === true ? to : to - 1;
  if (last < from) raise('ValueError', high === null ? 'high <= 0' : endpoint === true ? 'low > high' : 'low >= high');
  const t = fill(g, size, d, () => from + g.bits.upTo(last - from));
  return size === null ? tools().result(t) : new PyArray(t);
}

/** The order of `n` things after a shuffle of the last `n - first` places. */
function shuffled(g: PyGenerator, n: number, given: number[] | null = null, first = 1, masks = true): number[] {
  spend(10 * n);
  g.bits.willChange();
  const order = given ?? Array.from({ length: n }, (_, i) => i);
  for (let i = n - 1; i >= first; i--) {
    const j = masks ? g.bits.masked(i) : g.bits.upTo(i);
    [order[i], order[j]] = [order[j], order[i]];
  }
  return order;
}

/** Places without replacement: the end of a shuffle, or Floyd's way where few of many are wanted. */
function distinct(g: PyGenerator, n: number, want: number, mix: boolean): number[] {
  if (want > n) raise('ValueError', 'Cannot take a larger sample than population when replace is False');
  if (n > 10000 && want > Math.floor(n / (mix ? 50 : 20))) return shuffled(g, n, null, Math.max(n - want, 1), false).slice(n - want);
  spend(10 * want);
  g.bits.willChange();
  const seen = new Set<number>();
  for (let j = n - want; j < n; j++) {
    const v = g.bits.upTo(j);
    seen.add(seen.has(v) ? j : v);
  }
  return mix ? shuffled(g, want, [...seen], 1, false) : [...seen];
}

function weighted(g: PyGenerator, p: Value, n: number, size: Value): Tensor {
  const weights = toFloat64(tools().cast(tools().arrayOf(p, 'numpy.random.Generator.choice'), float64));
  if (weights.length !== n) raise('ValueError', 'a and p must have same size');
  if (weights.some((w) => w < 0)) raise('ValueError', 'Probabilities are not non-negative');
  if (Math.abs(weights.reduce((a, b) => a + b, 0) - 1) > 1.5e-8) {
    raise('ValueError', 'Probabilities do not sum to 1. See Notes section of docstring for more information.');
  }
  const sums = tools().running(weights);
  return fill(g, size, int64, () => tools().above(sums, g.bits.double()));
}

function choice(g: PyGenerator, a: Value, size: Value, replace: Value, p: Value, axis: Value, mix: Value): Value {
  if (axis !== 0) throw new Unsupported('numpy.random.Generator.choice along another axis');
  const population = typeof unbox(a) === 'number' ? null : tools().arrayOf(a, 'numpy.random.Generator.choice');
  const n = population ? population.sizes[0] : number(a);
  let at: Tensor;
  if (p !== null) {
    if (replace === false) throw new Unsupported('numpy.random.Generator.choice by weights without replacement');
    at = weighted(g, p, n, size);
  } else if (replace !== false || size === null) at = fill(g, size, int64, () => g.bits.upTo(n - 1));
  else {
    const sizes = tools().shapeOf(size);
    at = fromNumbers(sizes, int64, distinct(g, n, total(sizes), mix !== false));
  }
  if (population) return tools().result(tools().run('index.Tensor', population, [at]));
  return size === null ? toFloat64(at)[0] : new PyArray(at);
}

function shuffle(g: PyGenerator, x: Value): Value {
  if (x instanceof PyList) {
    const before = [...x.items];
    shuffled(g, before.length).forEach((from, i) => x.set(i, before[from]));
  } else if (x instanceof PyArray) {
    const n = x.t.sizes[0];
    const mixed = tools().run('index_select', x.t, 0, fromNumbers([n], int64, shuffled(g, n)));
    tools().quiet(() => void call('copy_', x.t, mixed));
  } else throw new Unsupported(`numpy.random.Generator.shuffle of ${typeOf(x).name}`);
  return null;
}

function permutation(g: PyGenerator, x: Value): Value {
  const n = unbox(x);
  const t = typeof n === 'number' ? null : tools().newArray(x, null);
  const order = shuffled(g, t === null ? (n as number) : t.sizes[0]);
  const at = fromNumbers([order.length], int64, order);
  return new PyArray(t === null ? at : tools().run('index_select', t, 0, at));
}

const left =
  (name: string): Body =>
  () => {
    throw new Unsupported(`numpy.random.Generator.${name}`);
  };

/** Numbers of a standard distribution. */
function standard(g: PyGenerator, draw: (bits: Pcg64) => number, name: string, size: Value, dtype: Value): Value {
  const d = tools().dtypeArg(dtype) ?? float64;
  if (d !== float64) throw new Unsupported(`numpy.random.Generator.${name} of ${d.name}`);
  return drawn(
    fill(g, size, float64, () => draw(g.bits)),
    size,
  );
}

/** The same, moved and spread: by numbers, or by arrays that are laid beside each other. */
function spread(g: PyGenerator, loc: Value, scale: Value, size: Value, draw: (bits: Pcg64) => number, last: (x: number) => number = (x) => x): Value {
  const { cast, newArray, run, shapeOf } = tools();
  const [a, b] = [loc, scale].map((v) => cast(newArray(v, null), float64));
  if (toFloat64(b).some((x) => x < 0 || Object.is(x, -0))) raise('ValueError', last(0) === 1 ? 'sigma < 0' : 'scale < 0');
  const own = run('add.Tensor', a, b).sizes;
  const sizes = size === null ? own : shapeOf(size);
  const [from, by] = [a, b].map((t) => toFloat64(run('expand', t, sizes, false)));
  let i = 0;
  const one = (): number => {
    const x = last(from[i] + by[i] * draw(g.bits));
    i++;
    return x;
  };
  const t = fill(g, new PyTuple([...sizes]), float64, one);
  return size === null && own.length === 0 ? new PyFloat(toFloat64(t)[0]) : new PyArray(t);
}

const declared: Parameters<typeof extendType>[1] = {
  methods: {
    'random(self, size=None, dtype=None)': (_vm, self: PyGenerator, size, dtype) =>
      tools().dtypeArg(dtype) === float32
        ? drawn(
            fill(self, size, float32, () => self.bits.single()),
            size,
          )
        : drawn(
            fill(self, size, float64, () => self.bits.double()),
            size,
          ),
    'uniform(self, low=0.0, high=1.0, size=None)': (_vm, self: PyGenerator, low, high, size) => {
      const [from, to] = [number(low), number(high)];
      return drawn(
        fill(self, size, float64, () => from + (to - from) * self.bits.double()),
        size,
      );
    },
    'integers(self, low, high=None, size=None, dtype=None, endpoint=False)': (_vm, self: PyGenerator, ...args) =>
      integers(self, ...(args as [Value, Value, Value, Value, Value])),
    'choice(self, a, size=None, replace=True, p=None, axis=0, shuffle=True)': (_vm, self: PyGenerator, ...args) =>
      choice(self, ...(args as [Value, Value, Value, Value, Value, Value])),
    'shuffle(self, x)': (_vm, self: PyGenerator, x) => shuffle(self, x),
    'permutation(self, x)': (_vm, self: PyGenerator, x) => permutation(self, x),
    'standard_normal(self, size=None, dtype=None, out=None)': (_vm, self: PyGenerator, size, dtype) =>
      standard(self, standardNormal, 'standard_normal', size, dtype),
    'standard_exponential(self, size=None, dtype=None, method=None, out=None)': (_vm, self: PyGenerator, size, dtype) =>
      standard(self, standardExponential, 'standard_exponential', size, dtype),
    'normal(self, loc=0.0, scale=1.0, size=None)': (_vm, self: PyGenerator, loc, scale, size) => spread(self, loc, scale, size, standardNormal),
    'exponential(self, scale=1.0, size=None)': (_vm, self: PyGenerator, scale, size) => spread(self, 0, scale, size, standardExponential),
    'lognormal(self, mean=0.0, sigma=1.0, size=None)': (_vm, self: PyGenerator, mean, sigma, size) => spread(self, mean, sigma, size, standardNormal, exp),
    '__repr__(self, /)': left('__repr__'),
    ...Object.fromEntries(
      'poisson binomial beta gamma multinomial dirichlet laplace permuted spawn bytes'.split(' ').map((name) => [`${name}(self, *args, **kwargs)`, left(name)]),
    ),
  },
};

let made = false;
/** The type lies in the pack numpy, which may come later than this file. */
function declare(): void {
  if (!made) extendType(tools().generatorType, declared);
  made = true;
}

/** Of a SeedSequence, or of what one is made of (`lib/numpy/_seeds.py`). */
function* fromSequence(vm: VM, seed: Value): NativeGen {
  const start = (yield* imported(vm, 'numpy._seeds')).attrs.get('_start') as Value;
  const words = (yield* vm.call(start, [seed])) as PyList;
  return new PyGenerator(new Pcg64(words.items.map((w) => BigInt(w as number | bigint))));
}

export const defaultRng: Body = (vm, seed) => {
  declare();
  if (seed instanceof PyGenerator) return seed;
  const s = unbox(seed);
  if (s === null) return new PyGenerator(new Pcg64(0n));
  if (typeof s !== 'number' && typeof s !== 'bigint') return fromSequence(vm, seed);
  if (s < 0) raise('ValueError', 'expected non-negative integer');
  return new PyGenerator(new Pcg64(BigInt(s)));
};
