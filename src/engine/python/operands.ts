/** What CPython says of operands that do not go together, and of subscripts. Lies in the pack `faults`. */
import { PyList, PyTuple } from './containers.ts';
import { raise } from './errors.ts';
import { BINARY_OPS } from './opcodes.ts';
import { PyType, typeOf } from './types.ts';
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

/** `kind` is what an index out of range calls the sequence. */
export function badIndex(kind: string, k: Value): never {
  if (kind === 'string') raise('TypeError', `string indices must be integers, not '${typeOf(k).tp}'`);
  const what = kind === 'range object' ? 'range' : kind === 'index' ? 'byte' : kind;
  raise('TypeError', `${what} indices must be integers or slices, not ${typeOf(k).tp}`);
}

export function notSubscriptable(o: Value): never {
  raise('TypeError', o instanceof PyType ? `type '${o.name}' is not subscriptable` : `'${typeOf(o).tp}' object is not subscriptable`);
}

export function notASlice(step: number): never {
  raise('TypeError', step === 1 ? 'can only assign an iterable' : 'must assign iterable to extended slice');
}

export function sliceSize(given: number, size: number): never {
  raise('ValueError', `attempt to assign sequence of size ${given} to extended slice of size ${size}`);
}

export function fixedItems(name: string, what: 'set' | 'del'): never {
  raise('TypeError', `'${name}' object ${what === 'set' ? 'does not support item assignment' : "doesn't support item deletion"}`);
}

export function tooManyDigits(most: number): never {
  raise('ValueError', `Exceeds the limit (${most} digits) for integer string conversion; use sys.set_int_max_str_digits() to increase the limit`);
}

/** What `__len__` gave that is no length. */
export function notALength(r: Value): never {
  const n = unbox(r);
  if (typeof n !== 'number' && typeof n !== 'bigint') raise('TypeError', `'${typeOf(r).tp}' object cannot be interpreted as an integer`);
  if (n < 0) raise('ValueError', '__len__() should return >= 0');
  beyondC();
}

/** A count that C's index type cannot hold. */
export function beyondC(): never {
  raise('OverflowError', "cannot fit 'int' into an index-sized integer");
}

export function sortedWhileChanged(): never {
  raise('ValueError', 'list modified during sort');
}
