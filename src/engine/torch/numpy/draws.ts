/** The functions of `numpy.random` and of a `RandomState` over one generator. */
import { PyList, PyTuple } from '../../python/containers.ts';
import { Unsupported } from '../../python/errors.ts';
import { extendType, fn, type Body } from '../../python/native.ts';
import { part } from '../../python/packs.ts';
import type { PyNative } from '../../python/functions.ts';
import { newType } from '../../python/types.ts';
import { PyFloat, PyInstance, unbox, type Value } from '../../python/values.ts';
import { toFloat64 } from '../../tensor/access.ts';
import { fromNumbers } from '../../tensor/create.ts';
import { DTYPES } from '../../tensor/dtype.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { PyArray } from '../array.ts';
import { arrayOf, cast, copyOf, newArray, quiet, result, run, shapeOf } from './arrays.ts';
import { number, parameters } from './parameters.ts';
import { call } from '../runtime.ts';
import { RandomState } from './random.ts';
import { dtypeArg } from './types.ts';

const { float64, int64 } = DTYPES;
const sizesOf = (size: Value): number[] => (size === null || size === undefined ? [] : shapeOf(size));
/** One number of a distribution drawn alone is a Python float. */
const drawn = (t: Tensor, size: Value): Value => (size === null || size === undefined ? new PyFloat(toFloat64(t)[0]) : new PyArray(t));

function choice(g: RandomState, a: Value, size: Value, replace: boolean, p: Value): Value {
  const sizes = size === null ? null : shapeOf(size);
  const weights = p === null ? null : cast(arrayOf(p, 'numpy.random.choice'), float64);
  const population = typeof unbox(a) === 'number' ? null : listTexts(a);
  const n = population === null ? number(a) : Array.isArray(population) ? population.length : population.sizes[0];
  const at = g.places(n, sizes, replace, weights);
  if (population === null) return size === null ? Number(toFloat64(at)[0]) : new PyArray(at);
  if (Array.isArray(population)) {
    if (size !== null) throw new Unsupported('numpy.random.choice of several texts');
    throw new Unsupported('numpy.random.choice of texts');
  }
  return result(run('index.Tensor', population, [at]));
}

const listTexts = (a: Value): Tensor | Value[] => {
  if ((a instanceof PyList || a instanceof PyTuple) && a.items.some((v) => typeof unbox(v) === 'string')) return [...a.items];
  return arrayOf(a, 'numpy.random.choice');
};

function randint(g: RandomState, low: Value, high: Value, size: Value, dtype: Value): Value {
  const d = dtypeArg(dtype) ?? int64;
  const [from, to] = high === null ? [0, number(low)] : [number(low), number(high)];
  const t = g.integers(from, to, sizesOf(size), d);
  if (size !== null) return new PyArray(t);
  return dtype === null ? Number(toFloat64(t)[0]) : result(t);
}

function shuffle(g: RandomState, x: Value): Value {
  if (x instanceof PyList) g.shuffleList(x);
  else if (x instanceof PyArray) {
    const order = fromNumbers([x.t.sizes[0]], int64, g.order(x.t.sizes[0]));
    const mixed = run('index_select', x.t, 0, order);
    quiet(() => void call('copy_', x.t, mixed));
  } else throw new Unsupported('numpy.random.shuffle of such a sequence');
  return null;
}

function permutation(g: RandomState, x: Value): Value {
  const n = unbox(x);
  const t = typeof n === 'number' ? null : newArray(x, null);
  const order = g.order(t === null ? (n as number) : t.sizes[0]);
  const at = fromNumbers([order.length], int64, order);
  return new PyArray(t === null ? at : copyOf(run('index_select', t, 0, at)));
}

const rarer = part<typeof import('./legacy.ts').LEGACY>('numpy-more', 'legacy');

/** Distributions whose bodies lie in the pack. */
const LATER = [
  'binomial(n, p, size=None)',
  'multinomial(n, pvals, size=None)',
  'dirichlet(alpha, size=None)',
  'bytes(length)',
  'get_state()',
  'set_state(state)',
  'beta(a, b, size=None)',
  'gamma(shape, scale=1.0, size=None)',
  'standard_gamma(shape, size=None)',
  'chisquare(df, size=None)',
  'standard_t(df, size=None)',
  'standard_exponential(size=None)',
  'lognormal(mean=0.0, sigma=1.0, size=None)',
  'weibull(a, size=None)',
  'pareto(a, size=None)',
  'laplace(loc=0.0, scale=1.0, size=None)',
  'gumbel(loc=0.0, scale=1.0, size=None)',
  'logistic(loc=0.0, scale=1.0, size=None)',
  'poisson(lam=1.0, size=None)',
  'geometric(p, size=None)',
];

/** By signature, without the generator: `of(g)` binds them to one. */
const METHODS: Readonly<Record<string, (g: RandomState, ...args: Value[]) => Value>> = {
  'seed(seed=None)': (g, seed) => {
    g.seed(seed === null ? 0 : number(seed));
    return null;
  },
  'rand(*d)': (g, d) => drawn(g.random(sizesOf(dims(d))), dims(d)),
  'random(size=None)': (g, size) => drawn(g.random(sizesOf(size)), size),
  'random_sample(size=None)': (g, size) => drawn(g.random(sizesOf(size)), size),
  'randn(*d)': (g, d) => drawn(g.normal(zero, one, sizesOf(dims(d))), dims(d)),
  'standard_normal(size=None)': (g, size) => drawn(g.normal(zero, one, sizesOf(size)), size),
  'normal(loc=0.0, scale=1.0, size=None)': (g, loc, scale, size) => {
    const p = parameters(loc, scale, size);
    const t = g.normal(...p.at, p.sizes);
    return p.one ? new PyFloat(toFloat64(t)[0]) : new PyArray(t);
  },
  'uniform(low=0.0, high=1.0, size=None)': (g, low, high, size) => {
    const p = parameters(low, high, size);
    const t = g.uniform(...p.at, p.sizes);
    return p.one ? new PyFloat(toFloat64(t)[0]) : new PyArray(t);
  },
  'exponential(scale=1.0, size=None)': (g, scale, size) => drawn(g.exponential(number(scale), sizesOf(size)), size),
  'randint(low, high=None, size=None, dtype=None)': randint,
  'choice(a, size=None, replace=True, p=None)': (g, a, size, replace, p) => choice(g, a, size, replace !== false, p),
  'shuffle(x)': shuffle,
  'permutation(x)': permutation,
  ...Object.fromEntries(
    LATER.map((signature) => [signature, (g: RandomState, ...args: Value[]) => rarer()[signature.slice(0, signature.indexOf('('))](g, ...args)]),
  ),
};
const zero = (): number => 0;
const one = (): number => 1;
const dims = (d: Value): Value => {
  const list = d as unknown as Value[];
  return list.length === 0 ? null : new PyTuple(list);
};

const stateType = newType('RandomState', undefined, 'numpy.random');
class PyRandomState extends PyInstance {
  readonly g: RandomState;
  constructor(g: RandomState) {
    super(stateType);
    this.g = g;
  }
}
extendType(stateType, {
  create: (_vm, args) => new PyRandomState(new RandomState(args.length > 1 && args[1] !== null ? number(args[1]) : 0)),
  methods: Object.fromEntries(
    Object.entries(METHODS).map(([signature, f]): [string, Body] => [
      signature.replace('()', '(self)').replace(/\((?!self)/, '(self, '),
      (_vm, self: PyRandomState, ...args) => f(self.g, ...args),
    ]),
  ),
});
export const randomStateType = stateType;

export const drawsOf = (g: RandomState): PyNative[] => Object.entries(METHODS).map(([signature, f]) => fn(signature, (_vm, ...args) => f(g, ...args)));
