/**
 * In-place operators that read what they have written: their operands share places, in another order.
 *
 * PyTorch's loops go element by element where a row fits no vector, in the order of the places written
 * (`TensorIterator`); that much is followed. What longer rows give depends on the width of the vectors: refused.
 */
import { Unsupported } from '../python/errors.ts';
import { copyInto } from '../tensor/access.ts';
import { AT_ONCE, spanOf, writingOrder } from '../tensor/copying.ts';
import { broadcastStrides } from '../tensor/layout.ts';
import { runtimeError } from '../tensor/errors.ts';
import { collapse } from '../tensor/loops.ts';
import type { Sizes } from '../tensor/strides.ts';
import { Tensor } from '../tensor/tensor.ts';
import { SHARED_PLACES } from '../tensor/words.ts';
import type { Arg } from './op.ts';

/** Visits places of `out` and of `input`, broadcast to it, in the order in which PyTorch writes; gives the length of its rows. */
function inWritingOrder(out: Tensor, input: Tensor, visit: (written: number, read: number) => void): number {
  const wide = new Tensor(input.storage, input.dtype, out.sizes, broadcastStrides(input, out.sizes), input.offset);
  const order = writingOrder(out, wide);
  const along = (list: Sizes): number[] => order.map((d) => list[d]);
  const c = collapse(along(out.sizes), [along(out.strides), along(wide.strides)]);
  const walk = (d: number, p: number, q: number): void => {
    if (d === c.sizes.length) visit(p, q);
    else for (let i = 0; i < c.sizes[d]; i++) walk(d + 1, p + i * c.strides[0][d], q + i * c.strides[1][d]);
  };
  if (out.numel > 0) walk(0, out.offset, wide.offset);
  return c.sizes[c.sizes.length - 1];
}

/** Whether a loop that writes `out` reads an element of `input` after it has written it: its row's length, or 0. */
function readsWritten(out: Tensor, input: Tensor): number {
  if (out.numel === 0 || input.numel === 0) return 0;
  const start = Math.min(spanOf(out)[0], spanOf(input)[0]);
  const written = new Uint8Array(spanOf(out)[1] - start + 1);
  let met = false;
  const row = inWritingOrder(out, input, (p, q) => {
    met ||= p !== q && written[q - start] === 1;
    written[p - start] = 1;
  });
  return met ? row : 0;
}

/** Operators on pairs of elements; of a row that fits no vector they read one element after another. */
const PAIRS = /^(add|sub|mul|div)_\./;
const FEW = 4096;

/** Refuses an operator that writes in place and reads what it has written before, but for short rows of the usual four. */
export function refuse(schema: string, out: Tensor, input: Tensor): void {
  const row = readsWritten(out, input);
  if (row > 0 && !(PAIRS.test(schema) && out.numel <= FEW && row < AT_ONCE / out.dtype.itemsize))
    throw new Unsupported('reading elements that the same in-place operator has written before');
}

/** Runs the operator for one element after another, where it reads what it writes; false: nothing was done. */
export function oneByOne(run: (args: Arg[]) => Tensor, schema: string, self: Tensor, args: readonly Arg[], input: Tensor): boolean {
  if (!PAIRS.test(schema) || readsWritten(self, input) === 0) return false;
  const at = (t: Tensor, place: number): Tensor => new Tensor(t.storage, t.dtype, [], [], place);
  inWritingOrder(self, input, (p, q) => {
    const one = at(self, p);
    copyInto(one, run(args.map((a) => (a === self ? one : a === input ? at(input, q) : a))));
  });
  return true;
}

/** Operators that write to an expanded tensor without asking: one value everywhere, a place at a time, other sizes and strides. */
const LET_PASS =
  /^(fill_\.Scalar|zero_|_foreach_zero_|index_put_|_index_put_impl_|index_fill_|masked_fill_|threshold_|(un)?squeeze_|t_$|transpose_|swap|resize_|as_strided_|set_|detach_|copy_$)/;
/** Those whose result depends on the order of their loops. */
const BY_ORDER = /^(tril_|triu_|addmv_|baddbmm_)/;

/** An operator is about to write in place to a tensor that names a place twice (`assert_no_internal_overlap`). */
export function shared(overload: string, args: readonly Arg[]): void {
  if (BY_ORDER.test(overload) || (overload.includes('index_put') && args[3] === true)) throw new Unsupported(`${overload.split('.')[0]} on an expanded tensor`);
  if (!LET_PASS.test(overload)) throw runtimeError(SHARED_PLACES);
}
