/**
 * Arithmetic on two operands: add, sub, mul, div, with in-place, scalar and out forms.
 *
 * Leaves out: complex numbers. Integer arithmetic wraps at 64 bits as C++ does.
 */
import { runtimeError } from '../tensor/errors.ts';
import { part } from '../python/packs.ts';
import { PyComplex } from '../python/values.ts';
import { Tensor } from '../tensor/tensor.ts';
import { addLoop, divLoop, type Loop2, mulLoop, subLoop } from './loops.ts';
import { type Big2, computeType, type F2, type Make, metaFor, pair, type Pair, type ResultRule, run2 } from './elementwise.ts';
import { type Arg, type BackwardContext, type Derivative, derivative, type OpDef, type Scalar } from './op.ts';
import { flat2 } from './flat.ts';
import { inplaceOf, outOf } from './variants.ts';
import { checked, number } from './making.ts';
import { commonOfTwo, isTensor, kindOf, roundingOf, type Operand } from './work.ts';

/** Gradients multiply by an argument that may be a Python number: `mul.Tensor` in either case, as PyTorch traces it. */
export const times = (c: BackwardContext, a: Tensor, b: Arg): Tensor => c.call.one('mul.Tensor', a, b);
export const over = (c: BackwardContext, a: Tensor, b: Arg): Tensor => c.call.one('div.Tensor', a, b);
/** The conjugate of an argument that may be a number. */
const conj = (c: BackwardContext, b: Arg): Arg => (b instanceof Tensor ? c.call.conj(b) : b instanceof PyComplex ? new PyComplex(b.cls, b.re, -b.im) : b);

interface BinarySpec {
  rule?: ResultRule;
  f: Make<F2>;
  loop?: Loop2;
  big?: Big2;
  /** On integers, where that is another function. */
  ints?: F2;
  /** Python numbers keep float32 precision beside half types. */
  exact?: boolean;
  derivative?: Derivative;
  scalarDerivative?: Derivative;
  check?: (a: Operand, b: Operand) => void;
}

export const wrap = (v: bigint): bigint => BigInt.asIntN(64, v);

/** `name.Tensor`, `name_.Tensor`, `name.out`, and the Scalar forms where asked. */
export function binary(
  name: string,
  spec: BinarySpec,
  forms: { overload?: string; scalar?: string | false; out?: string | false; inplace?: boolean } = {},
): OpDef[] {
  const rule = spec.rule ?? 'common';
  const f = pair(spec.f, spec.loop);
  const meta = (a: Operand, b: Operand): Tensor => {
    spec.check?.(a, b);
    return metaFor(rule)(a, b);
  };
  const ints = spec.ints ? pair(() => spec.ints as F2) : f;
  const kernel = (out: Tensor, a: Operand, b: Operand): void => {
    const d = computeType(rule, [a, b]);
    run2(out, d.category === 'int' ? ints : f, a, b, d, spec.big, spec.exact ?? false);
  };
  const short: Pick<OpDef, 'short'> = rule !== 'bool' && !spec.check ? { short: (args) => flat2(f, args[0], args[1]) } : {};
  const make = (schema: string, d?: Derivative): OpDef => ({ schema, kind: 'kernel', meta, kernel, ...short, ...(d ? { derivative: d } : {}) });
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
  const { category } = commonOfTwo(a, b);
  const kind = kindOf(alpha);
  if (kind === 'bool' ? category !== 'bool' : kind === 'float' && !/f|c/.test(category)) throw runtimeError(words().alpha(kind === 'bool'));
}

/** add, sub, rsub: `self ± alpha * other`; the product is rounded on its own unless alpha is one. */
function additive(name: string, sign: 1 | -1, swapped: boolean, d: Derivative, ds: Derivative): OpDef[] {
  const meta = (a: Operand, b: Operand, alpha: Scalar): Tensor => {
    alphaCheck(a, b, alpha);
    return swapped ? metaFor('common')(b, a) : metaFor('common')(a, b);
  };
  const kernel = (out: Tensor, a: Operand, b: Operand, alpha: Scalar): void => {
    if (name !== 'add') refuseBool(a, b);
    const dtype = commonOfTwo(a, b);
    const [x, y] = swapped ? [b, a] : [a, b];
    const far = typeof alpha === 'bigint' && dtype.name === 'int64';
    // Of half types the number is rounded to the type first (`alpha.to<scalar_t>()`), and so is the product.
    const step = roundingOf(dtype);
    const k = far ? Number.NaN : sign * step(checked(alpha, dtype));
    const f: Pair<F2> =
      k === 1 ? PLUS : k === -1 ? MINUS : dtype.category === 'float' ? pair(() => (p, s) => p + step(k * s)) : pair(() => (p, s) => p + k * s);
    const bigK = far ? BigInt(sign) * BigInt(number(alpha, dtype)) : dtype.category === 'float' ? 0n : BigInt(Math.trunc(k));
    run2(out, f, x, y, dtype, (p, s) => wrap(p + bigK * s));
  };
  const unscaled = sign === 1 ? PLUS : MINUS;
  const short: Pick<OpDef, 'short'> = swapped ? {} : { short: (args) => (args[2] === 1 ? flat2(unscaled, args[0], args[1]) : null) };
  const make = (schema: string, der: Derivative): OpDef => ({ schema, kind: 'kernel', meta, kernel, ...short, derivative: der });
  const t = make(`${name}.Tensor(Tensor self, Tensor other, *, Scalar alpha=1) -> Tensor`, d);
  const s = make(`${name}.Scalar(Tensor self, Scalar other, Scalar alpha=1) -> Tensor`, ds);
  if (name === 'rsub') return [t, s];
  return [t, inplaceOf(t, { direct: true }), outOf(t), s, inplaceOf(s, { direct: true })];
}

const PLUS = pair<F2>(() => (a, b) => a + b, addLoop);
const MINUS = pair<F2>(() => (a, b) => a - b, subLoop);
const isBool = (x: Operand): boolean => (isTensor(x) ? x.dtype.category === 'bool' : typeof x === 'boolean');

const words = part<typeof import('../tensor/words.ts')>('faults', 'words');

/** `sub_check`: no subtraction with a bool on either side. Kernels alone know it: tracing passes. */
function refuseBool(a: Operand, b: Operand): void {
  if (!isBool(a) && !isBool(b)) return;
  throw runtimeError(words().subtraction(isBool(a) && isBool(b)));
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

export const pass = (name: string): Derivative => derivative(name, [], { self: (c) => c.g });

const mul = derivative('MulBackward0', ['self?other', 'other?self'], {
  self: (c) => times(c, c.g, conj(c, c.arg('other'))),
  other: (c) => times(c, c.g, conj(c, c.arg('self'))),
});

const div = derivative('DivBackward0', ['self?other', 'other'], {
  self: (c) => over(c, c.g, conj(c, c.arg('other'))),
  other: (c) => {
    const q = over(c, over(c, c.t('self'), c.arg('other')), c.arg('other'));
    const turned = c.call.conj(q);
    return times(c, c.call.neg(c.g), turned);
  },
});

export const BINARY: readonly OpDef[] = [
  ...additive('add', 1, false, add, pass('AddBackward1')),
  ...additive('sub', -1, false, sub, pass('SubBackward1')),
  ...additive('rsub', -1, true, rsub, derivative('RsubBackward1', [], { self: (c) => c.call.maybeMul(c.call.neg(c.g), c.arg<Scalar>('alpha')) })),
  ...binary(
    'mul',
    {
      f: () => (a, b) => a * b,
      loop: mulLoop,
      big: (a, b) => wrap(a * b),
      exact: true,
      derivative: mul,
      scalarDerivative: derivative('MulBackward1', [], { self: (c) => c.call.mul(c.g, conj(c, c.arg('other')) as Scalar) }),
    },
    { scalar: 'Scalar' },
  ),
  ...binary(
    'div',
    {
      rule: 'float',
      f: () => (a, b) => a / b,
      loop: divLoop,
      exact: true,
      derivative: div,
      scalarDerivative: derivative('DivBackward1', [], { self: (c) => c.call.div(c.g, conj(c, c.arg('other')) as Scalar) }),
    },
    { scalar: 'Scalar' },
  ),
];
