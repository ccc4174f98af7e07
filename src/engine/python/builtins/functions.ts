/** Builtin functions that are not about iteration. */
import { asNum, floatFloorDiv, floatMod, numberOp } from '../arith.ts';
import { attrsOf, callSpecial, delAttr, getAttr, lookupAttr, setAttr } from '../attr.ts';
import { compileExpression } from '../compile/index.ts';
import { PyDict, PyList, PyNamespace, PyRange, PySet, PyTuple } from '../containers.ts';
import { isPyError, raise, Unsupported } from '../errors.ts';
import { part } from '../packs.ts';
import { Frame } from '../frame.ts';
import { isGen, PyBoundMethod, PyClassMethod, PyFunction, PyModule, PyNative, PyStaticMethod, type NativeGen, type NativeResult, type Request } from '../functions.ts';
import { hashOf } from '../hash.ts';
import { fn, raw } from '../native.ts';
import { binaryOp } from '../operators.ts';
import { asciiRepr, reprOf, strOf } from '../repr.ts';
import { roundFloat, roundInt } from '../round.ts';
import { indexOf } from '../subscript.ts';
import { textLength } from '../text.ts';
import { isTrue } from '../truth.ts';
import { typeNamespace } from '../objects.ts';
import { isInstance, PyType, typeOf, typeType } from '../types.ts';
import { PyUnion, PyGenericAlias } from '../alias.ts';
import { idOf, PyBytes, PyComplex, PyFloat, unbox, type Value } from '../values.ts';
import { PyView } from '../views.ts';
import type { VM } from '../vm.ts';

const format = part<typeof import('../formatvalue.ts')>('text', 'format');

/** What the program put in the place of `sys.stdout`. */
function redirected(vm: VM): Value {
  const sys = vm.importer.modules.get('sys');
  const out = sys instanceof PyModule ? sys.attrs.get('stdout') : undefined;
  return out === undefined || out === (sys as PyModule).attrs.get('__stdout__') ? null : out;
}

function* print(vm: VM, args: Value[], kw: Map<string, Value> | null): NativeGen {
  const option = (name: string, fallback: string): string => {
    const v = kw?.get(name);
    if (v === undefined || v === null) return fallback;
    const s = unbox(v);
    if (typeof s !== 'string') raise('TypeError', `${name} must be None or a string, not ${typeOf(v).name}`);
    return s;
  };
  const sep = option('sep', ' ');
  const end = option('end', '\n');
  for (const k of kw?.keys() ?? []) if (!['sep', 'end', 'file', 'flush'].includes(k)) raise('TypeError', `'${k}' is an invalid keyword argument for print()`);
  const parts: string[] = [];
  for (const v of args) {
    const r = strOf(vm, v);
    parts.push((isGen(r) ? yield* r : r) as string);
  }
  const text = parts.join(sep) + end;
  const file = kw?.get('file') ?? redirected(vm);
  if (file === null) {
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
  raise('TypeError', `object of type '${t.name}' has no len()`);
}
function checkLength(r: Value): Value {
  const n = typeof r === 'boolean' ? Number(r) : r;
  if (typeof n !== 'number') raise('TypeError', `'${typeOf(r).name}' object cannot be interpreted as an integer`);
  if (n < 0) raise('ValueError', '__len__() should return >= 0');
  return n;
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
      if (!(v instanceof PyType)) raise('TypeError', 'issubclass() arg 1 must be a class');
      return v.isSubtype(cls);
    }
    return isInstance(v, cls);
  }
  if (cls instanceof PyGenericAlias) raise('TypeError', `${what}() argument 2 cannot be a parameterized generic`);
  const r = callSpecial(vm, cls, what === 'isinstance' ? '__instancecheck__' : '__subclasscheck__', [v]);
  if (r === undefined) raise('TypeError', `${what}() arg 2 must be a type, a tuple of types, or a union`);
  return yield* isTrue(vm, isGen(r) ? yield* r : r);
}

function* getattr3(vm: VM, o: Value, name: Value, fallback: Value | undefined): NativeGen {
  const n = unbox(name);
  if (typeof n !== 'string') raise('TypeError', 'getattr(): attribute name must be string');
  if (fallback === undefined) {
    const r = getAttr(vm, o, n);
    return isGen(r) ? yield* r : r;
  }
  try {
    const r = lookupAttr(vm, o, n);
    if (r === undefined) return fallback;
    return isGen(r) ? yield* r : r;
  } catch (e) {
    if (isPyError(e, 'AttributeError')) return fallback;
    throw e;
  }
}

function* hasattr(vm: VM, o: Value, name: string): NativeGen {
  try {
    const r = lookupAttr(vm, o, name);
    if (r === undefined) return false;
    if (isGen(r)) yield* r;
    return true;
  } catch (e) {
    if (isPyError(e, 'AttributeError')) return false;
    throw e;
  }
}

function* power(vm: VM, a: Value, b: Value, m: Value): NativeGen {
  if (m === null) {
    const r = binaryOp(vm, 6, a, b);
    return isGen(r) ? yield* r : r;
  }
  const [x, y, z] = [asNum(unbox(a)), asNum(unbox(b)), asNum(unbox(m))];
  const isInt = (n: unknown): n is number | bigint => typeof n === 'number' || typeof n === 'bigint';
  if (!isInt(x) || !isInt(y) || !isInt(z)) raise('TypeError', 'pow() 3rd argument not allowed unless all arguments are integers');
  if (z === 0) raise('ValueError', 'pow() 3rd argument cannot be 0');
  let base = BigInt(x);
  let e = BigInt(y);
  const mod = BigInt(z);
  if (e < 0n) {
    base = inverse(base, mod);
    e = -e;
  }
  let out = 1n;
  base %= mod;
  while (e > 0n) {
    if (e & 1n) out = (out * base) % mod;
    base = (base * base) % mod;
    e >>= 1n;
  }
  out %= mod;
  return numberOp(0, out !== 0n && out < 0n !== mod < 0n ? out + mod : out, 0) as Value;
}
function inverse(a: bigint, m: bigint): bigint {
  let [r0, r1, s0, s1] = [((a % m) + m) % m, m, 1n, 0n];
  while (r1 !== 0n) {
    const q = r0 / r1;
    [r0, r1] = [r1, r0 - q * r1];
    [s0, s1] = [s1, s0 - q * s1];
  }
  if (r0 !== 1n) raise('ValueError', 'base is not invertible for the given modulus');
  return s0;
}

function* divmod(vm: VM, a: Value, b: Value): NativeGen {
  const x = asNum(unbox(a));
  const y = asNum(unbox(b));
  if (x !== undefined && y !== undefined && (x instanceof PyFloat || y instanceof PyFloat)) {
    const p = x instanceof PyFloat ? x.v : Number(x);
    const q = y instanceof PyFloat ? y.v : Number(y);
    if (q === 0) raise('ZeroDivisionError', 'float divmod()');
    return new PyTuple([new PyFloat(floatFloorDiv(p, q)), new PyFloat(floatMod(p, q))]);
  }
  const own = x !== undefined && y !== undefined ? undefined : callSpecial(vm, a, '__divmod__', [b]);
  if (own !== undefined) return isGen(own) ? yield* own : own;
  const q = binaryOp(vm, 4, a, b);
  const qv = isGen(q) ? yield* q : q;
  const m = binaryOp(vm, 5, a, b);
  return new PyTuple([qv, isGen(m) ? yield* m : m]);
}

function* round(vm: VM, v: Value, digits: Value): NativeGen {
  const n = asNum(unbox(v));
  if (n !== undefined && !(n instanceof PyComplex) && !typeOf(v).owner('__round__')?.heap) {
    const d = digits === null ? null : Number(yield* indexOf(vm, digits));
    return n instanceof PyFloat ? roundFloat(n.v, d) : roundInt(n, d);
  }
  const r = callSpecial(vm, v, '__round__', digits === null ? [] : [digits]);
  if (r === undefined) raise('TypeError', `type ${typeOf(v).name} doesn't define __round__ method`);
  return isGen(r) ? yield* r : r;
}

function* abs(vm: VM, v: Value): NativeGen {
  const n = asNum(unbox(v));
  if (n instanceof PyFloat) return new PyFloat(Math.abs(n.v));
  if (n instanceof PyComplex) return new PyFloat(Math.hypot(n.re, n.im));
  if (n !== undefined) return n < 0 ? (numberOp(1, 0, n) as Value) : n;
  const r = callSpecial(vm, v, '__abs__', []);
  if (r === undefined) raise('TypeError', `bad operand type for abs(): '${typeOf(v).name}'`);
  return isGen(r) ? yield* r : r;
}

function based(prefix: string, radix: number) {
  return function* (vm: VM, v: Value): NativeGen {
    const n = yield* indexOf(vm, v);
    return n < 0 ? `-${prefix}${(-n).toString(radix)}` : prefix + n.toString(radix);
  };
}

/** The Python frame that called a native. */
function callerFrame(vm: VM): Frame {
  const f = vm.fiber?.frames.findLast((x) => x instanceof Frame);
  if (!(f instanceof Frame)) throw new Error('no frame');
  return f;
}

function locals(vm: VM): Value {
  const f = callerFrame(vm);
  if (f.names) return new PyNamespace(f, f.names);
  if (f.code.isModule) return f.module.namespace;
  const d = new PyDict();
  f.code.varNames.forEach((n, i) => {
    const v = f.locals[i];
    if (v !== undefined && !n.startsWith('.') && !f.code.cellVars.includes(n)) d.set(n, v);
  });
  [...f.code.cellVars, ...f.code.freeVars].forEach((n, i) => {
    const v = f.cells[i].value;
    if (v !== undefined) d.set(n, v);
  });
  return d;
}

function* vars(vm: VM, o: Value | undefined): NativeGen {
  if (o === undefined) return locals(vm);
  if (o instanceof PyType) return typeNamespace(o);
  try {
    const r = lookupAttr(vm, o, '__dict__');
    if (r !== undefined) return isGen(r) ? yield* r : r;
  } catch (e) {
    if (!isPyError(e, 'AttributeError')) throw e;
  }
  return raise('TypeError', 'vars() argument must have __dict__ attribute');
}

function* dir(vm: VM, o: Value | undefined): NativeGen {
  if (o === undefined) return new PyList((locals(vm) as PyDict).keys().sort() as Value[]);
  if (!(o instanceof PyType) && !(o instanceof PyModule)) {
    const r = callSpecial(vm, o, '__dir__', []);
    if (r !== undefined) return new PyList([...((isGen(r) ? yield* r : r) as PyList).items].sort() as Value[]);
  }
  const names = o instanceof PyType ? o.mro.flatMap((t) => [...t.dict.keys()]) : [...(attrsOf(o)?.keys() ?? [])];
  return new PyList([...new Set(names)].sort());
}

function* evaluate(vm: VM, source: Value, globals: Value, localsIn: Value): NativeGen {
  if (typeof source !== 'string') throw new Unsupported('eval of a code object', vm.currentLine());
  const f = callerFrame(vm);
  const code = compileExpression(source);
  const scope = new PyModule('__eval__');
  const own = (localsIn ?? globals ?? locals(vm)) as PyDict;
  for (const [k, v] of globals === null ? f.module.attrs : (globals as PyDict).entries()) scope.attrs.set(k as string, v);
  for (const [k, v] of own.entries()) scope.attrs.set(k as string, v);
  return yield* vm.runFrame(new Frame(code, scope, null, [], []));
}

function callable(v: Value): boolean {
  if (v instanceof PyType || v instanceof PyFunction || v instanceof PyNative || v instanceof PyBoundMethod || v instanceof PyStaticMethod) return true;
  if (v instanceof PyClassMethod) return false;
  return typeOf(v).lookup('__call__') !== undefined;
}

const refused = (name: string): PyNative => raw(name, (vm) => {
  throw new Unsupported(`${name}()`, vm.currentLine());
});

export const FUNCTIONS = [
  raw('print', (vm, args, kw) => print(vm, args, kw)),
  fn('len(obj, /)', lengthOf),
  fn('isinstance(obj, cls, /)', function* (vm, o, cls) { return yield* isInstanceOf(vm, o, cls, 'isinstance'); }),
  fn('issubclass(sub, cls, /)', function* (vm, o, cls) { return yield* isInstanceOf(vm, o, cls, 'issubclass'); }),
  fn('getattr(obj, name, default=…, /)', getattr3),
  fn('hasattr(obj, name, /)', hasattr),
  fn('setattr(obj, name, value, /)', (vm, o, n, v) => setAttr(vm, o, n, v)),
  fn('delattr(obj, name, /)', (vm, o, n) => delAttr(vm, o, n)),
  fn('repr(obj, /)', reprOf),
  fn('ascii(obj, /)', function* (vm, v) { const r = reprOf(vm, v); return asciiRepr((isGen(r) ? yield* r : r) as string); }),
  fn(`format(value, spec='', /)`, (vm, v, spec) => (typeof unbox(spec) === 'string' ? format().formatValue(vm, v, unbox(spec) as string, 0) : raise('TypeError', `format() argument 2 must be str, not ${typeOf(spec).name}`))),
  fn('hash(obj, /)', function* (vm, v) { return yield* hashOf(vm, v); }),
  fn('id(obj, /)', (_vm, v) => (v !== null && typeof v === 'object' ? idOf(v) : idOf(idBox(v)))),
  fn('abs(x, /)', abs),
  fn('round(number, ndigits=None)', round),
  fn('pow(base, exp, mod=None)', power),
  fn('divmod(x, y, /)', divmod),
  fn('bin(n, /)', based('0b', 2)),
  fn('oct(n, /)', based('0o', 8)),
  fn('hex(n, /)', based('0x', 16)),
  fn('chr(i, /)', function* (vm, v) {
    const n = Number(yield* indexOf(vm, v));
    if (n < 0 || n > 0x10ffff) raise('ValueError', 'chr() arg not in range(0x110000)');
    return String.fromCodePoint(n);
  }),
  fn('ord(c, /)', (_vm, c) => {
    const s = unbox(c);
    if (s instanceof PyBytes && s.data.length === 1) return s.data[0];
    if (typeof s !== 'string') raise('TypeError', `ord() expected string of length 1, but ${typeOf(c).name} found`);
    if (textLength(s) !== 1) raise('TypeError', `ord() expected a character, but string of length ${textLength(s)} found`);
    return s.codePointAt(0) as number;
  }),
  fn('callable(obj, /)', (_vm, v) => callable(v)),
  fn('globals()', (vm) => callerFrame(vm).module.namespace),
  fn('locals()', locals),
  fn('vars(obj=…, /)', vars),
  fn('dir(obj=…, /)', dir),
  fn('eval(source, globals=None, locals=None, /)', evaluate),
  fn('__import__(name, globals=None, locals=None, fromlist=(), level=0)', function* (vm, name) {
    const r = vm.importModule(name);
    const m = isGen(r) ? yield* r : r;
    return name.includes('.') ? (vm.importer.modules.get(name.slice(0, name.indexOf('.'))) as Value) : m;
  }),
  refused('exec'), refused('compile'), refused('open'), refused('breakpoint'), refused('memoryview'), refused('bytearray'),
  fn(`input(prompt='', /)`, (vm, p) => {
    vm.host.write(p);
    raise('EOFError', 'EOF when reading a line');
  }),
  fn('help(obj=…, /)', () => null),
  fn('exit(code=None, /)', (_vm, code) => raise('SystemExit', code)),
  fn('quit(code=None, /)', (_vm, code) => raise('SystemExit', code)),
];

const boxes = new Map<Value, object>();
/** A stable object for values without identity. */
function idBox(v: Value): object {
  let b = boxes.get(v);
  if (!b) boxes.set(v, (b = {}));
  return b;
}
