/** What second derivatives share. */
import type { Tensor } from '../../tensor/tensor.ts';
import { type BackwardContext, derivative, type Derivative } from '../op.ts';

/** Zeros in the shape of an argument whose values were not kept. */
export const zeros = (c: BackwardContext, name: string): Tensor => c.call.one('zeros', c.like(name).sizes, c.g.dtype, 'strided', c.g.device, null);

/** Piecewise linear: the gradient goes through the same operator, the other tensor gets none. */
export const same = (name: string, op: string, args: readonly string[], own = 'grad_output', other = 'self'): Derivative =>
  derivative(
    name,
    args.filter((a) => a === other || a === 'noise'),
    {
      [own]: (c: BackwardContext) => c.call.one(op, c.g, ...args.map((a) => c.arg(a))),
      [other]: (c: BackwardContext) => c.call.zerosLike(c.g),
    },
  );
