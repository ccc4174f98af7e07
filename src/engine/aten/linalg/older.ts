/** Operators of linear algebra outside torch.linalg, and the exponential of a matrix. */
import { notImplementedFor, runtimeError } from '../../tensor/errors.ts';
import { CPP } from '../../tensor/promotion.ts';
import { broadcastSizes } from '../../tensor/strides.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { multiply, transpose, triangularSolve } from '../matrices.ts';
import { type BackwardContext, derivative, type OpDef } from '../op.ts';
import { expandTo, read, write } from '../work.ts';
import { batchOf, columns, composite, each, floating, H, like, prod, square } from './shared.ts';

/** exp(A): the series of A / 2^s, squared s times. */
function exponential(a: Float64Array, n: number): Float64Array {
  let norm = 0;
  for (let i = 0; i < n; i++) {
    let row = 0;
    for (let j = 0; j < n; j++) row += Math.abs(a[i * n + j]);
    norm = Math.max(norm, row);
  }
  let s = 0;
  while (norm > 0.5) {
    norm /= 2;
    s++;
  }
  const x = a.map((v) => v / 2 ** s);
  let sum = new Float64Array(n * n);
  for (let i = 0; i < n; i++) sum[i * n + i] = 1;
  let term = sum.slice();
  for (let k = 1; k <= 20; k++) {
    term = multiply(n, n, n, term, x).map((v) => v / k) as Float64Array<ArrayBuffer>;
    sum = sum.map((v, i) => v + term[i]) as Float64Array<ArrayBuffer>;
  }
  for (; s > 0; s--) sum = multiply(n, n, n, sum, sum) as Float64Array<ArrayBuffer>;
  return sum;
}

const matrixExp: OpDef = {
  schema: 'linalg_matrix_exp(Tensor self) -> Tensor',
  kind: 'kernel',
  meta: (a: Tensor) => {
    square(a, 'linalg.matrix_exp');
    return like(a.sizes, a);
  },
  kernel: (out: Tensor, a: Tensor) => {
    const n = a.sizes[a.dim - 1];
    const o = new Float64Array(out.numel);
    each(a, (m, i) => o.set(exponential(m, n), i * n * n));
    write(out, o);
  },
  derivative: derivative('LinalgMatrixExpBackward0', ['self'], {
    // The derivative is a corner of the exponential of a block matrix.
    self: (c) => {
      const k = c.call;
      const a = H(c, c.t('self'));
      const n = a.sizes[a.dim - 1];
      const top = k.one('cat', [a, c.g], -1);
      const low = k.one('cat', [k.zerosLike(c.g), a], -1);
      const e = k.one('linalg_matrix_exp', k.one('cat', [top, low], -2));
      return k.one('narrow', k.one('narrow', e, -2, 0, n), -1, n, n);
    },
  }),
};

/** Solves with a Cholesky factor. */
function withFactor(L: Float64Array, n: number, rhs: Float64Array, r: number, upper: boolean): Float64Array {
  const low = upper ? transpose(L, n, n) : L;
  return triangularSolve(transpose(low, n, n), n, triangularSolve(low, n, rhs, r, false, false), r, true, false);
}

const symmetric = (c: BackwardContext, x: Tensor): Tensor => c.call.add(x, H(c, x));

/** Gradient of the factor where A = L Lᵀ was inverted: `common` is symmetric. */
const factorGrad = (c: BackwardContext, factor: Tensor, common: Tensor): Tensor =>
  c.arg<boolean>('upper') ? c.call.neg(c.call.one('matmul', factor, common)) : c.call.neg(c.call.one('matmul', common, factor));

const choleskySolve: OpDef = {
  schema: 'cholesky_solve(Tensor self, Tensor input2, bool upper=False) -> Tensor',
  kind: 'kernel',
  meta: (b: Tensor, a: Tensor) => {
    if (b.dtype !== a.dtype)
      throw runtimeError(`Expected b and A to have the same dtype, but found b of type ${CPP[b.dtype.name]} and A of type ${CPP[a.dtype.name]} instead.`);
    if (b.dim < 2) throw runtimeError(`b should have at least 2 dimensions, but has ${b.dim} dimensions instead`);
    if (a.dim < 2) throw runtimeError(`u should have at least 2 dimensions, but has ${a.dim} dimensions instead`);
    const lead = broadcastSizes(batchOf(a), batchOf(b));
    return columns([...lead, ...b.sizes.slice(-2)], b);
  },
  kernel: (out: Tensor, b: Tensor, a: Tensor, upper: boolean) => {
    const [n, r] = out.sizes.slice(-2);
    const lead = batchOf(out);
    const [A, B] = [read(expandTo(a, [...lead, n, n]), a.dtype), read(expandTo(b, out.sizes), b.dtype)];
    const o = new Float64Array(out.numel);
    for (let i = 0; i < prod(lead); i++) {
      o.set(
        withFactor(Float64Array.from(A.subarray(i * n * n, (i + 1) * n * n)), n, Float64Array.from(B.subarray(i * n * r, (i + 1) * n * r)), r, upper),
        i * n * r,
      );
    }
    write(out, o);
  },
  derivative: derivative('CholeskySolveBackward0', ['self', 'input2', 'result'], {
    'self, input2': (c) => {
      const k = c.call;
      const L = c.t('input2');
      const upper = c.arg<boolean>('upper');
      const gB = k.one('cholesky_solve', c.g, L, upper);
      if (!c.needs('input2')) return [gB, null];
      const common = symmetric(c, k.one('matmul', gB, H(c, c.result)));
      return [c.needs('self') ? gB : null, factorGrad(c, L, common)];
    },
  }),
};

const triangular: OpDef = {
  schema:
    'triangular_solve(Tensor self, Tensor A, bool upper=True, bool transpose=False, bool unitriangular=False) -> (Tensor solution, Tensor cloned_coefficient)',
  kind: 'kernel',
  meta: (b: Tensor, a: Tensor) => {
    square(a, 'triangular_solve');
    const lead = broadcastSizes(batchOf(a), batchOf(b));
    return [columns([...lead, ...b.sizes.slice(-2)], b), columns([...lead, ...a.sizes.slice(-2)], a)];
  },
  kernel: ([x, m]: Tensor[], b: Tensor, a: Tensor, upper: boolean, flip: boolean, unit: boolean) => {
    const [n, r] = x.sizes.slice(-2);
    const lead = batchOf(x);
    const [A, B] = [read(expandTo(a, m.sizes), a.dtype), read(expandTo(b, x.sizes), b.dtype)];
    const o = new Float64Array(x.numel);
    for (let i = 0; i < prod(lead); i++) {
      const t = A.subarray(i * n * n, (i + 1) * n * n);
      const rhs = Float64Array.from(B.subarray(i * n * r, (i + 1) * n * r));
      o.set(triangularSolve(flip ? transpose(t, n, n) : t, n, rhs, r, flip ? !upper : upper, unit), i * n * r);
    }
    write(x, o);
    write(m, A);
  },
  derivative: derivative('TriangularSolveBackward0', ['A', 'result0'], {
    'self, A': (c) => {
      const k = c.call;
      const [A, x] = [c.t('A'), c.results[0]];
      const [upper, flip, unit] = [c.arg<boolean>('upper'), c.arg<boolean>('transpose'), c.arg<boolean>('unitriangular')];
      const [gX, gM] = c.grads;
      let [gB, gA]: (Tensor | null)[] = [null, null];
      if (gX) {
        [gB] = k.many('triangular_solve', gX, A, upper, !flip, unit);
        if (c.needs('A')) {
          gA = k.neg(flip ? k.one('matmul', x, H(c, gB)) : k.one('matmul', gB, H(c, x)));
          gA = upper ? k.one('triu', gA, unit ? 1 : 0) : k.one('tril', gA, unit ? -1 : 0);
        }
      }
      if (gM && c.needs('A')) gA = gA ? k.add(gA, gM) : gM;
      return [c.needs('self') ? gB : null, gA];
    },
  }),
};

/** Reflectors v = (0 … 1, below the diagonal) and their factors, made one matrix Q of m rows and `count` columns. */
function reflected(a: ArrayLike<number>, at: number, m: number, k: number, tau: ArrayLike<number>, from: number, count: number, width: number): Float64Array {
  const q = new Float64Array(m * count);
  for (let i = 0; i < Math.min(m, count); i++) q[i * count + i] = 1;
  for (let j = k - 1; j >= 0; j--) {
    for (let p = 0; p < count; p++) {
      let dot = q[j * count + p];
      for (let i = j + 1; i < m; i++) dot += a[at + i * width + j] * q[i * count + p];
      dot *= tau[from + j];
      q[j * count + p] -= dot;
      for (let i = j + 1; i < m; i++) q[i * count + p] -= dot * a[at + i * width + j];
    }
  }
  return q;
}

const householder: OpDef = {
  schema: 'linalg_householder_product(Tensor input, Tensor tau) -> Tensor',
  kind: 'kernel',
  meta: (a: Tensor, tau: Tensor) => {
    if (a.dim < 2) throw runtimeError('torch.linalg.householder_product: input must have at least 2 dimensions.');
    if (a.dtype !== tau.dtype)
      throw runtimeError(`torch.linalg.householder_product: tau dtype ${CPP[tau.dtype.name]} does not match input dtype ${CPP[a.dtype.name]}`);
    if (a.dtype.category !== 'float') throw notImplementedFor('orgqr_cpu', CPP[a.dtype.name]);
    if (a.sizes[a.dim - 2] < a.sizes[a.dim - 1])
      throw runtimeError('torch.linalg.householder_product: input.shape[-2] must be greater than or equal to input.shape[-1]');
    if (a.sizes[a.dim - 1] < tau.sizes[tau.dim - 1])
      throw runtimeError('torch.linalg.householder_product: input.shape[-1] must be greater than or equal to tau.shape[-1]');
    return columns(a.sizes, a);
  },
  kernel: (out: Tensor, a: Tensor, tau: Tensor) => {
    const [m, n] = a.sizes.slice(-2);
    const k = tau.sizes[tau.dim - 1];
    const [w, t] = [read(a, a.dtype), read(tau, tau.dtype)];
    const o = new Float64Array(out.numel);
    for (let i = 0; i < prod(batchOf(a)); i++) o.set(reflected(w, i * m * n, m, k, t, i * k, n, n), i * m * n);
    write(out, o);
  },
};

const geqrf: OpDef = {
  schema: 'geqrf(Tensor self) -> (Tensor a, Tensor tau)',
  kind: 'kernel',
  meta: (a: Tensor) => {
    if (a.dim < 2) throw runtimeError('torch.geqrf: input must have at least 2 dimensions.');
    floating(a, 'geqrf');
    return [columns(a.sizes, a), like([...batchOf(a), Math.min(...a.sizes.slice(-2))], a)];
  },
  kernel: ([out, tau]: Tensor[], a: Tensor) => {
    const [m, n] = a.sizes.slice(-2);
    const k = Math.min(m, n);
    const [o, t] = [new Float64Array(out.numel), new Float64Array(tau.numel)];
    each(a, (w, at) => {
      for (let j = 0; j < k; j++) {
        let rest = 0;
        for (let i = j + 1; i < m; i++) rest += w[i * n + j] ** 2;
        if (rest === 0) continue;
        const alpha = w[j * n + j];
        const norm = Math.sqrt(alpha * alpha + rest);
        const beta = alpha >= 0 ? -norm : norm;
        const factor = (t[at * k + j] = (beta - alpha) / beta);
        for (let i = j + 1; i < m; i++) w[i * n + j] /= alpha - beta;
        w[j * n + j] = beta;
        for (let p = j + 1; p < n; p++) {
          let dot = w[j * n + p];
          for (let i = j + 1; i < m; i++) dot += w[i * n + j] * w[i * n + p];
          dot *= factor;
          w[j * n + p] -= dot;
          for (let i = j + 1; i < m; i++) w[i * n + p] -= dot * w[i * n + j];
        }
      }
      o.set(w, at * m * n);
    });
    write(out, o);
    write(tau, t);
  },
};

/** The derivatives of two factorisations that `factor.ts` has kernels of. */
export const choleskyInverseBack = (c: BackwardContext): Tensor => {
  const k = c.call;
  const common = k.one('matmul', k.one('matmul', c.result, symmetric(c, c.g)), c.result);
  return factorGrad(c, c.t('self'), common);
};

export const OLDER: readonly OpDef[] = [
  matrixExp,
  choleskySolve,
  triangular,
  householder,
  geqrf,
  composite('matrix_exp(Tensor self) -> Tensor', (call, a: Tensor) => call.one('linalg_matrix_exp', a)),
  composite('orgqr(Tensor self, Tensor input2) -> Tensor', (call, a: Tensor, tau: Tensor) => call.one('linalg_householder_product', a, tau)),
];
