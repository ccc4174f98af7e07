/**
 * What exceptions say and hold, by type: the texts CPython makes of their arguments, and the attributes it reads out of
 * them. Lies in the pack `faults`. Leaves out: setting those attributes.
 */
import { PyList, PyTuple } from '../containers.ts';
import { excType, PyException, raise, Unsupported } from '../errors.ts';
import { derive, isGroup, split } from '../exceptgroup.ts';
import { isGen, PyBoundMethod, PyFunction, type NativeGen, type Request } from '../functions.ts';
import type { Body } from '../native.ts';
import { reprOf, strOf } from '../repr.ts';
import { PyTraceback } from '../tracebackobject.ts';
import { isTrue } from '../truth.ts';
import { isInstance, PyType, typeOf } from '../types.ts';
import { PyBytes, type Value } from '../values.ts';
import type { VM } from '../vm.ts';
import { ERRNO_CLASSES } from './errno.ts';
import { text } from './exceptions.ts';

const said = function* (vm: VM, v: Value, how: typeof strOf = strOf): Generator<import('../functions.ts').Request, string, Value> {
  const r = how(vm, v);
  return String(isGen(r) ? yield* r : r);
};

/** The files an OSError names: no part of its `args`. */
const files = new WeakMap<PyException, readonly Value[]>();
const fileOf = (e: PyException, i: number): Value => files.get(e)?.[i] ?? null;

function* osText(vm: VM, e: PyException): NativeGen {
  const [no, message] = e.args.items;
  if (e.args.items.length !== 2) return yield* text(vm, e);
  const head = `[Errno ${yield* said(vm, no)}] ${yield* said(vm, message)}`;
  if (fileOf(e, 0) === null) return head;
  const [one, two] = [yield* said(vm, fileOf(e, 0), reprOf), fileOf(e, 1)];
  return two === null ? `${head}: ${one}` : `${head}: ${one} -> ${yield* said(vm, two, reprOf)}`;
}

const escaped = (n: number): string =>
  n < 0x100 ? `\\x${n.toString(16).padStart(2, '0')}` : n < 0x10000 ? `\\u${n.toString(16).padStart(4, '0')}` : `\\U${n.toString(16).padStart(8, '0')}`;

function* unicodeText(vm: VM, e: PyException): NativeGen {
  const { items } = e.args;
  if (items.length !== 5) return yield* text(vm, e);
  const [encoding, object, from, to, reason] = items as [Value, Value, number, number, Value];
  const decoding = object instanceof PyBytes;
  const one = to === from + 1;
  const what = decoding
    ? one
      ? `byte 0x${object.data[from].toString(16).padStart(2, '0')}`
      : 'bytes'
    : one
      ? `character '${escaped([...String(object)][from].codePointAt(0) as number)}'`
      : 'characters';
  return `'${String(encoding)}' codec can't ${decoding ? 'decode' : 'encode'} ${what} in position ${one ? from : `${from}-${to - 1}`}: ${String(reason)}`;
}

const members = (e: PyException): readonly Value[] => (e.args.items[1] as PyList | PyTuple | undefined)?.items ?? [];

const condition = (v: Value): Value => {
  const fits = (t: Value): boolean => t instanceof PyType && t.isSubtype(excType('BaseException'));
  if (fits(v) || (v instanceof PyTuple && v.items.every(fits))) return v;
  raise('TypeError', 'expected a function, exception type or tuple of exception types');
};

/** What a function says yes to, and the rest. */
function* splitBy(vm: VM, e: PyException, f: Value): Generator<Request, [PyException | null, PyException | null], Value> {
  if (yield* isTrue(vm, yield* vm.call(f, [e]))) return [e, null];
  if (!isGroup(e)) return [null, e];
  const yes: PyException[] = [];
  const no: PyException[] = [];
  for (const m of members(e) as PyException[]) {
    const [a, b] = yield* splitBy(vm, m, f);
    if (a) yes.push(a);
    if (b) no.push(b);
  }
  return [yes.length > 0 ? derive(e, yes) : null, no.length > 0 ? derive(e, no) : null];
}

const byFunction = (v: Value): boolean => v instanceof PyFunction || v instanceof PyBoundMethod;

/** Methods by type and name. */
export const METHODS: Readonly<Record<string, Readonly<Record<string, Body>>>> = {
  BaseException: {
    with_traceback: (_vm, e: PyException, tb) => {
      e.traceback = tb instanceof PyTraceback ? tb.entries.slice() : [];
      return e;
    },
    add_note: (_vm, e: PyException, note) => {
      if (typeof note !== 'string') raise('TypeError', `note must be a str, not '${typeOf(note as Value).tp}'`);
      const notes = e.attrs.get('__notes__');
      if (notes instanceof PyList) notes.push(note);
      else e.setAttr('__notes__', new PyList([note]));
      return null;
    },
  },
  // A KeyError shows its key's repr.
  KeyError: { __str__: (vm, e: PyException) => (e.args.items.length === 1 ? reprOf(vm, e.args.items[0]) : text(vm, e)) },
  OSError: { __str__: osText },
  UnicodeError: { __str__: unicodeText },
  SyntaxError: {
    *__str__(vm, e: PyException) {
      const line = e.attrs.get('lineno');
      const file = e.attrs.get('filename');
      if (typeof line !== 'number' || typeof file !== 'string') return yield* text(vm, e);
      return `${String(e.args.items[0])} (${file.split('/').pop()}, line ${line})`;
    },
  },
  BaseExceptionGroup: {
    __str__: (_vm, e: PyException) => {
      const n = members(e).length;
      return `${String(e.args.items[0])} (${n} sub-exception${n === 1 ? '' : 's'})`;
    },
    *split(vm, e: PyException, type) {
      return new PyTuple(byFunction(type) ? yield* splitBy(vm, e, type) : split(e, condition(type)));
    },
    *subgroup(vm, e: PyException, type) {
      return (byFunction(type) ? yield* splitBy(vm, e, type) : split(e, condition(type)))[0];
    },
    derive: (_vm, e: PyException, list) => CREATE.BaseExceptionGroup([excType('BaseExceptionGroup'), e.args.items[0], list]),
  },
};

/** Attributes by name. */
export const ATTRIBUTES: Readonly<Record<string, (e: PyException) => Value>> = {
  msg: (e) => (e.args.items.length === 1 ? e.args.items[0] : null),
  errno: (e) => (e.args.items.length === 2 ? e.args.items[0] : null),
  strerror: (e) => (e.args.items.length === 2 ? e.args.items[1] : null),
  filename: (e) => fileOf(e, 0),
  filename2: (e) => fileOf(e, 1),
  ...Object.fromEntries(['encoding', 'object', 'start', 'end', 'reason'].map((name, i) => [name, (e: PyException) => e.args.items[i] ?? null])),
  message: (e) => e.args.items[0] ?? null,
  exceptions: (e) => new PyTuple(members(e)),
};

/** What an exception may be told by name (`ImportError_init` and its like); nothing else takes names. */
const NAMED: Readonly<Record<string, readonly string[]>> = { ImportError: ['name', 'path'], AttributeError: ['name', 'obj'], NameError: ['name'] };

export function byName(e: PyException, kw: ReadonlyMap<string, Value>): void {
  const type = e.cls.mro.find((t) => NAMED[t.name])?.name;
  if (type === undefined) raise('TypeError', `${e.cls.name}() takes no keyword arguments`);
  for (const [k, v] of kw) {
    if (!NAMED[type].includes(k)) raise('TypeError', `'${k}' is an invalid keyword argument for ${type}()`);
    e.setAttr(k, v);
  }
}

/** `tb_frame`: the frames of a traceback are gone here. */
export function frame(vm: VM): never {
  throw new Unsupported('traceback.tb_frame', vm.currentLine());
}

type Taking<T> = Readonly<Record<string, (args: readonly Value[]) => T>>;

/** New instances, of the class that their arguments choose. */
export const CREATE: Taking<Value> = {
  OSError: ([given, ...args]) => {
    const named = given === excType('OSError') && args.length > 1 ? ERRNO_CLASSES[String(args[0])] : undefined;
    return filled(named ? excType(named) : (given as PyType), args, INIT.OSError);
  },
  BaseExceptionGroup: ([given, ...args]) => {
    if (args.length !== 2) raise('TypeError', `BaseExceptionGroup.__new__() takes exactly 2 arguments (${args.length} given)`);
    const [message, list] = args;
    if (typeof message !== 'string') raise('TypeError', `BaseExceptionGroup.__new__() argument 1 must be str, not ${typeOf(message).tp}`);
    if (!(list instanceof PyList || list instanceof PyTuple)) raise('TypeError', 'second argument (exceptions) must be a sequence');
    if (list.items.length === 0) raise('ValueError', 'second argument (exceptions) must be a non-empty sequence');
    list.items.forEach((v, i) => {
      if (!(v instanceof PyException)) raise('ValueError', `Item ${i} of second argument (exceptions) is not an exception`);
    });
    const plain = list.items.every((v) => isInstance(v, excType('Exception')));
    const cls = given as PyType;
    if (!plain && cls === excType('ExceptionGroup')) raise('TypeError', 'Cannot nest BaseExceptions in an ExceptionGroup');
    if (!plain && cls.isSubtype(excType('Exception'))) raise('TypeError', `Cannot nest BaseExceptions in '${cls.name}'`);
    return filled(plain && cls === excType('BaseExceptionGroup') ? excType('ExceptionGroup') : cls, args, INIT.BaseExceptionGroup);
  },
};

function filled(cls: PyType, args: readonly Value[], init: (args: readonly Value[]) => Value): Value {
  const e = cls.alloc(cls) as PyException;
  init([e, ...args]);
  return e;
}

export const INIT: Taking<null> = {
  OSError: ([e, ...args]) => {
    const named = args.length > 2 && args.length < 6;
    if (named) files.set(e as PyException, [args[2], args[4] ?? null]);
    (e as PyException).args = new PyTuple(named ? args.slice(0, 2) : args);
    return null;
  },
  BaseExceptionGroup: ([e, ...args]) => {
    (e as PyException).args = new PyTuple(args);
    return null;
  },
};
