/**
 * Operators without a derivative in the table: which of them carry no gradient in PyTorch either, and the node that
 * refuses for the rest. Silence would cut the graph and give wrong gradients.
 */
import type { Arg, Op, Ret } from '../../aten/op.ts';
import { Unsupported } from '../../tensor/errors.ts';
import { Tensor } from '../../tensor/tensor.ts';
import { type Grads, Node, setHistory } from './node.ts';
import { gradientEdge, rebaseHistory, type ViewContext } from './views.ts';

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

const carriesNoGradient = (op: Op): boolean => FREE.test(op.sig.base);

/** Stands where PyTorch has a derivative that this engine has not. */
class UnderivedNode extends Node {
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

/** Results that PyTorch would make differentiable look so here too; running backward through them is refused by name. */
export function refuseGradient(op: Op, args: readonly Arg[], ret: Ret, views: ViewContext): void {
  if (carriesNoGradient(op)) return;
  const outs = (Array.isArray(ret) ? ret : [ret]).filter(
    (t): t is Tensor => t instanceof Tensor && (t.dtype.category === 'float' || t.dtype.category === 'complex'),
  );
  if (outs.length === 0) return;
  const node = new UnderivedNode(op);
  for (const p of op.sig.tensors) {
    const a = args[p];
    for (const t of Array.isArray(a) ? a : [a]) if (t instanceof Tensor) node.edges.push(gradientEdge(t, views));
  }
  for (const t of outs) {
    if (op.sig.inplace >= 0 && t === args[op.sig.inplace]) rebaseHistory(t, node, views);
    else setHistory(t, node);
  }
}
