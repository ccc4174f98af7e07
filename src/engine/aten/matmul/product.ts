/**
 * The kernel below the matrix products: alpha * a @ b + beta * c for one matrix or a batch, in the order of the library
 * that PyTorch calls (tensor/gemm.ts). And what the operators above it share.
 */
import type { Working } from '../../tensor/access.ts';
import type { DType } from '../../tensor/dtype.ts';
import { notImplementedFor, runtimeError } from '../../tensor/errors.ts';
import { gemm, gemmBatchF32, gemmForm, type GemmForm, gemmHalf } from '../../tensor/gemm.ts';
import { Tensor } from '../../tensor/tensor.ts';
import type { Sizes } from '../dims.ts';
import type { OpDef } from '../op.ts';
import { inplaceOf, outOf } from '../variants.ts';
import { computesIn32, expandTo, isReduced, read, write } from '../work.ts';

export const shape = (t: Tensor): string => `${t.sizes[0]}x${t.sizes[1]}`;

/** out = alpha * a @ b + beta * c for one matrix or a batch of them. */
export function product(out: Tensor, a: Tensor, b: Tensor, c: Tensor | null, alpha: number, beta: number): void {
  mmNotFor(a, a.dim === 3 ? 'bmm' : 'addmm_impl_cpu_');
  const d = out.dtype;
  const batch = a.dim === 3 ? a.sizes[0] : 1;
  const [m, k] = a.sizes.slice(-2);
  const n = b.sizes[b.dim - 1];
  const form = d.category === 'float' ? gemmForm(a, b) : 'nn';
  // The tensor layer wants B as it lies: rows along k where its columns are contiguous.
  const [x, y] = [read(a, d), read(form[1] === 't' ? swapLast(b) : b, d)];
  const plain = alpha === 1 && beta === 1;
  // One product to each place: MKL writes it as it is. Vectors, small batches and half types have sums all the same.
  const single = k === 1 && m > 1 && n > 1 && d.category === 'float' && !isReduced(d) && (a.dim === 2 || (batch === 1 && m * n >= 400));
  const add = c !== null && beta !== 0 ? read(expandTo(c, out.sizes), d) : null;
  const length = batch === 1 ? 0 : batch * m * n;
  const all = computesIn32(d) ? new Float32Array(length) : new Float64Array(length);
  for (let i = 0; i < batch; i++) {
    const part = <T extends Working>(w: T, size: number): T => w.subarray(i * size, (i + 1) * size) as T;
    const [p, q] = [part(x, m * k), part(y, k * n)];
    const extra = add ? part(add, m * n) : null;
    const made = single && extra === null ? outer(p, q) : multiply(form, m, n, k, p, q, plain ? extra : null, d, a.dim === 3);
    // Sums start from zero, which is no −0.
    if (extra === null && !single) for (let j = 0; j < made.length; j++) made[j] += 0;
    if (!plain) scaleAndAdd(k === 0 ? null : made, extra, alpha, beta, computesIn32(d), made, single ? -0 : 0);
    if (batch === 1) {
      write(out, made);
      return;
    }
    all.set(made, i * m * n);
  }
  write(out, all);
}

/** A column times a row. */
function outer(a: Working, b: Working): Working {
  const made = a instanceof Float32Array ? new Float32Array(a.length * b.length) : new Float64Array(a.length * b.length);
  for (let i = 0, at = 0; i < a.length; i++) for (let j = 0; j < b.length; j++) made[at++] = a[i] * b[j];
  return made;
}

function swapLast(t: Tensor): Tensor {
  const r = t.dim;
  const turn = (s: Sizes): number[] => [...s.slice(0, r - 2), s[r - 1], s[r - 2]];
  return new Tensor(t.storage, t.dtype, turn(t.sizes), turn(t.strides), t.offset);
}

export function multiply(form: GemmForm, m: number, n: number, k: number, a: Working, b: Working, c: Working | null, d: DType, batched: boolean): Working {
  if (a instanceof Float32Array) {
    const [y, z] = [b as Float32Array, c as Float32Array | null];
    if (isReduced(d)) return gemmHalf(form, m, n, k, a, y, z);
    return batched ? gemmBatchF32(form, m, n, k, a, y, z) : gemm(form, m, n, k, a, y, z);
  }
  return gemm(form, m, n, k, a, b as Float64Array, c as Float64Array | null);
}

/** `w` is null where there is nothing to sum: no zero is added then. `zero`: what a sum starts from. */
function scaleAndAdd(w: Working | null, c: Working | null, alpha: number, beta: number, single: boolean, to: Working, zero: number): void {
  const r = single ? Math.fround : (v: number): number => v;
  for (let i = 0; i < to.length; i++) {
    const v = w === null ? -0 : alpha === 1 ? w[i] : r(r(alpha) * w[i]);
    to[i] = c ? r(r(beta) * c[i]) + v : v + zero;
  }
}

export const mmNotFor = (a: Tensor, name: string): void => {
  if (a.dtype.category === 'bool') throw notImplementedFor(name, 'Bool');
};

export function expandCheck(self: Tensor, size: Sizes): void {
  const lead = size.length - self.dim;
  self.sizes.forEach((s, i) => {
    if (lead < 0 || (s !== 1 && s !== size[i + lead])) {
      throw runtimeError(
        `The expanded size of the tensor (${size[i + lead]}) must match the existing size (${s}) at non-singleton dimension ${i + lead}.  Target sizes: [${size.join(', ')}].  Tensor sizes: [${self.sizes.join(', ')}]`,
      );
    }
  });
}

export const product1 = (xs: Sizes): number => xs.reduce((x, y) => x * y, 1);
export const both = (d: OpDef, out = 'out'): OpDef[] => [d, inplaceOf(d), outOf(d, out)];
