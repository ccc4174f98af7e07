/**
 * Gamma, Dirichlet, Poisson and binomial numbers as operators, and the gradient of gamma numbers by their shape.
 *
 * The gradient is that of the distribution function held fixed (implicit reparametrisation; Jankowiak and Obermeyer 2018):
 * a Taylor series for small numbers, a saddle point expansion for large shapes, else a rational fit whose coefficients are
 * those of ATen/native/Distributions.h.
 */
import { fromWorking, toWorking } from '../tensor/access.ts';
import { empty } from '../tensor/create.ts';
import type { DType } from '../tensor/dtype.ts';
import { notImplementedFor, runtimeError, valueError } from '../tensor/errors.ts';
import { digamma } from '../tensor/math/gamma.ts';
import { exp, log, pow } from '../tensor/math/index.ts';
import { CPP } from '../tensor/promotion.ts';
import { drawBinomial, drawGamma, drawPoisson } from '../tensor/random/gammas.ts';
import { Generator } from '../tensor/random/index.ts';
import { broadcastSizes } from '../tensor/strides.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { random } from './context.ts';
import { type Arg, type BackwardContext, derivative, type OpDef } from './op.ts';
import { elementwiseOut } from './elementwise.ts';
import { expandTo, read, roundingOf } from './work.ts';

const gen = (g: Arg): Generator => (g instanceof Generator ? g : random.generator);
const LEAST: Readonly<Record<string, number>> = { float32: 1.1754943508222875e-38, float64: 2.2250738585072014e-308 };

const wide = (t: Tensor, kernel: string): DType => {
  if (t.dtype.name !== 'float32' && t.dtype.name !== 'float64') throw notImplementedFor(kernel, CPP[t.dtype.name]);
  return t.dtype;
};
/** Counts do not change with their rate: zeros of its size. */
const nothing =
  (of: string) =>
  (c: BackwardContext): Tensor =>
    c.call.one('zeros', c.like(of).sizes, c.g.dtype, 'strided', c.g.device, null);
/** `std::max(least, v)`: what is no number is the least. */
const held = (least: number, v: number): number => (v > least ? v : least);
const contiguousLike = (t: Tensor): Tensor => empty(t.sizes, t.dtype, { device: t.device });

function taylorGrad(alpha: number, x: number): number {
  let [numer, denom] = [1, alpha];
  let [plain, squared] = [1 / alpha, 1 / (alpha * alpha)];
  for (let i = 1; i <= 5; i++) {
    numer *= -x / i;
    denom += 1;
    plain += numer / denom;
    squared += numer / (denom * denom);
  }
  const power = pow(x, alpha);
  const byShape = (log(x) - digamma(alpha)) * (power * plain) - power * squared;
  const result = -byShape / (pow(x, alpha - 1) * exp(-x));
  return result !== result ? 0 : result;
}

function saddleGrad(alpha: number, x: number): number {
  if (Math.fround(0.9) * alpha <= x && x <= Math.fround(1.1) * alpha) {
    const one = 1 + 24 * alpha * (1 + 12 * alpha);
    const two = 1440 * (alpha * alpha) + 6 * x * (53 - 120 * x) - (65 * x * x) / alpha + alpha * (107 + 3600 * x);
    return (one * two) / (1244160 * (alpha * alpha) * (alpha * alpha));
  }
  const denom = Math.sqrt(8 * alpha);
  const near = denom / (alpha - x);
  const far = pow(x - alpha - alpha * log(x / alpha), -1.5);
  const sum = x < alpha ? near - far : near + far;
  const term = log(x / alpha) * sum - (Math.sqrt(2 / alpha) * (alpha + x)) / ((alpha - x) * (alpha - x));
  const stirling = 1 + (1 / (12 * alpha)) * (1 + 1 / (24 * alpha));
  return (-stirling * (x * term)) / denom;
}

/** Powers of log(x / alpha) by rows, of log(alpha) by columns: numerator, then denominator. */
const FIT = [
  [0.16009398, -0.094634809, 0.025146376, -0.0030648343, 1, 0.32668115, 0.10406089, 0.0014179084],
  [0.53487893, 0.1298071, 0.065735949, -0.0015649758, 0.16639465, 0.020070113, -0.0035938915, -0.00058392623],
  [0.040121004, -0.0065914022, -0.0026286047, -0.0013441777, 0.017050642, -0.0021309326, 0.00085092367, -1.5247877e-7],
];

function gammaGrad(alpha: number, x: number): number {
  if (x < Math.fround(0.8)) return taylorGrad(alpha, x);
  if (alpha > 8) return saddleGrad(alpha, x);
  const u = log(x / alpha);
  const v = log(alpha);
  const [a, b, c, d, e, f, g, h] = FIT[0].map((w, i) => w + u * (FIT[1][i] + u * FIT[2][i]));
  return exp((a + v * (b + v * (c + v * d))) / (e + v * (f + v * (g + v * h))));
}

export const SAMPLERS: readonly OpDef[] = [
  {
    schema: '_standard_gamma(Tensor self, Generator? generator=None) -> Tensor',
    kind: 'kernel',
    meta: contiguousLike,
    kernel: (out: Tensor, self: Tensor, g: Arg) => {
      const d = wide(self, 'gamma_cpu');
      gen(g).willChange();
      fromWorking(
        out,
        Float64Array.from(toWorking(self), (a) => held(LEAST[d.name], roundingOf(d)(drawGamma(a, gen(g), roundingOf(d))))),
      );
    },
    derivative: derivative('StandardGammaBackward0', ['self', 'result'], {
      self: (c) => c.call.mul(c.g, c.call.one('_standard_gamma_grad', c.t('self'), c.result)),
    }),
  },
  {
    schema: '_standard_gamma_grad(Tensor self, Tensor output) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor, output: Tensor) => elementwiseOut([self, output], self.dtype),
    kernel: (out: Tensor, self: Tensor, output: Tensor) => {
      wide(self, '_standard_gamma_grad_cpu');
      const x = read(output, self.dtype);
      fromWorking(
        out,
        Float64Array.from(toWorking(self), (a, i) => gammaGrad(a, x[i])),
      );
    },
  },
  {
    schema: '_sample_dirichlet(Tensor self, Generator? generator=None) -> Tensor',
    kind: 'kernel',
    meta: contiguousLike,
    kernel: (out: Tensor, self: Tensor, g: Arg) => {
      const d = wide(self, 'dirichlet');
      gen(g).willChange();
      const draws = Float64Array.from(toWorking(self), (a) =>
        Math.max(
          LEAST.float64,
          drawGamma(a, gen(g), (v) => v),
        ),
      );
      const n = self.sizes.at(-1) ?? 1;
      const [least, most] = [LEAST[d.name], d.name === 'float32' ? 1 - 2 ** -24 : 1 - 2 ** -53];
      for (let at = 0; at < draws.length; at += n) {
        const row = draws.subarray(at, at + n);
        const sum = row.reduce((a, b) => a + b, 0);
        row.forEach((v, i) => (row[i] = Math.min(most, Math.max(least, roundingOf(d)(v / sum)))));
      }
      fromWorking(out, draws);
    },
  },
  {
    schema: 'poisson(Tensor self, Generator? generator=None) -> Tensor',
    kind: 'kernel',
    meta: contiguousLike,
    kernel: (out: Tensor, self: Tensor, g: Arg) => {
      if (self.dtype.category !== 'float') throw notImplementedFor('poisson_cpu', CPP[self.dtype.name]);
      gen(g).willChange();
      fromWorking(
        out,
        Float64Array.from(toWorking(self), (rate) => {
          if (!(rate >= 0)) throw runtimeError('invalid Poisson rate, expected rate to be non-negative');
          return drawPoisson(rate, gen(g));
        }),
      );
    },
    derivative: derivative('PoissonBackward0', [], { self: nothing('self') }),
  },
  {
    schema: 'binomial(Tensor count, Tensor prob, Generator? generator=None) -> Tensor',
    kind: 'kernel',
    meta: (count: Tensor, prob: Tensor) => {
      if (count.dtype.category !== 'float') throw valueError(`binomial only supports floating-point dtypes for count, got: ${CPP[count.dtype.name]}`);
      if (prob.dtype.category !== 'float') throw valueError(`binomial only supports floating-point dtypes for prob, got: ${CPP[prob.dtype.name]}`);
      return empty(broadcastSizes(count.sizes, prob.sizes), count.dtype, { device: count.device });
    },
    kernel: (out: Tensor, count: Tensor, prob: Tensor, g: Arg) => {
      const d = wide(count, 'binomial_cpu');
      gen(g).willChange();
      const [n, p] = [count, prob].map((t) => read(expandTo(t, out.sizes), d));
      fromWorking(
        out,
        Float64Array.from(n, (v, i) => drawBinomial(v, p[i], gen(g), roundingOf(d))),
      );
    },
    derivative: derivative('BinomialBackward0', [], { prob: nothing('prob') }),
  },
];
