/** Chooses the overload for a recorded call, as PyTorch's argument parser does: first one that fits. */
import type { Arg, Op } from '../../../src/engine/aten/op.ts';
import { itemValue } from '../../../src/engine/aten/copy.ts';
import type { SchemaArg } from '../../../src/engine/aten/schema.ts';
import { PyFloat } from '../../../src/engine/python/values.ts';
import { DTYPES, Tensor } from '../../../src/engine/tensor/index.ts';

/** Functions whose tensor parameters take Python numbers (`should_allow_numbers_as_tensors`). */
const NUMBERS = new Set(
  'add add_ sub sub_ mul mul_ div div_ divide multiply subtract true_divide floor_divide floor_divide_ true_divide_ multiply_ subtract_ divide_'.split(' '),
);
const DUNDER: Readonly<Record<string, string>> = {
  __add__: 'add',
  __radd__: 'add',
  __iadd__: 'add_',
  __sub__: 'sub',
  __isub__: 'sub_',
  __mul__: 'mul',
  __rmul__: 'mul',
  __imul__: 'mul_',
  __truediv__: 'div',
  __div__: 'div',
  __itruediv__: 'div_',
  __mod__: 'remainder',
  __neg__: 'neg',
  __invert__: 'bitwise_not',
  __eq__: 'eq',
  __ne__: 'ne',
  __lt__: 'lt',
  __le__: 'le',
  __gt__: 'gt',
  __ge__: 'ge',
  __matmul__: 'matmul',
  __rand__: 'bitwise_and',
  __ror__: 'bitwise_or',
  __rxor__: 'bitwise_xor',
  __iand__: 'bitwise_and_',
  __ior__: 'bitwise_or_',
  __ixor__: 'bitwise_xor_',
};
const CASTS: Readonly<Record<string, keyof typeof DTYPES>> = {
  float: 'float32',
  double: 'float64',
  half: 'float16',
  bfloat16: 'bfloat16',
  long: 'int64',
  int: 'int32',
  short: 'int16',
  char: 'int8',
  byte: 'uint8',
  bool: 'bool',
  cfloat: 'complex64',
};

const isInt = (v: Arg): boolean => typeof v === 'number' || typeof v === 'bigint';
const isNumber = (v: Arg): boolean => isInt(v) || v instanceof PyFloat || typeof v === 'boolean';

/** `loose`: a 0-d tensor may stand for a number. */
function fits(a: SchemaArg, v: Arg, numbers: boolean, loose: boolean): boolean {
  if (v === null) return a.optional || (a.hasDefault && a.def === null);
  if (a.list !== 0) {
    if (Array.isArray(v)) return v.every((x) => (x === null ? a.itemOptional : fits({ ...a, list: 0, optional: false }, x as Arg, false, loose)));
    return a.list > 0 && a.base === 'int' && isInt(v);
  }
  switch (a.base) {
    case 'Tensor':
      return v instanceof Tensor || (numbers && isNumber(v));
    case 'Scalar':
      return isNumber(v) || (loose && v instanceof Tensor && v.dim === 0);
    case 'float':
      return isNumber(v) && typeof v !== 'boolean';
    case 'int':
      return isInt(v) || typeof v === 'boolean' || (loose && v instanceof Tensor && v.dim === 0 && v.dtype.category === 'int');
    case 'bool':
      return typeof v === 'boolean';
    case 'str':
    case 'MemoryFormat':
    case 'Layout':
      return typeof v === 'string';
    case 'ScalarType':
      return typeof v === 'object' && !(v instanceof Tensor) && 'category' in v;
    case 'Device':
      return v === 'cpu' || (typeof v === 'object' && 'type' in v);
    default:
      return typeof v === 'object';
  }
}

function convert(a: SchemaArg, v: Arg): Arg {
  if (a.list > 0 && isInt(v)) return new Array<Arg>(a.list).fill(v);
  if (a.base === 'float' && a.list === 0 && isInt(v)) return new PyFloat(Number(v));
  if (a.base === 'float' && Array.isArray(v)) return v.map((x) => (isInt(x as Arg) ? new PyFloat(Number(x)) : (x as Arg)));
  if (a.base === 'Device' && v === 'cpu') return { type: 'cpu', index: null };
  if ((a.base === 'Scalar' || a.base === 'int') && v instanceof Tensor) return itemValue(v);
  return v;
}

function tryBind(op: Op, args: Arg[], kwargs: Record<string, Arg>, loose = false): Arg[] | null {
  const want = op.sig.args;
  const positional = want.filter((a) => !a.kwarg);
  let given = args;
  // `x.permute(1, 0)`: loose ints stand for the first list.
  const at = positional.findIndex((a) => (a.list === -1 && a.base === 'int') || (a.list > 0 && a.base === 'int' && positional.length <= 2));
  if (
    at >= 0 &&
    at <= 1 &&
    args.length > at &&
    args.slice(at).every(isInt) &&
    at === positional.length - 1 &&
    (positional[at].list === -1 || args.length - at > 1)
  ) {
    given = [...args.slice(0, at), args.slice(at)];
  }
  if (given.length > positional.length) return null;
  const out: Arg[] = [];
  const used = new Set<string>();
  for (let i = 0; i < want.length; i++) {
    const a = want[i];
    const alt = a.name === 'self' && !('self' in kwargs) && 'input' in kwargs ? 'input' : a.name;
    let v: Arg;
    if (!a.kwarg && i < given.length) v = given[i];
    else if (alt in kwargs) {
      v = kwargs[alt];
      used.add(alt);
    } else if (a.hasDefault) {
      out.push(a.def);
      continue;
    } else return null;
    if (!fits(a, v, NUMBERS.has(op.sig.base) && i > 0, loose)) return null;
    out.push(convert(a, v));
  }
  for (const k of Object.keys(kwargs)) {
    if (!used.has(k) && !(k === 'requires_grad' || k === 'pin_memory')) return null;
  }
  return out;
}

export function bind(
  raw: string,
  args: Arg[],
  kwargs: Record<string, Arg>,
  overloadsOf: (n: string) => readonly string[],
  findOp: (n: string) => Op | null,
): { op: Op; args: Arg[] } {
  if (raw in CASTS && args.length === 1) {
    const op = findOp('to.dtype') as Op;
    return { op, args: tryBind(op, [args[0], DTYPES[CASTS[raw]]], kwargs) as Arg[] };
  }
  if (raw === 'nonzero' && 'as_tuple' in kwargs) {
    const { as_tuple: tuple, ...rest } = kwargs;
    return pick(tuple ? 'nonzero_numpy' : 'nonzero', args, rest, overloadsOf, findOp);
  }
  if (raw === '__rsub__' || raw === 'rsub') return pick('rsub', args, kwargs, overloadsOf, findOp);
  return pick(DUNDER[raw] ?? raw, args, kwargs, overloadsOf, findOp);
}

const ALIASES: Readonly<Record<string, string>> = { softmax: 'softmax', divide: 'div' };

function pick(
  name: string,
  args: Arg[],
  kwargs: Record<string, Arg>,
  overloadsOf: (n: string) => readonly string[],
  findOp: (n: string) => Op | null,
): { op: Op; args: Arg[] } {
  const names = overloadsOf(name).length ? overloadsOf(name) : overloadsOf(ALIASES[name] ?? name);
  if (names.length === 0) throw new Error(`no operator ${name}`);
  for (const loose of [false, true]) {
    for (const n of names) {
      const op = findOp(n) as Op;
      if (op.sig.out !== 'out' in kwargs) continue;
      const full = tryBind(op, args, kwargs, loose);
      if (full) return { op, args: full };
    }
  }
  throw new Error(
    `no overload of ${name} fits (${args.map((a) => (a instanceof Tensor ? 'T' : Array.isArray(a) ? 'list' : String(a instanceof PyFloat ? a.v : a))).join(', ')}) ${Object.keys(kwargs).join(',')}`,
  );
}
