/** Builtin functions that are not about iteration; bodies of the rarer ones are in rarer.ts. */
import { callSpecial, delAttr, getAttr, lookupAttr, setAttr } from '../attr.ts';
import { PyDict, PyList, PyRange, PySet, PyTuple } from '../containers.ts';
import { isPyError } from '../errors.ts';
import { part } from '../packs.ts';
import {
  isGen,
  PyBoundMethod,
  PyClassMethod,
  PyFunction,
  PyModule,
  PyNative,
  PyStaticMethod,
  type NativeGen,
  type NativeResult,
  type Request,
} from '../functions.ts';
import { fn, raw } from '../native.ts';
import { reprOf, strOf } from '../repr.ts';
import { textLength } from '../text.ts';
import { checkLength, isTrue } from '../truth.ts';
import { PyType, typeOf, typeType } from '../types.ts';
import { isOf } from '../objects.ts';
import { PyUnion, PyGenericAlias } from '../alias.ts';
import { PyBytes, unbox, type Value } from '../values.ts';
import { PyView } from '../views.ts';
import type { VM } from '../vm.ts';

const rarer = part<typeof import('./rarer.ts').BODIES>('language', 'builtins');

/** A function whose body lies in the pack. */
function later(signature: string): PyNative {
  const name = signature.slice(0, signature.indexOf('('));
  return fn(signature, (vm, ...args) => rarer()[name](vm, ...args));
}

const format = part<typeof import('../formatvalue.ts')>('text', 'format');

/** What the program put in the place of `sys.stdout`. */
function redirected(vm: VM): Value {
  const sys = vm.importer.modules.get('sys');
  const out = sys instanceof PyModule ? sys.attrs.get('stdout') : undefined;
  return out === undefined || out === (sys as PyModule).attrs.get('__stdout__') ? null : out;
}

/** A surrogate without its partner, which UTF-8 has no bytes for. */
const LONE = /\p{Surrogate}/u;
const faults = part<typeof import('../nativefaults.ts')>('faults', 'natives');
const utf8 = part<typeof import('../utf8.ts')>('text', 'utf8');

function* print(vm: VM, args: Value[], kw: Map<string, Value> | null): NativeGen {
  const option = (name: string, fallback: string): string => {
    const v = kw?.get(name);
    if (v === undefined || v === null) return fallback;
    const s = unbox(v);
    return typeof s === 'string' ? s : faults().printOption(name, v);
  };
  const sep = option('sep', ' ');
  const end = option('end', '\n');
  for (const k of kw?.keys() ?? []) if (!['sep', 'end', 'file', 'flush'].includes(k)) faults().printOption(k);
  const parts: string[] = [];
  for (const v of args) {
    const r = strOf(vm, v);
    parts.push((isGen(r) ? yield* r : r) as string);
  }
  const text = parts.join(sep) + end;
  const file = kw?.get('file') ?? redirected(vm);
  if (file === null) {
    if (LONE.test(text)) utf8().badParts(vm, parts, sep, text);
    vm.host.write(text);
    return null;
  }
  const w = getAttr(vm, file, 'write');
  yield* vm.call(isGen(w) ? yield* w : w, [text]);
  return null;
}

export function lengthOf(vm: VM, v: Value): NativeResult {
  const t = typeOf(v);
  if (!t.heap) {
    const n = nativeLength(v);
    if (n !== undefined) return n;
  }
  const r = callSpecial(vm, v, '__len__', []);
  if (r !== undefined) return isGen(r) ? checkedLength(r) : checkLength(r);
  const n = nativeLength(unbox(v));
  if (n !== undefined) return n;
  return faults().noLen(v);
}
function* checkedLength(r: NativeGen): NativeGen {
  return checkLength(yield* r);
}
export function nativeLength(v: Value): number | undefined {
  if (typeof v === 'string') return textLength(v);
  if (v instanceof PyList || v instanceof PyTuple) return v.items.length;
  if (v instanceof PyDict || v instanceof PySet) return v.size;
  if (v instanceof PyRange) return v.length;
  if (v instanceof PyBytes) return v.data.length;
  if (v instanceof PyView) return v.dict.size;
  return undefined;
}

type BoolGen = Generator<Request, boolean, Value>;

export function* isInstanceOf(vm: VM, v: Value, cls: Value, what: 'isinstance' | 'issubclass'): BoolGen {
  if (cls instanceof PyTuple) {
    for (const c of cls.items) if (yield* isInstanceOf(vm, v, c, what)) return true;
    return false;
  }
  if (cls instanceof PyUnion) {
    for (const c of cls.args.items) if (yield* isInstanceOf(vm, v, c, what)) return true;
    return false;
  }
  if (cls instanceof PyType && cls.cls === typeType) {
    if (what === 'issubclass') {
      return v instanceof PyType ? v.isSubtype(cls) : faults().notClass('issubclass', 1);
    }
    const r = isOf(vm, v, cls);
    return (isGen(r) ? yield* r : r) as boolean;
  }
  if (what === 'isinstance' && typeOf(v) === cls) return true;
  if (cls instanceof PyGenericAlias) faults().notClass(what, 0);
  const r = callSpecial(vm, cls, what === 'isinstance' ? '__instancecheck__' : '__subclasscheck__', [v]);
  if (r === undefined) return faults().notClass(what, 2);
  return yield* isTrue(vm, isGen(r) ? yield* r : r);
}

/** An attribute's name, as it is given to a function. */
function named(name: Value): string {
  const n = unbox(name);
  return typeof n === 'string' ? n : faults().noText('attribute name', name);
}

function* getattr3(vm: VM, o: Value, name: Value, fallback: Value | undefined): NativeGen {
  const n = named(name);
  if (fallback === undefined) {
    const r = getAttr(vm, o, n);
    return isGen(r) ? yield* r : r;
  }
  try {
    const r = lookupAttr(vm, o, n, true);
    if (r === undefined) return fallback;
    return isGen(r) ? yield* r : r;
  } catch (e) {
    if (isPyError(e, 'AttributeError')) return fallback;
    throw e;
  }
}

function* hasattr(vm: VM, o: Value, name: Value): NativeGen {
  const n = named(name);
  try {
    const r = lookupAttr(vm, o, n, true);
    if (r === undefined) return false;
    if (isGen(r)) yield* r;
    return true;
  } catch (e) {
    if (isPyError(e, 'AttributeError')) return false;
    throw e;
  }
}

export function callable(v: Value): boolean {
  if (v instanceof PyType || v instanceof PyFunction || v instanceof PyNative || v instanceof PyBoundMethod || v instanceof PyStaticMethod) return true;
  if (v instanceof PyClassMethod) return false;
  return typeOf(v).lookup('__call__') !== undefined;
}

export const FUNCTIONS = [
  raw('print', (vm, args, kw) => print(vm, args, kw)),
  fn('len(obj, /)', lengthOf),
  fn('isinstance(obj, cls, /)', (vm, o, cls) => (cls instanceof PyType && cls.cls === typeType ? isOf(vm, o, cls) : isInstanceOf(vm, o, cls, 'isinstance'))),
  fn('issubclass(sub, cls, /)', function* (vm, o, cls) {
    return yield* isInstanceOf(vm, o, cls, 'issubclass');
  }),
  fn('getattr(obj, name, default=…, /)', getattr3),
  fn('hasattr(obj, name, /)', hasattr),
  fn('setattr(obj, name, value, /)', (vm, o, n, v) => setAttr(vm, o, named(n), v)),
  fn('delattr(obj, name, /)', (vm, o, n) => delAttr(vm, o, named(n))),
  fn('repr(obj, /)', reprOf),
  later('ascii(obj, /)'),
  fn(`format(value, spec='', /)`, (vm, v, spec) =>
    typeof unbox(spec) === 'string' ? format().formatValue(vm, v, unbox(spec) as string, 0) : faults().noText('', spec),
  ),
  later('hash(obj, /)'),
  later('id(obj, /)'),
  later('abs(x, /)'),
  later('round(number, ndigits=None)'),
  later('pow(base, exp, mod=None)'),
  later('divmod(x, y, /)'),
  later('bin(n, /)'),
  later('oct(n, /)'),
  later('hex(n, /)'),
  later('chr(i, /)'),
  later('ord(c, /)'),
  fn('callable(obj, /)', (_vm, v) => callable(v)),
  later('globals()'),
  later('locals()'),
  later('vars(obj=…, /)'),
  later('dir(obj=…, /)'),
  later('open(*args, **kw)'),
  later('eval(source, globals=None, locals=None, /)'),
  later('__import__(name, globals=None, locals=None, fromlist=(), level=0)'),
  later('exec(source, globals=None, locals=None, /, *, closure=None)'),
  later('compile(source, filename, mode, flags=0, dont_inherit=False, optimize=-1)'),
  later('breakpoint(*args, **kw)'),
  later('memoryview(*args, **kw)'),
  later(`input(prompt='', /)`),
  later('help(obj=…, /)'),
  later('exit(code=None, /)'),
  later('quit(code=None, /)'),
];
