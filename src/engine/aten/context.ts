/**
 * Process-wide switches that kernels read: the random generator of the running rank and the budget.
 * The dispatcher sets them; limits are counts (decision 11).
 */
import { Generator } from '../tensor/random/generator.ts';

export const context: {
  /** Hears of every byte before it is taken. */
  meter: ((bytes: number) => void) | null;
  /** Hears of element operations (effort.ts) before they are done; raises when the limit is reached. */
  charge: ((elements: number) => void) | null;
  /** Hears of every Parameter and Buffer with numbers, by its elements. */
  parameter: ((elements: number) => void) | null;
  /** Stands before the modes once a conjugate view was made. */
  conjugates: typeof import('./complex/conjugates.ts').resolveConjugates | null;
  /** On shapes alone: the tensors that have numbers all the same. */
  known: typeof import('./known.ts') | null;
} = { meter: null, charge: null, parameter: null, conjugates: null, known: null };

/** The default generator of the running rank. */
export const random: { generator: Generator } = { generator: new Generator() };
