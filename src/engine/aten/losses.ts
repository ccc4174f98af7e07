/** Losses: nll, cross entropy, mse, l1, smooth l1, huber, binary cross entropy, kl_div and the margin losses. */
import { empty } from '../tensor/create.ts';
import { int64 } from '../tensor/dtype.ts';
import { indexError, runtimeError, valueError, Unsupported } from '../tensor/errors.ts';
import { log, log1p, exp } from '../tensor/math/index.ts';
import { CPP } from '../tensor/promotion.ts';
import { broadcastSizes } from '../tensor/strides.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { elementwiseOut, type F2, type F3, pair, run2, run3 } from './elementwise.ts';
import { type BackwardContext, type Call, derivative, type OpDef, type Scalar } from './op.ts';
import { sumAll } from './sum.ts';
import { commonType, computesIn32, dest, expandTo, numberOf, read, write } from './work.ts';

const NONE = 0;
const MEAN = 1;
const SUM = 2;
type Sizes = readonly number[];
const list = (s: Sizes): string => `[${s.join(', ')}]`;

/** `apply_loss_reduction` */
export function reduceLoss(call: Call, t: Tensor, reduction: number): Tensor {
  return reduction === MEAN ? call.one('mean', t) : reduction === SUM ? call.one('sum', t) : t;
}

interface LossSpec {
  name: string;
  /** Extra argument: `float beta=1.0`. */
  extra?: string;
  f: (...rest: Scalar[]) => (r: (v: number) => number) => F2;
  /** d loss / d input, without the incoming gradient. */
  slope: (...rest: Scalar[]) => (r: (v: number) => number) => F2;
  symmetric: boolean;
  grad: string;
  check?: (...rest: Scalar[]) => void;
}

/** A loss of two tensors of one shape, with its backward operator. */
function pairLoss(s: LossSpec): OpDef[] {
  const args = `Tensor self, Tensor target, int reduction=Mean${s.extra ? `, ${s.extra}` : ''}`;
  const extraNames = s.extra ? [s.extra.split(' ')[1].split('=')[0]] : [];
  const loss: OpDef = {
    schema: `${s.name}(${args}) -> Tensor`, kind: 'kernel',
    meta: (a: Tensor, b: Tensor, reduction: number, ...rest: Scalar[]) => {
      s.check?.(...rest);
      const full = elementwiseOut([a, b], commonType(a, b));
      return reduction === NONE ? full : empty([], full.dtype, { device: full.device });
    },
    kernel: (out: Tensor, a: Tensor, b: Tensor, reduction: number, ...rest: Scalar[]) => {
      const d = commonType(a, b);
      const f = pair(s.f(...rest));
      if (reduction === NONE) {
        run2(out, f, a, b, d);
        return;
      }
      const full = elementwiseOut([a, b], d);
      run2(full, f, a, b, d);
      const w = read(full, d);
      const total = sumAll(w);
      write(out, [reduction === MEAN ? total / w.length : total]);
    },
    derivative: derivative(s.grad, ['self', 'target'], {
      self: (c) => c.call.one(`${s.name}_backward`, c.g, c.t('self'), c.t('target'), c.arg('reduction'), ...extraNames.map((n) => c.arg(n))),
      ...(s.symmetric ? { target: (c: BackwardContext) => c.call.one(`${s.name}_backward`, c.g, c.t('target'), c.t('self'), c.arg('reduction'), ...extraNames.map((n) => c.arg(n))) } : {}),
    }),
  };
  const twice = (c: BackwardContext): Tensor => {
    const g = c.call.mul(c.call.mul(c.g, c.t('grad_output')), 2);
    return c.arg<number>('reduction') === MEAN ? c.call.one('div_.Scalar', g, c.t('self').numel) : g;
  };
  const back: OpDef = {
    ...(s.name === 'mse_loss' ? {
      derivative: derivative('MseLossBackwardBackward0', ['grad_output', 'self', 'target'], {
        grad_output: (c) => {
          const full = c.call.one('mse_loss_backward', c.g, c.t('self'), c.t('target'), c.arg('reduction'));
          return c.arg<number>('reduction') === NONE ? full : c.call.one('sum', c.call.mul(full, 1));
        },
        self: twice,
        target: (c) => c.call.neg(twice(c)),
      }),
    } : {}),
    schema: `${s.name}_backward(Tensor grad_output, Tensor self, Tensor target, int reduction${s.extra ? `, ${s.extra.split('=')[0]}` : ''}) -> Tensor`, kind: 'kernel',
    meta: (g: Tensor, a: Tensor, b: Tensor) => elementwiseOut([a, b, g], commonType(a, b)),
    kernel: (out: Tensor, g: Tensor, a: Tensor, b: Tensor, reduction: number, ...rest: Scalar[]) => {
      const n = reduction === MEAN ? a.numel : 1;
      const slope = s.slope(...rest);
      run3(out, pair<F3>((r) => {
        const k = r(1 / n);
        const f = slope(r);
        return (x, y, dy) => r(r(k * f(x, y)) * dy);
      }), a, b, g, commonType(a, b));
    },
  };
  return [loss, back];
}

const num = numberOf;

const ELEMENTWISE: readonly LossSpec[] = [
  {
    name: 'mse_loss', grad: 'MseLossBackward0', symmetric: true,
    f: () => (r) => (a, b) => {
      const d = r(a - b);
      return r(d * d);
    },
    slope: () => (r) => (a, b) => r(2 * r(a - b)),
  },
  {
    name: 'smooth_l1_loss', extra: 'float beta=1.0', grad: 'SmoothL1LossBackward0', symmetric: true,
    check: (beta) => {
      if (num(beta) < 0) throw runtimeError('smooth_l1_loss does not support negative values for beta.');
    },
    f: (beta) => (r) => (a, b) => {
      const z = Math.abs(r(a - b));
      const t = r(num(beta));
      return z < t ? r(r(r(0.5 * z) * z) / t) : r(z - r(0.5 * t));
    },
    slope: (beta) => (r) => (a, b) => {
      const x = r(a - b);
      const t = r(num(beta));
      return x <= -t ? -1 : x >= t ? 1 : r(x / t);
    },
  },
  {
    name: 'huber_loss', extra: 'float delta=1.0', grad: 'HuberLossBackward0', symmetric: true,
    check: (delta) => {
      if (num(delta) <= 0) throw runtimeError('huber_loss does not support non-positive values for delta.');
    },
    f: (delta) => (r) => (a, b) => {
      const z = Math.abs(r(a - b));
      const t = r(num(delta));
      return z < t ? r(r(0.5 * z) * z) : r(t * r(z - r(0.5 * t)));
    },
    slope: (delta) => (r) => (a, b) => {
      const x = r(a - b);
      const t = r(num(delta));
      return x <= -t ? -t : x >= t ? t : x;
    },
  },
  {
    name: 'soft_margin_loss', grad: 'SoftMarginLossBackward0', symmetric: false,
    f: () => (r) => (a, b) => r(log1p(r(exp(r(-a * b))))),
    slope: () => (r) => (a, b) => {
      const z = r(exp(r(-b * a)));
      return r(r(-b * z) / r(z + 1));
    },
  },
];

function nllCheck(self: Tensor, target: Tensor, weight: Tensor | null): void {
  if (self.dim === 0 || self.dim > 2) throw runtimeError('input tensor should be 1D or 2D');
  if (target.dim > 1) throw runtimeError('0D or 1D target tensor expected, multi-target not supported');
  const none = self.dim === 1 && target.dim === 0;
  if (!none && self.sizes[0] !== target.sizes[0]) throw runtimeError(`size mismatch (got input: ${list(self.sizes)}, target: ${list(target.sizes)})`);
  const classes = self.sizes[self.dim - 1];
  if (weight && !(weight.dim === 1 && weight.numel === classes)) {
    throw runtimeError(`weight tensor should be defined either for all ${classes} classes or no classes but got weight tensor of shape: ${list(weight.sizes)}`);
  }
  classIndices(target);
}

function classIndices(target: Tensor): void {
  if (target.dtype !== int64 && target.dtype.name !== 'uint8') throw runtimeError(`expected target dtype to be Long or Byte, but got ${CPP[target.dtype.name]}`);
}

interface NllShape {
  n: number;
  classes: number;
  inner: number;
}
const flatShape = (self: Tensor): NllShape => ({ n: self.dim === 1 ? 1 : self.sizes[0], classes: self.sizes[self.dim === 1 ? 0 : 1], inner: self.sizes.slice(2).reduce((a, b) => a * b, 1) });

function nllForward([out, total]: Tensor[], self: Tensor, target: Tensor, weight: Tensor | null, reduction: number, ignore: number): void {
  const { n, classes, inner } = flatShape(self);
  const x = read(self, self.dtype);
  const t = read(target, target.dtype);
  const w = weight ? read(weight, weight.dtype) : null;
  const items = new Float64Array(n * inner);
  let [sum, weights] = [0, 0];
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < inner; k++) {
      const cls = t[i * inner + k];
      if (cls === ignore) continue;
      if (cls < 0 || cls >= classes) throw indexError(`Target ${cls} is out of bounds.`);
      const cw = w ? w[cls] : 1;
      const v = -x[(i * classes + cls) * inner + k] * cw;
      items[i * inner + k] = v;
      sum += v;
      weights += cw;
    }
  }
  if (reduction === NONE) {
    write(out, items);
    write(total, new Float64Array(total.numel));
    return;
  }
  write(out, [reduction === MEAN ? sum / weights : sum]);
  write(total, [weights]);
}

function nllBackward(out: Tensor, grad: Tensor, self: Tensor, target: Tensor, weight: Tensor | null, reduction: number, ignore: number, total: Tensor): void {
  const { n, classes, inner } = flatShape(self);
  const g = read(grad, grad.dtype);
  const t = read(target, target.dtype);
  const w = weight ? read(weight, weight.dtype) : null;
  const sum = reduction === MEAN ? read(total, total.dtype)[0] : 1;
  const o = dest(out);
  o.w.fill(0);
  for (let i = 0; i < n; i++) {
    for (let k = 0; k < inner; k++) {
      const cls = t[i * inner + k];
      if (cls === ignore) continue;
      if (cls < 0 || cls >= classes) throw indexError(`Target ${cls} is out of bounds.`);
      const dy = reduction === NONE ? g[i * inner + k] : g[0];
      o.w[(i * classes + cls) * inner + k] = (-dy * (w ? w[cls] : 1)) / (reduction === NONE ? 1 : sum);
    }
  }
  o.flush();
}

const nll = (suffix: '' | '2d'): OpDef[] => {
  const check = suffix === '' ? nllCheck : (self: Tensor, target: Tensor, weight: Tensor | null): void => {
    if (target.dim !== 3) throw runtimeError(`only batches of spatial targets supported (3D tensors) but got targets of dimension: ${target.dim}`);
    if (self.dim !== 4) throw runtimeError(`only batches of spatial inputs supported (4D tensors), but got input of dimension: ${self.dim}`);
    if (weight && weight.numel !== self.sizes[1]) throw runtimeError('weight tensor should be defined either for all or no classes');
    const [a, b] = [self.sizes, target.sizes];
    if (a[0] !== b[0] || a[2] !== b[1] || a[3] !== b[2]) throw runtimeError(`size mismatch (got input: ${list(a)} , target: ${list(b)}`);
    classIndices(target);
  };
  return [
    {
      schema: `nll_loss${suffix}_forward(Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index) -> (Tensor output, Tensor total_weight)`, kind: 'kernel',
      meta: (self: Tensor, target: Tensor, weight: Tensor | null, reduction: number) => {
        check(self, target, weight);
        const o = { device: self.device };
        return [empty(reduction === NONE ? target.sizes : [], self.dtype, o), empty([], self.dtype, o)];
      },
      kernel: nllForward,
      derivative: derivative(`NllLoss${suffix}Backward0`.replace('Loss2dB', 'Loss2DB'), ['self', 'target', 'weight', 'result1'], {
        self: (c) => c.call.one(`nll_loss${suffix}_backward`, c.g, c.t('self'), c.t('target'), c.arg('weight'), c.arg('reduction'), c.arg('ignore_index'), c.results[1]),
      }, [1]),
    },
    {
      schema: `nll_loss${suffix}_backward(Tensor grad_output, Tensor self, Tensor target, Tensor? weight, int reduction, SymInt ignore_index, Tensor total_weight) -> Tensor`, kind: 'kernel',
      meta: (_g: Tensor, self: Tensor) => empty(self.sizes, self.dtype, { device: self.device }),
      kernel: nllBackward,
      derivative: derivative(`NllLoss${suffix}BackwardBackward0`.replace('Loss2dB', 'Loss2DB'), ['target', 'weight', 'total_weight'], {
        grad_output: (c) => c.call.one(`nll_loss${suffix}`, c.g, c.t('target'), c.arg('weight'), c.arg('reduction'), c.arg('ignore_index')),
        self: (c) => c.call.zerosLike(c.g),
      }),
    },
    {
      schema: `nll_loss${suffix}(Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean, SymInt ignore_index=-100) -> Tensor`, kind: 'composite',
      composite: (call, self: Tensor, target: Tensor, weight: Tensor | null, reduction: number, ignore: number) =>
        call.many(`nll_loss${suffix}_forward`, self, target, weight, reduction, ignore)[0],
    },
  ];
};

const nllNd: OpDef = {
  schema: 'nll_loss_nd(Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean, SymInt ignore_index=-100) -> Tensor', kind: 'composite',
  composite: (call, self: Tensor, target: Tensor, weight: Tensor | null, reduction: number, ignore: number) => {
    if (self.dim < 1) throw runtimeError(`Expected 1 or more dimensions (got ${self.dim})`);
    if (self.dim !== 1 && self.sizes[0] !== target.sizes[0]) {
      throw valueError(`Expected input batch_size (${self.sizes[0]}) to match target batch_size (${target.sizes[0]}).`, );
    }
    if (self.dim <= 2) return call.one('nll_loss', self, target, weight, reduction, ignore);
    if (self.dim === 4) return call.one('nll_loss2d', self, target, weight, reduction, ignore);
    const [n, c] = self.sizes;
    const outSize = [n, ...self.sizes.slice(2)];
    if (target.sizes.slice(1).some((s, i) => s !== self.sizes[i + 2])) throw runtimeError(`Expected target size ${list(outSize)}, got ${list(target.sizes)}`);
    const input = self.numel > 0 ? call.view(call.contiguous(self), [n, c, 1, -1]) : call.view(call.contiguous(self), [n, c, 0, 0]);
    const t = target.numel > 0 ? call.view(call.contiguous(target), [n, 1, -1]) : call.view(call.contiguous(target), [n, 0, 0]);
    if (reduction !== NONE) return call.one('nll_loss2d', input, t, weight, reduction, ignore);
    return call.view(call.one('nll_loss2d', input, t, weight, reduction, ignore), outSize);
  },
};

function crossEntropy(call: Call, self: Tensor, target: Tensor, weight: Tensor | null, reduction: number, ignore: number, smoothing: Scalar): Tensor {
  const eps = numberOf(smoothing);
  const dim = self.dim === 1 ? 0 : 1;
  if (target.sizes.length === self.sizes.length && target.sizes.every((s, i) => s === self.sizes[i])) {
    if (target.dtype.category !== 'float') throw runtimeError(`Expected floating point type for target with class probabilities, got ${CPP[target.dtype.name]}`);
    if (ignore >= 0) throw runtimeError('ignore_index is not supported for floating point target');
    return withProbabilities(call, self, target, weight, reduction, eps, dim);
  }
  if (eps > 0) return smoothed(call, self, target, weight, reduction, ignore, eps, dim);
  return call.one('nll_loss_nd', call.one('log_softmax.int', self, dim, self.dtype), target, weight, reduction, ignore);
}

function weightShape(call: Call, weight: Tensor, input: Tensor, dim: number): Tensor {
  return call.view(weight, input.sizes.map((_, i) => (i === dim ? weight.numel : 1)));
}

function withProbabilities(call: Call, self: Tensor, target: Tensor, weight: Tensor | null, reduction: number, eps: number, dim: number): Tensor {
  const input = call.one('log_softmax.int', self, dim, self.dtype);
  let t = target;
  if (eps > 0) t = call.add(call.mul(target, call.float(1 - eps)), call.float(eps / self.sizes[dim]));
  const scaled = call.mul(input, t);
  const w = weight ? call.mul(scaled, weightShape(call, weight, input, dim)) : scaled;
  if (reduction === NONE) return call.neg(call.sum(w, [dim]));
  const total = call.neg(call.one('sum', w));
  return reduction === SUM ? total : call.div(total, input.numel / self.sizes[dim]);
}

function smoothed(call: Call, self: Tensor, target: Tensor, weight: Tensor | null, reduction: number, ignore: number, eps: number, dim: number): Tensor {
  const classes = self.sizes[dim];
  const input = call.one('log_softmax.int', self, dim, self.dtype);
  const nllLoss = call.one('nll_loss_nd', input, target, weight, reduction, ignore);
  let smooth: Tensor;
  if (weight) smooth = call.neg(call.sum(call.mul(input, weightShape(call, weight, input, dim)), [dim]));
  else smooth = call.neg(call.sum(input, [dim]));
  const mask = call.one('eq.Scalar', target, ignore);
  call('masked_fill_.Scalar', smooth, mask, 0);
  let ret: Tensor;
  if (reduction === MEAN) {
    if (weight) {
      if (target.isFake) throw new Unsupported('cross entropy with label smoothing and weights on shapes alone');
      const keep = call.one('bitwise_not', mask);
      const picked = call.one('gather', weight, 0, call.reshape(call.one('masked_select', target, keep), [-1]));
      ret = call.div(call.one('sum', smooth), call.one('sum', picked));
    } else {
      const kept = call.one('sum', call.one('bitwise_not', mask)); // before the sum of the losses, as the rows show
      ret = call.div(call.one('sum', smooth), kept);
    }
  } else if (reduction === SUM) ret = call.one('sum', smooth);
  else ret = smooth;
  const right = call.mul(ret, call.float(eps / classes));
  return call.add(call.mul(nllLoss, call.float(1 - eps)), right);
}

const bce: OpDef[] = [
  {
    schema: 'binary_cross_entropy(Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean) -> Tensor', kind: 'kernel',
    meta: (self: Tensor, _t: Tensor, _w: Tensor | null, reduction: number) => {
      return empty(reduction === NONE ? self.sizes : [], self.dtype, { device: self.device });
    },
    kernel: (out: Tensor, self: Tensor, target: Tensor, weight: Tensor | null, reduction: number) => {
      const [x, t] = [read(self, self.dtype), read(target, self.dtype)];
      const w = weight ? read(expandTo(weight, self.sizes), self.dtype) : null;
      const r = computesIn32(self.dtype) ? Math.fround : (v: number): number => v;
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
        const g = k.mul(c.g, k.u('neg_', k.one('logit', x, null)));
        const w = c.arg<Tensor | null>('weight');
        if (w) k('mul_.Tensor', g, w);
        return c.arg<number>('reduction') === MEAN ? k.one('div_.Scalar', g, c.t('target').numel) : g;
      },
    }),
  },
  {
    schema: 'binary_cross_entropy_backward(Tensor grad_output, Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean) -> Tensor', kind: 'kernel',
    meta: (_g: Tensor, self: Tensor) => empty(self.sizes, self.dtype, { device: self.device }),
    kernel: (out: Tensor, grad: Tensor, self: Tensor, target: Tensor, weight: Tensor | null, reduction: number) => {
      const [x, t] = [read(self, self.dtype), read(target, self.dtype)];
      const g = read(expandTo(grad, self.sizes), self.dtype);
      const w = weight ? read(expandTo(weight, self.sizes), self.dtype) : null;
      const o = dest(out);
      for (let i = 0; i < x.length; i++) {
        let v = (g[i] * (x[i] - t[i])) / Math.max((1 - x[i]) * x[i], 1e-12);
        if (w) v *= w[i];
        o.w[i] = reduction === MEAN ? v / x.length : v;
      }
      o.flush();
    },
  },
  {
    schema: 'binary_cross_entropy_with_logits(Tensor self, Tensor target, Tensor? weight=None, Tensor? pos_weight=None, int reduction=Mean) -> Tensor', kind: 'kernel',
    meta: (self: Tensor, target: Tensor, _w: Tensor | null, _p: Tensor | null, reduction: number) => {
      const full = elementwiseOut([self, target], commonType(self, target));
      return reduction === NONE ? full : empty([], full.dtype, { device: self.device });
    },
    kernel: (out: Tensor, self: Tensor, target: Tensor, weight: Tensor | null, pos: Tensor | null, reduction: number) => {
      const d = out.dtype;
      const sizes = self.sizes;
      const [x, t] = [read(self, d), read(expandTo(target, sizes), d)];
      const w = weight ? read(expandTo(weight, sizes), d) : null;
      const p = pos ? read(expandTo(pos, sizes), d) : null;
      const r = computesIn32(d) ? Math.fround : (v: number): number => v;
      const items = new Float64Array(x.length);
      for (let i = 0; i < x.length; i++) {
        const ls = r(Math.min(0, x[i]) - r(log1p(r(exp(-Math.abs(x[i]))))));
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
        if (w) k('mul_.Tensor', g, w);
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
        if (w) k('mul_.Tensor', g, w);
        return c.arg<number>('reduction') === MEAN ? k.one('div_.Scalar', g, c.t('target').numel) : g;
      },
    }),
  },
];

const loss = (schema: string, composite: NonNullable<OpDef['composite']>): OpDef => ({ schema, kind: 'composite', composite });

export const LOSSES: readonly OpDef[] = [
  ...ELEMENTWISE.flatMap(pairLoss), ...nll(''), ...nll('2d'), nllNd, ...bce,
  loss('cross_entropy_loss(Tensor self, Tensor target, Tensor? weight=None, int reduction=Mean, SymInt ignore_index=-100, float label_smoothing=0.0) -> Tensor', crossEntropy),
  loss('l1_loss(Tensor self, Tensor target, int reduction=Mean) -> Tensor', (call, a: Tensor, b: Tensor, reduction: number) => reduceLoss(call, call.u('abs', call.sub(a, b)), reduction)),
  loss('kl_div(Tensor self, Tensor target, int reduction=Mean, *, bool log_target=False) -> Tensor', (call, x: Tensor, t: Tensor, reduction: number, logTarget: boolean) => {
    if (logTarget) {
      const gap = call.sub(t, x);
      return reduceLoss(call, call.mul(call.u('exp', t), gap), reduction);
    }
    const cross = call.mul(t, x);
    return reduceLoss(call, call.sub(call.one('xlogy.Tensor', t, t), cross), reduction);
  }),
  loss('hinge_embedding_loss(Tensor self, Tensor target, float margin=1.0, int reduction=Mean) -> Tensor', (call, self: Tensor, target: Tensor, margin: Scalar, reduction: number) => {
    const zeros = call.zerosLike(self);
    const diff = call.rsub(margin, self);
    const clamped = call.one('clamp_min_', diff, 0);
    const a = call.where(call.one('ne.Scalar', target, 1), clamped, zeros);
    const b = call.where(call.one('ne.Scalar', target, -1), self, zeros);
    return reduceLoss(call, call.add(a, b), reduction);
  }),
  loss('margin_ranking_loss(Tensor input1, Tensor input2, Tensor target, float margin=0.0, int reduction=Mean) -> Tensor', (call, a: Tensor, b: Tensor, t: Tensor, margin: Scalar, reduction: number) => {
    const d = call.sub(a, b);
    const out = call.one('clamp_min_', call.add(call.mul(call.neg(t), d), margin), 0);
    return reduceLoss(call, out, reduction);
  }),
  loss('poisson_nll_loss(Tensor input, Tensor target, bool log_input, bool full, float eps, int reduction) -> Tensor', (call, x: Tensor, t: Tensor, logInput: boolean, full: boolean, eps: Scalar, reduction: number) => {
    let out: Tensor;
    if (logInput) {
      const prod = call.mul(t, x);
      out = call.sub(call.u('exp', x), prod);
    } else {
      const l = call.u('log', call.add(x, eps));
      out = call.sub(x, call.mul(t, l));
    }
    if (full) {
      const half = call.mul(call.u('log', call.mul(t, call.float(2 * Math.PI))), call.float(0.5));
      const st = call.add(call.sub(call.mul(t, call.u('log', t)), t), half);
      out = call.one('add_.Tensor', out, call.one('masked_fill.Scalar', st, call.one('le.Scalar', t, 1), 0), 1);
    }
    return reduceLoss(call, out, reduction);
  }),
  loss('cosine_embedding_loss(Tensor input1, Tensor input2, Tensor target, float margin=0.0, int reduction=Mean) -> Tensor', (call, a: Tensor, b: Tensor, t: Tensor, margin: Scalar, reduction: number) => {
    const dim = [t.dim];
    const EPS = call.float(1e-12);
    const prod = call.sum(call.mul(a, b), dim);
    const m1 = call.add(call.sum(call.mul(a, a), dim), EPS);
    const m2 = call.add(call.sum(call.mul(b, b), dim), EPS);
    const den = call.one('sqrt_', call.mul(m1, m2));
    const cos = call.div(prod, den);
    const zeros = call.zerosLike(cos);
    const pos = call.rsub(1, cos);
    const neg = call.one('clamp_min_', call.sub(cos, margin), 0);
    const x = call.where(call.one('eq.Scalar', t, 1), pos, zeros);
    const y = call.where(call.one('eq.Scalar', t, -1), neg, zeros);
    return reduceLoss(call, call.add(x, y), reduction);
  }),
  loss('triplet_margin_loss(Tensor anchor, Tensor positive, Tensor negative, float margin=1.0, float p=2, float eps=1e-06, bool swap=False, int reduction=Mean) -> Tensor', (call, a: Tensor, p: Tensor, n: Tensor, margin: Scalar, pow: Scalar, eps: Scalar, swap: boolean, reduction: number) => {
    const dp = call.one('pairwise_distance', a, p, pow, eps, false);
    let dn = call.one('pairwise_distance', a, n, pow, eps, false);
    if (swap) dn = call.one('minimum', dn, call.one('pairwise_distance', p, n, pow, eps, false));
    const out = call.one('clamp_min', call.sub(call.add(dp, margin), dn), 0);
    return reduceLoss(call, out, reduction);
  }),
  loss('pairwise_distance(Tensor x1, Tensor x2, float p=2, float eps=1e-06, bool keepdim=False) -> Tensor', (call, a: Tensor, b: Tensor, p: Scalar, eps: Scalar, keepdim: boolean) => {
    const dim = Math.max(a.dim, b.dim) - 1;
    return call.one('norm.ScalarOpt_dim', call.add(call.sub(a, b), eps), p, [dim], keepdim);
  }),
  loss('cosine_similarity(Tensor x1, Tensor x2, int dim=1, float eps=1e-08) -> Tensor', (call, a: Tensor, b: Tensor, dim: number, eps: Scalar) => {
    const t = commonType(a, b);
    if (t.category !== 'float') throw runtimeError(`expected common dtype to be floating point, yet common dtype is ${CPP[t.name]}`);
    const sizes = broadcastSizes(a.sizes, b.sizes);
    const [x, y] = [a.dtype === t ? a : call.one('to.dtype', a, t), b.dtype === t ? b : call.one('to.dtype', b, t)]
      .map((v) => (v.sizes.length === sizes.length && v.sizes.every((s, i) => s === sizes[i]) ? v : call.expand(v, sizes)));
    const n1 = call.u('clone', call.one('linalg_vector_norm', x, 2, [dim], true, null));
    const n2 = call.u('clone', call.one('linalg_vector_norm', y, 2, [dim], true, null));
    const e = call.one('scalar_tensor', eps, t, null, a.device, null);
    call.noGrad(() => {
      call('clamp_min_.Tensor', n1, e);
      call('clamp_min_.Tensor', n2, e);
    });
    const u2 = call.div(y, n2);
    return call.sum(call.mul(call.div(x, n1), u2), [dim]);
  }),
];
