/**
 * What operators ask about sizes: whether an index lies inside, whether a result is empty or has one element.
 *
 * Idea: the checks of `_subclasses/fake_impls.py` and of `is_contiguous` in `_prims_common`: every fake tensor that is made
 * asks `numel < 2`, and a tensor of several dimensions asks each size whether it is 1. With symbols these are guards
 * (`3 <= x.size()[0]` behind `x[1:]`); with constants they say nothing. An argument that the schema calls `int` takes no
 * symbol: it is needed as it is (`x.unfold(0, k, 1)`, `x.sum(d)`).
 * Leaves out: what each operator asks beyond its index and its result.
 */
import type { RecordedCall } from '../graph/captured.ts';
import type { COMPARE_OPS } from '../python/opcodes.ts';
import type { Arg, Op } from '../aten/op.ts';
import type { Asked } from './course.ts';
import { Tensor } from '../tensor/tensor.ts';

type Relation = (typeof COMPARE_OPS)[number];
type Ask = (op: Relation, a: number, b: number, part?: Asked) => void;

const isIndex = (n: unknown): n is number => typeof n === 'number' && Math.abs(n) < 2 ** 53;

function askIndex(n: number, size: number, ask: Ask): void {
  if (n >= 0) {
    ask('>=', n, 0);
    ask('<', n, size);
  } else {
    ask('<', n, 0);
    ask('>=', n, -size);
  }
}

/** `_compute_slice_index`: where an end of a slice lies, and what that asked. */
function askEnd(n: number, size: number, ask: Ask): number {
  ask('>=', n, 0, 'and');
  ask('<=', n, size);
  if (n >= 0 && n <= size) return n;
  ask('<', n, 0, 'and');
  ask('>=', n, -size);
  if (n < 0 && n >= -size) return n + size;
  ask('<', n, -size, n < -size ? undefined : 'quiet');
  if (n < -size) return 0;
  ask('>', n, size);
  return size;
}

function askResult(sizes: readonly number[], ask: Ask): void {
  if (sizes.length > 1)
    ask(
      '>=',
      sizes.reduce((p, n) => p * n, 1),
      2,
      'count',
    );
  for (const n of sizes) {
    ask('>=', n, sizes.length === 1 ? 2 : 0);
    ask('==', n, 0);
    ask('==', n, 1);
  }
}

/** `is_contiguous` of what a slice gives: each stride against the sizes inside, up to the first that is another. */
function askContiguous({ sizes, strides }: Tensor, ask: Ask): void {
  let expected = 1;
  for (let i = sizes.length - 1; i >= 0; i--) {
    if (sizes[i] === 1) continue;
    ask('==', strides[i], expected, 'stride');
    if (strides[i] !== expected) return;
    expected *= sizes[i];
  }
}

/** Positions of the arguments that are `int` and no `SymInt`, by operator. */
const plainOf = new WeakMap<Op, readonly number[]>();

function plainInts(op: Op): readonly number[] {
  const known = plainOf.get(op);
  if (known) return known;
  const names = [...op.sig.text.split(' -> ')[0].matchAll(/\bint[\[\d\]?]* (\w+)/g)].map((m) => op.sig.positions.get(m[1]) as number);
  plainOf.set(op, names);
  return names;
}

function askPlain(a: Arg, ask: Ask): void {
  if (Array.isArray(a)) for (const n of a) askPlain(n, ask);
  else if (isIndex(a)) ask('==', a, a, 'pin');
}

export function checkSizes({ op, args, ret }: RecordedCall, ask: Ask): void {
  const [self, dim, at, end] = args;
  for (const i of plainInts(op)) askPlain(args[i], ask);
  if (self instanceof Tensor && typeof dim === 'number') {
    const size = self.sizes[dim < 0 ? dim + self.dim : dim];
    if (op.overload === 'select.int' && isIndex(at)) askIndex(at, size, ask);
    if (op.overload === 'slice.Tensor') {
      const from = isIndex(at) ? askEnd(at, size, ask) : 0;
      const to = isIndex(end) ? askEnd(end, size, ask) : size;
      ask('>=', to, from);
    }
  }
  // How many pieces there are is no symbol.
  if (op.overload === 'split.Tensor' && Array.isArray(ret)) for (let i = 1; i <= ret.length; i++) ask('>', ret.length, i, 'count');
  for (const t of Array.isArray(ret) ? ret : [ret]) if (t instanceof Tensor) askResult(t.sizes, ask);
  if (op.overload === 'slice.Tensor') askContiguous(ret as Tensor, ask);
}
