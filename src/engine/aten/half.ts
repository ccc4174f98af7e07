/** Rounding each step to a half type, where PyTorch's kernels compute in `scalar_t` (RangeFactoriesKernel.cpp, PowKernel.cpp). */
import { decodeBF16, decodeF16, encodeBF16, encodeF16 } from '../tensor/rounding.ts';

type Round = (x: number) => number;

/** The rounding of a half type by its dtype; `other` for all the rest. */
export const rounderOf = (d: { readonly name: string }, other: Round = (x) => x): Round =>
  d.name === 'bfloat16' ? (x) => decodeBF16(encodeBF16(x)) : d.name === 'float16' ? (x) => decodeF16(encodeF16(x)) : other;
