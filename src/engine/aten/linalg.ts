/**
 * torch.linalg: factorisations, solving, determinants and what is composed of them.
 *
 * Kernels work a batch of matrices at a time in double (`matrices.ts`). Leaves out: vectors of eigen- and singular value
 * problems (their signs are arbitrary), complex numbers.
 */
import { empty, emptyStrided } from '../tensor/create.ts';
import { DTYPES } from '../tensor/dtype.ts';
import { linalgError, pyError, runtimeError } from '../tensor/errors.ts';
import { log } from '../tensor/math/index.ts';
import { CPP } from '../tensor/promotion.ts';
import { broadcastSizes, wrapDim } from '../tensor/strides.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { cholesky, copyOf, luFactor, luSolve, multiply, qr, singularValues, symmetricEigen, transpose, triangularSolve } from './matrices.ts';
import { type BackwardContext, type Call, derivative, type OpDef, type Scalar } from './op.ts';
import { expandTo, numberOf, read, write } from './work.ts';

type Sizes = readonly number[];
const composite = (schema: string, f: NonNullable<OpDef['composite']>): OpDef => ({ schema, kind: 'composite', composite: f });
const prod = (s: Sizes): number => s.reduce((a, b) => a * b, 1);

function square(a: Tensor, name: string): void {
  if (a.dim < 2) throw runtimeError(`${name}: The input tensor A must have at least 2 dimensions.`);
  if (a.sizes[a.dim - 1] !== a.sizes[a.dim - 2]) throw runtimeError(`${name}: A must be batches of square matrices, but they are ${a.sizes[a.dim - 2]} by ${a.sizes[a.dim - 1]} matrices`);
  floating(a, name);
}
function floating(a: Tensor, name: string): void {
  if (a.dtype.name !== 'float32' && a.dtype.name !== 'float64') {
    throw runtimeError(a.dtype.category === 'float' ? `${name}: Low precision dtypes not supported. Got ${CPP[a.dtype.name]}` : `${name}: Expected a floating point or complex tensor as input. Got ${CPP[a.dtype.name]}`);
  }
}

/** Column-major result, as LAPACK leaves it. */
function columns(sizes: Sizes, t: Tensor): Tensor {
  const r = sizes.length;
  const strides = new Array<number>(r);
  let step = 1;
  for (const d of [r - 2, r - 1, ...Array.from({ length: r - 2 }, (_, i) => r - 3 - i)]) {
    strides[d] = step;
    step *= Math.max(sizes[d], 1);
  }
  return emptyStrided(sizes, strides, t.dtype, { device: t.device });
}

const like = (sizes: Sizes, t: Tensor, dtype = t.dtype): Tensor => empty(sizes, dtype, { device: t.device });
const batchOf = (t: Tensor): Sizes => t.sizes.slice(0, -2);
const H = (c: { call: Call }, t: Tensor): Tensor => c.call.transpose(t, -2, -1);

/** Calls `f` with each matrix of the batch. */
function each(a: Tensor, f: (m: Float64Array, i: number) => void): void {
  const [m, n] = a.sizes.slice(-2);
  const w = read(a, a.dtype);
  for (let i = 0; i < prod(batchOf(a)); i++) f(copyOf(w.subarray(i * m * n, (i + 1) * m * n)), i);
}

const choleskyEx: OpDef = {
  schema: 'linalg_cholesky_ex(Tensor self, *, bool upper=False, bool check_errors=False) -> (Tensor L, Tensor info)', kind: 'kernel',
  meta: (a: Tensor) => {
    square(a, 'linalg.cholesky');
    return [columns(a.sizes, a), like(batchOf(a), a, DTYPES.int32)];
  },
  kernel: ([L, info]: Tensor[], a: Tensor, upper: boolean) => {
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
  },
  derivative: derivative('LinalgCholeskyExBackward0', ['result0'], {
    self: (c) => {
      const k = c.call;
      const upper = c.arg<boolean>('upper');
      const [L, g] = upper ? [H(c, c.results[0]), H(c, c.g)] : [c.results[0], c.g];
      const p = k.one('tril', k.one('matmul', H(c, L), g), 0);
      const strict = k.one('tril', p, -1);
      const both = k.mul(k.add(p, H(c, strict)), k.float(0.5));
      const left = k.one('linalg_solve_triangular', H(c, L), both, true, true, false);
      return k.one('linalg_solve_triangular', L, left, false, false, false);
    },
  }, [1]),
};

const invEx: OpDef = {
  schema: 'linalg_inv_ex(Tensor A, *, bool check_errors=False) -> (Tensor inverse, Tensor info)', kind: 'kernel',
  meta: (a: Tensor) => {
    square(a, 'linalg.inv');
    return [columns(a.sizes, a), like(batchOf(a), a, DTYPES.int32)];
  },
  kernel: ([inv, info]: Tensor[], a: Tensor) => {
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
  },
  derivative: derivative('LinalgInvExBackward0', ['result0'], {
    A: (c) => {
      const inv = H(c, c.results[0]);
      return c.call.neg(c.call.one('matmul', inv, c.call.one('matmul', c.g, inv)));
    },
  }, [1]),
};

const isVector = (a: Tensor, b: Tensor): boolean => b.dim === 1 || (a.dim - 1 === b.dim && b.sizes.every((s, i) => s === a.sizes[i]));

const solveEx: OpDef = {
  schema: '_linalg_solve_ex(Tensor A, Tensor B, *, bool left=True, bool check_errors=False) -> (Tensor result, Tensor LU, Tensor pivots, Tensor info)', kind: 'kernel',
  meta: (a: Tensor, b: Tensor, left: boolean) => {
    square(a, 'linalg.solve');
    const n = a.sizes[a.dim - 1];
    if (isVector(a, b)) {
      const lead = batchOf(a);
      return [like([...lead, n], a), columns(a.sizes, a), like([...batchOf(a), n], a, DTYPES.int32), like(batchOf(a), a, DTYPES.int32)];
    }
    const lead = broadcastSizes(batchOf(a), batchOf(b));
    const r = left ? b.sizes[b.dim - 1] : b.sizes[b.dim - 2];
    if ((left ? b.sizes[b.dim - 2] : b.sizes[b.dim - 1]) !== n) throw runtimeError(`linalg.solve: Incompatible shapes of A and B for the equation AX = B (${n}x${n} and ${b.sizes.slice(-2).join('x')})`);
    const shape = left ? [...lead, n, r] : [...lead, r, n];
    return [left ? columns(shape, a) : like(shape, a), columns(a.sizes, a), like([...batchOf(a), n], a, DTYPES.int32), like(batchOf(a), a, DTYPES.int32)];
  },
  kernel: ([x, LU, pivots, info]: Tensor[], a: Tensor, b: Tensor, left: boolean) => {
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
  derivative: derivative('LinalgSolveExBackward0', ['A', 'result0', 'result1', 'result2'], {
    'A, B': (c) => {
      const k = c.call;
      const [A, x] = [c.t('A'), c.results[0]];
      const left = c.arg<boolean>('left');
      const vector = x.dim === A.dim - 1;
      const up = (t: Tensor): Tensor => (vector ? k.unsqueeze(t, -1) : t);
      const gB = k.one('linalg_lu_solve', c.results[1], c.results[2], up(c.g), left, true);
      let gA: Tensor | null = null;
      if (c.needs('A')) {
        const xs = up(x);
        gA = k.neg(left ? k.one('matmul', gB, H(c, xs)) : k.one('matmul', H(c, xs), gB));
      }
      return [gA, c.needs('B') ? (vector ? k.squeeze(gB, -1) : gB) : null];
    },
  }, [1, 2, 3]),
};

const luFactorEx: OpDef = {
  schema: 'linalg_lu_factor_ex(Tensor A, *, bool pivot=True, bool check_errors=False) -> (Tensor LU, Tensor pivots, Tensor info)', kind: 'kernel',
  meta: (a: Tensor) => {
    if (a.dim < 2) throw runtimeError('torch.lu_factor: Expected tensor with 2 or more dimensions. Got size: ' + `[${a.sizes.join(', ')}] instead`);
    floating(a, 'linalg.lu_factor');
    const k = Math.min(...a.sizes.slice(-2));
    return [columns(a.sizes, a), like([...batchOf(a), k], a, DTYPES.int32), like(batchOf(a), a, DTYPES.int32)];
  },
  kernel: ([LU, pivots, info]: Tensor[], a: Tensor, pivot: boolean) => {
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
  },
};

const luSolveOp: OpDef = {
  schema: 'linalg_lu_solve(Tensor LU, Tensor pivots, Tensor B, *, bool left=True, bool adjoint=False) -> Tensor', kind: 'kernel',
  meta: (lu: Tensor, _p: Tensor, b: Tensor) => {
    const lead = broadcastSizes(batchOf(lu), batchOf(b));
    return columns([...lead, ...b.sizes.slice(-2)], b);
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

const solveTriangular: OpDef = {
  schema: 'linalg_solve_triangular(Tensor self, Tensor B, *, bool upper, bool left=True, bool unitriangular=False) -> Tensor', kind: 'kernel',
  meta: (a: Tensor, b: Tensor, _u: boolean, left: boolean) => {
    square(a, 'linalg.solve_triangular');
    const n = a.sizes[a.dim - 1];
    if (b.sizes[b.dim - (left ? 2 : 1)] !== n) throw runtimeError(`linalg.solve_triangular: Incompatible shapes of A and B for the equation AX = B (${n}x${n} and ${b.sizes.slice(-2).join('x')})`);
    const shape = [...broadcastSizes(batchOf(a), batchOf(b)), ...b.sizes.slice(-2)];
    return left ? columns(shape, b) : columns(shape, b);
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
        const x1 = k.neg(gB);
        const m = left ? k.one('matmul', x1, H(c, x)) : k.one('matmul', H(c, x), x1);
        gA = k.one(upper ? 'triu' : 'tril', m, upper ? (unit ? 1 : 0) : unit ? -1 : 0);
      }
      return [gA, c.needs('B') ? gB : null];
    },
  }),
};

const qrOp: OpDef = {
  schema: "linalg_qr(Tensor A, str mode='reduced') -> (Tensor Q, Tensor R)", kind: 'kernel',
  meta: (a: Tensor, mode: string) => {
    if (a.dim < 2) throw runtimeError('linalg.qr: The input tensor A must have at least 2 dimensions.');
    floating(a, 'linalg.qr');
    if (!['reduced', 'complete', 'r'].includes(mode)) throw runtimeError(`qr received unrecognized mode '${mode}' but expected one of 'reduced' (default), 'r', or 'complete'`);
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
  if (mode === 'r') throw pyError('RuntimeError', "The derivative of linalg.qr depends on Q, which is not computed when mode='r'. Please use linalg.qr(A, mode='reduced') if you are going to require gradients.");
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
    const sym = k.add(k.one('tril', p, 0), H(c, k.one('tril', p, -1)));
    let g = k.one('matmul', Q, sym);
    if (gQ) g = k.add(g, gQ);
    return k.one('linalg_solve_triangular', H(c, R), g, false, false, false);
  }
  const Rm = k.slice(R, -1, 0, m);
  let g = k.one('linalg_solve_triangular', H(c, Rm), k.one('matmul', Q, k.one('tril', k.sub(p, H(c, p)), -1)), false, false, false);
  if (gR) {
    const pad = k.one('cat', [g, k.one('new_zeros', g, [...g.sizes.slice(0, -1), n - m])], -1);
    g = k.add(pad, k.one('matmul', Q, gR));
    return g;
  }
  return k.one('cat', [g, k.one('new_zeros', g, [...g.sizes.slice(0, -1), n - m])], -1);
}

const det: OpDef = {
  schema: '_linalg_det(Tensor A) -> (Tensor result, Tensor LU, Tensor pivots)', kind: 'kernel',
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
  derivative: derivative('LinalgDetBackward0', ['A', 'result0', 'result1', 'result2'], {
    A: (c) => {
      const k = c.call;
      const A = c.t('A');
      const d = k.mul(c.g, c.results[0]);
      const eye = k.one('diag_embed', k.expand(k.unsqueeze(d, -1), A.sizes.slice(0, -1)), 0, -2, -1);
      return k.one('linalg_lu_solve', c.results[1], c.results[2], eye, true, true);
    },
  }, [1, 2]),
};

const slogdet: OpDef = {
  schema: '_linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet, Tensor LU, Tensor pivots)', kind: 'kernel',
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
  derivative: derivative('LinalgSlogdetBackward0', ['A', 'result0', 'result2', 'result3'], {
    A: (c) => {
      const g = c.grads[1];
      if (!g) return null;
      const k = c.call;
      const A = c.t('A');
      const eye = k.one('diag_embed', k.expand(k.unsqueeze(g, -1), A.sizes.slice(0, -1)), 0, -2, -1);
      return k.one('linalg_lu_solve', c.results[2], c.results[3], eye, true, true);
    },
  }, [2, 3]),
};

const checkErrors: OpDef = {
  schema: '_linalg_check_errors(Tensor info, str api_name, *, bool is_matrix) -> ()', kind: 'kernel', meta: () => null,
  kernel: (_o: null, info: Tensor, name: string, isMatrix: boolean) => {
    const w = read(info, info.dtype);
    const i = w.findIndex((v) => v !== 0);
    if (i < 0) return null;
    const at = isMatrix ? name : `${name}: (Batch element ${i})`;
    const head = isMatrix ? `${name}:` : `${at}:`;
    if (name.includes('inv')) throw linalgError(`${head} The diagonal element ${w[i]} is zero, the inversion could not be completed because the input matrix is singular.`);
    if (name.includes('solve')) throw linalgError(`${head} The solver failed because the input matrix is singular.`);
    if (name.includes('cholesky')) {
      throw linalgError(`${head} The factorization could not be completed because the input is not positive-definite (the leading minor of order ${w[i]} is not positive-definite).`);
    }
    throw linalgError(`${head} U[${w[i]},${w[i]}] is zero and using it on lu_solve would result in a division by zero.`);
  },
};

const checked = (call: Call, info: Tensor, name: string, a: Tensor): void => {
  call('_linalg_check_errors', info, name, a.dim === 2);
};

function matrixPower(call: Call, a: Tensor, n: number): Tensor {
  square(a, 'linalg.matrix_power');
  if (n === 0) return call.one('copy_', call.one('empty_like', a), call.one('eye', a.sizes[a.dim - 1], a.dtype, null, a.device, null), false);
  if (n < 0) return matrixPower(call, call.one('linalg_inv', a), -n);
  if (n === 1) return call.u('clone', a);
  if (n === 2) return call.one('matmul', a, a);
  if (n === 3) return call.one('matmul', call.one('matmul', a, a), a);
  let [z, result]: [Tensor | null, Tensor | null] = [null, null];
  for (let k = n; k > 0; k = Math.floor(k / 2)) {
    z = z ? call.one('matmul', z, z) : a;
    if (k % 2 === 1) result = result ? call.one('matmul', result, z) : z;
  }
  return result as Tensor;
}

function multiDot(call: Call, ts: Tensor[]): Tensor {
  if (ts.length < 2) throw runtimeError(`multi_dot(): expected at least 2 tensors but got ${ts.length}`);
  const out: number[] = [];
  const ms = [...ts];
  if (ms[0].dim === 1) ms[0] = call.unsqueeze(ms[0], 0);
  else out.push(ms[0].sizes[0]);
  const last = ms.length - 1;
  if (ms[last].dim === 1) ms[last] = call.unsqueeze(ms[last], -1);
  else out.push(ms[last].sizes[1]);
  if (ms.length === 2) return call.view(call.mm(ms[0], ms[1]), out);
  // Cheapest order of products, by dynamic programming.
  const dims = [ms[0].sizes[0], ...ms.map((m) => m.sizes[1])];
  const n = ms.length;
  const cost = Array.from({ length: n }, () => new Array<number>(n).fill(0));
  const cut = Array.from({ length: n }, () => new Array<number>(n).fill(0));
  for (let len = 1; len < n; len++) {
    for (let i = 0; i + len < n; i++) {
      const j = i + len;
      cost[i][j] = Infinity;
      for (let k = i; k < j; k++) {
        const v = cost[i][k] + cost[k + 1][j] + dims[i] * dims[k + 1] * dims[j + 1];
        if (v < cost[i][j]) {
          cost[i][j] = v;
          cut[i][j] = k;
        }
      }
    }
  }
  const build = (i: number, j: number): Tensor => (i === j ? ms[i] : call.mm(build(i, cut[i][j]), build(cut[i][j] + 1, j)));
  return call.view(build(0, n - 1), out);
}

const eigvals: OpDef = {
  schema: '_linalg_eigh(Tensor A, str UPLO="L", bool compute_v=True) -> (Tensor eigenvalues, Tensor eigenvectors)', kind: 'kernel',
  meta: (a: Tensor, _u: string, vectors: boolean) => {
    square(a, 'linalg.eigh');
    return [like(a.sizes.slice(0, -1), a), vectors ? columns(a.sizes, a) : like([0], a)];
  },
  kernel: ([L, V]: Tensor[], a: Tensor, uplo: string, vectors: boolean) => {
    const n = a.sizes[a.dim - 1];
    const [l, v] = [new Float64Array(L.numel), new Float64Array(V.numel)];
    each(a, (m, i) => {
      for (let r = 0; r < n; r++) for (let c = 0; c < r; c++) uplo.toUpperCase() === 'L' ? (m[c * n + r] = m[r * n + c]) : (m[r * n + c] = m[c * n + r]);
      const e = symmetricEigen(m, n);
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
      if (!gV) return k.one('matmul', k.mul(V, k.unsqueeze(gL as Tensor, -2)), H(c, V));
      const VhgV = k.one('matmul', H(c, V), gV);
      const diff = k.sub(k.unsqueeze(L, -2), k.unsqueeze(L, -1));
      k('fill_.Scalar', k.one('diagonal', diff, 0, -2, -1), 1);
      let inner = k.div(k.sub(VhgV, k.one('diag_embed', k.one('diagonal', VhgV, 0, -2, -1), 0, -2, -1)), diff);
      if (gL) inner = k.add(inner, k.one('diag_embed', gL, 0, -2, -1));
      return k.one('matmul', V, k.one('matmul', inner, H(c, V)));
    },
  }),
};

const svdvals: OpDef = {
  schema: '_linalg_svd(Tensor A, bool full_matrices=False, bool compute_uv=True, *, str? driver=None) -> (Tensor U, Tensor S, Tensor Vh)', kind: 'kernel',
  meta: (a: Tensor, full: boolean, uv: boolean) => {
    if (a.dim < 2) throw runtimeError('linalg.svd: The input tensor A must have at least 2 dimensions.');
    floating(a, 'linalg.svd');
    const [m, n] = a.sizes.slice(-2);
    const k = Math.min(m, n);
    const lead = batchOf(a);
    return [
      uv ? columns([...lead, m, full ? m : k], a) : like([0], a), like([...lead, k], a), uv ? columns([...lead, full ? n : k, n], a) : like([0], a),
    ];
  },
  kernel: ([U, S, V]: Tensor[], a: Tensor, full: boolean, uv: boolean) => {
    const [m, n] = a.sizes.slice(-2);
    const k = Math.min(m, n);
    const s = new Float64Array(S.numel);
    const [u, v] = [new Float64Array(U.numel), new Float64Array(V.numel)];
    each(a, (w, i) => {
      s.set(singularValues(w, m, n), i * k);
      if (!uv) return;
      const r = vectorsOf(w, m, n, full);
      u.set(r.u, i * r.u.length);
      v.set(r.vh, i * r.vh.length);
    });
    write(S, s);
    write(U, u);
    write(V, v);
  },
};

/** U and Vᴴ from the eigenvectors of AᵀA or AAᵀ, completed by QR where asked. */
function vectorsOf(a: Float64Array, m: number, n: number, full: boolean): { u: Float64Array; vh: Float64Array } {
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

const dimPair = (call: Call, a: Tensor, dims: Sizes): Tensor => {
  const [i, j] = dims.map((d) => wrapDim(d, a.dim));
  return call.permute(a, [...a.sizes.map((_, d) => d).filter((d) => d !== i && d !== j), i, j]);
};

export const LINALG: readonly OpDef[] = [
  choleskyEx, invEx, solveEx, luFactorEx, luSolveOp, solveTriangular, qrOp, det, slogdet, checkErrors, eigvals, svdvals,
  composite('linalg_cholesky(Tensor self, *, bool upper=False) -> Tensor', (call, a: Tensor, upper: boolean) => {
    const [L, info] = call.many('linalg_cholesky_ex', a, upper, false);
    checked(call, info, 'linalg.cholesky', a);
    return L;
  }),
  composite('linalg_inv(Tensor A) -> Tensor', (call, a: Tensor) => {
    const [inv, info] = call.many('linalg_inv_ex', a, false);
    checked(call, info, 'linalg.inv', a);
    return inv;
  }),
  composite('inverse(Tensor self) -> Tensor', (call, a: Tensor) => call.one('linalg_inv', a)),
  composite('linalg_solve_ex(Tensor A, Tensor B, *, bool left=True, bool check_errors=False) -> (Tensor result, Tensor info)', (call, a: Tensor, b: Tensor, left: boolean, check: boolean) => {
    const r = call.many('_linalg_solve_ex', a, b, left, check);
    return [r[0], r[3]];
  }),
  composite('linalg_solve(Tensor A, Tensor B, *, bool left=True) -> Tensor', (call, a: Tensor, b: Tensor, left: boolean) => {
    const [x, info] = call.many('linalg_solve_ex', a, b, left, false);
    checked(call, info, 'torch.linalg.solve', a);
    return x;
  }),
  composite('linalg_lu_factor(Tensor A, *, bool pivot=True) -> (Tensor LU, Tensor pivots)', (call, a: Tensor, pivot: boolean) => {
    const [lu, p, info] = call.many('linalg_lu_factor_ex', a, pivot, false);
    checked(call, info, 'torch.linalg.lu_factor', a);
    return [lu, p];
  }),
  composite('linalg_det(Tensor A) -> Tensor', (call, a: Tensor) => call.many('_linalg_det', a)[0]),
  composite('det(Tensor self) -> Tensor', (call, a: Tensor) => call.one('linalg_det', a)),
  composite('linalg_slogdet(Tensor A) -> (Tensor sign, Tensor logabsdet)', (call, a: Tensor) => call.many('_linalg_slogdet', a).slice(0, 2)),
  composite('slogdet(Tensor self) -> (Tensor sign, Tensor logabsdet)', (call, a: Tensor) => call.many('linalg_slogdet', a)),
  composite('logdet(Tensor self) -> Tensor', (call, a: Tensor) => {
    const [sign, l] = call.many('linalg_slogdet', a);
    return call.where(call.one('eq.Scalar', sign, -1), NaN_(call), l);
  }),
  composite('linalg_matrix_power(Tensor self, int n) -> Tensor', matrixPower),
  composite('matrix_power(Tensor self, int n) -> Tensor', matrixPower),
  composite('linalg_multi_dot(Tensor[] tensors) -> Tensor', multiDot),
  composite('linalg_eigh(Tensor self, str UPLO="L") -> (Tensor eigenvalues, Tensor eigenvectors)', (call, a: Tensor, uplo: string) => call.many('_linalg_eigh', a, uplo, true)),
  composite('linalg_eigvalsh(Tensor self, str UPLO="L") -> Tensor', (call, a: Tensor, uplo: string) => call.many('_linalg_eigh', a, uplo, call.requiresGrad(a))[0]),
  composite('linalg_svd(Tensor A, bool full_matrices=True, *, str? driver=None) -> (Tensor U, Tensor S, Tensor Vh)', (call, a: Tensor, full: boolean, driver: string | null) => call.many('_linalg_svd', a, full, true, driver)),
  composite('linalg_svdvals(Tensor A, *, str? driver=None) -> Tensor', (call, a: Tensor, driver: string | null) => call.many('_linalg_svd', a, false, call.requiresGrad(a), driver)[1]),
  composite('linalg_matrix_norm(Tensor self, Scalar ord, int[] dim=[-2,-1], bool keepdim=False, *, ScalarType? dtype=None) -> Tensor', (call, a: Tensor, ord: Scalar, dims: Sizes, keepdim: boolean) => {
    const p = numberOf(ord);
    const [i, j] = dims.map((d) => wrapDim(d, a.dim));
    if (Math.abs(p) === 2) {
      const s = call.one('linalg_svdvals', dimPair(call, a, dims), null);
      let r = call.one(p > 0 ? 'amax' : 'amin', s, [-1], false);
      if (keepdim) for (const d of [i, j].sort((x, y) => x - y)) r = call.unsqueeze(r, d);
      return r;
    }
    if (Math.abs(p) !== 1 && Math.abs(p) !== Infinity) throw runtimeError(`linalg.matrix_norm: Order ${p} not supported.`);
    const sumDim = Math.abs(p) === 1 ? i : j;
    let over = Math.abs(p) === 1 ? j : i;
    if (!keepdim && sumDim < over) over--;
    const sums = call.one('linalg_vector_norm', a, call.float(1), [sumDim], keepdim, null);
    return call.one(p > 0 ? 'amax' : 'amin', sums, [over], keepdim);
  }),
  composite("linalg_matrix_norm.str_ord(Tensor self, str ord='fro', int[] dim=[-2,-1], bool keepdim=False, *, ScalarType? dtype=None) -> Tensor", (call, a: Tensor, ord: string, dims: Sizes, keepdim: boolean, dtype) => {
    if (ord === 'fro') return call.one('linalg_vector_norm', a, 2, dims, keepdim, dtype);
    if (ord !== 'nuc') throw runtimeError(`linalg.matrix_norm: Order ${ord} not supported.`);
    const [i, j] = dims.map((d) => wrapDim(d, a.dim));
    let r = call.sum(call.one('linalg_svdvals', dimPair(call, a, dims), null), [-1], false);
    if (keepdim) for (const d of [i, j].sort((x, y) => x - y)) r = call.unsqueeze(r, d);
    return r;
  }),
  composite('linalg_tensorinv(Tensor self, int ind=2) -> Tensor', (call, a: Tensor, ind: number) => {
    if (ind <= 0) throw runtimeError('Expected a strictly positive integer for \'ind\'');
    const [left, right] = [a.sizes.slice(0, ind), a.sizes.slice(ind)];
    if (prod(left) !== prod(right)) throw runtimeError(`Expected self to satisfy the requirement prod(self.shape[ind:]) == prod(self.shape[:ind]), but got ${prod(right)} != ${prod(left)}`);
    return call.reshape(call.one('linalg_inv', call.reshape(a, [prod(right), prod(left)])), [...right, ...left]);
  }),
  composite('linalg_tensorsolve(Tensor self, Tensor other, int[]? dims=None) -> Tensor', (call, a: Tensor, b: Tensor, dims: Sizes | null) => {
    const x = dims ? call.one('movedim.intlist', a, dims, dims.map((_, i) => a.dim - dims.length + i)) : a;
    const shape = x.sizes.slice(b.dim);
    return call.reshape(call.one('linalg_solve', call.reshape(x, [prod(x.sizes.slice(0, b.dim)), prod(shape)]), call.reshape(b, [-1]), true), shape);
  }),
  {
    schema: 'cholesky(Tensor self, bool upper=False) -> Tensor', kind: 'kernel',
    meta: (a: Tensor) => {
      square(a, 'cholesky');
      return columns(a.sizes, a);
    },
    kernel: (out: Tensor, a: Tensor, upper: boolean) => {
      const info = like(batchOf(a), a, DTYPES.int32);
      (choleskyEx.kernel as (o: Tensor[], a: Tensor, u: boolean) => void)([out, info], a, upper);
      (checkErrors.kernel as (o: null, i: Tensor, n: string, m: boolean) => void)(null, info, 'cholesky', a.dim === 2);
    },
  },
  {
    schema: 'cholesky_inverse(Tensor self, bool upper=False) -> Tensor', kind: 'kernel',
    meta: (a: Tensor) => columns(a.sizes, a),
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
  },
];

const NaN_ = (call: Call): Scalar => call.float(NaN);
