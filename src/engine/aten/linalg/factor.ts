/** Factorisations: Cholesky, LU, QR. */
import { DTYPES } from '../../tensor/dtype.ts';
import { pyError, runtimeError } from '../../tensor/errors.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { cholesky, luFactor, qr, transpose, triangularSolve } from '../matrices.ts';
import { type BackwardContext, derivative, type OpDef } from '../op.ts';
import { write } from '../work.ts';
import { luFactorBack } from './lu.ts';
import { choleskyInverseBack } from './older.ts';
import { batchOf, checkErrors, columns, each, floating, H, like, square, reportErrors } from './shared.ts';

/** cholesky_backward */
function choleskyBack(c: BackwardContext, factor: Tensor): Tensor {
  const k = c.call;
  const upper = c.arg<boolean>('upper');
  const [L, g] = upper ? [H(c, factor), H(c, c.g)] : [factor, c.g];
  const p = k.one('tril', k.one('matmul', H(c, L), g), 0);
  const strict = k.one('tril', p, -1);
  const both = k.mul(k.add(p, H(c, strict)), k.float(0.5));
  const left = k.one('linalg_solve_triangular', H(c, L), both, true, true, false);
  return k.one('linalg_solve_triangular', L, left, false, false, false);
}

const choleskyEx: OpDef = {
  schema: 'linalg_cholesky_ex(Tensor self, *, bool upper=False, bool check_errors=False) -> (Tensor L, Tensor info)',
  kind: 'kernel',
  meta: (a: Tensor) => {
    square(a, 'linalg.cholesky');
    return [columns(a.sizes, a), like(batchOf(a), a, DTYPES.int32)];
  },
  kernel: ([L, info]: Tensor[], a: Tensor, upper: boolean, check: boolean) => {
    const n = a.sizes[a.dim - 1];
    const out = new Float64Array(L.numel);
    const infos = new Float64Array(info.numel);
    each(a, (m, i) => {
      const r = cholesky(upper ? transpose(m, n, n) : m, n);
      out.set(upper ? transpose(r.l, n, n) : r.l, i * n * n);
      infos[i] = r.info;
    });
    write(L, out);
    write(info, infos);
    if (check) reportErrors(infos, 'linalg.cholesky_ex', a.dim === 2);
  },
  derivative: derivative('LinalgCholeskyExBackward0', ['result0'], { self: (c) => choleskyBack(c, c.results[0]) }, [1]),
};

const luFactorEx: OpDef = {
  schema: 'linalg_lu_factor_ex(Tensor A, *, bool pivot=True, bool check_errors=False) -> (Tensor LU, Tensor pivots, Tensor info)',
  kind: 'kernel',
  meta: (a: Tensor) => {
    if (a.dim < 2) throw runtimeError('torch.lu_factor: Expected tensor with 2 or more dimensions. Got size: ' + `[${a.sizes.join(', ')}] instead`);
    floating(a, 'linalg.lu_factor');
    const k = Math.min(...a.sizes.slice(-2));
    return [columns(a.sizes, a), like([...batchOf(a), k], a, DTYPES.int32), like(batchOf(a), a, DTYPES.int32)];
  },
  kernel: ([LU, pivots, info]: Tensor[], a: Tensor, pivot: boolean, check: boolean) => {
    if (!pivot) throw runtimeError('linalg.lu_factor: LU without pivoting is not implemented on the CPU');
    const [m, n] = a.sizes.slice(-2);
    const k = Math.min(m, n);
    const [lu, pv, infos] = [new Float64Array(LU.numel), new Float64Array(pivots.numel), new Float64Array(info.numel)];
    each(a, (w, i) => {
      const f = luFactor(w, m, n);
      lu.set(w, i * m * n);
      pv.set(f.pivots, i * k);
      infos[i] = f.info;
    });
    write(LU, lu);
    write(pivots, pv);
    write(info, infos);
    if (check) reportErrors(infos, 'torch.linalg.lu_factor_ex', a.dim === 2);
  },
  derivative: derivative('LinalgLuFactorExBackward0', ['result0', 'result1'], { A: luFactorBack }, [1, 2]),
};

const qrOp: OpDef = {
  schema: "linalg_qr(Tensor A, str mode='reduced') -> (Tensor Q, Tensor R)",
  kind: 'kernel',
  meta: (a: Tensor, mode: string) => {
    if (a.dim < 2) throw runtimeError('linalg.qr: The input tensor A must have at least 2 dimensions.');
    floating(a, 'linalg.qr');
    if (!['reduced', 'complete', 'r'].includes(mode))
      throw runtimeError(`qr received unrecognized mode '${mode}' but expected one of 'reduced' (default), 'r', or 'complete'`);
    const [m, n] = a.sizes.slice(-2);
    const c = mode === 'complete' ? m : Math.min(m, n);
    return [mode === 'r' ? like([0], a) : columns([...batchOf(a), m, c], a), columns([...batchOf(a), c, n], a)];
  },
  kernel: ([Q, R]: Tensor[], a: Tensor, mode: string) => {
    const [m, n] = a.sizes.slice(-2);
    const [q, r] = [new Float64Array(Q.numel), new Float64Array(R.numel)];
    each(a, (w, i) => {
      const f = qr(w, m, n, mode === 'complete');
      if (mode !== 'r') q.set(f.q, i * f.q.length);
      r.set(f.r, i * f.r.length);
    });
    write(Q, q);
    write(R, r);
  },
  derivative: derivative('LinalgQrBackward0', ['result0', 'result1'], { A: qrBack }),
};

function qrBack(c: BackwardContext): Tensor | null {
  const k = c.call;
  const [Q, R] = c.results;
  const [gQ, gR] = c.grads;
  const mode = c.arg<string>('mode');
  if (mode === 'r')
    throw pyError(
      'RuntimeError',
      "The derivative of linalg.qr depends on Q, which is not computed when mode='r'. Please use linalg.qr(A, mode='reduced') if you are going to require gradients.",
    );
  if (!gQ && !gR) return null;
  const [m, n] = [Q.sizes[Q.dim - 2], R.sizes[R.dim - 1]];
  let inner: Tensor | null = null;
  if (gR) inner = k.one('matmul', gR, H(c, R));
  if (gQ) {
    const t = k.one('matmul', H(c, Q), gQ);
    inner = inner ? k.sub(inner, t) : k.neg(t);
  }
  const p = inner as Tensor;
  if (m >= n) {
    const upper = k.one('triu', p, 0);
    const sym = k.add(upper, H(c, upper));
    k('mul_.Scalar', k.one('diagonal', sym, 0, -2, -1), k.float(0.5));
    let g = k.one('matmul', Q, sym);
    if (gQ) g = k.add(g, gQ);
    return k.one('linalg_solve_triangular', H(c, R), g, false, false, false);
  }
  const Rm = k.slice(R, -1, 0, m);
  let g = k.one('linalg_solve_triangular', H(c, Rm), k.one('matmul', Q, k.one('tril', k.sub(H(c, p), p), -1)), false, false, false);
  if (gR) {
    const pad = k.one('cat', [g, k.one('new_zeros', g, [...g.sizes.slice(0, -1), n - m])], -1);
    g = k.add(pad, k.one('matmul', Q, gR));
    return g;
  }
  return k.one('cat', [g, k.one('new_zeros', g, [...g.sizes.slice(0, -1), n - m])], -1);
}

export const FACTORS: readonly OpDef[] = [
  choleskyEx,
  luFactorEx,
  qrOp,
  {
    schema: 'cholesky(Tensor self, bool upper=False) -> Tensor',
    kind: 'kernel',
    meta: (a: Tensor) => {
      square(a, 'cholesky');
      return columns(a.sizes, a);
    },
    kernel: (out: Tensor, a: Tensor, upper: boolean) => {
      const info = like(batchOf(a), a, DTYPES.int32);
      (choleskyEx.kernel as (o: Tensor[], a: Tensor, u: boolean) => void)([out, info], a, upper);
      (checkErrors.kernel as (o: null, i: Tensor, n: string, m: boolean) => void)(null, info, 'cholesky', a.dim === 2);
    },
    derivative: derivative('CholeskyBackward0', ['result'], { self: (c) => choleskyBack(c, c.result) }),
  },
  {
    schema: 'cholesky_inverse(Tensor self, bool upper=False) -> Tensor',
    kind: 'kernel',
    meta: (a: Tensor) => {
      if (a.dim < 2) throw runtimeError('cholesky_inverse: The input tensor A must have at least 2 dimensions.');
      return columns(a.sizes, a);
    },
    kernel: (out: Tensor, a: Tensor, upper: boolean) => {
      const n = a.sizes[a.dim - 1];
      const o = new Float64Array(out.numel);
      each(a, (m, i) => {
        const L = upper ? transpose(m, n, n) : m;
        const eye = new Float64Array(n * n);
        for (let j = 0; j < n; j++) eye[j * n + j] = 1;
        o.set(triangularSolve(transpose(L, n, n), n, triangularSolve(L, n, eye, n, false, false), n, true, false), i * n * n);
      });
      write(out, o);
    },
    derivative: derivative('CholeskyInverseBackward0', ['self', 'result'], { self: choleskyInverseBack }),
  },
];
