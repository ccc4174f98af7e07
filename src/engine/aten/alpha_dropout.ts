/** Noise that layers draw beside plain dropout: alpha dropout, and the random slopes of rrelu. */
import { toWorking } from '../tensor/access.ts';
import { empty } from '../tensor/create.ts';
import { DTYPES } from '../tensor/dtype.ts';
import { runtimeError } from '../tensor/errors.ts';
import { fillUniform } from '../tensor/random/index.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { random } from './context.ts';
import { elementwiseOut, run3, pair } from './elementwise.ts';
import { type Arg, type Call, composite, derivative, type OpDef, type Scalar } from './op.ts';
import { numberOf, read, write } from './work.ts';

/** Noise that keeps mean and variance of a SELU network (alpha dropout). */
function alphaDropout(call: Call, input: Tensor, p: Scalar, train: boolean, feature: boolean, inplace: boolean): Tensor {
  const v = numberOf(p);
  if (!(v >= 0 && v <= 1)) throw runtimeError(`dropout probability has to be between 0 and 1, but got ${v}`);
  if (v === 0 || !train || input.numel === 0) return input;
  const times = (by: Tensor): Tensor => (inplace ? call.one('mul_.Tensor', input, by) : call.mul(input, by));
  if (v === 1) return times(call.one('zeros', [], input.dtype, 'strided', input.device, null));
  const shape = feature ? input.sizes.map((s, i) => (i < 2 ? s : 1)) : null;
  const noise = shape ? call.one('new_empty', input, shape) : call.one('empty_like', input);
  call('bernoulli_.float', noise, call.float(1 - v), null);
  const alpha = 1.7580993408473766;
  const a = 1 / Math.sqrt((alpha * alpha * v + 1) * (1 - v));
  const b = call.one('add_.Scalar', call.one('mul_.Scalar', call.add(noise, -1), call.float(alpha * a)), call.float(alpha * a * v), 1);
  call('mul_.Scalar', noise, call.float(a));
  return call.one('add_.Tensor', times(noise), b, 1);
}

function bounds(lower: Scalar, upper: Scalar): void {
  if (numberOf(lower) > numberOf(upper)) throw runtimeError('Lower bound should be less than or equal to the upper bound');
}

const rrelu: OpDef[] = (() => {
  const def = {
    schema:
      'rrelu_with_noise(Tensor self, Tensor(b!) noise, Scalar lower=0.125, Scalar upper=0.3333333333333333, bool training=False, Generator? generator=None) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor, _n: Tensor, lower: Scalar, upper: Scalar) => {
      bounds(lower, upper);
      return empty(self.sizes, self.dtype, { device: self.device });
    },
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
  } satisfies OpDef;
  return [
    def,
    {
      schema:
        'rrelu_with_noise_(Tensor(a!) self, Tensor(b!) noise, Scalar lower=0.125, Scalar upper=0.3333333333333333, bool training=False, Generator? generator=None) -> Tensor(a!)',
      kind: 'kernel',
      meta: (self: Tensor, _n: Tensor, lower: Scalar, upper: Scalar) => {
        bounds(lower, upper);
        return self;
      },
      kernel: def.kernel,
      derivative: derivative('RreluWithNoiseBackward1', ['noise', 'result'], {
        self: (c) => c.call.one('rrelu_with_noise_backward', c.g, c.result, c.t('noise'), c.arg('lower'), c.arg('upper'), c.arg('training'), true),
      }),
    },
    {
      schema:
        'rrelu_with_noise_backward(Tensor grad_output, Tensor self, Tensor noise, Scalar lower, Scalar upper, bool training, bool self_is_result) -> Tensor',
      kind: 'kernel',
      meta: (g: Tensor, self: Tensor, noise: Tensor) => elementwiseOut([noise, g], self.dtype),
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
      (call, self: Tensor, lo: Scalar, hi: Scalar, training: boolean, g: Arg) => {
        bounds(lo, hi);
        return call.one('rrelu_with_noise', self, call.one('empty_like', self, null, null, null, null, 'contiguous_format'), lo, hi, training, g);
      },
    ),
    composite(
      'rrelu_(Tensor(a!) self, Scalar lower=0.125, Scalar upper=0.3333333333333333, bool training=False, Generator? generator=None) -> Tensor(a!)',
      (call, self: Tensor, lo: Scalar, hi: Scalar, training: boolean, g: Arg) => {
        bounds(lo, hi);
        return call.one('rrelu_with_noise_', self, call.one('empty_like', self, null, null, null, null, 'contiguous_format'), lo, hi, training, g);
      },
    ),
  ];
})();

export const ALPHA_DROPOUT: readonly OpDef[] = [
  ...rrelu,
  composite('alpha_dropout(Tensor input, float p, bool train) -> Tensor', (call, x: Tensor, p: Scalar, train: boolean) =>
    alphaDropout(call, x, p, train, false, false),
  ),
  composite('alpha_dropout_(Tensor(a!) self, float p, bool train) -> Tensor(a!)', (call, x: Tensor, p: Scalar, train: boolean) =>
    alphaDropout(call, x, p, train, false, true),
  ),
  composite('feature_alpha_dropout(Tensor input, float p, bool train) -> Tensor', (call, x: Tensor, p: Scalar, train: boolean) =>
    alphaDropout(call, x, p, train, true, false),
  ),
  composite('feature_alpha_dropout_(Tensor(a!) self, float p, bool train) -> Tensor(a!)', (call, x: Tensor, p: Scalar, train: boolean) =>
    alphaDropout(call, x, p, train, true, true),
  ),
];
