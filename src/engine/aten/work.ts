/**
 * Working arrays for kernels: operands widened to the type that PyTorch's CPU kernels compute in, and the way back.
 *
 * Half types compute in float32 and are rounded once at the end; integers travel as doubles; `dest` hands out the
 * storage itself where that is possible.
 */
import { Unsupported } from '../python/errors.ts';
import { part as packPart } from '../python/packs.ts';
import { PyComplex, PyFloat } from '../python/values.ts';
import { fromWorking, newWorking, part, roundWorking, tensorIsContiguous, toFloat32, toFloat64, toWorking, typed, type Working } from '../tensor/access.ts';
import type { DType } from '../tensor/dtype.ts';
import { broadcastStrides } from '../tensor/layout.ts';
import { pythonDType, resultType } from '../tensor/promotion.ts';
import { sameSizes } from '../tensor/strides.ts';
import { Tensor } from '../tensor/tensor.ts';
import type { Scalar } from './op.ts';

export type Operand = Tensor | Scalar;

export const isTensor = (x: unknown): x is Tensor => x instanceof Tensor;

export function numberOf(s: Scalar): number {
  if (s instanceof PyFloat) return s.v;
  if (s instanceof PyComplex) throw new Unsupported('a complex number in this operator');
  return Number(s);
}

export const kindOf = (s: Scalar): 'bool' | 'int' | 'float' | 'complex' =>
  typeof s === 'boolean' ? 'bool' : s instanceof PyFloat ? 'float' : s instanceof PyComplex ? 'complex' : 'int';

/** The common type of operands, Python numbers by their kind. */
export function commonType(...operands: readonly Operand[]): DType {
  return resultType(...operands.map((x) => (isTensor(x) ? x : kindOf(x))));
}

/** The same for two, without looking further where the first decides. */
export function commonOfTwo(a: Operand, b: Operand): DType {
  if (isTensor(a)) {
    if (isTensor(b)) {
      if (a.dtype === b.dtype) return a.dtype;
    } else {
      const { category } = a.dtype;
      if (category === 'float' ? !(b instanceof PyComplex) : category === 'int' && (typeof b === 'number' || typeof b === 'boolean')) return a.dtype;
    }
  }
  return commonType(a, b);
}

export const scalarType = (s: Scalar): DType => pythonDType(kindOf(s));

export const isReduced = (d: DType): boolean => d.category === 'float' && d.itemsize < 4;

/** float32 for float32 and narrower; float64 for float64, integers and bool. */
export const computesIn32 = (d: DType): boolean => d.category === 'float' && d.name !== 'float64';

/** Rounds a sum on its way as `d` computes, which is wider than what float16 and narrower types hold. */
export const accumulatingIn = (d: DType): ((x: number) => number) => (computesIn32(d) ? Math.fround : (x) => x);

/** Rounds one number to what `d` can hold. */
export function roundingOf(d: DType): (x: number) => number {
  if (d.category !== 'float' || d.name === 'float64') return (x) => x;
  if (d.name === 'float32') return Math.fround;
  const one = new Float32Array(1);
  return (x) => {
    one[0] = x;
    roundWorking(one, d);
    return one[0];
  };
}

/** Elements of `t` in logical order, as values of `dtype` (cast first, as TensorIterator does). Read-only. */
export function read(t: Tensor, dtype: DType): Working {
  if (t.dtype === dtype) return toWorking(t);
  const w = computesIn32(dtype) ? toFloat32(t) : toFloat64(t);
  if (!isReduced(dtype)) return w;
  const copy = w.buffer === t.storage.buffer ? w.slice() : w;
  roundWorking(copy, dtype);
  return copy;
}

/** `t` seen in a larger shape. */
export function expandTo(t: Tensor, sizes: readonly number[]): Tensor {
  if (sameSizes(t.sizes, sizes)) return t;
  const view = new Tensor(t.storage, t.dtype, sizes, broadcastStrides(t, sizes), t.offset);
  view.conj = t.conj;
  return view;
}

const holding = packPart<typeof import('./holding.ts')>('faults', 'holding');

/** An operand for a loop: one number, or an array of the output's length. */
export function operand(x: Operand, dtype: DType, sizes: readonly number[], exactScalar = false): number | Working {
  if (!isTensor(x)) {
    // int64 in doubles: whoever has a way in 64-bit integers takes it now.
    if (typeof x === 'bigint' && dtype.name === 'int64') throw new Unsupported('an int64 value beyond 2**53 in this operator');
    const v = numberOf(x);
    if (dtype.category !== 'float') return dtype.category === 'int' && dtype.itemsize < 8 && !(v >= 0 && v < 128) ? holding().wrapped(x, v, dtype) : v;
    if (dtype.name === 'float64') return v;
    if (exactScalar || !isReduced(dtype)) return Math.fround(v);
    const one = new Float32Array([v]);
    roundWorking(one, dtype);
    return one[0];
  }
  const w = read(x.numel === 1 ? x : expandTo(x, sizes), dtype);
  return x.numel === 1 ? w[0] : w;
}

/** Where a kernel may write its results in logical order; `flush` puts them in place. */
export function dest(out: Tensor): { w: Working; flush: () => void } {
  const w = inPlace(out);
  if (w !== null) return { w, flush: nothing };
  return apart(out);
}

const nothing = (): void => {};

/** The elements themselves where they lie as a working array does; null elsewhere. For writing. */
export function inPlace(out: Tensor): Working | null {
  const name = out.dtype.name;
  if ((name !== 'float32' && name !== 'float64') || !tensorIsContiguous(out)) return null;
  out.storage.willChange();
  return part(typed(out.storage, out.dtype) as Working, out.offset, out.numel);
}

function apart(out: Tensor): { w: Working; flush: () => void } {
  const w = newWorking(out.dtype, out.numel);
  return { w, flush: () => fromWorking(out, w) };
}

/** Fills `out` from a fresh array in logical order. */
export function write(out: Tensor, values: ArrayLike<number>): void {
  fromWorking(out, values);
}
