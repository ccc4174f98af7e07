/**
 * Less frequent layers: functional batch norm, embedding bags, sampling on a grid, margin losses, alpha dropout, rrelu.
 */
import { toWorking } from '../tensor/access.ts';
import { empty, emptyLike } from '../tensor/create.ts';
import { DTYPES, int64 } from '../tensor/dtype.ts';
import { indexError, runtimeError } from '../tensor/errors.ts';
import { fillUniform } from '../tensor/random/index.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { random } from './context.ts';
import { elementwiseOut, run3, pair } from './elementwise.ts';
import { NORM_LAYERS } from './norm_layers.ts';
import { type Arg, type Call, composite, derivative, type OpDef, type Ret, type Scalar } from './op.ts';
import { numberOf, read, write } from './work.ts';

type AnyFn = (...args: Arg[]) => Ret;

const batchNorm = NORM_LAYERS.find((d) => d.schema.startsWith('native_batch_norm(')) as OpDef;

/** The forms whose schema says what they write: running statistics in place, or none at all. */
const legit = (schema: string, name: string, order: (args: Arg[]) => Arg[]): OpDef => ({
  schema,
  kind: 'kernel',
  meta: (...args: Arg[]) => (batchNorm.meta as AnyFn)(...order(args)),
  kernel: (out: Ret, ...args: Arg[]) => (batchNorm.kernel as unknown as (o: Ret, ...a: Arg[]) => void)(out, ...order(args)),
  derivative: derivative(
    name,
    ['input', 'weight', 'result1', 'result2'],
    {
      'input, weight, bias': (c) => {
        const stats = schema.includes('running_mean');
        return c.call.many(
          'native_batch_norm_backward',
          c.g,
          c.t('input'),
          c.arg('weight'),
          stats ? c.arg('running_mean') : null,
          stats ? c.arg('running_var') : null,
          c.results[1],
          c.results[2],
          schema.includes('bool training') ? c.arg('training') : false,
          c.arg('eps'),
          [c.needs('input'), c.needs('weight'), c.needs('bias')],
        );
      },
    },
    [1, 2],
  ),
});

const LEGIT: OpDef[] = [
  legit(
    '_native_batch_norm_legit(Tensor input, Tensor? weight, Tensor? bias, Tensor(a!) running_mean, Tensor(b!) running_var, bool training, float momentum, float eps) -> (Tensor, Tensor, Tensor)',
    'NativeBatchNormLegitBackward0',
    (a) => a,
  ),
  legit(
    '_native_batch_norm_legit.no_stats(Tensor input, Tensor? weight, Tensor? bias, bool training, float momentum, float eps) -> (Tensor, Tensor, Tensor)',
    'NativeBatchNormLegitBackward1',
    (a) => [a[0], a[1], a[2], null, null, a[3], a[4], a[5]],
  ),
  {
    schema:
      '_native_batch_norm_legit_no_training(Tensor input, Tensor? weight, Tensor? bias, Tensor running_mean, Tensor running_var, float momentum, float eps) -> (Tensor, Tensor, Tensor)',
    kind: 'kernel',
    meta: (input: Tensor, w: Tensor | null, b: Tensor | null, rm: Tensor, rv: Tensor, m: Scalar, e: Scalar) =>
      (batchNorm.meta as AnyFn)(input, w, b, rm, rv, false, m, e),
    kernel: (out: Ret, input: Tensor, w: Tensor | null, b: Tensor | null, rm: Tensor, rv: Tensor, m: Scalar, e: Scalar) =>
      (batchNorm.kernel as unknown as (o: Ret, ...a: Arg[]) => void)(out, input, w, b, rm, rv, false, m, e),
    derivative: derivative(
      'NativeBatchNormLegitNoTrainingBackward0',
      ['input', 'weight', 'running_mean', 'running_var', 'result1', 'result2'],
      {
        'input, weight, bias': (c) =>
          c.call.many(
            'native_batch_norm_backward',
            c.g,
            c.t('input'),
            c.arg('weight'),
            c.arg('running_mean'),
            c.arg('running_var'),
            c.results[1],
            c.results[2],
            false,
            c.arg('eps'),
            [c.needs('input'), c.needs('weight'), c.needs('bias')],
          ),
      },
      [1, 2],
    ),
  },
];

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
    meta: (self: Tensor, target: Tensor, p: Scalar, _m: Scalar, _w: Tensor | null, reduction: number) => {
      if (numberOf(p) !== 1 && numberOf(p) !== 2) throw runtimeError('only p == 1 and p == 2 supported');
      return empty(reduction === 0 ? target.sizes : [], self.dtype, { device: self.device });
    },
    kernel: (out: Tensor, self: Tensor, target: Tensor, p: Scalar, margin: Scalar, weight: Tensor | null, reduction: number) => {
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
    meta: (self: Tensor, target: Tensor, reduction: number) => [
      empty(reduction === 0 && self.dim === 2 ? [self.sizes[0]] : [], self.dtype, { device: self.device }),
      empty(target.sizes, self.dtype, { device: self.device }),
    ],
    kernel: ([out, is]: Tensor[], self: Tensor, target: Tensor, reduction: number) => {
      const [N, C] = rowsOf(self);
      const [x, t] = [read(self, self.dtype), toWorking(target)];
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

/** Noise that keeps mean and variance of a SELU network (alpha dropout). */
function alphaDropout(call: Call, input: Tensor, p: Scalar, train: boolean, feature: boolean, inplace: boolean): Tensor {
  const v = numberOf(p);
  if (!(v >= 0 && v <= 1)) throw runtimeError(`dropout probability has to be between 0 and 1, but got ${v}`);
  if (v === 0 || !train || input.numel === 0) return input;
  if (v === 1) return call.mul(input, call.one('zeros', [], input.dtype, 'strided', input.device, null));
  const shape = feature ? input.sizes.map((s, i) => (i < 2 ? s : 1)) : null;
  const noise = shape ? call.one('new_empty', input, shape) : call.one('empty_like', input);
  call('bernoulli_.float', noise, call.float(1 - v), null);
  const alpha = 1.7580993408473766;
  const a = 1 / Math.sqrt((alpha * alpha * v + 1) * (1 - v));
  const b = call.one('add_.Scalar', call.one('mul_.Scalar', call.add(noise, -1), call.float(alpha * a)), call.float(alpha * a * v), 1);
  call('mul_.Scalar', noise, call.float(a));
  const scaled = inplace ? call.one('mul_.Tensor', input, noise) : call.mul(input, noise);
  return call.one('add_.Tensor', scaled, b, 1);
}

const rrelu: OpDef[] = (() => {
  const def: OpDef = {
    schema:
      'rrelu_with_noise(Tensor self, Tensor(b!) noise, Scalar lower=0.125, Scalar upper=0.3333333333333333, bool training=False, Generator? generator=None) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor) => emptyLike(self),
    kernel: (out: Tensor, self: Tensor, noise: Tensor, lower: Scalar, upper: Scalar, training: boolean) => {
      const x = read(self, self.dtype);
      if (!training) {
        const slope = (numberOf(lower) + numberOf(upper)) / 2;
        write(
          out,
          Float64Array.from(x, (v) => (v > 0 ? v : v * Math.fround(slope))),
        );
        return;
      }
      const ns = new Float64Array(x.length);
      const one = empty([1], DTYPES.float64, { fake: false });
      const y = Float64Array.from(x, (v, i) => {
        ns[i] = 1;
        if (v > 0) return v;
        fillUniform(one, numberOf(lower), numberOf(upper), random.generator);
        ns[i] = Math.fround(toWorking(one)[0]);
        return v * ns[i];
      });
      write(noise, ns);
      write(out, y);
    },
    derivative: derivative('RreluWithNoiseBackward0', ['self', 'noise'], {
      self: (c) => c.call.one('rrelu_with_noise_backward', c.g, c.t('self'), c.t('noise'), c.arg('lower'), c.arg('upper'), c.arg('training'), false),
    }),
  };
  return [
    def,
    {
      schema:
        'rrelu_with_noise_backward(Tensor grad_output, Tensor self, Tensor noise, Scalar lower, Scalar upper, bool training, bool self_is_result) -> Tensor',
      kind: 'kernel',
      meta: (g: Tensor, self: Tensor) => elementwiseOut([g, self], self.dtype),
      kernel: (out: Tensor, g: Tensor, self: Tensor, noise: Tensor, lower: Scalar, upper: Scalar, training: boolean) => {
        const slope = (numberOf(lower) + numberOf(upper)) / 2;
        if (training && numberOf(upper) - numberOf(lower) > 1e-6)
          run3(
            out,
            pair(() => (dy, _x, k) => dy * k),
            g,
            self,
            noise,
            self.dtype,
          );
        else
          run3(
            out,
            pair((r) => (dy, x) => (x > 0 ? dy : dy * r(slope))),
            g,
            self,
            0,
            self.dtype,
          );
      },
    },
    composite(
      'rrelu(Tensor self, Scalar lower=0.125, Scalar upper=0.3333333333333333, bool training=False, Generator? generator=None) -> Tensor',
      (call, self: Tensor, lo: Scalar, hi: Scalar, training: boolean, g: Arg) =>
        call.one('rrelu_with_noise', self, call.one('empty_like', self), lo, hi, training, g),
    ),
  ];
})();

interface Bag {
  /** Rows of each bag. */
  rows: number[][];
  at: number[][];
}

function bagsOf(indices: Tensor, offsets: Tensor, includeLast: boolean, padding: number): Bag {
  const [idx, off] = [toWorking(indices), toWorking(offsets)];
  const n = includeLast ? off.length - 1 : off.length;
  const rows: number[][] = [];
  const at: number[][] = [];
  for (let b = 0; b < n; b++) {
    const end = b + 1 < off.length ? off[b + 1] : idx.length;
    const places = Array.from({ length: Math.max(end - off[b], 0) }, (_, i) => off[b] + i).filter((i) => idx[i] !== padding);
    rows.push(places.map((i) => idx[i]));
    at.push(places);
  }
  return { rows, at };
}

const BAG =
  'Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq=False, int mode=0, bool sparse=False, Tensor? per_sample_weights=None, bool include_last_offset=False';

const embeddingBag: OpDef[] = [
  {
    schema: `_embedding_bag(${BAG}, int padding_idx=-1) -> (Tensor, Tensor, Tensor, Tensor)`,
    kind: 'kernel',
    meta: (weight: Tensor, indices: Tensor, offsets: Tensor, _s: boolean, mode: number, _p: boolean, _w: Tensor | null, includeLast: boolean) => {
      const n = offsets.numel - (includeLast ? 1 : 0);
      const o = { device: weight.device };
      return [
        empty([n, weight.sizes[1]], weight.dtype, o),
        empty(mode === 0 ? [0] : [indices.numel], int64, o),
        empty([n], int64, o),
        empty(mode === 2 ? [n, weight.sizes[1]] : [n], int64, o),
      ];
    },
    kernel: (
      [out, map, size, best]: Tensor[],
      weight: Tensor,
      indices: Tensor,
      offsets: Tensor,
      _s: boolean,
      mode: number,
      _p: boolean,
      psw: Tensor | null,
      includeLast: boolean,
      padding: number,
    ) => {
      const w = read(weight, weight.dtype);
      const k = psw ? read(psw, psw.dtype) : null;
      const [V, D] = weight.sizes;
      const bag = bagsOf(indices, offsets, includeLast, padding);
      const y = new Float64Array(out.numel);
      const arg = new Float64Array(best.numel);
      bag.rows.forEach((rows, b) => {
        for (let d = 0; d < D; d++) {
          let s = mode === 2 ? (rows.length ? -Infinity : 0) : 0;
          rows.forEach((r, i) => {
            if (r < 0 || r >= V) throw indexError('index out of range in self');
            const v = w[r * D + d] * (k ? k[bag.at[b][i]] : 1);
            if (mode === 2) {
              if (v > s) {
                s = v;
                arg[b * D + d] = r;
              }
            } else s = Math.fround(s + v);
          });
          y[b * D + d] = mode === 1 && rows.length ? s / rows.length : s;
        }
      });
      write(out, y);
      write(
        size,
        bag.rows.map((r) => r.length),
      );
      if (mode === 2) write(best, arg);
      if (mode !== 0) {
        const m = new Float64Array(map.numel);
        bag.at.forEach((places, b) => places.forEach((i) => (m[i] = b)));
        write(map, m);
      }
    },
    derivative: derivative(
      'EmbeddingBagBackward0',
      ['weight', 'indices', 'offsets', 'result1', 'result2', 'result3', 'per_sample_weights'],
      {
        weight: (c) =>
          c.call.one(
            '_embedding_bag_backward',
            c.g,
            c.t('indices'),
            c.t('offsets'),
            c.results[1],
            c.results[2],
            c.results[3],
            c.t('weight').sizes[0],
            c.arg('scale_grad_by_freq'),
            c.arg('mode'),
            c.arg('sparse'),
            c.arg('per_sample_weights'),
            c.arg('padding_idx'),
          ),
        per_sample_weights: (c) =>
          c.call.one(
            '_embedding_bag_per_sample_weights_backward',
            c.g,
            c.t('weight'),
            c.t('indices'),
            c.t('offsets'),
            c.results[1],
            c.arg('mode'),
            c.arg('padding_idx'),
          ),
      },
      [1, 2, 3],
    ),
  },
  {
    schema:
      '_embedding_bag_backward(Tensor grad, Tensor indices, Tensor offsets, Tensor offset2bag, Tensor bag_size, Tensor maximum_indices, SymInt num_weights, bool scale_grad_by_freq, int mode, bool sparse, Tensor? per_sample_weights, int padding_idx=-1) -> Tensor',
    kind: 'kernel',
    meta: (g: Tensor, _i: Tensor, _o: Tensor, _m: Tensor, _b: Tensor, _x: Tensor, rows: number) => empty([rows, g.sizes[1]], g.dtype, { device: g.device }),
    kernel: (
      out: Tensor,
      grad: Tensor,
      indices: Tensor,
      offsets: Tensor,
      _m: Tensor,
      _b: Tensor,
      best: Tensor,
      _r: number,
      byFreq: boolean,
      mode: number,
      _s: boolean,
      psw: Tensor | null,
      padding: number,
    ) => {
      const g = read(grad, grad.dtype);
      const k = psw ? read(psw, psw.dtype) : null;
      const D = grad.sizes[1];
      const y = new Float64Array(out.numel);
      if (mode === 2) {
        const at = toWorking(best);
        const bag = bagsOf(indices, offsets, offsets.numel > grad.sizes[0], padding);
        for (let b = 0; b < grad.sizes[0]; b++) if (bag.rows[b]?.length) for (let d = 0; d < D; d++) y[at[b * D + d] * D + d] += g[b * D + d];
      } else {
        const bag = bagsOf(indices, offsets, offsets.numel > grad.sizes[0], padding);
        const counts = new Map<number, number>();
        if (byFreq) for (const v of toWorking(indices)) counts.set(v, (counts.get(v) ?? 0) + 1);
        bag.rows.forEach((rows, b) =>
          rows.forEach((r, i) => {
            const scale = ((mode === 1 ? 1 / rows.length : 1) * (k ? k[bag.at[b][i]] : 1)) / (byFreq ? (counts.get(r) as number) : 1);
            for (let d = 0; d < D; d++) y[r * D + d] += g[b * D + d] * scale;
          }),
        );
      }
      write(out, y);
    },
  },
  {
    schema:
      '_embedding_bag_per_sample_weights_backward(Tensor grad, Tensor weight, Tensor indices, Tensor offsets, Tensor offset2bag, int mode, int padding_idx=-1) -> Tensor',
    kind: 'kernel',
    meta: (g: Tensor, _w: Tensor, indices: Tensor) => empty([indices.numel], g.dtype, { device: g.device }),
    kernel: (out: Tensor, grad: Tensor, weight: Tensor, indices: Tensor, offsets: Tensor, _m: Tensor, _mode: number, padding: number) => {
      const [g, w] = [read(grad, grad.dtype), read(weight, weight.dtype)];
      const D = grad.sizes[1];
      const y = new Float64Array(out.numel);
      const bag = bagsOf(indices, offsets, offsets.numel > grad.sizes[0], padding);
      bag.rows.forEach((rows, b) =>
        rows.forEach((r, i) => {
          for (let d = 0; d < D; d++) y[bag.at[b][i]] += g[b * D + d] * w[r * D + d];
        }),
      );
      write(out, y);
    },
  },
  composite(
    `embedding_bag.padding_idx(${BAG.replaceAll(/=False|=0|=None/g, '')}, int? padding_idx) -> (Tensor, Tensor, Tensor, Tensor)`,
    (call, w: Tensor, i: Tensor, o: Tensor, f: boolean, mode: number, sparse: boolean, psw: Tensor | null, last: boolean, padding: number | null) => {
      const p = padding === null ? -1 : padding < 0 ? padding + w.sizes[0] : padding;
      return call.many('_embedding_bag', w, i, o, f, mode, sparse, psw, last, p);
    },
  ),
  composite(
    `embedding_bag(${BAG}) -> (Tensor, Tensor, Tensor, Tensor)`,
    (call, w: Tensor, i: Tensor, o: Tensor, f: boolean, mode: number, sparse: boolean, psw: Tensor | null, last: boolean) =>
      call.many('_embedding_bag', w, i, o, f, mode, sparse, psw, last, -1),
  ),
];

export const NN_MORE: readonly OpDef[] = [
  ...LEGIT,
  ...multiMargin,
  ...multilabel,
  ...rrelu,
  ...embeddingBag,
  composite('alpha_dropout(Tensor input, float p, bool train) -> Tensor', (call, x: Tensor, p: Scalar, train: boolean) =>
    alphaDropout(call, x, p, train, false, false),
  ),
  composite('alpha_dropout_(Tensor(a!) self, float p, bool train) -> Tensor(a!)', (call, x: Tensor, p: Scalar, train: boolean) =>
    alphaDropout(call, x, p, train, false, true),
  ),
  composite('feature_alpha_dropout(Tensor input, float p, bool train) -> Tensor', (call, x: Tensor, p: Scalar, train: boolean) =>
    alphaDropout(call, x, p, train, true, false),
  ),
  composite('feature_dropout_(Tensor(a!) self, float p, bool train) -> Tensor(a!)', (call, x: Tensor, p: Scalar, train: boolean) =>
    call.one('copy_', x, call.one('feature_dropout', x, p, train), false),
  ),
];
