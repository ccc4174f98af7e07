/** By mask: masked_select, masked_scatter, and nonzero, argwhere. masked_fill is arithmetic of three operands (ternary.ts). */
import { copyInto, fromWorking, toWorking, type Working } from '../../tensor/access.ts';
import { empty } from '../../tensor/create.ts';
import { bool, int64 } from '../../tensor/dtype.ts';
import { runtimeError } from '../../tensor/errors.ts';
import { CPP } from '../../tensor/promotion.ts';
import { broadcastAll } from '../../tensor/strides.ts';
import { Tensor } from '../../tensor/tensor.ts';
import type { Sizes } from '../dims.ts';
import { derivative, type OpDef } from '../op.ts';
import { inplaceOf } from '../variants.ts';
import { expandTo } from '../work.ts';
import { coordinates } from './coordinates.ts';

const masked: OpDef[] = [
  {
    schema: 'masked_select(Tensor self, Tensor mask) -> Tensor',
    kind: 'kernel',
    dataDependent: true,
    kernel: (_out: null, self: Tensor, mask: Tensor) => {
      if (mask.dtype !== bool) throw runtimeError('masked_select: expected BoolTensor for mask');
      // The mask comes first (`expand_outplace(mask, self)`), in the message too.
      const sizes = broadcastAll([mask.sizes, self.sizes]);
      const [w, m] = [toWorking(expandTo(self, sizes)), toWorking(expandTo(mask, sizes))];
      const kept = Array.from(w).filter((_, i) => m[i] !== 0);
      const out = empty([kept.length], self.dtype, { device: self.device });
      fromWorking(out, kept);
      return out;
    },
    derivative: derivative('MaskedSelectBackward0', ['self', 'mask'], {
      self: (c) => {
        const sizes = broadcastAll([c.t('self').sizes, c.t('mask').sizes]);
        const zeros = c.call.one('zeros_like', c.call.expand(c.t('self'), sizes), null, null, null, null, 'contiguous_format');
        return c.call.one('masked_scatter', zeros, c.t('mask'), c.g);
      },
    }),
  },
  ...(() => {
    const run = (out: Tensor, mask: Tensor, source: Tensor): void => {
      const w = Array.from(toWorking(out)) as unknown as Working;
      const [m, s] = [toWorking(expandTo(mask, out.sizes)), toWorking(source)];
      let k = 0;
      for (let i = 0; i < w.length; i++) {
        if (m[i] === 0) continue;
        if (k >= s.length) throw runtimeError('Number of elements of source < number of ones in mask');
        w[i] = s[k++];
      }
      fromWorking(out, w);
    };
    const def: OpDef = {
      schema: 'masked_scatter(Tensor self, Tensor mask, Tensor source) -> Tensor',
      kind: 'kernel',
      meta: (self: Tensor, mask: Tensor, source: Tensor) => {
        if (mask.dtype !== bool) throw runtimeError(`masked_scatter_ only supports boolean masks, but got mask with dtype ${CPP[mask.dtype.name]}`);
        if (self.dtype !== source.dtype)
          throw runtimeError(`masked_scatter_: expected self and source to have same dtypes but got ${CPP[self.dtype.name]} and ${CPP[source.dtype.name]}`);
        return empty(broadcastAll([mask.sizes, self.sizes]), self.dtype, { device: self.device });
      },
      kernel: (out: Tensor, self: Tensor, mask: Tensor, source: Tensor) => {
        copyInto(out, expandTo(self, out.sizes));
        run(out, mask, source);
      },
      derivative: derivative('MaskedScatterBackward0', ['mask'], {
        self: (c) => c.call.maskedFill(c.g, c.t('mask'), 0),
        source: (c) => c.call.one('masked_scatter_backward', c.g, c.t('mask'), c.like('source').sizes),
      }),
    };
    return [def, { ...inplaceOf(def), kernel: (self: Tensor, _s: Tensor, mask: Tensor, source: Tensor) => run(self, mask, source) } as OpDef];
  })(),
  {
    schema: 'masked_scatter_backward(Tensor grad_output, Tensor mask, SymInt[] sizes) -> Tensor',
    kind: 'kernel',
    meta: (g: Tensor, _m: Tensor, sizes: Sizes) => empty(sizes, g.dtype, { device: g.device }),
    kernel: (out: Tensor, g: Tensor, mask: Tensor) => {
      const [w, m] = [toWorking(g), toWorking(expandTo(mask, g.sizes))];
      const kept = Array.from(w)
        .filter((_, i) => m[i] !== 0)
        .slice(0, out.numel);
      const full = new Float64Array(out.numel);
      full.set(kept);
      fromWorking(out, full);
    },
  },
  {
    schema: 'nonzero(Tensor self) -> Tensor',
    kind: 'kernel',
    dataDependent: true,
    kernel: (_o: null, self: Tensor) => {
      const cols = self.dim === 0 ? [] : coordinates(self);
      const w = toWorking(self);
      const n = self.dim === 0 ? (w[0] !== 0 ? 1 : 0) : cols[0].numel;
      const out = empty([n, self.dim], int64, { device: self.device });
      const data = cols.map((c) => toWorking(c));
      const flat = new Float64Array(n * self.dim);
      for (let i = 0; i < n; i++) for (let d = 0; d < self.dim; d++) flat[i * self.dim + d] = data[d][i];
      fromWorking(out, flat);
      // PyTorch fills columns one after another: the result is stored transposed.
      if (self.dim > 0) {
        const t = empty([self.dim, n], int64, { device: self.device });
        const view = new Tensor(t.storage, int64, [n, self.dim], [1, n], 0);
        fromWorking(view, flat);
        return view;
      }
      return out;
    },
  },
  {
    schema: 'nonzero_numpy(Tensor self) -> Tensor[]',
    kind: 'composite',
    composite: (call, self: Tensor) => {
      if (self.dim === 0) return call.many('unbind.int', call.one('nonzero', call.unsqueeze(self, 0)), 1);
      return call.many('unbind.int', call.one('nonzero', self), 1);
    },
  },
  { schema: 'argwhere(Tensor self) -> Tensor', kind: 'composite', composite: (call, self: Tensor) => call.one('nonzero', self) },
];

export const MASKED: readonly OpDef[] = [...masked];
