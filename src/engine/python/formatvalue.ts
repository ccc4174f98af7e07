/** `format(v, spec)` with an f-string's conversion. */
import { callSpecial } from './attr.ts';
import { raise, Unsupported } from './errors.ts';
import { formatNative } from './format.ts';
import { isGen, type NativeGen, type NativeResult } from './functions.ts';
import { asciiRepr, reprOf, strOf } from './repr.ts';
import { typeOf } from './types.ts';
import { PyComplex, PyFloat, unbox, type Value } from './values.ts';
import type { VM } from './vm.ts';

/** conversion: 0 none, 1 str, 2 repr, 3 ascii. */
export function formatValue(vm: VM, v: Value, spec: string, conversion: number): NativeResult {
  if (conversion !== 0) {
    const r = conversion === 1 ? strOf(vm, v) : reprOf(vm, v);
    if (isGen(r)) return later(r, spec, conversion);
    return finish(r as string, spec, conversion);
  }
  if (v === null || typeof v !== 'object' || v instanceof PyFloat) {
    const s = formatNative(v, spec);
    if (s !== undefined) return s;
  }
  const own = typeOf(v).lookup('__format__');
  const r = own === undefined ? undefined : callSpecial(vm, v, '__format__', [spec]);
  if (r === undefined) return objectFormat(vm, v, spec);
  return isGen(r) ? checkedText(r) : checkText(r);
}

function checkText(r: Value): Value {
  const s = unbox(r);
  if (typeof s !== 'string') raise('TypeError', `__format__ must return a str, not ${typeOf(r).tp}`);
  return s;
}
function* checkedText(r: NativeGen): NativeGen {
  return checkText(yield* r);
}

/** `object.__format__`. */
export function objectFormat(vm: VM, v: Value, spec: string): NativeResult {
  if (spec !== '' && v instanceof PyComplex) throw new Unsupported('format specification for a complex number');
  if (spec !== '') raise('TypeError', `unsupported format string passed to ${typeOf(v).tp}.__format__`);
  return strOf(vm, v);
}

function finish(s: string, spec: string, conversion: number): string {
  return formatNative(conversion === 3 ? asciiRepr(s) : s, spec) as string;
}
function* later(r: NativeGen, spec: string, conversion: number): NativeGen {
  return finish((yield* r) as string, spec, conversion);
}

export { formatNative };
