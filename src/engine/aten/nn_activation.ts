/**
 * Activations of neural networks and their backward operators.
 *
 * Each backward is an operator of its own in PyTorch, with a row of its own.
 */
import * as m from '../tensor/math/index.ts';
import { empty, emptyLike } from '../tensor/create.ts';
import { notImplementedFor, runtimeError } from '../tensor/errors.ts';
import { floatFor, CPP } from '../tensor/promotion.ts';
import { isContiguous, wrapDim } from '../tensor/strides.ts';
import { Tensor } from '../tensor/tensor.ts';
import { elementwiseOut, type F1, type F2, type F3, pair, type Pair, run1, run2, run3 } from './elementwise.ts';
import { reluLoop } from './loops.ts';
import { type Arg, type BackwardContext, derivative, type Derivative, type OpDef, type Scalar } from './op.ts';
import { inplaceOf, outOf } from './variants.ts';
import { commonType, numberOf } from './work.ts';

type S = Scalar;
const n = numberOf;
const floatOnly = (self: Tensor, kernel: string): void => {
  if (self.dtype.category !== 'float') throw notImplementedFor(kernel, CPP[self.dtype.name]);
};

interface ActivationSpec {
  /** Derivative of the in-place form, where it reads the result instead of the input. */
  written?: Derivative;
  /** Arguments after `self`, as the schema writes them. */
  args?: string;
  f: (...args: Arg[]) => Pair<F1>;
  derivative: Derivative;
  inplace?: boolean;
  /** The kernel's C++ name in "not implemented for" messages; absent: integers are fine. */
  kernel?: string;
  promote?: boolean;
}

function activation(name: string, spec: ActivationSpec): OpDef[] {
  const def: OpDef = {
    schema: `${name}(Tensor self${spec.args ? `, ${spec.args}` : ''}) -> Tensor`,
    kind: 'kernel',
    meta: (self: Tensor) => elementwiseOut([self], spec.promote ? floatFor(self.dtype) : self.dtype),
    kernel: (out: Tensor, self: Tensor, ...rest: Arg[]) => {
      if (spec.kernel) floatOnly(self, spec.kernel);
      run1(out, spec.f(...rest, self), self, out.dtype);
    },
    derivative: spec.derivative,
  };
  const written = spec.written ? { direct: true, derivative: spec.written } : { direct: true };
  return spec.inplace === false ? [def, outOf(def)] : [def, inplaceOf(def, written), outOf(def)];
}

/** A backward operator of two tensors and numbers. */
function pointwise2(schema: string, f: (...args: Arg[]) => Pair<F2>, d?: Derivative): OpDef {
  return {
    schema,
    kind: 'kernel',
    meta: (a: Tensor, b: Tensor) => elementwiseOut([a, b], commonType(a, b)),
    kernel: (out: Tensor, a: Tensor, b: Tensor, ...rest: Arg[]) => run2(out, f(...rest, b), a, b, commonType(a, b)),
    ...(d ? { derivative: d } : {}),
  };
}

const zerosOf = (c: BackwardContext): Tensor => c.call.zerosLike(c.g);

const SQRT1_2 = Math.SQRT1_2;
const TANH_B = (2 / Math.sqrt(Math.PI)) * SQRT1_2;
const KAPPA = 0.044715;

/** Contiguous float32 goes through oneDNN, which has an erf of its own. */
const isFused = (x: Arg): boolean => x instanceof Tensor && x.dtype.name === 'float32' && x.numel > 1 && isContiguous(x.sizes, x.strides);

const gelu = (kind: Arg, self: Arg): Pair<F1> =>
  kind === 'tanh'
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

const sig = (x: number, r: (v: number) => number): number => r(1 / r(1 + r(m.stepsFor(r).exp(-x))));

const elu = (alpha: Arg, scale: Arg, input: Arg): Pair<F1> =>
  pair((r) => {
    const [neg, pos, iscale] = [r(n(alpha as S) * n(scale as S)), r(n(scale as S)), r(n(input as S))];
    return (x) => (x < 0 ? r(r(m.stepsFor(r).expm1(r(x * iscale))) * neg) : r(x * pos));
  });

const between =
  (lo: number, hi: number): F1 =>
  (x) =>
    x < lo ? lo : x > hi ? hi : x;

const RELU = pair<F1>(() => (x) => (x !== x ? x : x > 0 ? x : 0), reluLoop);

const both = (d: OpDef): OpDef[] => [d, inplaceOf(d)];

export const ACTIVATIONS: readonly OpDef[] = [
  ...activation('relu', {
    f: () => RELU,
    derivative: derivative('ReluBackward0', ['result'], { self: (c) => c.call.one('threshold_backward', c.g, c.result, 0) }),
  }).slice(0, 2),
  pointwise2(
    'threshold_backward(Tensor grad_output, Tensor self, Scalar threshold) -> Tensor',
    (t) => pair(() => (g, x) => (x <= n(t as S) ? 0 : g)),
    derivative('ThresholdBackwardBackward0', ['self'], {
      grad_output: (c) => c.call.one('threshold_backward', c.g, c.t('self'), c.arg('threshold')),
      self: zerosOf,
    }),
  ),
  ...activation('threshold', {
    args: 'Scalar threshold, Scalar value',
    f: (t, v) => pair(() => (x) => (x <= n(t as S) ? n(v as S) : x)),
    derivative: derivative('ThresholdBackward0', ['self'], { self: (c) => c.call.one('threshold_backward', c.g, c.t('self'), c.arg('threshold')) }),
  }),
  pointwise2(
    'sigmoid_backward(Tensor grad_output, Tensor output) -> Tensor',
    () => pair((r) => (g, y) => r(r(g * r(1 - y)) * y)),
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
    derivative: derivative('SiluBackward0', ['self'], { self: (c) => c.call.one('silu_backward', c.g, c.t('self')) }),
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
    derivative: derivative('MishBackward0', ['self'], { self: (c) => c.call.one('mish_backward', c.g, c.t('self')) }),
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
      meta: (self: Tensor) => elementwiseOut([self], self.dtype),
      kernel: (out: Tensor, self: Tensor, alpha: S) => run1(out, elu(alpha, 1, 1 / n(alpha)), self, self.dtype),
      derivative: derivative('CeluBackward0', ['self'], {
        self: (c) => c.call.one('elu_backward', c.g, c.arg('alpha'), 1, c.call.float(1 / n(c.arg<S>('alpha'))), false, c.t('self')),
      }),
    };
    return [def, inplaceOf(def, { direct: true })];
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
  ),
  ...activation('hardtanh', {
    args: 'Scalar min_val=-1, Scalar max_val=1',
    f: (lo, hi) => pair((r) => between(r(n(lo as S)), r(n(hi as S)))),
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
    f: (l) => pair((r) => (x) => (x > n(l as S) ? r(x - r(n(l as S))) : x < -n(l as S) ? r(x + r(n(l as S))) : x !== x ? x : 0)),
    derivative: derivative('SoftshrinkBackward0', ['self'], { self: (c) => c.call.one('softshrink_backward', c.g, c.t('self'), c.arg('lambd')) }),
  }),
  pointwise2('softshrink_backward(Tensor grad_output, Tensor self, Scalar lambd) -> Tensor', (l) =>
    pair(() => (g, x) => (x >= -n(l as S) && x <= n(l as S) ? 0 : g)),
  ),
  {
    schema: 'log_sigmoid(Tensor self) -> Tensor',
    kind: 'composite',
    composite: (call, self: Tensor) => call.many('log_sigmoid_forward', self)[0],
  },
  {
    schema: 'log_sigmoid_forward(Tensor self) -> (Tensor output, Tensor buffer)',
    kind: 'kernel',
    meta: (self: Tensor) => [emptyLike(self), empty(self.sizes, self.dtype, { device: self.device })],
    kernel: ([out, buffer]: Tensor[], self: Tensor) => {
      floatOnly(self, 'log_sigmoid_cpu');
      const z =
        (r: (v: number) => number): F1 =>
        (x) =>
          r(m.stepsFor(r).exp(-Math.abs(x)));
      run1(buffer, pair(z), self, self.dtype);
      run1(
        out,
        pair((r) => (x) => r(Math.min(0, x) - r(m.stepsFor(r).log1p(z(r)(x))))),
        self,
        self.dtype,
      );
    },
    derivative: derivative(
      'LogSigmoidBackward0',
      ['self', 'result1'],
      {
        self: (c) => c.call.one('log_sigmoid_backward', c.g, c.t('self'), c.results[1]),
      },
      [1],
    ),
  },
  {
    schema: 'log_sigmoid_backward(Tensor grad_output, Tensor self, Tensor buffer) -> Tensor',
    kind: 'kernel',
    meta: (g: Tensor, x: Tensor) => elementwiseOut([g, x], g.dtype),
    kernel: (out: Tensor, g: Tensor, x: Tensor, b: Tensor) =>
      run3(
        out,
        pair<F3>((r) => (dy, v, z) => {
          const sign = v < 0 ? 1 : -1;
          const max = v < 0 ? 1 : 0;
          return r(dy * r(max - r(sign * r(z / r(1 + z)))));
        }),
        g,
        x,
        b,
        g.dtype,
      ),
  },
  {
    schema: '_prelu_kernel(Tensor self, Tensor weight) -> Tensor',
    kind: 'kernel',
    meta: (x: Tensor, w: Tensor) => elementwiseOut([x, w], x.dtype),
    kernel: (out: Tensor, x: Tensor, w: Tensor) =>
      run2(
        out,
        pair(() => (v, k) => (v > 0 ? v : v * k)),
        x,
        w,
        x.dtype,
      ),
    derivative: derivative('PreluKernelBackward0', ['self', 'weight'], {
      'self, weight': (c) => c.call.many('_prelu_kernel_backward', c.g, c.t('self'), c.t('weight')),
    }),
  },
  {
    schema: '_prelu_kernel_backward(Tensor grad_output, Tensor self, Tensor weight) -> (Tensor, Tensor)',
    kind: 'kernel',
    meta: (_g: Tensor, x: Tensor, w: Tensor) => [elementwiseOut([x, w], x.dtype), elementwiseOut([x, w], x.dtype)],
    kernel: ([gx, gw]: Tensor[], g: Tensor, x: Tensor, w: Tensor) => {
      run3(
        gx,
        pair<F3>((r) => (dy, v, k) => (v > 0 ? dy : r(k * dy))),
        g,
        x,
        w,
        x.dtype,
      );
      run2(
        gw,
        pair<F2>((r) => (dy, v) => (v > 0 ? 0 : r(v * dy))),
        g,
        x,
        x.dtype,
      );
    },
  },
  {
    schema: 'prelu(Tensor self, Tensor weight) -> Tensor',
    kind: 'composite',
    composite: (call, self: Tensor, weight: Tensor) => {
      if (self.dtype !== weight.dtype) throw runtimeError(`prelu: Type promoting not supported. Got ${CPP[self.dtype.name]} and ${CPP[weight.dtype.name]}`);
      if (weight.numel !== 1) {
        if (self.dim === 0) throw runtimeError('Not allow zero-dim input tensor.');
        const channels = self.dim > 1 ? self.sizes[1] : 1;
        if (channels !== weight.numel)
          throw runtimeError(`Mismatch of parameter numbers and input channel size. Found parameter numbers = ${weight.numel} and channel size = ${channels}.`);
      }
      if (weight.dim > 1) throw runtimeError(`prelu: Expected \`weight\` to be a scalar or 1D tensor, but got: ndim = ${weight.dim}`);
      let w = weight;
      if (self.dim !== weight.dim)
        w = call.view(
          weight,
          self.sizes.map((_, i) => (i === 1 || self.dim === 1 ? weight.numel : 1)),
        );
      return call.one('_prelu_kernel', self, w);
    },
  },
  {
    schema: 'glu(Tensor self, int dim=-1) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor, dim: number) => {
      if (self.dim === 0) throw runtimeError('glu does not support 0-dimensional tensors');
      const d = wrapDim(dim, self.dim);
      if (self.sizes[d] % 2 !== 0) throw runtimeError(`Halving dimension must be even, but dimension ${d} is size ${self.sizes[d]}`);
      return empty(
        self.sizes.map((s, i) => (i === d ? s / 2 : s)),
        self.dtype,
        { device: self.device },
      );
    },
    kernel: (out: Tensor, self: Tensor, dim: number) => {
      const [a, b] = halves(self, wrapDim(dim, self.dim));
      run2(
        out,
        pair((r) => (x, y) => r(x * sig(y, r))),
        a,
        b,
        self.dtype,
      );
    },
    derivative: derivative('GluBackward0', ['self'], { self: (c) => c.call.one('glu_backward', c.g, c.t('self'), c.arg('dim')) }),
  },
  {
    schema: 'glu_backward(Tensor grad_output, Tensor self, int dim) -> Tensor',
    kind: 'kernel',
    meta: (_g: Tensor, self: Tensor) => empty(self.sizes, self.dtype, { device: self.device }),
    kernel: (out: Tensor, g: Tensor, self: Tensor, dim: number) => {
      const d = wrapDim(dim, self.dim);
      const [a, b] = halves(self, d);
      const [ga, gb] = halves(out, d);
      run2(
        ga,
        pair((r) => (dy, y) => r(dy * sig(y, r))),
        g,
        b,
        self.dtype,
      );
      run3(
        gb,
        pair<F3>((r) => (dy, x, y) => {
          const s = sig(y, r);
          return r(r(r(r(1 - s) * s) * dy) * x);
        }),
        g,
        a,
        b,
        self.dtype,
      );
    },
  },
  ...both({
    schema: 'logit(Tensor self, float? eps=None) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor) => elementwiseOut([self], floatFor(self.dtype)),
    kernel: (out: Tensor, self: Tensor, eps: S | null) =>
      run1(
        out,
        pair((r) => {
          const e = eps === null ? null : r(n(eps));
          return (x) => {
            const z = e === null ? x : x < e ? e : x > r(1 - e) ? r(1 - e) : x;
            return r(m.log(r(z / r(1 - z))));
          };
        }),
        self,
        out.dtype,
      ),
    derivative: derivative('LogitBackward0', ['self'], { self: (c) => c.call.one('logit_backward', c.g, c.t('self'), c.arg('eps')) }),
  }),
  pointwise2('logit_backward(Tensor grad_output, Tensor self, float? eps=None) -> Tensor', (eps) =>
    pair((r) => (g, x) => {
      if (eps === null) return x < 0 || x > 1 ? NaN : r(g / r(x * r(1 - x)));
      const e = r(n(eps as S));
      return x < e || x > r(1 - e) ? 0 : r(g / r(x * r(1 - x)));
    }),
  ),
  {
    schema: 'special_logit(Tensor self, float? eps=None) -> Tensor',
    kind: 'composite',
    composite: (call, self: Tensor, eps: S | null) => call.one('logit', self, eps),
  },
];

function halves(t: Tensor, d: number): [Tensor, Tensor] {
  const sizes = t.sizes.map((s, i) => (i === d ? s / 2 : s));
  return [new Tensor(t.storage, t.dtype, sizes, t.strides, t.offset), new Tensor(t.storage, t.dtype, sizes, t.strides, t.offset + sizes[d] * t.strides[d])];
}
