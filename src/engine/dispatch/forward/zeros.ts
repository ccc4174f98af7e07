/**
 * Zero tensors: the tangents of what has none, beside those that have one.
 *
 * Idea: aten/src/ATen/ZeroTensorFallback.cpp. Sums, differences, products and quotients know them (aten/second/zeros.ts);
 * views keep them; every other operator is given zeros that are expanded.
 */
import type { Arg, Op, Ret, Scalar } from '../../aten/op.ts';
import { isZero, markZero, productOfZeros, sumOfZeros, typeOf, zero } from '../../aten/second/zeros.ts';
import type { Operand } from '../../aten/work.ts';
import { Tensor } from '../../tensor/tensor.ts';
import { compute, type Dispatcher } from '../dispatcher.ts';

/** In the place of a tangent: a zero of the argument's shape and type, which may be a number. */
export const zeroLike = (d: Dispatcher, a: Arg): Tensor =>
  a instanceof Tensor ? zero(d, a.sizes, a.dtype, a.device) : zero(d, [], typeOf(a as Operand), null);

const KERNELS: Readonly<Record<string, (d: Dispatcher, a: Operand, b: Operand, alpha: Scalar) => Tensor>> = {
  'add.Tensor': (d, a, b, alpha) => sumOfZeros(d, a, b, alpha, false),
  'sub.Tensor': (d, a, b, alpha) => sumOfZeros(d, a, b, alpha, true),
  'mul.Tensor': productOfZeros,
  'div.Tensor': productOfZeros,
};

/** These take zero tensors as they are. */
const PLAIN = new Set(['zeros_like', 'copy_', 'clone', 'detach', 'new_empty_strided', '_to_copy']);

/** An operator on arguments with zero tensors among them, below autograd. */
export function withZeros(d: Dispatcher, op: Op, args: readonly Arg[]): Ret {
  const kernel = KERNELS[op.overload];
  if (kernel) return d.belowAutograd(() => kernel(d, args[0] as Operand, args[1] as Operand, args[2] as Scalar));
  if (op.overload === 'mul.Scalar' || op.kind === 'view') {
    // A view of one is made without a row.
    const made = op.kind === 'view' ? compute(op, args, d.fake) : d.belowConjugates(op, args);
    for (const t of Array.isArray(made) ? made : [made]) if (t instanceof Tensor) markZero(t);
    return made;
  }
  if (PLAIN.has(op.overload)) return d.belowConjugates(op, args);
  const full = (t: Tensor): Tensor => {
    if (!isZero(t)) return t;
    return d.belowAutograd(() => d.call.expand(d.call.one('zeros', [], t.dtype, null, t.device, null), t.sizes));
  };
  const plain = args.map((a) => (a instanceof Tensor ? full(a) : Array.isArray(a) ? a.map((x) => (x instanceof Tensor ? full(x) : x)) : a));
  return d.belowConjugates(op, plain as Arg[]);
}
