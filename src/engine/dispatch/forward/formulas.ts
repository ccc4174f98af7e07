/**
 * Formulas of forward mode that are neither the operator itself nor that of its gradient: those of derivatives.yaml and of
 * FunctionsManual.cpp, as they run while a mode looks on. Of two operands the right one is made first, as gcc does.
 */
import type { Arg, Gradient, Scalar } from '../../aten/op.ts';
import { PyFloat } from '../../python/values.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import type { Values } from './formula.ts';
import { zeroLike } from './zeros.ts';

type Entry = readonly [uses: string, run: (v: Values) => Gradient];
type Both = (left: () => Tensor, right: () => Tensor) => Tensor;

const plus =
  (v: Values): Both =>
  (left, right) => {
    const r = right();
    return v.call.one('add.Tensor', left(), r);
  };
const minus =
  (v: Values): Both =>
  (left, right) => {
    const r = right();
    return v.call.one('sub.Tensor', left(), r);
  };
const mul = (v: Values, a: Tensor, b: Tensor): Tensor => v.call.one('mul.Tensor', a, b);
const div = (v: Values, a: Tensor, b: Tensor): Tensor => v.call.one('div.Tensor', a, b);
const scaled = (v: Values, t: Tensor, by: Arg): Tensor => v.call.maybeMul(t, by as Scalar);

/** beta · self + alpha · (a ∘ b), one product at a time. */
const product =
  (overload: string, self: string | null, a: string, b: string, alpha: string | null): Entry[1] =>
  (v) => {
    const times = (x: Tensor, y: Tensor): Tensor => v.call.one(overload, x, y);
    const by = (t: Tensor): Tensor => (alpha === null ? t : scaled(v, t, v.at(alpha)));
    const right = (): Tensor => by(times(v.p[a], v.t[b]));
    const left = (): Tensor => by(times(v.t[a], v.p[b]));
    if (self === null) return plus(v)(left, right);
    return plus(v)(() => plus(v)(() => scaled(v, v.t[self], v.at('beta')), left), right);
  };

/** A list's tangents; zeros where there are none. */
const listed = (v: Values, op: string): Tensor => {
  const tensors = v.at('tensors') as Tensor[];
  const tangents = v.t.tensors as unknown as (Tensor | null)[];
  return v.call.one(
    op,
    tensors.map((t, i) => tangents[i] ?? zeroLike(v.d, t)),
    v.at('dim'),
  );
};

/** Where a reduction found its result. */
const gathered = (keep: 'keepdim' | null): Entry => [
  'self:t',
  (v) => {
    const dim = v.at('dim');
    const keepdim = keep === null || (v.at(keep) as boolean);
    const places = v.results[1];
    const made = v.call.one('gather', v.t.self, dim, keepdim ? places : v.call.unsqueeze(places, dim as number), false);
    return keepdim ? made : v.call.squeeze(made, dim as number);
  },
];

const evenly: Entry = [
  'self:tp',
  (v) => {
    const mask = v.call.one('eq.Tensor', v.p.self, v.result);
    const count = v.call.one('sum', mask, null);
    const g = div(v, v.t.self, count);
    return v.call.one('sum', mul(v, mask, g), null);
  },
];

const restored = (v: Values): Tensor => {
  const { result } = v;
  if (v.at('keepdim')) return result;
  const { self } = v.p;
  const given = v.at('dim') as number[];
  const dims = new Set((given.length === 0 ? self.sizes.map((_, i) => i) : given).map((d) => (d < 0 ? d + self.dim : d)));
  return v.call.reshape(
    result,
    self.sizes.map((n, i) => (dims.has(i) ? 1 : n)),
  );
};

const extreme: Entry = [
  'self:tp',
  (v) => {
    const [dim, keep] = [v.at('dim') as number[], v.at('keepdim') as boolean];
    const mask = v.call.one('eq.Tensor', v.p.self, restored(v));
    const count = v.call.sum(mask, dim, keep);
    return div(v, v.call.sum(v.call.where(mask, v.t.self, new PyFloat(0)), dim, keep), count);
  },
];

const between =
  (which: 'gt' | 'lt'): Entry[1] =>
  (v) => {
    const { call } = v;
    const difference = minus(v)(
      () => v.t.self,
      () => v.t.other,
    );
    const to = call.one('to.dtype', call.one(`${which}.Tensor`, v.p.self, v.p.other), v.result.dtype);
    const half = call.one('scalar_tensor', new PyFloat(0.5), v.result.dtype, null, v.result.device, null);
    const weight = call.where(call.one('eq.Tensor', v.p.self, v.p.other), half, to);
    return call.one('add.Tensor', v.t.other, mul(v, weight, difference));
  };

const REDUCTION = ['none', 'mean', 'sum'] as const;
const reduced = (v: Values, t: Tensor): Tensor => {
  const kind = REDUCTION[v.at('reduction') as number];
  return kind === 'none' ? t : kind === 'mean' ? v.call.one('mean', t, null) : v.call.one('sum', t, null);
};
const pairLoss = (overload: string, more: (v: Values) => Arg[]): Entry => [
  'self:tp target:tp',
  (v) =>
    reduced(
      v,
      plus(v)(
        () => v.call.one(overload, v.t.self, v.p.self, v.p.target, 0, ...more(v)),
        () => v.call.one(overload, v.t.target, v.p.target, v.p.self, 0, ...more(v)),
      ),
    ),
];

const pooled: Entry = [
  'self:t',
  (v) => {
    const places = v.results[1];
    const spatial = /3d/.test(v.op.overload) ? -3 : -2;
    const flat = (t: Tensor): Tensor => v.call.one('flatten.using_ints', t, spatial, -1);
    const at = flat(places);
    return v.call.view(v.call.one('gather', flat(v.t.self), -1, at, false), places.sizes);
  },
];

export const FORMULAS: Readonly<Record<string, Entry>> = {
  abs: ['self:tp', (v) => mul(v, v.t.self, v.call.u('sgn', v.p.self))],
  alias: ['self:t', (v) => v.t.self],
  frac: ['self:t', (v) => v.t.self],
  sgn: ['self:tp', (v) => zeroLike(v.d, v.result)],
  _to_copy: ['self:t', (v) => v.call.one('_to_copy', v.t.self, ...v.args.slice(1))],
  'add.Tensor': [
    'self:t other:t',
    (v) =>
      plus(v)(
        () => v.t.self,
        () => scaled(v, v.t.other, v.at('alpha')),
      ),
  ],
  'sub.Tensor': [
    'self:t other:t',
    (v) =>
      minus(v)(
        () => v.t.self,
        () => scaled(v, v.t.other, v.at('alpha')),
      ),
  ],
  'rsub.Tensor': ['self:t other:t', (v) => v.call.one('add.Tensor', v.call.neg(scaled(v, v.t.self, v.at('alpha'))), v.t.other)],
  'add.Scalar': ['self:t', (v) => v.call.one('clone', v.t.self, null)],
  'sub.Scalar': ['self:tp', (v) => v.t.self],
  'rsub.Scalar': ['self:tp', (v) => scaled(v, v.call.neg(v.t.self), v.at('alpha'))],
  'mul.Tensor': [
    'self:tp other:tp',
    (v) =>
      plus(v)(
        () => mul(v, v.t.other, v.p.self),
        () => mul(v, v.t.self, v.p.other),
      ),
  ],
  'mul.Scalar': ['self:t', (v) => v.call.mul(v.t.self, v.at('other') as Scalar)],
  'div.Tensor': [
    'self:t other:tp',
    (v) =>
      div(
        v,
        minus(v)(
          () => v.t.self,
          () => mul(v, v.t.other, v.result),
        ),
        v.p.other,
      ),
  ],
  'div.Scalar': ['self:t', (v) => v.call.div(v.t.self, v.at('other') as Scalar)],
  atan2: [
    'self:tp other:tp',
    (v) => {
      const squares = plus(v)(
        () => v.call.pow(v.p.self, 2),
        () => v.call.pow(v.p.other, 2),
      );
      return div(
        v,
        plus(v)(
          () => mul(v, v.call.neg(v.p.self), v.t.other),
          () => mul(v, v.p.other, v.t.self),
        ),
        squares,
      );
    },
  ],
  'pow.Tensor_Tensor': [
    'self:tp exponent:tp',
    (v) => {
      const { call, t, p } = v;
      const zero = (g: Tensor): Tensor => call.one('scalar_tensor', new PyFloat(0), g.dtype, null, g.device, null);
      const byExponent = (): Tensor => {
        const natural = call.one('ge.Scalar', p.exponent, 0);
        const cond = call.one('logical_and', call.one('eq.Scalar', p.self, 0), natural);
        const power = mul(v, v.result, call.u('log', p.self));
        return mul(v, t.exponent, call.where(cond, zero(t.exponent), power));
      };
      const bySelf = (): Tensor => {
        const slope = mul(v, t.self, mul(v, p.exponent, call.pow(p.self, call.sub(p.exponent, 1))));
        const none = zero(t.self);
        return call.where(call.one('eq.Scalar', p.exponent, new PyFloat(0)), none, slope);
      };
      return plus(v)(bySelf, byExponent);
    },
  ],
  addcmul: [
    'self:t tensor1:tp tensor2:tp',
    (v) => {
      const by = (t: Tensor): Tensor => scaled(v, t, v.at('value'));
      return plus(v)(
        () =>
          plus(v)(
            () => v.t.self,
            () => by(mul(v, v.t.tensor1, v.p.tensor2)),
          ),
        () => by(mul(v, v.t.tensor2, v.p.tensor1)),
      );
    },
  ],
  addcdiv: [
    'self:t tensor1:tp tensor2:tp',
    (v) => {
      const by = (t: Tensor): Tensor => scaled(v, t, v.at('value'));
      const { t, p } = v;
      return minus(v)(
        () =>
          plus(v)(
            () => t.self,
            () => by(div(v, t.tensor1, p.tensor2)),
          ),
        () => by(div(v, mul(v, t.tensor2, div(v, p.tensor1, p.tensor2)), p.tensor2)),
      );
    },
  ],
  'lerp.Scalar': ['self:t end:t', (v) => v.call.one('lerp.Scalar', v.t.self, v.t.end, v.at('weight'))],
  maximum: ['self:tp other:tp', between('gt')],
  minimum: ['self:tp other:tp', between('lt')],
  'clamp_min.Tensor': ['self:tp min:tp', (v) => v.call.where(v.call.one('ge.Tensor', v.p.self, v.p.min), v.t.self, v.t.min)],
  'clamp_max.Tensor': ['self:tp max:tp', (v) => v.call.where(v.call.one('le.Tensor', v.p.self, v.p.max), v.t.self, v.t.max)],
  'where.self': ['self:t other:t', (v) => v.call.where(v.at('condition') as Tensor, v.t.self, v.t.other)],
  'masked_fill.Scalar': ['self:t', (v) => v.call.maskedFill(v.t.self, v.at('mask') as Tensor, 0)],
  'masked_fill.Tensor': ['self:t value:t', (v) => v.call.maskedFill(v.t.self, v.at('mask') as Tensor, v.t.value)],
  'scatter.src': ['self:t src:t', (v) => v.call.one('scatter.src', v.t.self, v.at('dim'), v.at('index'), v.t.src)],
  'scatter.value': ['self:t', (v) => v.call.one('scatter.value', v.t.self, v.at('dim'), v.at('index'), 0)],
  scatter_add: ['self:t src:t', (v) => v.call.one('scatter_add', v.t.self, v.at('dim'), v.at('index'), v.t.src)],
  index_add: ['self:t source:t', (v) => v.call.one('index_add', v.t.self, v.at('dim'), v.at('index'), scaled(v, v.t.source, v.at('alpha')), 1)],
  index_put: ['self:t values:t', (v) => v.call.one('index_put', v.t.self, v.at('indices'), v.t.values, v.at('accumulate'))],
  constant_pad_nd: ['self:t', (v) => v.call.one('constant_pad_nd', v.t.self, v.at('pad'), 0)],
  cat: ['tensors:t', (v) => listed(v, 'cat')],
  stack: ['tensors:t', (v) => listed(v, 'stack')],
  mm: ['self:tp mat2:tp', product('mm', null, 'self', 'mat2', null)],
  bmm: ['self:tp mat2:tp', product('bmm', null, 'self', 'mat2', null)],
  mv: ['self:tp vec:tp', product('mv', null, 'self', 'vec', null)],
  dot: ['self:tp tensor:tp', product('dot', null, 'self', 'tensor', null)],
  addmm: ['self:t mat1:tp mat2:tp', product('mm', 'self', 'mat1', 'mat2', 'alpha')],
  addmv: ['self:t mat:tp vec:tp', product('mv', 'self', 'mat', 'vec', 'alpha')],
  baddbmm: ['self:t batch1:tp batch2:tp', product('bmm', 'self', 'batch1', 'batch2', 'alpha')],
  max: evenly,
  min: evenly,
  median: evenly,
  'max.dim': gathered('keepdim'),
  'min.dim': gathered('keepdim'),
  'median.dim': gathered('keepdim'),
  kthvalue: gathered('keepdim'),
  mode: gathered('keepdim'),
  sort: gathered(null),
  'sort.stable': gathered(null),
  cummax: gathered(null),
  cummin: gathered(null),
  topk: gathered(null),
  amax: extreme,
  amin: extreme,
  native_dropout: [
    'input:t',
    (v) => {
      if (v.at('train') === false) return v.t.input;
      const p = (v.at('p') as PyFloat).v;
      return mul(v, v.call.one('mul.Tensor', v.t.input, new PyFloat(p === 1 ? 0 : 1 / (1 - p))), v.results[1]);
    },
  ],
  max_pool2d_with_indices: pooled,
  max_pool3d_with_indices: pooled,
  adaptive_max_pool2d: pooled,
  convolution: [
    'input:tp weight:tp bias:tp',
    (v) => {
      const rest = v.args.slice(3);
      return plus(v)(
        () => v.call.one('convolution', v.t.input, v.p.weight, null, ...rest),
        () => v.call.one('convolution', v.p.input, v.t.weight, v.t.bias ?? null, ...rest),
      );
    },
  ],
  mse_loss: pairLoss('mse_loss_backward', () => []),
  smooth_l1_loss: pairLoss('smooth_l1_loss_backward', (v) => [v.at('beta')]),
  huber_loss: pairLoss('huber_loss_backward', (v) => [v.at('delta')]),
  log_sigmoid_forward: ['self:tp', (v) => [v.call.one('log_sigmoid_backward', v.t.self, v.p.self, v.results[1])]],
  nll_loss_forward: ['self:t', (v) => [v.call.many('nll_loss_forward', v.t.self, ...v.args.slice(1))[0]]],
  threshold_backward: [
    'grad_output:t self:tp',
    (v) =>
      plus(v)(
        () => v.call.zerosLike(v.t.self),
        () => v.call.one('threshold_backward', v.t.grad_output, v.p.self, v.at('threshold')),
      ),
  ],
  sigmoid_backward: [
    'grad_output:tp output:tp',
    (v) => {
      const { call, t, p } = v;
      return plus(v)(
        () => call.one('sigmoid_backward', t.grad_output, p.output),
        () => {
          const slope = call.add(call.mul(p.output, -2), 1);
          return mul(v, mul(v, t.output, p.grad_output), slope);
        },
      );
    },
  ],
  tanh_backward: [
    'grad_output:tp output:tp',
    (v) => {
      const { call, t, p } = v;
      return plus(v)(
        () => call.one('tanh_backward', t.grad_output, p.output),
        () => {
          const slope = mul(v, call.mul(p.output, -2), p.grad_output);
          return mul(v, t.output, slope);
        },
      );
    },
  ],
};
