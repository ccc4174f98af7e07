/**
 * The functions that PyTorch's own kernels call one element at a time, for either working type: the C library's float32
 * forms, or our doubles. Kernels that go through MKL's vector library (`torch.exp` itself and its kin) do not belong here.
 */
import { erf } from '../../python/elementary/erf.ts';
import { erfF32 } from './erff.ts';
import { exp, expm1, tanh } from '../../python/elementary/exp.ts';
import { expm1F32, log1pF32, tanhF32 } from './expm1f.ts';
import { log, log1p } from '../../python/elementary/log.ts';
import { expF32, logF32 } from './single.ts';

export interface Steps {
  readonly exp: (x: number) => number;
  readonly expm1: (x: number) => number;
  readonly log: (x: number) => number;
  readonly log1p: (x: number) => number;
  readonly tanh: (x: number) => number;
  readonly erf: (x: number) => number;
}

const FLOAT: Steps = { exp: expF32, expm1: expm1F32, log: logF32, log1p: log1pF32, tanh: tanhF32, erf: erfF32 };
const DOUBLE: Steps = { exp, expm1, log, log1p, tanh, erf };

/** By the rounding a kernel works with: `Math.fround` means float32. */
export const stepsFor = (round: (x: number) => number): Steps => (round === Math.fround ? FLOAT : DOUBLE);
