/**
 * Arithmetic on two operands: add, sub, mul, div and their kin, with in-place, scalar and out forms.
 *
 * Leaves out: complex numbers. Integer arithmetic wraps at 64 bits as C++ does.
 */
import * as m from '../tensor/math/index.ts';
import type { DType } from '../tensor/dtype.ts';
import { runtimeError } from '../tensor/errors.ts';
import { floatFor } from '../tensor/promotion.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { type Big2, computeType, elementwiseOut, type F2, type Make, metaFor, pair, type Pair, type ResultRule, run2 } from './elementwise.ts';
import { type Arg, type BackwardContext, type Derivative, derivative, type OpDef, type Scalar } from './op.ts';
import { inplaceOf, outOf } from './variants.ts';
import { commonType, isTensor, kindOf, numberOf, type Operand } from './work.ts';

/** Gradients multiply by an argument that may be a Python number: `mul.Tensor` in either case, as PyTorch traces it. */
const times = (c: BackwardContext, a: Tensor, b: Arg): Tensor => c.call.one('mul.Tensor', a, b);
const over = (c: BackwardContext, a: Tensor, b: Arg): Tensor => c.call.one('div.Tensor', a, b);

interface BinarySpec {
  rule?: ResultRule;
  f: Make<F2>;
  big?: Big2;
  /** Python numbers keep float32 precision beside half types. */
  exact?: boolean;
  derivative?: Derivative;
  scalarDerivative?: Derivative;
  check?: (a: Operand, b: Operand) => void;
}

const wrap = (v: bigint): bigint => BigInt.asIntN(64, v);

/** `name.Tensor`, `name_.Tensor`, `name.out`, and the Scalar forms where asked. */
function binary(name: string, spec: BinarySpec, forms: { overload?: string; scalar?: string | false; out?: string | false; inplace?: boolean } = {}): OpDef[] {
  const rule = spec.rule ?? 'common';
  const f = pair(spec.f);
  const meta = (a: Operand, b: Operand): Tensor => {
    spec.check?.(a, b);
    return metaFor(rule)(a, b);
  };
  const kernel = (out: Tensor, a: Operand, b: Operand): void =>
    run2(out, f, a, b, computeType(rule, [a, b]), spec.big, spec.exact ?? false);
  const make = (schema: string, d?: Derivative): OpDef => ({ schema, kind: 'kernel', meta, kernel, ...(d ? { derivative: d } : {}) });
  const dot = forms.overload === undefined ? '.Tensor' : forms.overload;
  const first = make(`${name}${dot}(Tensor self, Tensor other) -> Tensor`, spec.derivative);
  const ops = [first];
  if (forms.inplace !== false) ops.push(inplaceOf(first, { direct: true }));
  if (forms.out !== false) ops.push(outOf(first, forms.out ?? 'out'));
  if (forms.scalar !== false && forms.scalar !== undefined) {
    const s = make(`${name}.${forms.scalar}(Tensor self, Scalar other) -> Tensor`, spec.scalarDerivative);
    ops.push(s);
    if (forms.inplace !== false) ops.push(inplaceOf(s, { direct: true }));
  }
  return ops;
}

function alphaCheck(a: Operand, b: Operand, alpha: Scalar): void {
  const c = commonType(a, b);
  if (typeof alpha === 'boolean' && c.category !== 'bool') throw runtimeError('Boolean alpha only supported for Boolean results.');
  if (kindOf(alpha) === 'float' && c.category !== 'float') {
    throw runtimeError('For integral input tensors, argument alpha must not be a floating point number.');
  }
}

/** add, sub, rsub: `self ± alpha * other`; the product is rounded on its own unless alpha is one. */
function additive(name: string, sign: 1 | -1, swapped: boolean, d: Derivative, ds: Derivative): OpDef[] {
  const meta = (a: Operand, b: Operand, alpha: Scalar): Tensor => {
    alphaCheck(a, b, alpha);
    return metaFor('common')(a, b);
  };
  const kernel = (out: Tensor, a: Operand, b: Operand, alpha: Scalar): void => {
    if (name !== 'add') refuseBool(a, b);
    const dtype = commonType(a, b);
    const [x, y] = swapped ? [b, a] : [a, b];
    const k = sign * numberOf(alpha);
    const f: Pair<F2> = k === 1 ? PLUS : k === -1 ? MINUS : dtype.category === 'float'
      ? pair((r) => {
        const q = r(k);
        return (p, s) => r(p + r(q * s));
      })
      : pair(() => (p, s) => p + k * s);
    const bigK = dtype.category === 'float' ? 0n : BigInt(Math.trunc(k));
    run2(out, f, x, y, dtype, (p, s) => wrap(p + bigK * s), true);
  };
  const make = (schema: string, der: Derivative): OpDef => ({ schema, kind: 'kernel', meta, kernel, derivative: der });
  const t = make(`${name}.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor`, d);
  const s = make(`${name}.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor`, ds);
  if (name === 'rsub') return [t, s];
  return [t, inplaceOf(t, { direct: true }), outOf(t), s, inplaceOf(s, { direct: true })];
}

const PLUS = pair<F2>(() => (a, b) => a + b);
const MINUS = pair<F2>(() => (a, b) => a - b);
const isBool = (x: Operand): boolean => (isTensor(x) ? x.dtype.category === 'bool' : typeof x === 'boolean');

/** `sub_check`: no subtraction with a bool on either side. Kernels alone know it: tracing passes. */
function refuseBool(a: Operand, b: Operand): void {
  if (!isBool(a) && !isBool(b)) return;
  throw runtimeError(
    isBool(a) && isBool(b)
      ? 'Subtraction, the `-` operator, with two bool tensors is not supported. Use the `^` or `logical_xor()` operator instead.'
      : 'Subtraction, the `-` operator, with a bool tensor is not supported. If you are trying to invert a mask, use the `~` or `logical_not()` operator instead.',
  );
}

const add = derivative('AddBackward0', [], {
  self: (c) => c.g,
  other: (c) => c.call.maybeMul(c.g, c.arg<Scalar>('alpha')),
});
const sub = derivative('SubBackward0', [], {
  self: (c) => c.g,
  other: (c) => c.call.maybeMul(c.call.neg(c.g), c.arg<Scalar>('alpha')),
});
const rsub = derivative('RsubBackward0', [], {
  self: (c) => c.call.maybeMul(c.call.neg(c.g), c.arg<Scalar>('alpha')),
  other: (c) => c.g,
});

const pass = (name: string): Derivative => derivative(name, [], { self: (c) => c.g });

const mul = derivative('MulBackward0', ['self?other', 'other?self'], {
  self: (c) => times(c, c.g, c.arg('other')),
  other: (c) => times(c, c.g, c.arg('self')),
});

const div = derivative('DivBackward0', ['self?other', 'other'], {
  self: (c) => over(c, c.g, c.arg('other')),
  other: (c) => {
    const q = over(c, over(c, c.t('self'), c.arg('other')), c.arg('other'));
    return times(c, c.call.neg(c.g), q);
  },
});

const floorDiv = (a: number, b: number): number => {
  // C++ div_floor: exact quotient by way of fmod, as Python does it.
  if (b === 0) return a / b;
  const mod = a % b;
  let q = (a - mod) / b;
  if (mod !== 0 && b < 0 !== mod < 0) q -= 1;
  if (q === 0) return Object.is(a / b, -0) || a / b < 0 ? -0 : 0;
  const f = Math.floor(q);
  return q - f > 0.5 ? f + 1 : f;
};

const intCheck = (a: Operand, b: Operand): void => {
  if (commonType(a, b).category === 'float') return;
  if (!isTensor(b) && numberOf(b) === 0) throw runtimeError('ZeroDivisionError');
};

const remainder: F2 = (a, b) => {
  const r = a % b;
  return r !== 0 && r < 0 !== b < 0 ? r + b : r;
};

const zeroDivision = (f: F2): F2 => (a, b) => {
  if (b === 0) throw runtimeError('ZeroDivisionError');
  return f(a, b);
};

/** div with a rounding mode; None is true division. */
function divMode(): OpDef[] {
  const modeOf = (mode: Arg): 'true' | 'trunc' | 'floor' => {
    if (mode === null) return 'true';
    if (mode === 'trunc' || mode === 'floor') return mode;
    throw runtimeError(`div expected rounding_mode to be one of None, 'trunc', or 'floor' but found '${String(mode)}'`);
  };
  const typeOf = (a: Operand, b: Operand, mode: Arg): DType => (modeOf(mode) === 'true' ? floatFor(commonType(a, b)) : commonType(a, b));
  const meta = (a: Operand, b: Operand, mode: Arg): Tensor => elementwiseOut([a, b], typeOf(a, b, mode));
  const kernel = (out: Tensor, a: Operand, b: Operand, mode: Arg): void => {
    const dtype = typeOf(a, b, mode);
    const kind = modeOf(mode);
    const ints = dtype.category !== 'float';
    const f = kind === 'true' ? pair<F2>(() => (x, y) => x / y)
      : kind === 'trunc' ? pair<F2>((r) => (ints ? zeroDivision((x, y) => Math.trunc(x / y)) : (x, y) => Math.trunc(r(x / y))))
      : pair<F2>((r) => (ints ? zeroDivision((x, y) => Math.floor(x / y)) : (x, y) => r(floorDiv(x, y))));
    run2(out, f, a, b, dtype, undefined, true);
  };
  const d = derivative('DivBackward2', ['self?other', 'other'], {
    self: (c) => (c.arg('rounding_mode') === null ? over(c, c.g, c.arg('other')) : c.call.zerosLike(c.g)),
    other: (c) => {
      if (c.arg('rounding_mode') !== null) return c.call.zerosLike(c.g);
      return times(c, c.call.neg(c.g), over(c, over(c, c.t('self'), c.arg('other')), c.arg('other')));
    },
  });
  const ds = derivative('DivBackward3', [], {
    self: (c) => (c.arg('rounding_mode') === null ? c.call.div(c.g, c.arg<Scalar>('other')) : c.call.zerosLike(c.g)),
  });
  const t: OpDef = { schema: 'div.Tensor_mode(Tensor self, Tensor other, *, str? rounding_mode) -> Tensor', kind: 'kernel', meta, kernel, derivative: d };
  const s: OpDef = { schema: 'div.Scalar_mode(Tensor self, Scalar other, *, str? rounding_mode) -> Tensor', kind: 'kernel', meta, kernel, derivative: ds };
  return [t, inplaceOf(t, { direct: true }), outOf(t, 'out_mode'), s, inplaceOf(s, { direct: true })];
}

const floorDivide = pair<F2>((r) => (a, b) => r(floorDiv(a, b)));
const floorDivideInt = pair<F2>(() => zeroDivision((a, b) => Math.floor(a / b)));

const floorDivideOps = ((): OpDef[] => {
  const kernel = (out: Tensor, a: Operand, b: Operand): void => {
    const dtype = commonType(a, b);
    run2(out, dtype.category === 'float' ? floorDivide : floorDivideInt, a, b, dtype, undefined, true);
  };
  const meta = metaFor('common');
  const t: OpDef = { schema: 'floor_divide(Tensor self, Tensor other) -> Tensor', kind: 'kernel', meta, kernel };
  const s: OpDef = { schema: 'floor_divide.Scalar(Tensor self, Scalar other) -> Tensor', kind: 'kernel', meta, kernel };
  const inplace = inplaceOf(t, { direct: true });
  return [
    t, { ...inplace, schema: 'floor_divide_.Tensor(Tensor(a!) self, Tensor other) -> Tensor(a!)' }, outOf(t), s, inplaceOf(s, { direct: true }),
  ];
})();

const ZERO_POW = runtimeErrorFor('Integers to negative integer powers are not allowed.');
function runtimeErrorFor(message: string): () => never {
  return () => {
    throw runtimeError(message);
  };
}

const halfWhere = (c: BackwardContext, less: string): Tensor => {
  const [a, b] = [c.t('self'), c.t('other')];
  const half = c.call.div(c.g, 2);
  const picked = c.call.where(c.call.one('eq.Tensor', a, b), half, c.g);
  return c.call.one('masked_fill_.Scalar', picked, c.call.one(less, a, b), 0);
};

const extremum = (name: string, lessSelf: string, lessOther: string): Derivative => derivative(name, ['self', 'other'], {
  self: (c) => halfWhere(c, lessSelf),
  other: (c) => halfWhere(c, lessOther),
});

const nanMax: F2 = (a, b) => (a !== a || b !== b ? NaN : a > b ? a : b);
const nanMin: F2 = (a, b) => (a !== a || b !== b ? NaN : a < b ? a : b);
const dropNan = (pickOne: F2): F2 => (a, b) => (a !== a ? b : b !== b ? a : pickOne(a, b));

const ignoring = (c: BackwardContext, name: string): Tensor =>
  c.call.one('logical_or_', c.call.one(name, c.t('self'), c.t('other')), c.call.u('isnan', c.t('other')));

const fExtremum = (name: string, cmp: string): Derivative => derivative(name, ['self', 'other'], {
  self: (c) => c.call.maskedFill(c.g, c.call.u('logical_not_', ignoring(c, cmp)), 0),
  other: (c) => c.call.maskedFill(c.g, ignoring(c, cmp), 0),
});

const sumOfExp = (c: BackwardContext, plus: string, minus: string): Tensor =>
  c.call.div(c.g, c.call.add(c.call.u('exp', c.call.sub(c.t(plus), c.t(minus))), 1));
const sumOfExp2 = (c: BackwardContext, plus: string, minus: string): Tensor =>
  c.call.div(c.g, c.call.add(c.call.one('pow.Scalar', 2, c.call.sub(c.t(plus), c.t(minus))), 1));

const logaddexp = (base: 'e' | '2'): Make<F2> => (r) => (a, b) => {
  if (Math.abs(a) === Infinity && a === b) return a;
  const hi = Math.max(a, b);
  const gap = -Math.abs(a - b);
  return base === 'e' ? r(hi + r(m.log1p(r(m.exp(r(gap)))))) : r(hi + r(m.log2(r(1 + r(m.exp2(r(gap)))))));
};

export const BINARY: readonly OpDef[] = [
  ...additive('add', 1, false, add, pass('AddBackward1')),
  ...additive('sub', -1, false, sub, pass('SubBackward1')),
  ...additive('rsub', -1, true, rsub, derivative('RsubBackward1', [], { self: (c) => c.call.maybeMul(c.call.neg(c.g), c.arg<Scalar>('alpha')) })),
  ...binary('mul', {
    f: () => (a, b) => a * b, big: (a, b) => wrap(a * b), exact: true, derivative: mul,
    scalarDerivative: derivative('MulBackward1', [], { self: (c) => c.call.mul(c.g, c.arg<Scalar>('other')) }),
  }, { scalar: 'Scalar' }),
  ...binary('div', {
    rule: 'float', f: () => (a, b) => a / b, exact: true, derivative: div,
    scalarDerivative: derivative('DivBackward1', [], { self: (c) => c.call.div(c.g, c.arg<Scalar>('other')) }),
  }, { scalar: 'Scalar' }),
  ...divMode(),
  ...floorDivideOps,
  ...binary('fmod', {
    f: () => (a, b) => a % b, check: intCheck,
    derivative: derivative('FmodBackward1', ['self?other', 'other?other'], {
      self: (c) => c.g,
      other: (c) => {
        const q = c.call.one('div.Tensor_mode', c.t('self'), c.arg('other'), 'trunc');
        return c.call.mul(c.call.neg(c.g), q);
      },
    }),
    scalarDerivative: pass('FmodBackward0'),
  }, { scalar: 'Scalar', out: 'Tensor_out' }),
  ...binary('remainder', {
    f: () => remainder, check: intCheck,
    derivative: derivative('RemainderBackward1', ['self?other', 'other?other'], {
      self: (c) => c.g,
      other: (c) => {
        const q = c.call.one('div.Tensor_mode', c.t('self'), c.arg('other'), 'floor');
        return c.call.mul(c.call.neg(c.g), q);
      },
    }),
    scalarDerivative: pass('RemainderBackward0'),
  }, { scalar: 'Scalar', out: 'Tensor_out' }),
  ...binary('maximum', { f: () => nanMax, derivative: extremum('MaximumBackward0', 'lt.Tensor', 'gt.Tensor') }, { overload: '', inplace: false }),
  ...binary('minimum', { f: () => nanMin, derivative: extremum('MinimumBackward0', 'gt.Tensor', 'lt.Tensor') }, { overload: '', inplace: false }),
  ...binary('fmax', { f: () => dropNan((a, b) => Math.max(a, b)), derivative: fExtremum('FmaxBackward0', 'ge.Tensor') }, { overload: '', inplace: false }),
  ...binary('fmin', { f: () => dropNan((a, b) => Math.min(a, b)), derivative: fExtremum('FminBackward0', 'le.Tensor') }, { overload: '', inplace: false }),
  ...binary('atan2', {
    rule: 'float', f: () => m.atan2,
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
  }, { overload: '' }),
  ...binary('hypot', {
    f: () => (a, b) => {
      if (Math.abs(a) === Infinity || Math.abs(b) === Infinity) return Infinity;
      const s = Math.max(Math.abs(a), Math.abs(b));
      return s === 0 || s !== s ? s : s * Math.sqrt((a / s) * (a / s) + (b / s) * (b / s));
    },
    derivative: derivative('HypotBackward0', ['self', 'other', 'result'], {
      self: (c) => c.call.div(c.call.mul(c.g, c.t('self')), c.result),
      other: (c) => c.call.div(c.call.mul(c.g, c.t('other')), c.result),
    }),
  }, { overload: '' }),
  ...binary('logaddexp', {
    f: logaddexp('e'),
    derivative: derivative('LogaddexpBackward0', ['self', 'other'], {
      self: (c) => sumOfExp(c, 'other', 'self'),
      other: (c) => sumOfExp(c, 'self', 'other'),
    }),
  }, { overload: '', inplace: false }),
  ...binary('logaddexp2', {
    f: logaddexp('2'),
    derivative: derivative('Logaddexp2Backward0', ['self', 'other'], {
      self: (c) => sumOfExp2(c, 'other', 'self'),
      other: (c) => sumOfExp2(c, 'self', 'other'),
    }),
  }, { overload: '', inplace: false }),
  ...binary('nextafter', { f: (r) => (a, b) => nextAfter(a, b, r === Math.fround) }, { overload: '' }),
  ...binary('copysign', {
    rule: 'float', f: () => (a, b) => (b < 0 || Object.is(b, -0) ? -Math.abs(a) : Math.abs(a)),
    derivative: derivative('CopysignBackward0', ['self', 'result'], {
      self: (c) => copysignSelf(c),
      other: (c) => c.call.one('zeros', c.like('other').sizes, c.g.dtype, 'strided', c.g.device, null),
    }),
    scalarDerivative: derivative('CopysignBackward1', ['self', 'result'], { self: copysignSelf }),
  }, { scalar: 'Scalar' }),
  ...binary('heaviside', { f: () => (a, b) => (a !== a ? NaN : a === 0 ? b : a < 0 ? 0 : 1) }, { overload: '' }).map((d) => ({ ...d, schema: d.schema.replace('Tensor other', 'Tensor values') })),
  ...binary('gcd', { f: () => gcd }, { overload: '' }),
  ...binary('lcm', { f: () => (a, b) => (a === 0 || b === 0 ? 0 : Math.abs((a / gcd(a, b)) * b)) }, { overload: '' }),
];

function copysignSelf(c: BackwardContext): Tensor {
  const ratio = c.call.div(c.result, c.t('self'));
  const zero = c.call.one('eq.Scalar', c.t('self'), 0);
  return c.call.mul(c.g, c.call.one('masked_fill_.Scalar', ratio, zero, 0));
}

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

/** pow: its types and its integer errors are its own. */
const powFloat = pair<F2>(() => m.pow);
function intPow(a: number, b: number): number {
  if (b < 0) return a === 1 ? 1 : a === -1 ? (b % 2 === 0 ? 1 : -1) : 0;
  const r = a ** b;
  if (Math.abs(r) < 2 ** 53) return r;
  return Number(BigInt.asIntN(64, BigInt(a) ** BigInt(b)));
}
const bigPow: Big2 = (a, b) => (b < 0n ? (a === 1n ? 1n : a === -1n ? (b % 2n === 0n ? 1n : -1n) : 0n) : wrap(a ** b));

function powKernel(out: Tensor, a: Operand, b: Operand): void {
  const dtype = commonType(a, b);
  if (dtype.category !== 'float') {
    run2(out, pair<F2>(() => intPow), a, b, dtype, bigPow);
    return;
  }
  if (!isTensor(b)) {
    const e = numberOf(b);
    const special: Make<F2> | null = e === 2 ? () => (x) => x * x : e === 3 ? (r) => (x) => r(x * x) * x
      : e === 0.5 ? () => (x) => Math.sqrt(x) : e === -0.5 ? (r) => (x) => 1 / r(Math.sqrt(x))
      : e === -1 ? () => (x) => 1 / x : e === -2 ? (r) => (x) => 1 / r(x * x) : e === 1 ? () => (x) => x : null;
    if (special) {
      run2(out, pair(special), a, b, dtype);
      return;
    }
  }
  run2(out, powFloat, a, b, dtype, undefined, true);
}

function powMeta(a: Operand, b: Operand): Tensor {
  if (!isTensor(b) && commonType(a, b).category === 'int' && numberOf(b) < 0) ZERO_POW();
  return metaFor('common')(a, b);
}

/** `at::zeros({}, options)` for a scalar, as its row shows it. */
const zeroScalar = (c: BackwardContext): Tensor => c.call.one('scalar_tensor', c.call.float(0), c.g.dtype, 'strided', c.g.device, null);

const powSelf = (c: BackwardContext): Tensor => {
  const e = c.arg<Scalar>('exponent');
  const v = numberOf(e);
  if (v === 0) return c.call.zerosLike(c.t('self'));
  const less = kindOf(e) === 'float' ? c.call.float(v - 1) : v - 1;
  return c.call.mul(c.g, c.call.mul(c.call.pow(c.t('self'), less), e));
};

function powExponent(c: BackwardContext): Tensor {
  const k = c.call;
  const [base, e] = [c.arg<Operand>('self'), c.t('exponent')];
  if (!isTensor(base)) {
    const v = numberOf(base);
    const grad = k.mul(c.g, k.mul(c.result, k.float(m.log(v))));
    if (v !== 0) return grad;
    const zero = zeroScalar(c);
    return k.where(k.one('ge.Scalar', e, 0), zero, grad);
  }
  const ge = k.one('ge.Scalar', e, 0);
  const cond = k.one('logical_and', k.one('eq.Scalar', base, 0), ge);
  const scaled = k.mul(c.result, k.u('log', base));
  return k.mul(c.g, k.where(cond, zeroScalar(c), scaled));
}

const powTensor = derivative('PowBackward1', ['self', 'exponent', 'result?exponent'], {
  self: (c) => {
    const k = c.call;
    const e = c.t('exponent');
    const scaled = k.mul(c.g, k.mul(e, k.pow(c.t('self'), k.sub(e, 1))));
    const zero = zeroScalar(c);
    return k.where(k.one('eq.Scalar', e, k.float(0)), zero, scaled);
  },
  exponent: powExponent,
});

const POW_SCALAR: OpDef = {
  schema: 'pow.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor', kind: 'kernel', meta: powMeta, kernel: powKernel,
  derivative: derivative('PowBackward0', ['self'], { self: powSelf }),
};
const POW_TENSOR: OpDef = {
  schema: 'pow.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor', kind: 'kernel', meta: powMeta, kernel: powKernel, derivative: powTensor,
};

export const POW: readonly OpDef[] = [
  POW_TENSOR,
  { ...inplaceOf(POW_TENSOR, { direct: true }), schema: 'pow_.Tensor(Tensor(a!) self, Tensor exponent) -> Tensor(a!)' },
  outOf(POW_TENSOR, 'Tensor_Tensor_out'),
  {
    schema: 'pow.Scalar(Scalar self, Tensor exponent) -> Tensor', kind: 'kernel', meta: powMeta, kernel: powKernel,
    derivative: derivative('PowBackward2', ['exponent', 'result'], { exponent: powExponent }),
  },
  POW_SCALAR,
  { ...inplaceOf(POW_SCALAR, { direct: true }), schema: 'pow_.Scalar(Tensor(a!) self, Scalar exponent) -> Tensor(a!)' },
  outOf(POW_SCALAR, 'Tensor_Scalar_out'),
];
