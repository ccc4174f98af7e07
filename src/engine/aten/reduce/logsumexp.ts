/** logsumexp: the logarithm of summed exponentials, shifted by the largest so that nothing overflows. Leaves out complex numbers. */
import { empty } from '../../tensor/create.ts';
import * as m from '../../tensor/math/index.ts';
import { floatFor } from '../../tensor/promotion.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { reducedDims, reducedSizes } from '../dims.ts';
import { derivative, type OpDef } from '../op.ts';
import { sumAll } from '../sum.ts';
import { roundingOf } from '../work.ts';
import { type Dim, reduceRows, unsqueezeDims } from './rows.ts';

const logsumexp: OpDef = {
  schema: 'logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor',
  kind: 'kernel',
  meta: (self: Tensor, dim: Dim, keepdim: boolean) => {
    const d = self.dtype.category === 'float' ? self.dtype : floatFor(self.dtype);
    return empty(reducedSizes(self.sizes, reducedDims(dim, self.dim), keepdim), d, { device: self.device });
  },
  kernel: (out: Tensor, self: Tensor, dim: Dim) => {
    // amax, sub, exp_, sum, log_, add_ in PyTorch: each rounds to the type.
    const r = roundingOf(out.dtype);
    reduceRows(out, self, reducedDims(dim, self.dim), out.dtype, (w, at, n) => {
      let max = -Infinity;
      for (let i = at; i < at + n; i++) max = w[i] !== w[i] ? NaN : Math.max(max, w[i]);
      const shift = Math.abs(max) === Infinity ? 0 : max;
      const e = w.slice(at, at + n);
      for (let i = 0; i < n; i++) e[i] = r(m.exp(r(e[i] - shift)));
      return r(m.log(r(sumAll(e)))) + shift;
    });
  },
  derivative: derivative('LogsumexpBackward0', ['self', 'result'], {
    self: (c) => {
      const k = c.call;
      const x = c.t('self');
      let [g, y] = [c.g, c.result];
      if (!c.arg<boolean>('keepdim') && x.dim !== 0) {
        const dims = reducedDims(c.arg<Dim>('dim'), x.dim);
        g = unsqueezeDims(k, g, dims, false, x.dim);
        y = unsqueezeDims(k, y, dims, false, x.dim);
      }
      return k.mul(g, k.u('exp', k.sub(x, y)));
    },
  }),
};

export const LOGSUMEXP: readonly OpDef[] = [logsumexp];
