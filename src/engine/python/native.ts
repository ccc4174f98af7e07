/**
 * How TypeScript defines Python functions and types.
 *
 * `fn('clamp(x, lo=None, /, *, strict=False)', (vm, x, lo, strict) => …)` declares a function with Python's own parameter
 * syntax: arguments arrive complete, in order, defaults filled in. `raw(name, (vm, args, kw) => …)` takes them as they
 * come. A body may be a generator that calls back into Python: `function* (vm, f, x) { return yield* vm.call(f, [x]); }`.
 * Defaults are literals (None, True, False, numbers, strings, `()`), or `…` for "not given" (arrives as undefined).
 */
import { PyDict, PyTuple } from './containers.ts';
import { part } from './packs.ts';
import { PyClassMethod, PyGetSet, PyNative, PyStaticMethod, type NativeFn, type NativeResult } from './functions.ts';
import { PyFloat, type PyObject, type Value } from './values.ts';
import { newType, objectType, typeOf, typeVersion, type PyType } from './types.ts';
import type { VM } from './vm.ts';

export interface Param {
  name: string;
  kind: 'positional' | 'both' | 'keyword' | 'varargs' | 'kwargs';
  required: boolean;
  fallback: Value | undefined;
}

/** Body of a declared native. Parameters declared with `…` may be undefined; bodies say so in their own types. */
// biome-ignore lint/suspicious/noExplicitAny: the declared signature text, not the type, fixes the parameters
export type Body = (vm: VM, ...args: any[]) => NativeResult;

function literal(text: string): Value | undefined {
  if (text === '…') return undefined;
  if (text === 'None') return null;
  if (text === 'True') return true;
  if (text === 'False') return false;
  if (text === '()') return new PyTuple([]);
  if (/^'.*'$|^".*"$/.test(text)) return text.slice(1, -1).replace(/\\n/g, '\n');
  if (/^-?\d+$/.test(text)) return Number(text);
  if (/^-?[\d.]+(e-?\d+)?$/.test(text)) return new PyFloat(Number(text));
  throw new Error(`default not understood: ${text}`);
}

interface Signature {
  readonly name: string;
  readonly params: Param[];
}

/** Modules are made anew for each run, of the same signatures. */
const signatures = new Map<string, Signature>();

function parseSignature(text: string): Signature {
  const known = signatures.get(text);
  if (known) return known;
  const open = text.indexOf('(');
  const name = text.slice(0, open);
  const inside = text.slice(open + 1, text.lastIndexOf(')')).trim();
  const params: Param[] = [];
  let kind: Param['kind'] = 'both';
  for (const raw of inside === '' ? [] : inside.split(/,(?![^(]*\)|[^']*'(?:[^']*'[^']*')*[^']*$)/)) {
    const piece = raw.trim();
    if (piece === '/') for (const p of params) p.kind = 'positional';
    else if (piece === '*') kind = 'keyword';
    else if (piece.startsWith('**')) params.push({ name: piece.slice(2), kind: 'kwargs', required: false, fallback: undefined });
    else if (piece.startsWith('*')) {
      params.push({ name: piece.slice(1), kind: 'varargs', required: false, fallback: undefined });
      kind = 'keyword';
    } else {
      const eq = piece.indexOf('=');
      params.push(
        eq < 0
          ? { name: piece, kind, required: true, fallback: undefined }
          : { name: piece.slice(0, eq).trim(), kind, required: false, fallback: literal(piece.slice(eq + 1).trim()) },
      );
    }
  }
  const parsed = { name, params };
  signatures.set(text, parsed);
  return parsed;
}

const faults = part<typeof import('./nativefaults.ts')>('faults', 'natives');

/**
 * `__new__` of a type with these names of its arguments ('': by position alone): each arrives in its place. Without names,
 * keywords are taken only for a class that has an `__init__` to do with them what it likes.
 */
export function taking(names: readonly string[], body: (vm: VM, args: Value[]) => NativeResult): NativeFn {
  return (vm, args, kw) => {
    const n = args.length - 1;
    if (!kw?.size && (n <= names.length || names.length === 0)) return body(vm, args);
    if (names.length === 0) {
      faults().unnamed(args[0] as PyType);
      return body(vm, args);
    }
    const out = args.slice();
    for (const [k, v] of kw ?? []) {
      const i = names.indexOf(k);
      if (i < n) faults().notTaken(names, args, kw);
      out[i + 1] = v;
    }
    if (out.length > names.length + 1) faults().notTaken(names, args, kw);
    return body(vm, out);
  };
}

/** Arguments in declared order. `selfCount` leading arguments are not counted in messages (methods). */
function bind(name: string, full: string, params: Param[], args: Value[], kw: Map<string, Value> | null, selfCount: number): unknown[] {
  const positional = params.filter((p) => p.kind === 'positional' || p.kind === 'both');
  const out: unknown[] = [];
  const star = params.some((p) => p.kind === 'varargs');
  if (args.length > positional.length && !star) faults().tooMany(name, full, params, args.length, kw, selfCount);
  let left = kw ? new Map(kw) : null;
  let i = 0;
  for (const p of params) {
    if (p.kind === 'varargs') {
      out.push(args.slice(positional.length));
      continue;
    }
    if (p.kind === 'kwargs') {
      out.push(left ?? new Map());
      left = null;
      continue;
    }
    if (p.kind !== 'keyword' && i < args.length) {
      out.push(args[i++]);
      if (p.kind === 'both' && left?.has(p.name)) faults().twice(name, params, p, i, args.length, kw, selfCount);
      continue;
    }
    if (p.kind !== 'positional' && left?.has(p.name)) {
      out.push(left.get(p.name));
      left.delete(p.name);
    } else if (p.required) faults().missing(name, full, params, p, { given: args.length, at: out.length, kw: left }, selfCount);
    else out.push(p.fallback);
  }
  if (left && left.size > 0) faults().unexpected(name, full, params, left);
  return out;
}

/** `list.append(1, 2)`: a method taken from its type and called with another type's object, or with none. */
export function checkReceiver(f: PyNative, args: readonly Value[]): void {
  const want = f.receiver;
  if (want === null) return;
  if (args.length > 0) {
    const got = typeOf(args[0]);
    if (got === want || got.isSubtype(want)) return;
  }
  faults().stranger(f.name, want, args);
}

/** Set by a library whose functions complain in words of their own: asked when a native could not do with its arguments. */
export const complaints: { of: ((vm: VM, f: PyNative, args: Value[], kw: Map<string, Value> | null, error: unknown) => void) | null } = { of: null };

/** A native's own check of an argument's kind; what it says of a misfit is `complaints`' matter. */
export function wants(fits: boolean): void {
  if (!fits) throw new TypeError('kind of an argument');
}

function declared(signature: string, body: Body, selfCount: number): PyNative {
  const { name, params } = parseSignature(signature);
  const simple = params.every((p) => p.kind === 'positional' || p.kind === 'both');
  const n = params.length;
  const call: NativeFn = (vm, args, kw) => {
    if (f.receiver !== null) checkReceiver(f, args);
    try {
      if (simple && kw === null && args.length === n) return body(vm, ...args);
      const of = f.owner?.name;
      const made = name === '__init__' ? of : undefined;
      return body(vm, ...bind(made ?? name, made ?? (of ? `${of}.${name}` : name), params, args, kw, selfCount));
    } catch (e) {
      if (f.module.startsWith('torch')) complaints.of?.(vm, f, args, kw, e);
      throw e;
    }
  };
  const f = new PyNative(name, call, selfCount === 1);
  f.signature = signature.slice(signature.indexOf('('));
  return f;
}

/** A module-level function with a declared signature. */
export function fn(signature: string, body: Body): PyNative {
  return declared(signature, body, 0);
}

export function raw(name: string, call: NativeFn): PyNative {
  return new PyNative(name, call);
}

/** A method: its first declared parameter is self. */
export function method(signature: string, body: Body): PyNative {
  return declared(signature, body, 1);
}

export function rawMethod(name: string, call: NativeFn): PyNative {
  return new PyNative(name, call, true);
}

export interface TypeSpec {
  /** Methods by declared signature: `'append(self, item, /)'`. */
  methods?: Record<string, Body>;
  /** Methods that take `(vm, args, kw)` as they come, by name. */
  raw?: Record<string, NativeFn>;
  classmethods?: Record<string, Body>;
  staticmethods?: Record<string, Body>;
  /** Read-only attributes, or `[get, set]`. */
  attrs?: Record<
    string,
    ((vm: VM, self: never) => NativeResult) | [(vm: VM, self: never) => NativeResult, (vm: VM, self: never, value: Value | undefined) => void]
  >;
  /** `__new__`: gets the class first. */
  create?: NativeFn;
  alloc?: (cls: PyType) => PyObject;
  doc?: string;
}

/** Fills a type with methods. Call again to add more. */
export function extendType(type: PyType, spec: TypeSpec): PyType {
  const add = (f: PyNative): PyNative => {
    f.owner = type;
    f.module = type.module;
    return f;
  };
  for (const [sig, body] of Object.entries(spec.methods ?? {})) {
    const f = add(method(sig, body));
    f.receiver = type;
    type.dict.set(f.name, f);
  }
  for (const [name, body] of Object.entries(spec.raw ?? {})) {
    const call: NativeFn = (vm, args, kw) => {
      checkReceiver(f, args);
      return body(vm, args, kw);
    };
    const f = add(rawMethod(name, call));
    f.receiver = type;
    type.dict.set(name, f);
  }
  for (const [sig, body] of Object.entries(spec.classmethods ?? {})) {
    const f = add(method(sig, body));
    type.dict.set(f.name, new PyClassMethod(f));
  }
  for (const [sig, body] of Object.entries(spec.staticmethods ?? {})) {
    const f = add(fn(sig, body));
    type.dict.set(f.name, new PyStaticMethod(f));
  }
  for (const [name, a] of Object.entries(spec.attrs ?? {})) {
    const [get, set] = Array.isArray(a) ? a : [a, null];
    const d = new PyGetSet(name, get as (vm: VM, self: Value) => NativeResult, set as ((vm: VM, self: Value, value: Value | undefined) => void) | null);
    d.owner = type;
    type.dict.set(name, d);
  }
  if (spec.create) type.dict.set('__new__', new PyStaticMethod(add(raw('__new__', spec.create))));
  if (spec.alloc) type.alloc = spec.alloc;
  if (spec.doc !== undefined) type.dict.set('__doc__', spec.doc);
  typeVersion.n++;
  return type;
}

/** Methods whose bodies lie in a pack: the declared names stand in the type from the start, a call asks for the body. */
export function bodiesIn(find: () => Readonly<Record<string, Body>>, signatures: readonly string[]): Record<string, Body> {
  return Object.fromEntries(
    signatures.map((signature) => {
      const name = signature.slice(0, signature.indexOf('('));
      return [signature, (vm, ...args) => find()[name](vm, ...args)];
    }),
  );
}

/** A new native type: `defineType('Tensor', { module: 'torch', base, methods: { … } })`. */
export function defineType(name: string, spec: TypeSpec & { module?: string; base?: PyType }): PyType {
  const t = newType(name, spec.base ?? objectType, spec.module ?? 'builtins');
  return extendType(t, spec);
}

export function kwDict(kw: Map<string, Value>): PyDict {
  return PyDict.of(kw);
}
