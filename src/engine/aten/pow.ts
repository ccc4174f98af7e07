/** Powers. Their types and their integer errors are their own. */
import { PyComplex } from '../python/values.ts';
import * as m from '../tensor/math/index.ts';
import { notImplementedFor, runtimeError } from '../tensor/errors.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { wrap } from './binary.ts';
import { type Big2, type F2, metaFor, pair, run2 } from './elementwise.ts';
import { number } from './making.ts';
import { type BackwardContext, derivative, type OpDef, type Scalar } from './op.ts';
import { inplaceOf, outOf } from './variants.ts';
import { commonType, isReduced, isTensor, kindOf, numberOf, roundingOf, type Operand } from './work.ts';

const powFloat = pair<F2>(() => m.pow);
/** By squaring, cut to 64 bits at each step. */
function power(a: bigint, b: bigint): bigint {
  let r = 1n;
  for (let x = a, e = b; e > 0n; e >>= 1n) {
    if (e & 1n) r = wrap(r * x);
    x = wrap(x * x);
  }
  return r;
}
function intPow(a: number, b: number): number {
  if (b < 0) return a === 1 ? 1 : a === -1 ? (b % 2 === 0 ? 1 : -1) : 0;
  const r = a ** b;
  if (Math.abs(r) < 2 ** 53) return r;
  return Number(power(BigInt(a), BigInt(b)));
}
/** Types below 64 bits keep the low bits alone. */
const narrowPow = (a: number, b: number): number => {
  const r = intPow(a, b);
  return Math.abs(r) < 2 ** 53 ? r : Number(BigInt.asIntN(32, power(BigInt(a), BigInt(b))));
};
const bigPow: Big2 = (a, b) => (b < 0n ? (a === 1n ? 1n : a === -1n ? (b % 2n === 0n ? 1n : -1n) : 0n) : power(a, b));

function powKernel(out: Tensor, a: Operand, b: Operand): void {
  const dtype = commonType(a, b);
  if (!isTensor(b) && (dtype.category === 'int' || isReduced(dtype))) number(b, dtype);
  if (dtype.category === 'bool' && (isTensor(b) || !isTensor(a))) throw notImplementedFor('pow', 'Bool');
  if (dtype.category !== 'float') {
    run2(
      out,
      pair<F2>(() => (dtype.itemsize < 8 ? narrowPow : intPow)),
      a,
      b,
      dtype,
      bigPow,
    );
    return;
  }
  if (!isTensor(b)) {
    const e = numberOf(b);
    // bfloat16 rounds every step; float16 has no forms of its own (PowKernel.cpp).
    const step = roundingOf(dtype);
    const special: F2 | null =
      dtype.name === 'float16'
        ? null
        : e === 2
          ? (x) => x * x
          : e === 3
            ? (x) => step(x * x) * x
            : e === 0.5
              ? Math.sqrt
              : e === -0.5
                ? (x) => 1 / step(Math.sqrt(x))
                : e === -1
                  ? (x) => 1 / x
                  : e === -2
                    ? (x) => 1 / step(x * x)
                    : e === 1
                      ? (x) => x
                      : null;
    if (special) {
      run2(out, { f32: special, f64: special }, a, b, dtype);
      return;
    }
  }
  // A half type takes the number rounded to itself (`exp_scalar.to<scalar_t>()`, PowKernel.cpp).
  run2(out, powFloat, a, b, dtype, undefined, !isReduced(dtype));
}

function zeroPow(): never {
  throw runtimeError('Integers to negative integer powers are not allowed.');
}

function powMeta(a: Operand, b: Operand): Tensor {
  if (!isTensor(b) && commonType(a, b).category === 'int' && numberOf(b) < 0) zeroPow();
  return metaFor('common')(a, b);
}

/** `at::zeros({}, options)` for a scalar, as its row shows it. */
const zeroScalar = (c: BackwardContext): Tensor => c.call.one('scalar_tensor', c.call.float(0), c.g.dtype, 'strided', c.g.device, null);

const powSelf = (c: BackwardContext): Tensor => {
  const e = c.arg<Scalar>('exponent');
  if (e instanceof PyComplex) return c.call.mul(c.g, c.call.conj(c.call.mul(c.call.pow(c.t('self'), new PyComplex(e.cls, e.re - 1, e.im)), e)));
  const v = numberOf(e);
  if (v === 0) return c.call.zerosLike(c.t('self'));
  const less = kindOf(e) === 'float' ? c.call.float(v - 1) : v - 1;
  return c.call.mul(c.g, c.call.conj(c.call.mul(c.call.pow(c.t('self'), less), e)));
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
  const ge = k.one('ge.Scalar', e.dtype.category === 'complex' ? k.u('real', e) : e, 0);
  const cond = k.one('logical_and', k.one('eq.Scalar', base, 0), ge);
  const scaled = k.mul(c.result, k.u('log', base));
  return k.mul(c.g, k.where(cond, zeroScalar(c), k.conj(scaled)));
}

const powTensor = derivative('PowBackward1', ['self', 'exponent', 'result?exponent'], {
  self: (c) => {
    const k = c.call;
    const e = c.t('exponent');
    const scaled = k.mul(c.g, k.conj(k.mul(e, k.pow(c.t('self'), k.sub(e, 1)))));
    const zero = zeroScalar(c);
    return k.where(k.one('eq.Scalar', e, k.float(0)), zero, scaled);
  },
  exponent: powExponent,
});

const POW_SCALAR: OpDef = {
  schema: 'pow.Tensor_Scalar(Tensor self, Scalar exponent) -> Tensor',
  kind: 'kernel',
  meta: powMeta,
  kernel: powKernel,
  derivative: derivative('PowBackward0', ['self'], { self: powSelf }),
};
const POW_TENSOR: OpDef = {
  schema: 'pow.Tensor_Tensor(Tensor self, Tensor exponent) -> Tensor',
  kind: 'kernel',
  meta: powMeta,
  kernel: powKernel,
  derivative: powTensor,
};

export const POW: readonly OpDef[] = [
  POW_TENSOR,
  { ...inplaceOf(POW_TENSOR, { direct: true }), schema: 'pow_.Tensor(Tensor(a!) self, Tensor exponent) -> Tensor(a!)' },
  outOf(POW_TENSOR, 'Tensor_Tensor_out'),
  {
    schema: 'pow.Scalar(Scalar self, Tensor exponent) -> Tensor',
    kind: 'kernel',
    meta: powMeta,
    kernel: powKernel,
    derivative: derivative('PowBackward2', ['exponent', 'result'], { exponent: powExponent }),
  },
  POW_SCALAR,
  { ...inplaceOf(POW_SCALAR, { direct: true }), schema: 'pow_.Scalar(Tensor(a!) self, Scalar exponent) -> Tensor(a!)' },
  outOf(POW_SCALAR, 'Tensor_Scalar_out'),
];
