/** What CPython says of arguments that do not fit a function written in C (`getargs.c`), and of classes that cannot be made. */
import { makeException, PyError, raise, Unsupported } from './errors.ts';
import { textRepr } from './repr.ts';
import type { Param } from './native.ts';
import { objectType, PyType, typeOf } from './types.ts';
import type { Value } from './values.ts';

function plural(n: number, noun: string): string {
  return `${n} ${noun}${n === 1 ? '' : 's'}`;
}

/** Places for what is given by position, the receiver's not counted: all, and those that must be filled. */
function places(params: readonly Param[], selfCount: number): { most: number; least: number; named: boolean; total: number } {
  const positional = params.filter((p) => p.kind === 'positional' || p.kind === 'both');
  return {
    most: positional.length - selfCount,
    least: positional.filter((p) => p.required).length - selfCount,
    // Functions with names for their arguments are unpacked by another routine, which has words of its own.
    named: params.some((p) => p.kind === 'both' || p.kind === 'keyword'),
    total: params.length - selfCount,
  };
}

/** Methods of texts that still take their arguments apart by a format (`_ParseTupleFinds`). */
const FINDS = /^(str|bytes|bytearray)\.(r?find|r?index|count|startswith|endswith)$/;

type Named = ReadonlyMap<string, Value> | null;

/** More than there are places, counting those given by name (`vgetargskeywords`). */
function crowded(name: string, most: number, given: number, byPosition: number): never {
  raise('TypeError', `${name}() takes at most ${most} ${byPosition === 0 ? 'keyword ' : ''}argument${most === 1 ? '' : 's'} (${given} given)`);
}

/** More by position than there are places. `count` counts the receiver, of which `selfCount` says whether there is one. */
export function tooMany(name: string, full: string, params: readonly Param[], count: number, kw: Named, selfCount: number): never {
  const { most, least, named, total } = places(params, selfCount);
  const given = count - selfCount;
  if (named) {
    const all = given + (kw?.size ?? 0);
    if (all > total) crowded(name, total, all, given);
    if (most === 0) raise('TypeError', `${name}() takes no positional arguments`);
    raise('TypeError', `${name}() takes ${least < most ? 'at most' : 'exactly'} ${plural(most, 'positional argument')} (${given} given)`);
  }
  if (kw?.size) raise('TypeError', `${full}() takes no keyword arguments`);
  if (FINDS.test(full)) raise('TypeError', `${name}() takes at most ${plural(most, 'argument')} (${given} given)`);
  if (most === 0) raise('TypeError', `${full}() takes no arguments (${given} given)`);
  if (least === most)
    raise('TypeError', most === 1 ? `${full}() takes exactly one argument (${given} given)` : `${name} expected ${plural(most, 'argument')}, got ${given}`);
  raise('TypeError', `${name} expected at most ${plural(most, 'argument')}, got ${given}`);
}

export function twice(name: string, params: readonly Param[], p: Param, position: number, count: number, kw: Named, selfCount: number): never {
  const { total } = places(params, selfCount);
  const all = count - selfCount + (kw?.size ?? 0);
  if (all > total && params.every((q) => q.kind !== 'kwargs')) crowded(name, total, all, count - selfCount);
  raise('TypeError', `argument for ${name}() given by name ('${p.name}') and position (${position - selfCount})`);
}

export function missing(
  name: string,
  full: string,
  params: readonly Param[],
  p: Param,
  { given: count, at, kw }: { given: number; at: number; kw: Named },
  selfCount: number,
): never {
  if (p.kind === 'keyword') raise('TypeError', `${name}() missing required keyword-only argument: '${p.name}'`);
  const { most, least, named } = places(params, selfCount);
  const given = count - selfCount;
  if (p.kind === 'both') raise('TypeError', `${name}() missing required argument '${p.name}' (pos ${at + 1 - selfCount})`);
  if (named) {
    const must = params.filter((q) => q.kind === 'positional' && q.required).length - selfCount;
    raise('TypeError', `${name}() takes ${must < most ? 'at least' : 'exactly'} ${plural(must, 'positional argument')} (${given} given)`);
  }
  const star = params.some((q) => q.kind === 'varargs');
  if (kw?.size && !params.some((q) => q.kind === 'kwargs')) raise('TypeError', `${full}() takes no keyword arguments`);
  if (FINDS.test(full)) raise('TypeError', `${name}() takes at least ${plural(least, 'argument')} (${given} given)`);
  if (most === least && most === 1) raise('TypeError', `${full}() takes exactly one argument (${given} given)`);
  raise('TypeError', `${name} expected ${most === least && !star ? '' : 'at least '}${plural(least, 'argument')}, got ${given}`);
}

/** A type that knows its arguments by position alone; a class of it may have an `__init__` that takes names. */
export function unnamed(cls: PyType): void {
  const native = cls.mro.find((t) => !t.heap) as PyType;
  if (cls === native || !cls.owner('__init__')?.heap) raise('TypeError', `${native.name}() takes no keyword arguments`);
}

/** What `names` has no place for, or has one for that is taken. */
export function notTaken(names: readonly string[], args: readonly Value[], kw: Named): never {
  const { name } = (args[0] as PyType).mro.find((t) => !t.heap) as PyType;
  const given = args.length - 1 + (kw?.size ?? 0);
  if (given > names.length) crowded(name, names.length, given, args.length - 1);
  for (const k of kw?.keys() ?? []) {
    const i = names.indexOf(k);
    if (i < 0) raise('TypeError', `'${k}' is an invalid keyword argument for ${name}()`);
    if (i < args.length - 1) raise('TypeError', `argument for ${name}() given by name ('${k}') and position (${i + 1})`);
  }
  throw new Error('arguments fit');
}

/** The words for types that may be made from one argument at most, or from a number of them. */
export function arity(name: string, count: number, least: number, most: number): never {
  const how = least === most ? '' : count < least ? 'at least ' : 'at most ';
  raise('TypeError', `${name} expected ${how}${plural(count < least ? least : most, 'argument')}, got ${count}`);
}

export function notInRange(v: Value): never {
  raise('ValueError', typeof v === 'number' || typeof v === 'bigint' ? `${v} is not in range` : 'sequence.index(x): x not in sequence');
}

/** `sum` of texts, for which there is something better. */
export function sumOf(start: Value): void {
  const { name } = typeOf(start);
  const what = ({ str: 'strings', bytes: 'bytes', bytearray: 'bytearray' } as Record<string, string>)[name];
  if (what) raise('TypeError', `sum() can't sum ${what} [use ${name === 'str' ? "''" : "b''"}.join(seq) instead]`);
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

/** When `__del__` runs depends on counts of references, which nobody keeps here: no instance can be made. */
export function finalized(cls: PyType): void {
  cls.alloc = () => {
    throw new Unsupported(`an instance of ${cls.name}, which has __del__: when that runs depends on counts of references`);
  };
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

/** @param arg the argument that is no class; 0: the second is a generic with parameters */
export function notClass(what: 'isinstance' | 'issubclass', arg: 0 | 1 | 2): never {
  if (arg === 0) raise('TypeError', `${what}() argument 2 cannot be a parameterized generic`);
  if (arg === 1) raise('TypeError', `${what}() arg 1 must be a class`);
  raise('TypeError', `${what}() arg 2 must be a ${what === 'isinstance' ? 'type, a tuple of types' : 'class, a tuple of classes'}, or a union`);
}

/** An option of `print` that it does not know, or that is no text. */
export function printOption(name: string, value?: Value): never {
  if (value === undefined) raise('TypeError', `'${name}' is an invalid keyword argument for print()`);
  raise('TypeError', `${name} must be None or a string, not ${typeOf(value).tp}`);
}

/** What `__len__` gave is no length. */
export function noLength(r: Value): never {
  if (typeof r !== 'number' && typeof r !== 'boolean') raise('TypeError', `'${typeOf(r).tp}' object cannot be interpreted as an integer`);
  raise('ValueError', '__len__() should return >= 0');
}

export function noLen(v: Value): never {
  raise('TypeError', `object of type '${typeOf(v).tp}' has no len()`);
}

/** `__set_name__` failed for what a class has under a name: only its own exceptions are told so. */
export function setNameFailed(e: unknown, v: Value, name: string, cls: PyType): never {
  if (!(e instanceof PyError)) throw e;
  const exc = makeException('RuntimeError', `Error calling __set_name__ on '${typeOf(v).tp}' instance ${textRepr(name)} in '${cls.name}'`);
  exc.cause = exc.context = e.exc;
  exc.suppressContext = true;
  throw new PyError(exc);
}

export function duplicateBase(bases: readonly PyType[]): never {
  raise('TypeError', `duplicate base class ${bases.find((b, i) => bases.indexOf(b) < i)?.name}`);
}

/** A name that nothing is bound to, kept in the exception. */
export function undefinedName(name: string): never {
  const e = makeException('NameError', `name '${name}' is not defined`);
  e.attrs.set('name', name);
  throw new PyError(e);
}

/** The name of an attribute, or a format (''), that is no text. */
export function noText(what: string, v: Value): never {
  if (what === '') raise('TypeError', `format() argument 2 must be str, not ${typeOf(v).tp}`);
  raise('TypeError', `${what} must be string, not '${typeOf(v).tp}'`);
}
