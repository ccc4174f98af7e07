/**
 * Process-wide switches that kernels read: the random generator of the running rank and the budget.
 * The dispatcher sets them; limits are counts (decision 11).
 */
import { Generator } from '../tensor/random/generator.ts';
import { Tensor } from '../tensor/tensor.ts';
import type { Ret } from './op.ts';

export const context: {
  /** Hears of every byte before it is taken. */
  meter: ((bytes: number) => void) | null;
  /** Hears of element operations; raises when the limit is reached. */
  charge: ((elements: number) => void) | null;
  work(out: Ret): void;
} = {
  meter: null,
  charge: null,
  work(out) {
    if (context.charge === null) return;
    if (out instanceof Tensor) context.charge(out.numel);
    else if (Array.isArray(out)) for (const t of out) if (t instanceof Tensor) context.charge(t.numel);
  },
};

/** The default generator of the running rank. */
export const random: { generator: Generator } = { generator: new Generator() };
