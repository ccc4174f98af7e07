/**
 * Operators without a derivative in the table: which of them carry no gradient in PyTorch either, and the node that
 * refuses for the rest. Silence would cut the graph and give wrong gradients.
 */
import type { Op } from '../../aten/op.ts';
import { Unsupported } from '../../tensor/errors.ts';
import { type Grads, Node } from './node.ts';

const FREE = new RegExp(
  `^(?:${[
    '\\w+_like',
    'new_\\w+',
    'detach',
    'detach_copy',
    'resize_',
    'resize_as_',
    'floor_divide_?',
    'heaviside_?',
    'gcd_?',
    'lcm_?',
    'logical_\\w+',
    'bitwise_\\w+',
    'histc',
    'bincount',
    '_?unique\\w*',
    'multinomial',
    'bucketize',
    'searchsorted',
    'nonzero\\w*',
    'isin',
    'scalar_tensor',
    '_foreach_zero_',
    '_foreach_copy_',
    'special_(?:bessel|modified_bessel|airy|spherical|scaled_modified|chebyshev|shifted_chebyshev|hermite|laguerre|legendre)\\w*',
  ].join('|')})$`,
);

export const carriesNoGradient = (op: Op): boolean => FREE.test(op.sig.base);

/** Stands where PyTorch has a derivative that this engine has not. */
export class UnderivedNode extends Node {
  readonly op: Op;
  constructor(op: Op) {
    super();
    this.op = op;
  }
  get name(): string {
    const base = this.op.sig.base.replace(/^_+|_$/g, '');
    return `${base
      .split('_')
      .map((w) => w.charAt(0).toUpperCase() + w.slice(1))
      .join('')}Backward0`;
  }
  apply(grads: Grads): Grads {
    if (!grads.some((g) => g !== null)) return this.edges.map(() => null);
    throw new Unsupported(`the derivative of ${this.op.name}`);
  }
}
