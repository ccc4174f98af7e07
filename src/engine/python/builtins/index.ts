/**
 * The builtins module: functions from the tables beside this file, types, exceptions and constants.
 */
import '../types/index.ts';
import { PyModule, type PyNative } from '../functions.ts';
import { EXCEPTIONS } from '../errors.ts';
import * as T from '../types.ts';
import type { VM } from '../vm.ts';
import { buildClassNative } from '../objects.ts';
import { FUNCTIONS } from './functions.ts';
import { ITERATION } from './iteration.ts';
import { ITERATOR_CLASSES } from './iterators.ts';

/** Builtin types by the name programs use. */
export const BUILTIN_TYPES: readonly T.PyType[] = [
  T.objectType,
  T.typeType,
  T.boolType,
  T.intType,
  T.floatType,
  T.complexType,
  T.strType,
  T.bytesType,
  T.bytearrayType,
  T.listType,
  T.tupleType,
  T.dictType,
  T.setType,
  T.frozensetType,
  T.rangeType,
  T.sliceType,
  T.propertyType,
  T.staticmethodType,
  T.classmethodType,
  T.superType,
  ...ITERATOR_CLASSES,
];

export function builtinFunctions(): readonly PyNative[] {
  return [...FUNCTIONS, ...ITERATION];
}

export function makeBuiltins(_vm: VM): PyModule {
  const m = new PyModule('builtins');
  const set = m.attrs;
  for (const f of builtinFunctions()) set.set(f.name, f);
  for (const t of BUILTIN_TYPES) set.set(t.name, t);
  for (const [name, t] of EXCEPTIONS) set.set(name, t);
  set.set('IOError', EXCEPTIONS.get('OSError') as T.PyType);
  set.set('EnvironmentError', EXCEPTIONS.get('OSError') as T.PyType);
  set.set('Ellipsis', T.Ellipsis);
  set.set('NotImplemented', T.NotImplemented);
  set.set('__debug__', true);
  set.set('__build_class__', buildClassNative);
  return m;
}
