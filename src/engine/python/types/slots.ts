/**
 * What few classes need while they are made: `__slots__` with its members and what CPython refuses of them (`type_new_slots`,
 * `best_base`), several bases, `__set_name__`. In the pack `language`.
 */
import { PyDict, type PyList, type PyTuple } from '../containers.ts';
import { raise } from '../errors.ts';
import * as faults from '../nativefaults.ts';
import { PyMember } from '../member.ts';
import type { NativeGen } from '../functions.ts';
import { bytesType, intType, tupleType, typeOf, type PyType } from '../types.ts';
import { unbox, type Value } from '../values.ts';
import type { VM } from '../vm.ts';

const VARIABLE: readonly PyType[] = [intType, tupleType, bytesType];
const IDENTIFIER = /^[\p{ID_Start}_][\p{ID_Continue}]*$/u;

/** A name within a class (`_Py_Mangle`). */
const mangled = (cls: string, name: string): string =>
  !name.startsWith('__') || name.endsWith('__') || /^_*$/.test(cls) ? name : `_${cls.replace(/^_+/, '')}${name}`;

export function addSlots(cls: PyType, given: Value, ns: ReadonlyMap<string, Value>): void {
  const one = unbox(given);
  const names = typeof one === 'string' ? [one] : given instanceof PyDict ? given.keys() : (given as PyTuple | PyList).items;
  const variable = cls.mro.find((t) => VARIABLE.includes(t));
  if (names.length > 0 && variable) raise('TypeError', `nonempty __slots__ not supported for subtype of '${cls.bases[0].name}'`);
  for (const v of names) {
    const s = unbox(v);
    if (typeof s !== 'string') raise('TypeError', `__slots__ items must be strings, not '${typeOf(v).tp}'`);
    if (!IDENTIFIER.test(s)) raise('TypeError', '__slots__ must be identifiers');
    if (s === '__dict__') cls.hasDict = true;
    else if (s !== '__weakref__') {
      const name = mangled(cls.name, s);
      if (ns.has(name) && name !== '__qualname__' && name !== '__classcell__') raise('ValueError', `'${name}' in __slots__ conflicts with class variable`);
      cls.dict.set(name, new PyMember(name, cls));
    }
  }
}

/** The class along the order that first adds slots. */
const solid = (t: PyType): PyType | undefined => t.mro.find((b) => b.heap && [...b.dict.values()].some((m) => m instanceof PyMember && m.owner === b));

export function checkBases(bases: readonly PyType[]): void {
  if (new Set(bases).size < bases.length) faults.duplicateBase(bases);
  if (!bases.some((b) => b.lookup('__slots__'))) return;
  const found = bases.map(solid).filter((t) => t !== undefined);
  if (found.some((a) => found.some((b) => !a.isSubtype(b) && !b.isSubtype(a)))) faults.layoutConflict();
}

/** Tells what a class has under a name of it. */
export function* setName(vm: VM, hook: Value, v: Value, cls: PyType, name: string): NativeGen {
  try {
    return yield* vm.call(hook, [v, cls, name]);
  } catch (e) {
    return faults.setNameFailed(e, v, name, cls);
  }
}
