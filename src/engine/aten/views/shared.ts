/** What views share: a table entry of kind view, sizes of the argument in a derivative, the sum that undoes an expansion. */
import type { Tensor } from '../../tensor/tensor.ts';
import type { Sizes } from '../dims.ts';
import type { BackwardContext, Call, Derivative, OpDef, Ret } from '../op.ts';

export const sizesOf = (c: BackwardContext, name = 'self'): Sizes => c.like(name).sizes;

export const view = (schema: string, meta: (...args: never[]) => Ret, d?: Derivative): OpDef => ({
  schema,
  kind: 'view',
  meta,
  ...(d ? { derivative: d } : {}),
});

/** A gradient summed to the shape before an expansion. */
export function sumToShape(call: Call, t: Tensor, shape: Sizes): Tensor {
  if (shape.length === 0) return call.one('sum', t);
  const lead = t.dim - shape.length;
  const dims = t.sizes.map((_, i) => i).filter((i) => i < lead || (shape[i - lead] === 1 && t.sizes[i] !== 1));
  const r = dims.length > 0 ? call.sum(t, dims, true) : t;
  return lead > 0 ? call.view(r, shape) : r;
}
