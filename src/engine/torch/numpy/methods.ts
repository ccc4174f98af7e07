/**
 * What arrays and scalars can do: attributes, operators, methods; the functions of the same names share the bodies.
 */
import { raise, Unsupported } from '../../python/errors.ts';
import { arrayIterator } from '../../python/iterate.ts';
import { extendType, type Body } from '../../python/native.ts';
import { PyDict, PyList, PyTuple } from '../../python/containers.ts';
import { NotImplemented, type PyType, typeOf } from '../../python/types.ts';
import type { NativeGen, NativeResult } from '../../python/functions.ts';
import type { VM } from '../../python/vm.ts';
import { PyBoxed, PyFloat, unbox, type Value } from '../../python/values.ts';
import { itemOf, toNumbers } from '../../tensor/access.ts';
import { type DType, DTYPES } from '../../tensor/dtype.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { ndarrayType, PyArray, scalarClasses, scalarDType } from '../array.ts';
import { PyTensor } from '../objects.ts';
import { call } from '../runtime.ts';
import { arrayOf, axesOf, axisOf, cast, copyOf, fromList, locked, mapped, newArray, operand, quiet, result, run } from './arrays.ts';
import { BINARY, rounded, UNARY } from './elementwise.ts';
import { binary, wrapped } from './foreign.ts';
import { getItem, setItem } from './index.ts';
import { rows } from './interop.ts';
import * as reduce from './reduce.ts';
import { inKeywords } from './ufunc.ts';
import { imported } from '../../python/importer.ts';
import { part } from '../../python/packs.ts';
import { clip, FUNCTIONS, places, rarer, reshape, sort, transpose } from './shapes.ts';
import { arrayRepr, arrayStr, scalarRepr, scalarStr } from './text.ts';
import { dtypeArg, genericType, npDType, NpDType, npDTypeType, SCALAR_TYPES, scalarTypeOf } from './types.ts';

const octets = part<typeof import('./octets.ts')>('numpy-more', 'octets');

const OPERATORS: Readonly<Record<string, string>> = {
  add: 'add',
  sub: 'subtract',
  mul: 'multiply',
  truediv: 'divide',
  floordiv: 'floor_divide',
  mod: 'remainder',
  pow: 'power',
  and: 'bitwise_and',
  or: 'bitwise_or',
  xor: 'bitwise_xor',
};
const COMPARISONS: Readonly<Record<string, string>> = { eq: 'equal', ne: 'not_equal', lt: 'less', le: 'less_equal', gt: 'greater', ge: 'greater_equal' };

const matmul = FUNCTIONS['matmul(x1, x2, /)'];
const operators: Record<string, Body> = {
  '__matmul__(self, other, /)': (vm, self, other) => (other instanceof PyTensor ? NotImplemented : matmul(vm, self, other)),
  '__rmatmul__(self, other, /)': (vm, self, other) => (other instanceof PyTensor ? wrapped(matmul(vm, other, self) as Value) : matmul(vm, other, self)),
  '__neg__(self, /)': (_vm, self) => result(UNARY.negative(arrayOf(self, 'numpy.negative'))),
  '__pos__(self, /)': (_vm, self) => result(UNARY.positive(arrayOf(self, 'numpy.positive'))),
  '__abs__(self, /)': (_vm, self) => result(UNARY.abs(arrayOf(self, 'numpy.abs'))),
  '__invert__(self, /)': (_vm, self) => result(UNARY.invert(arrayOf(self, 'numpy.invert'))),
};
for (const [name, ufunc] of Object.entries(OPERATORS)) {
  operators[`__${name}__(self, other, /)`] = (_vm, self, other) => binary(ufunc, self, other);
  operators[`__r${name}__(self, other, /)`] = (_vm, self, other) => binary(ufunc, other, self);
}
for (const [name, ufunc] of Object.entries(COMPARISONS)) {
  operators[`__${name}__(self, other, /)`] = (_vm, self, other) => {
    if (other === null && (name === 'eq' || name === 'ne')) return result(run('full', self instanceof PyArray ? self.t.sizes : [], name === 'ne', DTYPES.bool));
    return binary(ufunc, self, other);
  };
}

/** In place: the result must fit the array's type. */
const inPlace: Record<string, Body> = {};
for (const [name, ufunc] of Object.entries(OPERATORS)) {
  inPlace[`__i${name}__(self, other, /)`] = (vm, self: PyArray, other) => {
    if (other instanceof PyTensor) return NotImplemented;
    const b = operand(other);
    if (!b) return NotImplemented;
    const out = BINARY[ufunc]({ t: self.t, weak: null }, b);
    const order = (t: Tensor): number => ['bool', 'int', 'float'].indexOf(t.dtype.category);
    if (order(out) > order(self.t)) {
      return inKeywords(vm, '_refused', [ufunc, 'output', out.dtype.name, self.t.dtype.name, 'same_kind']);
    }
    if (out.sizes.join() !== self.t.sizes.join()) {
      raise(
        'ValueError',
        `non-broadcastable output operand with shape (${self.t.sizes.join(',')}${self.t.dim === 1 ? ',' : ''}) doesn't match the broadcast shape (${out.sizes.join(',')}${out.dim === 1 ? ',' : ''})`,
      );
    }
    if (self.reversed) throw new Unsupported('writing through a numpy slice with a negative step');
    if (locked.has(self.t.storage)) raise('ValueError', 'output array is read-only');
    quiet(() => void call('copy_', self.t, cast(out, self.t.dtype)));
    return self;
  };
}

type Reduction = (t: Tensor, axes: readonly number[] | null, keep: boolean) => Tensor;
const REDUCTIONS: Readonly<Record<string, Reduction>> = {
  sum: reduce.sum,
  prod: reduce.prod,
  max: reduce.extreme('amax'),
  min: reduce.extreme('amin'),
  amax: reduce.extreme('amax'),
  amin: reduce.extreme('amin'),
  any: reduce.truthful('any.dims'),
  all: reduce.truthful('all.dims'),
};

/** A result written into the array `out`, if there is one. */
const into = (vm: VM, name: string, made: Value, out: Value): NativeResult => (out === null ? made : inKeywords(vm, 'placed', [name, made, out]));

/** Functions that take `out=` beside what their bodies know. */
export const withOut = (functions: Readonly<Record<string, Body>>): Record<string, Body> =>
  Object.fromEntries(
    Object.entries(functions).map(([signature, body]): [string, Body] => {
      const name = signature.slice(0, signature.indexOf('('));
      if (!['clip', 'dot', 'matmul', 'stack', 'take', 'concatenate'].includes(name)) return [signature, body];
      // The place of `out`: concatenate's own, else behind all others.
      const at =
        name === 'concatenate'
          ? 2
          : signature
              .slice(name.length + 1, -1)
              .split(', ')
              .filter((p) => p !== '/').length;
      return [
        name === 'concatenate' ? signature : `${signature.slice(0, -1)}, out=None)`,
        (vm, ...args) => {
          const [out] = args.splice(at, 1, null);
          if (out !== null && args.some((v) => v instanceof PyTensor)) throw new Unsupported(`numpy.${name} of a tensor with out=`);
          return into(vm, name, body(vm, ...args) as Value, out);
        },
      ];
    }),
  );

const reduced =
  (f: Reduction, name: string): Body =>
  (vm, a, axis, dtype, out, keep, initial, where) => {
    if (out !== null || initial !== null || where !== true) return inKeywords(vm, 'reduced', [name, a, axis, dtype, out, keep, initial, where]);
    const t = arrayOf(a, `numpy.${name}`);
    const d = dtypeArg(dtype);
    return result(f(d ? cast(t, d) : t, axesOf(axis, t.dim), keep === true));
  };

const moments: Readonly<Record<string, Body>> = {
  'mean(a, axis=None, dtype=None, out=None, keepdims=False, *, where=True)': (vm, a, axis, dtype, out, keep, where) => {
    if (out !== null || where !== true) return inKeywords(vm, 'reduced', ['mean', a, axis, dtype, out, keep, null, where]);
    const t = arrayOf(a, 'numpy.mean');
    return result(reduce.mean(t, axesOf(axis, t.dim), keep === true, dtypeArg(dtype)));
  },
  'std(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True)': (vm, a, axis, dtype, out, ddof, keep, where) => {
    if (out !== null || where !== true) return inKeywords(vm, 'reduced', ['std', a, axis, dtype, out, keep, null, where, ddof]);
    const t = arrayOf(a, 'numpy.std');
    return result(reduce.deviation(t, axesOf(axis, t.dim), keep === true, Number(ddof)));
  },
  'var(a, axis=None, dtype=None, out=None, ddof=0, keepdims=False, *, where=True)': (vm, a, axis, dtype, out, ddof, keep, where) => {
    if (out !== null || where !== true) return inKeywords(vm, 'reduced', ['var', a, axis, dtype, out, keep, null, where, ddof]);
    const t = arrayOf(a, 'numpy.var');
    return result(reduce.variance(t, axesOf(axis, t.dim), keep === true, Number(ddof)));
  },
  'argmax(a, axis=None, out=None, *, keepdims=False)': (vm, a, axis, out, keep) => into(vm, 'argmax', extremePlace(a, axis, keep === true, true), out),
  'argmin(a, axis=None, out=None, *, keepdims=False)': (vm, a, axis, out, keep) => into(vm, 'argmin', extremePlace(a, axis, keep === true, false), out),
  'cumsum(a, axis=None, dtype=None, out=None)': (vm, a, axis, dtype, out) => into(vm, 'cumsum', cumulative(a, axis, false, dtypeArg(dtype)), out),
  'cumprod(a, axis=None, dtype=None, out=None)': (vm, a, axis, dtype, out) => into(vm, 'cumprod', cumulative(a, axis, true, dtypeArg(dtype)), out),
  'round(a, decimals=0, out=None)': (vm, a, n, out) => into(vm, 'round', result(rounded(arrayOf(a, 'numpy.round'), Number(n))), out),
};

function extremePlace(a: Value, axis: Value, keep: boolean, largest: boolean): Value {
  const t = arrayOf(a, 'numpy.argmax');
  return result(reduce.extremePlace(t, axis === null ? null : axisOf(Number(unbox(axis)), t.dim), keep, largest));
}
function cumulative(a: Value, axis: Value, product: boolean, d: DType | null): Value {
  const given = arrayOf(a, 'numpy.cumsum');
  const t = d ? cast(given, d) : given;
  return new PyArray(reduce.cumulative(t, axis === null ? null : axisOf(Number(unbox(axis)), t.dim), product));
}

/** Reductions and moments, as functions of an array; as methods the array comes first all the same. */
export const REDUCING: Readonly<Record<string, Body>> = {
  ...Object.fromEntries(
    Object.entries(REDUCTIONS).map(([name, f]) => [
      `${name}(a, axis=None, ${name === 'sum' || name === 'prod' ? 'dtype=None, out=None' : 'out=None, *, dtype=None'}, keepdims=False, initial=None, where=True)`,
      name === 'sum' || name === 'prod'
        ? reduced(f, name)
        : (((vm, a, axis, out, dtype, ...rest) => reduced(f, name)(vm, a, axis, dtype, out, ...rest)) as Body),
    ]),
  ),
  ...moments,
};

const nested = (t: Tensor): Value => {
  if (t.dim === 0) return pythonNumber(itemOf(t), t);
  return new PyList(Array.from({ length: t.sizes[0] }, (_, i) => nested(run('select.int', t, 0, i))));
};
const pythonNumber = (v: number | bigint | boolean, t: Tensor): Value => (t.dtype.category === 'float' ? new PyFloat(Number(v)) : v);

const only = (self: PyArray, what: string): Tensor => {
  if (self.t.dim > 0) raise('TypeError', `only 0-dimensional arrays can be converted to Python scalars`);
  if (self.t.numel !== 1) raise('TypeError', what);
  return self.t;
};
const number = (self: PyArray): number => Number(itemOf(only(self, 'only 0-dimensional arrays can be converted to Python scalars')));

const reducingMethods = Object.fromEntries(
  Object.entries(REDUCING)
    .filter(([s]) => !s.startsWith('amax') && !s.startsWith('amin'))
    .map(([s, f]) => [s.replace('(a', '(self'), f]),
);

extendType(ndarrayType, {
  attrs: {
    shape: [
      (_vm, self: PyArray) => new PyTuple([...self.t.sizes]),
      (_vm, self: PyArray, v) => {
        self.t = (reshape(self.t, [v as Value]) as PyArray).t;
      },
    ],
    ndim: (_vm, self: PyArray) => self.t.dim,
    size: (_vm, self: PyArray) => self.t.numel,
    dtype: (_vm, self: PyArray) => npDType(self.t.dtype),
    itemsize: (_vm, self: PyArray) => self.t.dtype.itemsize,
    nbytes: (_vm, self: PyArray) => self.t.dtype.itemsize * self.t.numel,
    strides: (_vm, self: PyArray) => new PyTuple(self.t.strides.map((s) => s * self.t.dtype.itemsize)),
    T: (_vm, self: PyArray) => transpose(self.t, null),
    flat: (_vm, self: PyArray) => arrayIterator(rows(new PyArray(run('reshape', self.t, [-1])))),
  },
  methods: {
    ...operators,
    ...inPlace,
    ...reducingMethods,
    '__repr__(self, /)': (_vm, self: PyArray) => {
      if (mapped.has(self.t.storage)) throw new Unsupported('the repr of a numpy.memmap');
      return arrayRepr(self.t);
    },
    '__str__(self, /)': (_vm, self: PyArray) => (self.t.dim === 0 ? scalarStr(itemOf(self.t), self.t.dtype) : arrayStr(self.t)),
    *'__format__(self, spec, /)'(vm, self: PyArray, spec: string) {
      if (self.t.dim === 0) return yield* vm.call(vm.builtins.attrs.get('format') as Value, [pythonNumber(itemOf(self.t), self.t), spec]);
      if (spec === '') return arrayStr(self.t);
      return raise('TypeError', 'unsupported format string passed to numpy.ndarray.__format__');
    },
    '__len__(self, /)': (_vm, self: PyArray) => (self.t.dim === 0 ? raise('TypeError', 'len() of unsized object') : self.t.sizes[0]),
    '__iter__(self, /)': (_vm, self: PyArray) => arrayIterator(rows(self)),
    '__getitem__(self, key, /)': (_vm, self: PyArray, key) => getItem(self, key),
    '__setitem__(self, key, value, /)': (_vm, self: PyArray, key, value) => {
      setItem(self, key, value);
      return null;
    },
    '__contains__(self, value, /)': (_vm, self: PyArray, v) => {
      const x = operand(v);
      if (!x) throw new Unsupported(`a ${typeOf(v).name} in a numpy array`);
      return toNumbers(BINARY.equal({ t: self.t, weak: null }, x)).includes(true);
    },
    '__bool__(self, /)': (_vm, self: PyArray) => {
      if (self.t.numel !== 1) {
        raise(
          'ValueError',
          self.t.numel === 0
            ? 'The truth value of an empty array is ambiguous. Use `array.size > 0` to check that an array is not empty.'
            : 'The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()',
        );
      }
      return Number(toNumbers(self.t)[0]) !== 0;
    },
    '__float__(self, /)': (_vm, self: PyArray) => new PyFloat(number(self)),
    '__int__(self, /)': (_vm, self: PyArray) => Math.trunc(number(self)),
    '__index__(self, /)': (_vm, self: PyArray) => {
      if (self.t.dim > 0 || self.t.dtype.category === 'float') raise('TypeError', 'only integer scalar arrays can be converted to a scalar index');
      return itemOf(self.t) as Value;
    },
    '__array__(self, dtype=None, *, copy=None)': (_vm, self: PyArray, dtype) =>
      dtype === null ? self : new PyArray(cast(self.t, dtypeArg(dtype) ?? self.t.dtype)),
    '__copy__(self, /)': (_vm, self: PyArray) => new PyArray(copyOf(self.t)),
    '__deepcopy__(self, memo, /)': (_vm, self: PyArray, _memo: PyDict) => new PyArray(copyOf(self.t)),
    'item(self, *args)': (_vm, self: PyArray, args: Value[]) => {
      if (args.length > 0) return pythonNumber(itemOf(arrayOf(getItem(self, new PyTuple(args)), 'numpy.item')), self.t);
      if (self.t.numel !== 1) raise('ValueError', 'can only convert an array of size 1 to a Python scalar');
      return pythonNumber(toNumbers(self.t)[0], self.t);
    },
    'tolist(self)': (_vm, self: PyArray) => nested(self.t),
    'tobytes(self, order=None)': (vm, self: PyArray, order) => octets().bytesOf(vm, self, order),
    *'tofile(self, fid, sep="", format="%s")'(vm, self: PyArray, ...args: Value[]) {
      return yield* vm.call((yield* imported(vm, 'numpy._octets')).attrs.get('tofile') as Value, [self, ...args]);
    },
    'astype(self, dtype, order=None, casting=None, subok=True, copy=True)': (_vm, self: PyArray, dtype, _o, _c, _s, copy) => {
      const d = dtypeArg(dtype) ?? DTYPES.float64;
      return d === self.t.dtype && copy === false ? self : new PyArray(d === self.t.dtype ? run('clone', self.t, 'preserve_format') : cast(self.t, d));
    },
    'copy(self, order=None)': (_vm, self: PyArray) => new PyArray(copyOf(self.t)),
    'fill(self, value)': (_vm, self: PyArray, v) => {
      quiet(() => void call('copy_', self.t, newArray(v, self.t.dtype)));
      return null;
    },
    'reshape(self, *shape, order=None)': (_vm, self: PyArray, shape: Value[]) => reshape(self.t, shape),
    'flatten(self, order=None)': (_vm, self: PyArray) => new PyArray(copyOf(run('reshape', self.t, [-1]))),
    'ravel(self, order=None)': (_vm, self: PyArray) => new PyArray(run('reshape', self.t, [-1])),
    'transpose(self, *axes)': (_vm, self: PyArray, axes: Value[]) =>
      transpose(self.t, axes.length === 0 ? null : axes.length === 1 ? axes[0] : new PyTuple(axes)),
    'swapaxes(self, axis1, axis2)': FUNCTIONS['swapaxes(a, axis1, axis2)'],
    'squeeze(self, axis=None)': FUNCTIONS['squeeze(a, axis=None)'],
    'dot(self, b)': FUNCTIONS['dot(a, b)'],
    'clip(self, min=None, max=None, out=None)': (vm, self: PyArray, low, high, out) => into(vm, 'clip', result(clip(self.t, low, high)), out),
    'take(self, indices, axis=None)': (_vm, self: PyArray, p, axis) => rarer().take(self.t, p, axis),
    'repeat(self, repeats, axis=None)': (_vm, self: PyArray, n, axis) => rarer().repeat(self.t, n, axis),
    'nonzero(self)': (_vm, self: PyArray) => places(run('ne.Scalar', self.t, 0)),
    'argsort(self, axis=-1, kind=None)': (_vm, self: PyArray, axis, kind) => new PyArray(rarer().argsort(self.t, axis, kind)),
    'sort(self, axis=-1)': (_vm, self: PyArray, axis) => {
      const out = sort(self.t, axis);
      quiet(() => void call('copy_', self.t, out));
      return null;
    },
  },
});
ndarrayType.dict.set('__hash__', null);

/** Reductions of one number: itself. */
const scalarMethods = Object.fromEntries(Object.entries(reducingMethods).filter(([s]) => /^(sum|mean|max|min|round|std|var|any|all|prod)\(/.test(s)));

extendType(genericType, {
  attrs: {
    dtype: (_vm, self: PyBoxed) => npDType(scalarDType(self) ?? DTYPES.float64),
    shape: () => new PyTuple([]),
    ndim: () => 0,
    size: () => 1,
    itemsize: (_vm, self: PyBoxed) => (scalarDType(self) ?? DTYPES.float64).itemsize,
    real: (_vm, self: PyBoxed) => self,
    T: (_vm, self: PyBoxed) => self,
  },
  methods: {
    ...operators,
    ...scalarMethods,
    '__repr__(self, /)': (_vm, self: PyBoxed) => scalarRepr(plainOf(self), scalarDType(self) ?? DTYPES.float64),
    '__str__(self, /)': (_vm, self: PyBoxed) => scalarStr(plainOf(self), scalarDType(self) ?? DTYPES.float64),
    *'__format__(self, spec, /)'(vm, self: PyBoxed, spec: string) {
      if (spec === '') return scalarStr(plainOf(self), scalarDType(self) ?? DTYPES.float64);
      return yield* vm.call(vm.builtins.attrs.get('format') as Value, [unbox(self), spec]);
    },
    '__bool__(self, /)': (_vm, self: PyBoxed) => Number(plainOf(self)) !== 0,
    '__float__(self, /)': (_vm, self: PyBoxed) => new PyFloat(Number(plainOf(self))),
    '__int__(self, /)': (_vm, self: PyBoxed) => Math.trunc(Number(plainOf(self))),
    '__index__(self, /)': (_vm, self: PyBoxed) => {
      if (scalarDType(self)?.category !== 'int') raise('TypeError', `'${self.cls.tp}' object cannot be interpreted as an integer`);
      return unbox(self);
    },
    '__hash__(self, /)': (vm, self: PyBoxed) => vm.call(vm.builtins.attrs.get('hash') as Value, [unbox(self)]),
    '__round__(self, ndigits=None, /)': (_vm, self: PyBoxed, n) => {
      const t = rounded(arrayOf(self, 'numpy.round'), n === null ? 0 : Number(unbox(n)));
      return n === null ? BigIntSafe(itemOf(t)) : result(t);
    },
    '__array__(self, dtype=None, *, copy=None)': (_vm, self: PyBoxed) => new PyArray(arrayOf(self, 'numpy.array')),
    'item(self)': (_vm, self: PyBoxed) => unbox(self),
    'tolist(self)': (_vm, self: PyBoxed) => unbox(self),
    'copy(self)': (_vm, self: PyBoxed) => self,
    'astype(self, dtype)': (_vm, self: PyBoxed, dtype) => result(cast(arrayOf(self, 'numpy.astype'), dtypeArg(dtype) ?? DTYPES.float64)),
    'reshape(self, *shape)': (_vm, self: PyBoxed, shape: Value[]) => reshape(arrayOf(self, 'numpy.reshape'), shape),
  },
});
// The first of the two bases decides; float's own methods come after numpy's.
const plainOf = (v: PyBoxed): number | bigint | boolean => (v.value instanceof PyFloat ? v.value.v : (v.value as number | bigint));
const BigIntSafe = (v: number | bigint | boolean): Value => (typeof v === 'number' && !Number.isSafeInteger(v) ? BigInt(v) : Number(v));

/** A text as Python's own numbers read it. */
function* fromText(vm: VM, text: Value, d: DType): NativeGen {
  if (d.category === 'bool') throw new Unsupported('numpy.bool of text');
  return result(fromList(yield* vm.call(vm.builtins.attrs.get(d.category === 'float' ? 'float' : 'int') as Value, [text]), d));
}

for (const t of SCALAR_TYPES) {
  extendType(t, {
    create: (vm, args) => {
      const d = scalarClasses.get(args[0] as PyType) ?? DTYPES.float64;
      const v = args.length > 1 ? args[1] : 0;
      if (typeof unbox(v) === 'string') return fromText(vm, v, d);
      if (v instanceof PyTensor || v instanceof PyArray) return result(cast(arrayOf(v, `numpy.${t.name}`), d));
      return result(fromList(v, d));
    },
    alloc: (cls) => new PyBoxed(cls, 0),
  });
}

extendType(npDTypeType, {
  create: (_vm, args) => npDType(dtypeArg(args[1]) ?? DTYPES.float64),
  attrs: {
    name: (_vm, self: NpDType) => self.d.name,
    itemsize: (_vm, self: NpDType) => self.d.itemsize,
    kind: (_vm, self: NpDType) => (self.d.category === 'bool' ? 'b' : self.d.name.startsWith('u') ? 'u' : self.d.category === 'int' ? 'i' : 'f'),
    type: (_vm, self: NpDType) => scalarTypeOf(self.d),
  },
  methods: {
    '__repr__(self, /)': (_vm, self: NpDType) => `dtype('${self.d.name}')`,
    '__str__(self, /)': (_vm, self: NpDType) => self.d.name,
    '__eq__(self, other, /)': (_vm, self: NpDType, other) => sameType(self, other),
    '__ne__(self, other, /)': (_vm, self: NpDType, other) => !sameType(self, other),
    '__hash__(self, /)': (vm, self: NpDType) => vm.call(vm.builtins.attrs.get('hash') as Value, [self.d.name]),
  },
});

function sameType(self: NpDType, other: Value): boolean {
  try {
    return dtypeArg(other) === self.d;
  } catch (e) {
    if (e instanceof Unsupported) return false;
    throw e;
  }
}
