/** Margin losses over classes: one class a row, or several. */
import { toWorking } from '../tensor/access.ts';
import { empty } from '../tensor/create.ts';
import { int64 } from '../tensor/dtype.ts';
import { runtimeError } from '../tensor/errors.ts';
import { noHalf } from './no_half.ts';
import { CPP } from '../tensor/promotion.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { list } from './dims.ts';
import { composite, derivative, type OpDef, type Scalar } from './op.ts';
import { numberOf, read, write } from './work.ts';

/** Multi-class margin loss, one row at a time. */
function marginRow(x: ArrayLike<number>, at: number, n: number, target: number, p: number, margin: number, w: ArrayLike<number> | null): number {
  let s = 0;
  for (let d = 0; d < n; d++) {
    if (d === target) continue;
    const z = margin - x[at + target] + x[at + d];
    if (z > 0) s += (p === 1 ? z : z * z) * (w ? w[target] : 1);
  }
  return s / n;
}

const rowsOf = (t: Tensor): [number, number] => (t.dim === 2 ? [t.sizes[0], t.sizes[1]] : [1, t.dim === 1 ? t.sizes[0] : 1]);

function classOf(v: number, n: number): number {
  if (v < 0 || v >= n) throw runtimeError('target out of range');
  return v;
}

const multiMargin: OpDef[] = [
  {
    schema: 'multi_margin_loss(Tensor self, Tensor target, Scalar p=1, Scalar margin=1, Tensor? weight=None, int reduction=Mean) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor, target: Tensor, p: Scalar, _m: Scalar, weight: Tensor | null, reduction: number) => {
      multiMarginCheck(self, target, weight);
      if (numberOf(p) !== 1 && numberOf(p) !== 2) throw runtimeError('only p == 1 and p == 2 supported');
      return empty(reduction === 0 ? target.sizes : [], self.dtype, { device: self.device });
    },
    kernel: (out: Tensor, self: Tensor, target: Tensor, p: Scalar, margin: Scalar, weight: Tensor | null, reduction: number) => {
      noHalf(self, 'multi_margin_loss_cpu_kernel');
      if (target.dtype !== int64) throw runtimeError(`expected scalar type Long but found ${CPP[target.dtype.name]}`);
      const [N, C] = rowsOf(self);
      const [x, t] = [read(self, self.dtype), toWorking(target)];
      const w = weight ? read(weight, weight.dtype) : null;
      const items = Array.from({ length: N }, (_, i) => marginRow(x, i * C, C, classOf(t[i], C), numberOf(p), numberOf(margin), w));
      const sum = items.reduce((a, b) => a + b, 0);
      write(out, reduction === 0 ? items : [reduction === 1 ? sum / N : sum]);
    },
    derivative: derivative('MultiMarginLossBackward0', ['self', 'target', 'weight'], {
      self: (c) => c.call.one('multi_margin_loss_backward', c.g, c.t('self'), c.t('target'), c.arg('p'), c.arg('margin'), c.arg('weight'), c.arg('reduction')),
    }),
  },
  {
    schema:
      'multi_margin_loss_backward(Tensor grad_output, Tensor self, Tensor target, Scalar p, Scalar margin, Tensor? weight=None, int reduction=Mean) -> Tensor',
    kind: 'kernel',
    meta: (_g: Tensor, self: Tensor) => empty(self.sizes, self.dtype, { device: self.device }),
    kernel: (out: Tensor, grad: Tensor, self: Tensor, target: Tensor, pp: Scalar, margin: Scalar, weight: Tensor | null, reduction: number) => {
      const [N, C] = rowsOf(self);
      const [x, t, g] = [read(self, self.dtype), toWorking(target), read(grad, grad.dtype)];
      const w = weight ? read(weight, weight.dtype) : null;
      const o = new Float64Array(out.numel);
      const k = reduction === 1 ? 1 / (N * C) : 1 / C;
      for (let i = 0; i < N; i++) {
        const y = t[i];
        for (let d = 0; d < C; d++) {
          if (d === y) continue;
          const z = numberOf(margin) - x[i * C + y] + x[i * C + d];
          if (z <= 0) continue;
          const h = (numberOf(pp) === 1 ? k : 2 * k * z) * (w ? w[y] : 1) * g[reduction === 0 ? i : 0];
          o[i * C + y] -= h;
          o[i * C + d] += h;
        }
      }
      write(out, o);
    },
  },
];

const nonEmpty = (self: Tensor): void => {
  if (!((self.dim === 2 && self.sizes[1] !== 0) || (self.dim === 1 && self.sizes[0] !== 0) || self.dim === 0))
    throw runtimeError(`Expected non-empty vector or matrix with optional 0-dim batch size, but got: ${list(self.sizes)}`);
};

/** `multi_margin_loss_shape_check` of LossMultiMargin.cpp. */
function multiMarginCheck(self: Tensor, target: Tensor, weight: Tensor | null): void {
  nonEmpty(self);
  const [n, c] = rowsOf(self);
  if (target.dim > 1 || target.numel !== n)
    throw runtimeError(
      `multi_margin_loss: target tensor should be 1-D with size equal to the number of input samples (batch size). Expected target size [${n}], but got ${list(target.sizes)}. Input has shape ${list(self.sizes)}.`,
    );
  if (weight && (weight.dim > 1 || weight.numel !== c)) throw runtimeError(`inconsistent weight size, expected ${c} but got ${list(weight.sizes)}`);
}

/** `multilabel_margin_loss_shape_check` of LossMultiLabelMargin.cpp. */
function multilabelCheck(self: Tensor, target: Tensor): void {
  nonEmpty(self);
  if (self.dim <= 1 ? target.dim > 1 || target.numel !== self.numel : `${self.sizes}` !== `${target.sizes}`)
    throw runtimeError(`inconsistent target size: ${list(target.sizes)} for input of size: ${list(self.sizes)}`);
}

/** Targets of a row up to the first −1, and which classes they are. */
function labels(t: ArrayLike<number>, at: number, n: number): number[] {
  const out: number[] = [];
  for (let i = 0; i < n && t[at + i] >= 0; i++) out.push(t[at + i]);
  return out;
}

const multilabel: OpDef[] = [
  {
    schema: 'multilabel_margin_loss_forward(Tensor self, Tensor target, int reduction) -> (Tensor output, Tensor is_target)',
    kind: 'kernel',
    meta: (self: Tensor, target: Tensor, reduction: number) => {
      multilabelCheck(self, target);
      return [
        empty(reduction === 0 && self.dim === 2 ? [self.sizes[0]] : [], self.dtype, { device: self.device }),
        empty(target.sizes, self.dtype, { device: self.device }),
      ];
    },
    kernel: ([out, is]: Tensor[], self: Tensor, target: Tensor, reduction: number) => {
      noHalf(self, 'multilabel_margin_loss_forward_out_frame');
      const [N, C] = rowsOf(self);
      const [x, t] = [read(self, self.dtype), toWorking(target)];
      if (t.some((v) => v < -1 || v >= C)) throw runtimeError("argument #2 'target' is out of range");
      const mark = new Float64Array(is.numel);
      const items = Array.from({ length: N }, (_, i) => {
        const ls = labels(t, i * C, C);
        for (const l of ls) mark[i * C + l] = 1;
        let s = 0;
        for (const l of ls) for (let d = 0; d < C; d++) if (!mark[i * C + d]) s += Math.max(0, 1 - x[i * C + l] + x[i * C + d]);
        return s / C;
      });
      const sum = items.reduce((a, b) => a + b, 0);
      write(out, out.dim === 1 ? items : [reduction === 1 ? sum / N : sum]);
      write(is, mark);
    },
    derivative: derivative(
      'MultilabelMarginLossBackward0',
      ['self', 'target', 'result1'],
      {
        self: (c) => c.call.one('multilabel_margin_loss_backward', c.g, c.t('self'), c.t('target'), c.arg('reduction'), c.results[1]),
      },
      [1],
    ),
  },
  {
    schema: 'multilabel_margin_loss_backward(Tensor grad_output, Tensor self, Tensor target, int reduction, Tensor is_target) -> Tensor',
    kind: 'kernel',
    meta: (_g: Tensor, self: Tensor) => empty(self.sizes, self.dtype, { device: self.device }),
    kernel: (out: Tensor, grad: Tensor, self: Tensor, target: Tensor, reduction: number, is: Tensor) => {
      const [N, C] = rowsOf(self);
      const [x, t, g, mark] = [read(self, self.dtype), toWorking(target), read(grad, grad.dtype), read(is, is.dtype)];
      const o = new Float64Array(out.numel);
      const k = reduction === 1 ? 1 / (N * C) : 1 / C;
      for (let i = 0; i < N; i++) {
        for (const l of labels(t, i * C, C)) {
          for (let d = 0; d < C; d++) {
            if (mark[i * C + d] || 1 - x[i * C + l] + x[i * C + d] <= 0) continue;
            const h = k * g[grad.dim === 0 ? 0 : i];
            o[i * C + l] -= h;
            o[i * C + d] += h;
          }
        }
      }
      write(out, o);
    },
  },
  composite(
    'multilabel_margin_loss(Tensor self, Tensor target, int reduction=Mean) -> Tensor',
    (call, self: Tensor, target: Tensor, reduction: number) => call.many('multilabel_margin_loss_forward', self, target, reduction)[0],
  ),
];

export const MARGIN_LOSSES: readonly OpDef[] = [...multiMargin, ...multilabel];
