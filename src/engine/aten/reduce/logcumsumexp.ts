/** logcumsumexp along one dimension; its derivative by signed logarithms, as in FunctionsManual.cpp. Leaves out complex numbers. */
import { empty } from '../../tensor/create.ts';
import * as m from '../../tensor/math/index.ts';
import { wrapDim } from '../../tensor/strides.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { along } from '../dims.ts';
import { derivative, type OpDef } from '../op.ts';
import { dest, read } from '../work.ts';

const logcumsumexp: OpDef = {
  schema: 'logcumsumexp(Tensor self, int dim) -> Tensor',
  kind: 'kernel',
  meta: (self: Tensor, dim: number) => {
    wrapDim(dim, self.dim);
    return empty(self.sizes, self.dtype, { device: self.device });
  },
  kernel: (out: Tensor, self: Tensor, dim: number) => {
    const { outer, length, inner } = along(self.sizes, wrapDim(dim, self.dim));
    const w = read(self, self.dtype);
    const o = dest(out);
    for (let a = 0; a < outer; a++) {
      for (let b = 0; b < inner; b++) {
        let acc = -Infinity;
        for (let i = 0, p = a * length * inner + b; i < length; i++, p += inner) {
          const [lo, hi] = w[p] < acc ? [w[p], acc] : [acc, w[p]];
          acc = hi !== hi || lo !== lo ? NaN : lo !== hi || Math.abs(lo) !== Infinity ? m.log1p(m.exp(lo - hi)) + hi : w[p];
          o.w[p] = acc;
        }
      }
    }
    o.flush();
  },
  derivative: derivative('LogcumsumexpBackward0', ['self', 'result'], {
    self: (c) => {
      const k = c.call;
      const [x, y, dim] = [c.t('self'), c.result, c.arg<number>('dim')];
      if (c.g.dim === 0 || c.g.numel === 0) return c.g;
      const low = k.one('scalar_tensor', k.float(-3.4028234663852886e38), c.g.dtype, 'strided', c.g.device, null);
      const l = k.u('log', k.u('abs', c.g));
      const pos = k.where(k.one('gt.Scalar', c.g, 0), l, low);
      const neg = k.where(k.one('lt.Scalar', c.g, 0), l, low);
      const back = (t: Tensor): Tensor => k.one('flip', k.one('logcumsumexp', k.one('flip', k.sub(t, y), [dim]), dim), [dim]);
      const a = k.u('exp', k.add(back(pos), x));
      return k.sub(a, k.u('exp', k.add(back(neg), x)));
    },
  }),
};

export const LOGCUMSUMEXP: readonly OpDef[] = [logcumsumexp];
