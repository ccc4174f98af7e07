/**
 * repr() and str(): at once for native scalars, a generator for containers and for classes of the program.
 */
import { intText } from './arith.ts';
import { PyGenericAlias, PyUnion } from './alias.ts';
import { callSpecial } from './attr.ts';
import { PyDict, PyFrozenSet, PyList, PyRange, PySet, PySlice, PyTuple } from './containers.ts';
import { PyException, raise } from './errors.ts';
import { isGen, PyBoundMethod, PyFunction, PyGenerator, PyModule, PyNative, type NativeGen, type NativeResult, type Request } from './functions.ts';
import { floatRepr } from './numfmt.ts';
import { part } from './packs.ts';
import { setOrder } from './setorder.ts';
import { spendLooks } from './spend.ts';
import { noneType, PyType, typeOf } from './types.ts';
import { idOf, PyBoxed, PyBytes, PyComplex, PyFloat, PyInstance, PySingleton, type PyObject, type Value } from './values.ts';
import { PyView } from './views.ts';
import type { VM } from './vm.ts';

const octets = part<typeof import('./types/bytesrepr.ts').bytesRepr>('bytes', 'repr');
const rare = part<typeof import('./rarerepr.ts').rareRepr>('language', 'repr');
const complex = part<typeof import('./complex.ts')>('math', 'complex');

const PLAIN = /^[ !#-&(-[\]-~]*$/;
const UNPRINTABLE = /^[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Zs}]$/u;

export function textRepr(s: string): string {
  spendLooks(s.length);
  if (PLAIN.test(s)) return `'${s}'`;
  const quote = s.includes("'") && !s.includes('"') ? '"' : "'";
  let out = quote;
  for (const c of s) {
    const n = c.codePointAt(0) as number;
    if (c === quote || c === '\\') out += `\\${c}`;
    else if (c === '\n') out += '\\n';
    else if (c === '\r') out += '\\r';
    else if (c === '\t') out += '\\t';
    else if (n < 32 || n === 127) out += `\\x${n.toString(16).padStart(2, '0')}`;
    else if (n < 127) out += c;
    else if (UNPRINTABLE.test(c)) out += escape(n);
    else out += c;
  }
  return out + quote;
}

function escape(n: number): string {
  if (n < 0x100) return `\\x${n.toString(16).padStart(2, '0')}`;
  if (n < 0x10000) return `\\u${n.toString(16).padStart(4, '0')}`;
  return `\\U${n.toString(16).padStart(8, '0')}`;
}

/** What `ascii()` makes of a repr. */
export function asciiRepr(r: string): string {
  let out = '';
  for (const c of r) {
    const n = c.codePointAt(0) as number;
    out += n < 128 ? c : escape(n);
  }
  return out;
}

export function address(o: PyObject): string {
  return `0x${idOf(o).toString(16).padStart(12, '0')}`;
}

/** `__module__.` prefix of a type in default reprs. */
export function fullName(t: PyType): string {
  const m = t.dict.get('__module__');
  const mod = typeof m === 'string' ? m : t.module;
  return mod === 'builtins' ? t.qualname : `${mod}.${t.qualname}`;
}

/** A type as it stands in `list[int]`. */
export function typeText(v: Value): string {
  if (v === noneType || v === null) return 'None';
  if (v instanceof PyType) return fullName(v);
  if (v instanceof PyGenericAlias) {
    const args = v.args.items.length === 0 ? '()' : v.args.items.map(typeText).join(', ');
    return `${typeText(v.origin)}[${args}]`;
  }
  if (v instanceof PyUnion) return v.args.items.map(typeText).join(' | ');
  if (v instanceof PySingleton) return '...';
  if (v instanceof PySlice) return `slice(${[v.start, v.stop, v.step].map((x) => scalarRepr(x) ?? '?').join(', ')})`;
  if (v instanceof PyList) return `[${v.items.map(typeText).join(', ')}]`;
  const r = scalarRepr(v);
  return r ?? `<${typeOf(v).name}>`;
}

/** repr of values that need no other; undefined for containers and instances. */
export function scalarRepr(v: Value): string | undefined {
  switch (typeof v) {
    case 'string':
      return textRepr(v);
    case 'number':
    case 'bigint':
      return intText(v);
    case 'boolean':
      return v ? 'True' : 'False';
  }
  if (v === null) return 'None';
  if (v instanceof PyFloat) return floatRepr(v.v);
  if (v instanceof PyType) return `<class '${fullName(v)}'>`;
  if (v instanceof PyFunction) return `<function ${v.qualname} at ${address(v)}>`;
  if (v instanceof PyNative && !v.isMethod && v.module !== 'torch') return `<built-in function ${v.name}>`;
  if (v instanceof PyModule) return `<module '${v.name}'${v.filename === null ? ' (built-in)' : v.filename && ` from '${v.filename}'`}>`;
  if (v instanceof PyGenerator) return `<${v.cls.name} object ${v.qualname} at ${address(v)}>`;
  if (v instanceof PySingleton) return v.name;
  if (v instanceof PyBytes) return octets()(v.data);
  if (v instanceof PyComplex) return complex().complexRepr(v);
  if (v instanceof PyRange) return v.step === 1 ? `range(${v.start}, ${v.stop})` : `range(${v.start}, ${v.stop}, ${v.step})`;
  if (v instanceof PyGenericAlias || v instanceof PyUnion) return typeText(v);
  return undefined;
}

const active = new Set<object>();

function* guarded(o: object, cycle: string, body: () => Generator<Request, string, Value>): NativeGen {
  if (active.has(o)) return cycle;
  active.add(o);
  try {
    return yield* body();
  } finally {
    active.delete(o);
  }
}

function* joined(vm: VM, items: Iterable<Value>): Generator<Request, string, Value> {
  const parts: string[] = [];
  for (const v of items) {
    vm.charge(1);
    const r = reprOf(vm, v);
    parts.push((isGen(r) ? yield* r : r) as string);
  }
  return parts.join(', ');
}

function* pairs(vm: VM, rows: [Value, Value][]): Generator<Request, string, Value> {
  const parts: string[] = [];
  for (const [k, v] of rows) {
    vm.charge(1);
    const a = reprOf(vm, k);
    const ka = isGen(a) ? yield* a : a;
    const b = reprOf(vm, v);
    parts.push(`${ka as string}: ${(isGen(b) ? yield* b : b) as string}`);
  }
  return parts.join(', ');
}

/** repr by native type, ignoring what a class overrides. */
export function nativeRepr(vm: VM, v: Value): NativeResult {
  const s = scalarRepr(v);
  if (s !== undefined) return s;
  if (v instanceof PyList)
    return guarded(v, '[...]', function* () {
      return `[${yield* joined(vm, v.items)}]`;
    });
  if (v instanceof PyTuple) {
    return guarded(v, '(...)', function* () {
      return `(${yield* joined(vm, v.items)}${v.items.length === 1 ? ',' : ''})`;
    });
  }
  if (v instanceof PyDict)
    return guarded(v, '{...}', function* () {
      return `{${yield* pairs(vm, v.entries())}}`;
    });
  if (v instanceof PySet) {
    const plain = v.cls.name === 'set' && !v.cls.heap;
    const name = v.cls.name;
    if (v.size === 0) return `${name}()`;
    return guarded(v, `${name}(...)`, function* () {
      const body = yield* joined(vm, setOrder(v));
      return plain && !(v instanceof PyFrozenSet) ? `{${body}}` : `${name}({${body}})`;
    });
  }
  if (v instanceof PyView) {
    const list = v.what === 'keys' ? v.dict.keys() : v.what === 'values' ? v.dict.values() : v.dict.entries().map((e) => new PyTuple(e));
    return guarded(v, '...', function* () {
      return `${v.cls.name}([${yield* joined(vm, list)}])`;
    });
  }
  if (v instanceof PySlice)
    return guarded(v, '', function* () {
      return `slice(${yield* joined(vm, [v.start, v.stop, v.step])})`;
    });
  if (v instanceof PyException) {
    return guarded(v, '...', function* () {
      const body = yield* joined(vm, v.args.items);
      return `${v.cls.name}(${body})`;
    });
  }
  if (v instanceof PyBoundMethod && !(v.fn instanceof PyNative)) return boundRepr(vm, v);
  if (v instanceof PyBoxed) return nativeRepr(vm, v.value);
  const o = v as PyObject;
  return (o instanceof PyInstance ? undefined : rare()(o)) ?? `<${fullName(o.cls)} object at ${address(o)}>`;
}

function* boundRepr(vm: VM, m: PyBoundMethod): NativeGen {
  const r = reprOf(vm, m.self);
  const name = m.fn instanceof PyFunction ? m.fn.qualname : '?';
  return `<bound method ${name} of ${(isGen(r) ? yield* r : r) as string}>`;
}

function needText(r: Value, what: string): string {
  const s = r instanceof PyBoxed ? r.value : r;
  if (typeof s !== 'string') raise('TypeError', `${what} returned non-string (type ${typeOf(r).tp})`);
  return s;
}
function* textLater(r: NativeGen, what: string): NativeGen {
  return needText(yield* r, what);
}

/** `repr(v)`. */
export function reprOf(vm: VM, v: Value): NativeResult {
  if (v === null || typeof v !== 'object' || v instanceof PyFloat) return scalarRepr(v) as string;
  const f = v.cls.lookup('__repr__');
  if (f instanceof PyNative && f.tag === 'native-repr') return nativeRepr(vm, v);
  if (f === undefined) return nativeRepr(vm, v);
  const r = callSpecial(vm, v, '__repr__', []) as NativeResult;
  return isGen(r) ? textLater(r, '__repr__') : needText(r, '__repr__');
}

/** `str(v)`. */
export function strOf(vm: VM, v: Value): NativeResult {
  if (typeof v === 'string') return v;
  if (v === null || typeof v !== 'object' || v instanceof PyFloat) return scalarRepr(v) as string;
  const f = v.cls.lookup('__str__');
  if (f === undefined) return reprOf(vm, v);
  // `__str__ = int.__repr__` asks for the number itself.
  if (f instanceof PyNative && f.tag === 'native-repr') return f.name === '__repr__' ? nativeRepr(vm, v) : reprOf(vm, v);
  const r = callSpecial(vm, v, '__str__', []) as NativeResult;
  return isGen(r) ? textLater(r, '__str__') : needText(r, '__str__');
}
