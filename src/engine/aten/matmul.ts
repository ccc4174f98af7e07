/**
 * Matrix products: mm, bmm, addmm and kin; matmul and linear as the composites they are.
 *
 * The composites choose between mm, mv and bmm exactly as LinearAlgebra.cpp and Linear.cpp do, since each choice shows
 * in a trace. Leaves out: sparse and quantised operands.
 */
import { empty } from '../tensor/create.ts';
import { notImplementedFor, runtimeError } from '../tensor/errors.ts';
import type { Working } from '../tensor/access.ts';
import { dotF32, dotSequential } from '../tensor/dots.ts';
import type { DType } from '../tensor/dtype.ts';
import { gemm, gemmBatchF32, gemmForm, type GemmForm, gemmHalf } from '../tensor/gemm.ts';
import { CPP, promoteTypes } from '../tensor/promotion.ts';
import { broadcastAll, isContiguous, wrapDim } from '../tensor/strides.ts';
import { Tensor } from '../tensor/tensor.ts';
import { type BackwardContext, type Call, derivative, type OpDef, type Scalar } from './op.ts';
import { inplaceOf, outOf } from './variants.ts';
import { computesIn32, dest, expandTo, isReduced, numberOf, read, write } from './work.ts';

type Sizes = readonly number[];
const C_NAMES: Readonly<Record<string, string>> = {
  float32: 'float', float64: 'double', int64: 'long int', int32: 'int', bfloat16: 'c10::BFloat16', float16: 'c10::Half', bool: 'bool', uint8: 'unsigned char', int8: 'signed char', int16: 'short int',
};

const shape = (t: Tensor): string => `${t.sizes[0]}x${t.sizes[1]}`;

function mmCheck(a: Tensor, b: Tensor): void {
  if (a.dim !== 2) throw runtimeError('mat1 must be a matrix, got ' + `${a.dim}-D tensor`);
  if (b.dim !== 2) throw runtimeError('mat2 must be a matrix, got ' + `${b.dim}-D tensor`);
  if (a.sizes[1] !== b.sizes[0]) throw runtimeError(`mat1 and mat2 shapes cannot be multiplied (${shape(a)} and ${shape(b)})`);
}

/** out = alpha * a @ b + beta * c for one matrix or a batch of them. */
function product(out: Tensor, a: Tensor, b: Tensor, c: Tensor | null, alpha: number, beta: number): void {
  mmNotFor(a, a.dim === 3 ? 'bmm' : 'addmm_impl_cpu_');
  const d = out.dtype;
  const batch = a.dim === 3 ? a.sizes[0] : 1;
  const [m, k] = a.sizes.slice(-2);
  const n = b.sizes[b.dim - 1];
  const form = d.category === 'float' ? gemmForm(a, b) : 'nn';
  // The tensor layer wants B as it lies: rows along k where its columns are contiguous.
  const [x, y] = [read(a, d), read(form[1] === 't' ? swapLast(b) : b, d)];
  const plain = alpha === 1 && beta === 1;
  const add = c !== null && beta !== 0 ? read(expandTo(c, out.sizes), d) : null;
  const length = batch === 1 ? 0 : batch * m * n;
  const all = computesIn32(d) ? new Float32Array(length) : new Float64Array(length);
  for (let i = 0; i < batch; i++) {
    const part = <T extends Working>(w: T, size: number): T => w.subarray(i * size, (i + 1) * size) as T;
    const [p, q] = [part(x, m * k), part(y, k * n)];
    const extra = add ? part(add, m * n) : null;
    const made = multiply(form, m, n, k, p, q, plain ? extra : null, d, a.dim === 3);
    if (!plain) scaleAndAdd(made, extra, alpha, beta, computesIn32(d));
    if (batch === 1) {
      write(out, made);
      return;
    }
    all.set(made, i * m * n);
  }
  write(out, all);
}

function swapLast(t: Tensor): Tensor {
  const r = t.dim;
  const turn = (s: Sizes): number[] => [...s.slice(0, r - 2), s[r - 1], s[r - 2]];
  return new Tensor(t.storage, t.dtype, turn(t.sizes), turn(t.strides), t.offset);
}

function multiply(form: GemmForm, m: number, n: number, k: number, a: Working, b: Working, c: Working | null, d: DType, batched: boolean): Working {
  if (a instanceof Float32Array) {
    const [y, z] = [b as Float32Array, c as Float32Array | null];
    if (isReduced(d)) return gemmHalf(form, m, n, k, a, y, z);
    return batched ? gemmBatchF32(form, m, n, k, a, y, z) : gemm(form, m, n, k, a, y, z);
  }
  return gemm(form, m, n, k, a, b as Float64Array, c as Float64Array | null);
}

function scaleAndAdd(w: Working, c: Working | null, alpha: number, beta: number, single: boolean): void {
  const r = single ? Math.fround : (v: number): number => v;
  for (let i = 0; i < w.length; i++) {
    const v = alpha === 1 ? w[i] : r(r(alpha) * w[i]);
    w[i] = c ? r(r(beta) * c[i]) + v : v;
  }
}

const mmNotFor = (a: Tensor, name: string): void => {
  if (a.dtype.category === 'bool') throw notImplementedFor(name, 'Bool');
};

/** A matrix stored column by column: its gradient is made in the same layout, without a copy. */
const columnMajor = (like: { sizes: Sizes; strides: Sizes }): boolean =>
  like.strides[0] === 1 && like.strides[1] === like.sizes[0];

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
  schema: 'mm(Tensor self, Tensor mat2) -> Tensor', kind: 'kernel',
  meta: (a: Tensor, b: Tensor) => {
    if (a.dim !== 2) throw runtimeError('self must be a matrix');
    if (b.dim !== 2) throw runtimeError('mat2 must be a matrix');
    mmCheck(a, b);
    if (a.dtype !== b.dtype) throw runtimeError(`expected m1 and m2 to have the same dtype, but got: ${C_NAMES[a.dtype.name]} != ${C_NAMES[b.dtype.name]}`);
    return empty([a.sizes[0], b.sizes[1]], a.dtype, { device: a.device });
  },
  kernel: (out: Tensor, a: Tensor, b: Tensor) => product(out, a, b, null, 1, 0),
  derivative: derivative('MmBackward0', ['self?mat2', 'mat2?self'], {
    self: (c) => mat1Grad(c, c.g, c.t('mat2'), c.like('self'), 1),
    mat2: (c) => mat2Grad(c, c.g, c.t('self'), c.like('mat2'), 1),
  }),
};

const addmm: OpDef = {
  schema: 'addmm(Tensor self, Tensor mat1, Tensor mat2, *, Scalar beta=1, Scalar alpha=1) -> Tensor', kind: 'kernel',
  meta: (self: Tensor, a: Tensor, b: Tensor) => {
    mmCheck(a, b);
    if (a.dtype !== b.dtype) throw runtimeError(`mat1 and mat2 must have the same dtype, but got ${CPP[a.dtype.name]} and ${CPP[b.dtype.name]}`);
    if (self.dtype !== a.dtype) throw runtimeError(`self and mat2 must have the same dtype, but got ${CPP[self.dtype.name]} and ${CPP[b.dtype.name]}`);
    const size = [a.sizes[0], b.sizes[1]];
    expandCheck(self, size);
    return empty(size, a.dtype, { device: a.device });
  },
  kernel: (out: Tensor, self: Tensor, a: Tensor, b: Tensor, beta: Scalar, alpha: Scalar) => product(out, a, b, self, numberOf(alpha), numberOf(beta)),
  derivative: derivative('AddmmBackward0', ['mat1?mat2', 'mat2?mat1'], {
    self: (c) => c.call.maybeMul(c.g, c.arg<Scalar>('beta')),
    mat1: (c) => mat1Grad(c, c.g, c.t('mat2'), c.like('mat1'), c.arg<Scalar>('alpha')),
    mat2: (c) => mat2Grad(c, c.g, c.t('mat1'), c.like('mat2'), c.arg<Scalar>('alpha')),
  }),
};

function expandCheck(self: Tensor, size: Sizes): void {
  const lead = size.length - self.dim;
  self.sizes.forEach((s, i) => {
    if (lead < 0 || (s !== 1 && s !== size[i + lead])) {
      throw runtimeError(
        `The expanded size of the tensor (${size[i + lead]}) must match the existing size (${s}) at non-singleton dimension ${i + lead}.  Target sizes: [${size.join(', ')}].  Tensor sizes: [${self.sizes.join(', ')}]`,
      );
    }
  });
}

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
  schema: 'bmm(Tensor self, Tensor mat2) -> Tensor', kind: 'kernel',
  meta: (a: Tensor, b: Tensor) => empty(bmmSizes(a, b), a.dtype, { device: a.device }),
  kernel: (out: Tensor, a: Tensor, b: Tensor) => product(out, a, b, null, 1, 0),
  derivative: derivative('BmmBackward0', ['self?mat2', 'mat2?self'], {
    self: (c) => c.call.bmm(c.g, c.call.conj(c.call.transpose(c.t('mat2'), 1, 2))),
    mat2: (c) => c.call.bmm(c.call.conj(c.call.transpose(c.t('self'), 1, 2)), c.g),
  }),
};

const baddbmm: OpDef = {
  schema: 'baddbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor', kind: 'kernel',
  meta: (self: Tensor, a: Tensor, b: Tensor) => {
    const size = bmmSizes(a, b);
    expandCheck(self, size);
    return empty(size, a.dtype, { device: a.device });
  },
  kernel: (out: Tensor, self: Tensor, a: Tensor, b: Tensor, beta: Scalar, alpha: Scalar) => product(out, a, b, self, numberOf(alpha), numberOf(beta)),
  derivative: derivative('BaddbmmBackward0', ['batch1?batch2', 'batch2?batch1'], {
    self: (c) => c.call.maybeMul(c.g, c.arg<Scalar>('beta')),
    batch1: (c) => c.call.maybeMul(c.call.bmm(c.g, c.call.conj(c.call.transpose(c.t('batch2'), 1, 2))), c.arg<Scalar>('alpha')),
    batch2: (c) => c.call.maybeMul(c.call.bmm(c.call.conj(c.call.transpose(c.t('batch1'), 1, 2)), c.g), c.arg<Scalar>('alpha')),
  }),
};

const addbmm: OpDef = {
  schema: 'addbmm(Tensor self, Tensor batch1, Tensor batch2, *, Scalar beta=1, Scalar alpha=1) -> Tensor', kind: 'kernel',
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

function mvCheck(a: Tensor, v: Tensor): void {
  if (a.dim !== 2 || v.dim !== 1) throw runtimeError(`vector + matrix @ vector expected, got 1, ${a.dim}, ${v.dim}`);
  if (a.sizes[1] !== v.sizes[0]) throw runtimeError(`size mismatch, got input (${a.sizes[0]}), mat (${shape(a)}), vec (${v.sizes[0]})`);
  if (a.dtype !== v.dtype) throw runtimeError(`expected scalar type ${CPP[a.dtype.name]} but found ${CPP[v.dtype.name]}`);
}

const asColumn = (t: Tensor): Tensor => new Tensor(t.storage, t.dtype, [t.sizes[0], 1], [t.strides[0], 1], t.offset);

const mv: OpDef = {
  schema: 'mv(Tensor self, Tensor vec) -> Tensor', kind: 'kernel',
  meta: (a: Tensor, v: Tensor) => {
    mvCheck(a, v);
    return empty([a.sizes[0]], a.dtype, { device: a.device });
  },
  kernel: (out: Tensor, a: Tensor, v: Tensor) => {
    mmNotFor(a, 'addmv_impl_cpu');
    product(asColumn(out), a, asColumn(v), null, 1, 0);
  },
  derivative: derivative('MvBackward0', ['self?vec', 'vec?self'], {
    self: (c) => outerGrad(c, c.g, c.t('vec')),
    vec: (c) => c.call.one('mv', c.call.conj(c.call.t(c.t('self'))), c.g),
  }),
};

function outerGrad(c: BackwardContext, g: Tensor, v: Tensor): Tensor {
  return c.call.one('outer', g, c.call.conj(v));
}

const addmv: OpDef = {
  schema: 'addmv(Tensor self, Tensor mat, Tensor vec, *, Scalar beta=1, Scalar alpha=1) -> Tensor', kind: 'kernel',
  meta: (self: Tensor, a: Tensor, v: Tensor) => {
    mvCheck(a, v);
    expandCheck(self, [a.sizes[0]]);
    return empty([a.sizes[0]], a.dtype, { device: a.device });
  },
  kernel: (out: Tensor, self: Tensor, a: Tensor, v: Tensor, beta: Scalar, alpha: Scalar) =>
    product(asColumn(out), a, asColumn(v), asColumn(expandTo(self, out.sizes)), numberOf(alpha), numberOf(beta)),
  derivative: derivative('AddmvBackward0', ['mat?vec', 'vec?mat'], {
    self: (c) => c.call.maybeMul(c.g, c.arg<Scalar>('beta')),
    mat: (c) => c.call.maybeMul(outerGrad(c, c.g, c.t('vec')), c.arg<Scalar>('alpha')),
    vec: (c) => c.call.maybeMul(c.call.one('mv', c.call.t(c.t('mat')), c.g), c.arg<Scalar>('alpha')),
  }),
};

const addr: OpDef = {
  schema: 'addr(Tensor self, Tensor vec1, Tensor vec2, *, Scalar beta=1, Scalar alpha=1) -> Tensor', kind: 'kernel',
  meta: (self: Tensor, a: Tensor, b: Tensor) => {
    const size = [a.sizes[0], b.sizes[0]];
    expandCheck(self, size);
    return empty(size, promote(self, a, b), { device: self.device });
  },
  kernel: (out: Tensor, self: Tensor, a: Tensor, b: Tensor, beta: Scalar, alpha: Scalar) => {
    const [x, y, s] = [read(a, out.dtype), read(b, out.dtype), read(expandTo(self, out.sizes), out.dtype)];
    const r = computesIn32(out.dtype) ? Math.fround : (v: number): number => v;
    const [be, al] = [numberOf(beta), numberOf(alpha)];
    const o = dest(out);
    const n = y.length;
    for (let i = 0; i < x.length; i++) {
      for (let j = 0; j < n; j++) {
        const v = r(r(al * x[i]) * y[j]);
        o.w[i * n + j] = be === 0 ? v : r(be * s[i * n + j]) + v;
      }
    }
    o.flush();
  },
  derivative: derivative('AddrBackward0', ['vec1?vec2', 'vec2?vec1'], {
    self: (c) => c.call.maybeMul(c.g, c.arg<Scalar>('beta')),
    vec1: (c) => c.call.maybeMul(c.call.one('mv', c.g, c.t('vec2')), c.arg<Scalar>('alpha')),
    vec2: (c) => c.call.maybeMul(c.call.one('mv', c.call.t(c.g), c.t('vec1')), c.arg<Scalar>('alpha')),
  }),
};

const dotLike = (name: 'dot' | 'vdot'): OpDef => ({
  schema: `${name}(Tensor self, Tensor ${name === 'dot' ? 'tensor' : 'other'}) -> Tensor`, kind: 'kernel',
  meta: (a: Tensor, b: Tensor) => {
    if (a.dim !== 1 || b.dim !== 1) throw runtimeError(`1D tensors expected, but got ${a.dim}D and ${b.dim}D tensors`);
    if (a.dtype !== b.dtype) throw runtimeError(`dot : expected both vectors to have same dtype, but found ${CPP[a.dtype.name]} and ${CPP[b.dtype.name]}`);
    if (a.sizes[0] !== b.sizes[0]) {
      throw runtimeError(`inconsistent tensor size, expected tensor [${a.sizes[0]}] and src [${b.sizes[0]}] to have the same number of elements, but got ${a.sizes[0]} and ${b.sizes[0]} elements respectively`);
    }
    return empty([], a.dtype, { device: a.device });
  },
  kernel: (out: Tensor, a: Tensor, b: Tensor) => {
    mmNotFor(a, name);
    const [x, y] = [read(a, out.dtype), read(b, out.dtype)];
    write(out, [x instanceof Float32Array ? (isReduced(out.dtype) ? dotSequential(x, 0, y as Float32Array, 0, x.length) : dotF32(x, 0, y as Float32Array, 0, x.length)) : x.reduce((s, v, i) => s + v * y[i], 0)]);
  },
  derivative: derivative(name === 'dot' ? 'DotBackward0' : 'VdotBackward0', [`self?${name === 'dot' ? 'tensor' : 'other'}`, `${name === 'dot' ? 'tensor' : 'other'}?self`], {
    self: (c) => (name === 'dot' ? c.call.mul(c.g, c.call.conj(c.t('tensor'))) : c.call.mul(c.call.conj(c.g), c.t('other'))),
    [name === 'dot' ? 'tensor' : 'other']: (c: BackwardContext) => c.call.mul(c.g, name === 'dot' ? c.call.conj(c.t('self')) : c.t('self')),
  }),
});

const promote = (...ts: Tensor[]): Tensor['dtype'] => ts.map((t) => t.dtype).reduce(promoteTypes);

function shouldFold(call: Call, a: Tensor, b: Tensor, needsGrad: (t: Tensor) => boolean): boolean {
  const larger = a.dim >= b.dim;
  const t1 = larger ? a : call.transpose(b, -2, -1);
  const t2 = larger ? b : a;
  if (t1.dim < 3 || t2.dim > 2) return false;
  if (needsGrad(t2)) return true;
  if (a.dim === 2) return false;
  if (t1.numel === 0) return true;
  for (let i = 0; i < t1.dim - 2; i++) if (t1.strides[i] !== t1.strides[i + 1] * t1.sizes[i + 1]) return false;
  return true;
}

const product1 = (xs: Sizes): number => xs.reduce((x, y) => x * y, 1);

export function matmul(call: Call, a: Tensor, b: Tensor): Tensor {
  if (a.dim === 0 || b.dim === 0) throw runtimeError(`both arguments to matmul need to be at least 1D, but they are ${a.dim}D and ${b.dim}D`);
  if (a.dim === 1 && b.dim === 1) return call.one('dot', a, b);
  if (a.dim === 2 && b.dim === 1) return call.one('mv', a, b);
  if (a.dim === 1 && b.dim === 2) return call.one('squeeze_.dim', call.mm(call.unsqueeze(a, 0), b), 0);
  if (a.dim === 2 && b.dim === 2) return call.mm(a, b);
  if ((a.dim >= 3 && b.dim <= 2) || (b.dim >= 3 && a.dim <= 2)) {
    if (shouldFold(call, a, b, call.requiresGrad)) return folded(call, a, b);
  }
  return batched(call, a, b);
}

function folded(call: Call, a: Tensor, b: Tensor): Tensor {
  const flip = b.dim > a.dim;
  const t1 = flip ? call.transpose(b, -2, -1) : a;
  const t2 = !flip ? b : a.dim === 2 ? call.t(a) : a;
  const size = t1.sizes.slice(0, -1);
  const lines = product1(size);
  if (t2.dim === 2) size.push(t2.sizes[1]);
  const flat = call.reshape(t1, [lines, t1.sizes[t1.dim - 1]]);
  if (t2.dim === 2) {
    const out = call.one('_unsafe_view', call.mm(flat, t2), size);
    return flip ? call.contiguous(call.transpose(out, -2, -1)) : out;
  }
  return call.one('_unsafe_view', call.one('mv', flat, t2), size);
}

function batched(call: Call, a: Tensor, b: Tensor): Tensor {
  const n = a.dim > 1 ? a.sizes[a.dim - 2] : 1;
  const m1 = a.sizes[a.dim - 1];
  const batch1 = a.sizes.slice(0, -2);
  const m2 = b.dim > 1 ? b.sizes[b.dim - 2] : b.sizes[0];
  const p = b.dim > 1 ? b.sizes[b.dim - 1] : 1;
  const batch2 = b.sizes.slice(0, -2);
  if (a.dim === 3 && b.dim === 3 && batch1[0] !== batch2[0]) {
    if (batch1[0] === 1) return matmul(call, call.squeeze(a, 0), b);
    if (batch2[0] === 1) return matmul(call, a, call.squeeze(b, 0));
  }
  const out = broadcastAll([batch1, batch2]);
  const count = product1(out);
  const x = call.reshape(call.expand(a, [...out, n, m1]), [count, n, m1]);
  const vector = b.dim === 1;
  const grown = call.expand(b, [...out, ...(vector ? [m2] : [m2, p])]);
  const y = vector ? call.unsqueeze(call.reshape(grown, [count, m2]), 2) : call.reshape(grown, [count, m2, p]);
  const size = [...out, ...(a.dim > 1 ? [n] : []), ...(b.dim > 1 ? [p] : [])];
  const made = call.bmm(x, y);
  return call.one('_unsafe_view', vector ? call.squeeze(made, -1) : made, size);
}

export function linear(call: Call, input: Tensor, weight: Tensor, bias: Tensor | null): Tensor {
  if (input.dim === 2 && bias) return call.one('addmm', bias, input, call.t(weight), 1, 1);
  if (bias && input.dim !== 0 && isContiguous(input.sizes, input.strides) && (input.dim === 3 || bias.dim === 1)) {
    const flat = call.reshape(input, [product1(input.sizes.slice(0, -1)), input.sizes[input.dim - 1]]);
    const made = call.one('addmm', bias, flat, call.t(weight), 1, 1);
    return call.view(made, [...input.sizes.slice(0, -1), made.sizes[1]]);
  }
  const out = matmul(call, input, call.t(weight));
  return bias ? call.add(out, bias) : out;
}

const both = (d: OpDef, out = 'out'): OpDef[] => [d, inplaceOf(d), outOf(d, out)];

export const MATMUL: readonly OpDef[] = [
  mm, outOf(mm), ...both(addmm), bmm, outOf(bmm), ...both(baddbmm), ...both(addbmm), mv, outOf(mv), ...both(addmv), ...both(addr),
  dotLike('dot'), dotLike('vdot'),
  { schema: 'matmul(Tensor self, Tensor other) -> Tensor', kind: 'composite', composite: matmul },
  { schema: 'linalg_matmul(Tensor self, Tensor other) -> Tensor', kind: 'composite', composite: matmul },
  { schema: 'linear(Tensor input, Tensor weight, Tensor? bias=None) -> Tensor', kind: 'composite', composite: linear },
  {
    schema: 'outer(Tensor self, Tensor vec2) -> Tensor', kind: 'composite',
    composite: (call, a: Tensor, b: Tensor) => {
      if (a.dim !== 1) throw runtimeError(`outer: Expected 1-D argument self, but got ${a.dim}-D`);
      if (b.dim !== 1) throw runtimeError(`outer: Expected 1-D argument vec2, but got ${b.dim}-D`);
      return call.mul(call.reshape(a, [a.sizes[0], 1]), b);
    },
  },
  { schema: 'ger(Tensor self, Tensor vec2) -> Tensor', kind: 'composite', composite: (call, a: Tensor, b: Tensor) => call.one('outer', a, b) },
  {
    schema: 'inner(Tensor self, Tensor other) -> Tensor', kind: 'composite',
    composite: (call, a: Tensor, b: Tensor) => {
      if (a.dim === 0 || b.dim === 0) return call.mul(a, b);
      if (a.sizes[a.dim - 1] !== b.sizes[b.dim - 1]) {
        throw runtimeError(`inner() the last dimension must match on both input tensors but got shapes [${a.sizes.join(', ')}] and [${b.sizes.join(', ')}]`);
      }
      return call.one('tensordot', a, b, [-1], [-1]);
    },
  },
  {
    schema: 'chain_matmul(Tensor[] matrices) -> Tensor', kind: 'composite',
    composite: (call, ms: Tensor[]) => (ms.length === 1 ? ms[0] : call.one('linalg_multi_dot', ms)),
  },
  {
    schema: 'tensordot(Tensor self, Tensor other, int[] dims_self, int[] dims_other) -> Tensor', kind: 'composite',
    composite: (call, a: Tensor, b: Tensor, da: Sizes, db: Sizes) => tensordot(call, a, b, da, db),
  },
];

/** Sums over paired dimensions: both sides become matrices. */
function tensordot(call: Call, a: Tensor, b: Tensor, da: Sizes, db: Sizes): Tensor {
  if (da.length !== db.length) throw runtimeError('both dimension lists should have same length');
  const [wa, wb] = [da.map((d) => wrapDim(d, a.dim)), db.map((d) => wrapDim(d, b.dim))];
  let count = 1;
  let [x, y] = [a, b];
  wa.forEach((d, i) => {
    const [s, t] = [a.sizes[d], b.sizes[wb[i]]];
    if (t === 1) x = call.sum(x, [d], true);
    else if (s === 1) y = call.sum(y, [wb[i]], true);
    else {
      if (s !== t) throw runtimeError(`contracted dimensions need to match, but first has size ${s} in dim ${d} and second has size ${t} in dim ${wb[i]}`);
      count *= s;
    }
  });
  const [fa, fb] = [a.sizes.map((_, i) => i).filter((i) => !wa.includes(i)), b.sizes.map((_, i) => i).filter((i) => !wb.includes(i))];
  const [sa, sb] = [fa.map((i) => x.sizes[i]), fb.map((i) => y.sizes[i])];
  if (sa.length === 0 && sb.length === 0 && x.dim === 1) {
    const [u, v] = [call.permute(x, wa), call.permute(y, wb)];
    return call.view(call.one('dot', u, v), []);
  }
  const m = call.reshape(call.permute(x, [...fa, ...wa]), [product1(sa), count]);
  const n = call.reshape(call.permute(y, [...wb, ...fb]), [count, product1(sb)]);
  return call.reshape(call.mm(m, n), [...sa, ...sb]);
}
