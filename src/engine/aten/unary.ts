/**
 * Functions of one operand: exp, log, trigonometry, rounding, signs, error functions.
 *
 * Transcendental values are our own double-precision functions rounded once: PyTorch's vector code may differ in the
 * last bit (decision 6). Derivatives follow derivatives.yaml term by term, since each term is a row of a trace.
 */
import { digamma, digammaF32, lgamma } from '../tensor/math/gamma.ts';
import * as m from '../tensor/math/index.ts';
import { part } from '../python/packs.ts';
import { bool } from '../tensor/dtype.ts';
import { notImplementedFor, runtimeError } from '../tensor/errors.ts';
import { CPP } from '../tensor/promotion.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { computeType, elementwiseOut, type F1, type Make, loop1, metaFor, pair, type ResultRule, run1 } from './elementwise.ts';
import { flat1 } from './flat_one.ts';
import type { Loop1 } from './loops.ts';
import { type Arg, type BackwardContext, derivative, type Derivative, type OpDef } from './op.ts';
import { stepwise } from './stepwise.ts';
import { inplaceOf, outOf } from './variants.ts';
import { lacking } from './lacking.ts';
import { isReduced } from './work.ts';

const zeroTensors = part<typeof import('./second/zero_tensors.ts')>('second-smooth', 'zeroTensors');

export interface UnarySpec {
  rule?: ResultRule;
  f: Make<F1>;
  /** The same for whole arrays, written out: `f` is not called through a loop that others share. */
  loop?: Loop1;
  derivative?: Derivative;
  inplace?: boolean;
  out?: boolean;
  check?: (a: Tensor) => void;
  /** Integers pass through unchanged. */
  intIdentity?: boolean;
  /** Half types round after every step: PyTorch's code for one number is written in the tensor's own type. */
  steps?: boolean;
  /** The kernel's name, where it has no code for half types. */
  noHalf?: string;
}

export function unary(name: string, spec: UnarySpec): OpDef[] {
  const rule = spec.rule ?? 'float';
  const f = pair(spec.f, spec.loop);
  const id = pair<F1>(() => (x) => x);
  const def: OpDef = {
    schema: `${name}(Tensor self) -> Tensor`,
    kind: 'kernel',
    meta: (a: Tensor) => {
      spec.check?.(a);
      return metaFor(rule)(a);
    },
    kernel: (out: Tensor, a: Tensor) => {
      const dtype = rule === 'bool' ? a.dtype : computeType(rule, [a]);
      if (spec.noHalf && isReduced(dtype)) throw notImplementedFor(spec.noHalf, CPP[dtype.name]);
      run1(out, spec.intIdentity && dtype.category !== 'float' ? id : spec.steps ? stepwise(spec.f, dtype) : f, a, dtype);
    },
    ...(rule === 'bool' || spec.check ? {} : { short: (args: readonly Arg[]) => flat1(f, args[0]) }),
    ...(spec.derivative ? { derivative: spec.derivative } : {}),
  };
  const ops = [def];
  if (spec.inplace !== false) ops.push(inplaceOf(def, { direct: true }));
  if (spec.out !== false) ops.push(outOf(def));
  return ops;
}

type Rule = (c: BackwardContext, x: Tensor) => Tensor;
/** Derivative in terms of the input. */
export const ofSelf = (name: string, f: Rule): Derivative => derivative(name, ['self'], { self: (c) => f(c, c.t('self')) });
/** Derivative in terms of the result. */
export const ofResult = (name: string, f: Rule): Derivative => derivative(name, ['result'], { self: (c) => f(c, c.result) });
export const flat = (name: string): Derivative => derivative(name, [], { self: (c) => c.call.zerosLike(c.g) });

/** Round half to even, as C's nearbyint. */
export function roundEven(x: number): number {
  const f = Math.floor(x);
  const d = x - f;
  if (d < 0.5) return f === 0 && x < 0 ? -0 : f;
  if (d > 0.5) return f + 1 === 0 && x < 0 ? -0 : f + 1;
  const even = f % 2 === 0 ? f : f + 1;
  return even === 0 && x < 0 ? -0 : even;
}

const sq = (c: BackwardContext, x: Tensor): Tensor => c.call.pow(x, 2);
const oneMinus = (c: BackwardContext, x: Tensor): Tensor => c.call.add(c.call.mul(c.call.neg(x), x), 1);
const noBool =
  (text: string) =>
  (a: Tensor): void => {
    if (a.dtype.category === 'bool') throw runtimeError(text);
  };
const SQRT_PI_2 = 2 / Math.sqrt(Math.PI);

function sinc(x: number, r: (x: number) => number): number {
  if (x === 0) return 1;
  const p = r(r(Math.PI) * x);
  return r(r(m.sin(p)) / p);
}

/** Zero for real numbers; for complex ones the part of the gradient across the direction, over the magnitude. */
function sgnBack(c: BackwardContext): Tensor {
  const k = c.call;
  if (c.g.dtype.category !== 'complex') return k.inLevel() ? k.zerosLike(c.g) : zeroTensors().zeroTensorLike(k, c.g);
  const y = c.result;
  const r = k.u('abs', c.t('self'));
  const along = k.u('real', k.mul(k.conj(c.g), y));
  const across = k.mul(k.sub(c.g, k.mul(along, y)), 1);
  return k.maskedFill(k.div(across, r), k.one('eq.Scalar', r, 0), 0);
}

const tanhLoop: Loop1 = (a, out) => {
  if (!(a instanceof Float32Array && out instanceof Float32Array)) loop1(a instanceof Float32Array ? m.tanhRounded : m.tanh, a, out);
  else for (let i = 0, n = out.length; i < n; i++) out[i] = m.tanhRounded(a[i]);
};

const sqrtLoop: Loop1 = (a, out) => {
  for (let i = 0, n = out.length; i < n; i++) out[i] = Math.sqrt(a[i]);
};

const RULES: Readonly<Record<string, UnarySpec>> = {
  exp: { f: () => m.exp, derivative: ofResult('ExpBackward0', (c, y) => c.call.mul(c.g, c.call.conj(y))) },
  exp2: { f: () => m.exp2, derivative: ofResult('Exp2Backward0', (c, y) => c.call.mul(c.call.mul(c.g, y), c.call.float(Math.LN2))) },
  expm1: { f: (r) => m.stepsFor(r).expm1, derivative: ofResult('Expm1Backward0', (c, y) => c.call.mul(c.g, c.call.add(c.call.conj(y), 1))) },
  log: { f: () => m.log, derivative: ofSelf('LogBackward0', (c, x) => c.call.div(c.g, c.call.conj(x))) },
  log2: { f: () => m.log2, derivative: ofSelf('Log2Backward0', (c, x) => c.call.div(c.g, c.call.mul(c.call.conj(x), c.call.float(0.6931471805599453)))) },
  log10: { f: () => m.log10, derivative: ofSelf('Log10Backward0', (c, x) => c.call.div(c.g, c.call.mul(c.call.conj(x), c.call.float(2.3025850929940456)))) },
  log1p: { f: (r) => m.stepsFor(r).log1p, derivative: ofSelf('Log1PBackward0', (c, x) => c.call.div(c.g, c.call.conj(c.call.add(x, 1)))) },
  sin: { f: () => m.sin, derivative: ofSelf('SinBackward0', (c, x) => c.call.mul(c.g, c.call.conj(c.call.u('cos', x)))) },
  cos: { f: () => m.cos, derivative: ofSelf('CosBackward0', (c, x) => c.call.mul(c.g, c.call.neg(c.call.conj(c.call.u('sin', x))))) },
  tan: { f: () => m.tan, derivative: ofResult('TanBackward0', (c, y) => c.call.mul(c.g, c.call.conj(c.call.add(sq(c, y), 1)))) },
  sinh: { f: () => m.sinh, derivative: ofSelf('SinhBackward0', (c, x) => c.call.mul(c.g, c.call.conj(c.call.u('cosh', x)))) },
  cosh: { f: () => m.cosh, derivative: ofSelf('CoshBackward0', (c, x) => c.call.mul(c.g, c.call.conj(c.call.u('sinh', x)))) },
  tanh: {
    f: (r) => (r === Math.fround ? m.tanhRounded : m.tanh),
    loop: tanhLoop,
    derivative: ofResult('TanhBackward0', (c, y) => c.call.one('tanh_backward', c.g, y)),
  },
  asin: { f: () => m.asin, derivative: ofSelf('AsinBackward0', (c, x) => c.call.mul(c.g, c.call.u('rsqrt', oneMinus(c, x)))) },
  acos: { f: () => m.acos, derivative: ofSelf('AcosBackward0', (c, x) => c.call.mul(c.g, c.call.neg(c.call.u('rsqrt', oneMinus(c, x))))) },
  atan: { f: () => m.atan, derivative: ofSelf('AtanBackward0', (c, x) => c.call.div(c.g, c.call.add(c.call.mul(x, x), 1))) },
  asinh: { f: () => m.asinh, derivative: ofSelf('AsinhBackward0', (c, x) => c.call.mul(c.g, c.call.u('rsqrt', c.call.add(sq(c, x), 1)))) },
  acosh: { f: () => m.acosh, derivative: ofSelf('AcoshBackward0', (c, x) => c.call.mul(c.g, c.call.u('rsqrt', c.call.sub(c.call.mul(x, x), 1)))) },
  atanh: { f: () => m.atanh, derivative: ofSelf('AtanhBackward0', (c, x) => c.call.div(c.call.mul(c.g, 1), c.call.rsub(1, sq(c, x)))) },
  sqrt: { f: () => Math.sqrt, loop: sqrtLoop, derivative: ofResult('SqrtBackward0', (c, y) => c.call.div(c.g, c.call.mul(c.call.conj(y), 2))) },
  rsqrt: {
    steps: true,
    f: (r) => (x) => 1 / r(Math.sqrt(x)),
    derivative: ofResult('RsqrtBackward0', (c, y) => {
      const cube = c.call.conj(c.call.pow(y, 3));
      return c.call.mul(c.call.mul(c.g, c.call.float(-0.5)), cube);
    }),
  },
  reciprocal: {
    f: () => (x) => 1 / x,
    derivative: ofResult('ReciprocalBackward0', (c, y) => {
      const square = c.call.conj(c.call.mul(y, y));
      return c.call.mul(c.call.neg(c.g), square);
    }),
  },
  sigmoid: { f: (r) => (x) => 1 / r(1 + m.stepsFor(r).exp(-x)), derivative: ofResult('SigmoidBackward0', (c, y) => c.call.one('sigmoid_backward', c.g, y)) },
  erf: {
    f: () => m.erf,
    derivative: ofSelf('ErfBackward0', (c, x) => c.call.mul(c.call.mul(c.call.u('exp', c.call.neg(sq(c, x))), c.call.float(SQRT_PI_2)), c.g)),
  },
  erfc: {
    f: () => m.erfc,
    derivative: ofSelf('ErfcBackward0', (c, x) => c.call.mul(c.call.mul(c.call.u('exp', c.call.neg(sq(c, x))), c.call.float(-SQRT_PI_2)), c.g)),
  },
  erfinv: {
    f: () => m.erfinv,
    derivative: ofSelf('ErfinvBackward0', (c, x) =>
      c.call.mul(c.call.mul(c.call.u('exp', sq(c, c.call.u('erfinv', x))), c.call.float(0.5 * Math.sqrt(Math.PI))), c.g),
    ),
  },
  lgamma: { f: () => lgamma, derivative: ofSelf('LgammaBackward0', (c, x) => c.call.mul(c.g, c.call.u('digamma', x))) },
  digamma: {
    f: (r) => (r === Math.fround ? digammaF32 : digamma),
    derivative: ofSelf('DigammaBackward0', (c, x) => c.call.mul(c.g, c.call.one('polygamma', 1, x))),
  },
  sinc: {
    f: (r) => (x) => sinc(x, r),
    derivative: ofSelf('SincBackward0', (c, x) => {
      const k = c.call;
      const pix = k.mul(x, k.float(Math.PI));
      const square = k.mul(k.mul(x, x), k.float(Math.PI));
      const sine = k.u('sin', pix);
      const grad = k.mul(c.g, k.div(k.sub(k.mul(pix, k.u('cos', pix)), sine), square));
      const zero = k.one('scalar_tensor', k.float(0), grad.dtype, 'strided', grad.device, null);
      return k.where(k.one('eq.Scalar', x, k.float(0)), zero, grad);
    }),
  },
  neg: {
    rule: 'common',
    f: () => (x) => -x,
    check: noBool(
      'Negation, the `-` operator, on a bool tensor is not supported. If you are trying to invert a mask, use the `~` or `logical_not()` operator instead.',
    ),
    derivative: derivative('NegBackward0', [], { self: (c) => c.call.neg(c.g) }),
  },
  abs: { rule: 'common', f: () => Math.abs, derivative: ofSelf('AbsBackward0', (c, x) => c.call.mul(c.g, c.call.u('sgn', x))) },
  sign: { rule: 'common', f: () => (x) => (x > 0 ? 1 : x < 0 ? -1 : 0), derivative: flat('SignBackward0') },
  sgn: { rule: 'common', f: () => (x) => (x > 0 ? 1 : x < 0 ? -1 : 0), derivative: derivative('SgnBackward0', ['self', 'result'], { self: sgnBack }) },
  floor: { rule: 'common', f: () => Math.floor, derivative: flat('FloorBackward0'), intIdentity: true },
  ceil: { rule: 'common', f: () => Math.ceil, derivative: flat('CeilBackward0'), intIdentity: true },
  trunc: { rule: 'common', f: () => Math.trunc, derivative: flat('TruncBackward0'), intIdentity: true },
  round: { rule: 'common', f: () => roundEven, derivative: flat('RoundBackward0'), intIdentity: true },
  frac: { rule: 'common', f: () => (x) => x - Math.trunc(x), derivative: derivative('FracBackward0', [], { self: (c) => c.g }) },
  deg2rad: {
    f: (r) => (x) => x * r(Math.PI / 180),
    derivative: derivative('Deg2RadBackward0', [], { self: (c) => c.call.one('mul.Tensor', c.g, c.call.float(Math.PI / 180)) }),
  },
  rad2deg: {
    f: (r) => (x) => x * r(180 / Math.PI),
    derivative: derivative('Rad2DegBackward0', [], { self: (c) => c.call.one('mul.Tensor', c.g, c.call.float(180 / Math.PI)) }),
  },
  bitwise_not: { rule: 'common', f: () => (x) => -x - 1 },
  logical_not: { rule: 'bool', f: () => (x) => (x === 0 ? 1 : 0) },
};

const PREDICATES: Readonly<Record<string, F1>> = {
  isnan: (x) => (x !== x ? 1 : 0),
  isposinf: (x) => (x === Infinity ? 1 : 0),
  isneginf: (x) => (x === -Infinity ? 1 : 0),
  signbit: (x) => (x < 0 || Object.is(x, -0) ? 1 : 0),
};

/** Boolean results on a bool operand keep bool arithmetic. */
const boolNot: F1 = (x) => (x === 0 ? 1 : 0);

/** The kernels without code for some types, and these. */
const LACKS: Readonly<Record<string, readonly [string, string]>> = {
  abs: ['abs_cpu', 'bool'],
  ceil: ['ceil_vml_cpu', 'bool'],
  floor: ['floor_vml_cpu', 'bool'],
  round: ['round_vml_cpu', 'bool'],
  trunc: ['trunc_vml_cpu', 'bool'],
  frac: ['frac_cpu', 'bool int'],
  bitwise_not: ['bitwise_not_cpu', 'float'],
};
const named = Object.entries(RULES).flatMap(([name, spec]) => (name in LACKS ? lacking(...LACKS[name], unary(name, spec)) : unary(name, spec)));
const predicates = Object.entries(PREDICATES).flatMap(([name, f]) => unary(name, { rule: 'bool', f: () => f, inplace: false, out: name !== 'isnan' }));

const bitwiseNot = named.find((d) => d.schema.startsWith('bitwise_not(')) as OpDef;
const plainNot = bitwiseNot.kernel as (out: Tensor, a: Tensor) => void;
const notKernel = (out: Tensor, a: Tensor): void => (a.dtype === bool ? run1(out, { f32: boolNot, f64: boolNot }, a, bool) : plainNot(out, a));

const BITWISE_NOT: OpDef = { ...bitwiseNot, kernel: notKernel };

/** Composite aliases: another name for the same operator, no row of their own. */
function alias(name: string, target: string, inplace = true): OpDef[] {
  const plain: OpDef = { schema: `${name}(Tensor self) -> Tensor`, kind: 'composite', composite: (call, self: Tensor) => call.u(target, self) };
  const written: OpDef = {
    schema: `${name}_(Tensor(a!) self) -> Tensor(a!)`,
    kind: 'composite',
    composite: (call, self: Tensor) => call.u(`${target}_`, self),
  };
  return inplace ? [plain, written] : [plain];
}

const isfinite: OpDef = {
  schema: 'isfinite(Tensor self) -> Tensor',
  kind: 'composite',
  composite: (call, self: Tensor) => {
    if (self.dtype.category !== 'float') return call.one('ones_like', self, bool, null, null, null, null);
    // C++ evaluates the right operand first.
    const finite = call.one('ne.Scalar', call.u('abs', self), call.float(Infinity));
    return call.mul(call.one('eq.Tensor', self, self), finite);
  },
};

const isinf: OpDef = {
  schema: 'isinf(Tensor self) -> Tensor',
  kind: 'kernel',
  meta: (a: Tensor) => elementwiseOut([a], bool),
  kernel: (out: Tensor, a: Tensor) => {
    const f: F1 = (x) => (Math.abs(x) === Infinity ? 1 : 0);
    run1(out, { f32: f, f64: f }, a, a.dtype);
  },
};

const roundDecimals: OpDef = {
  schema: 'round.decimals(Tensor self, *, int decimals) -> Tensor',
  kind: 'kernel',
  meta: (a: Tensor) => metaFor('common')(a),
  kernel: (out: Tensor, a: Tensor, decimals: number) => {
    const p = m.pow(10, Math.abs(decimals));
    run1(
      out,
      pair((r) => (x) => (decimals < 0 ? roundEven(r(x / r(p))) * r(p) : roundEven(r(x * r(p))) / r(p))),
      a,
      a.dtype,
    );
  },
  derivative: flat('RoundBackward1'),
};

const square: OpDef[] = [
  { schema: 'square(Tensor self) -> Tensor', kind: 'composite', composite: (call, self: Tensor) => call.pow(self, 2) },
  { schema: 'square_(Tensor(a!) self) -> Tensor(a!)', kind: 'composite', composite: (call, self: Tensor) => call.one('pow_.Scalar', self, 2) },
];

export const UNARY: readonly OpDef[] = [
  ...named.filter((d) => !d.schema.startsWith('bitwise_not(') && !d.schema.startsWith('bitwise_not_(')),
  BITWISE_NOT,
  inplaceOf(BITWISE_NOT, { direct: true }),
  ...predicates,
  isinf,
  isfinite,
  roundDecimals,
  inplaceOf(roundDecimals, { direct: true }),
  ...square,
  {
    schema: 'positive(Tensor(a) self) -> Tensor(a)',
    kind: 'composite',
    composite: (_call, self: Tensor) => (noBool('The `+` operator, on a bool tensor is not supported.')(self), self),
  },
  {
    schema: 'isreal(Tensor self) -> Tensor',
    kind: 'composite',
    composite: (call, self: Tensor) =>
      self.dtype.category === 'complex'
        ? call.one('eq.Scalar', call.u('imag', self), 0)
        : call.one('ones_like', self, bool, null, null, null, 'preserve_format'),
  },
  ...alias('absolute', 'abs'),
  ...alias('negative', 'neg'),
  ...alias('arccos', 'acos'),
  ...alias('arcsin', 'asin'),
  ...alias('arctan', 'atan'),
  ...alias('arccosh', 'acosh'),
  ...alias('arcsinh', 'asinh'),
  ...alias('arctanh', 'atanh'),
  ...alias('fix', 'trunc'),
  ...alias('special_expm1', 'expm1', false),
  ...alias('special_exp2', 'exp2', false),
  ...alias('special_erf', 'erf', false),
  ...alias('special_erfc', 'erfc', false),
  ...alias('special_erfinv', 'erfinv', false),
  ...alias('special_log1p', 'log1p', false),
  ...alias('special_expit', 'sigmoid', false),
  ...alias('special_gammaln', 'lgamma', false),
  ...alias('special_digamma', 'digamma', false),
  ...alias('special_psi', 'digamma', false),
  ...alias('special_sinc', 'sinc', false),
  ...alias('special_i0', 'i0', false),
  {
    schema: 'special_round(Tensor self, *, int decimals=0) -> Tensor',
    kind: 'composite',
    composite: (call, self: Tensor, decimals: number) => call.one('round.decimals', self, decimals),
  },
];
