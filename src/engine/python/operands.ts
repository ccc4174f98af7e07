/** What CPython says of operands that do not go together. Lies in the pack `faults`. */
import { PyList, PyTuple } from './containers.ts';
import { raise } from './errors.ts';
import { BINARY_OPS } from './opcodes.ts';
import { typeOf } from './types.ts';
import { PyBytes, unbox, type Value } from './values.ts';

export function unsupported(op: number, a: Value, b: Value, inplace: boolean): never {
  const x = typeOf(a).tp;
  const y = typeOf(b).tp;
  if (op === 0 && !inplace) {
    if (typeof unbox(a) === 'string') raise('TypeError', `can only concatenate str (not "${y}") to str`);
    if (a instanceof PyList) raise('TypeError', `can only concatenate list (not "${y}") to list`);
    if (a instanceof PyTuple)
      raise('TypeError', typeOf(a).keepsType ? `can only concatenate tuple (not ${y}) to ${x}` : `can only concatenate tuple (not "${y}") to tuple`);
  }
  if (op === 0 && inplace && typeof unbox(a) === 'string') raise('TypeError', `can only concatenate str (not "${y}") to str`);
  if (op === 0 && inplace && a instanceof PyTuple) raise('TypeError', `can only concatenate tuple (not "${y}") to tuple`);
  if (op === 0 && a instanceof PyBytes) raise('TypeError', `can't concat ${y} to bytes`);
  if (op === 2) {
    const seq = (v: Value): boolean => typeof unbox(v) === 'string' || v instanceof PyList || v instanceof PyTuple || v instanceof PyBytes;
    if (seq(a)) raise('TypeError', `can't multiply sequence by non-int of type '${y}'`);
    if (seq(b)) raise('TypeError', `can't multiply sequence by non-int of type '${x}'`);
  }
  const sign = op === 6 ? (inplace ? '**=' : '** or pow()') : `${BINARY_OPS[op]}${inplace ? '=' : ''}`;
  raise('TypeError', `unsupported operand type(s) for ${sign}: '${x}' and '${y}'`);
}
