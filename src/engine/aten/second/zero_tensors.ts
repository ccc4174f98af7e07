/**
 * Tensors known to be zero, which the derivative of `sgn` gives, and what happens to them below autograd.
 *
 * Sums and products know them (`zeros.ts`), views keep them, any other operator gets zeros made for it
 * (aten/src/ATen/ZeroTensorFallback.cpp). The rows are what a dispatch mode sees of that.
 *
 * Leaves out: tracing and function transforms, where plain zeros stand for them.
 */
import { runtimeError } from '../../tensor/errors.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { context } from '../context.ts';
import type { Arg, Call, Ret, Scalar } from '../op.ts';
import { remember } from '../table.ts';
import { isTensor, type Operand } from '../work.ts';
import { type Below, isZero, MAKER, productOfZeros, sumOfZeros } from './zeros.ts';

type Hook = NonNullable<(typeof context)['conjugates']>;

const zeroAmong = (a: Arg): boolean => isZero(a) || (Array.isArray(a) && a.some(isZero));

/** Run whole by the back end: they read no zeros that would have to be made. */
const KNOWING = new Set('clone copy_ zeros_like dot mul.Scalar _efficientzerotensor'.split(' '));

let before: Hook | null = null;
const below: Hook = (op, args, d) => (before ? before(op, args, d) : d.belowConjugates(op, args));

const through: Hook = (op, args, d) => {
  if (!args.some(zeroAmong)) return below(op, args, d);
  for (let i = 0; i < args.length; i++) {
    if (op.sig.args[i].write && isZero(args[i])) {
      throw runtimeError('ZeroTensors are immutable. Please use the materialized zero tensor obtained using .clone() if you want a mutable tensor.');
    }
  }
  if (op.overload === 'view') return (op.meta as (...a: readonly Arg[]) => Ret)(...args); // it leaves no row
  if (op.kind === 'view' || KNOWING.has(op.overload)) return below(op, args, d);
  const call = d.call as unknown as Call;
  const zeros = d as unknown as Below;
  const [a, b] = args;
  if (op.overload === 'mul.Tensor' || (op.overload === 'div.Tensor' && isZero(a) && !isZero(b))) return productOfZeros(zeros, a as Operand, b as Operand);
  if ((op.overload === 'add.Tensor' || op.overload === 'sub.Tensor') && isTensor(a) && isTensor(b))
    return sumOfZeros(zeros, a, b, args[2] as Scalar, op.sig.base === 'sub');
  const name = d.gradFnName;
  const made = d.belowAutograd(() => {
    const real = (x: Arg): Arg =>
      isTensor(x) && isZero(x) ? call.one('expand', call.one('zeros', [], x.dtype, 'strided', x.device, null), x.sizes, false) : x;
    return args.map((x) => (Array.isArray(x) ? x.map(real) : real(x)));
  });
  d.gradFnName = name;
  return below(op, made as Arg[], d);
};

/** Zeros with the sizes, type and device of `t`. */
export function zeroTensorLike(call: Call, t: Tensor): Tensor {
  if (context.conjugates !== through) {
    before = context.conjugates;
    context.conjugates = through;
    remember(MAKER);
  }
  return call.one('_efficientzerotensor', t.sizes, t.dtype, 'strided', t.device, null);
}
