/** Functions of two numbers beyond arithmetic: extrema, atan2, hypot, logaddexp, nextafter, copysign, gcd and their kin. */
import { runtimeError } from '../tensor/errors.ts';
import * as m from '../tensor/math/index.ts';
import type { DType } from '../tensor/dtype.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { binary } from './binary.ts';
import { type F2, type Make, metaFor, run2 } from './elementwise.ts';
import { lacking } from './lacking.ts';
import { type BackwardContext, type Derivative, derivative, type OpDef } from './op.ts';
import { inplaceOf, outOf } from './variants.ts';
import { commonType, isReduced, isTensor, type Operand } from './work.ts';

const halfWhere = (c: BackwardContext, less: string): Tensor => {
  const [a, b] = [c.t('self'), c.t('other')];
  const half = c.call.div(c.g, 2);
  const picked = c.call.where(c.call.one('eq.Tensor', a, b), half, c.g);
  return c.call.one('masked_fill_.Scalar', picked, c.call.one(less, a, b), 0);
};

const extremum = (name: string, lessSelf: string, lessOther: string): Derivative =>
  derivative(name, ['self', 'other'], {
    self: (c) => halfWhere(c, lessSelf),
    other: (c) => halfWhere(c, lessOther),
  });

const nanMax: F2 = (a, b) => (a !== a || b !== b ? NaN : a > b ? a : b);
const nanMin: F2 = (a, b) => (a !== a || b !== b ? NaN : a < b ? a : b);
const dropNan =
  (pickOne: F2): F2 =>
  (a, b) =>
    a !== a ? b : b !== b ? a : pickOne(a, b);

const ignoring = (c: BackwardContext, name: string): Tensor =>
  c.call.one('logical_or_', c.call.one(name, c.t('self'), c.t('other')), c.call.u('isnan', c.t('other')));

const fExtremum = (name: string, cmp: string): Derivative =>
  derivative(name, ['self', 'other'], {
    self: (c) => c.call.maskedFill(c.g, c.call.u('logical_not_', ignoring(c, cmp)), 0),
    other: (c) => c.call.maskedFill(c.g, ignoring(c, cmp), 0),
  });

const sumOfExp = (c: BackwardContext, plus: string, minus: string): Tensor =>
  c.call.div(c.g, c.call.add(c.call.u('exp', c.call.sub(c.t(plus), c.t(minus))), 1));
const sumOfExp2 = (c: BackwardContext, plus: string, minus: string): Tensor =>
  c.call.div(c.g, c.call.add(c.call.one('pow.Scalar', 2, c.call.sub(c.t(plus), c.t(minus))), 1));

const logaddexp =
  (base: 'e' | '2'): Make<F2> =>
  (r) =>
  (a, b) => {
    if (Math.abs(a) === Infinity && a === b) return a;
    const hi = Math.max(a, b);
    const gap = -Math.abs(a - b);
    return base === 'e' ? r(hi + r(m.log1p(r(m.exp(r(gap)))))) : r(hi + r(m.log2(r(1 + r(m.exp2(r(gap)))))));
  };

function copysignSelf(c: BackwardContext): Tensor {
  const ratio = c.call.div(c.result, c.t('self'));
  const zero = c.call.one('eq.Scalar', c.t('self'), 0);
  return c.call.mul(c.g, c.call.one('masked_fill_.Scalar', ratio, zero, 0));
}

const sameTypes = (a: Operand, b: Operand): void => {
  if (isTensor(a) && isTensor(b) && a.dtype !== b.dtype) throw runtimeError('heaviside is not yet implemented for tensors with different dtypes.');
};

function gcd(a: number, b: number): number {
  a = Math.abs(a);
  b = Math.abs(b);
  while (b !== 0) [a, b] = [b, a % b];
  return a;
}

const bits32 = new Float32Array(1);
const word32 = new Int32Array(bits32.buffer);
const bits64 = new Float64Array(1);
const word64 = new BigInt64Array(bits64.buffer);

function nextAfter(a: number, b: number, single: boolean): number {
  if (a !== a || b !== b) return NaN;
  if (a === b) return b;
  if (single) {
    if (a === 0) {
      word32[0] = 1;
      return b > 0 ? bits32[0] : -bits32[0];
    }
    bits32[0] = a;
    word32[0] += a < b === a > 0 ? 1 : -1;
    return bits32[0];
  }
  if (a === 0) return b > 0 ? Number.MIN_VALUE : -Number.MIN_VALUE;
  bits64[0] = a;
  word64[0] += a < b === a > 0 ? 1n : -1n;
  return bits64[0];
}

/** The neighbour of a half type lies as many float32 numbers away as the types differ in width; at float16's small end it is 2^-24 away. */
function nextHalf(a: number, b: number, dtype: DType): number {
  if (a !== a || b !== b) return NaN;
  if (a === b) return b;
  const bfloat = dtype.name === 'bfloat16';
  if (!bfloat && Math.abs(a) < 2 ** -14) return a + (a < b ? 1 : -1) * 2 ** -24;
  if (a === 0) return (b > 0 ? 1 : -1) * 2 ** -133;
  bits32[0] = a;
  word32[0] += (a < b === a > 0 ? 1 : -1) << (bfloat ? 16 : 13);
  const r = bits32[0];
  return !bfloat && Math.abs(r) > 65504 ? Math.sign(r) * Infinity : r;
}

const NEXT_AFTER: OpDef = {
  schema: 'nextafter(Tensor self, Tensor other) -> Tensor',
  kind: 'kernel',
  meta: metaFor('common'),
  kernel: (out: Tensor, a: Operand, b: Operand) => {
    const d = commonType(a, b);
    const f32: F2 = isReduced(d) ? (x, y) => nextHalf(x, y, d) : (x, y) => nextAfter(x, y, true);
    run2(out, { f32, f64: (x, y) => nextAfter(x, y, false) }, a, b, d);
  },
  derivative: derivative('NextafterBackward0', ['self', 'other'], {
    other: (c) => c.call.one('zeros', c.t('other').sizes, c.g.dtype, 'strided', c.g.device, null),
    self: (c) => c.call.where(c.call.one('ne.Tensor', c.t('self'), c.t('other')), c.g, 0),
  }),
};

export const PAIRS: readonly OpDef[] = [
  ...binary(
    'maximum',
    { f: () => nanMax, big: (a, b) => (a > b ? a : b), derivative: extremum('MaximumBackward0', 'lt.Tensor', 'gt.Tensor') },
    { overload: '', inplace: false },
  ),
  ...binary(
    'minimum',
    { f: () => nanMin, big: (a, b) => (a < b ? a : b), derivative: extremum('MinimumBackward0', 'gt.Tensor', 'lt.Tensor') },
    { overload: '', inplace: false },
  ),
  ...binary('fmax', { f: () => dropNan((a, b) => Math.max(a, b)), derivative: fExtremum('FmaxBackward0', 'ge.Tensor') }, { overload: '', inplace: false }),
  ...binary('fmin', { f: () => dropNan((a, b) => Math.min(a, b)), derivative: fExtremum('FminBackward0', 'le.Tensor') }, { overload: '', inplace: false }),
  ...binary(
    'atan2',
    {
      rule: 'float',
      f: () => m.atan2,
      derivative: derivative('Atan2Backward0', ['self', 'other'], {
        'self,other': (c) => {
          const [a, b] = [c.t('self'), c.t('other')];
          const k = c.call;
          const bb = k.mul(b, b);
          const inverse = k.u('reciprocal', k.add(k.mul(a, a), bb));
          const recip = k.maskedFill(inverse, k.one('eq.Scalar', inverse, k.float(Infinity)), 0);
          return [c.needs('self') ? k.mul(k.mul(c.g, b), recip) : null, c.needs('other') ? k.mul(k.mul(c.g, k.neg(a)), recip) : null];
        },
      }),
    },
    { overload: '' },
  ),
  ...lacking(
    'hypot_cpu',
    'bool int',
    binary(
      'hypot',
      {
        f: () => (a, b) => {
          if (Math.abs(a) === Infinity || Math.abs(b) === Infinity) return Infinity;
          const s = Math.max(Math.abs(a), Math.abs(b));
          return s === 0 || s !== s ? s : s * Math.sqrt((a / s) * (a / s) + (b / s) * (b / s));
        },
        derivative: derivative('HypotBackward0', ['self', 'other', 'result'], {
          self: (c) => c.call.div(c.call.mul(c.g, c.t('self')), c.result),
          other: (c) => c.call.div(c.call.mul(c.g, c.t('other')), c.result),
        }),
      },
      { overload: '' },
    ),
  ),
  ...lacking(
    'logaddexp_cpu',
    'bool int',
    binary(
      'logaddexp',
      {
        f: logaddexp('e'),
        derivative: derivative('LogaddexpBackward0', ['self', 'other'], {
          self: (c) => sumOfExp(c, 'other', 'self'),
          other: (c) => sumOfExp(c, 'self', 'other'),
        }),
      },
      { overload: '', inplace: false },
    ),
  ),
  ...lacking(
    'logaddexp2_cpu',
    'bool int',
    binary(
      'logaddexp2',
      {
        f: logaddexp('2'),
        derivative: derivative('Logaddexp2Backward0', ['self', 'other'], {
          self: (c) => sumOfExp2(c, 'other', 'self'),
          other: (c) => sumOfExp2(c, 'self', 'other'),
        }),
      },
      { overload: '', inplace: false },
    ),
  ),
  ...lacking('nextafter_cpu', 'bool int', [NEXT_AFTER, inplaceOf(NEXT_AFTER, { direct: true }), outOf(NEXT_AFTER)]),
  ...binary(
    'copysign',
    {
      rule: 'float',
      f: () => (a, b) => (b < 0 || Object.is(b, -0) ? -Math.abs(a) : Math.abs(a)),
      derivative: derivative('CopysignBackward0', ['self', 'result'], {
        self: (c) => copysignSelf(c),
        other: (c) => c.call.one('zeros', c.like('other').sizes, c.g.dtype, 'strided', c.g.device, null),
      }),
      scalarDerivative: derivative('CopysignBackward1', ['self', 'result'], { self: copysignSelf }),
    },
    { scalar: 'Scalar' },
  ),
  ...binary('heaviside', { f: () => (a, b) => (a !== a ? NaN : a === 0 ? b : a < 0 ? 0 : 1), check: sameTypes }, { overload: '' }).map((d) => ({
    ...d,
    schema: d.schema.replace('Tensor other', 'Tensor values'),
  })),
  ...lacking('gcd_cpu', 'bool float', binary('gcd', { f: () => gcd }, { overload: '' })),
  ...lacking('lcm_cpu', 'bool float', binary('lcm', { f: () => (a, b) => (a === 0 || b === 0 ? 0 : Math.abs((a / gcd(a, b)) * b)) }, { overload: '' })),
];
