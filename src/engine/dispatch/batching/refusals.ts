/** What `vmap` refuses since the size of its result depends on the numbers: PyTorch's words (BatchRulesDynamic.cpp, BatchRulesScatterOps.cpp). */
import type { Arg, Op } from '../../aten/op.ts';
import { runtimeError } from '../../tensor/errors.ts';
import { Tensor } from '../../tensor/tensor.ts';

const FILE = 'Please file an issue at https://github.com/pytorch/pytorch/issues if you need this feature.';
const DYNAMIC = new Set(['nonzero', 'where', '_unique2', 'unique_dim', 'unique_consecutive']);

/** Raises for such an operator on a batch; comes back for the others. */
export function refuseDynamic(op: Op, args: readonly Arg[]): void {
  if (DYNAMIC.has(op.overload)) {
    throw runtimeError(`vmap: We do not support batching operators that can output dynamic shape. Attempted to vmap over aten::${op.sig.base}. ${FILE}`);
  }
  if (op.overload === 'nonzero_numpy') throw runtimeError('Batching rule not implemented for aten::nonzero_numpy. We could not generate a fallback.');
  if (op.overload === 'masked_select') {
    throw runtimeError(
      'vmap: Attempted to vmap over `mask` in torch.masked_select(self, mask) We cannot support this because for each batch this would return a ' +
        `differently shaped Tensor. ${FILE}`,
    );
  }
  const masks = op.overload === 'index.Tensor' && (args[1] as Arg[]).some((t) => t instanceof Tensor && t.batch !== null && t.dtype.category === 'bool');
  if (masks)
    throw runtimeError('vmap: We do not support batching operators that can support dynamic shape. Attempting to batch over indexing with a boolean mask.');
}
