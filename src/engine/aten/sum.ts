/** The sum of a whole working array in PyTorch's order. */
import type { Working } from '../tensor/access.ts';
import { sumWorking } from '../tensor/sums.ts';

export const sumAll = (w: Working): number => (w.length === 0 ? 0 : sumWorking(w, [w.length], [true])[0]);
