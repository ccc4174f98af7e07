/**
 * Kernels that have no code for some types, though PyTorch's shape rules let them through. Refused where the kernel runs,
 * behind all that the shape rule refuses, and not on shapes alone.
 */
import { notImplementedFor } from '../tensor/errors.ts';
import { CPP } from '../tensor/promotion.ts';
import type { Arg, OpDef } from './op.ts';
import { commonType, isTensor, type Operand } from './work.ts';

type Kernel = (...args: Arg[]) => ReturnType<NonNullable<OpDef['kernel']>>;

/** `types`: categories of the operands' common type, in one text. */
export const lacking = (kernel: string, types: string, defs: readonly OpDef[]): OpDef[] =>
  defs.map(({ short, ...def }): OpDef => {
    const run = def.kernel as unknown as Kernel;
    const checked = (out: Arg, ...args: Arg[]): ReturnType<Kernel> => {
      const type = commonType(...args.filter((a, i): a is Arg & Operand => i < 2 && (isTensor(a) || typeof a === 'number')));
      if (types.includes(type.category)) throw notImplementedFor(kernel, CPP[type.name]);
      return run(out, ...args);
    };
    // The short way is for floats.
    return { ...def, ...(short && !types.includes('float') ? { short } : {}), kernel: checked as NonNullable<OpDef['kernel']> };
  });
