/**
 * Shorthand for composing operators: what `a + b` and `x.sum(dim)` mean in PyTorch's C++, so that composites and
 * derivatives leave the same rows (`add.Scalar` for a number, `fill_` and `sub_` for `1 - x`: TensorOperators.h).
 */
import { PyFloat } from '../python/values.ts';
import { Tensor } from '../tensor/tensor.ts';
import type { Arg, Ret, Scalar } from './op.ts';

export type Operand = Tensor | Scalar;
type Raw = (overload: string, ...args: Arg[]) => Ret;

const isT = (x: unknown): x is Tensor => x instanceof Tensor;
const f = (x: number): PyFloat => new PyFloat(x);

export class Fluent {
  readonly raw: Raw;
  constructor(raw: Raw) {
    this.raw = raw;
  }
  /** One tensor result. */
  one(overload: string, ...args: Arg[]): Tensor {
    return this.raw(overload, ...args) as Tensor;
  }
  many(overload: string, ...args: Arg[]): Tensor[] {
    return this.raw(overload, ...args) as Tensor[];
  }
  float(x: number): PyFloat {
    return f(x);
  }
  add(a: Tensor, b: Operand, alpha: Scalar = 1): Tensor {
    return this.one(isT(b) ? 'add.Tensor' : 'add.Scalar', a, b, alpha);
  }
  sub(a: Tensor, b: Operand, alpha: Scalar = 1): Tensor {
    return this.one(isT(b) ? 'sub.Tensor' : 'sub.Scalar', a, b, alpha);
  }
  mul(a: Tensor, b: Operand): Tensor {
    return this.one(isT(b) ? 'mul.Tensor' : 'mul.Scalar', a, b);
  }
  div(a: Tensor, b: Operand): Tensor {
    return this.one(isT(b) ? 'div.Tensor' : 'div.Scalar', a, b);
  }
  /** `number - tensor` */
  rsub(a: Scalar, b: Tensor): Tensor {
    return this.one('sub_.Tensor', this.filledLike(b, a), b);
  }
  /** `number / tensor` */
  rdiv(a: Scalar, b: Tensor): Tensor {
    return this.one('div_.Tensor', this.filledLike(b, a), b);
  }
  private filledLike(b: Tensor, a: Scalar): Tensor {
    return this.one('fill_.Scalar', this.one('empty_like', b, null, null, null, null, 'preserve_format'), a);
  }
  /** The conjugate; a real tensor is its own, without a row. */
  conj(a: Tensor): Tensor {
    return a.dtype.category === 'complex' ? this.one('_conj', a) : a;
  }
  neg(a: Tensor): Tensor {
    return this.one('neg', a);
  }
  pow(a: Tensor, b: Operand): Tensor {
    return this.one(isT(b) ? 'pow.Tensor_Tensor' : 'pow.Tensor_Scalar', a, b);
  }
  /** A factor of one costs nothing (`maybe_multiply`). */
  maybeMul(a: Tensor, s: Scalar): Tensor {
    const v = s instanceof PyFloat ? s.v : Number(s);
    return v === 1 ? a : this.mul(a, s);
  }
  u(name: string, a: Tensor): Tensor {
    return this.one(name, a);
  }
  zerosLike(a: Tensor): Tensor {
    return this.one('zeros_like', a);
  }
  sum(a: Tensor, dim: readonly number[], keepdim = false): Tensor {
    return this.one('sum.dim_IntList', a, dim, keepdim);
  }
  mm(a: Tensor, b: Tensor): Tensor {
    return this.one('mm', a, b);
  }
  bmm(a: Tensor, b: Tensor): Tensor {
    return this.one('bmm', a, b);
  }
  t(a: Tensor): Tensor {
    return this.one('t', a);
  }
  transpose(a: Tensor, d0: number, d1: number): Tensor {
    return this.one('transpose.int', a, d0, d1);
  }
  permute(a: Tensor, dims: readonly number[]): Tensor {
    return this.one('permute', a, dims);
  }
  view(a: Tensor, sizes: readonly number[]): Tensor {
    return this.one('view', a, sizes);
  }
  reshape(a: Tensor, sizes: readonly number[]): Tensor {
    return this.one('reshape', a, sizes);
  }
  expand(a: Tensor, sizes: readonly number[]): Tensor {
    return this.one('expand', a, sizes);
  }
  unsqueeze(a: Tensor, dim: number): Tensor {
    return this.one('unsqueeze', a, dim);
  }
  squeeze(a: Tensor, dim: number): Tensor {
    return this.one('squeeze.dim', a, dim);
  }
  select(a: Tensor, dim: number, index: number): Tensor {
    return this.one('select.int', a, dim, index);
  }
  slice(a: Tensor, dim: number, start: number | null, end: number | null, step = 1): Tensor {
    return this.one('slice.Tensor', a, dim, start, end, step);
  }
  maskedFill(a: Tensor, mask: Tensor, value: Operand): Tensor {
    return this.one(isT(value) ? 'masked_fill.Tensor' : 'masked_fill.Scalar', a, mask, value);
  }
  where(c: Tensor, a: Operand, b: Operand): Tensor {
    const name = isT(a) ? (isT(b) ? 'where.self' : 'where.ScalarOther') : isT(b) ? 'where.ScalarSelf' : 'where.Scalar';
    return this.one(name, c, a, b);
  }
  contiguous(a: Tensor): Tensor {
    return this.one('contiguous', a);
  }
}
