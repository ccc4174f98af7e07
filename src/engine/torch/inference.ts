/**
 * What inference mode alone shows: there the autograd keys are off, so a dispatch mode sees composite operators whole,
 * those included that Python's methods call without their being a call of the program (`item` behind `float(t)`,
 * `is_nonzero` behind `if t`, `resolve_conj` behind `tolist`).
 */
import { resolve } from '../aten/op.ts';
import type { Scalar } from '../aten/op.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { call, one, runtime } from './runtime.ts';

/** On the host, in inference mode: composites are rows. */
export const seenWhole = (t: Tensor): boolean => runtime().dispatcher.inferenceMode && t.device.type === 'cpu';

const isNonzero = resolve({
  schema: 'is_nonzero(Tensor self) -> bool',
  kind: 'composite',
  composite: (c, t: Tensor) => c.raw('_local_scalar_dense', t) as never,
});
const detachInPlace = resolve({ schema: 'detach_(Tensor(a!) self) -> Tensor(a!)', kind: 'composite', composite: (_c, t: Tensor) => t });

/** `tensor.item()`: the number, leaving its row. */
export const item = (t: Tensor): Scalar => call(seenWhole(t) ? 'item' : '_local_scalar_dense', t) as Scalar;

/** The number behind `bool(tensor)`. */
export const truthNumber = (t: Tensor): Scalar =>
  (t.batch !== null || seenWhole(t) ? runtime().dispatcher.dispatch(isNonzero, [t]) : call('_local_scalar_dense', t)) as Scalar;

/** After `torch.tensor(…)`. */
export function detached(t: Tensor): Tensor {
  return seenWhole(t) ? (runtime().dispatcher.dispatch(detachInPlace, [t]) as Tensor) : t;
}

/** Before the elements are read in place: `tolist`, `numpy`. */
export function resolved(t: Tensor): Tensor {
  return seenWhole(t) ? one('resolve_neg', one('resolve_conj', t)) : t;
}
