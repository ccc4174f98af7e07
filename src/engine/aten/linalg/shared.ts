/** What the files of linear algebra share: checks, column-major results, one matrix of a batch at a time. */
import { empty, emptyStrided } from '../../tensor/create.ts';
import { linalgError, notImplementedFor, runtimeError } from '../../tensor/errors.ts';
import { CPP } from '../../tensor/promotion.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import type { Sizes } from '../dims.ts';
import { copyOf } from '../matrices.ts';
import { noHalf } from '../no_half.ts';
import type { Call, OpDef } from '../op.ts';
import { read } from '../work.ts';

export type { Sizes } from '../dims.ts';
export { composite } from '../op.ts';

export const prod = (s: Sizes): number => s.reduce((a, b) => a * b, 1);

export function square(a: Tensor, name: string): void {
  if (a.dim < 2) throw runtimeError(`${name}: The input tensor A must have at least 2 dimensions.`);
  if (a.sizes[a.dim - 1] !== a.sizes[a.dim - 2])
    throw runtimeError(`${name}: A must be batches of square matrices, but they are ${a.sizes[a.dim - 2]} by ${a.sizes[a.dim - 1]} matrices`);
  floating(a, name);
}

/** The kernels that half types reach before they are refused, by the name of the operator. */
const KERNELS: Readonly<Record<string, string>> = {
  'linalg.cholesky': 'cholesky_cpu',
  'linalg.qr': 'geqrf_cpu',
  geqrf: 'geqrf_cpu',
  'linalg.svd': 'linalg_svd_cpu',
  'linalg.eigh': 'linalg_eigh_cpu',
  'linalg.solve_triangular': 'triangular_solve_cpu',
  'linalg.det': 'lu_cpu',
  'linalg.lu': 'lu_cpu',
  'linalg.lu_factor': 'lu_cpu',
  'linalg.solve': 'lu_cpu',
};

/** Of those, the ones that integers reach too. */
const REACHED = new Set(['linalg.eigh', 'linalg.lu', 'linalg.lu_factor', 'linalg.solve_triangular']);

export function floating(a: Tensor, name: string): void {
  if (name in KERNELS) noHalf(a, KERNELS[name]);
  if (REACHED.has(name) && a.dtype.category !== 'float') throw notImplementedFor(KERNELS[name], CPP[a.dtype.name]);
  if (a.dtype.name !== 'float32' && a.dtype.name !== 'float64') {
    throw runtimeError(
      a.dtype.category === 'float'
        ? `${name}: Low precision dtypes not supported. Got ${CPP[a.dtype.name]}`
        : `${name}: Expected a floating point or complex tensor as input. Got ${CPP[a.dtype.name]}`,
    );
  }
}

/** `linalg.solve: Expected A and B to have the same dtype, but found …` where they have not (native/LinearAlgebraUtils.h). */
export function sameDtypes(before: string, names: readonly [string, string], a: Tensor, b: Tensor): void {
  if (a.dtype === b.dtype) return;
  const [x, y] = [CPP[a.dtype.name], CPP[b.dtype.name]];
  throw runtimeError(
    `${before}Expected ${names[0]} and ${names[1]} to have the same dtype, but found ${names[0]} of type ${x} and ${names[1]} of type ${y} instead`,
  );
}

/** Column-major result, as LAPACK leaves it. */
export function columns(sizes: Sizes, t: Tensor): Tensor {
  const r = sizes.length;
  const strides = new Array<number>(r);
  let step = 1;
  for (const d of [r - 2, r - 1, ...Array.from({ length: r - 2 }, (_, i) => r - 3 - i)]) {
    strides[d] = step;
    step *= Math.max(sizes[d], 1);
  }
  return emptyStrided(sizes, strides, t.dtype, { device: t.device });
}

export const like = (sizes: Sizes, t: Tensor, dtype = t.dtype): Tensor => empty(sizes, dtype, { device: t.device });

export const batchOf = (t: Tensor): Sizes => t.sizes.slice(0, -2);

export const H = (c: { call: Call }, t: Tensor): Tensor => c.call.transpose(t, -2, -1);

/** Calls `f` with each matrix of the batch. */
export function each(a: Tensor, f: (m: Float64Array, i: number) => void): void {
  const [m, n] = a.sizes.slice(-2);
  const w = read(a, a.dtype);
  for (let i = 0; i < prod(batchOf(a)); i++) f(copyOf(w.subarray(i * m * n, (i + 1) * m * n)), i);
}

export const isVector = (a: Tensor, b: Tensor): boolean => b.dim === 1 || (a.dim - 1 === b.dim && b.sizes.every((s, i) => s === a.sizes[i]));

export const checkErrors: OpDef = {
  schema: '_linalg_check_errors(Tensor info, str api_name, *, bool is_matrix) -> ()',
  kind: 'kernel',
  meta: () => null,
  kernel: (_o: null, info: Tensor, name: string, isMatrix: boolean) => {
    reportErrors(read(info, info.dtype), name, isMatrix);
    return null;
  },
};

/** Raises what the first matrix that failed is to be told (`_linalg_check_errors` in BatchLinearAlgebra.cpp). */
export function reportErrors(w: ArrayLike<number>, name: string, isMatrix: boolean): void {
  const i = Array.prototype.findIndex.call(w, (v: number) => v !== 0);
  if (i < 0) return;
  const at = isMatrix ? name : `${name}: (Batch element ${i})`;
  const head = isMatrix ? `${name}:` : `${at}:`;
  if (name.includes('inv'))
    throw linalgError(`${head} The diagonal element ${w[i]} is zero, the inversion could not be completed because the input matrix is singular.`);
  if (name.includes('solve')) throw linalgError(`${head} The solver failed because the input matrix is singular.`);
  if (name.includes('cholesky')) {
    throw linalgError(
      `${head} The factorization could not be completed because the input is not positive-definite (the leading minor of order ${w[i]} is not positive-definite).`,
    );
  }
  throw runtimeError(
    `${head} U[${w[i]},${w[i]}] is zero and using it on lu_solve would result in a division by zero. ` +
      'If you still want to perform the factorization, consider calling linalg.lu(A, pivot) or linalg.lu_factor_ex(A, pivot)',
  );
}

export const checked = (call: Call, info: Tensor, name: string, a: Tensor): void => {
  call('_linalg_check_errors', info, name, a.dim === 2);
};
