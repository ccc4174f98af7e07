/**
 * What PyTorch does with tensors known to be zero (key `ZeroTensor`), for derivatives that give them (`zero_tensors.ts`) and for
 * tangents in forward mode (dispatch/forward/zeros.ts): how one is made, and the kernels of sums and products.
 *
 * Idea: the `*_zerotensor` kernels of native/BinaryOps.cpp. The shape rule runs on the meta device, of which the rows are to
 * be seen; then a product is a new zero tensor and a sum a copy of the other operand. They have memory here, so that who
 * prints and reads them need not know.
 */
import { PyFloat } from '../../python/values.ts';
import { empty } from '../../tensor/create.ts';
import { broadcastSizes } from '../../tensor/strides.ts';
import { bool, type DType, float64, int64 } from '../../tensor/dtype.ts';
import { type Device, type Storage, Tensor } from '../../tensor/tensor.ts';
import { type Arg, type Call, type Op, resolve, type Ret, type Scalar } from '../op.ts';
import { commonType, type Operand } from '../work.ts';

/** What the kernels need of the dispatcher. */
export interface Below {
  readonly call: Call;
  belowConjugates(op: Op, args: readonly Arg[]): Ret;
  belowAutograd<T>(run: () => T): T;
}

const ZERO = new WeakSet<Storage>();
/** A view of one is one: it has its memory. */
export const isZero = (a: unknown): boolean => a instanceof Tensor && ZERO.has(a.storage);
export const markZero = (t: Tensor): void => void ZERO.add(t.storage);

export const MAKER = resolve({
  schema: '_efficientzerotensor(SymInt[] size, *, ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None) -> Tensor',
  kind: 'kernel',
  meta: (sizes: number[], dtype: DType, _l: unknown, device: Device) => {
    const t = empty(sizes, dtype, { device });
    markZero(t);
    return t;
  },
});

export const zero = (d: Below, sizes: readonly number[], dtype: DType, device: Device | null): Tensor =>
  d.belowConjugates(MAKER, [sizes, dtype, 'strided', device, null]) as Tensor;

/** A step of which only its row is to be seen. */
const step = (name: string): Op => resolve({ schema: `${name}(Tensor self) -> Tensor`, kind: 'kernel', meta: (t: Ret) => t });
const META = { layout: step('to.dtype_layout'), dtype: step('to.dtype'), expand: step('expand') };

const sizesOf = (a: Operand): readonly number[] => (a instanceof Tensor ? a.sizes : []);
/** A number counts as a tensor of its kind's widest type. */
export const typeOf = (a: Operand): DType => (a instanceof Tensor ? a.dtype : typeof a === 'boolean' ? bool : a instanceof PyFloat ? float64 : int64);

/** What two operands give, as the meta device says. */
function settled(d: Below, a: Operand, b: Operand): { sizes: number[]; dtype: DType; device: Device } {
  const dtype = commonType(a, b);
  const sizes = broadcastSizes(sizesOf(a), sizesOf(b));
  const tensor = (a instanceof Tensor ? a : b) as Tensor;
  // A number has no tensor to show; the row is the other's.
  const row = (op: Op, t: Operand): void => void d.belowConjugates(op, [t instanceof Tensor ? t : tensor]);
  for (const t of [a, b]) row(META.layout, t);
  for (const t of [a, b]) if (typeOf(t) !== dtype) row(META.dtype, t);
  for (const t of [a, b]) if (sizesOf(t).length !== sizes.length || sizesOf(t).some((n, i) => n !== sizes[i])) row(META.expand, t);
  return { sizes, dtype, device: tensor.device };
}

const isOne = (s: Scalar | null | undefined): boolean => s == null || (s instanceof PyFloat ? s.v === 1 : Number(s) === 1);

/** `a ± alpha * b`, below autograd. */
export function sumOfZeros(d: Below, a: Operand, b: Operand, alpha: Scalar, negative: boolean): Tensor {
  const { sizes, dtype, device } = settled(d, a, b);
  if (isZero(a) && isZero(b)) return zero(d, sizes, dtype, device);
  return d.belowAutograd(() => {
    const kept = isZero(a) ? b : a;
    const whole = kept instanceof Tensor ? d.call.expand(kept, sizes) : d.call.one('full', sizes, kept, dtype, null, device, null);
    const copy = d.call.one('_to_copy', whole, dtype, 'strided', null, null, false, null);
    if (kept === a || (isOne(alpha) && !negative)) return copy;
    return d.call.one('mul.Scalar', copy, negative ? (alpha instanceof PyFloat ? new PyFloat(-alpha.v) : -Number(alpha)) : alpha);
  });
}

export function productOfZeros(d: Below, a: Operand, b: Operand): Tensor {
  const { sizes, dtype, device } = settled(d, a, b);
  return zero(d, sizes, dtype, device);
}
