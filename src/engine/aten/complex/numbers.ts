/**
 * Complex numbers between the world of tensors and pairs: operands read as pairs, results allocated and written.
 */
import { PyComplex } from '../../python/values.ts';
import { fromComplex, toComplex } from '../../tensor/complex.ts';
import { empty } from '../../tensor/create.ts';
import { complex64, float32, type DType } from '../../tensor/dtype.ts';
import { Unsupported } from '../../tensor/errors.ts';
import { broadcastStrides } from '../../tensor/layout.ts';
import { Tensor } from '../../tensor/tensor.ts';
import type { Scalar } from '../op.ts';
import { numberOf } from '../work.ts';

export type Operand = Tensor | Scalar;
/** Real and imaginary part. */
export type Pair = readonly [number, number];

export const isComplex = (x: unknown): boolean => x instanceof PyComplex || (x instanceof Tensor && x.dtype.category === 'complex');

/** The complex type of a real one, and the other way. */
export function complexOf(d: DType): DType {
  if (d.category === 'complex' || d.category === 'int' || d.category === 'bool' || d === float32) return complex64;
  throw new Unsupported(d.name === 'float64' ? 'complex128' : `the complex type of ${d.name}`);
}
export const realOf = (d: DType): DType => (d.category === 'complex' ? float32 : d);

export const pairOf = (s: Scalar): Pair =>
  (s as unknown) instanceof PyComplex ? [(s as unknown as PyComplex).re, (s as unknown as PyComplex).im] : [numberOf(s), 0];

/** An operand as pairs in the shape of the result. */
export function pairs(x: Operand, sizes: readonly number[]): (i: number) => Pair {
  if (!(x instanceof Tensor)) {
    const p = pairOf(x);
    return () => p;
  }
  const view = new Tensor(x.storage, x.dtype, sizes, broadcastStrides(x, sizes), x.offset);
  view.conj = x.conj;
  const w = toComplex(view);
  return (i) => [w[2 * i], w[2 * i + 1]];
}

/** Fills `out` from a function of the place; a real result takes the first part. */
export function fillPairs(out: Tensor, f: (i: number) => Pair): void {
  const w = new Float64Array(2 * out.numel);
  for (let i = 0; i < out.numel; i++) [w[2 * i], w[2 * i + 1]] = f(i);
  fromComplex(out, w);
}

/** The conjugate written out, where a conjugated view stood. */
export function resolved(t: Tensor): Tensor {
  if (!t.conj) return t;
  const out = empty(t.sizes, t.dtype, { device: t.device });
  fromComplex(out, toComplex(t));
  return out;
}

/** Real and imaginary parts of a tensor as tensors over the same storage. */
export function halves(t: Tensor): [Tensor, Tensor] {
  const strides = t.strides.map((s) => 2 * s);
  const from = t.numel === 0 ? 0 : 2 * t.offset;
  return [0, 1].map((k) => new Tensor(t.storage, float32, t.sizes, strides, t.numel === 0 ? 0 : from + k)) as [Tensor, Tensor];
}
