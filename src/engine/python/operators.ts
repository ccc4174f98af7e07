/**
 * Binary, in-place and unary operators: native pairs at once, then Python's protocol of `__op__` and `__rop__`.
 */
import { asNum, numberOp } from './arith.ts';
import { bind, callSpecial } from './attr.ts';
import { PyDict, PyList, PySet, PyTuple } from './containers.ts';
import { LimitReached, raise } from './errors.ts';
import { isGen, PyFunction, PyNative, type NativeGen, type NativeResult } from './functions.ts';
import { UNARY_OPS } from './opcodes.ts';
import { part } from './packs.ts';
import { spendItems, spendText } from './spend.ts';
import { bytesType, NotImplemented, PyType, typeOf } from './types.ts';
import { makeUnion } from './alias.ts';
import { int, PyBoxed, PyBytes, PyComplex, PyFloat, PyInstance, unbox, type Value } from './values.ts';
import type { VM } from './vm.ts';

const algebra = part<typeof import('./setalgebra.ts')>('language', 'algebra');
const percent = part<typeof import('./percent.ts')>('text', 'percent');

const DUNDER = ['add', 'sub', 'mul', 'truediv', 'floordiv', 'mod', 'pow', 'lshift', 'rshift', 'and', 'or', 'xor', 'matmul'];
export const FORWARD = DUNDER.map((n) => `__${n}__`);
export const REFLECTED = DUNDER.map((n) => `__r${n}__`);
export const INPLACE = DUNDER.map((n) => `__i${n}__`);
export const UNARY = ['__neg__', '__pos__', '__invert__'];
const MAX_LENGTH = 64_000_000;

function repeatCount(n: number | bigint, length: number): number {
  const k = Math.max(0, Number(n));
  if (typeof n === 'bigint' && n !== BigInt.asIntN(64, n)) faults().beyondC();
  if (k * length > MAX_LENGTH) throw new LimitReached('elements of a sequence', MAX_LENGTH);
  return k;
}

function repeat(seq: Value, count: Value): Value | undefined {
  const n = typeof count === 'boolean' ? Number(count) : count;
  if (typeof n !== 'number' && typeof n !== 'bigint') return undefined;
  if (typeof seq === 'string') {
    const k = repeatCount(n, seq.length);
    spendText(k * seq.length);
    return seq.repeat(k);
  }
  if (seq instanceof PyList || seq instanceof PyTuple) {
    const k = repeatCount(n, seq.items.length);
    spendItems(k * seq.items.length);
    const out: Value[] = [];
    for (let i = 0; i < k; i++) for (const x of seq.items) out.push(x);
    return seq instanceof PyList ? new PyList(out) : new PyTuple(out);
  }
  if (seq instanceof PyBytes) {
    const k = repeatCount(n, seq.data.length);
    spendText(k * seq.data.length);
    const out = new Uint8Array(k * seq.data.length);
    for (let i = 0; i < k; i++) out.set(seq.data, i * seq.data.length);
    return new PyBytes(bytesType, out);
  }
  return undefined;
}

/** Operators of native pairs, boxes already opened. undefined: no such pair. */
export function nativeBinary(vm: VM, op: number, a: Value, b: Value): NativeResult | undefined {
  if (asNum(a) !== undefined && asNum(b) !== undefined) return numberOp(op, a, b);
  if (op === 0) {
    if (typeof a === 'string' && typeof b === 'string') {
      if (a.length + b.length > MAX_LENGTH * 4) throw new LimitReached('characters of a string', MAX_LENGTH * 4);
      return a + b;
    }
    if (a instanceof PyList && b instanceof PyList) {
      spendItems(a.items.length + b.items.length);
      return new PyList(a.items.concat(b.items));
    }
    if (a instanceof PyTuple && b instanceof PyTuple) spendItems(a.items.length + b.items.length);
    if (a instanceof PyTuple && b instanceof PyTuple) return new PyTuple([...a.items, ...b.items], a.cls.keepsType ? a.cls : undefined);
    if (a instanceof PyBytes && b instanceof PyBytes) {
      spendText(a.data.length + b.data.length);
      const out = new Uint8Array(a.data.length + b.data.length);
      out.set(a.data);
      out.set(b.data, a.data.length);
      return new PyBytes(bytesType, out);
    }
    return undefined;
  }
  if (op === 2) return repeat(a, b) ?? repeat(b, a);
  if (op === 5) return typeof a === 'string' ? percent().percentFormat(vm, a, b) : undefined;
  if (op === 1 || op === 9 || op === 10 || op === 11) {
    if (a instanceof PySet && b instanceof PySet) {
      spendItems(2 * (a.size + b.size));
      return algebra().setOp(vm, op, a, b);
    }
    if (op === 10) {
      if (a instanceof PyDict && b instanceof PyDict) {
        spendItems(2 * (a.size + b.size));
        return algebra().mergeDicts(vm, a, b);
      }
      const u = makeUnion(a, b);
      if (u !== undefined) return u;
    }
  }
  return undefined;
}

function isPlain(v: Value): boolean {
  return v === null || typeof v !== 'object' || v instanceof PyFloat || (!v.cls.heap && !(v instanceof PyInstance) && !(v instanceof PyType));
}

export function binaryOp(vm: VM, op: number, a: Value, b: Value): NativeResult {
  if (isPlain(a) && isPlain(b)) {
    const r = nativeBinary(vm, op, a, b);
    if (r !== undefined) return r;
    const own = typeOf(a).lookup(FORWARD[op]) ?? typeOf(b).lookup(REFLECTED[op]);
    if (own === undefined) unsupported(op, a, b, false);
  }
  return protocol(vm, op, a, b, false);
}

const faults = part<typeof import('./operands.ts')>('faults', 'operands');

/** Operands that do not go together, in CPython's words. */
export function unsupported(op: number, a: Value, b: Value, inplace: boolean): never {
  return faults().unsupported(op, a, b, inplace);
}

/** Python's protocol. Natives answer at once; only Python code needs a generator. */
function protocol(vm: VM, op: number, a: Value, b: Value, inplace: boolean): NativeResult {
  const ta = typeOf(a);
  const tb = typeOf(b);
  const forward = ta.lookup(FORWARD[op]);
  let reflected = ta === tb ? undefined : tb.lookup(REFLECTED[op]);
  const steps: [Value, Value, Value][] = [];
  if (reflected !== undefined && tb !== ta && tb.isSubtype(ta) && reflected !== ta.lookup(REFLECTED[op])) {
    steps.push([reflected, b, a]);
    reflected = undefined;
  }
  if (forward !== undefined) steps.push([forward, a, b]);
  if (reflected !== undefined) steps.push([reflected, b, a]);
  return run(vm, steps, 0, op, a, b, inplace);
}

function run(vm: VM, steps: [Value, Value, Value][], from: number, op: number, a: Value, b: Value, inplace: boolean): NativeResult {
  for (let i = from; i < steps.length; i++) {
    const [f, self, other] = steps[i];
    const r = callBinary(vm, f, self, other);
    if (isGen(r)) return rest(vm, r, steps, i + 1, op, a, b, inplace);
    if (r !== NotImplemented) return r;
  }
  const r = nativeBinary(vm, op, unbox(a), unbox(b));
  if (r !== undefined) return r;
  unsupported(op, a, b, inplace);
}

function callBinary(vm: VM, f: Value, self: Value, other: Value): NativeResult {
  if (f instanceof PyFunction || (f instanceof PyNative && f.isMethod)) return vm.invoke(f, [self, other]);
  if (f === null) raise('TypeError', `'NoneType' object is not callable`);
  const b = bind(vm, f, self, typeOf(self));
  return isGen(b)
    ? (function* (): NativeGen {
        return yield* vm.call(yield* b, [other]);
      })()
    : vm.invoke(b, [other]);
}

function* rest(vm: VM, r: NativeGen, steps: [Value, Value, Value][], next: number, op: number, a: Value, b: Value, inplace: boolean): NativeGen {
  const v = yield* r;
  if (v !== NotImplemented) return v;
  const more = run(vm, steps, next, op, a, b, inplace);
  return isGen(more) ? yield* more : more;
}

export function inplaceOp(vm: VM, op: number, a: Value, b: Value): NativeResult {
  if (isPlain(a) && typeof a !== 'object') {
    const r = isPlain(b) ? nativeBinary(vm, op, a, b) : undefined;
    return r !== undefined ? r : fallback(vm, op, a, b);
  }
  if (a instanceof PyFloat && b instanceof PyFloat) return (numberOp(op, a, b) as Value) ?? fallback(vm, op, a, b);
  const r = callSpecial(vm, a, INPLACE[op], [b]);
  if (r === undefined || r === NotImplemented) return fallback(vm, op, a, b);
  return isGen(r) ? orFallback(vm, r, op, a, b) : r;
}

function fallback(vm: VM, op: number, a: Value, b: Value): NativeResult {
  if (isPlain(a) && isPlain(b)) {
    const r = nativeBinary(vm, op, a, b);
    if (r !== undefined) return r;
  }
  return protocol(vm, op, a, b, true);
}

function* orFallback(vm: VM, r: NativeGen, op: number, a: Value, b: Value): NativeGen {
  const v = yield* r;
  if (v !== NotImplemented) return v;
  const f = fallback(vm, op, a, b);
  return isGen(f) ? yield* f : f;
}

export function nativeUnary(op: number, v: Value): Value | undefined {
  const n = asNum(v);
  if (n === undefined) return undefined;
  if (n instanceof PyFloat) return op === 0 ? new PyFloat(-n.v) : op === 1 ? n : undefined;
  if (n instanceof PyComplex) return op === 0 ? new PyComplex(n.cls, -n.re, -n.im) : op === 1 ? n : undefined;
  if (op === 1) return n;
  if (typeof n === 'number') return op === 0 ? 0 - n : -1 - n;
  return int(op === 0 ? -n : ~n);
}

export function unaryOp(vm: VM, op: number, v: Value): NativeResult {
  if (isPlain(v)) {
    const r = nativeUnary(op, v);
    if (r !== undefined) return r;
  }
  const r = callSpecial(vm, v, UNARY[op], []);
  if (r !== undefined) return r;
  if (v instanceof PyBoxed) {
    const u = nativeUnary(op, v.value);
    if (u !== undefined) return u;
  }
  raise('TypeError', `bad operand type for unary ${UNARY_OPS[op]}: '${typeOf(v).tp}'`);
}
