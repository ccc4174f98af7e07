/**
 * Tensors beside arrays: operators and ufuncs of both, and the way to what functions answer for a tensor (given.ts).
 */
import { raise, Unsupported } from '../../python/errors.ts';
import type { Body } from '../../python/native.ts';
import { part } from '../../python/packs.ts';
import { NotImplemented } from '../../python/types.ts';
import type { Value } from '../../python/values.ts';
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

const given = part<typeof import('./given.ts')>('numpy-more', 'given');

/** The functions by their signatures, each with its answer for a tensor (given.ts) in the first place; in matmul's either. */
export const forTensors = (functions: Readonly<Record<string, Body>>): Record<string, Body> =>
  Object.fromEntries(
    Object.entries(functions).map(([signature, body]): [string, Body] => {
      const name = signature.slice(0, signature.indexOf('('));
      return [
        signature,
        (vm, a, b, ...rest) =>
          a instanceof PyTensor || (b instanceof PyTensor && name === 'matmul') ? given().answer(vm, name, body, a, b, ...rest) : body(vm, a, b, ...rest),
      ];
    }),
  );
