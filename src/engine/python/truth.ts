/** Truth of a value: at once for native ones, by `__bool__` or `__len__` for instances. */
import { callSpecial } from './attr.ts';
import { PyDict, PyList, PyNativeBase, PyRange, PySet, PyTuple } from './containers.ts';
import { raise } from './errors.ts';
import { isGen, type NativeGen, type NativeResult } from './functions.ts';
import { typeOf } from './types.ts';
import { PyBoxed, PyBytes, PyComplex, PyFloat, PyInstance, unbox, type Value } from './values.ts';
import { part } from './packs.ts';
import type { VM } from './vm.ts';

const words = part<typeof import('./operands.ts')>('faults', 'operands');

export function truth(vm: VM, v: Value): boolean | NativeGen {
  switch (typeof v) {
    case 'boolean':
      return v;
    case 'number':
      return v !== 0;
    case 'bigint':
      return true;
    case 'string':
      return v !== '';
  }
  if (v === null) return false;
  if (v instanceof PyFloat) return v.v !== 0;
  if (!v.cls.heap && !(v instanceof PyInstance)) {
    if (v instanceof PyList || v instanceof PyTuple) return v.items.length > 0;
    if (v instanceof PyDict || v instanceof PySet) return v.size > 0;
    if (v instanceof PyRange) return v.length > 0;
    if (v instanceof PyBytes) return v.data.length > 0;
    if (v instanceof PyComplex) return v.re !== 0 || v.im !== 0;
  }
  const t = typeOf(v);
  if (t.lookup('__bool__') !== undefined) {
    const r = callSpecial(vm, v, '__bool__', []) as NativeResult;
    return isGen(r) ? checked(r) : boolResult(r);
  }
  if (t.lookup('__len__') !== undefined) {
    const r = callSpecial(vm, v, '__len__', []) as NativeResult;
    return isGen(r) ? nonZero(r) : checkLength(r) !== 0;
  }
  if (v instanceof PyBoxed) return truth(vm, v.value);
  if (v instanceof PyNativeBase) return true;
  return true;
}

/** What `__len__` gave, if it is a length. */
export function checkLength(r: Value): number {
  const n = typeof r === 'boolean' ? Number(r) : unbox(r);
  return typeof n === 'number' && n >= 0 ? n : words().notALength(r);
}

function boolResult(r: Value): boolean {
  if (typeof r !== 'boolean') raise('TypeError', `__bool__ should return bool, returned ${typeOf(r).tp}`);
  return r;
}
function* checked(r: NativeGen): NativeGen {
  return boolResult(yield* r);
}
function* nonZero(r: NativeGen): NativeGen {
  return checkLength(yield* r) !== 0;
}

/** For generator natives: `if (yield* isTrue(vm, v))`. */
export function* isTrue(vm: VM, v: Value): Generator<import('./functions.ts').Request, boolean, Value> {
  const t = truth(vm, v);
  return (typeof t === 'boolean' ? t : yield* t) as boolean;
}
