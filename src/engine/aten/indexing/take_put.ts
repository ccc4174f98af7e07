/** By flat position: take, put; and take_along_dim, a gather whose shapes broadcast. */
import { copyInto, fromWorking, toWorking, type Working } from '../../tensor/access.ts';
import { empty, emptyLike } from '../../tensor/create.ts';
import { int64 } from '../../tensor/dtype.ts';
import { indexError, runtimeError } from '../../tensor/errors.ts';
import { CPP } from '../../tensor/promotion.ts';
import { broadcastAll, wrapDim } from '../../tensor/strides.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import type { Sizes } from '../dims.ts';
import { type BackwardContext, derivative, type OpDef } from '../op.ts';
import { dest } from '../work.ts';

function putFlat(self: Tensor, index: Tensor, source: Tensor, accumulate: boolean): void {
  if (index.dtype !== int64) throw runtimeError(`put_(): Expected a long tensor for index, but got ${CPP[index.dtype.name]}`);
  if (self.dtype !== source.dtype)
    throw runtimeError(
      `put_(): self and source expected to have the same dtype, but got self.dtype = ${CPP[self.dtype.name]} and source.dtype = ${CPP[source.dtype.name]}`,
    );
  if (source.numel !== index.numel)
    throw indexError(
      `put_(): Expected source and index to have the same number of elements, but got source.numel() = ${source.numel}, index.numel() = ${index.numel}`,
    );
  const w = Array.from(toWorking(self)) as unknown as Working;
  const [at, s] = [toWorking(index), toWorking(source)];
  for (let i = 0; i < at.length; i++) {
    const v = at[i] < 0 ? at[i] + w.length : at[i];
    if (v < 0 || v >= w.length) throw indexError(`out of range: tried to access index ${at[i]} on a tensor of ${w.length} elements.`);
    w[v] = accumulate ? w[v] + s[i] : s[i];
  }
  fromWorking(self, w);
}

function putBack(): Record<string, (c: BackwardContext) => Tensor> {
  return {
    self: (c) => (c.arg<boolean>('accumulate') ? c.g : c.call.one('put', c.g, c.t('index'), c.call.one('new_zeros', c.g, c.t('index').sizes), false)),
    source: (c) => c.call.reshape(c.call.one('take', c.g, c.t('index')), c.like('source').sizes),
  };
}

export const TAKE_PUT: readonly OpDef[] = [
  {
    schema: 'take(Tensor self, Tensor index) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor, index: Tensor) => {
      if (index.dtype !== int64) throw runtimeError(`take(): Expected a long tensor for index, but got ${CPP[index.dtype.name]}`);
      return empty(index.sizes, self.dtype, { device: self.device });
    },
    kernel: (out: Tensor, self: Tensor, index: Tensor) => {
      const [w, at] = [toWorking(self), toWorking(index)];
      const o = dest(out);
      for (let i = 0; i < at.length; i++) {
        const v = at[i] < 0 ? at[i] + w.length : at[i];
        if (v < 0 || v >= w.length) throw indexError(`out of range: tried to access index ${at[i]} on a tensor of ${w.length} elements.`);
        o.w[i] = w[v];
      }
      o.flush();
    },
    derivative: derivative('TakeBackward0', ['self', 'index'], {
      self: (c) => c.call.one('put', c.call.zerosLike(c.t('self')), c.t('index'), c.g, true),
    }),
  },
  {
    schema: 'put_(Tensor(a!) self, Tensor index, Tensor source, bool accumulate=False) -> Tensor(a!)',
    kind: 'kernel',
    meta: (self: Tensor) => self,
    kernel: (self: Tensor, _s: Tensor, index: Tensor, source: Tensor, accumulate: boolean) => putFlat(self, index, source, accumulate),
    derivative: derivative('PutBackward0', ['index'], putBack()),
  },
  {
    schema: 'put(Tensor self, Tensor index, Tensor source, bool accumulate=False) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor) => emptyLike(self),
    kernel: (out: Tensor, self: Tensor, index: Tensor, source: Tensor, accumulate: boolean) => {
      copyInto(out, self);
      putFlat(out, index, source, accumulate);
    },
    derivative: derivative('PutBackward0', ['index'], putBack()),
  },
  {
    schema: 'take_along_dim(Tensor self, Tensor indices, int? dim=None) -> Tensor',
    kind: 'composite',
    composite: (call, self: Tensor, indices: Tensor, dim: number | null) => {
      if (indices.dtype !== int64) throw runtimeError(`torch.take_along_dim(): dtype of indices should be Long but got ${CPP[indices.dtype.name]}`);
      if (dim === null) return call.one('gather', call.view(self, [-1]), 0, call.view(indices, [-1]), false);
      const d = wrapDim(dim, self.dim);
      const at = (sizes: Sizes, own: Sizes): number[] => sizes.map((s, i) => (i === d ? own[i] : s));
      const shared = broadcastAll([self.sizes.map((s, i) => (i === d ? 1 : s)), indices.sizes.map((s, i) => (i === d ? 1 : s))]);
      const x = call.one('broadcast_to', self, at(shared, self.sizes));
      const y = call.one('broadcast_to', indices, at(shared, indices.sizes));
      return call.one('gather', x, d, call.one('remainder.Scalar', y, self.sizes[d]), false);
    },
  },
];
