/**
 * The arguments of `.to(…)`: a device, a dtype, both, or another tensor to be like.
 *
 * Signatures of `parse_to_conversion` (torch/csrc/autograd/utils/python_arg_parsing.h).
 */
import { raise } from '../python/errors.ts';
import { PyFloat, unbox, type Value } from '../python/values.ts';
import { bool, type DType, float64 } from '../tensor/dtype.ts';
import type { Device } from '../tensor/tensor.ts';
import { toDType } from './convert.ts';
import { deviceOf } from './device.ts';
import { part } from '../python/packs.ts';
import { PyDevice, PyDType, PyNamed, PyTensor } from './objects.ts';
import { boolType, floatType, intType } from '../python/types.ts';

const invalid = part<typeof import('./invalid.ts')>('faults', 'invalid');

export interface To {
  device: Device | null;
  dtype: DType | null;
  nonBlocking: boolean;
  copy: boolean;
  memoryFormat: string | null;
}

const words = part<typeof import('../tensor/words.ts')>('faults', 'words');

const isDType = (v: Value): boolean => v instanceof PyDType || v === (floatType as Value) || v === (intType as Value) || v === (boolType as Value);
const isDevice = (v: Value): boolean => v instanceof PyDevice || typeof unbox(v) === 'string' || typeof unbox(v) === 'number';

export function parseTo(args: readonly Value[], kw: Map<string, Value> | null): To {
  const out: To = { device: null, dtype: null, nonBlocking: false, copy: false, memoryFormat: null };
  const fail = (): never => raise('TypeError', invalid().invalidArguments('to()', args, kw, words().TO));
  const rest = [...args];
  const first = rest[0];
  if (first instanceof PyTensor || kw?.get('tensor') instanceof PyTensor) {
    const like = (first instanceof PyTensor ? rest.shift() : kw?.get('tensor')) as PyTensor;
    out.device = like.t.device;
    out.dtype = like.t.dtype;
  } else if (first !== undefined && isDType(first)) {
    out.dtype = toDType(rest.shift() as Value);
  } else if (first !== undefined && (isDevice(first) || first === null)) {
    const d = rest.shift() as Value;
    out.device = d === null ? null : deviceOf(d);
    if (rest.length > 0 && (rest[0] === null || isDType(rest[0]))) {
      const t = rest.shift() as Value;
      out.dtype = t === null ? null : toDType(t);
    }
  } else if (first instanceof PyFloat || typeof first === 'boolean') {
    out.dtype = typeof rest.shift() === 'boolean' ? bool : float64; // a number counts as a tensor
  } else if (first !== undefined) fail();
  if (rest.length > 0) {
    if (typeof rest[0] !== 'boolean') fail();
    out.nonBlocking = rest.shift() as boolean;
  }
  if (rest.length > 0) out.copy = rest.shift() as boolean;
  for (const [k, v] of kw ?? []) {
    if (k === 'device') out.device = v === null ? null : isDevice(v) ? deviceOf(v) : fail();
    else if (k === 'dtype') out.dtype = v === null ? null : isDType(v) ? toDType(v) : fail();
    else if (k === 'non_blocking') out.nonBlocking = v as boolean;
    else if (k === 'copy') out.copy = v as boolean;
    else if (k === 'memory_format') out.memoryFormat = v instanceof PyNamed ? v.name : null;
    else if (k !== 'tensor') fail();
  }
  return out;
}
