/** softmax and log_softmax with their backward operators. */
import { empty } from '../tensor/create.ts';
import type { DType } from '../tensor/dtype.ts';
import { notImplementedFor } from '../tensor/errors.ts';
import { CPP } from '../tensor/promotion.ts';
import { lineSoftmax, lineSoftmaxBackward } from '../tensor/rows.ts';
import { wrapDim } from '../tensor/strides.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { along } from './dims.ts';
import { type Call, derivative, type OpDef } from './op.ts';
import { toType } from './making.ts';
import { dest, isReduced, read, roundingOf } from './work.ts';

const forward = (name: '_softmax' | '_log_softmax'): OpDef => ({
  schema: `${name}(Tensor self, int dim, bool half_to_float) -> Tensor`,
  kind: 'kernel',
  meta: (self: Tensor, dim: number) => {
    wrapDim(dim, self.dim);
    return empty(self.sizes, self.dtype, { device: self.device });
  },
  kernel: (out: Tensor, self: Tensor, dim: number) => {
    if (self.dtype.category !== 'float') {
      const last = wrapDim(dim, self.dim) >= self.dim - 1 ? '_lastdim' : '';
      throw notImplementedFor(`${name.slice(1)}${last}_kernel_impl`, CPP[self.dtype.name]);
    }
    const { outer, length, inner } = along(self.sizes, wrapDim(dim, self.dim));
    const x = read(self, self.dtype);
    const o = dest(out);
    const r = roundingOf(self.dtype);
    // Half types keep their intermediate values in float32, but for the sum and its logarithm over the last dimension.
    const w = o.w.length === x.length ? o.w : new Float32Array(x.length);
    // Over another dimension the loop takes 16 columns at a time; in those left over the exponentials are stored in the half type.
    const logarithm = name === '_log_softmax';
    for (let a = 0; a < outer; a++) {
      for (let b = 0; b < inner; b++) {
        const kept = inner === 1 || (!logarithm && isReduced(self.dtype) && b >= inner - (inner % 16));
        lineSoftmax(x, a * length * inner + b, length, inner, w, logarithm, inner === 1, kept ? r : undefined);
      }
    }
    o.flush();
  },
  derivative: derivative(name === '_softmax' ? 'SoftmaxBackward0' : 'LogSoftmaxBackward0', ['result'], {
    self: (c) => c.call.one(`${name}_backward_data`, c.g, c.result, c.arg('dim'), c.like('self').dtype),
  }),
});

const backward = (name: '_softmax' | '_log_softmax'): OpDef => ({
  schema: `${name}_backward_data(Tensor grad_output, Tensor output, int dim, ScalarType input_dtype) -> Tensor`,
  kind: 'kernel',
  meta: (g: Tensor) => empty(g.sizes, g.dtype, { device: g.device }),
  kernel: (out: Tensor, grad: Tensor, output: Tensor, dim: number) => {
    const { outer, length, inner } = along(grad.sizes, wrapDim(dim, grad.dim));
    const [g, y] = [read(grad, grad.dtype), read(output, output.dtype)];
    const o = dest(out);
    for (let a = 0; a < outer; a++) {
      for (let b = 0; b < inner; b++) {
        lineSoftmaxBackward(g, y, a * length * inner + b, length, inner, o.w, name === '_log_softmax', inner === 1);
      }
    }
    o.flush();
  },
  derivative:
    name === '_softmax'
      ? derivative('SoftmaxBackwardDataBackward0', ['grad_output', 'output'], {
          grad_output: (c) => c.call.one('_softmax_backward_data', c.g, c.t('output'), c.arg('dim'), c.arg('input_dtype')),
          output: (c) => {
            const k = c.call;
            const [go, y, dim] = [c.t('grad_output'), c.t('output'), c.arg<number>('dim')];
            const sum = k.sum(k.mul(y, go), [dim], true);
            const dot = k.mul(go, k.sum(k.mul(c.g, y), [dim], true));
            return k.sub(k.sub(k.mul(c.g, go), k.mul(c.g, sum)), dot);
          },
        })
      : derivative('LogSoftmaxBackwardDataBackward0', ['grad_output', 'output'], {
          grad_output: (c) => {
            const k = c.call;
            return k.sub(c.g, k.sum(k.mul(c.g, k.u('exp', c.t('output'))), [c.arg<number>('dim')], true));
          },
          output: (c) => {
            const k = c.call;
            const sum = k.sum(c.t('grad_output'), [c.arg<number>('dim')], true);
            return k.neg(k.mul(k.mul(k.u('exp', c.t('output')), sum), c.g));
          },
        }),
});

const composite = (name: 'softmax' | 'log_softmax', special: boolean): OpDef => ({
  schema: special
    ? `special_${name}(Tensor self, int dim, ${name === 'softmax' ? 'ScalarType? dtype=None' : '*, ScalarType? dtype=None'}) -> Tensor`
    : `${name}.int(Tensor self, int dim, ScalarType? dtype=None) -> Tensor`,
  kind: 'composite',
  composite: (call: Call, self: Tensor, dim: number, dtype: DType | null) => {
    const input = dtype === null || dtype === self.dtype ? self : toType(call, self, dtype);
    return call.one(`_${name}`, input, dim, false);
  },
});

export const SOFTMAX: readonly OpDef[] = [
  forward('_softmax'),
  forward('_log_softmax'),
  backward('_softmax'),
  backward('_log_softmax'),
  composite('softmax', false),
  composite('log_softmax', false),
  composite('softmax', true),
  composite('log_softmax', true),
  {
    // Rows that are masked out entirely give zeros instead of NaN.
    schema: '_safe_softmax(Tensor self, int dim, ScalarType? dtype=None) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor, dim: number, dtype: DType | null) => {
      wrapDim(dim, self.dim);
      return empty(self.sizes, dtype ?? self.dtype, { device: self.device });
    },
    kernel: (out: Tensor, self: Tensor, dim: number) => {
      const { outer, length, inner } = along(self.sizes, wrapDim(dim, self.dim));
      const x = read(self, out.dtype);
      const o = dest(out);
      for (let a = 0; a < outer; a++) {
        for (let b = 0; b < inner; b++) {
          const at = a * length * inner + b;
          lineSoftmax(x, at, length, inner, o.w, false, inner === 1);
          let masked = true;
          for (let i = 0, p = at; i < length && masked; i++, p += inner) masked = x[p] === -Infinity;
          if (masked) for (let i = 0, p = at; i < length; i++, p += inner) o.w[p] = 0;
        }
      }
      o.flush();
    },
    derivative: derivative('SafeSoftmaxBackward0', ['result'], {
      self: (c) => c.call.one('_softmax_backward_data', c.g, c.result, c.arg('dim'), c.like('self').dtype),
    }),
  },
];
