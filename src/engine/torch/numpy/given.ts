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
import type { Value } from '../../python/values.ts';
import type { VM } from '../../python/vm.ts';
import { wrapped } from './foreign.ts';

const asked = (vm: VM, a: Value, name: string, args: Value[], kw: Record<string, Value> = {}): NativeResult =>
  vm.invoke(getAttr(vm, a, name) as Value, args, new Map(Object.entries(kw)));

/** torch knows neither `where=` nor `initial=`. */
const plain = (name: string, is: boolean): void => {
  if (!is) throw new Unsupported(`numpy.${name} of a tensor with where= or initial=`);
};

/** The keywords of a reduction as `_wrapreduction` passes them on. */
const reduction =
  (name: string, dtypeSecond: boolean): Body =>
  (vm, a, axis, p, q, keep, initial, where) => {
    plain(name, initial === null && where === true);
    const [dtype, out] = dtypeSecond ? [p, q] : [q, p];
    return asked(vm, a, name, [], { axis, ...(dtype === null ? {} : { dtype }), out, ...(keep === true ? { keepdims: true } : {}) });
  };
const moment =
  (name: string): Body =>
  (vm, a, axis, dtype, out, ddof, keep, where) => {
    plain(name, where === true);
    return asked(vm, a, name, [], { axis, dtype, out, ddof, ...(keep === true ? { keepdims: true } : {}) });
  };

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
  mean: (vm, a, axis, dtype, out, keep, where) => {
    plain('mean', where === true);
    return asked(vm, a, 'mean', [], { axis, dtype, out, ...(keep === true ? { keepdims: true } : {}) });
  },
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

/** A function's answer where an argument is a tensor. */
export function answer(vm: VM, name: string, body: Body, ...args: Value[]): NativeResult {
  const own = OWN[name];
  if (own) return own(vm, ...args);
  const out = body(vm, ...args);
  return name === 'matmul' || WRAPPED.has(name) ? wrapped(out as Value) : out;
}
