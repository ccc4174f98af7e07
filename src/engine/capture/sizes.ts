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
import { Tensor } from '../tensor/tensor.ts';

type Relation = (typeof COMPARE_OPS)[number];
type Ask = (op: Relation, a: number, b: number) => void;

const isIndex = (n: unknown): n is number => typeof n === 'number' && Math.abs(n) < 2 ** 53;

function askIndex(n: number, size: number, past: '<' | '<=', ask: Ask): void {
  if (n >= 0) {
    ask('>=', n, 0);
    ask(past, n, size);
  } else {
    ask('<', n, 0);
    ask('>=', n, -size);
  }
}

function askResult(sizes: readonly number[], ask: Ask): void {
  for (const n of sizes) {
    ask('>=', n, sizes.length === 1 ? 2 : 0);
    ask('==', n, 0);
    ask('==', n, 1);
  }
}

export function checkSizes({ op, args, ret }: RecordedCall, ask: Ask): void {
  const [self, dim, at, end] = args;
  if (self instanceof Tensor && typeof dim === 'number') {
    const size = self.sizes[dim < 0 ? dim + self.dim : dim];
    if (op.overload === 'select.int' && isIndex(at)) askIndex(at, size, '<', ask);
    if (op.overload === 'slice.Tensor') {
      if (isIndex(at)) askIndex(at, size, '<=', ask);
      if (isIndex(end)) askIndex(end, size, '<=', ask);
    }
  }
  for (const t of Array.isArray(ret) ? ret : [ret]) if (t instanceof Tensor) askResult(t.sizes, ask);
}
