/**
 * Inference tensors: what was made in inference mode, and views of it. They carry fewer dispatch keys than others, which
 * guards notice.
 *
 * Idea: c10/core/InferenceMode.h: the mode takes ADInplaceOrView and the autograd keys out; tensors made under it never
 * had them.
 */
import { part } from '../python/packs.ts';
import type { Op, Ret } from '../aten/op.ts';
import { Tensor } from '../tensor/tensor.ts';

const words = part<typeof import('../tensor/words.ts')>('faults', 'words');

const made = new WeakSet<Tensor>();

export const isInference = (t: Tensor): boolean => made.has(t);

/** Notes the results of an operator that ran; `mode`: inference mode is on. */
export function noteInference(op: Op, self: unknown, ret: Ret, mode: boolean): void {
  if (op.sig.inplace >= 0) {
    if (!mode && made.has(self as Tensor)) throw words().changedInference();
    return;
  }
  // `lift_fresh` is handed what was made for it (`torch.tensor`): a tensor of the mode, not a view of an older one.
  const inference = op.kind === 'view' && op.overload !== 'lift_fresh' ? self instanceof Tensor && made.has(self) : mode;
  if (!inference) return;
  for (const t of Array.isArray(ret) ? ret : [ret]) if (t instanceof Tensor) made.add(t);
}

/** The keys of a tensor on the CPU as the dispatcher sees them now, in PyTorch's words. */
export function keySetText(t: Tensor, mode: boolean): string {
  const inference = made.has(t);
  const keys = ['CPU', 'BackendSelect'];
  if (!(mode && inference)) keys.push('ADInplaceOrView');
  if (!mode && !inference) keys.push('AutogradCPU');
  return `DispatchKeySet(${keys.join(', ')})`;
}
