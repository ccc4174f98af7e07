/**
 * Tensors known to be zero, which the derivative of `sgn` gives, and what happens to them below autograd.
 *
 * PyTorch's key `ZeroTensor`: a view of one is one; of a product or a sum the shape rule runs on the meta device, then a
 * product is a new one and a sum a copy of the other operand; any other operator gets zeros made for it
 * (aten/src/ATen/ZeroTensorFallback.cpp, native/BinaryOps.cpp). The rows are what a dispatch mode sees of that.
 *
 * Here they have memory, so that who prints and reads them need not know. Leaves out: tracing and function transforms,
 * where plain zeros stand for them.
 */
import { runtimeError } from '../../tensor/errors.ts';
import { broadcastSizes, empty } from '../../tensor/index.ts';
import type { Device, Storage, Tensor } from '../../tensor/tensor.ts';
import type { DType } from '../../tensor/dtype.ts';
import { context } from '../context.ts';
import { type Arg, type Call, type Op, resolve, type Ret } from '../op.ts';
import { remember } from '../table.ts';
import { commonType, isTensor, type Operand } from '../work.ts';

type Hook = NonNullable<(typeof context)['conjugates']>;
type Below = Parameters<Hook>[2] & { emit?: unknown };

const ZERO = new WeakSet<Storage>();
const isZero = (a: unknown): boolean => isTensor(a) && ZERO.has(a.storage);
const zeroAmong = (a: Arg): boolean => isZero(a) || (Array.isArray(a) && a.some(isZero));

const MAKER = resolve({
  schema: '_efficientzerotensor(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor',
  kind: 'kernel',
  meta: (sizes: number[], dtype: DType, _l: unknown, device: Device) => {
    const t = empty(sizes, dtype, { device });
    ZERO.add(t.storage);
    return t;
  },
});

/** A step of which only its row is to be seen. */
const step = (name: string): Op => resolve({ schema: `${name}(Tensor self) -> Tensor`, kind: 'kernel', meta: (t: Ret) => t });
const META = { layout: step('to.dtype_layout'), dtype: step('to.dtype'), expand: step('expand') };

/** Run whole by the back end: they read no zeros that would have to be made. */
const KNOWING = new Set('clone copy_ zeros_like dot mul.Scalar _efficientzerotensor'.split(' '));

let before: Hook | null = null;
const below: Hook = (op, args, d) => (before ? before(op, args, d) : d.belowConjugates(op, args));

/** Sizes and type of the result, and the rows of finding them. */
function shapeRule(a: Operand, b: Operand, d: Below): { sizes: number[]; dtype: DType } {
  const both = [a, b];
  const any = both.find(isTensor) as Ret;
  const row = (op: Op): void => void d.belowConjugates(op, [any as Arg]);
  const sizes = broadcastSizes(isTensor(a) ? a.sizes : [], isTensor(b) ? b.sizes : []);
  const dtype = commonType(a, b);
  for (const _ of both) row(META.layout);
  for (const x of both) if (!isTensor(x) || x.dtype !== dtype) row(META.dtype);
  for (const x of both) if ((isTensor(x) ? x.dim : 0) !== sizes.length || (isTensor(x) && x.sizes.some((n, i) => n !== sizes[i]))) row(META.expand);
  return { sizes, dtype };
}

function sum(op: Op, [a, b, alpha]: readonly Arg[], d: Below): Ret {
  const call = d.call as unknown as Call;
  const scaled = op.sig.base === 'sub' || Number(alpha) !== 1;
  const { sizes, dtype } = shapeRule(a as Operand, b as Operand, d);
  if (isZero(a) && isZero(b)) return d.belowConjugates(MAKER, [sizes, dtype, 'strided', (a as { device: Device } & Arg).device, null]);
  return d.belowAutograd(() => {
    const rest = call.one('_to_copy', call.one('expand', isZero(a) ? b : a, sizes, false), dtype, 'strided', null, null, false, null);
    if (!isZero(a) || !scaled) return rest;
    return call.one('mul.Scalar', rest, op.sig.base === 'sub' ? -Number(alpha) : alpha);
  });
}

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
  const [a, b] = args;
  if (op.overload === 'mul.Tensor' || (op.overload === 'div.Tensor' && isZero(a) && !isZero(b))) {
    const { sizes, dtype } = shapeRule(a as Operand, b as Operand, d);
    const { device } = [a, b].find(isTensor) as { device: Device } & Arg;
    return d.belowConjugates(MAKER, [sizes, dtype, 'strided', device, null]);
  }
  if ((op.overload === 'add.Tensor' || op.overload === 'sub.Tensor') && isTensor(a) && isTensor(b)) return sum(op, args, d);
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
