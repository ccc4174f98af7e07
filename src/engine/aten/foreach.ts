/**
 * The `_foreach_` operators: one call over lists of tensors, as the optimizers of an accelerator use them.
 *
 * Each is the plain operator's kernel over every tensor of the list; the row in a trace is one for the whole list.
 */
import type { Tensor } from '../tensor/tensor.ts';
import { BINARY } from './binary.ts';
import { DIVISIONS } from './division.ts';
import type { Arg, OpDef, Ret } from './op.ts';
import { PAIRS } from './pairs.ts';
import { POW } from './pow.ts';
import { NORMS } from './reduce/norms.ts';
import { TERNARY } from './ternary.ts';
import { UNARY } from './unary.ts';
import { COPIES } from './copy.ts';

type AnyFn = (...args: Arg[]) => Ret;
const all = [...BINARY, ...DIVISIONS, ...PAIRS, ...POW, ...TERNARY, ...UNARY, ...NORMS, ...COPIES];
const plain = (overload: string): OpDef => {
  const d = all.find((o) => o.schema.startsWith(`${overload}(`));
  if (!d) throw new Error(`foreach: no operator ${overload}`);
  return d;
};

function run(d: OpDef, args: Arg[], fake: boolean): Tensor {
  const out = (d.meta as AnyFn)(...args) as Tensor;
  if (!fake) (d.kernel as AnyFn | undefined)?.(out, ...args);
  return out;
}

/** Picks the i-th of every list argument. */
const at = (args: readonly Arg[], lists: readonly number[], i: number): Arg[] => args.map((a, k) => (lists.includes(k) ? (a as Arg[])[i] : a));

/** `name(Tensor[] self, …)` and its in-place form over the plain operator `target`. */
function both(name: string, overload: string, rest: string, target: string, lists: readonly number[], order?: (args: Arg[]) => Arg[]): OpDef[] {
  const dot = overload ? `.${overload}` : '';
  const op = plain(target);
  const each = (args: Arg[]): Arg[] => (order ? order(args) : args);
  const compute = (args: Arg[], fake: boolean): Tensor[] => (args[0] as Arg[]).map((_, i) => run(op, each(at(args, lists, i)), fake));
  const tail = rest ? `, ${rest}` : '';
  return [
    {
      schema: `_foreach_${name}${dot}(Tensor[] self${tail}) -> Tensor[]`,
      kind: 'kernel',
      meta: (...args: Arg[]) => compute(args, true),
      kernel: (_o: Tensor[], ...args: Arg[]) => compute(args, false),
    },
    {
      schema: `_foreach_${name}_${dot}(Tensor(a!)[] self${tail}) -> ()`,
      kind: 'kernel',
      meta: () => null,
      kernel: (_o: null, ...args: Arg[]) => {
        const copy = plain('copy_');
        (args[0] as Tensor[]).forEach((t, i) => {
          const made = run(op, each(at(args, lists, i)), false);
          (copy.kernel as AnyFn)(t, t, made);
        });
        return null;
      },
    },
  ];
}

const UNARIES = [
  'abs',
  'acos',
  'asin',
  'atan',
  'ceil',
  'cos',
  'cosh',
  'erf',
  'erfc',
  'exp',
  'expm1',
  'floor',
  'frac',
  'lgamma',
  'log',
  'log10',
  'log1p',
  'log2',
  'neg',
  'reciprocal',
  'round',
  'rsqrt',
  'sigmoid',
  'sign',
  'sin',
  'sinh',
  'sqrt',
  'tan',
  'tanh',
  'trunc',
];

export const FOREACH: readonly OpDef[] = [
  ...both('add', 'Scalar', 'Scalar scalar', 'add.Scalar', [0], ([a, s]) => [a, s, 1]),
  ...both('add', 'List', 'Tensor[] other, *, Scalar alpha=1', 'add.Tensor', [0, 1]),
  ...both('add', 'ScalarList', 'Scalar[] scalars', 'add.Scalar', [0, 1], ([a, s]) => [a, s, 1]),
  ...both('add', 'Tensor', 'Tensor other, *, Scalar alpha=1', 'add.Tensor', [0]),
  ...both('sub', 'Scalar', 'Scalar scalar', 'sub.Scalar', [0], ([a, s]) => [a, s, 1]),
  ...both('sub', 'List', 'Tensor[] other, *, Scalar alpha=1', 'sub.Tensor', [0, 1]),
  ...both('sub', 'ScalarList', 'Scalar[] scalars', 'sub.Scalar', [0, 1], ([a, s]) => [a, s, 1]),
  ...both('mul', 'Scalar', 'Scalar scalar', 'mul.Scalar', [0]),
  ...both('mul', 'List', 'Tensor[] other', 'mul.Tensor', [0, 1]),
  ...both('mul', 'ScalarList', 'Scalar[] scalars', 'mul.Scalar', [0, 1]),
  ...both('mul', 'Tensor', 'Tensor other', 'mul.Tensor', [0]),
  ...both('div', 'Scalar', 'Scalar scalar', 'div.Scalar', [0]),
  ...both('div', 'List', 'Tensor[] other', 'div.Tensor', [0, 1]),
  ...both('div', 'ScalarList', 'Scalar[] scalars', 'div.Scalar', [0, 1]),
  ...both('div', 'Tensor', 'Tensor other', 'div.Tensor', [0]),
  ...both('maximum', 'List', 'Tensor[] other', 'maximum', [0, 1]),
  ...both('minimum', 'List', 'Tensor[] other', 'minimum', [0, 1]),
  ...both('clamp_min', 'Scalar', 'Scalar scalar', 'clamp_min', [0]),
  ...both('clamp_max', 'Scalar', 'Scalar scalar', 'clamp_max', [0]),
  ...both('pow', 'Scalar', 'Scalar exponent', 'pow.Tensor_Scalar', [0]),
  ...both('pow', 'List', 'Tensor[] exponent', 'pow.Tensor_Tensor', [0, 1]),
  ...both('addcmul', 'Scalar', 'Tensor[] tensor1, Tensor[] tensor2, Scalar value=1', 'addcmul', [0, 1, 2]),
  ...both('addcmul', 'ScalarList', 'Tensor[] tensor1, Tensor[] tensor2, Scalar[] scalars', 'addcmul', [0, 1, 2, 3]),
  ...both('addcdiv', 'Scalar', 'Tensor[] tensor1, Tensor[] tensor2, Scalar value=1', 'addcdiv', [0, 1, 2]),
  ...both('addcdiv', 'ScalarList', 'Tensor[] tensor1, Tensor[] tensor2, Scalar[] scalars', 'addcdiv', [0, 1, 2, 3]),
  ...both('lerp', 'Scalar', 'Tensor[] tensors1, Scalar weight', 'lerp.Scalar', [0, 1]),
  ...both('lerp', 'List', 'Tensor[] tensors1, Tensor[] weights', 'lerp.Tensor', [0, 1, 2]),
  ...UNARIES.flatMap((n) => both(n, '', '', n, [0])),
  {
    schema: '_foreach_zero_(Tensor(a!)[] self) -> ()',
    kind: 'kernel',
    meta: () => null,
    kernel: (_o: null, ts: Tensor[]) => {
      for (const t of ts) (plain('zero_').kernel as AnyFn)(t, t);
      return null;
    },
  },
  {
    schema: '_foreach_copy_(Tensor(a!)[] self, Tensor[] src, bool non_blocking=False) -> ()',
    kind: 'kernel',
    mixedDevices: true,
    meta: () => null,
    kernel: (_o: null, ts: Tensor[], src: Tensor[]) => {
      ts.forEach((t, i) => (plain('copy_').kernel as AnyFn)(t, t, src[i]));
      return null;
    },
  },
  {
    schema: '_foreach_norm.Scalar(Tensor[] self, Scalar ord=2, ScalarType? dtype=None) -> Tensor[]',
    kind: 'kernel',
    meta: (ts: Tensor[], ord: Arg, dtype: Arg) => ts.map((t) => run(plain('linalg_vector_norm'), [t, ord, null, false, dtype], true)),
    kernel: (_o: Tensor[], ts: Tensor[], ord: Arg, dtype: Arg) => ts.map((t) => run(plain('linalg_vector_norm'), [t, ord, null, false, dtype], false)),
  },
];
