/**
 * Float32 forms where PyTorch's kernel rounds between its steps, so that rounding a double result once would differ.
 */
import { exp } from './exp.ts';

const fround = Math.fround;

/** `sigmoid` on float32: negate, exp, add one, reciprocal, each rounded. */
export const sigmoidF32 = (x: number): number => fround(1 / fround(1 + fround(exp(-x))));
