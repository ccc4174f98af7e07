/** torch.histogram: counts between edges, given or evenly spaced. After Histogram.cpp. Leaves out several dimensions (histogramdd). */
import { toWorking } from '../../tensor/access.ts';
import { empty } from '../../tensor/create.ts';
import { notImplementedFor, runtimeError } from '../../tensor/errors.ts';
import { CPP } from '../../tensor/promotion.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import type { OpDef, Scalar } from '../op.ts';
import { accumulatingIn, numberOf, read, write } from '../work.ts';
import { rangeOf } from './lines.ts';

function check(self: Tensor, weight: Tensor | null): void {
  if (self.dtype.category !== 'float') throw notImplementedFor('histogramdd', CPP[self.dtype.name]);
  if (!weight) return;
  if (weight.dtype !== self.dtype) throw runtimeError('histogramdd: if weight tensor is provided, input tensor and weight tensor should have the same dtype');
  if (`${weight.sizes}` !== `${self.sizes}`)
    throw runtimeError('histogramdd: if weight tensor is provided it should have the same shape as the input tensor excluding its innermost dimension');
}

/** The last bin holds its right edge. */
function count(out: Tensor, self: Tensor, edges: ArrayLike<number>, weight: Tensor | null, density: boolean): void {
  const x = read(self, self.dtype);
  const w = weight ? read(weight, weight.dtype) : null;
  const r = accumulatingIn(out.dtype);
  const bins = edges.length - 1;
  const made = new Float64Array(bins);
  for (let i = 0; i < x.length; i++) {
    const v = x[i];
    if (!(v >= edges[0] && v <= edges[bins])) continue;
    let b = 0;
    while (b < bins - 1 && v >= edges[b + 1]) b++;
    made[b] = r(made[b] + (w ? w[i] : 1));
  }
  if (density) {
    const total = made.reduce((a, b) => r(a + b), 0);
    for (let b = 0; b < bins; b++) made[b] = r(r(made[b] / total) / r(edges[b + 1] - edges[b]));
  }
  write(out, made);
}

export const HISTOGRAM: readonly OpDef[] = [
  {
    schema: 'histogram.bins_tensor(Tensor self, Tensor bins, *, Tensor? weight=None, bool density=False) -> (Tensor hist, Tensor bin_edges)',
    kind: 'kernel',
    meta: (self: Tensor, bins: Tensor) => [
      empty([Math.max(bins.numel - 1, 0)], self.dtype, { device: self.device }),
      empty(bins.sizes, bins.dtype, { device: self.device }),
    ],
    kernel: ([hist, edges]: Tensor[], self: Tensor, bins: Tensor, weight: Tensor | null, density: boolean) => {
      check(self, weight);
      write(edges, toWorking(bins));
      count(hist, self, toWorking(edges), weight, density);
    },
  },
  {
    schema: 'histogram.bin_ct(Tensor self, int bins=100, *, float[]? range=None, Tensor? weight=None, bool density=False) -> (Tensor hist, Tensor bin_edges)',
    kind: 'kernel',
    meta: (self: Tensor, bins: number) => {
      if (bins <= 0) throw runtimeError(`histogramdd(): expected bins to be > 0, got ${bins} for dimension 0`);
      return [empty([bins], self.dtype, { device: self.device }), empty([bins + 1], self.dtype, { device: self.device })];
    },
    kernel: ([hist, edges]: Tensor[], self: Tensor, bins: number, range: readonly Scalar[] | null, weight: Tensor | null, density: boolean) => {
      check(self, weight);
      const x = toWorking(self);
      let [lo, hi] = range ? range.map(numberOf) : x.length === 0 ? [0, 1] : rangeOf(x);
      if (!Number.isFinite(lo) || !Number.isFinite(hi)) throw runtimeError(`histogramdd: dimension 0's range [${lo}, ${hi}] is not finite`);
      if (lo > hi) throw runtimeError(`histogramdd: min should not exceed max, but got min ${lo} max ${hi} for dimension 0`);
      if (lo === hi) [lo, hi] = [lo - 0.5, hi + 0.5];
      const r = accumulatingIn(edges.dtype);
      const step = r((hi - lo) / bins);
      // As linspace: from both ends.
      write(
        edges,
        Array.from({ length: bins + 1 }, (_, i) => (i < (bins + 1) >> 1 ? r(lo + r(step * i)) : r(hi - r(step * (bins - i))))),
      );
      count(hist, self, toWorking(edges), weight, density);
    },
  },
];
