/**
 * Outputs that are kept for backward while transforms of torch.func are open: a level keeps what it wraps without a row; where the
 * program itself asks for gradients too (parameters), the operator outside of all levels is recorded as ever and leaves one.
 */
import type { Arg, Op, Ret } from '../../aten/op.ts';
import { findOp } from '../../aten/table.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { alias, aliased } from './alias.ts';
import { oldestLevel } from './level.ts';
import { peek } from './meta.ts';

export function kept(t: Tensor, d: { belowModes(op: Op, args: readonly Arg[]): Ret }): Tensor {
  const node = peek(t)?.gradFn;
  if (!node || oldestLevel(node) > 0) return alias(t);
  const made = d.belowModes(findOp('detach') as Op, [t]) as Tensor;
  aliased.carry?.(t, made);
  return made;
}
