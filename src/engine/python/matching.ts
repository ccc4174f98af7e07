/** Class and mapping patterns of `match`. */
import { isInstanceOf } from './builtins/functions.ts';
import { lookupAttr } from './attr.ts';
import { PyTuple, type PyDict } from './containers.ts';
import { isPyError, raise } from './errors.ts';
import { isGen, type NativeGen } from './functions.ts';
import { resolveKey } from './hash.ts';
import { PyType } from './types.ts';
import type { Value } from './values.ts';
import type { VM } from './vm.ts';

export function* matchKeys(vm: VM, d: PyDict, keys: PyTuple): NativeGen {
  const out: Value[] = [];
  for (const k of keys.items) {
    const v = d.at(yield* resolveKey(vm, d, k));
    if (v === undefined) return null;
    out.push(v);
  }
  return new PyTuple(out);
}

const SELF = new Set(['bool', 'bytearray', 'bytes', 'dict', 'float', 'frozenset', 'int', 'list', 'set', 'str', 'tuple']);

export function* matchClass(vm: VM, subject: Value, cls: Value, positional: number, names: PyTuple): NativeGen {
  if (!(cls instanceof PyType)) raise('TypeError', 'called match pattern must be a class');
  if (!(yield* isInstanceOf(vm, subject, cls, 'isinstance'))) return null;
  const out: Value[] = [];
  const attrs: string[] = [];
  if (positional > 0) {
    const r = lookupAttr(vm, cls, '__match_args__');
    const args = r === undefined ? undefined : isGen(r) ? yield* r : r;
    if (args === undefined) {
      const self = cls.mro.some((t) => SELF.has(t.name) && !t.heap);
      if (!self || positional > 1) raise('TypeError', `${cls.name}() accepts ${self ? 1 : 0} positional sub-pattern${self ? '' : 's'} (${positional} given)`);
      out.push(subject);
    } else {
      const items = (args as PyTuple).items;
      if (positional > items.length)
        raise('TypeError', `${cls.name}() accepts ${items.length} positional sub-pattern${items.length === 1 ? '' : 's'} (${positional} given)`);
      for (let i = 0; i < positional; i++) attrs.push(items[i] as string);
    }
  }
  const seen = new Set<string>();
  for (const n of names.items) attrs.push(n as string);
  for (const a of attrs) {
    if (seen.has(a)) raise('TypeError', `${cls.name}() got multiple sub-patterns for attribute '${a}'`);
    seen.add(a);
    try {
      const r = lookupAttr(vm, subject, a);
      if (r === undefined) return null;
      out.push(isGen(r) ? yield* r : r);
    } catch (e) {
      if (isPyError(e, 'AttributeError')) return null;
      throw e;
    }
  }
  return new PyTuple(out);
}
