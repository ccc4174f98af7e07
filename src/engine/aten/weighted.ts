/** Weighted sums of three operands: addcmul, addcdiv, lerp. What an optimizer does to each weight, so written out for float32. */
import { PyComplex, PyFloat } from '../python/values.ts';
import type { Working } from '../tensor/access.ts';
import type { DType } from '../tensor/dtype.ts';
import { notImplementedFor, runtimeError } from '../tensor/errors.ts';
import { CPP, cppType } from '../tensor/promotion.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { type F3, loop3, type Make, metaFor, pair, type Pair, run3 } from './elementwise.ts';
import type { Loop3 } from './loops.ts';
import { checkedWide } from './making.ts';
import { derivative, type OpDef, type Scalar } from './op.ts';
import { commonType, isTensor, numberOf, type Operand } from './work.ts';

const { fround } = Math;
type F32 = Float32Array;
const single = (x: number | Working): x is F32 => x instanceof Float32Array;

/** A function with its loop over float32 arrays. */
function written(make: Make<F3>, loop: (a: F32, b: F32, c: F32, out: F32) => void): Pair<F3> {
  const f = pair(make);
  return {
    ...f,
    loop: (a, b, c, out) => (single(a) && single(b) && single(c) && single(out) ? loop(a, b, c, out) : loop3(single(out) ? f.f32 : f.f64, a, b, c, out)),
  };
}

type Kernel = (out: Tensor, a: Operand, b: Operand, c: Operand, value: Scalar) => void;

/** `self + value * …`: the function for a value, and its loop over float32 arrays. */
const valued =
  (of: (value: number) => Make<F3>, loop: (value: number) => (a: F32, b: F32, c: F32, out: F32) => void): Kernel =>
  (out, a, b, c, value) => {
    const d = commonType(a, b, c);
    const v = checkedWide(value, d);
    run3(out, written(of(v), loop(fround(v))), a, b, c, d);
  };

export const addcmul: OpDef = {
  schema: 'addcmul(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor',
  kind: 'kernel',
  meta: (a: Operand, b: Operand, c: Operand) => metaFor('common')(a, b, c),
  kernel: valued(
    (v) => (r) => {
      const by = r(v);
      return (x, y, z) => r(x + r(r(by * y) * z));
    },
    (v) => (x, y, z, w) => {
      for (let i = 0, n = w.length; i < n; i++) w[i] = x[i] + fround(fround(v * y[i]) * z[i]);
    },
  ),
  derivative: derivative('AddcmulBackward0', ['tensor1?tensor2', 'tensor2?tensor1'], {
    self: (c) => c.g,
    tensor1: (c) => c.call.mul(c.g, c.call.conj(c.call.mul(c.t('tensor2'), c.arg<Scalar>('value')))),
    tensor2: (c) => c.call.mul(c.g, c.call.conj(c.call.mul(c.t('tensor1'), c.arg<Scalar>('value')))),
  }),
};

export const addcdiv: OpDef = {
  schema: 'addcdiv(Tensor self, Tensor tensor1, Tensor tensor2, *, Scalar value=1) -> Tensor',
  kind: 'kernel',
  meta: (a: Operand, b: Operand, c: Operand) => {
    if (isTensor(b) && isTensor(c) && b.dtype.category !== 'float' && c.dtype.category !== 'float') {
      throw runtimeError(
        'Integer division with addcdiv is no longer supported, and in a future  release addcdiv will perform a true division of tensor1 and tensor2. ' +
          'The historic addcdiv behavior can be implemented as (input + value * torch.trunc(tensor1 / tensor2)).to(input.dtype) for integer inputs and as (input + value * tensor1 / tensor2) for float inputs. ' +
          'The future addcdiv behavior is just the latter implementation: (input + value * tensor1 / tensor2), for all dtypes.',
      );
    }
    return metaFor('common')(a, b, c);
  },
  kernel: valued(
    (v) => (r) => {
      const by = r(v);
      return (x, y, z) => r(x + r(r(by * y) / z));
    },
    (v) => (x, y, z, w) => {
      for (let i = 0, n = w.length; i < n; i++) w[i] = x[i] + fround(fround(v * y[i]) / z[i]);
    },
  ),
  derivative: derivative('AddcdivBackward0', ['tensor1?tensor2', 'tensor2'], {
    self: (c) => c.g,
    tensor1: (c) => c.call.mul(c.g, c.call.rdiv(c.arg<Scalar>('value'), c.t('tensor2'))),
    tensor2: (c) => {
      const k = c.call;
      const square = k.mul(c.t('tensor2'), c.t('tensor2'));
      const t = k.div(k.mul(c.t('tensor1'), c.arg<Scalar>('value')), square);
      return k.mul(k.neg(c.g), t);
    },
  }),
};

const floats = (kernel: string, d: DType): void => {
  if (d.category !== 'float') throw notImplementedFor(kernel, CPP[d.name]);
};

/** Both forms of the formula, chosen by the weight as PyTorch does for accuracy. */
const lerpF = pair<F3>((r) => (s, e, w) => (Math.abs(w) < 0.5 ? r(s + r(w * r(e - s))) : r(e - r(r(e - s) * r(1 - w)))));
const lerpLoop: Loop3 = (s, e, w, out) => {
  if (!single(s) || !single(e) || typeof w !== 'number' || !single(out) || Math.abs(w) >= 0.5) loop3(single(out) ? lerpF.f32 : lerpF.f64, s, e, w, out);
  else for (let i = 0, n = out.length; i < n; i++) out[i] = s[i] + fround(w * fround(e[i] - s[i]));
};

const lerpCheck = (a: Tensor, b: Tensor): void => {
  if (a.dtype !== b.dtype) {
    throw runtimeError(`expected dtype ${cppType(a.dtype)} for \`end\` but got dtype ${cppType(b.dtype)}`);
  }
};
const oneMinus = (w: Scalar): Scalar => (w instanceof PyComplex ? new PyComplex(w.cls, 1 - w.re, -w.im) : new PyFloat(1 - numberOf(w)));
export const lerpScalar: OpDef = {
  schema: 'lerp.Scalar(Tensor self, Tensor end, Scalar weight) -> Tensor',
  kind: 'kernel',
  meta: (a: Tensor, b: Tensor) => {
    lerpCheck(a, b);
    return metaFor('common')(a, b);
  },
  kernel: (out: Tensor, a: Tensor, b: Tensor, w: Scalar) => {
    const d = commonType(a, b);
    floats('lerp_kernel_scalar', d);
    checkedWide(w, d);
    run3(out, { ...lerpF, loop: lerpLoop }, a, b, w, d, true);
  },
  derivative: derivative('LerpBackward0', [], {
    self: (c) => c.call.mul(c.g, oneMinus(c.arg<Scalar>('weight'))),
    end: (c) => c.call.mul(c.g, c.arg<Scalar>('weight')),
  }),
};

export const lerpTensor: OpDef = {
  schema: 'lerp.Tensor(Tensor self, Tensor end, Tensor weight) -> Tensor',
  kind: 'kernel',
  meta: (a: Tensor, b: Tensor, w: Tensor) => {
    lerpCheck(a, b);
    return metaFor('common')(a, b, w);
  },
  kernel: (out: Tensor, a: Tensor, b: Tensor, w: Tensor) => {
    floats('lerp_kernel_tensor', commonType(a, b));
    run3(out, lerpF, a, b, w, commonType(a, b));
  },
  derivative: derivative('LerpBackward1', ['self?weight', 'end?weight', 'weight'], {
    self: (c) => c.call.mul(c.g, c.call.rsub(1, c.t('weight'))),
    end: (c) => c.call.mul(c.g, c.t('weight')),
    weight: (c) => c.call.mul(c.g, c.call.sub(c.t('end'), c.t('self'))),
  }),
};
