/**
 * The modules `numpy`, `numpy.random`, `numpy.linalg`, `numpy.testing`: names to functions. What is not here is refused
 * by name when it is used.
 */
import { Unsupported, raise } from '../../python/errors.ts';
import { type NativeGen, PyModule } from '../../python/functions.ts';
import { imported, placeholderModule } from '../../python/importer.ts';
import { part } from '../../python/packs.ts';
import { makeModule } from '../../python/modules/util.ts';
import { fn, type Body } from '../../python/native.ts';
import { PyFloat, unbox, type Value } from '../../python/values.ts';
import type { VM } from '../../python/vm.ts';
import { PySet } from '../../python/containers.ts';
import { DTYPES } from '../../tensor/dtype.ts';
import { ndarrayType } from '../array.ts';
import { arrayOf, axesOf, cast, result, run } from './arrays.ts';
import { PyTensor } from '../objects.ts';
import { binary, forTensors, ufunc, wrapped } from './foreign.ts';
import { drawsOf, randomStateType } from './draws.ts';
import { BINARY, UNARY } from './elementwise.ts';
import { quietly, ufuncOf } from './ufunc.ts';
import { REDUCING, withOut } from './methods.ts';
import { RandomState } from './random.ts';
import { sum } from './reduce.ts';
import { FUNCTIONS } from './shapes.ts';
import { printing, resetPrinting } from './text.ts';
import { ABSTRACT, generatorType, npDTypeType, SCALARS } from './types.ts';

const einsumPart = part<typeof import('./einsum.ts')>('numpy-more', 'einsum');
const octetsPart = part<typeof import('./octets.ts')>('numpy-more', 'octets');
const removedPart = part<typeof import('./removed.ts')>('numpy-more', 'removed');
const limitsPart = part<typeof import('./limits.ts')>('numpy-more', 'limits');
const generatorPart = part<typeof import('./generator.ts')>('numpy-more', 'generator');

/** numpy's own functions are called with the names of a ufunc's arguments left open. */
const ufuncs = (): Record<string, Value> =>
  Object.fromEntries(Object.entries(bodies()).map(([signature, f]) => [signature.slice(0, signature.indexOf('(')), ufuncOf(signature, f)]));

const bodies = (): Record<string, Body> => ({
  ...Object.fromEntries(
    Object.keys(BINARY).map((name) => [
      `${name}(x1, x2, /)`,
      ((_vm, a, b) => (a instanceof PyTensor || b instanceof PyTensor ? ufunc(name, a, b) : notGiven(binary(name, a, b), name))) as Body,
    ]),
  ),
  ...Object.fromEntries(
    Object.keys(UNARY).map((name) => [
      `${name}(x, /)`,
      ((_vm, a) => {
        const out = result(UNARY[name](arrayOf(a, `numpy.${name}`)));
        return a instanceof PyTensor ? wrapped(out) : out;
      }) as Body,
    ]),
  ),
});

function notGiven(v: Value, name: string): Value {
  if (v !== null && typeof v === 'object' && 'name' in v && v.name === 'NotImplemented') throw new Unsupported(`numpy.${name} of such values`);
  return v;
}

const printOptions: Body = (_vm, precision, threshold, edgeitems, linewidth, suppress) => {
  const set = { precision, threshold, edgeitems, linewidth } as Record<string, Value>;
  for (const key of ['precision', 'threshold', 'edgeitems', 'linewidth'] as const) {
    const v = unbox(set[key]);
    if (v === null) continue;
    printing[key] = v instanceof PyFloat ? v.v : Number(v);
  }
  if (suppress !== null) printing.suppress = suppress === true;
  return null;
};

const rest = (m: PyModule): Value => m.attrs.get('_REST') as Value;

/** The Python halves of the modules. */
const IN_PYTHON: Readonly<Record<string, string>> = { numpy: 'numpy._more', 'numpy.linalg': 'numpy._linear', 'numpy.random': 'numpy._seeds' };

const module = (name: string, functions: Readonly<Record<string, Body>>, values: Record<string, Value>, more: ReturnType<typeof drawsOf> = []): PyModule => {
  const m = makeModule(name, { functions: [...Object.entries(functions).map(([s, f]) => fn(s, f)), ...more], values });
  m.attrs.set(
    '__getattr__',
    fn('__getattr__(name, /)', function* (vm, attr: string) {
      if (attr.startsWith('__')) raise('AttributeError', `module '${name}' has no attribute '${attr}'`);
      if (name === 'numpy' && (attr === 'finfo' || attr === 'iinfo')) return limitsPart()[`${attr}Type`];
      // Names are kept by the module of the Python half, not here: what a trace has looked up is not undone.
      const half = IN_PYTHON[name];
      const found = half === undefined || attr.startsWith('_') ? undefined : (yield* imported(vm, half)).attrs.get(attr);
      if (found !== undefined && !(found instanceof PyModule)) return found;
      if (name === 'numpy' && !(rest(yield* imported(vm, 'numpy._more')) as PySet).has(attr)) removedPart().absent(attr);
      return yield* vm.call(placeholderModule()(name).attrs.get('__getattr__') as Value, [attr]);
    }),
  );
  return m;
};

function numpy(vm: VM): PyModule {
  resetPrinting();
  const f = (v: number): PyFloat => new PyFloat(v);
  const modules = Object.fromEntries(['random', 'linalg', 'testing'].map((n) => [n, MODULES[`numpy.${n}`](vm)]));
  for (const [n, m] of Object.entries(modules)) vm.importer.modules.set(`numpy.${n}`, m);
  return module(
    'numpy',
    {
      ...withOut(forTensors({ ...FUNCTIONS, ...REDUCING, 'around(a, decimals=0, out=None)': REDUCING['round(a, decimals=0, out=None)'] })),
      'einsum(subscripts, *operands, optimize=False)': (_vm, subscripts, operands) => einsumPart().einsum(subscripts, operands),
      '_run(name, /, *args)': quietly,
      '_over_bytes(data, dtype, shape, read, map, /)': (vm, ...args) => octetsPart().overBytes(vm, ...args),
      'set_printoptions(precision=None, threshold=None, edgeitems=None, linewidth=None, suppress=None)': printOptions,
    },
    {
      ...ufuncs(),
      ndarray: ndarrayType,
      dtype: npDTypeType,
      ...(SCALARS as Record<string, Value>),
      ...(ABSTRACT as Record<string, Value>),
      newaxis: null,
      pi: f(Math.PI),
      e: f(Math.E),
      inf: f(Infinity),
      nan: f(Number.NaN),
      euler_gamma: f(0.5772156649015329),
      __version__: '2.4.6',
      ...modules,
    },
  );
}

function* otherNorm(vm: VM, args: Value[]): NativeGen {
  return yield* vm.call((yield* imported(vm, 'numpy._linear')).attrs.get('norm') as Value, args);
}

const norm: Body = (vm, x, ord, axis, keep) => {
  const t = arrayOf(x, 'numpy.linalg.norm');
  if (ord !== null && !(ord === 2 && (axis !== null || t.dim === 1))) return otherNorm(vm, [x, ord, axis, keep]);
  const v = cast(t, t.dtype.category === 'float' ? t.dtype : DTYPES.float64);
  return result(run('sqrt', sum(run('mul.Tensor', v, v), axesOf(axis, t.dim), keep === true)));
};

const near: Body = (vm, a, b, rtol, atol) =>
  FUNCTIONS['allclose(a, b, rtol=1e-05, atol=1e-08, equal_nan=False)'](vm, a, b, rtol, atol, true) === true ? null : failedReport();
const failedReport = (): never => {
  throw new Unsupported('the report of a failed numpy.testing assertion');
};

export const MODULES: Readonly<Record<string, (vm: VM) => PyModule>> = {
  numpy,
  'numpy.random': () =>
    module(
      'numpy.random',
      { 'default_rng(seed=None)': (vm, seed) => generatorPart().defaultRng(vm, seed) },
      { RandomState: randomStateType, Generator: generatorType },
      drawsOf(new RandomState()),
    ),
  'numpy.linalg': () => module('numpy.linalg', { 'norm(x, ord=None, axis=None, keepdims=False)': norm }, {}),
  'numpy.testing': () =>
    module(
      'numpy.testing',
      {
        'assert_allclose(actual, desired, rtol=1e-07, atol=0, equal_nan=True)': near,
        'assert_array_equal(actual, desired)': (vm, a, b) => (FUNCTIONS['array_equal(a1, a2)'](vm, a, b) === true ? null : failedReport()),
      },
      {},
    ),
};
