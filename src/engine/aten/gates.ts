/** Activations with a second result, a weight or a half of their own input: log-sigmoid, prelu, glu, logit. */
import * as m from '../tensor/math/index.ts';
import { empty } from '../tensor/create.ts';
import { runtimeError } from '../tensor/errors.ts';
import { floatFor, CPP } from '../tensor/promotion.ts';
import { wrapDim } from '../tensor/strides.ts';
import { Tensor } from '../tensor/tensor.ts';
import { elementwiseOut, type F1, type F2, type F3, pair, run1, run2, run3 } from './elementwise.ts';
import { derivative, type OpDef } from './op.ts';
import { stepwise } from './stepwise.ts';
import { inplaceOf } from './variants.ts';
import { numberOf, roundingOf } from './work.ts';
import { floatOnly, pointwise2, type S, sig } from './activation.ts';

const n = numberOf;
const both = (d: OpDef): OpDef[] => [d, inplaceOf(d)];

export const GATES: readonly OpDef[] = [
  {
    schema: 'log_sigmoid(Tensor self) -> Tensor',
    kind: 'composite',
    composite: (call, self: Tensor) => call.many('log_sigmoid_forward', self)[0],
  },
  {
    schema: 'log_sigmoid_forward(Tensor self) -> (Tensor output, Tensor buffer)',
    kind: 'kernel',
    meta: (self: Tensor) => [0, 1].map(() => empty(self.sizes, self.dtype, { device: self.device })),
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
      return elementwiseOut(halves(self, d), self.dtype);
    },
    kernel: (out: Tensor, self: Tensor, dim: number) => {
      floatOnly(self, 'glu_cpu');
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
      const half = roundingOf(self.dtype); // the sigmoid is a tensor of its own, the rest one step in float32
      const [a, b] = halves(self, d);
      const [ga, gb] = halves(out, d);
      run2(
        ga,
        pair((r) => (dy, y) => r(dy * half(sig(y, r)))),
        g,
        b,
        self.dtype,
      );
      run3(
        gb,
        pair<F3>((r) => (dy, x, y) => {
          const s = half(sig(y, r));
          return r(r(r(r(1 - s) * s) * x) * dy);
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
        stepwise<F1>((r) => {
          const e = eps === null ? null : r(n(eps));
          return (x) => {
            const z = e === null ? x : x < e ? e : x > r(1 - e) ? r(1 - e) : x;
            return r(m.log(r(z / r(1 - z))));
          };
        }, out.dtype),
        self,
        out.dtype,
      ),
    derivative: derivative('LogitBackward0', ['self'], { self: (c) => c.call.one('logit_backward', c.g, c.t('self'), c.arg('eps')) }),
  }),
  pointwise2('logit_backward(Tensor grad_output, Tensor self, float? eps=None) -> Tensor', (eps, x) =>
    stepwise<F2>(
      (r) => (g, x) => {
        if (eps === null) return x < 0 || x > 1 ? NaN : r(g / r(x * r(1 - x)));
        const e = r(n(eps as S));
        return x < e || x > r(1 - e) ? 0 : r(g / r(x * r(1 - x)));
      },
      (x as Tensor).dtype,
    ),
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
