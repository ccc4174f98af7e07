/**
 * Special functions: Bessel, gamma and zeta families, normal distribution, orthogonal polynomials, entropy.
 *
 * Series and rational forms are evaluated in double and rounded once. Most have no derivative in PyTorch either.
 */
import { newWorking } from '../tensor/access.ts';
import { lgamma } from '../tensor/math/gamma.ts';
import * as m from '../tensor/math/index.ts';
import { notImplementedFor, runtimeError } from '../tensor/errors.ts';
import { CPP, floatFor } from '../tensor/promotion.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { elementwiseOut, type F1, type F2, type Make, run1, run2 } from './elementwise.ts';
import { type BackwardContext, composite, derivative, type Derivative, type OpDef, type Scalar } from './op.ts';
import {
  airyAi,
  besselI0,
  besselI0e,
  besselI0eHalf,
  besselI1,
  besselI1e,
  besselJ0,
  besselJ1,
  besselK0,
  besselK0e,
  besselK1,
  besselK1e,
  besselY0,
  besselY1,
  erfcx,
  igamma,
  igammac,
  logNdtr,
  ndtri,
  polygamma,
  sphericalJ0,
  trigamma,
  zeta,
} from './special_functions.ts';
import { stepwise } from './stepwise.ts';
import { sumAll } from './sum.ts';
import { ofResult, ofSelf, unary } from './unary.ts';
import { inplaceOf, outOf } from './variants.ts';
import { commonType, isReduced, numberOf, type Operand, roundingOf } from './work.ts';

const SQRT_2PI = Math.sqrt(2 * Math.PI);

interface Two {
  name: string;
  /** Made for the rounding of the type that is computed in; what takes one step needs none. */
  f: (r: F1) => F2;
  /** Overload names of the forms with a number on the left and on the right. */
  scalars?: readonly [string, string];
  plain?: string;
  args?: readonly [string, string];
  derivative?: Derivative;
  leftDerivative?: Derivative;
  rightDerivative?: Derivative;
  inplace?: boolean;
  noHalf?: true;
}

/** The kernel's name in PyTorch's words. */
const cpu = (name: string): string => `${name.replace('special_', '')}_cpu`;

function two(s: Two): OpDef[] {
  const [a, b] = s.args ?? ['self', 'other'];
  const meta = (x: Operand, y: Operand): Tensor => elementwiseOut([x, y], floatFor(commonType(x, y)));
  const kernel = (out: Tensor, x: Operand, y: Operand): void => {
    const type = floatFor(commonType(x, y));
    if (s.noHalf && isReduced(type)) throw notImplementedFor(cpu(s.name), CPP[type.name]);
    const f = s.f(roundingOf(type));
    run2(out, { f32: f, f64: f }, x, y, type);
  };
  const make = (overload: string, ta: string, tb: string, d?: Derivative): OpDef => ({
    schema: `${s.name}${overload}(${ta} ${a}, ${tb} ${b}) -> Tensor`,
    kind: 'kernel',
    meta,
    kernel,
    ...(d ? { derivative: d } : {}),
  });
  const first = make(s.plain ?? '', 'Tensor', 'Tensor', s.derivative);
  const ops = [first];
  if (s.inplace) ops.push(inplaceOf(first));
  if (s.scalars) {
    ops.push(make(`.${s.scalars[0]}`, 'Scalar', 'Tensor', s.leftDerivative), make(`.${s.scalars[1]}`, 'Tensor', 'Scalar', s.rightDerivative));
  }
  return ops;
}

// The logarithm is a scalar call in the tensor's own type, and so is the product (`BinaryOpsKernel.cpp`).
const xlogy =
  (r: F1): F2 =>
  (x, y) =>
    y !== y ? NaN : x === 0 ? 0 : x * r(m.log(y));
const xlog1py =
  (r: F1): F2 =>
  (x, y) =>
    y !== y ? NaN : x === 0 ? 0 : x * r(m.log1p(y));

const logOther = (name: string, limit: number): Derivative =>
  derivative(`${name}Backward0`, ['self', 'other'], {
    self: (c) => {
      const k = c.call;
      const value = k.one(name === 'Xlogy' ? 'xlogy.Tensor' : 'special_xlog1py', c.g, c.t('other'));
      const low = k.one('le.Scalar', c.t('other'), k.float(limit));
      const mask = k.one('bitwise_and.Tensor', k.one('eq.Scalar', c.t('self'), k.float(0)), low);
      return k.maskedFill(value, mask, k.float(0));
    },
    other: (c) => {
      const k = c.call;
      const den = name === 'Xlogy' ? c.t('other') : k.add(c.t('other'), 1);
      return k.div(k.mul(c.g, c.t('self')), den);
    },
  });

const leftLog = (name: string): Derivative =>
  derivative(`${name}Backward1`, ['other'], {
    other: (c) => {
      const k = c.call;
      return k.div(k.mul(c.g, c.arg<Scalar>('self')), name === 'Xlogy' ? c.t('other') : k.add(c.t('other'), 1));
    },
  });

/** Three-term recurrences: value of the polynomial of degree n at x. */
const recurrence =
  (first: (x: number) => number, next: (x: number, k: number, p: number, q: number) => number): F2 =>
  (x, n) => {
    const degree = Math.trunc(n);
    if (degree < 0) return 0;
    if (degree === 0) return 1;
    let [q, p] = [1, first(x)];
    for (let k = 2; k <= degree; k++) [q, p] = [p, next(x, k, p, q)];
    return p;
  };

const chebyshev = (first: (x: number) => number): F2 => recurrence(first, (x, _k, p, q) => 2 * x * p - q);
const shifted =
  (f: F2): F2 =>
  (x, n) =>
    f(2 * x - 1, n);

const POLYNOMIALS: Readonly<Record<string, F2>> = {
  chebyshev_polynomial_t: chebyshev((x) => x),
  chebyshev_polynomial_u: chebyshev((x) => 2 * x),
  chebyshev_polynomial_v: chebyshev((x) => 2 * x - 1),
  chebyshev_polynomial_w: chebyshev((x) => 2 * x + 1),
  shifted_chebyshev_polynomial_t: shifted(chebyshev((x) => x)),
  shifted_chebyshev_polynomial_u: shifted(chebyshev((x) => 2 * x)),
  shifted_chebyshev_polynomial_v: shifted(chebyshev((x) => 2 * x - 1)),
  shifted_chebyshev_polynomial_w: shifted(chebyshev((x) => 2 * x + 1)),
  hermite_polynomial_h: recurrence(
    (x) => 2 * x,
    (x, k, p, q) => 2 * x * p - 2 * (k - 1) * q,
  ),
  hermite_polynomial_he: recurrence(
    (x) => x,
    (x, k, p, q) => x * p - (k - 1) * q,
  ),
  laguerre_polynomial_l: recurrence(
    (x) => 1 - x,
    (x, k, p, q) => ((2 * k - 1 - x) * p - (k - 1) * q) / k,
  ),
  legendre_polynomial_p: recurrence(
    (x) => x,
    (x, k, p, q) => ((2 * k - 1) * x * p - (k - 1) * q) / k,
  ),
};

const entropy: Make<F1> = (r) => (x) => (x !== x ? x : x > 0 ? -x * r(m.log(x)) : x === 0 ? 0 : -Infinity);

/** `noHalf`: PyTorch's kernel has no code for half types. `steps`: the function as half types make it, rounded after every step. */
const ONE: Readonly<Record<string, { f: F1; steps?: Make<F1>; d?: Derivative; noHalf?: true }>> = {
  i0: { f: besselI0, d: ofSelf('I0Backward0', (c, x) => c.call.mul(c.g, c.call.u('special_i1', x))) },
  special_i0e: {
    f: besselI0e,
    steps: besselI0eHalf,
    d: derivative('SpecialI0EBackward0', ['self', 'result'], {
      self: (c) => {
        const k = c.call;
        const right = k.mul(k.u('sgn', c.t('self')), c.result);
        return k.mul(c.g, k.sub(k.u('special_i1e', c.t('self')), right));
      },
    }),
  },
  special_i1: {
    f: besselI1,
    d: derivative('SpecialI1Backward0', ['self', 'result'], { self: (c) => i1Back(c, false) }),
  },
  special_i1e: {
    f: besselI1e,
    d: derivative('SpecialI1EBackward0', ['self', 'result'], { self: (c) => i1Back(c, true) }),
  },
  special_bessel_j0: { f: besselJ0, noHalf: true },
  special_bessel_j1: { f: besselJ1, noHalf: true },
  special_bessel_y0: { f: besselY0, noHalf: true },
  special_bessel_y1: { f: besselY1, noHalf: true },
  special_modified_bessel_i0: { f: besselI0, noHalf: true },
  special_modified_bessel_i1: { f: besselI1, noHalf: true },
  special_modified_bessel_k0: { f: besselK0, noHalf: true },
  special_modified_bessel_k1: { f: besselK1, noHalf: true },
  special_ndtri: {
    f: ndtri,
    noHalf: true,
    d: ofResult('SpecialNdtriBackward0', (c, y) => {
      const k = c.call;
      const e = k.u('exp', k.div(k.u('square', y), 2));
      return k.mul(k.mul(c.g, k.float(SQRT_2PI)), e);
    }),
  },
  special_log_ndtr: {
    f: logNdtr,
    noHalf: true,
    d: derivative('SpecialLogNdtrBackward0', ['self', 'result'], {
      self: (c) => {
        const k = c.call;
        const inner = k.add(c.result, k.div(k.pow(c.t('self'), 2), 2));
        const e = k.u('exp', k.neg(inner));
        return k.mul(k.div(c.g, k.float(SQRT_2PI)), e);
      },
    }),
  },
  special_erfcx: {
    f: erfcx,
    noHalf: true,
    d: derivative('SpecialErfcxBackward0', ['self', 'result'], {
      self: (c) => {
        const k = c.call;
        const a = k.mul(k.mul(c.t('self'), k.float(2)), c.result);
        return k.mul(k.sub(a, k.float(2 / Math.sqrt(Math.PI))), c.g);
      },
    }),
  },
  special_entr: {
    f: entropy((x) => x),
    steps: entropy,
    d: ofSelf('SpecialEntrBackward0', (c, x) => c.call.mul(c.g, c.call.neg(c.call.add(c.call.u('log', x), 1)))),
  },
};
function i1Back(c: BackwardContext, scaled: boolean): Tensor {
  const k = c.call;
  const [x, y] = [c.t('self'), c.result];
  const eps = x.dtype.name === 'float64' ? 2.220446049250313e-16 : 1.1920928955078125e-7;
  const notTiny = k.one('gt.Scalar', k.u('abs', x), k.float(eps));
  const number = (v: number): Tensor => k.one('scalar_tensor', k.float(v), x.dtype, 'strided', x.device, null);
  const safe = k.where(notTiny, x, number(eps));
  const inverse = k.u('reciprocal', safe);
  const right = k.mul(y, scaled ? k.add(k.u('sgn', x), inverse) : inverse);
  const g = k.sub(k.u(scaled ? 'special_i0e' : 'i0', safe), right);
  return k.mul(c.g, k.where(notTiny, g, number(0.5)));
}

/** Functions whose argument PyTorch calls `x`. */
const OF_X: Readonly<Record<string, F1>> = {
  special_airy_ai: airyAi,
  special_spherical_bessel_j0: sphericalJ0,
  special_scaled_modified_bessel_k0: besselK0e,
  special_scaled_modified_bessel_k1: besselK1e,
};

const polygammaOp: OpDef = {
  schema: 'polygamma(int n, Tensor self) -> Tensor',
  kind: 'kernel',
  meta: (n: number, self: Tensor) => {
    if (n < 0) throw runtimeError(`polygamma(n, x) does not support negative n.`);
    return elementwiseOut([self], floatFor(self.dtype));
  },
  kernel: (out: Tensor, n: number, self: Tensor) => {
    const f: F2 = (x) => polygamma(n, x);
    if (n === 1) run2(out, { f32: (x) => trigamma(x, Math.fround), f64: (x) => trigamma(x, (v) => v) }, self, 0, out.dtype);
    else run2(out, { f32: f, f64: f }, self, 0, out.dtype);
  },
  derivative: derivative('PolygammaBackward0', ['self'], { self: (c) => c.call.mul(c.g, c.call.one('polygamma', c.arg<number>('n') + 1, c.t('self'))) }),
};

const gammaPair = (name: 'igamma' | 'igammac', f: F2): OpDef[] => {
  const sign = name === 'igamma' ? 1 : -1;
  return two({
    name,
    f: () => f,
    inplace: true,
    derivative: derivative(name === 'igamma' ? 'IgammaBackward0' : 'IgammacBackward0', ['self', 'other'], {
      other: (c) => {
        const k = c.call;
        const [a, x] = [c.t('self'), c.t('other')];
        const e = k.u('exp', k.sub(k.sub(k.mul(k.sub(a, 1), k.u('log', x)), x), k.u('lgamma', a)));
        return sign === 1 ? k.mul(c.g, e) : k.mul(k.neg(c.g), e);
      },
    }),
  });
};

export const SPECIAL: readonly OpDef[] = [
  ...Object.entries(ONE).flatMap(([name, s]) =>
    unary(name, {
      f: (r) => (s.steps && r !== Math.fround ? s.steps(r) : s.f),
      inplace: name === 'i0',
      steps: s.steps !== undefined,
      ...(s.noHalf ? { noHalf: cpu(name) } : {}),
      ...(s.d ? { derivative: s.d } : {}),
    }),
  ),
  ...Object.entries(OF_X).flatMap(([name, f]) =>
    unary(name, { f: () => f, inplace: false, out: false, noHalf: cpu(name) }).map((d) => ({ ...d, schema: d.schema.replace('Tensor self', 'Tensor x') })),
  ),
  ...Object.entries(POLYNOMIALS).flatMap(([name, f]) =>
    two({ name: `special_${name}`, noHalf: true, f: () => f, args: ['x', 'n'], scalars: ['x_scalar', 'n_scalar'] }),
  ),
  ...two({
    name: 'xlogy',
    f: xlogy,
    plain: '.Tensor',
    scalars: ['Scalar_Self', 'Scalar_Other'],
    inplace: true,
    derivative: logOther('Xlogy', 0),
    leftDerivative: leftLog('Xlogy'),
    rightDerivative: derivative('XlogyBackward2', ['self'], {
      self: (c) => {
        const other = c.arg<Scalar>('other');
        const g = c.call.one('xlogy.Scalar_Other', c.g, other);
        return numberOf(other) > 0 ? g : c.call.maskedFill(g, c.call.one('eq.Scalar', c.t('self'), c.call.float(0)), c.call.float(0));
      },
    }),
  }),
  ...two({
    name: 'special_xlog1py',
    f: xlog1py,
    scalars: ['self_scalar', 'other_scalar'],
    derivative: logOther('SpecialXlog1Py', -1),
    leftDerivative: leftLog('SpecialXlog1Py'),
    rightDerivative: derivative('SpecialXlog1PyBackward2', ['self'], {
      self: (c) => {
        const other = c.arg<Scalar>('other');
        const g = c.call.one('special_xlog1py.other_scalar', c.g, other);
        return numberOf(other) > -1 ? g : c.call.maskedFill(g, c.call.one('eq.Scalar', c.t('self'), c.call.float(0)), c.call.float(0));
      },
    }),
  }),
  ...two({
    name: 'special_zeta',
    noHalf: true,
    f: () => zeta,
    scalars: ['self_scalar', 'other_scalar'],
    derivative: derivative('SpecialZetaBackward0', ['self', 'other'], {
      other: (c) => {
        const k = c.call;
        const z = k.one('special_zeta', k.add(c.t('self'), k.float(1)), c.t('other'));
        return k.mul(k.mul(c.g, k.neg(c.t('self'))), z);
      },
    }),
  }),
  ...['', '.self_scalar', '.other_scalar'].map((form) => {
    const target = { '': 'xlogy.Tensor', '.self_scalar': 'xlogy.Scalar_Self', '.other_scalar': 'xlogy.Scalar_Other' }[form] as string;
    const [a, b] = [form === '.self_scalar' ? 'Scalar' : 'Tensor', form === '.other_scalar' ? 'Scalar' : 'Tensor'];
    return composite(`special_xlogy${form}(${a} self, ${b} other) -> Tensor`, (call, x: Operand, y: Operand) => call.one(target, x, y));
  }),
  polygammaOp,
  inplaceOfPolygamma(),
  outOf(polygammaOp),
  composite('special_polygamma(int n, Tensor self) -> Tensor', (call, n: number, self: Tensor) => call.one('polygamma', n, self)),
  ...gammaPair('igamma', igamma),
  ...gammaPair('igammac', igammac),
  composite('special_gammainc(Tensor self, Tensor other) -> Tensor', (call, a: Tensor, b: Tensor) => call.one('igamma', a, b)),
  composite('special_gammaincc(Tensor self, Tensor other) -> Tensor', (call, a: Tensor, b: Tensor) => call.one('igammac', a, b)),
  composite('special_ndtr(Tensor self) -> Tensor', (call, self: Tensor) => {
    return call.mul(call.add(call.u('erf', call.mul(self, call.float(Math.SQRT1_2))), 1), call.float(0.5));
  }),
  composite('special_logsumexp(Tensor self, int[1] dim, bool keepdim=False) -> Tensor', (call, self: Tensor, dim: number[], keepdim: boolean) =>
    call.one('logsumexp', self, dim, keepdim),
  ),
  {
    schema: 'mvlgamma(Tensor self, int p) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor, p: number) => {
      if (p < 1) throw runtimeError('p has to be greater than or equal to 1');
      return elementwiseOut([self], floatFor(self.dtype));
    },
    kernel: (out: Tensor, self: Tensor, p: number) => {
      // arange, add, lgamma_, sum, add_ in PyTorch: each rounds to the type.
      const f: Make<F1> = (r) => {
        const c = r(((p * (p - 1)) / 4) * m.log(Math.PI));
        const terms = newWorking(out.dtype, p);
        return (x) => {
          for (let i = 0; i < p; i++) terms[i] = r(lgamma(r(x + (i + 1 - p) / 2)));
          return r(sumAll(terms)) + c;
        };
      };
      run1(out, stepwise(f, out.dtype), self, out.dtype);
    },
    derivative: derivative('MvlgammaBackward0', ['self'], {
      self: (c) => {
        const k = c.call;
        const p = c.arg<number>('p');
        const x = c.t('self');
        const steps = k.one('arange.start_step', k.float(-p / 2 + 0.5), k.float(0.5), k.float(0.5), x.dtype, 'strided', x.device, null);
        const args = k.add(steps, k.unsqueeze(x, -1));
        return k.mul(c.g, k.sum(k.u('digamma_', args), [-1]));
      },
    }),
  },
];

function inplaceOfPolygamma(): OpDef {
  return {
    schema: 'polygamma_(Tensor(a!) self, int n) -> Tensor(a!)',
    kind: 'kernel',
    meta: (self: Tensor) => self,
    kernel: (self: Tensor, _s: Tensor, n: number) => {
      const f: F2 = (x) => polygamma(n, x);
      run2(self, { f32: f, f64: f }, self, 0, self.dtype);
    },
  };
}
