/**
 * Values into operator arguments and results back into values.
 *
 * Idea: the accessors of PythonArgs (python_arg_parser.h). A 0-d tensor given for a number is read with `item()`, which
 * leaves its row, as in PyTorch.
 */
import { PyTuple } from '../python/containers.ts';
import { raise } from '../python/errors.ts';
import { boolType, floatType, intType } from '../python/types.ts';
import { PyBoxed, PyFloat, PyObject, unbox, type Value } from '../python/values.ts';
import type { Arg, Ret, Scalar } from '../aten/op.ts';
import { bool, type DType, float64, int64 } from '../tensor/dtype.ts';
import { type Device, Tensor } from '../tensor/tensor.ts';
import { isSequence, tpName } from './arguments.ts';
import { deviceOf } from './device.ts';
import { PyDevice, PyDType, PyNamed, PyTensor, wrap, wrapDevice, wrapDType } from './objects.ts';
import { PyGenerator } from './generator.ts';
import { item } from './inference.ts';
import { part } from '../python/packs.ts';
import type { Param } from './signature.ts';

export { item } from './inference.ts';

const wide = part<typeof import('./wide.ts')>('faults', 'wide');

/** Ints beyond 2^53 given to the call that is made: kept for its message (`wide.ts`). `sizes`: some stand in lists. */
export const beyond: { seen: bigint[] | null; sizes: boolean } = { seen: null, sizes: false };

export function toScalar(v: Value): Scalar {
  const u = unbox(v);
  if (u instanceof PyTensor) return item(u.t);
  return typeof u === 'bigint' ? wide().asScalar(u) : (u as Scalar);
}

export function toInt(v: Value): number | bigint {
  const u = unbox(v);
  if (u instanceof PyTensor) return toInt(item(u.t) as Value);
  if (typeof u === 'boolean') return Number(u);
  return typeof u === 'bigint' ? wide().asInt64(u) : (u as number);
}

export function toFloat(v: Value): PyFloat {
  const u = unbox(v);
  if (u instanceof PyFloat) return u;
  if (u instanceof PyTensor) return toFloat(item(u.t) as Value);
  return typeof u === 'bigint' ? wide().asDouble(u) : new PyFloat(Number(u));
}

/** `fn` and `name` are of the function that was called and of its argument, for the message. */
export function toDType(v: Value, fn = 'dtype', name = 'dtype'): DType {
  if (v instanceof PyDType) return v.d;
  if (v === (floatType as Value)) return float64;
  if (v === (intType as Value)) return int64;
  if (v === (boolType as Value)) return bool;
  return raise('TypeError', `${fn}(): argument '${name}' must be torch.dtype, not ${tpName(v)}`);
}

function intItem(v: Value, p: Param, fn: string, i: number): number {
  const u = unbox(v);
  if (typeof u === 'number') return u;
  if (typeof u === 'bigint') return wide().asItem(u, p, fn, i);
  if (u instanceof PyTensor && u.t.numel === 1 && u.t.dtype.category !== 'float') return Number(toInt(u));
  return raise(
    'TypeError',
    `${fn}(): argument '${p.name}' failed to unpack the object at pos ${i + 1} with error "type must be tuple of ints,but got ${tpName(v)}"`,
  );
}

export function toArg(v: Value, p: Param, fn: string): Arg {
  if (p.list !== 0) {
    const items = isSequence(v) ? v.items : new Array<Value>(Math.max(p.list, 1)).fill(typeof v === 'bigint' ? toInt(v) : v);
    switch (p.base) {
      case 'int':
        return items.map((x, i) => intItem(x, p, fn, i));
      case 'float':
        return items.map(toFloat);
      case 'Tensor':
        return items.map((x) => (x === null ? null : (x as PyTensor).t));
      case 'Scalar':
        return items.map(toScalar);
      default:
        return items as Arg;
    }
  }
  switch (p.base) {
    case 'Tensor':
      return v instanceof PyTensor ? v.t : toScalar(v);
    case 'Scalar':
      return toScalar(v);
    case 'int':
      return typeof v === 'bigint' ? wide().asArgument(v, fn) : toInt(v);
    case 'float':
      return toFloat(v);
    case 'ScalarType':
      return toDType(v);
    case 'Device':
      return deviceOf(v);
    case 'Layout':
    case 'MemoryFormat':
      return (v as PyNamed).name;
    case 'Generator':
      return (v as PyGenerator).g;
    default:
      return unbox(v) as Arg;
  }
}

/** A single result as a Python value. */
export function toValue(r: Arg | Ret): Value {
  if (r instanceof Tensor) return wrap(r);
  if (Array.isArray(r)) return new PyTuple(r.map((x) => toValue(x as Ret)));
  if (r === null || r === undefined) return null;
  if (typeof r !== 'object') return r;
  if (r instanceof PyFloat || r instanceof PyObject || r instanceof PyBoxed) return r as Value;
  if ('category' in r) return wrapDType(r as DType);
  if ('index' in r) return wrapDevice(r as Device);
  throw new Error('operator result of unknown kind');
}

export { PyDevice };
