/**
 * Activations of neural networks and their backward operators.
 *
 * Each backward is an operator of its own in PyTorch, with a row of its own.
 */
import { part } from '../python/packs.ts';
import { runtimeError } from '../tensor/errors.ts';
import * as m from '../tensor/math/index.ts';
import { float16, int64 } from '../tensor/dtype.ts';
import { isContiguous } from '../tensor/strides.ts';
import { Tensor } from '../tensor/tensor.ts';
import { elementwiseOut, type F1, type F2, pair, type Pair, pick, run1, run2 } from './elementwise.ts';
import { reluLoop } from './loops.ts';
import { type Arg, derivative, type OpDef } from './op.ts';
import { checked } from './making.ts';
import { lacking } from './lacking.ts';
import { stepwise } from './stepwise.ts';
import { inplaceOf } from './variants.ts';
import { numberOf } from './work.ts';
import { activation, pointwise2, type S, sig, zerosOf } from './activation.ts';

const smooth = part<typeof import('./second/smooth.ts')>('second-smooth', 'smooth');

const n = numberOf;
const SQRT1_2 = Math.SQRT1_2;
const TANH_B = (2 / Math.sqrt(Math.PI)) * SQRT1_2;
const KAPPA = 0.044715;

/** Contiguous float32 goes through oneDNN, which has an erf of its own. */
const isFused = (x: Arg): boolean => x instanceof Tensor && x.dtype.name === 'float32' && x.numel > 1 && isContiguous(x.sizes, x.strides);

function approximation(kind: Arg): string {
  if (kind !== 'tanh' && kind !== 'none') throw runtimeError('approximate argument must be either none or tanh.');
  return kind;
}

const gelu = (kind: Arg, self: Arg): Pair<F1> =>
  approximation(kind) === 'tanh'
    ? pair<F1>((r) => (x) => {
        const inner = r(r(TANH_B) * r(x + r(r(KAPPA) * r(r(x * x) * x))));
        return r(r(0.5 * x) * r(1 + r(m.stepsFor(r).tanh(inner))));
      })
    : { f32: isFused(self) ? m.geluF32 : m.geluScalarF32, f64: (x) => x * 0.5 * (1 + m.erf(x * SQRT1_2)) };

const geluBack = (kind: Arg, self: Arg): Pair<F2> =>
  kind === 'tanh'
    ? pair<F2>((r) => (dy, x) => {
        const x2 = r(x * x);
        const inner = r(r(TANH_B) * r(x + r(r(KAPPA) * r(x2 * x))));
        const t = r(m.stepsFor(r).tanh(inner));
        const left = r(0.5 * x);
        const right = r(1 + t);
        const dLeft = r(0.5 * right);
        const dTanh = r(1 - r(t * t));
        const dInner = r(r(TANH_B) * r(1 + r(r(3 * r(KAPPA)) * x2)));
        return r(dy * r(dLeft + r(r(left * dTanh) * dInner)));
      })
    : isFused(self)
      ? { f32: (dy, x) => Math.fround(dy * m.geluGradF32(x)), f64: (dy) => dy }
      : pair<F2>((r) => (dy, x) => {
          const cdf = r(0.5 * r(1 + r(m.stepsFor(r).erf(r(x * r(SQRT1_2))))));
          const pdf = r(r(TANH_B * 0.5) * r(m.stepsFor(r).exp(r(r(x * x) * -0.5))));
          return r(dy * r(cdf + r(x * pdf)));
        });

const elu = (alpha: Arg, scale: Arg, input: Arg): Pair<F1> =>
  pair((r) => {
    const [neg, pos, iscale] = [r(n(alpha as S) * n(scale as S)), r(n(scale as S)), r(n(input as S))];
    return (x) => (x < 0 ? r(r(m.stepsFor(r).expm1(r(x * iscale))) * neg) : r(x * pos));
  });

/**
 * softshrink wants a bound from zero up to the largest number of the type. What it cuts away keeps its sign, but in pairs of
 * whole vectors, whose code writes zero (vectors of 32 bytes and of 64 alike).
 */
function shrink(l: S, self: Tensor): Pair<F1> {
  if (!(n(l) >= 0 && n(l) <= 3.4028234663852886e38)) throw runtimeError(`lambda must be in range [0, 3.40282e+38] for input dtype Float, but found ${n(l)}`);
  const one = pair<F1>((r) => {
    const [by, low, high] = [r(n(l)), -n(l), n(l)];
    return (x) => (x > high ? r(x - by) : x < low ? r(x + by) : x * 0);
  });
  const whole = isContiguous(self.sizes, self.strides) ? self.numel - (self.numel % (64 / self.dtype.itemsize)) : 0;
  const f = pick(one, self.dtype);
  return {
    ...one,
    loop: (x, out) => {
      for (let i = 0; i < out.length; i++) out[i] = f(x[i]) + (i < whole ? 0 : -0);
    },
  };
}

const between =
  (...[lo, hi]: number[]): F1 =>
  (x) =>
    x < lo ? lo : x > hi ? hi : lo !== lo || hi !== hi ? NaN : x;

/** Limits of integers are cut to integers; they never promote. */
function hardLimits(min: S, max: S, { dtype }: Tensor): number[] {
  if (dtype.category === 'bool') throw runtimeError('Bool inputs not supported for hardtanh');
  const ints = dtype.category === 'int';
  const limits = ints ? [min, max].map((x) => checked(x, int64)) : [n(min), n(max)];
  if (dtype.name === 'uint8' && limits.some((x) => x < 0)) throw runtimeError('cannot do hardtanh on an unsigned type with negative limits');
  if (limits[0] > limits[1]) throw runtimeError('min_val cannot be greater than max_val');
  return ints ? limits.map((x) => checked(x, dtype)) : limits;
}

const RELU = pair<F1>(() => (x) => (x !== x ? x : x > 0 ? x : 0), reluLoop);

export const ACTIVATIONS: readonly OpDef[] = [
  ...activation('relu', {
    f: (...a) => {
      const self = a[a.length - 1];
      if (self instanceof Tensor && self.dtype.category === 'bool') throw runtimeError('Boolean inputs not supported for relu');
      return RELU;
    },
    derivative: derivative('ReluBackward0', ['result'], { self: (c) => c.call.one('threshold_backward', c.g, c.result, 0) }),
  }).slice(0, 2),
  pointwise2(
    'threshold_backward(Tensor grad_output, Tensor self, Scalar threshold) -> Tensor',
    (t) => pair(() => (g, x) => (x <= n(t as S) ? 0 : g)),
    derivative('ThresholdBackwardBackward0', ['self'], {
      grad_output: (c) => c.call.one('threshold_backward', c.g, c.t('self'), c.arg('threshold')),
      self: zerosOf,
    }),
    'second', // the iterator is given `self` first (native/Activation.cpp), so its layout is the result's
  ),
  ...activation('threshold', {
    args: 'Scalar threshold, Scalar value',
    exactFrom: 1,
    f: (t, v) => pair(() => (x) => (x <= n(t as S) ? n(v as S) : x)),
    derivative: derivative('ThresholdBackward0', ['self'], { self: (c) => c.call.one('threshold_backward', c.g, c.t('self'), c.arg('threshold')) }),
  }),
  pointwise2(
    'sigmoid_backward(Tensor grad_output, Tensor output) -> Tensor',
    // bfloat16 is rounded at the end alone.
    (y) => {
      const f =
        (r: (v: number) => number): F2 =>
        (g, v) =>
          r(r(g * r(1 - v)) * v);
      return (y as Tensor).dtype === float16 ? stepwise(f, float16) : pair(f);
    },
    derivative('SigmoidBackwardBackward0', ['grad_output?output', 'output'], {
      grad_output: (c) => c.call.one('sigmoid_backward', c.g, c.t('output')),
      output: (c) => c.call.mul(c.call.mul(c.g, c.t('grad_output')), c.call.add(c.call.mul(c.t('output'), -2), 1)),
    }),
  ),
  pointwise2(
    'tanh_backward(Tensor grad_output, Tensor output) -> Tensor',
    () => pair((r) => (g, y) => r(g * r(1 - r(y * y)))),
    derivative('TanhBackwardBackward0', ['grad_output?output', 'output'], {
      grad_output: (c) => c.call.one('tanh_backward', c.g, c.t('output')),
      output: (c) => c.call.mul(c.g, c.call.mul(c.call.mul(c.t('output'), -2), c.t('grad_output'))),
    }),
  ),
  ...activation('gelu', {
    args: "*, str approximate='none'",
    f: gelu,
    kernel: 'GeluKernelImpl',
    derivative: derivative('GeluBackward0', ['self'], { self: (c) => c.call.one('gelu_backward', c.g, c.t('self'), c.arg('approximate')) }),
  }),
  pointwise2("gelu_backward(Tensor grad_output, Tensor self, *, str approximate='none') -> Tensor", geluBack),
  ...activation('silu', {
    f: () => pair((r) => (x) => r(x / r(1 + r(m.stepsFor(r).exp(-x))))),
    kernel: 'silu_cpu',
    derivative: derivative('SiluBackward0', ['self'], { self: (c) => (c.call.gradMode() ? smooth().silu(c) : c.call.one('silu_backward', c.g, c.t('self'))) }),
  }),
  pointwise2('silu_backward(Tensor grad_output, Tensor self) -> Tensor', () =>
    pair((r) => (g, x) => {
      const s = sig(x, r);
      return r(r(g * s) * r(1 + r(x * r(1 - s))));
    }),
  ),
  ...activation('mish', {
    f: () => pair((r) => (x) => r(x * r(m.stepsFor(r).tanh(r(m.stepsFor(r).log1p(r(m.stepsFor(r).exp(x)))))))),
    kernel: 'mish_cpu',
    derivative: derivative('MishBackward0', ['self'], { self: (c) => (c.call.gradMode() ? smooth().mish(c) : c.call.one('mish_backward', c.g, c.t('self'))) }),
  }),
  pointwise2('mish_backward(Tensor grad_output, Tensor self) -> Tensor', () =>
    pair((r) => (g, x) => {
      const s = sig(x, r);
      const t = r(m.stepsFor(r).tanh(r(m.stepsFor(r).log1p(r(m.stepsFor(r).exp(x))))));
      return r(g * r(t + r(r(x * s) * r(1 - r(t * t)))));
    }),
  ),
  ...activation('elu', {
    args: 'Scalar alpha=1, Scalar scale=1, Scalar input_scale=1',
    f: elu,
    kernel: 'elu_cpu',
    derivative: derivative('EluBackward0', ['self'], {
      self: (c) => c.call.one('elu_backward', c.g, c.arg('alpha'), c.arg('scale'), c.arg('input_scale'), false, c.t('self')),
    }),
    written: derivative('EluBackward1', ['result'], {
      self: (c) => c.call.one('elu_backward', c.g, c.arg('alpha'), c.arg('scale'), c.arg('input_scale'), true, c.result),
    }),
  }),
  {
    schema: 'elu_backward(Tensor grad_output, Scalar alpha, Scalar scale, Scalar input_scale, bool is_result, Tensor self_or_result) -> Tensor',
    kind: 'kernel',
    meta: (g: Tensor, _a: S, _b: S, _c: S, _d: boolean, x: Tensor) => elementwiseOut([g, x], g.dtype),
    kernel: (out: Tensor, g: Tensor, alpha: S, scale: S, input: S, isResult: boolean, x: Tensor) =>
      run2(
        out,
        pair((r) => {
          const [neg, pos, ns] = [r(n(alpha) * n(scale)), r(n(scale)), r(n(input))];
          return (dy, v) =>
            isResult ? (v <= 0 ? r(r(dy * ns) * r(v + neg)) : r(dy * pos)) : v <= 0 ? r(r(r(dy * ns) * neg) * r(m.stepsFor(r).exp(r(v * ns)))) : r(dy * pos);
        }),
        g,
        x,
        g.dtype,
      ),
  },
  ...['celu', 'selu'].flatMap((name): OpDef[] => {
    const args = name === 'celu' ? 'Tensor self, Scalar alpha=1.0' : 'Tensor self';
    const SELU_ALPHA = 1.6732632423543772848170429916717;
    const SELU_SCALE = 1.0507009873554804934193349852946;
    const go =
      (target: string) =>
      (call: { one(n: string, ...a: Arg[]): Tensor; float(x: number): Arg }, self: Tensor): Tensor =>
        call.one(target, self, call.float(SELU_ALPHA), call.float(SELU_SCALE), 1);
    if (name === 'selu') {
      return [
        { schema: `selu(${args}) -> Tensor`, kind: 'composite', composite: go('elu') },
        { schema: 'selu_(Tensor(a!) self) -> Tensor(a!)', kind: 'composite', composite: go('elu_') },
      ];
    }
    const def: OpDef = {
      schema: `celu(${args}) -> Tensor`,
      kind: 'kernel',
      meta: (self: Tensor, alpha: S) => {
        if (n(alpha) === 0) throw runtimeError('ZeroDivisionError: alpha cannot be 0 for CELU');
        return elementwiseOut([self], self.dtype);
      },
      kernel: (out: Tensor, self: Tensor, alpha: S) => run1(out, elu(alpha, 1, 1 / n(alpha)), self, self.dtype),
      derivative: derivative('CeluBackward0', ['self'], {
        self: (c) => c.call.one('elu_backward', c.g, c.arg('alpha'), 1, c.call.float(1 / n(c.arg<S>('alpha'))), false, c.t('self')),
      }),
    };
    // In place, the gradient is told from the result.
    const written = derivative('CeluBackward0', ['result'], {
      self: (c) => c.call.one('elu_backward', c.g, c.arg('alpha'), 1, c.call.float(1 / n(c.arg<S>('alpha'))), true, c.result),
    });
    return lacking('elu_cpu', 'bool int', [def, inplaceOf(def, { direct: true, derivative: written })]);
  }),
  ...activation('leaky_relu', {
    args: 'Scalar negative_slope=0.01',
    f: (s) => pair((r) => (x) => (x > 0 ? x : r(x * r(n(s as S))))),
    kernel: 'leaky_relu_cpu',
    derivative: derivative('LeakyReluBackward0', ['self'], {
      self: (c) => c.call.one('leaky_relu_backward', c.g, c.t('self'), c.arg('negative_slope'), false),
    }),
    written: derivative('LeakyReluBackward1', ['result'], { self: (c) => c.call.one('leaky_relu_backward', c.g, c.result, c.arg('negative_slope'), true) }),
  }),
  pointwise2(
    'leaky_relu_backward(Tensor grad_output, Tensor self, Scalar negative_slope, bool self_is_result) -> Tensor',
    (s) => pair((r) => (g, x) => (x > 0 ? g : r(g * r(n(s as S))))),
    derivative('LeakyReluBackwardBackward0', ['self'], {
      grad_output: (c) => c.call.one('leaky_relu_backward', c.g, c.t('self'), c.arg('negative_slope'), false),
      self: zerosOf,
    }),
    'second',
  ),
  ...activation('hardtanh', {
    args: 'Scalar min_val=-1, Scalar max_val=1',
    exactFrom: 2,
    f: (lo, hi, self) => pair((r) => between(...hardLimits(lo as S, hi as S, self as Tensor).map(r))),
    derivative: derivative('HardtanhBackward0', ['self'], {
      self: (c) => c.call.one('hardtanh_backward', c.g, c.t('self'), c.arg('min_val'), c.arg('max_val')),
    }),
  }),
  pointwise2(
    'hardtanh_backward(Tensor grad_output, Tensor self, Scalar min_val, Scalar max_val) -> Tensor',
    (lo, hi) => pair((r) => (g, x) => (x <= r(n(lo as S)) || x >= r(n(hi as S)) ? 0 : g)),
    derivative('HardtanhBackwardBackward0', ['self'], {
      grad_output: (c) => c.call.one('hardtanh_backward', c.g, c.t('self'), c.arg('min_val'), c.arg('max_val')),
      self: zerosOf,
    }),
  ),
  ...['', '_'].map((s): OpDef => ({
    schema: s ? 'relu6_(Tensor(a!) self) -> Tensor(a!)' : 'relu6(Tensor self) -> Tensor',
    kind: 'composite',
    composite: (call, self: Tensor) => call.one(`hardtanh${s}`, self, 0, 6),
  })),
  ...activation('hardswish', {
    f: () => pair((r) => (x) => r(r(x * Math.min(Math.max(r(x + 3), 0), 6)) / 6)),
    kernel: 'hardswish_cpu',
    derivative: derivative('HardswishBackward0', ['self'], { self: (c) => c.call.one('hardswish_backward', c.g, c.t('self')) }),
  }),
  pointwise2('hardswish_backward(Tensor grad_output, Tensor self) -> Tensor', () =>
    pair((r) => (g, x) => (x <= -3 ? 0 : x < 3 ? r(g * r(r(x / 3) + 0.5)) : g)),
  ),
  ...activation('hardsigmoid', {
    f: () => pair((r) => (x) => r(Math.min(Math.max(r(x + 3), 0), 6) / 6)),
    kernel: 'hardsigmoid_cpu',
    derivative: derivative('HardsigmoidBackward0', ['self'], { self: (c) => c.call.one('hardsigmoid_backward', c.g, c.t('self')) }),
  }),
  pointwise2('hardsigmoid_backward(Tensor grad_output, Tensor self) -> Tensor', () => pair((r) => (g, x) => (x > -3 && x < 3 ? r(g * r(1 / 6)) : 0))),
  ...activation('softplus', {
    args: 'Scalar beta=1, Scalar threshold=20',
    inplace: false,
    kernel: 'softplus_cpu',
    f: (b, t) => pair((r) => (x) => (r(x * n(b as S)) > n(t as S) ? x : r(r(m.stepsFor(r).log1p(r(m.stepsFor(r).exp(r(x * n(b as S)))))) / n(b as S)))),
    derivative: derivative('SoftplusBackward0', ['self'], {
      self: (c) => c.call.one('softplus_backward', c.g, c.t('self'), c.arg('beta'), c.arg('threshold')),
    }),
  }),
  pointwise2('softplus_backward(Tensor grad_output, Tensor self, Scalar beta, Scalar threshold) -> Tensor', (b, t) =>
    pair((r) => (g, x) => {
      const z = r(m.stepsFor(r).exp(r(x * n(b as S))));
      return r(x * n(b as S)) > n(t as S) ? g : r(r(g * z) / r(z + 1));
    }),
  ),
  ...activation('hardshrink', {
    args: 'Scalar lambd=0.5',
    inplace: false,
    kernel: 'hardshrink_cpu',
    f: (l) => pair(() => (x) => (x >= -n(l as S) && x <= n(l as S) ? 0 : x)),
    derivative: derivative('HardshrinkBackward0', ['self'], { self: (c) => c.call.one('hardshrink_backward', c.g, c.t('self'), c.arg('lambd')) }),
  }),
  pointwise2('hardshrink_backward(Tensor grad_out, Tensor self, Scalar lambd) -> Tensor', (l) =>
    pair(() => (g, x) => (x >= -n(l as S) && x <= n(l as S) ? 0 : g)),
  ),
  ...activation('softshrink', {
    args: 'Scalar lambd=0.5',
    inplace: false,
    kernel: 'softshrink_cpu',
    f: (l, self) => shrink(l as S, self as Tensor),
    derivative: derivative('SoftshrinkBackward0', ['self'], { self: (c) => c.call.one('softshrink_backward', c.g, c.t('self'), c.arg('lambd')) }),
  }),
  pointwise2('softshrink_backward(Tensor grad_output, Tensor self, Scalar lambd) -> Tensor', (l) =>
    pair(() => (g, x) => (x >= -n(l as S) && x <= n(l as S) ? 0 : g)),
  ),
];
