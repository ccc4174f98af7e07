/** Products of matrices and of batches: mm, addmm, bmm, baddbmm, addbmm. Gradients keep the layout of their operand. Leaves out sparse operands. */
import { empty } from '../../tensor/create.ts';
import { runtimeError } from '../../tensor/errors.ts';
import { CPP, cppType } from '../../tensor/promotion.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import type { Sizes } from '../dims.ts';
import { type BackwardContext, derivative, type OpDef, type Scalar } from '../op.ts';
import { outOf } from '../variants.ts';
import { checkedWide } from '../making.ts';
import { dest, expandTo, numberOf, read } from '../work.ts';
import { both, expandCheck, multiply, product, shape } from './product.ts';

function mmCheck(a: Tensor, b: Tensor): void {
  if (a.dim !== 2) throw runtimeError('mat1 must be a matrix, got ' + `${a.dim}-D tensor`);
  if (b.dim !== 2) throw runtimeError('mat2 must be a matrix, got ' + `${b.dim}-D tensor`);
  if (a.sizes[1] !== b.sizes[0]) throw runtimeError(`mat1 and mat2 shapes cannot be multiplied (${shape(a)} and ${shape(b)})`);
}

/** A matrix stored column by column: its gradient is made in the same layout, without a copy. */
const columnMajor = (like: { sizes: Sizes; strides: Sizes }): boolean => like.strides[0] === 1 && like.strides[1] === like.sizes[0];

function mat1Grad(c: BackwardContext, g: Tensor, mat2: Tensor, like: { sizes: Sizes; strides: Sizes }, alpha: Scalar): Tensor {
  const k = c.call;
  if (columnMajor(like)) return k.maybeMul(k.t(k.mm(k.conj(mat2), k.t(g))), alpha);
  return k.maybeMul(k.mm(g, k.conj(k.t(mat2))), alpha);
}

function mat2Grad(c: BackwardContext, g: Tensor, mat1: Tensor, like: { sizes: Sizes; strides: Sizes }, alpha: Scalar): Tensor {
  const k = c.call;
  if (columnMajor(like)) return k.maybeMul(k.t(k.mm(k.t(g), k.conj(mat1))), alpha);
  return k.maybeMul(k.mm(k.conj(k.t(mat1)), g), alpha);
}

const mm: OpDef = {
  schema: 'mm(Tensor self, Tensor mat2) -> Tensor',
  kind: 'kernel',
  meta: (a: Tensor, b: Tensor) => {
    if (a.dim !== 2) throw runtimeError('self must be a matrix');
    if (b.dim !== 2) throw runtimeError('mat2 must be a matrix');
    mmCheck(a, b);
    if (a.dtype !== b.dtype) throw runtimeError(`expected m1 and m2 to have the same dtype, but got: ${cppType(a.dtype)} != ${cppType(b.dtype)}`);
    return empty([a.sizes[0], b.sizes[1]], a.dtype, { device: a.device });
  },
  kernel: (out: Tensor, a: Tensor, b: Tensor) => product(out, a, b, null, 1, 0),
  derivative: derivative('MmBackward0', ['self?mat2', 'mat2?self'], {
    self: (c) => mat1Grad(c, c.g, c.t('mat2'), c.like('self'), 1),
    mat2: (c) => mat2Grad(c, c.g, c.t('self'), c.like('mat2'), 1),
  }),
};

const addmm: OpDef = {
  schema: 'addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor',
  kind: 'kernel',
  meta: (self: Tensor, a: Tensor, b: Tensor) => {
    if (self.dtype !== b.dtype) throw runtimeError(`self and mat2 must have the same dtype, but got ${CPP[self.dtype.name]} and ${CPP[b.dtype.name]}`);
    if (a.dtype !== b.dtype) throw runtimeError(`mat1 and mat2 must have the same dtype, but got ${CPP[a.dtype.name]} and ${CPP[b.dtype.name]}`);
    mmCheck(a, b);
    const size = [a.sizes[0], b.sizes[1]];
    expandCheck(self, size);
    return empty(size, a.dtype, { device: a.device });
  },
  kernel: (out: Tensor, self: Tensor, a: Tensor, b: Tensor, beta: Scalar, alpha: Scalar) =>
    product(out, a, b, self, checkedWide(alpha, out.dtype), checkedWide(beta, out.dtype)),
  derivative: derivative('AddmmBackward0', ['mat1?mat2', 'mat2?mat1'], {
    self: (c) => c.call.maybeMul(c.g, c.arg<Scalar>('beta')),
    mat1: (c) => mat1Grad(c, c.g, c.t('mat2'), c.like('mat1'), c.arg<Scalar>('alpha')),
    mat2: (c) => mat2Grad(c, c.g, c.t('mat1'), c.like('mat2'), c.arg<Scalar>('alpha')),
  }),
};

function bmmSizes(a: Tensor, b: Tensor): number[] {
  if (a.dim !== 3) throw runtimeError('batch1 must be a 3D tensor');
  if (b.dim !== 3) throw runtimeError('batch2 must be a 3D tensor');
  if (a.sizes[0] !== b.sizes[0] || a.sizes[2] !== b.sizes[1]) {
    throw runtimeError(
      `Expected size for first two dimensions of batch2 tensor to be: [${a.sizes[0]}, ${a.sizes[2]}] but got: [${b.sizes[0]}, ${b.sizes[1]}].`,
    );
  }
  if (a.dtype !== b.dtype) {
    throw runtimeError(`expected scalar type ${CPP[a.dtype.name]} but found ${CPP[b.dtype.name]}`);
  }
  return [a.sizes[0], a.sizes[1], b.sizes[2]];
}

const bmm: OpDef = {
  schema: 'bmm(Tensor self, Tensor mat2) -> Tensor',
  kind: 'kernel',
  meta: (a: Tensor, b: Tensor) => empty(bmmSizes(a, b), a.dtype, { device: a.device }),
  kernel: (out: Tensor, a: Tensor, b: Tensor) => product(out, a, b, null, 1, 0),
  derivative: derivative('BmmBackward0', ['self?mat2', 'mat2?self'], {
    self: (c) => c.call.bmm(c.g, c.call.conj(c.call.transpose(c.t('mat2'), 1, 2))),
    mat2: (c) => c.call.bmm(c.call.conj(c.call.transpose(c.t('self'), 1, 2)), c.g),
  }),
};

const baddbmm: OpDef = {
  schema: 'baddbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor',
  kind: 'kernel',
  meta: (self: Tensor, a: Tensor, b: Tensor) => {
    const size = bmmSizes(a, b);
    const [x, y, z] = [self, a, b].map((t) => cppType(t.dtype));
    if (self.dtype !== a.dtype) throw runtimeError(`Input dtypes must be the same, got: input ${x}, batch1: ${y}, batch2: ${z}`);
    expandCheck(self, size);
    return empty(size, a.dtype, { device: a.device });
  },
  kernel: (out: Tensor, self: Tensor, a: Tensor, b: Tensor, beta: Scalar, alpha: Scalar) =>
    product(out, a, b, self, checkedWide(alpha, out.dtype), checkedWide(beta, out.dtype)),
  derivative: derivative('BaddbmmBackward0', ['batch1?batch2', 'batch2?batch1'], {
    self: (c) => c.call.maybeMul(c.g, c.arg<Scalar>('beta')),
    batch1: (c) => c.call.maybeMul(c.call.bmm(c.g, c.call.conj(c.call.transpose(c.t('batch2'), 1, 2))), c.arg<Scalar>('alpha')),
    batch2: (c) => c.call.maybeMul(c.call.bmm(c.call.conj(c.call.transpose(c.t('batch1'), 1, 2)), c.g), c.arg<Scalar>('alpha')),
  }),
};

const addbmm: OpDef = {
  schema: 'addbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor',
  kind: 'kernel',
  meta: (self: Tensor, a: Tensor, b: Tensor) => {
    const size = bmmSizes(a, b).slice(1);
    expandCheck(self, size);
    return empty(size, a.dtype, { device: a.device });
  },
  kernel: (out: Tensor, self: Tensor, a: Tensor, b: Tensor, beta: Scalar, alpha: Scalar) => {
    const [n, m, k] = a.sizes;
    const p = b.sizes[2];
    const d = out.dtype;
    const [x, y] = [read(a, d), read(b, d)];
    const acc = read(expandTo(self, out.sizes), d).slice();
    const bt = numberOf(beta);
    for (let i = 0; i < acc.length; i++) acc[i] = bt === 0 ? 0 : acc[i] * bt;
    for (let i = 0; i < n; i++) {
      const made = multiply('nn', m, p, k, x.subarray(i * m * k, (i + 1) * m * k), y.subarray(i * k * p, (i + 1) * k * p), null, d, false);
      for (let j = 0; j < acc.length; j++) acc[j] += numberOf(alpha) * made[j];
    }
    const o = dest(out);
    o.w.set(acc);
    o.flush();
  },
  derivative: derivative('AddbmmBackward0', ['batch1?batch2', 'batch2?batch1'], {
    self: (c) => c.call.maybeMul(c.g, c.arg<Scalar>('beta')),
    batch1: (c) => {
      const [a, b] = [c.like('batch1').sizes, c.t('batch2')];
      const g = c.call.expand(c.call.unsqueeze(c.g, 0), [a[0], a[1], b.sizes[2]]);
      return c.call.maybeMul(c.call.bmm(g, c.call.transpose(b, 1, 2)), c.arg<Scalar>('alpha'));
    },
    batch2: (c) => {
      const [a, b] = [c.t('batch1'), c.like('batch2').sizes];
      const t = c.call.transpose(a, 1, 2);
      return c.call.maybeMul(c.call.bmm(t, c.call.expand(c.call.unsqueeze(c.g, 0), [a.sizes[0], a.sizes[1], b[2]])), c.arg<Scalar>('alpha'));
    },
  }),
};

export const MATRIX_PRODUCTS: readonly OpDef[] = [mm, outOf(mm), ...both(addmm), bmm, outOf(bmm), ...both(baddbmm), ...both(addbmm)];
