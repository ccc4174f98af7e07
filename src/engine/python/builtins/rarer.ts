/** Bodies of builtin functions that few programs call, by name; `functions.ts` declares them. Lies in the pack `language`. */
import { asNum, floatFloorDiv, floatMod, numberOp } from '../arith.ts';
import { attrsOf, callSpecial, lookupAttr } from '../attr.ts';
import { compileText, evaluate, execute, shownNames } from './dynamic.ts';
import { PyDict, PyList, PyTuple } from '../containers.ts';
import { isPyError, raise, Unsupported } from '../errors.ts';
import { Frame } from '../frame.ts';
import { isGen, PyModule, type NativeGen } from '../functions.ts';
import { hashOf } from '../hashof.ts';
import type { Body } from '../native.ts';
import { typeNamespace } from '../objects.ts';
import { binaryOp } from '../operators.ts';
import { asciiRepr, reprOf } from '../repr.ts';
import { part } from '../packs.ts';
import { roundFloat, roundInt } from '../round.ts';
import { indexOf } from '../subscript.ts';
import { spend, spendInts, spendText } from '../spend.ts';
import { textLength } from '../text.ts';
import { floatType, intType, NotImplemented, PyType, typeOf } from '../types.ts';
import { idOf, PyBoxed, PyBytes, PyComplex, PyFloat, unbox, type Value } from '../values.ts';
import { namesFor } from '../types/objectmethods.ts';
import type { VM } from '../vm.ts';

function* power(vm: VM, a: Value, b: Value, m: Value): NativeGen {
  if (m === null) {
    const r = binaryOp(vm, 6, a, b);
    return isGen(r) ? yield* r : r;
  }
  // Of a class's own methods that of the first operand is asked alone (`slot_nb_power`).
  const own = typeOf(a).owner('__pow__')?.heap ? callSpecial(vm, a, '__pow__', [b, m]) : undefined;
  const r = own === undefined ? NotImplemented : isGen(own) ? yield* own : own;
  if (r !== NotImplemented) return r;
  const [x, y, z] = [asNum(unbox(a)), asNum(unbox(b)), asNum(unbox(m))];
  const isInt = (n: unknown): n is number | bigint => typeof n === 'number' || typeof n === 'bigint';
  if (!isInt(x) || !isInt(y) || !isInt(z)) {
    const first = [x, y, z].find((n) => n instanceof PyFloat || n instanceof PyComplex);
    if (first instanceof PyComplex) raise('ValueError', 'complex modulo');
    if (first) raise('TypeError', 'pow() 3rd argument not allowed unless all arguments are integers');
    raise('TypeError', `unsupported operand type(s) for ** or pow(): ${[a, b, m].map((v) => `'${typeOf(v).tp}'`).join(', ')}`);
  }
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
  const size = mod.toString(16).length * 4;
  const bits = e.toString(2);
  spend(bits.length >> 2);
  for (const bit of bits) {
    spendInts(2 * size, 2 * size);
    out = (out * out) % mod;
    if (bit === '1') out = (out * base) % mod;
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
  const mine = x !== undefined && y !== undefined ? undefined : callSpecial(vm, a, '__divmod__', [b]);
  const own = mine === undefined ? mine : isGen(mine) ? yield* mine : mine;
  if (own !== undefined && own !== NotImplemented) return own;
  const other = x !== undefined && y !== undefined ? undefined : callSpecial(vm, b, '__rdivmod__', [a]);
  if (other !== undefined) {
    const r = isGen(other) ? yield* other : other;
    if (r !== NotImplemented) return r;
  }
  // Numbers, and what numpy has: its types divide as numbers do.
  const able = (v: Value): boolean => asNum(unbox(v)) !== undefined || typeOf(v).mro.some((t) => t.module === 'numpy');
  if (own === NotImplemented || !able(a) || !able(b)) raise('TypeError', `unsupported operand type(s) for divmod(): '${typeOf(a).tp}' and '${typeOf(b).tp}'`);
  const q = binaryOp(vm, 4, a, b);
  const qv = isGen(q) ? yield* q : q;
  const m = binaryOp(vm, 5, a, b);
  return new PyTuple([qv, isGen(m) ? yield* m : m]);
}

/** A number in a box rounds as its class says: Python's own, or one of the program or of numpy. */
const isOwnRound = (v: PyBoxed): boolean => {
  const owner = typeOf(v).owner('__round__');
  return owner === intType || owner === floatType;
};

function* round(vm: VM, v: Value, digits: Value): NativeGen {
  const n = asNum(unbox(v));
  if (n !== undefined && !(n instanceof PyComplex) && (!(v instanceof PyBoxed) || isOwnRound(v))) {
    const d = digits === null ? null : Number(yield* indexOf(vm, digits));
    return n instanceof PyFloat ? roundFloat(n.v, d) : roundInt(n, d);
  }
  const r = callSpecial(vm, v, '__round__', digits === null ? [] : [digits]);
  if (r === undefined) raise('TypeError', `type ${typeOf(v).tp} doesn't define __round__ method`);
  return isGen(r) ? yield* r : r;
}

function* abs(vm: VM, v: Value): NativeGen {
  const n = asNum(unbox(v));
  if (n instanceof PyFloat) return new PyFloat(Math.abs(n.v));
  if (n instanceof PyComplex) return new PyFloat(Math.hypot(n.re, n.im));
  if (n !== undefined) return n < 0 ? (numberOp(1, 0, n) as Value) : n;
  const r = callSpecial(vm, v, '__abs__', []);
  if (r === undefined) raise('TypeError', `bad operand type for abs(): '${typeOf(v).tp}'`);
  return isGen(r) ? yield* r : r;
}

function based(prefix: string, radix: number) {
  return function* (vm: VM, v: Value): NativeGen {
    const n = yield* indexOf(vm, v);
    const s = n < 0 ? `-${prefix}${(-n).toString(radix)}` : prefix + n.toString(radix);
    spendText(s.length);
    return s;
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
  if (f.names) return shownNames(f, f.names);
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

const standard = part<Readonly<Record<string, string>>>('known', 'standard');
const namesOf = part<(module: string) => readonly string[] | null>('known', 'namesOf');

/** What these modules have and load late. */
const LATE: Readonly<Record<string, string>> = {
  collections: 'ChainMap UserDict UserList UserString abc',
  datetime: 'UTC date datetime time timezone tzinfo',
};

/** Of a library's module what the library has: not all of it is loaded, or modelled. */
function moduleNames(m: PyModule): Value {
  const name = String(m.attrs.get('__name__'));
  const own = [...m.attrs.keys()];
  const unmodelled = standard()[name];
  const known = name.startsWith('torch') ? namesOf()(name) : null;
  const all = known
    ? [...own.filter((n) => n.startsWith('_') || name === 'torch'), ...known]
    : [...own, ...`${unmodelled ?? ''} ${LATE[name] ?? ''}`.split(' ')];
  return new PyList([...new Set(all)].filter((n) => n !== '').sort());
}

function* dir(vm: VM, o: Value | undefined): NativeGen {
  if (o === undefined) return new PyList((locals(vm) as PyDict).keys().sort() as Value[]);
  if (!(o instanceof PyType) && !(o instanceof PyModule)) {
    const r = callSpecial(vm, o, '__dir__', []);
    if (r !== undefined) return new PyList([...((isGen(r) ? yield* r : r) as PyList).items].sort() as Value[]);
  }
  // PEP 562.
  const own = o instanceof PyModule ? o.attrs.get('__dir__') : undefined;
  if (own !== undefined) return new PyList([...(((yield* vm.call(own, [])) as PyList).items as string[])].sort());
  if (o instanceof PyModule) return moduleNames(o);
  return new PyList(o instanceof PyType ? namesFor(o, []) : [...(attrsOf(o)?.keys() ?? [])].sort());
}

const boxes = new Map<Value, object>();
/** A stable object for values without identity. */
function idBox(v: Value): object {
  let b = boxes.get(v);
  if (!b) boxes.set(v, (b = {}));
  return b;
}

const refused =
  (name: string): Body =>
  (vm) => {
    throw new Unsupported(`${name}()`, vm.currentLine());
  };

const leave: Body = (_vm, code) => raise('SystemExit', code);

export const BODIES: Readonly<Record<string, Body>> = {
  ascii: function* (vm, v) {
    const r = reprOf(vm, v);
    return asciiRepr((isGen(r) ? yield* r : r) as string);
  },
  hash: (vm, v) => hashOf(vm, v),
  id: (_vm, v) => idOf(v !== null && typeof v === 'object' ? v : idBox(v)),
  input: (vm, p) => {
    vm.host.write(p);
    raise('EOFError', 'EOF when reading a line');
  },
  breakpoint: refused('breakpoint'),
  memoryview: refused('memoryview'),
  help: () => null,
  exit: leave,
  quit: leave,
  abs: abs,
  round: round,
  pow: power,
  divmod: divmod,
  bin: based('0b', 2),
  oct: based('0o', 8),
  hex: based('0x', 16),
  chr: function* (vm, v) {
    const n = Number(yield* indexOf(vm, v));
    if (n !== (n | 0)) raise('OverflowError', 'Python int too large to convert to C int');
    if (n < 0 || n > 0x10ffff) raise('ValueError', 'chr() arg not in range(0x110000)');
    return String.fromCodePoint(n);
  },
  ord: (_vm, c) => {
    const s = unbox(c);
    const octets = s instanceof PyBytes ? s.data.length : undefined;
    if (octets === 1) return (s as PyBytes).data[0];
    if (octets !== undefined) raise('TypeError', `ord() expected a character, but string of length ${octets} found`);
    if (typeof s !== 'string') raise('TypeError', `ord() expected string of length 1, but ${typeOf(c).tp} found`);
    if (textLength(s) !== 1) raise('TypeError', `ord() expected a character, but string of length ${textLength(s)} found`);
    return s.codePointAt(0) as number;
  },
  globals: (vm) => callerFrame(vm).module.namespace,
  locals: locals,
  vars: vars,
  dir: dir,
  eval: (vm, source, globals, names) => evaluate(vm, source, globals, names, () => locals(vm)),
  exec: (vm, source, globals, names, closure) => execute(vm, source, globals, names, closure, () => locals(vm)),
  compile: compileText,
  /** Files are Python (lib/_files.py). */
  open: function* (vm, args: Value[], kw: Map<string, Value>) {
    const r = vm.importModule('_files');
    const files = (isGen(r) ? yield* r : r) as PyModule;
    return yield* vm.call(files.namespace.get('open') as Value, args, kw);
  },
  __import__: function* (vm, name, _globals, _locals, from) {
    const r = vm.importModule(name);
    const m = isGen(r) ? yield* r : r;
    // With names to take from it the module itself, else the package it lies in.
    if ((from instanceof PyTuple || from instanceof PyList) && from.items.length > 0) return m;
    return name.includes('.') ? (vm.importer.modules.get(name.slice(0, name.indexOf('.'))) as Value) : m;
  },
};
