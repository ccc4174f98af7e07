/** Pseudo-inverse, least squares, rank, condition. */
import { int64 } from '../../tensor/dtype.ts';
import { runtimeError } from '../../tensor/errors.ts';
import { CPP } from '../../tensor/promotion.ts';
import { broadcastSizes } from '../../tensor/strides.ts';
import { viewOf } from '../../tensor/create.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { multiply, singularValues, symmetricEigen, transpose } from '../matrices.ts';
import { type Arg, type Call, derivative, type OpDef, type Scalar } from '../op.ts';
import { expandTo, numberOf, read, write } from '../work.ts';
import { batchOf, columns, composite, each, floating, H, isVector, like, prod, square } from './shared.ts';
import { mustBeFinite, vectorsOf } from './spectral.ts';

const onlyFloats = (): Error => runtimeError("This function doesn't handle types other than float and double");

const eps = (t: Tensor): number => (t.dtype.name === 'float64' ? 2 ** -52 : 2 ** -23);

/** A⁺ of one matrix and its rank; singular values at or below the bound count as zero. */
function pseudo(a: Float64Array, m: number, n: number, bound: (largest: number) => number): { inverse: Float64Array; rank: number; s: number[] } {
  const s = singularValues(a, m, n);
  const r = vectorsOf(a, m, n, false);
  const k = Math.min(m, n);
  const limit = bound(s[0] ?? 0);
  const v = transpose(r.vh, k, n);
  let rank = 0;
  for (let j = 0; j < k; j++) {
    const keep = (s[j] as number) > limit;
    if (keep) rank++;
    for (let i = 0; i < n; i++) v[i * k + j] = keep ? (v[i * k + j] as number) / (s[j] as number) : 0;
  }
  return { inverse: multiply(n, k, m, v, transpose(r.u, m, k)), rank, s };
}

/** The same for a symmetric matrix, by its eigenvalues. */
function pseudoSymmetric(a: Float64Array, n: number, bound: (largest: number) => number): Float64Array {
  for (let i = 0; i < n; i++) for (let j = 0; j < i; j++) a[j * n + i] = a[i * n + j] as number;
  const e = symmetricEigen(a, n);
  const limit = bound(Math.max(0, ...e.values.map(Math.abs)));
  const scaled = Float64Array.from(e.vectors, (x, at) => {
    const l = e.values[at % n] as number;
    return Math.abs(l) > limit ? x / l : 0;
  });
  return multiply(n, n, n, scaled, transpose(e.vectors, n, n));
}

/** pinv_backward */
export function pinvBack(c: { call: Call }, g: Tensor, P: Tensor, A: Tensor): Tensor {
  const k = c.call;
  const mul = (...ts: Tensor[]): Tensor => ts.reduce((a, b) => k.one('matmul', a, b));
  const [m, n] = A.sizes.slice(-2);
  const [Ph, gh] = [H(c, P), H(c, g)];
  if (m <= n) {
    const K = mul(gh, P);
    const KPh = mul(K, Ph);
    // The later terms come first, as the rows show.
    const PhP = mul(Ph, P);
    const last = mul(PhP, k.sub(gh, mul(K, A)));
    const third = mul(A, P, KPh);
    return k.add(k.sub(k.add(k.neg(H(c, mul(P, K))), KPh), third), last);
  }
  const K = mul(P, gh);
  const PhK = mul(Ph, K);
  const last = mul(PhK, P, A);
  const second = mul(k.sub(gh, mul(A, K)), P, Ph);
  return k.sub(k.add(k.add(k.neg(H(c, mul(K, P))), second), PhK), last);
}

const pinv: OpDef = {
  schema: 'linalg_pinv.atol_rtol_tensor(Tensor self, *, Tensor? atol=None, Tensor? rtol=None, bool hermitian=False) -> Tensor',
  kind: 'kernel',
  meta: (a: Tensor, _at: Arg, _rt: Arg, hermitian: boolean) => {
    if (a.dim < 2) throw runtimeError('linalg.pinv: The input tensor A must have at least 2 dimensions.');
    if (a.dtype.category !== 'float')
      throw runtimeError(
        `linalg.pinv(${CPP[a.dtype.name]}{[${a.sizes.join(', ')}]}): expected a tensor with 2 or more dimensions of float, double, cfloat or cdouble types`,
      );
    floating(a, 'linalg.pinv');
    if (hermitian) square(a, 'linalg.pinv');
    const [m, n] = a.sizes.slice(-2);
    return like([...batchOf(a), n, m], a);
  },
  kernel: (out: Tensor, a: Tensor, atol: Tensor | null, rtol: Tensor | null, hermitian: boolean) => {
    const [m, n] = a.sizes.slice(-2);
    const at = (t: Tensor | null, i: number): number | null => (t ? Number(read(expandTo(t, batchOf(a)), t.dtype)[i]) : null);
    const o = new Float64Array(out.numel);
    each(a, (w, i) => {
      const absolute = at(atol, i) ?? 0;
      const relative = at(rtol, i) ?? (absolute > 0 ? 0 : eps(a) * Math.max(m, n));
      const bound = (s: number): number => Math.max(absolute, relative * s);
      if (!hermitian) mustBeFinite(w, a.dim > 2 ? `(Batch element ${i}): ` : '');
      o.set(hermitian ? pseudoSymmetric(w, n, bound) : pseudo(w, m, n, bound).inverse, i * m * n);
    });
    write(out, o);
  },
  derivative: derivative('LinalgPinvBackward0', ['self', 'result'], { self: (c) => pinvBack(c, c.g, c.result, c.t('self')) }),
};

const tolerance = (call: Call, a: Tensor, v: Scalar | null): Tensor | null => (v === null ? null : call.one('full', [], v, a.dtype, null, a.device, null));

const bounds = (call: Call, a: Tensor, atol: Scalar | null, rtol: Scalar | null): [Tensor, Tensor] => {
  if (a.dtype.category !== 'float' && a.dtype.category !== 'complex') throw onlyFloats();
  const [m, n] = a.sizes.slice(-2);
  const relative = rtol ?? call.float(atol !== null && numberOf(atol) > 0 ? 0 : eps(a) * Math.max(m, n));
  return [tolerance(call, a, atol ?? call.float(0)) as Tensor, tolerance(call, a, relative) as Tensor];
};

/** The empty tensor its `out=` form would write to. */
const reserve = (call: Call, a: Tensor): Call => {
  call('empty.memory_format', [0], int64, null, a.device, null, null);
  return call;
};

function rank(call: Call, a: Tensor, atol: Tensor, rtol: Tensor, hermitian: boolean): Tensor {
  if (a.dim < 2) throw runtimeError('torch.linalg.matrix_rank: The input tensor input must have at least 2 dimensions.');
  const s = hermitian ? call.u('abs', call.one('linalg_eigvalsh', a, 'L')) : call.one('linalg_svdvals', a, null);
  if (s.numel === 0) return call.one('zeros', batchOf(a), int64, null, a.device, null);
  const most = hermitian ? call.one('amax', s, [-1], true) : call.one('slice.Tensor', s, -1, 0, 1, 1);
  const scaled = call.mul(call.unsqueeze(rtol, -1), most);
  const limit = call.one('maximum', call.unsqueeze(atol, -1), scaled);
  return call.one('sum.dim_IntList', call.one('gt.Tensor', s, limit), [-1], false, null);
}

/** The first `n` rows, a view: LAPACK leaves the solution at the top of the right-hand side. */
const upper = (t: Tensor, n: number): Tensor => viewOf(t, [...t.sizes.slice(0, -2), n, t.sizes[t.dim - 1]], t.strides);

const lstsq: OpDef = {
  schema:
    'linalg_lstsq(Tensor self, Tensor b, float? rcond=None, *, str? driver=None) -> (Tensor solution, Tensor residuals, Tensor rank, Tensor singular_values)',
  kind: 'kernel',
  dataDependent: true,
  kernel: (_out: null, a: Tensor, b: Tensor, rcond: Scalar | null, driver: string | null) => {
    if (a.dim < 2) throw runtimeError('torch.linalg.lstsq: input must have at least 2 dimensions.');
    if (b.dim < 1) throw runtimeError('torch.linalg.lstsq: other must have at least 1 dimension.');
    if (a.dtype !== b.dtype)
      throw runtimeError(
        `torch.linalg.lstsq: Expected input and other to have the same dtype, but got input's dtype ${CPP[a.dtype.name]} and other's dtype ${CPP[b.dtype.name]}`,
      );
    const how = driver ?? 'gelsy';
    if (!['gels', 'gelsd', 'gelss', 'gelsy'].includes(how))
      throw runtimeError(`torch.linalg.lstsq: parameter \`driver\` should be one of (gels, gelsy, gelsd, gelss)`);
    const [m, n] = a.sizes.slice(-2);
    const vector = isVector(a, b);
    const rows = b.sizes[b.dim - (vector ? 1 : 2)];
    if (rows !== m) throw runtimeError(`torch.linalg.lstsq: input.size(-2) should match other.size(${vector ? -1 : -2})`);
    if (a.dtype.category !== 'float') throw onlyFloats();
    const r = vector ? 1 : b.sizes[b.dim - 1];
    const lead = vector ? batchOf(a) : broadcastSizes(batchOf(a), batchOf(b));
    const A = read(expandTo(a, [...lead, m, n]), a.dtype);
    const B = read(expandTo(b, vector ? [...lead, m] : [...lead, m, r]), b.dtype);
    const batch = prod(lead);
    const x = vector ? like([...lead, n], a) : upper(columns([...lead, Math.max(m, n), r], a), n);
    const k = Math.min(m, n);
    const [xs, rs, ranks, ss] = [new Float64Array(x.numel), new Float64Array(batch * r), new Float64Array(batch), new Float64Array(batch * k)];
    const cut = rcond === null ? eps(a) * Math.max(m, n) : numberOf(rcond);
    let full = true;
    for (let i = 0; i < batch; i++) {
      const w = Float64Array.from(A.subarray(i * m * n, (i + 1) * m * n));
      const rhs = B.subarray(i * m * r, (i + 1) * m * r);
      const p = pseudo(w, m, n, (s) => (how === 'gels' ? 0 : cut * s));
      const sol = multiply(n, m, r, p.inverse, rhs);
      xs.set(sol, i * n * r);
      ranks[i] = p.rank;
      ss.set(p.s, i * k);
      if (p.rank < n) full = false;
      const fit = multiply(m, n, r, w, sol);
      for (let q = 0; q < r; q++) for (let j = 0; j < m; j++) rs[i * r + q] += (rhs[j * r + q] - fit[j * r + q]) ** 2;
    }
    write(x, xs);
    const residuals = m > n && how !== 'gelsy' && full ? like(vector ? lead : [...lead, r], a) : like([0], a);
    if (residuals.numel === rs.length) write(residuals, rs);
    const rankOut = like(how === 'gels' ? [0] : lead, a, int64);
    if (how !== 'gels') write(rankOut, ranks);
    const values = like(how === 'gelsd' || how === 'gelss' ? [...lead, k] : [0], a);
    if (values.numel === ss.length && values.dim > 0 && values.sizes[0] !== 0) write(values, ss);
    return [x, residuals, rankOut, values];
  },
  derivative: derivative(
    'LinalgLstsqBackward0',
    ['self', 'b', 'result0'],
    {
      'self, b': (c) => {
        const k = c.call;
        const [A, B, X] = [c.t('self'), c.t('b'), c.results[0]];
        const vector = isVector(A, B);
        const up = (t: Tensor): Tensor => (vector ? k.unsqueeze(t, -1) : t);
        const [gX, gL] = c.grads;
        let [gA, gB]: (Tensor | null)[] = [null, null];
        const plus = (a: Tensor | null, b: Tensor): Tensor => (a ? k.add(a, b) : b);
        if (gX) {
          const P = k.one('linalg_pinv.atol_rtol_tensor', A, null, null, false);
          if (c.needs('self')) gA = pinvBack(c, k.one('matmul', up(gX), H(c, up(B))), P, A);
          if (c.needs('b')) gB = k.one('matmul', H(c, P), up(gX));
        }
        if (gL && gL.numel > 0) {
          const left = k.sub(up(B), k.one('matmul', A, up(X)));
          const pull = k.mul(k.mul(left, k.unsqueeze(up(gL), vector ? -1 : -2)), 2);
          if (c.needs('b')) gB = plus(gB, pull);
          if (c.needs('self')) gA = plus(gA, k.neg(k.one('matmul', pull, H(c, up(X)))));
        }
        return [gA, gB && vector ? k.squeeze(gB, -1) : gB];
      },
    },
    [2, 3],
  ),
};

function cond(call: Call, a: Tensor, p: Arg): Tensor {
  const order = p === null ? 2 : typeof p === 'string' ? p : numberOf(p as Scalar);
  if (order === 2 || order === -2) {
    const s = call.one('linalg_svdvals', a, null);
    const n = s.sizes[s.dim - 1];
    const one = (at: number): Tensor => call.one('slice.Tensor', s, -1, at, at + 1, 1);
    const [first, last] = order === 2 ? [one(0), one(n - 1)] : [one(n - 1), one(0)];
    return call.one('squeeze.dim', call.div(first, last), -1);
  }
  square(a, 'linalg.cond');
  const norm = (x: Tensor): Tensor =>
    typeof p === 'string' ? call.one('linalg_matrix_norm.str_ord', x, p, [-2, -1], false, null) : call.one('linalg_matrix_norm', x, p, [-2, -1], false, null);
  const [inverse, info] = call.many('linalg_inv_ex', a, false);
  for (let i = 0; i < 2; i++) call('unsqueeze_', info, -1);
  call('masked_fill_.Scalar', inverse, call.one('gt.Scalar', info, 0), call.float(Infinity));
  const product = call.mul(norm(a), norm(inverse));
  return call.one('nan_to_num_', product, call.float(Infinity), call.float(Infinity), call.float(-Infinity));
}

export const PINV: readonly OpDef[] = [
  pinv,
  lstsq,
  composite(
    'linalg_pinv.atol_rtol_float(Tensor self, *, float? atol=None, float? rtol=None, bool hermitian=False) -> Tensor',
    (call, a: Tensor, atol: Scalar | null, rtol: Scalar | null, h: boolean) => call.one('linalg_pinv.atol_rtol_tensor', a, ...bounds(call, a, atol, rtol), h),
  ),
  composite('linalg_pinv(Tensor self, float rcond, bool hermitian=False) -> Tensor', (call, a: Tensor, rcond: Scalar, h: boolean) =>
    call.one('linalg_pinv.atol_rtol_tensor', a, ...bounds(call, a, call.float(0), rcond), h),
  ),
  composite('linalg_pinv.rcond_tensor(Tensor self, Tensor rcond, bool hermitian=False) -> Tensor', (call, a: Tensor, rcond: Tensor, h: boolean) =>
    call.one('linalg_pinv.atol_rtol_tensor', a, tolerance(call, a, call.float(0)), rcond, h),
  ),
  composite('pinverse(Tensor self, float rcond=1e-15) -> Tensor', (call, a: Tensor, rcond: Scalar) => call.one('linalg_pinv', a, rcond, false)),
  composite(
    'linalg_matrix_rank.atol_rtol_tensor(Tensor input, *, Tensor? atol=None, Tensor? rtol=None, bool hermitian=False) -> Tensor',
    (call, a: Tensor, atol: Tensor | null, rtol: Tensor | null, h: boolean) => {
      reserve(call, a);
      const zeros = (): Tensor => call.one('zeros', [], a.dtype, null, a.device, null);
      if (rtol) return rank(call, a, atol ?? zeros(), rtol, h);
      const nothing = atol ? null : zeros();
      const standard = tolerance(call, a, call.float(eps(a) * Math.max(...a.sizes.slice(-2)))) as Tensor;
      if (nothing) return rank(call, a, nothing, standard, h);
      const none = zeros();
      return rank(call, a, atol as Tensor, call.where(call.one('gt.Scalar', atol, 0), none, standard), h);
    },
  ),
  composite(
    'linalg_matrix_rank.atol_rtol_float(Tensor self, *, float? atol=None, float? rtol=None, bool hermitian=False) -> Tensor',
    (call, a: Tensor, atol: Scalar | null, rtol: Scalar | null, h: boolean) => rank(reserve(call, a), a, ...bounds(call, a, atol, rtol), h),
  ),
  composite('linalg_matrix_rank(Tensor self, float tol, bool hermitian=False) -> Tensor', (call, a: Tensor, tol: Scalar, h: boolean) =>
    rank(reserve(call, a), a, ...bounds(call, a, tol, call.float(0)), h),
  ),
  composite('linalg_matrix_rank.tol_tensor(Tensor input, Tensor tol, bool hermitian=False) -> Tensor', (call, a: Tensor, tol: Tensor, h: boolean) =>
    rank(reserve(call, a), a, tol, call.one('zeros', [], a.dtype, null, a.device, null), h),
  ),
  composite('linalg_cond(Tensor self, Scalar? p=None) -> Tensor', cond),
  composite('linalg_cond.p_str(Tensor self, str p) -> Tensor', cond),
  composite('svd(Tensor self, bool some=True, bool compute_uv=True) -> (Tensor U, Tensor S, Tensor V)', (call, a: Tensor, some: boolean, uv: boolean) => {
    if (!uv) {
      const [m, n] = a.sizes.slice(-2);
      const zeros = (r: number): Tensor => call.one('zeros', [...batchOf(a), r, r], a.dtype, null, a.device, null);
      return [zeros(m), call.one('linalg_svdvals', a, null), zeros(n)];
    }
    const [U, S, V] = call.many('linalg_svd', a, !some, null);
    return [U, S, call.one('mH', V)];
  }),
  composite('qr(Tensor self, bool some=True) -> (Tensor Q, Tensor R)', (call, a: Tensor, some: boolean) =>
    call.many('linalg_qr', a, some ? 'reduced' : 'complete'),
  ),
];
