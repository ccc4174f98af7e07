/**
 * Running sums and products: cumsum, cumprod. Derivatives run backwards from the end; that of cumprod tells apart what lies
 * before, at and after the first zero (FunctionsManual.cpp).
 */
import { empty } from '../../tensor/create.ts';
import type { DType } from '../../tensor/dtype.ts';
import { notImplementedFor } from '../../tensor/errors.ts';
import { wrapDim } from '../../tensor/strides.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { along } from '../dims.ts';
import { type BackwardContext, derivative, type OpDef } from '../op.ts';
import { outOf } from '../variants.ts';
import { dest, read } from '../work.ts';
import { intToLong } from './rows.ts';

const cumulative = (name: 'cumsum' | 'cumprod'): OpDef[] => {
  const def: OpDef = {
    schema: `${name}(Tensor self, int dim, *, ScalarType? dtype=None) -> Tensor`,
    kind: 'kernel',
    meta: (self: Tensor, dim: number, dtype: DType | null) => {
      wrapDim(dim, self.dim);
      return empty(self.sizes, dtype ?? intToLong(self.dtype), { device: self.device });
    },
    kernel: (out: Tensor, self: Tensor, dim: number) => {
      if (out.dtype.category === 'bool' && out.dim > 0 && out.numel > 0) throw notImplementedFor(`${name}_out_cpu`, 'Bool');
      const { outer, length, inner } = along(self.sizes, wrapDim(dim, self.dim));
      const w = read(self, out.dtype);
      const o = dest(out);
      for (let a = 0; a < outer; a++) {
        for (let b = 0; b < inner; b++) {
          let acc = name === 'cumsum' ? 0 : 1;
          for (let i = 0, p = a * length * inner + b; i < length; i++, p += inner) {
            acc = name === 'cumsum' ? acc + w[p] : acc * w[p];
            o.w[p] = acc;
          }
        }
      }
      o.flush();
    },
    derivative:
      name === 'cumsum'
        ? derivative('CumsumBackward0', [], {
            self: (c) => {
              const k = c.call;
              const dim = c.arg<number>('dim');
              if (c.g.numel <= 1 || c.g.sizes[wrapDim(dim, c.g.dim)] === 1) return c.g;
              return k.one('flip', k.one('cumsum', k.one('flip', c.g, [dim]), dim), [dim]);
            },
          })
        : derivative('CumprodBackward0', ['self', 'result'], { self: cumprodBack }),
  };
  return [
    def,
    outOf(def),
    {
      ...def,
      schema: `${name}_(Tensor(a!) self, int dim, *, ScalarType? dtype=None) -> Tensor(a!)`,
      meta: (self: Tensor) => self,
      kernel: (self: Tensor, _s: Tensor, dim: number) => {
        const t = empty(self.sizes, self.dtype);
        (def.kernel as (o: Tensor, s: Tensor, d: number) => void)(t, self, dim);
        const o = dest(self);
        o.w.set(read(t, self.dtype));
        o.flush();
      },
    },
  ];
};

function cumprodBack(c: BackwardContext): Tensor {
  const x = c.t('self');
  const dim = c.arg<number>('dim');
  if (x.numel <= 1) return c.g;
  const d = wrapDim(dim, x.dim);
  if (x.sizes[d] === 1) return c.g;
  return cumprodMasked(c, d);
}

/** Before the first zero, at it, and after it: three cases told apart by masks. */
function cumprodMasked(c: BackwardContext, d: number): Tensor {
  const k = c.call;
  const x = c.t('self');
  const w = k.mul(c.result, c.g);
  const zero = k.one('eq.Scalar', x, 0);
  const base = k.one('zeros', x.sizes, c.g.dtype, 'strided', c.g.device, null);
  const seen = k.one('cumsum', zero, d);
  const clean = k.one('eq.Scalar', seen, 0);
  const kept = k.maskedFill(w, k.u('bitwise_not', clean), k.float(0));
  const back = k.one('flip', k.one('cumsum', k.one('flip', kept, [d]), d), [d]);
  const before = k.where(clean, k.div(back, x), base);
  const once = k.one('eq.Scalar', seen, 1);
  const first = k.many('max.dim', once, d, true)[1];
  const at = k.one('logical_and_', k.one('scatter_.value', k.zerosLike(once), d, first, 1), once);
  const after = k.one('bitwise_and_.Tensor', once, k.u('bitwise_not', at));
  const products = k.one('cumprod', k.maskedFill(x, k.u('bitwise_not', after), k.float(1)), d);
  const grads = k.maskedFill(c.g, k.one('ne.Scalar', seen, 1), k.float(0));
  const picked = k.one('gather', c.result, d, k.u('relu_', k.sub(first, 1)), false);
  const lead = k.one('masked_fill_.Scalar', picked, k.one('eq.Scalar', first, 0), k.float(1));
  const value = k.mul(k.sum(k.mul(products, grads), [d], true), lead);
  return k.where(at, value, before);
}

export const CUMULATIVE: readonly OpDef[] = [...cumulative('cumsum'), ...cumulative('cumprod')];
