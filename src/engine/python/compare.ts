/**
 * Rich comparison: `== != < <= > >=` on native values, and Python's protocol.
 */
import { compareNumbers, asNum } from './arith.ts';
import { callSpecial } from './attr.ts';
import { PyDict, PyList, PyRange, PySet, PySlice, PyTuple } from './containers.ts';
import { raise } from './errors.ts';
import { isGen, PyBoundMethod, type NativeGen, type NativeResult, type Request } from './functions.ts';
import { resolveKey } from './hash.ts';
import { COMPARE_OPS } from './opcodes.ts';
import { isSubset } from './setops.ts';
import { isTrue } from './truth.ts';
import { NotImplemented, typeOf, type PyType } from './types.ts';
import { PyBoxed, PyBytes, PyComplex, PyFloat, unbox, type Value } from './values.ts';
import { spendLooks } from './spend.ts';
import type { VM } from './vm.ts';

export const LT = 0;
export const LE = 1;
export const EQ = 2;
export const NE = 3;
export const GT = 4;
export const GE = 5;
export const COMPARE_DUNDER = ['__lt__', '__le__', '__eq__', '__ne__', '__gt__', '__ge__'];
const SWAPPED = [GT, GE, EQ, NE, LT, LE];

function byOrder(op: number, c: number): boolean {
  switch (op) {
    case LT:
      return c < 0;
    case LE:
      return c <= 0;
    case EQ:
      return c === 0;
    case NE:
      return c !== 0;
    case GT:
      return c > 0;
    default:
      return c >= 0;
  }
}

/** By code points; JavaScript's own order differs beyond the basic plane. */
export function compareText(a: string, b: string): number {
  if (a === b) return 0;
  const n = Math.min(a.length, b.length);
  for (let i = 0; i < n; i++) {
    let x = a.charCodeAt(i);
    let y = b.charCodeAt(i);
    if (x !== y) {
      if (x >= 0xd800 && y >= 0xd800) {
        x = x >= 0xe000 ? x - 0x800 : x + 0x2000;
        y = y >= 0xe000 ? y - 0x800 : y + 0x2000;
      }
      return x - y;
    }
  }
  return a.length - b.length;
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let i = 0; i < a.length && i < b.length; i++) if (a[i] !== b[i]) return a[i] - b[i];
  return a.length - b.length;
}

/** Native pairs, boxes opened; undefined when the types do not compare this way. */
export function nativeCompare(vm: VM, op: number, a: Value, b: Value): NativeResult | undefined {
  if (typeof a === 'string' && typeof b === 'string') return op === EQ ? a === b : op === NE ? a !== b : byOrder(op, compareText(a, b));
  const x = asNum(a);
  if (x !== undefined) {
    const y = asNum(b);
    if (y === undefined) return undefined;
    if (x instanceof PyComplex || y instanceof PyComplex) {
      if (op !== EQ && op !== NE) return undefined;
      const re = (v: typeof x): number => (v instanceof PyComplex ? v.re : v instanceof PyFloat ? v.v : Number(v));
      const im = (v: typeof x): number => (v instanceof PyComplex ? v.im : 0);
      return (re(x) === re(y) && im(x) === im(y)) === (op === EQ);
    }
    const c = compareNumbers(x, y);
    return Number.isNaN(c) ? op === NE : byOrder(op, c);
  }
  if ((a instanceof PyList && b instanceof PyList) || (a instanceof PyTuple && b instanceof PyTuple)) return sequences(vm, op, a, b);
  if (a instanceof PyDict && b instanceof PyDict) return op === EQ || op === NE ? dicts(vm, op, a, b) : undefined;
  if (a instanceof PySet && b instanceof PySet) return sets(vm, op, a, b);
  if (a instanceof PyBytes && b instanceof PyBytes) return byOrder(op, compareBytes(a.data, b.data));
  if (a instanceof PySlice && b instanceof PySlice) return sequences(vm, op, new PyTuple([a.start, a.stop, a.step]), new PyTuple([b.start, b.stop, b.step]));
  if (op === EQ || op === NE) {
    if (a instanceof PyRange && b instanceof PyRange) {
      const same = a.length === b.length && (a.length === 0 || (a.start === b.start && (a.length === 1 || a.step === b.step)));
      return same === (op === EQ);
    }
    if (a instanceof PyBoundMethod && b instanceof PyBoundMethod) return (a.self === b.self && a.fn === b.fn) === (op === EQ);
  }
  return undefined;
}

function* sequencesGen(vm: VM, op: number, x: readonly Value[], y: readonly Value[], from: number): NativeGen {
  const n = Math.min(x.length, y.length);
  for (let i = from; i < n; i++) {
    if (x[i] === y[i]) continue;
    const e = equals(vm, x[i], y[i]);
    if (typeof e === 'boolean' ? e : yield* e) continue;
    if (op === EQ) return false;
    if (op === NE) return true;
    const r = compareValues(vm, op, x[i], y[i]);
    return isGen(r) ? yield* r : r;
  }
  return byOrder(op, x.length - y.length);
}

function sequences(vm: VM, op: number, a: PyList | PyTuple, b: PyList | PyTuple): NativeResult {
  const x = a.items;
  const y = b.items;
  if ((op === EQ || op === NE) && x.length !== y.length) return op === NE;
  const n = Math.min(x.length, y.length);
  spendLooks(n);
  for (let i = 0; i < n; i++) {
    if (x[i] === y[i]) continue;
    const e = equals(vm, x[i], y[i]);
    if (typeof e !== 'boolean') return sequencesGen(vm, op, x, y, i);
    if (!e) {
      if (op === EQ) return false;
      if (op === NE) return true;
      return compareValues(vm, op, x[i], y[i]);
    }
  }
  return byOrder(op, x.length - y.length);
}

function* dicts(vm: VM, op: number, a: PyDict, b: PyDict): NativeGen {
  if (a.size !== b.size) return op === NE;
  for (const [k, v] of a.entries()) {
    const w = b.at(yield* resolveKey(vm, b, k));
    if (w === undefined) return op === NE;
    if (w === v) continue;
    const e = equals(vm, v, w);
    if (!(typeof e === 'boolean' ? e : yield* e)) return op === NE;
  }
  return op === EQ;
}

function* sets(vm: VM, op: number, a: PySet, b: PySet): NativeGen {
  switch (op) {
    case EQ:
    case NE:
      return (a.size === b.size && (yield* isSubset(vm, a, b))) === (op === EQ);
    case LE:
      return yield* isSubset(vm, a, b);
    case LT:
      return a.size < b.size && (yield* isSubset(vm, a, b));
    case GE:
      return yield* isSubset(vm, b, a);
    default:
      return b.size < a.size && (yield* isSubset(vm, b, a));
  }
}

type BoolGen = Generator<Request, boolean, Value>;

/** `a == b` as a truth value; identity counts as equality first, as containers do. */
export function equals(vm: VM, a: Value, b: Value): boolean | BoolGen {
  if (a === b) return true;
  const r = compareValues(vm, EQ, a, b);
  if (typeof r === 'boolean') return r;
  return isGen(r) ? equalsLater(vm, r) : isTrue(vm, r);
}
function* equalsLater(vm: VM, r: NativeGen): BoolGen {
  return yield* isTrue(vm, yield* r);
}

function simple(v: Value): boolean {
  return v === null || typeof v !== 'object' || v instanceof PyFloat;
}

/** The comparison's own result, which for tensors is a tensor. */
export function compareValues(vm: VM, op: number, a: Value, b: Value): NativeResult {
  if (simple(a) && simple(b)) {
    const r = nativeCompare(vm, op, a, b);
    return r !== undefined ? r : lastResort(op, a, b);
  }
  const ta = typeOf(a);
  const tb = typeOf(b);
  if (ta === tb && !ta.heap && (a instanceof PyTuple || a instanceof PyList || a instanceof PyDict || a instanceof PySet)) {
    const r = nativeCompare(vm, op, a, b);
    if (r !== undefined) return r;
  }
  const steps: [PyType, number, Value, Value][] = [];
  if (ta !== tb && tb.isSubtype(ta)) steps.push([tb, SWAPPED[op], b, a], [ta, op, a, b]);
  else steps.push([ta, op, a, b], [tb, SWAPPED[op], b, a]);
  return protocol(vm, steps, 0, op, a, b);
}

function protocol(vm: VM, steps: [PyType, number, Value, Value][], from: number, op: number, a: Value, b: Value): NativeResult {
  for (let i = from; i < steps.length; i++) {
    const [t, o, x, y] = steps[i];
    const name = COMPARE_DUNDER[o];
    let r: NativeResult | undefined;
    const owner = t.owner(name);
    if (owner === undefined || owner.name === 'object') {
      // object's own `__ne__` is the opposite of a defined `__eq__`.
      if (o === NE && t.owner('__eq__') !== undefined && t.owner('__eq__')?.name !== 'object') {
        r = callSpecial(vm, x, '__eq__', [y]);
        if (r !== undefined && isGen(r)) return negatedRest(vm, r, steps, i + 1, op, a, b);
        if (r !== undefined && r !== NotImplemented) return negate(vm, r);
      } else if (!t.heap || x instanceof PyBoxed) r = nativeCompare(vm, o, unbox(x), unbox(y));
      if (r === undefined) continue;
    } else r = callSpecial(vm, x, name, [y]);
    if (r === undefined || r === NotImplemented) continue;
    if (isGen(r)) return rest(vm, r, steps, i + 1, op, a, b);
    return r;
  }
  return lastResort(op, a, b);
}

function negate(vm: VM, r: Value): NativeResult {
  return typeof r === 'boolean' ? !r : negateGen(vm, r);
}
function* negateGen(vm: VM, r: Value): NativeGen {
  return !(yield* isTrue(vm, r));
}

function* rest(vm: VM, r: NativeGen, steps: [PyType, number, Value, Value][], next: number, op: number, a: Value, b: Value): NativeGen {
  const v = yield* r;
  if (v !== NotImplemented) return v;
  const m = protocol(vm, steps, next, op, a, b);
  return isGen(m) ? yield* m : m;
}

function* negatedRest(vm: VM, r: NativeGen, steps: [PyType, number, Value, Value][], next: number, op: number, a: Value, b: Value): NativeGen {
  const v = yield* r;
  if (v !== NotImplemented) return !(yield* isTrue(vm, v));
  const m = protocol(vm, steps, next, op, a, b);
  return isGen(m) ? yield* m : m;
}

function lastResort(op: number, a: Value, b: Value): boolean {
  if (op === EQ) return a === b;
  if (op === NE) return a !== b;
  raise('TypeError', `'${COMPARE_OPS[op]}' not supported between instances of '${typeOf(a).tp}' and '${typeOf(b).tp}'`);
}
