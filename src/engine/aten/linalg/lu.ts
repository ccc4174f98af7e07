/** LU as three factors, unpacking, and the derivatives of everything that goes by LU (FunctionsManual.cpp). */
import { DTYPES } from '../../tensor/dtype.ts';
import { runtimeError } from '../../tensor/errors.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { luFactor } from '../matrices.ts';
import { type BackwardContext, type Call, derivative, type OpDef } from '../op.ts';
import { read, write } from '../work.ts';
import { batchOf, composite, each, floating, H, like, prod } from './shared.ts';

/** Row exchanges as a permutation: place of each row of L U in A. */
function permutation(pivots: ArrayLike<number>, from: number, k: number, m: number): number[] {
  const p = Array.from({ length: m }, (_, i) => i);
  for (let i = 0; i < k; i++) {
    const q = pivots[from + i] - 1;
    [p[i], p[q]] = [p[q], p[i]];
  }
  return p;
}

interface Unpacked {
  readonly P: Float64Array;
  readonly L: Float64Array;
  readonly U: Float64Array;
}

function unpack(lu: ArrayLike<number>, at: number, pivots: ArrayLike<number>, from: number, m: number, n: number): Unpacked {
  const k = Math.min(m, n);
  const [P, L, U] = [new Float64Array(m * m), new Float64Array(m * k), new Float64Array(k * n)];
  permutation(pivots, from, k, m).forEach((row, i) => (P[row * m + i] = 1));
  for (let i = 0; i < m; i++) for (let j = 0; j < k; j++) L[i * k + j] = i === j ? 1 : i > j ? lu[at + i * n + j] : 0;
  for (let i = 0; i < k; i++) for (let j = i; j < n; j++) U[i * n + j] = lu[at + i * n + j];
  return { P, L, U };
}

/** Gradient of A from those of L and U: A = P L U. */
export function luBack(c: { call: Call }, gL: Tensor | null, gU: Tensor | null, P: Tensor | null, L: Tensor, U: Tensor): Tensor | null {
  const k = c.call;
  if (!gL && !gU) return null;
  const t = (x: Tensor): Tensor => H(c, x);
  const mul = (a: Tensor, b: Tensor): Tensor => k.one('matmul', a, b);
  const [m, n] = [L.sizes[L.dim - 2], U.sizes[U.dim - 1]];
  const r = Math.min(m, n);
  const rows = (x: Tensor, from: number, count: number): Tensor => k.one('narrow', x, -2, from, count);
  const cols = (x: Tensor, from: number, count: number): Tensor => k.one('narrow', x, -1, from, count);
  const strict = (x: Tensor): Tensor => k.one('tril', x, -1);
  const upper = (x: Tensor): Tensor => k.one('triu', x, 0);
  const plus = (a: Tensor | null, b: Tensor | null): Tensor => (a && b ? k.add(a, b) : ((a ?? b) as Tensor));
  const solveL = (x: Tensor, l: Tensor): Tensor => k.one('linalg_solve_triangular', t(l), x, true, true, true);
  const solveU = (x: Tensor, u: Tensor): Tensor => k.one('linalg_solve_triangular', t(u), x, false, false, false);
  let g: Tensor;
  if (m === n) {
    const phi = plus(gL ? strict(mul(t(L), gL)) : null, gU ? upper(mul(gU, t(U))) : null);
    g = solveL(solveU(phi, U), L);
  } else if (m < n) {
    const [U1, U2] = [cols(U, 0, r), cols(U, r, n - r)];
    let low = gL ? mul(t(L), gL) : null;
    if (gU) low = low ? k.sub(low, mul(cols(gU, r, n - r), t(U2))) : k.neg(mul(cols(gU, r, n - r), t(U2)));
    const phi = plus(low ? strict(low) : null, gU ? upper(mul(cols(gU, 0, r), t(U1))) : null);
    const first = solveU(phi, U1);
    const second = gU ? cols(gU, r, n - r) : k.one('new_zeros', first, [...first.sizes.slice(0, -1), n - r]);
    g = solveL(k.one('cat', [first, second], -1), L);
  } else {
    const [L1, L2] = [rows(L, 0, r), rows(L, r, m - r)];
    let up = gU ? mul(gU, t(U)) : null;
    if (gL) up = up ? k.sub(up, mul(t(L2), rows(gL, r, m - r))) : k.neg(mul(t(L2), rows(gL, r, m - r)));
    const phi = plus(up ? upper(up) : null, gL ? strict(mul(t(L1), rows(gL, 0, r))) : null);
    const first = solveL(phi, L1);
    const second = gL ? rows(gL, r, m - r) : k.one('new_zeros', first, [...first.sizes.slice(0, -2), m - r, first.sizes[first.dim - 1]]);
    g = solveU(k.one('cat', [first, second], -2), U);
  }
  return P ? mul(P, g) : g;
}

/** Gradient of A from that of the packed factors. */
export function luFactorBack(c: BackwardContext): Tensor | null {
  const k = c.call;
  const [P, L, U] = k.many('lu_unpack', c.results[0], c.results[1], true, c.arg('pivot'));
  const r = Math.min(L.sizes[L.dim - 2], U.sizes[U.dim - 1]);
  return luBack(c, k.one('narrow', c.g, -1, 0, r), k.one('narrow', c.g, -2, 0, r), P, L, U);
}

/** Gradient of the packed factors from that of A = P L U. */
export function ofFactors(c: { call: Call }, gA: Tensor, LU: Tensor, pivots: Tensor): Tensor {
  const k = c.call;
  const [P, L, U] = k.many('lu_unpack', LU, pivots, true, true);
  const inner = k.one('matmul', H(c, P), gA);
  const gL = k.one('tril', k.one('matmul', inner, H(c, U)), -1);
  return k.add(gL, k.one('triu', k.one('matmul', H(c, L), inner), 0));
}

const lu: OpDef = {
  schema: 'linalg_lu(Tensor A, *, bool pivot=True) -> (Tensor P, Tensor L, Tensor U)',
  kind: 'kernel',
  meta: (a: Tensor, pivot: boolean) => {
    if (a.dim < 2) throw runtimeError(`linalg.lu: Expected tensor with 2 or more dimensions. Got size: [${a.sizes.join(', ')}] instead`);
    floating(a, 'linalg.lu');
    if (!pivot) throw runtimeError('linalg.lu: LU without pivoting is not implemented on the CPU');
    const [m, n] = a.sizes.slice(-2);
    const k = Math.min(m, n);
    return [like([...batchOf(a), m, m], a), like([...batchOf(a), m, k], a), like([...batchOf(a), k, n], a)];
  },
  kernel: ([P, L, U]: Tensor[], a: Tensor) => {
    const [m, n] = a.sizes.slice(-2);
    const [p, l, u] = [P, L, U].map((t) => new Float64Array(t.numel));
    each(a, (w, i) => {
      const f = luFactor(w, m, n);
      const r = unpack(w, 0, f.pivots, 0, m, n);
      p.set(r.P, i * r.P.length);
      l.set(r.L, i * r.L.length);
      u.set(r.U, i * r.U.length);
    });
    write(P, p);
    write(L, l);
    write(U, u);
  },
  derivative: derivative(
    'LinalgLuBackward0',
    ['result0', 'result1', 'result2'],
    {
      A: (c) => luBack(c, c.grads[1] ?? null, c.grads[2] ?? null, c.results[0], c.results[1], c.results[2]),
    },
    [0],
  ),
};

const luUnpack: OpDef = {
  schema: 'lu_unpack(Tensor LU_data, Tensor LU_pivots, bool unpack_data=True, bool unpack_pivots=True) -> (Tensor P, Tensor L, Tensor U)',
  kind: 'kernel',
  meta: (d: Tensor, pivots: Tensor, data: boolean, withPivots: boolean) => {
    if (pivots.dtype !== DTYPES.int32)
      throw runtimeError(
        'torch.lu_unpack: LU_pivots is expected to be a contiguous tensor of torch.int32 dtype.\nNote: this function is intended to be used with the output produced by torch.linalg.lu_factor',
      );
    const [m, n] = d.sizes.slice(-2);
    const k = Math.min(m, n);
    const lead = batchOf(d);
    return [
      withPivots ? like([...lead, m, m], d) : like([0], d),
      data ? like([...lead, m, k], d) : like([0], d),
      data ? like([...lead, k, n], d) : like([0], d),
    ];
  },
  kernel: ([P, L, U]: Tensor[], d: Tensor, pivots: Tensor, data: boolean, withPivots: boolean) => {
    const [m, n] = d.sizes.slice(-2);
    const [w, pv] = [read(d, d.dtype), read(pivots, pivots.dtype)];
    const [p, l, u] = [P, L, U].map((t) => new Float64Array(t.numel));
    for (let i = 0; i < prod(batchOf(d)); i++) {
      const r = unpack(w, i * m * n, pv, i * Math.min(m, n), m, n);
      if (withPivots) p.set(r.P, i * r.P.length);
      if (!data) continue;
      l.set(r.L, i * r.L.length);
      u.set(r.U, i * r.U.length);
    }
    write(P, p);
    write(L, l);
    write(U, u);
  },
  derivative: derivative(
    'LuUnpackBackward0',
    [],
    {
      LU_data: (c) => {
        const k = c.call;
        const [m, n] = c.like('LU_data').sizes.slice(-2);
        const [, gL, gU] = c.grads;
        if (!gL && !gU) return null;
        const pad = (t: Tensor): Tensor => {
          const [r, q] = t.sizes.slice(-2);
          return r === m && q === n ? t : k.one('constant_pad_nd', t, [0, n - q, 0, m - r], 0);
        };
        const parts = [gL ? pad(k.one('tril', gL, -1)) : null, gU ? pad(k.one('triu', gU, 0)) : null].filter((t): t is Tensor => t !== null);
        return parts.reduce((a, b) => k.add(a, b));
      },
    },
    [0],
  ),
};

export const LU: readonly OpDef[] = [
  lu,
  luUnpack,
  // Whatever is asked of it, it does not look for errors.
  composite(
    '_lu_with_info(Tensor self, bool pivot=True, bool check_errors=True) -> (Tensor LU, Tensor pivots, Tensor info)',
    (call, a: Tensor, pivot: boolean) => call.many('linalg_lu_factor_ex', a, pivot, false),
  ),
  composite('lu_solve(Tensor self, Tensor LU_data, Tensor LU_pivots) -> Tensor', (call, b: Tensor, d: Tensor, p: Tensor) =>
    call.one('linalg_lu_solve', d, p, b, true, false),
  ),
];
