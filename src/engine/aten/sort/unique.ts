/** Distinct elements or slices, with inverse and counts: unique and unique_consecutive. Results depend on the numbers. */
import { fromWorking, toWorking } from '../../tensor/access.ts';
import { empty, viewOf } from '../../tensor/create.ts';
import { type DType, int64 } from '../../tensor/dtype.ts';
import { wrapDim } from '../../tensor/strides.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { along } from '../dims.ts';
import type { OpDef } from '../op.ts';
import { before } from './lines.ts';

function uniqueOf(self: Tensor, dim: number | null): { keys: string[]; order: number[]; size: number; rows: number[][] } {
  const w = toWorking(self);
  const d = dim === null ? null : wrapDim(dim, self.dim);
  const n = d === null ? w.length : self.sizes[d];
  const rows: number[][] = Array.from({ length: n }, () => []);
  if (d === null) for (let i = 0; i < n; i++) rows[i].push(w[i]);
  else {
    const { outer, length, inner } = along(self.sizes, d);
    for (let a = 0; a < outer; a++) for (let i = 0; i < length; i++) for (let b = 0; b < inner; b++) rows[i].push(w[(a * length + i) * inner + b]);
  }
  return { keys: rows.map((r) => r.join()), order: rows.map((_, i) => i), size: n, rows };
}

function compareRows(a: number[], b: number[]): number {
  for (let i = 0; i < a.length; i++) {
    const c = before(a[i], b[i]);
    if (c !== 0) return c;
  }
  return 0;
}

function uniqueResult(self: Tensor, dim: number | null, consecutive: boolean, inverseWanted = true, countsWanted = true): Tensor[] {
  const u = uniqueOf(self, dim);
  const order = consecutive ? u.order : [...u.order].sort((i, j) => compareRows(u.rows[i], u.rows[j]) || i - j);
  const groups: number[][] = [];
  for (const i of order) {
    const last = groups[groups.length - 1];
    if (last && u.keys[last[0]] === u.keys[i] && !u.rows[i].some((x) => x !== x)) last.push(i);
    else groups.push([i]);
  }
  const inverse = new Float64Array(u.size);
  groups.forEach((g, k) => g.forEach((i) => (inverse[i] = k)));
  const o = { device: self.device };
  const make = (sizes: number[], dtype: DType, values: ArrayLike<number>): Tensor => {
    const t = empty(sizes, dtype, o);
    fromWorking(t, values);
    return t;
  };
  const values = groups.map((g) => u.rows[g[0]]);
  let out: Tensor;
  if (dim === null)
    out = make(
      [groups.length],
      self.dtype,
      values.map((r) => r[0]),
    );
  else {
    const d = wrapDim(dim, self.dim);
    // The dimension lies first in memory and is moved to its place.
    const rest = self.sizes.filter((_, i) => i !== d);
    const first = make([groups.length, ...rest], self.dtype, values.flat());
    const moved = (from: readonly number[]): number[] => [...from.slice(1, d + 1), from[0], ...from.slice(d + 1)];
    out = viewOf(first, moved(first.sizes), moved(first.strides));
  }
  return [
    out,
    inverseWanted ? make(dim === null ? [...self.sizes] : [u.size], int64, inverse) : make([0], int64, []),
    countsWanted
      ? make(
          [groups.length],
          int64,
          groups.map((g) => g.length),
        )
      : make([0], int64, []),
  ];
}

export const UNIQUES: readonly OpDef[] = [
  {
    schema: '_unique(Tensor self, bool sorted=True, bool return_inverse=False) -> (Tensor, Tensor)',
    kind: 'kernel',
    dataDependent: true,
    kernel: (_o: null, self: Tensor, _s: boolean, inverse: boolean) => uniqueResult(self, null, false, inverse, false).slice(0, 2),
  },
  {
    schema: '_unique2(Tensor self, bool sorted=True, bool return_inverse=False, bool return_counts=False) -> (Tensor, Tensor, Tensor)',
    kind: 'kernel',
    dataDependent: true,
    kernel: (_o: null, self: Tensor, _s: boolean, inverse: boolean, counts: boolean) => uniqueResult(self, null, false, inverse || counts, counts),
  },
  {
    schema: 'unique_dim(Tensor self, int dim, bool sorted=True, bool return_inverse=False, bool return_counts=False) -> (Tensor, Tensor, Tensor)',
    kind: 'kernel',
    dataDependent: true,
    kernel: (_o: null, self: Tensor, dim: number) => uniqueResult(self, dim, false),
  },
  {
    schema: 'unique_consecutive(Tensor self, bool return_inverse=False, bool return_counts=False, int? dim=None) -> (Tensor, Tensor, Tensor)',
    kind: 'kernel',
    dataDependent: true,
    kernel: (_o: null, self: Tensor, inverse: boolean, counts: boolean, dim: number | null) =>
      uniqueResult(self, dim, true, inverse || dim !== null, counts || dim !== null),
  },
];
