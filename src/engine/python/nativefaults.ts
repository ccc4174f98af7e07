/** What CPython says of arguments that do not fit a function written in C (`getargs.c`), and of classes that cannot be made. */
import { raise } from './errors.ts';
import type { Param } from './native.ts';
import { objectType, PyType, typeOf } from './types.ts';
import type { Value } from './values.ts';

function plural(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

const least = (positional: readonly Param[], selfCount: number): number => positional.filter((p) => p.required).length - selfCount;

/** More by position than there are places. `count` and the list count the receiver, of which `selfCount` says whether there is one. */
export function tooMany(name: string, full: string, positional: readonly Param[], count: number, selfCount: number): never {
  const most = positional.length - selfCount;
  const given = count - selfCount;
  if (most === 0) raise('TypeError', `${full}() takes no arguments (${given} given)`);
  if (least(positional, selfCount) === most)
    raise('TypeError', most === 1 ? `${full}() takes exactly one argument (${given} given)` : `${name} expected ${plural(most, 'argument')}, got ${given}`);
  raise('TypeError', `${name} expected at most ${plural(most, 'argument')}, got ${given}`);
}

export function twice(name: string, p: Param, position: number): never {
  raise('TypeError', `argument for ${name}() given by name ('${p.name}') and position (${position})`);
}

export function missing(
  name: string,
  full: string,
  positional: readonly Param[],
  p: Param,
  { given: count, at, star }: { given: number; at: number; star: boolean },
  selfCount: number,
): never {
  if (p.kind === 'positional' || p.kind === 'both') {
    const most = positional.length - selfCount;
    const given = count - selfCount;
    const fewest = least(positional, selfCount);
    if (p.kind === 'both') raise('TypeError', `${name}() missing required argument '${p.name}' (pos ${at + 1 - selfCount})`);
    if (most === fewest && most === 1) raise('TypeError', `${full}() takes exactly one argument (${given} given)`);
    raise('TypeError', `${name} expected ${most === fewest && !star ? '' : 'at least '}${plural(fewest, 'argument')}, got ${given}`);
  }
  raise('TypeError', `${name}() missing required keyword-only argument: '${p.name}'`);
}

export function unexpected(name: string, full: string, params: readonly Param[], left: ReadonlyMap<string, unknown>): never {
  const bad = left.keys().next().value;
  if (params.every((p) => p.kind === 'positional')) raise('TypeError', `${full}() takes no keyword arguments`);
  raise('TypeError', `'${bad}' is an invalid keyword argument for ${name}()`);
}

/** Methods that CPython keeps beside the slot of the same operation, and whose complaint has the words of a method. */
export const COEXIST = new Set(['dict.__getitem__', 'list.__getitem__', 'dict.__contains__', 'set.__contains__', 'frozenset.__contains__']);

/** The method of `want` was given an object of another type, or none. */
export function stranger(method: string, want: PyType, args: readonly Value[]): never {
  const slot = method.startsWith('__');
  if (args.length === 0) {
    if (slot) raise('TypeError', `descriptor '${method}' of '${want.name}' object needs an argument`);
    raise('TypeError', `unbound method ${want.name}.${method}() needs an argument`);
  }
  const got = typeOf(args[0]);
  const name = want.module === 'builtins' ? want.name : `${want.module}.${want.name}`;
  if (slot && want.module === 'builtins' && !COEXIST.has(`${want.name}.${method}`))
    raise('TypeError', `descriptor '${method}' requires a '${name}' object but received a '${got.name}'`);
  raise('TypeError', `descriptor '${method}' for '${name}' objects doesn't apply to a '${got.name}' object`);
}

export function metaConflict(): never {
  raise('TypeError', 'metaclass conflict: the metaclass of a derived class must be a (non-strict) subclass of the metaclasses of all its bases');
}

export function noOrder(bases: readonly PyType[]): never {
  raise('TypeError', `Cannot create a consistent method resolution\norder (MRO) for bases ${bases.map((b) => b.name).join(', ')}`);
}

export function abstractClass(cls: PyType, names: readonly string[]): never {
  raise('TypeError', `Can't instantiate abstract class ${cls.name} with abstract method${names.length > 1 ? 's' : ''} ${[...names].sort().join(', ')}`);
}

export function objectArguments(which: 'new' | 'init'): never {
  raise('TypeError', `object.__${which}__() takes exactly one argument (the ${which === 'new' ? 'type to instantiate' : 'instance to initialize'})`);
}

export function noArguments(cls: PyType): never {
  raise('TypeError', `${cls.name}() takes no arguments`);
}

export function initReturned(v: Value): never {
  raise('TypeError', `__init__() should return None, not '${typeOf(v).tp}'`);
}

export function badBase(b: Value): never {
  // The metaclass is sought first: only an instance of `object` itself is in no conflict there.
  if (!(b instanceof PyType) && typeOf(b) !== objectType) metaConflict();
  raise('TypeError', b instanceof PyType ? `type '${b.name}' is not an acceptable base type` : 'bases must be types');
}

export function layoutConflict(): never {
  raise('TypeError', 'multiple bases have instance lay-out conflict');
}

export function initSubclass(cls: PyType, given: number): never {
  raise('TypeError', `${cls.name}.__init_subclass__() takes no ${given > 0 ? `arguments (${given} given)` : 'keyword arguments'}`);
}

export function typeArguments(): never {
  raise('TypeError', 'type() takes 1 or 3 arguments');
}

export function typeArgument(n: number, want: string, v: Value): never {
  raise('TypeError', `type.__new__() argument ${n} must be ${want}, not ${typeOf(v).tp}`);
}

export function notAClass(v: Value): never {
  raise('TypeError', `__class__ must be set to a class, not '${typeOf(v).tp}' object`);
}

export function fixedClass(): never {
  raise('TypeError', '__class__ assignment only supported for mutable types or ModuleType subclasses');
}
