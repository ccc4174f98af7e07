/** What torch.linalg composes of its kernels. */
import { runtimeError } from '../../tensor/errors.ts';
import { wrapDim } from '../../tensor/strides.ts';
import { cppType } from '../../tensor/promotion.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import type { Call, OpDef, Scalar } from '../op.ts';
import { numberOf } from '../work.ts';
import { checkNorm } from '../reduce/norms.ts';
import { checked, composite, floating, prod, type Sizes, square } from './shared.ts';

function matrixPower(call: Call, a: Tensor, n: number): Tensor {
  if (a.dim < 2 || a.sizes[a.dim - 1] !== a.sizes[a.dim - 2]) square(a, 'linalg.matrix_power');
  if (n === 0) return call.one('copy_', call.u('clone', a), call.one('eye', a.sizes[a.dim - 1], a.dtype, null, a.device, null), false);
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
  const other = ts.findIndex((t) => t.dtype !== ts[0].dtype);
  if (other > 0) {
    const types = `tensor 0 is ${cppType(ts[0].dtype)} and tensor ${other} ${cppType(ts[other].dtype)}`;
    throw runtimeError(`multi_dot(): all tensors must have be the same dtype but ${types}`);
  }
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

const dimPair = (call: Call, a: Tensor, dims: Sizes): Tensor => {
  const [i, j] = dims.map((d) => wrapDim(d, a.dim));
  return call.permute(a, [...a.sizes.map((_, d) => d).filter((d) => d !== i && d !== j), i, j]);
};

/** What a matrix norm asks of its matrix and the two dimensions (`_linalg_matrix_norm_checks`). */
function normDims(a: Tensor, dims: Sizes, low = false): number[] {
  const name = 'linalg.matrix_norm';
  if (a.dim < 2) throw runtimeError(`${name}: The input tensor A must have at least 2 dimensions.`);
  if (a.dtype.category !== 'complex' && !(low && a.dtype.category === 'float')) floating(a, name);
  if (dims.length !== 2) throw runtimeError(`${name}: dim must be a 2-tuple. Got ${dims.join(' ')}`);
  const [i, j] = dims.map((d) => wrapDim(d, a.dim));
  if (i === j) throw runtimeError(`${name}: dims must be different. Got (${i}, ${j})`);
  return [i, j];
}

const NaN_ = (call: Call): Scalar => call.float(NaN);

export const LINALG_COMPOSITES: readonly OpDef[] = [
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
  composite(
    'linalg_solve_ex(Tensor A, Tensor B, *, bool left=True, bool check_errors=False) -> (Tensor result, Tensor info)',
    (call, a: Tensor, b: Tensor, left: boolean, check: boolean) => {
      const r = call.many('_linalg_solve_ex', a, b, left, check);
      return [r[0], r[3]];
    },
  ),
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
    square(a, 'logdet');
    const [sign, l] = call.many('linalg_slogdet', a);
    return call.where(call.one('eq.Scalar', sign, -1), NaN_(call), l);
  }),
  composite('linalg_matrix_power(Tensor self, int n) -> Tensor', matrixPower),
  composite('matrix_power(Tensor self, int n) -> Tensor', matrixPower),
  composite('linalg_multi_dot(Tensor[] tensors) -> Tensor', multiDot),
  composite('linalg_eigh(Tensor self, str UPLO="L") -> (Tensor eigenvalues, Tensor eigenvectors)', (call, a: Tensor, uplo: string) =>
    call.many('_linalg_eigh', a, uplo, true),
  ),
  composite(
    'linalg_eigvalsh(Tensor self, str UPLO="L") -> Tensor',
    (call, a: Tensor, uplo: string) => call.many('_linalg_eigh', a, uplo, call.requiresGrad(a))[0],
  ),
  composite(
    'linalg_svd(Tensor A, bool full_matrices=True, *, str? driver=None) -> (Tensor U, Tensor S, Tensor Vh)',
    (call, a: Tensor, full: boolean, driver: string | null) => call.many('_linalg_svd', a, full, true, driver),
  ),
  composite(
    'linalg_svdvals(Tensor A, *, str? driver=None) -> Tensor',
    (call, a: Tensor, driver: string | null) => call.many('_linalg_svd', a, false, call.requiresGrad(a), driver)[1],
  ),
  composite(
    'linalg_matrix_norm(Tensor self, Scalar ord, int[] dim=[-2,-1], bool keepdim=False, *, ScalarType? dtype=None) -> Tensor',
    (call, a: Tensor, ord: Scalar, dims: Sizes, keepdim: boolean) => {
      const p = numberOf(ord);
      if (![1, 2, Infinity].includes(Math.abs(p))) throw runtimeError(`linalg.matrix_norm: Order ${p} not supported.`);
      const [i, j] = normDims(a, dims, Math.abs(p) !== 2);
      if (Math.abs(p) === 2) {
        const s = call.one('linalg_svdvals', dimPair(call, a, dims), null);
        let r = call.one(p > 0 ? 'amax' : 'amin', s, [-1], false);
        if (keepdim) for (const d of [i, j].sort((x, y) => x - y)) r = call.unsqueeze(r, d);
        return r;
      }
      const sumDim = Math.abs(p) === 1 ? i : j;
      let over = Math.abs(p) === 1 ? j : i;
      if (!keepdim && sumDim < over) over--;
      const sums = call.one('linalg_vector_norm', a, call.float(1), [sumDim], keepdim, null);
      return call.one(p > 0 ? 'amax' : 'amin', sums, [over], keepdim);
    },
  ),
  composite(
    "linalg_matrix_norm.str_ord(Tensor self, str ord='fro', int[] dim=[-2,-1], bool keepdim=False, *, ScalarType? dtype=None) -> Tensor",
    (call, a: Tensor, ord: string, dims: Sizes, keepdim: boolean, dtype) => {
      if (ord !== 'fro' && ord !== 'nuc') throw runtimeError(`linalg.matrix_norm: Order ${ord} not supported.`);
      const [i, j] = normDims(a, dims, ord === 'fro');
      if (ord === 'fro') return call.one('linalg_vector_norm', a, 2, dims, keepdim, dtype);
      let r = call.sum(call.one('linalg_svdvals', dimPair(call, a, dims), null), [-1], false);
      if (keepdim) for (const d of [i, j].sort((x, y) => x - y)) r = call.unsqueeze(r, d);
      return r;
    },
  ),
  composite(
    'linalg_norm.ord_str(Tensor self, str ord, int[1]? dim=None, bool keepdim=False, *, ScalarType? dtype=None) -> Tensor',
    (call, a: Tensor, ord: string, dim: Sizes | null, keepdim: boolean, dtype) => {
      checkNorm(a, true, dim);
      return call.one('linalg_matrix_norm.str_ord', a, ord, dim ?? [-2, -1], keepdim, dtype);
    },
  ),
  composite('linalg_tensorinv(Tensor self, int ind=2) -> Tensor', (call, a: Tensor, ind: number) => {
    if (ind <= 0) throw runtimeError("Expected a strictly positive integer for 'ind'");
    const [left, right] = [a.sizes.slice(0, ind), a.sizes.slice(ind)];
    if (prod(left) !== prod(right))
      throw runtimeError(`Expected self to satisfy the requirement prod(self.shape[ind:]) == prod(self.shape[:ind]), but got ${prod(right)} != ${prod(left)}`);
    return call.reshape(call.one('linalg_inv', call.reshape(a, [prod(right), prod(left)])), [...right, ...left]);
  }),
  composite('linalg_tensorsolve(Tensor self, Tensor other, int[]? dims=None) -> Tensor', (call, a: Tensor, b: Tensor, dims: Sizes | null) => {
    const x = dims
      ? call.one(
          'movedim.intlist',
          a,
          dims,
          dims.map((_, i) => a.dim - dims.length + i),
        )
      : a;
    const shape = x.sizes.slice(b.dim);
    const [left, right] = [prod(x.sizes.slice(0, b.dim)), prod(shape)];
    if (left !== right)
      throw runtimeError(
        `Expected self to satisfy the requirement prod(self.shape[other.ndim:]) == prod(self.shape[:other.ndim]), but got ${right} != ${left}`,
      );
    return call.reshape(call.one('linalg_solve', call.reshape(x, [left, right]), call.reshape(b, [-1]), true), shape);
  }),
];
