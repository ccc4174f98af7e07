/**
 * Which forms of attention a program allows (`torch.nn.attention.sdpa_kernel`): `userEnabledFlashSDP` and
 * `userEnabledMathSDP` of ATen's context, one for each rank. Leaves out the back ends that the host does not have.
 */
import type { Call } from './op.ts';

interface Allowed {
  readonly flash: boolean;
  readonly math: boolean;
}

const EVERY: Allowed = { flash: true, math: true };
/** By the rank's own way into its dispatcher. */
const chosen = new WeakMap<Call, Allowed>();

export const allowedAttention = (call: Call): Allowed => chosen.get(call) ?? EVERY;

/** Whether the program turned a form off. */
export const attentionIsChosen = (call: Call): boolean => !allowedAttention(call).flash || !allowedAttention(call).math;

export function allowAttention(call: Call, flash: boolean, math: boolean): void {
  chosen.set(call, { flash, math });
}
