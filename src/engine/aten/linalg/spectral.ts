/** Eigenvalues of symmetric matrices and singular values. The signs of vectors are LAPACK's for up to 25 rows or columns. */
import { part } from '../../python/packs.ts';
import { linalgError, runtimeError, Unsupported } from '../../tensor/errors.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { multiply, qr, singularValues, symmetricEigen, transpose } from '../matrices.ts';
import { derivative, type OpDef } from '../op.ts';
import { write } from '../work.ts';
import { svdBack } from './svd_back.ts';
import { batchOf, columns, each, floating, H, like, square } from './shared.ts';

const bidiagonal = part<typeof import('./bidiagonal.ts')>('spectra', 'bidiagonal');
const tridiagonal = part<typeof import('./tridiagonal.ts')>('spectra', 'tridiagonal');

const eigvals: OpDef = {
  schema: '_linalg_eigh(Tensor A, str UPLO="L", bool compute_v=True) -> (Tensor eigenvalues, Tensor eigenvectors)',
  kind: 'kernel',
  meta: (a: Tensor, uplo: string, vectors: boolean) => {
    square(a, 'linalg.eigh');
    if (!/^[lu]$/i.test(uplo)) throw runtimeError(`Expected UPLO argument to be 'L' or 'U', but got ${uplo}`);
    return [like(a.sizes.slice(0, -1), a), vectors ? columns(a.sizes, a) : like([0], a)];
  },
  kernel: ([L, V]: Tensor[], a: Tensor, uplo: string, vectors: boolean) => {
    const n = a.sizes[a.dim - 1];
    const [l, v] = [new Float64Array(L.numel), new Float64Array(V.numel)];
    each(a, (m, i) => {
      // What LAPACK makes of them depends on sizes and on its version.
      if (m.some((x) => !Number.isFinite(x))) throw new Unsupported('linalg.eigh of values that are not finite');
      const e = tridiagonal().symmetricEigenpairs(m, n, a.dtype.name === 'float32', uplo.toUpperCase() === 'U');
      l.set(e.values, i * n);
      if (vectors) v.set(e.vectors, i * n * n);
    });
    write(L, l);
    write(V, v);
  },
  derivative: derivative('LinalgEighBackward0', ['result0', 'result1'], {
    A: (c) => {
      const k = c.call;
      const [gL, gV] = c.grads;
      const [L, V] = c.results;
      const back = !gV && H(c, V);
      if (back) return k.one('matmul', k.mul(V, k.unsqueeze(gL as Tensor, -2)), back);
      let VhgV = k.one('matmul', H(c, V), gV);
      k.one('diagonal', VhgV, 0, -2, -1);
      // What is left of it in the tangent space of the orthogonal matrices.
      VhgV = k.mul(k.sub(VhgV, H(c, VhgV)), k.float(0.5));
      const diff = k.sub(k.unsqueeze(L, -2), k.unsqueeze(L, -1));
      k('fill_.Scalar', k.one('diagonal', diff, 0, -2, -1), 1);
      let inner = k.one('div_.Tensor', VhgV, diff);
      if (gL) inner = k.one('diagonal_scatter', inner, gL, 0, -2, -1);
      return k.one('matmul', V, k.one('matmul', inner, H(c, V)));
    },
  }),
};

const svdvals: OpDef = {
  schema: '_linalg_svd(Tensor A, bool full_matrices=False, bool compute_uv=True, *, str? driver=None) -> (Tensor U, Tensor S, Tensor Vh)',
  kind: 'kernel',
  meta: (a: Tensor, full: boolean, uv: boolean) => {
    if (a.dim < 2) throw runtimeError('linalg.svd: The input tensor A must have at least 2 dimensions.');
    floating(a, 'linalg.svd');
    const [m, n] = a.sizes.slice(-2);
    const k = Math.min(m, n);
    const lead = batchOf(a);
    return [uv ? columns([...lead, m, full ? m : k], a) : like([0], a), like([...lead, k], a), uv ? columns([...lead, full ? n : k, n], a) : like([0], a)];
  },
  kernel: ([U, S, V]: Tensor[], a: Tensor, full: boolean, uv: boolean) => {
    const [m, n] = a.sizes.slice(-2);
    const k = Math.min(m, n);
    const s = new Float64Array(S.numel);
    const [u, v] = [new Float64Array(U.numel), new Float64Array(V.numel)];
    each(a, (w, i) => {
      mustBeFinite(w, a.dim > 2 ? `(Batch element ${i}): ` : '');
      if (!uv) return s.set(singularValues(w, m, n), i * k);
      const r = bidiagonal().singularVectors(w, m, n, a.dtype.name === 'float32', full);
      s.set(r.s, i * k);
      u.set(r.u, i * r.u.length);
      v.set(r.vh, i * r.vh.length);
    });
    write(S, s);
    write(U, u);
    write(V, v);
  },
};

/** LAPACK does not converge over what is no number; what it makes of infinities depends on its version. */
export function mustBeFinite(w: Float64Array, which: string): void {
  if (w.some(Number.isNaN)) throw linalgError(`linalg.svd: ${which}The algorithm failed to converge because the input matrix contained non-finite values.`);
  if (w.some((x) => !Number.isFinite(x))) throw new Unsupported('linalg.svd of infinite values');
}

/** U and Vᴴ from the eigenvectors of AᵀA or AAᵀ, completed by QR where asked. */
export function vectorsOf(a: Float64Array, m: number, n: number, full: boolean): { u: Float64Array; vh: Float64Array } {
  if (m < n) {
    const r = vectorsOf(transpose(a, m, n), n, m, full);
    const c = full ? n : m;
    return { u: transpose(r.vh, m, m), vh: transpose(r.u, n, c) };
  }
  const e = symmetricEigen(multiply(n, m, n, transpose(a, m, n), a), n);
  const vh = new Float64Array(n * n);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) vh[i * n + j] = e.vectors[j * n + (n - 1 - i)];
  const av = multiply(m, n, n, a, transpose(vh, n, n));
  const f = qr(av, m, n, full);
  for (let j = 0; j < n; j++) {
    if (f.r[j * n + j] < 0) for (let i = 0; i < m; i++) f.q[i * f.c + j] = -f.q[i * f.c + j];
  }
  return { u: f.q, vh };
}

export const SPECTRA: readonly OpDef[] = [
  eigvals,
  { ...svdvals, derivative: derivative('LinalgSvdBackward0', ['result0', 'result1', 'result2'], { A: svdBack }) },
];
