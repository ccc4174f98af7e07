/** Random operators: the samplers of the tensor layer behind PyTorch's names. */
import { fill, fromWorking, toWorking } from '../tensor/access.ts';
import { bool as boolType, type DType, int64 } from '../tensor/dtype.ts';
import { notImplementedFor, runtimeError } from '../tensor/errors.ts';
import { CPP, floatFor } from '../tensor/promotion.ts';
import {
  fillBernoulli,
  fillBernoulliTensor,
  fillCauchy,
  fillExponential,
  fillGeometric,
  fillLogNormal,
  fillNormal,
  fillRandom,
  fillUniform,
  Generator,
  permutation,
  sampleMultinomial,
} from '../tensor/random/index.ts';
import { empty, emptyLike } from '../tensor/create.ts';
import { broadcastSizes } from '../tensor/strides.ts';
import type { Device, Tensor } from '../tensor/tensor.ts';
import { random } from './context.ts';
import type { Sizes } from './dims.ts';
import { likeFormat, make } from './making.ts';
import { type Arg, type Call, derivative, type Derivative, type OpDef, type Scalar } from './op.ts';
import { expandTo, numberOf } from './work.ts';

const OPTIONS = 'ScalarType? dtype=None, Layout? layout=None, Device? device=None, bool? pin_memory=None';

const gen = (g: Arg): Generator => (g instanceof Generator ? g : random.generator);
const zero = (name: string): Derivative => derivative(name, [], { self: (c) => c.call.zerosLike(c.g) });

/** The generator is the last argument of every sampler. */
const last = (args: Arg[]): Generator => gen(args[args.length - 1]);

/** Samplers draw fractions: integers have no kernel. */
const fractions = (t: Tensor, kernel: string): void => {
  if (t.dtype.category !== 'float' && t.dtype.category !== 'complex') throw notImplementedFor(kernel, CPP[t.dtype.name]);
};
const uniform = (t: Tensor, a: number, b: number, g: Generator): void => {
  fractions(t, 'check_uniform_bounds');
  fillUniform(t, a, b, g);
};
const normal = (t: Tensor, mean: number, std: number, g: Generator): void => {
  fractions(t, 'normal_kernel_cpu');
  fillNormal(t, mean, std, g);
};
/** `exponential_ expects lambda > 0.0, but found lambda=0` */
const wants = (name: string, good: (v: number) => boolean, bound: string, word: string, v: Scalar): void => {
  const x = numberOf(v);
  if (!good(x)) throw runtimeError(`${name} expects ${bound}, but ${bound.includes('(') ? 'got' : 'found'} ${word}=${text(x)}`);
};

const sampler = (
  schema: string,
  name: string,
  run: (self: Tensor, g: Generator, ...args: Scalar[]) => void,
  check?: (self: Tensor, ...args: Scalar[]) => void,
): OpDef => ({
  schema,
  kind: 'kernel',
  meta: (self: Tensor, ...args: Scalar[]) => {
    check?.(self, ...args);
    return self;
  },
  kernel: (self: Tensor, _s: Tensor, ...args: Arg[]) => run(self, last(args), ...(args as Scalar[])),
  derivative: zero(name),
});

const text = (x: number): string => (Number.isInteger(x) && Math.abs(x) < 1e16 ? String(x) : String(x));

const bernoulliCheck = (_self: Tensor, p: Scalar): void => {
  const v = numberOf(p);
  if (!(v >= 0 && v <= 1)) throw runtimeError(`bernoulli_ expects p to be in [0, 1], but got p=${text(v)}`);
};

const rand = (name: 'rand' | 'randn', run: (t: Tensor, g: Generator) => void): OpDef[] => [
  {
    schema: `${name}(SymInt[] size, *, ${OPTIONS}) -> Tensor`,
    kind: 'kernel',
    meta: (size: Sizes, dtype: DType | null, _l: Arg, device: Device | null) => make(size, dtype, device),
    kernel: (out: Tensor) => run(out, random.generator),
  },
  {
    schema: `${name}.generator(SymInt[] size, *, Generator? generator, ${OPTIONS}) -> Tensor`,
    kind: 'kernel',
    meta: (size: Sizes, _g: Arg, dtype: DType | null, _l: Arg, device: Device | null) => make(size, dtype, device),
    kernel: (out: Tensor, _s: Sizes, g: Arg) => run(out, gen(g)),
  },
  {
    schema: `${name}_like(Tensor self, *, ${OPTIONS}, MemoryFormat? memory_format=None) -> Tensor`,
    kind: 'kernel',
    meta: (self: Tensor, dtype: DType | null, _l: Arg, device: Device | null, _p: Arg, f: string | null) => likeFormat(self, f, dtype, device),
    kernel: (out: Tensor) => run(out, random.generator),
  },
];

function range(out: Tensor, low: number, high: number, g: Generator): void {
  fillRandom(out, BigInt(low), BigInt(high), g);
}

function checkRange(low: number, high: number): void {
  if (low >= high) throw runtimeError(`random_ expects 'from' to be less than 'to', but got from=${low} >= to=${high}`);
}

const RANDINT = `${OPTIONS.replace('ScalarType? dtype=None', 'ScalarType? dtype=long')}`;
const asLong = (d: DType | string | null): DType => (d === null || typeof d === 'string' ? int64 : d);

const randint: OpDef[] = [
  {
    schema: `randint(SymInt high, SymInt[] size, *, ${RANDINT}) -> Tensor`,
    kind: 'kernel',
    meta: (high: number, size: Sizes, dtype: DType | null, _l: Arg, device: Device | null) => {
      checkRange(0, high);
      return make(size, asLong(dtype), device);
    },
    kernel: (out: Tensor, high: number) => range(out, 0, high, random.generator),
  },
  {
    schema: `randint.generator(SymInt high, SymInt[] size, *, Generator? generator, ${RANDINT}) -> Tensor`,
    kind: 'kernel',
    meta: (_h: number, size: Sizes, _g: Arg, dtype: DType | null, _l: Arg, device: Device | null) => make(size, asLong(dtype), device),
    kernel: (out: Tensor, high: number, _s: Sizes, g: Arg) => range(out, 0, high, gen(g)),
  },
  {
    schema: `randint.low(SymInt low, SymInt high, SymInt[] size, *, ${RANDINT}) -> Tensor`,
    kind: 'kernel',
    meta: (low: number, high: number, size: Sizes, dtype: DType | null, _l: Arg, device: Device | null) => {
      checkRange(low, high);
      return make(size, asLong(dtype), device);
    },
    kernel: (out: Tensor, low: number, high: number) => range(out, low, high, random.generator),
  },
  {
    schema: `randint.low_generator(SymInt low, SymInt high, SymInt[] size, *, Generator? generator, ${RANDINT}) -> Tensor`,
    kind: 'kernel',
    meta: (low: number, high: number, size: Sizes, _g: Arg, dtype: DType | null, _l: Arg, device: Device | null) => {
      checkRange(low, high);
      return make(size, asLong(dtype), device);
    },
    kernel: (out: Tensor, low: number, high: number, _s: Sizes, g: Arg) => range(out, low, high, gen(g)),
  },
  {
    schema: `randint_like(Tensor self, SymInt high, *, ${OPTIONS}, MemoryFormat? memory_format=None) -> Tensor`,
    kind: 'kernel',
    meta: (self: Tensor, _h: number, dtype: DType | null, _l: Arg, device: Device | null, _p: Arg, f: string | null) => likeFormat(self, f, dtype, device),
    kernel: (out: Tensor, _s: Tensor, high: number) => range(out, 0, high, random.generator),
  },
  {
    schema: `randint_like.low_dtype(Tensor self, SymInt low, SymInt high, *, ${OPTIONS}, MemoryFormat? memory_format=None) -> Tensor`,
    kind: 'kernel',
    meta: (self: Tensor, _lo: number, _h: number, dtype: DType | null, _l: Arg, device: Device | null, _p: Arg, f: string | null) =>
      likeFormat(self, f, dtype, device),
    kernel: (out: Tensor, _s: Tensor, low: number, high: number) => range(out, low, high, random.generator),
  },
];

function stdCheck(std: number): void {
  if (!(std >= 0)) throw runtimeError(`normal expects std >= 0.0, but found std ${text(std)}`);
}

const normals: OpDef[] = [
  {
    schema: `normal.float_float(float mean, float std, SymInt[] size, *, Generator? generator=None, ${OPTIONS}) -> Tensor`,
    kind: 'kernel',
    meta: (_m: Scalar, std: Scalar, size: Sizes, _g: Arg, dtype: DType | null, _l: Arg, device: Device | null) => {
      stdCheck(numberOf(std));
      return make(size, dtype, device);
    },
    kernel: (out: Tensor, mean: Scalar, std: Scalar, _s: Sizes, g: Arg) => normal(out, numberOf(mean), numberOf(std), gen(g)),
  },
  {
    schema: 'normal.Tensor_float(Tensor mean, float std=1, *, Generator? generator=None) -> Tensor',
    kind: 'kernel',
    meta: (mean: Tensor) => emptyLike(mean),
    kernel: (out: Tensor, mean: Tensor, std: Scalar, g: Arg) => shifted(out, mean, () => numberOf(std), gen(g)),
    derivative: derivative('NormalBackward1', [], { mean: (c) => c.call.one('zeros', c.like('mean').sizes, c.g.dtype, 'strided', c.g.device, null) }),
  },
  {
    schema: 'normal.float_Tensor(float mean, Tensor std, *, Generator? generator=None) -> Tensor',
    kind: 'kernel',
    meta: (_m: Scalar, std: Tensor) => emptyLike(std),
    kernel: (out: Tensor, mean: Scalar, std: Tensor, g: Arg) => {
      const s = spread(std);
      shifted(out, null, (i) => s[i], gen(g), numberOf(mean));
    },
    derivative: derivative('NormalBackward2', [], { std: (c) => c.call.one('zeros', c.like('std').sizes, c.g.dtype, 'strided', c.g.device, null) }),
  },
  {
    schema: 'normal.Tensor_Tensor(Tensor mean, Tensor std, *, Generator? generator=None) -> Tensor',
    kind: 'kernel',
    meta: (mean: Tensor, std: Tensor) => empty(broadcastSizes(mean.sizes, std.sizes), mean.dtype, { device: mean.device }),
    kernel: (out: Tensor, mean: Tensor, std: Tensor, g: Arg) => {
      const s = spread(expandTo(std, out.sizes));
      shifted(out, expandTo(mean, out.sizes), (i) => s[i], gen(g));
    },
    derivative: derivative('NormalBackward3', [], {
      mean: (c) => c.call.one('zeros', c.like('mean').sizes, c.g.dtype, 'strided', c.g.device, null),
      std: (c) => c.call.one('zeros', c.like('std').sizes, c.g.dtype, 'strided', c.g.device, null),
    }),
  },
];

function spread(std: Tensor): ArrayLike<number> {
  const s = toWorking(std);
  if (s.some((v) => v < 0)) throw runtimeError('normal expects all elements of std >= 0.0');
  return s;
}

/** Standard normal numbers, scaled and moved in two rounded steps. */
function shifted(out: Tensor, mean: Tensor | null, std: (i: number) => number, g: Generator, mu = 0): void {
  normal(out, 0, 1, g);
  const z = toWorking(out);
  const m = mean ? toWorking(mean) : null;
  fromWorking(
    out,
    Float64Array.from(z, (v, i) => Math.fround(v * std(i)) + (m ? m[i] : mu)),
  );
}

function shuffled(out: Tensor, n: number, g: Generator): void {
  if (out.dtype.category === 'bool') throw notImplementedFor('randperm', 'Bool');
  fromWorking(out, permutation(n, g));
}

export const RANDOM: readonly OpDef[] = [
  ...rand('rand', (t, g) => uniform(t, 0, 1, g)),
  ...rand('randn', (t, g) => normal(t, 0, 1, g)),
  ...randint,
  ...normals,
  {
    schema: `randperm(SymInt n, *, ${RANDINT}) -> Tensor`,
    kind: 'kernel',
    meta: (n: number, dtype: DType | null, _l: Arg, device: Device | null) => make([n], asLong(dtype), device),
    kernel: (out: Tensor, n: number) => shuffled(out, n, random.generator),
  },
  {
    schema: `randperm.generator(SymInt n, *, Generator? generator, ${RANDINT}) -> Tensor`,
    kind: 'kernel',
    meta: (n: number, _g: Arg, dtype: DType | null, _l: Arg, device: Device | null) => make([n], asLong(dtype), device),
    kernel: (out: Tensor, n: number, g: Arg) => shuffled(out, n, gen(g)),
  },
  sampler(
    'uniform_(Tensor(a!) self, float from=0, float to=1, *, Generator? generator=None) -> Tensor(a!)',
    'UniformBackward0',
    (t, g, a, b) => uniform(t, numberOf(a), numberOf(b), g),
    (_t, a, b) => {
      if (numberOf(a) > numberOf(b))
        throw runtimeError(`uniform_ expects to return a [from, to) range, but found from=${text(numberOf(a))} > to=${text(numberOf(b))}`);
    },
  ),
  sampler(
    'normal_(Tensor(a!) self, float mean=0, float std=1, *, Generator? generator=None) -> Tensor(a!)',
    'NormalBackward0',
    (t, g, a, b) => normal(t, numberOf(a), numberOf(b), g),
    (_t, _a, b) => stdCheck(numberOf(b)),
  ),
  sampler(
    'exponential_(Tensor(a!) self, float lambd=1, *, Generator? generator=None) -> Tensor(a!)',
    'ExponentialBackward0',
    (t, g, a) => {
      if (t.dtype.category !== 'float')
        throw runtimeError(
          `Exponential distribution is a continuous probability distribution. dtype must be a floating point but you specified ${CPP[t.dtype.name]}`,
        );
      fillExponential(t, numberOf(a), g);
    },
    (_t, a) => wants('exponential_', (v) => v > 0, 'lambda > 0.0', 'lambda', a),
  ),
  sampler(
    'geometric_(Tensor(a!) self, float p, *, Generator? generator=None) -> Tensor(a!)',
    'GeometricBackward0',
    (t, g, a) => fillGeometric(t, numberOf(a), g),
    (_t, a) => wants('geometric_', (v) => v > 0 && v < 1, 'p to be in (0, 1)', 'p', a),
  ),
  sampler(
    'cauchy_(Tensor(a!) self, float median=0, float sigma=1, *, Generator? generator=None) -> Tensor(a!)',
    'CauchyBackward0',
    (t, g, a, b) => fillCauchy(t, numberOf(a), numberOf(b), g),
    (_t, _a, b) => wants('cauchy_', (v) => v > 0, 'sigma > 0.0', 'sigma', b),
  ),
  sampler(
    'log_normal_(Tensor(a!) self, float mean=1, float std=2, *, Generator? generator=None) -> Tensor(a!)',
    'LogNormalBackward0',
    (t, g, a, b) => fillLogNormal(t, numberOf(a), numberOf(b), g),
    (_t, _a, b) => wants('log_normal_', (v) => v > 0, 'std > 0.0', 'std', b),
  ),
  sampler('random_(Tensor(a!) self, *, Generator? generator=None) -> Tensor(a!)', 'RandomBackward2', (t, g) => fillRandom(t, null, null, g)),
  sampler('random_.to(Tensor(a!) self, int to, *, Generator? generator=None) -> Tensor(a!)', 'RandomBackward1', (t, g, to) =>
    fillRandom(t, 0n, BigInt(to as number), g),
  ),
  sampler('random_.from(Tensor(a!) self, int from, int? to, *, Generator? generator=None) -> Tensor(a!)', 'RandomBackward0', (t, g, from, to) =>
    fillRandom(t, BigInt(from as number), to === null ? null : BigInt(to as number), g),
  ),
  sampler(
    'bernoulli_.float(Tensor(a!) self, float p=0.5, *, Generator? generator=None) -> Tensor(a!)',
    'BernoulliBackward2',
    (t, g, p) => fillBernoulli(t, numberOf(p), g),
    bernoulliCheck,
  ),
  {
    schema: 'bernoulli_.Tensor(Tensor(a!) self, Tensor p, *, Generator? generator=None) -> Tensor(a!)',
    kind: 'kernel',
    meta: (self: Tensor) => self,
    kernel: (self: Tensor, _s: Tensor, p: Tensor, g: Arg) => fillBernoulliTensor(self, expandTo(p, self.sizes), gen(g)),
    derivative: derivative('BernoulliBackward1', ['p'], { self: (c) => c.call.zerosLike(c.g), p: (c) => c.call.zerosLike(c.t('p')) }),
  },
  {
    schema: 'bernoulli(Tensor self, *, Generator? generator=None) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor) => emptyLike(self),
    kernel: (out: Tensor, self: Tensor, g: Arg) => {
      fractions(self, 'bernoulli_tensor_cpu_p_');
      fillBernoulliTensor(out, self, gen(g));
    },
    derivative: zero('BernoulliBackward0'),
  },
  {
    schema: 'bernoulli.p(Tensor self, float p, *, Generator? generator=None) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor, p: Scalar) => (bernoulliCheck(self, p), emptyLike(self)),
    kernel: (out: Tensor, _s: Tensor, p: Scalar, g: Arg) => fillBernoulli(out, numberOf(p), gen(g)),
    derivative: zero('BernoulliBackward0'),
  },
  {
    schema: 'multinomial(Tensor self, SymInt num_samples, bool replacement=False, *, Generator? generator=None) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor, n: number, replacement: boolean) => {
      if (self.dim < 1 || self.dim > 2) throw runtimeError('prob_dist must be 1 or 2 dim');
      if (self.dtype.category !== 'float') throw runtimeError(`multinomial only supports floating-point dtypes for input, got: ${cppDtype(self.dtype)}`);
      if (n <= 0) throw runtimeError('cannot sample n_sample <= 0 samples');
      if (!replacement && n > self.sizes[self.dim - 1]) throw runtimeError('cannot sample n_sample > prob_dist.size(-1) samples without replacement');
      return empty(self.dim === 1 ? [n] : [self.sizes[0], n], int64, { device: self.device });
    },
    kernel: (out: Tensor, self: Tensor, n: number, replacement: boolean, g: Arg) => fromWorking(out, sampleMultinomial(self, n, replacement, gen(g))),
  },
  {
    schema: 'dropout(Tensor input, float p, bool train) -> Tensor',
    kind: 'composite',
    composite: (call, input: Tensor, p: Scalar, train: boolean) => dropout(call, input, p, train, false),
  },
  {
    schema: 'dropout_(Tensor(a!) self, float p, bool train) -> Tensor(a!)',
    kind: 'composite',
    composite: (call, input: Tensor, p: Scalar, train: boolean) => dropout(call, input, p, train, true),
  },
  {
    schema: 'feature_dropout(Tensor input, float p, bool train) -> Tensor',
    kind: 'composite',
    composite: (call, input: Tensor, p: Scalar, train: boolean) => dropout(call, input, p, train, false, true),
  },
  {
    schema: 'feature_dropout_(Tensor(a!) self, float p, bool train) -> Tensor(a!)',
    kind: 'composite',
    composite: (call, input: Tensor, p: Scalar, train: boolean) => dropout(call, input, p, train, true, true),
  },
  {
    schema: 'native_dropout(Tensor input, float p, bool? train) -> (Tensor, Tensor)',
    kind: 'kernel',
    meta: (input: Tensor) => [emptyLike(input), emptyLike(input, boolType)],
    kernel: ([out, mask]: Tensor[], input: Tensor, p: Scalar, train: boolean | null) => {
      const v = numberOf(p);
      const x = toWorking(input);
      if (train === false) {
        fill(mask, 1);
        fromWorking(out, x);
        return;
      }
      const scale = v === 1 ? 0 : Math.fround(1 / (1 - v));
      fillBernoulli(mask, 1 - v, random.generator);
      const m = toWorking(mask);
      fromWorking(
        out,
        Float64Array.from(x, (y, i) => Math.fround(y * m[i]) * scale),
      );
    },
    derivative: derivative(
      'NativeDropoutBackward0',
      ['result1'],
      {
        input: (c) => {
          const p = numberOf(c.arg<Scalar>('p'));
          const train = c.arg<boolean | null>('train');
          return c.call.one('native_dropout_backward', c.g, c.results[1], c.call.float(train === false ? 1 : p === 1 ? 0 : 1 / (1 - p)));
        },
      },
      [1],
    ),
  },
  {
    schema: 'native_dropout_backward(Tensor grad_output, Tensor mask, float scale) -> Tensor',
    kind: 'kernel',
    meta: (g: Tensor) => emptyLike(g, floatFor(g.dtype)),
    derivative: derivative('NativeDropoutBackwardBackward0', ['mask'], {
      grad_output: (c) => c.call.mul(c.g, c.call.mul(c.t('mask'), c.arg<Scalar>('scale'))),
    }),
    kernel: (out: Tensor, g: Tensor, mask: Tensor, scale: Scalar) => {
      const [x, m] = [toWorking(g), toWorking(mask)];
      fromWorking(
        out,
        Float64Array.from(x, (v, i) => v * (m[i] * Math.fround(numberOf(scale)))),
      );
    },
  },
];

const cppDtype = (d: DType): string => CPP[d.name];

/** Eager dropout on the host: noise, scaled, multiplied. A probability of one gives zeros without noise. */
function dropout(call: Call, input: Tensor, p: Scalar, train: boolean, inplace: boolean, feature = false): Tensor {
  const v = numberOf(p);
  if (!(v >= 0 && v <= 1)) throw runtimeError(`dropout probability has to be between 0 and 1, but got ${text(v)}`);
  if (v === 0 || !train || input.numel === 0) return input;
  const times = (by: Tensor): Tensor => (inplace ? call.one('mul_.Tensor', input, by) : call.mul(input, by));
  if (v === 1) return times(call.one('zeros', [], input.dtype, 'strided', input.device, null));
  const shape = feature ? input.sizes.map((s, i) => (i < 2 ? s : 1)) : null;
  const noise = shape ? call.one('new_empty', input, shape, null, null, null, null) : call.one('empty_like', input);
  call('bernoulli_.float', noise, call.float(1 - v), null);
  call('div_.Scalar', noise, call.float(1 - v));
  return times(noise);
}
