/**
 * What operators ask about sizes: whether an index lies inside, whether a result is empty or has one element.
 *
 * Idea: the checks of `_subclasses/fake_impls.py` and of `is_contiguous` in `_prims_common`: every fake tensor that is made
 * asks `numel < 2`, and a tensor of several dimensions asks each size whether it is 1. With symbols these are guards
 * (`3 <= x.size()[0]` behind `x[1:]`); with constants they say nothing.
 * Leaves out: what each operator asks beyond its index and its result.
 */
import type { RecordedCall } from '../graph/captured.ts';
import type { COMPARE_OPS } from '../python/opcodes.ts';
import type { Part } from './course.ts';
import { Tensor } from '../tensor/tensor.ts';

type Relation = (typeof COMPARE_OPS)[number];
type Ask = (op: Relation, a: number, b: number, part?: Part) => void;

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

export function checkSizes({ op, args, ret }: RecordedCall, ask: Ask): void {
  const [self, dim, at, end] = args;
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
