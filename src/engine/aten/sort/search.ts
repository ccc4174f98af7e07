/** Places in sorted values and counts by place: searchsorted, bucketize, bincount, histc. Leaves out histogram of several dimensions. */
import { toWorking } from '../../tensor/access.ts';
import { empty } from '../../tensor/create.ts';
import { DTYPES, int64 } from '../../tensor/dtype.ts';
import { notImplementedFor, runtimeError } from '../../tensor/errors.ts';
import { CPP } from '../../tensor/promotion.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { list } from '../dims.ts';
import type { OpDef, Scalar } from '../op.ts';
import { isTensor, numberOf, read, write } from '../work.ts';
import { before, rangeOf } from './lines.ts';

/** First place where `v` may stand: left of equals, or right of them. */
function place(sorted: ArrayLike<number>, at: number, n: number, v: number, right: boolean): number {
  let [lo, hi] = [0, n];
  while (lo < hi) {
    const mid = (lo + hi) >> 1;
    const m = sorted[at + mid];
    const go = right ? !(before(v, m) < 0) : before(m, v) < 0;
    if (go) lo = mid + 1;
    else hi = mid;
  }
  return lo;
}

const search: OpDef[] = (['Tensor', 'Scalar'] as const).flatMap((form): OpDef[] => [
  {
    schema: `searchsorted.${form}(Tensor sorted_sequence, ${form} self, *, bool out_int32=False, bool right=False, str? side=None, Tensor? sorter=None) -> Tensor`,
    kind: 'kernel',
    meta: (seq: Tensor, self: Tensor | Scalar, int32: boolean, right: boolean, side: string | null) => {
      if (side !== null && side !== 'left' && side !== 'right') throw runtimeError(`torch.searchsorted(): side can only be 'left' or 'right' but got ${side}`);
      if (!isTensor(self) && seq.dim !== 1)
        throw runtimeError(
          `torch.searchsorted(): input value can be a scalar only when boundaries tensor dimension is 1, but we got boundaries tensor dim(${seq.dim}) and input value's dim(0) numel(1)`,
        );
      if (right && side === 'left') throw runtimeError("torch.searchsorted(): side and right can't be set to opposites, got side of left while right was True");
      if (isTensor(self) && seq.dim !== 1 && (seq.dim !== self.dim || `${seq.sizes.slice(0, -1)}` !== `${self.sizes.slice(0, -1)}`))
        throw runtimeError(
          `torch.searchsorted(): boundaries tensor should be 1 dimension or the first N-1 dimensions of boundaries tensor and input value tensor must match, but we got boundaries tensor ${list(seq.sizes)} and input value tensor ${list(self.sizes)}`,
        );
      return empty(isTensor(self) ? self.sizes : [], int32 ? DTYPES.int32 : int64, { device: seq.device });
    },
    kernel: (out: Tensor, seq: Tensor, self: Tensor | Scalar, _i: boolean, right: boolean, side: string | null, sorter: Tensor | null) => {
      const n = seq.sizes[seq.dim - 1];
      let s: ArrayLike<number> = toWorking(seq);
      if (sorter) {
        const [raw, order] = [s, toWorking(sorter)];
        s = Float64Array.from(order, (o, i) => raw[Math.floor(i / n) * n + o]);
      }
      const r = side === null ? right : side === 'right';
      if (!isTensor(self)) return write(out, [place(s, 0, n, numberOf(self), r)]);
      const w = toWorking(self);
      const each = seq.dim === 1 ? w.length : self.sizes[self.dim - 1];
      return write(
        out,
        Float64Array.from(w, (v, i) => place(s, seq.dim === 1 ? 0 : Math.floor(i / each) * n, n, v, r)),
      );
    },
  },
  {
    schema: `bucketize.${form}(${form} self, Tensor boundaries, *, bool out_int32=False, bool right=False) -> Tensor`,
    kind: 'kernel',
    meta: (self: Tensor | Scalar, b: Tensor, int32: boolean) => {
      if (b.dim !== 1) throw runtimeError(`boundaries tensor must be 1 dimension, but got dim(${b.dim})`);
      return empty(isTensor(self) ? self.sizes : [], int32 ? DTYPES.int32 : int64, { device: b.device });
    },
    kernel: (out: Tensor, self: Tensor | Scalar, b: Tensor, _i: boolean, right: boolean) => {
      const s = toWorking(b);
      const w = isTensor(self) ? toWorking(self) : [numberOf(self)];
      write(
        out,
        Float64Array.from(w, (v) => place(s, 0, s.length, v, right)),
      );
    },
  },
]);

export const SEARCHES: readonly OpDef[] = [
  ...search,
  {
    schema: 'bincount(Tensor self, Tensor? weights=None, SymInt minlength=0) -> Tensor',
    kind: 'kernel',
    dataDependent: true,
    kernel: (_o: null, self: Tensor, weights: Tensor | null, min: number) => {
      if (self.dtype.category === 'float') throw notImplementedFor('bincount_cpu', CPP[self.dtype.name]);
      if (min < 0) throw runtimeError('minlength should be >= 0');
      if (self.dim !== 1) throw runtimeError('bincount only supports 1-d non-negative integral inputs.');
      const [w, k] = [toWorking(self), weights ? toWorking(weights) : null];
      if (w.some((v) => v < 0)) throw runtimeError('bincount only supports 1-d non-negative integral inputs.');
      const n = Math.max(w.length === 0 ? 0 : rangeOf(w)[1] + 1, min);
      const out = empty([n], weights ? (weights.dtype.name === 'float32' ? weights.dtype : DTYPES.float64) : int64, { device: self.device });
      const sums = new Float64Array(n);
      w.forEach((v, i) => (sums[v] += k ? k[i] : 1));
      write(out, sums);
      return out;
    },
  },
  {
    schema: 'histc(Tensor self, int bins=100, Scalar min=0, Scalar max=0) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor, bins: number) => {
      if (bins <= 0) throw runtimeError(`torch.histogram(): bins must be > 0, but got ${bins} for dimension 0`);
      return empty([bins], self.dtype, { device: self.device });
    },
    kernel: (out: Tensor, self: Tensor, bins: number, min: Scalar, max: Scalar) => {
      if (self.dtype.category !== 'float') throw notImplementedFor('histogram_cpu', CPP[self.dtype.name]);
      const w = read(self, self.dtype);
      let [lo, hi] = [numberOf(min), numberOf(max)];
      if (lo > hi) throw runtimeError('torch.histc: max must be larger than min');
      if (lo === hi && w.length > 0) [lo, hi] = rangeOf(w);
      if (!Number.isFinite(lo) || !Number.isFinite(hi) || w.some(Number.isNaN)) {
        const text = (v: number): string => (w.some(Number.isNaN) ? 'nan' : String(v).replace('Infinity', 'inf'));
        if (numberOf(min) === numberOf(max)) throw runtimeError(`torch.histc: range of [${text(lo)}, ${text(hi)}] is not finite`);
      }
      if (lo === hi) [lo, hi] = [lo - 1, hi + 1];
      const counts = new Float64Array(bins);
      for (const v of w) if (v >= lo && v <= hi) counts[Math.min(bins - 1, Math.floor(((v - lo) * bins) / (hi - lo)))]++;
      write(out, counts);
    },
  },
];
