/** Products of elements; the derivative is right where elements are zero, by products from both ends. */
import type { Working } from '../../tensor/access.ts';
import { empty } from '../../tensor/create.ts';
import type { DType } from '../../tensor/dtype.ts';
import { wrapDim } from '../../tensor/strides.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { reducedDims, reducedSizes } from '../dims.ts';
import { derivative, type OpDef } from '../op.ts';
import { roundingOf } from '../work.ts';
import { prodSafe } from './prod_safe.ts';
import { intToLong, reduceRows } from './rows.ts';

/** Each product is rounded to the type of the result (`binary_kernel_reduce_vec` works in `scalar_t`). */
const prodRow = (out: Tensor): ((w: Working, at: number, n: number) => number) => {
  const r = roundingOf(out.dtype);
  return (w, at, n) => {
    let p = 1;
    for (let i = at; i < at + n; i++) p = r(p * w[i]);
    return p;
  };
};

const prods: OpDef[] = [
  {
    schema: 'prod(Tensor self, *, ScalarType? dtype=None) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor, dtype: DType | null) => empty([], dtype ?? intToLong(self.dtype), { device: self.device }),
    kernel: (out: Tensor, self: Tensor) => reduceRows(out, self, reducedDims(null, self.dim), out.dtype, prodRow(out)),
    derivative: derivative('ProdBackward0', ['self', 'result'], {
      self: (c) => {
        const x = c.t('self');
        const k = c.call;
        if (x.dim === 0) return k.u('clone', c.g);
        const g = prodSafe(k, c.g, k.reshape(x, [-1]), 0);
        return k.reshape(g, x.sizes);
      },
    }),
  },
  {
    schema: 'prod.dim_int(Tensor self, int dim, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor, dim: number, keepdim: boolean, dtype: DType | null) =>
      empty(reducedSizes(self.sizes, reducedDims(dim, self.dim), keepdim), dtype ?? intToLong(self.dtype), { device: self.device }),
    kernel: (out: Tensor, self: Tensor, dim: number) => reduceRows(out, self, reducedDims(dim, self.dim), out.dtype, prodRow(out)),
    derivative: derivative('ProdBackward1', ['self', 'result'], {
      self: (c) => {
        const x = c.t('self');
        const k = c.call;
        const dim = c.arg<number>('dim');
        if (x.dim === 0) return k.u('clone', c.g);
        const d = wrapDim(dim, x.dim);
        const gone = !c.arg<boolean>('keepdim');
        const g = gone ? k.unsqueeze(c.g, d) : c.g;
        // The product too, though only the quotient, which is not taken, would need it.
        if (gone) k.unsqueeze(c.result, d);
        return prodSafe(k, g, x, d);
      },
    }),
  },
];

export const PRODUCTS: readonly OpDef[] = [...prods];
