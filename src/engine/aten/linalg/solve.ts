/** Inverses, systems of equations, determinants. */
import { DTYPES } from '../../tensor/dtype.ts';
import { runtimeError } from '../../tensor/errors.ts';
import { log } from '../../tensor/math/index.ts';
import { broadcastSizes } from '../../tensor/strides.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { copyOf, luFactor, luSolve, transpose, triangularSolve } from '../matrices.ts';
import { type Call, type Derivative, derivative, type OpDef } from '../op.ts';
import { prodSafe } from '../reduce/prod_safe.ts';
import { expandTo, read, write } from '../work.ts';
import { ofFactors } from './lu.ts';
import { batchOf, checkErrors, columns, each, H, isVector, like, prod, reportErrors, sameDtypes, square } from './shared.ts';

const invEx: OpDef = {
  schema: 'linalg_inv_ex(Tensor A, *, bool check_errors=False) -> (Tensor inverse, Tensor info)',
  kind: 'kernel',
  meta: (a: Tensor) => {
    square(a, 'linalg.inv');
    return [columns(a.sizes, a), like(batchOf(a), a, DTYPES.int32)];
  },
  kernel: ([inv, info]: Tensor[], a: Tensor, check: boolean) => {
    const n = a.sizes[a.dim - 1];
    const out = new Float64Array(inv.numel);
    const infos = new Float64Array(info.numel);
    each(a, (m, i) => {
      const f = luFactor(m, n, n);
      const eye = new Float64Array(n * n);
      for (let j = 0; j < n; j++) eye[j * n + j] = 1;
      infos[i] = f.info;
      out.set(luSolve(m, f.pivots, n, eye, n), i * n * n);
    });
    write(inv, out);
    write(info, infos);
    if (check) reportErrors(infos, 'linalg.inv_ex', a.dim === 2);
  },
  derivative: derivative(
    'LinalgInvExBackward0',
    ['result0'],
    {
      A: (c) => {
        const right = c.call.one('matmul', c.g, H(c, c.results[0]));
        return c.call.neg(c.call.one('matmul', H(c, c.results[0]), right));
      },
    },
    [1],
  ),
};

const solveEx: OpDef = {
  schema: '_linalg_solve_ex(Tensor A, Tensor B, *, bool left=True, bool check_errors=False) -> (Tensor result, Tensor LU, Tensor pivots, Tensor info)',
  kind: 'kernel',
  meta: (a: Tensor, b: Tensor, left: boolean) => {
    square(a, 'linalg.solve');
    sameDtypes('linalg.solve: ', ['A', 'B'], a, b);
    const n = a.sizes[a.dim - 1];
    if (isVector(a, b)) {
      if (b.sizes[b.dim - 1] !== n)
        throw runtimeError(`linalg.solve: Incompatible shapes of A and B for the equation AX = B (${n}x${n} and ${b.sizes[b.dim - 1]}x1)`);
      const lead = batchOf(a);
      return [like([...lead, n], a), columns(a.sizes, a), like([...batchOf(a), n], a, DTYPES.int32), like(batchOf(a), a, DTYPES.int32)];
    }
    const lead = broadcastSizes(batchOf(a), batchOf(b));
    const r = left ? b.sizes[b.dim - 1] : b.sizes[b.dim - 2];
    if ((left ? b.sizes[b.dim - 2] : b.sizes[b.dim - 1]) !== n)
      throw runtimeError(`linalg.solve: Incompatible shapes of A and B for the equation AX = B (${n}x${n} and ${b.sizes.slice(-2).join('x')})`);
    const shape = left ? [...lead, n, r] : [...lead, r, n];
    return [left ? columns(shape, a) : like(shape, a), columns(a.sizes, a), like([...batchOf(a), n], a, DTYPES.int32), like(batchOf(a), a, DTYPES.int32)];
  },
  kernel: ([x, LU, pivots, info]: Tensor[], a: Tensor, b: Tensor, left: boolean, check: boolean) => {
    const n = a.sizes[a.dim - 1];
    const [lu, pv, infos] = [new Float64Array(LU.numel), new Float64Array(pivots.numel), new Float64Array(info.numel)];
    each(a, (m, i) => {
      const f = luFactor(m, n, n);
      infos[i] = f.info;
      pv.set(f.pivots, i * n);
      lu.set(m, i * n * n);
    });
    write(LU, lu);
    write(pivots, pv);
    write(info, infos);
    if (check) reportErrors(infos, 'torch.linalg.solve_ex', a.dim === 2);
    const vector = isVector(a, b);
    const lead = vector ? batchOf(a) : x.sizes.slice(0, -2);
    const r = vector ? 1 : left ? x.sizes[x.dim - 1] : x.sizes[x.dim - 2];
    const A = read(expandTo(a, [...lead, n, n]), a.dtype);
    const B = read(expandTo(b, vector ? [...lead, n] : x.sizes), b.dtype);
    const out = new Float64Array(x.numel);
    for (let i = 0; i < prod(lead); i++) {
      let m = copyOf(A.subarray(i * n * n, (i + 1) * n * n));
      let rhs = copyOf(B.subarray(i * n * r, (i + 1) * n * r));
      if (!left && !vector) [m, rhs] = [transpose(m, n, n), transpose(rhs, r, n)];
      const f = luFactor(m, n, n);
      const s = luSolve(m, f.pivots, n, rhs, r);
      out.set(!left && !vector ? transpose(s, n, r) : s, i * n * r);
    }
    write(x, out);
  },
  derivative: derivative(
    'LinalgSolveExBackward0',
    ['A', 'result0', 'result1', 'result2'],
    {
      'A, B': (c) => {
        const k = c.call;
        const [A, x] = [c.t('A'), c.results[0]];
        const left = c.arg<boolean>('left');
        const vector = x.dim === A.dim - 1;
        const up = (t: Tensor): Tensor => (vector ? k.unsqueeze(t, -1) : t);
        const gB = k.gradMode() ? k.one('linalg_solve', H(c, A), up(c.g), left) : k.one('linalg_lu_solve', c.results[1], c.results[2], up(c.g), left, true);
        let gA: Tensor | null = null;
        if (c.needs('A')) {
          const xs = up(x);
          gA = k.neg(left ? k.one('matmul', gB, H(c, xs)) : k.one('matmul', H(c, xs), gB));
        }
        return [gA, c.needs('B') ? (vector ? k.squeeze(gB, -1) : gB) : null];
      },
    },
    [1, 2, 3],
  ),
};

const luSolveOp: OpDef = {
  schema: 'linalg_lu_solve(Tensor LU, Tensor pivots, Tensor B, *, bool left=True, bool adjoint=False) -> Tensor',
  kind: 'kernel',
  meta: (lu: Tensor, _p: Tensor, b: Tensor, left: boolean) => {
    sameDtypes('linalg.lu_solve: ', ['LU', 'B'], lu, b);
    const sizes = [...broadcastSizes(batchOf(lu), batchOf(b)), ...b.sizes.slice(-2)];
    return left ? columns(sizes, b) : like(sizes, b);
  },
  kernel: (out: Tensor, lu: Tensor, pivots: Tensor, b: Tensor, left: boolean, adjoint: boolean) => {
    const n = lu.sizes[lu.dim - 1];
    const lead = out.sizes.slice(0, -2);
    const [rows, cols] = out.sizes.slice(-2);
    const LU = read(expandTo(lu, [...lead, n, n]), lu.dtype);
    const P = read(expandTo(pivots, [...lead, n]), pivots.dtype);
    const B = read(expandTo(b, out.sizes), b.dtype);
    const o = new Float64Array(out.numel);
    const r = left ? cols : rows;
    for (let i = 0; i < prod(lead); i++) {
      const f = LU.subarray(i * n * n, (i + 1) * n * n);
      const p = P.subarray(i * n, (i + 1) * n);
      let rhs = copyOf(B.subarray(i * rows * cols, (i + 1) * rows * cols));
      if (!left) rhs = transpose(rhs, rows, cols);
      // From the right the transposed system is solved: adjoint turns that round.
      const flip = left ? adjoint : !adjoint;
      let x: Float64Array;
      if (!flip) x = luSolve(f, p, n, rhs, r);
      else {
        const t = transpose(f, n, n);
        const y = triangularSolve(t, n, rhs, r, false, false);
        x = triangularSolve(t, n, y, r, true, true);
        for (let k = n - 1; k >= 0; k--) {
          const q = p[k] - 1;
          if (q !== k) for (let j = 0; j < r; j++) [x[k * r + j], x[q * r + j]] = [x[q * r + j], x[k * r + j]];
        }
      }
      o.set(left ? x : transpose(x, n, r), i * rows * cols);
    }
    write(out, o);
  },
};

const luSolveBack: Derivative = derivative('LinalgLuSolveBackward0', ['LU', 'pivots', 'result'], {
  'LU, B': (c) => {
    const k = c.call;
    const [LU, pivots, X] = [c.t('LU'), c.t('pivots'), c.result];
    const [left, adjoint] = [c.arg<boolean>('left'), c.arg<boolean>('adjoint')];
    const gB = k.one('linalg_lu_solve', LU, pivots, c.g, left, !adjoint);
    let gLU: Tensor | null = null;
    if (c.needs('LU')) {
      const mul = (a: Tensor, b: Tensor): Tensor => k.neg(k.one('matmul', a, b));
      const gA = left ? (adjoint ? mul(X, H(c, gB)) : mul(gB, H(c, X))) : adjoint ? mul(H(c, gB), X) : mul(H(c, X), gB);
      gLU = ofFactors(c, gA, LU, pivots);
    }
    return [gLU, c.needs('B') ? gB : null];
  },
});

const solveTriangular: OpDef = {
  schema: 'linalg_solve_triangular(Tensor self, Tensor B, *, bool upper, bool left=True, bool unitriangular=False) -> Tensor',
  kind: 'kernel',
  meta: (a: Tensor, b: Tensor, _u: boolean, left: boolean) => {
    square(a, 'linalg.solve_triangular');
    const n = a.sizes[a.dim - 1];
    if (b.sizes[b.dim - (left ? 2 : 1)] !== n)
      throw runtimeError(`linalg.solve_triangular: Incompatible shapes of A and B for the equation AX = B (${n}x${n} and ${b.sizes.slice(-2).join('x')})`);
    const shape = [...broadcastSizes(batchOf(a), batchOf(b)), ...b.sizes.slice(-2)];
    return columns(shape, a);
  },
  kernel: (out: Tensor, a: Tensor, b: Tensor, upper: boolean, left: boolean, unit: boolean) => {
    const n = a.sizes[a.dim - 1];
    const lead = out.sizes.slice(0, -2);
    const [rows, cols] = out.sizes.slice(-2);
    const [A, B] = [read(expandTo(a, [...lead, n, n]), a.dtype), read(expandTo(b, out.sizes), b.dtype)];
    const o = new Float64Array(out.numel);
    for (let i = 0; i < prod(lead); i++) {
      const m = A.subarray(i * n * n, (i + 1) * n * n);
      const rhs = copyOf(B.subarray(i * rows * cols, (i + 1) * rows * cols));
      if (left) o.set(triangularSolve(m, n, rhs, cols, upper, unit), i * rows * cols);
      else o.set(transpose(triangularSolve(transpose(m, n, n), n, transpose(rhs, rows, cols), rows, !upper, unit), n, rows), i * rows * cols);
    }
    write(out, o);
  },
  derivative: derivative('LinalgSolveTriangularBackward0', ['self', 'result'], {
    'self, B': (c) => {
      const k = c.call;
      const [a, x] = [c.t('self'), c.result];
      const [upper, left, unit] = [c.arg<boolean>('upper'), c.arg<boolean>('left'), c.arg<boolean>('unitriangular')];
      const gB = k.one('linalg_solve_triangular', H(c, a), c.g, !upper, left, unit);
      let gA: Tensor | null = null;
      if (c.needs('self')) {
        const m = k.neg(left ? k.one('matmul', gB, H(c, x)) : k.one('matmul', H(c, x), gB));
        gA = k.one(upper ? 'triu' : 'tril', m, upper ? (unit ? 1 : 0) : unit ? -1 : 0);
      }
      return [gA, c.needs('B') ? gB : null];
    },
  }),
};

const diagonalOf = (k: Call, d: Tensor, A: Tensor): Tensor => k.one('diag_embed', k.expand(k.unsqueeze(d, -1), A.sizes.slice(0, -1)), 0, -2, -1);

/**
 * The gradient of a determinant by singular values, which holds for singular matrices too: PyTorch takes it inside of a
 * transform of torch.func, where it may not ask which matrices are singular.
 */
function adjugate(k: Call, A: Tensor, g: Tensor): Tensor {
  const [U, S, Vh] = k.many('linalg_svd', A, true, null);
  const alpha = k.mul(k.mul(k.one('linalg_det', U), k.one('linalg_det', Vh)), g);
  const D = prodSafe(k, k.unsqueeze(alpha, -1), S, S.dim - 1);
  return k.one('matmul', k.mul(U, k.unsqueeze(D, -2)), Vh);
}

const det: OpDef = {
  schema: '_linalg_det(Tensor A) -> (Tensor result, Tensor LU, Tensor pivots)',
  kind: 'kernel',
  meta: (a: Tensor) => {
    square(a, 'linalg.det');
    return [like(batchOf(a), a), columns(a.sizes, a), like(a.sizes.slice(0, -1), a, DTYPES.int32)];
  },
  kernel: ([d, LU, pivots]: Tensor[], a: Tensor) => {
    const n = a.sizes[a.dim - 1];
    const [ds, lu, pv] = [new Float64Array(d.numel), new Float64Array(LU.numel), new Float64Array(pivots.numel)];
    each(a, (m, i) => {
      const f = luFactor(m, n, n);
      let v = f.sign;
      for (let j = 0; j < n; j++) v *= m[j * n + j];
      ds[i] = v;
      lu.set(m, i * n * n);
      pv.set(f.pivots, i * n);
    });
    write(d, ds);
    write(LU, lu);
    write(pivots, pv);
  },
  derivative: derivative(
    'LinalgDetBackward0',
    ['A', 'result0', 'result1', 'result2'],
    {
      A: (c) => {
        const k = c.call;
        const A = c.t('A');
        const d = k.mul(c.g, c.results[0]);
        const eye = H(c, diagonalOf(k, d, A));
        if (!k.gradMode()) {
          // A zero on the diagonal becomes as small a number as can be divided by.
          const zero = k.one('eq.Scalar', k.one('diagonal', c.results[1], 0, -2, -1), 0);
          const [small, none] = [A.dtype.name === 'float64' ? 2 ** -52 : 2 ** -23, 0].map((v) =>
            k.one('scalar_tensor', k.float(v), A.dtype, null, A.device, null),
          );
          const LU = k.add(c.results[1], k.one('diag_embed', k.where(zero, small, none), 0, -2, -1));
          return k.one('linalg_lu_solve', LU, c.results[2], eye, true, true);
        }
        return k.inLevel() ? adjugate(k, A, c.g) : k.one('linalg_solve', H(c, A), eye, true);
      },
    },
    [1, 2],
  ),
};

const slogdet: OpDef = {
  schema: '_linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet, Tensor LU, Tensor pivots)',
  kind: 'kernel',
  meta: (a: Tensor) => {
    square(a, 'linalg.slogdet');
    return [like(batchOf(a), a), like(batchOf(a), a), columns(a.sizes, a), like(a.sizes.slice(0, -1), a, DTYPES.int32)];
  },
  kernel: ([sign, la, LU, pivots]: Tensor[], a: Tensor) => {
    const n = a.sizes[a.dim - 1];
    const [s, l, lu, pv] = [sign, la, LU, pivots].map((t) => new Float64Array(t.numel));
    each(a, (m, i) => {
      const f = luFactor(m, n, n);
      let [sg, lg] = [f.sign, 0];
      for (let j = 0; j < n; j++) {
        sg *= Math.sign(m[j * n + j]);
        lg += log(Math.abs(m[j * n + j]));
      }
      s[i] = sg;
      l[i] = lg;
      lu.set(m, i * n * n);
      pv.set(f.pivots, i * n);
    });
    write(sign, s);
    write(la, l);
    write(LU, lu);
    write(pivots, pv);
  },
  derivative: derivative(
    'LinalgSlogdetBackward0',
    ['A', 'result0', 'result2', 'result3'],
    {
      A: (c) => {
        const g = c.grads[1];
        if (!g) return null;
        const k = c.call;
        const A = c.t('A');
        const eye = H(c, diagonalOf(k, g, A));
        return k.gradMode() ? k.one('linalg_solve', H(c, A), eye, true) : k.one('linalg_lu_solve', c.results[2], c.results[3], eye, true, true);
      },
    },
    [2, 3],
  ),
};

export const SOLVERS: readonly OpDef[] = [invEx, solveEx, { ...luSolveOp, derivative: luSolveBack }, solveTriangular, det, slogdet, checkErrors];
