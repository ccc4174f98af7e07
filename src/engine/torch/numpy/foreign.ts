/**
 * numpy's functions given a tensor: what of them answers.
 *
 * Three ways, after numpy 2's `_core/fromnumeric.py`. A reduction asks the tensor's method with numpy's keywords, which torch
 * mostly refuses in its own words. Others try the method, and where torch refuses the call they work on the array and hand the
 * result to `Tensor.__array_wrap__` (torch/_tensor.py), which makes a tensor of it, of truth values one of uint8; ufuncs do
 * that at once. What remains takes the tensor for an array and gives an array.
 */
import { getAttr } from '../../python/attr.ts';
import { raise, Unsupported } from '../../python/errors.ts';
import type { NativeResult } from '../../python/functions.ts';
import type { Body } from '../../python/native.ts';
import { NotImplemented } from '../../python/types.ts';
import type { Value } from '../../python/values.ts';
import type { VM } from '../../python/vm.ts';
import { DTYPES } from '../../tensor/dtype.ts';
import { PyArray, scalarDType } from '../array.ts';
import { PyTensor, wrap } from '../objects.ts';
import { one } from '../runtime.ts';
import { arrayOf, cast, lent, type Operand, operand, result } from './arrays.ts';
import { BINARY } from './elementwise.ts';

/** `Tensor.__array_wrap__`. */
export function wrapped(v: Value): Value {
  const t = v instanceof PyArray ? v.t : arrayOf(v, 'a result');
  return wrap(one('lift_fresh', t.dtype === DTYPES.bool ? cast(t, DTYPES.uint8) : t));
}

/** A ufunc of two operands of which one is a tensor. */
export function ufunc(name: string, x: Value, y: Value): Value {
  const [a, b] = [x, y].map((v): Operand => {
    const o = lent(v);
    if (!o) throw new Unsupported(`numpy.${name} of such values`);
    return o;
  });
  return wrapped(new PyArray(BINARY[name](a, b)));
}

const scalarBeside = (v: Value): boolean => scalarDType(v) !== undefined;

/**
 * An operator of arrays and scalars; NotImplemented where an operand is nothing numpy knows. Beside a tensor an array in front
 * gives way (`__array_priority__`), one behind it is asked when the tensor has refused it.
 */
export function binary(name: string, x: Value, y: Value): Value {
  if ((x instanceof PyTensor && scalarBeside(y)) || (y instanceof PyTensor && scalarBeside(x))) return NotImplemented;
  if (x instanceof PyTensor) return ufunc(name, x, y);
  if (y instanceof PyTensor) {
    // `Tensor.__eq__` alone takes an array; `!=` is left with nobody, and Python says that they are not the same.
    if (name === 'equal' && x instanceof PyArray) return wrap(one('eq.Tensor', y.t, one('lift_fresh', x.t)));
    // `Tensor.__rtruediv__` is `self.reciprocal() * other`.
    if (name === 'divide') return ufunc('multiply', wrap(one('reciprocal', y.t)), x);
    if (name !== 'add') return NotImplemented;
    raise(
      'TypeError',
      'Concatenation operation is not implemented for NumPy arrays, use np.concatenate() instead. Please do not rely on this error; it may not be given on all Python implementations.',
    );
  }
  const a = operand(x);
  const b = operand(y);
  if (!a || !b) return NotImplemented;
  return result(BINARY[name](a, b));
}

const asked = (vm: VM, a: Value, name: string, args: Value[], kw: Record<string, Value> = {}): NativeResult =>
  vm.invoke(getAttr(vm, a, name) as Value, args, new Map(Object.entries(kw)));

/** The keywords of a reduction as `_wrapreduction` passes them on. */
const reduction =
  (name: string, dtypeSecond: boolean): Body =>
  (vm, a, axis, p, q, keep) => {
    const [dtype, out] = dtypeSecond ? [p, q] : [q, p];
    return asked(vm, a, name, [], { axis, ...(dtype === null ? {} : { dtype }), out, ...(keep === true ? { keepdims: true } : {}) });
  };
const moment =
  (name: string): Body =>
  (vm, a, axis, dtype, out, ddof, keep) =>
    asked(vm, a, name, [], { axis, dtype, out, ddof, ...(keep === true ? { keepdims: true } : {}) });

const refused =
  (name: string): Body =>
  () => {
    throw new Unsupported(`numpy.${name} of a tensor`);
  };

const OWN: Readonly<Record<string, Body>> = {
  sum: reduction('sum', true),
  prod: reduction('prod', true),
  max: reduction('max', false),
  min: reduction('min', false),
  amax: reduction('max', false),
  amin: reduction('min', false),
  any: reduction('any', false),
  all: reduction('all', false),
  mean: (vm, a, axis, dtype, out, keep) => asked(vm, a, 'mean', [], { axis, dtype, out, ...(keep === true ? { keepdims: true } : {}) }),
  std: moment('std'),
  var: moment('var'),
  squeeze: (vm, a, axis) => asked(vm, a, 'squeeze', [], axis === null ? {} : { axis }),
  swapaxes: (vm, a, x, y) => asked(vm, a, 'swapaxes', [x, y]),
  nonzero: (vm, a) => asked(vm, a, 'nonzero', []),
  shape: (vm, a) => getAttr(vm, a, 'shape'),
  ndim: (vm, a) => getAttr(vm, a, 'ndim'),
  size: (vm, a) => getAttr(vm, a, 'size'),
  flip: () => raise('ValueError', 'step must be greater than zero'),
  split: refused('split'),
  array_split: refused('array_split'),
};

const WRAPPED = new Set([
  'cumsum',
  'cumprod',
  'argmax',
  'argmin',
  'argsort',
  'clip',
  'take',
  'repeat',
  'round',
  'around',
  'searchsorted',
  'transpose',
  'reshape',
]);

/** The functions by their signatures, each with its answer for a tensor in the first place. */
export const forTensors = (functions: Readonly<Record<string, Body>>): Record<string, Body> =>
  Object.fromEntries(
    Object.entries(functions).map(([signature, body]): [string, Body] => {
      const name = signature.slice(0, signature.indexOf('('));
      const own = OWN[name];
      if (own) return [signature, (vm, a, ...rest) => (a instanceof PyTensor ? own : body)(vm, a, ...rest)];
      if (name === 'matmul')
        return [signature, (vm, a, b) => (a instanceof PyTensor || b instanceof PyTensor ? wrapped(body(vm, a, b) as Value) : body(vm, a, b))];
      if (!WRAPPED.has(name)) return [signature, body];
      return [signature, (vm, a, ...rest) => (a instanceof PyTensor ? wrapped(body(vm, a, ...rest) as Value) : body(vm, a, ...rest))];
    }),
  );
