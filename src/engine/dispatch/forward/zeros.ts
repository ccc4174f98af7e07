/**
 * Zero tensors: the tangents of what has none, beside those that have one.
 *
 * Idea: aten/src/ATen/ZeroTensorFallback.cpp and the `*_zerotensor` kernels of BinaryOps.cpp. Sums, differences, products
 * and quotients know them: they settle shape and type on the meta device and make a zero tensor or a copy; views keep
 * them; every other operator is given zeros that are expanded. Here they hold their zeros, so that only rows differ.
 */
import { type Arg, type Op, resolve, type Ret, type Scalar } from '../../aten/op.ts';
import { findOp } from '../../aten/table.ts';
import { commonType } from '../../aten/work.ts';
import { PyFloat } from '../../python/values.ts';
import { broadcastSizes } from '../../tensor/strides.ts';
import { bool, type DType, float64, int64 } from '../../tensor/dtype.ts';
import { type Device, Tensor } from '../../tensor/tensor.ts';
import { compute, type Dispatcher } from '../dispatcher.ts';
import { rows } from './rows.ts';

const zeros = new WeakSet<Tensor>();

export const isZero = (t: Tensor): boolean => zeros.has(t);

let maker: Op | null = null;

function zero(d: Dispatcher, sizes: readonly number[], dtype: DType, device: Device | null): Tensor {
  const { meta, kernel } = findOp('zeros') as Op;
  maker ??= resolve({
    schema: '_efficientzerotensor(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor',
    kind: 'kernel',
    ...(meta && { meta }),
    ...(kernel && { kernel }),
  });
  const t = d.belowConjugates(maker, [sizes, dtype, null, device, null]) as Tensor;
  zeros.add(t);
  return t;
}

/** In the place of a tangent: a zero of the argument's shape and type, which may be a number. */
export function zeroLike(d: Dispatcher, a: Arg): Tensor {
  if (a instanceof Tensor) return zero(d, a.sizes, a.dtype, a.device);
  return zero(d, [], typeof a === 'boolean' ? bool : a instanceof PyFloat ? float64 : int64, null);
}

const isOne = (s: Scalar | null | undefined): boolean => s == null || (s instanceof PyFloat ? s.v === 1 : Number(s) === 1);

type Operand = Tensor | Scalar;
const sizesOf = (a: Operand): readonly number[] => (a instanceof Tensor ? a.sizes : []);
/** A number counts as a tensor of its kind's widest type. */
const typeOf = (a: Operand): DType => (a instanceof Tensor ? a.dtype : typeof a === 'boolean' ? bool : a instanceof PyFloat ? float64 : int64);

/** What two operands give, as the meta device says. */
function settled(d: Dispatcher, a: Operand, b: Operand): { sizes: number[]; dtype: DType; device: Device } {
  const dtype = commonType(a, b);
  const sizes = broadcastSizes(sizesOf(a), sizesOf(b));
  const tensor = (a instanceof Tensor ? a : b) as Tensor;
  // A number has no tensor to show; the row is the other's.
  const shown = (t: Operand): Tensor => (t instanceof Tensor ? t : tensor);
  for (const t of [a, b]) rows(d, 'to.dtype_layout', shown(t));
  for (const t of [a, b]) if (typeOf(t) !== dtype) rows(d, 'to.dtype', shown(t));
  for (const t of [a, b]) if (sizesOf(t).length !== sizes.length || sizesOf(t).some((n, i) => n !== sizes[i])) rows(d, 'expand', shown(t));
  return { sizes, dtype, device: tensor.device };
}

const isZeroOperand = (a: Operand): boolean => a instanceof Tensor && isZero(a);

function sum(d: Dispatcher, a: Operand, b: Operand, alpha: Scalar, negative: boolean): Tensor {
  const { sizes, dtype, device } = settled(d, a, b);
  const copied = (t: Operand): Tensor => {
    const whole = t instanceof Tensor ? d.call.expand(t, sizes) : d.call.one('full', sizes, t, dtype, null, device, null);
    return d.call.one('_to_copy', whole, dtype, null, null, null, false, null);
  };
  if (!isZeroOperand(a)) return copied(a);
  if (isZeroOperand(b)) return zero(d, sizes, dtype, device);
  const factor = negative ? (alpha instanceof PyFloat ? new PyFloat(-alpha.v) : -Number(alpha)) : alpha;
  const made = copied(b);
  return isOne(alpha) && !negative ? made : d.call.mul(made, factor);
}

function product(d: Dispatcher, a: Operand, b: Operand): Tensor {
  const { sizes, dtype, device } = settled(d, a, b);
  return zero(d, sizes, dtype, device);
}

const KERNELS: Readonly<Record<string, (d: Dispatcher, args: readonly Arg[]) => Tensor>> = {
  'add.Tensor': (d, [a, b, alpha]) => sum(d, a as Operand, b as Operand, alpha as Scalar, false),
  'sub.Tensor': (d, [a, b, alpha]) => sum(d, a as Operand, b as Operand, alpha as Scalar, true),
  'mul.Tensor': (d, [a, b]) => product(d, a as Operand, b as Operand),
  'div.Tensor': (d, [a, b]) => product(d, a as Operand, b as Operand),
};

/** These take zero tensors as they are. */
const PLAIN = new Set(['zeros_like', 'copy_', 'clone', 'detach', 'new_empty_strided', '_to_copy']);

/** An operator on arguments with zero tensors among them, below autograd. */
export function withZeros(d: Dispatcher, op: Op, args: readonly Arg[]): Ret {
  const kernel = KERNELS[op.overload];
  if (kernel) return d.belowAutograd(() => kernel(d, args));
  if (op.overload === 'mul.Scalar' || op.kind === 'view') {
    // A view of one is made without a row.
    const made = op.kind === 'view' ? compute(op, args, d.fake) : d.belowConjugates(op, args);
    for (const t of Array.isArray(made) ? made : [made]) if (t instanceof Tensor) zeros.add(t);
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
