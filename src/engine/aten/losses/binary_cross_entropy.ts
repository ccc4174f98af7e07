/** Binary cross entropy of probabilities and of logits, after Loss.cpp: logarithms are clamped at -100. */
import { empty } from '../../tensor/create.ts';
import { runtimeError } from '../../tensor/errors.ts';
import { exp, log, log1p } from '../../tensor/math/index.ts';
import { CPP } from '../../tensor/promotion.ts';
import { broadcastSizes } from '../../tensor/strides.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { elementwiseOut } from '../elementwise.ts';
import { derivative, type OpDef } from '../op.ts';
import { sumAll } from '../sum.ts';
import { accumulatingIn, commonType, computesIn32, dest, expandTo, read, roundingOf, write } from '../work.ts';
import { MEAN, NONE } from './reduction.ts';

/** What its steps would refuse: (pos_weight - 1) * target, then (1 - target) times the logits in place, then the weight in place. */
function logitsCheck(self: Tensor, target: Tensor, weight: Tensor | null, pos: Tensor | null): void {
  if (pos) broadcastSizes(pos.sizes, target.sizes);
  if (target.dtype.category === 'bool')
    throw runtimeError('Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator instead.');
  if (target.dtype.category === 'int' && self.dtype.category === 'float')
    throw runtimeError(`result type ${CPP[self.dtype.name]} can't be cast to the desired output type ${CPP[target.dtype.name]}`);
  if (weight) broadcastSizes(target.sizes, weight.sizes);
}

const bce: OpDef[] = [
  {
    schema: 'binary_cross_entropy(Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor, _t: Tensor, _w: Tensor | null, reduction: number) => {
      return empty(reduction === NONE ? self.sizes : [], self.dtype, { device: self.device });
    },
    kernel: (out: Tensor, self: Tensor, target: Tensor, weight: Tensor | null, reduction: number) => {
      if (target.dtype !== self.dtype) throw runtimeError(`Found dtype ${CPP[target.dtype.name]} but expected ${CPP[self.dtype.name]}`);
      const [x, t] = [read(self, self.dtype), read(target, self.dtype)];
      const w = weight ? read(expandTo(weight, self.sizes), self.dtype) : null;
      const r = roundingOf(self.dtype);
      const items = new Float64Array(x.length);
      for (let i = 0; i < x.length; i++) {
        if (!(x[i] >= 0 && x[i] <= 1)) throw runtimeError('all elements of input should be between 0 and 1');
        const l = r(Math.max(r(log(x[i])), -100));
        const l1 = r(Math.max(r(log1p(-x[i])), -100));
        items[i] = r(r(r(t[i] - 1) * l1) - r(t[i] * l));
        if (w) items[i] = r(items[i] * w[i]);
      }
      if (reduction === NONE) write(out, items);
      else {
        const s = sumAll(computesIn32(self.dtype) ? Float32Array.from(items) : items);
        write(out, [reduction === MEAN ? s / items.length : s]);
      }
    },
    derivative: derivative('BinaryCrossEntropyBackward0', ['self', 'target', 'weight'], {
      self: (c) => c.call.one('binary_cross_entropy_backward', c.g, c.t('self'), c.t('target'), c.arg('weight'), c.arg('reduction')),
      target: (c) => {
        const k = c.call;
        const x = c.t('self');
        let g = k.mul(c.g, k.u('neg_', k.one('logit', x, null)));
        const w = c.arg<Tensor | null>('weight');
        if (w) g = k.mul(g, w);
        return c.arg<number>('reduction') === MEAN ? k.one('div_.Scalar', g, c.t('target').numel) : g;
      },
    }),
  },
  {
    schema: 'binary_cross_entropy_backward(Tensor grad_output, Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean) -> Tensor',
    kind: 'kernel',
    meta: (_g: Tensor, self: Tensor) => empty(self.sizes, self.dtype, { device: self.device }),
    kernel: (out: Tensor, grad: Tensor, self: Tensor, target: Tensor, weight: Tensor | null, reduction: number) => {
      const [x, t] = [read(self, self.dtype), read(target, self.dtype)];
      const g = read(expandTo(grad, self.sizes), self.dtype);
      const w = weight ? read(expandTo(weight, self.sizes), self.dtype) : null;
      const r = roundingOf(self.dtype);
      const o = dest(out);
      for (let i = 0; i < x.length; i++) {
        let v = r(r(g[i] * r(x[i] - t[i])) / Math.max(r(r(1 - x[i]) * x[i]), r(1e-12)));
        if (w) v = r(v * w[i]);
        o.w[i] = reduction === MEAN ? v / x.length : v;
      }
      o.flush();
    },
  },
  {
    schema: 'binary_cross_entropy_with_logits(Tensor self, Tensor target, Tensor? weight=None, Tensor? pos_weight=None, int reduction=Mean) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor, target: Tensor, weight: Tensor | null, pos: Tensor | null, reduction: number) => {
      logitsCheck(self, target, weight, pos);
      const full = elementwiseOut([self, target], commonType(self, target));
      return reduction === NONE ? full : empty([], full.dtype, { device: self.device });
    },
    kernel: (out: Tensor, self: Tensor, target: Tensor, weight: Tensor | null, pos: Tensor | null, reduction: number) => {
      const d = out.dtype;
      const sizes = self.sizes;
      const [x, t] = [read(self, d), read(expandTo(target, sizes), d)];
      const w = weight ? read(expandTo(weight, sizes), d) : null;
      const p = pos ? read(expandTo(pos, sizes), d) : null;
      const f = accumulatingIn(d);
      const r = roundingOf(d);
      const items = new Float64Array(x.length);
      for (let i = 0; i < x.length; i++) {
        const ls = r(f(Math.min(0, x[i]) - f(log1p(f(exp(-Math.abs(x[i])))))));
        const lw = p ? r(r(r(p[i] - 1) * t[i]) + 1) : 1;
        items[i] = r(r(r(1 - t[i]) * x[i]) - r(lw * ls));
        if (w) items[i] = r(items[i] * w[i]);
      }
      if (reduction === NONE) write(out, items);
      else {
        const s = sumAll(computesIn32(d) ? Float32Array.from(items) : items);
        write(out, [reduction === MEAN ? s / items.length : s]);
      }
    },
    derivative: derivative('BinaryCrossEntropyWithLogitsBackward0', ['self', 'target', 'weight', 'pos_weight'], {
      self: (c) => {
        const k = c.call;
        const [x, t] = [c.t('self'), c.t('target')];
        const [w, p] = [c.arg<Tensor | null>('weight'), c.arg<Tensor | null>('pos_weight')];
        let g: Tensor;
        if (p) {
          const pt = k.mul(p, t);
          g = k.mul(k.sub(k.mul(k.sub(k.add(pt, 1), t), k.u('sigmoid', x)), pt), c.g);
        } else g = k.mul(k.sub(k.u('sigmoid', x), t), c.g);
        if (w) g = k.mul(g, w);
        return c.arg<number>('reduction') === MEAN ? k.one('div_.Scalar', g, x.numel) : g;
      },
      target: (c) => {
        const k = c.call;
        const x = c.t('self');
        const [w, p] = [c.arg<Tensor | null>('weight'), c.arg<Tensor | null>('pos_weight')];
        let g: Tensor;
        if (p) {
          const pos = k.mul(p, k.u('log_sigmoid', x));
          g = k.mul(k.sub(k.u('log_sigmoid', k.neg(x)), pos), c.g);
        } else g = k.mul(k.neg(x), c.g);
        if (w) g = k.mul(g, w);
        return c.arg<number>('reduction') === MEAN ? k.one('div_.Scalar', g, c.t('target').numel) : g;
      },
    }),
  },
];

export const BINARY_CROSS_ENTROPY: readonly OpDef[] = [...bce];
