/**
 * What a gradient scaler asks of the device: gradients unscaled and searched for numbers that are none, and the next
 * scale. After AmpKernels.cpp.
 */
import { fromWorking, toWorking } from '../tensor/access.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { OpDef, Scalar } from './op.ts';
import { numberOf } from './work.ts';

export const AMP: readonly OpDef[] = [
  {
    schema: '_amp_foreach_non_finite_check_and_unscale_(Tensor(a!)[] self, Tensor(b!) found_inf, Tensor inv_scale) -> ()',
    kind: 'kernel',
    meta: () => null,
    kernel: (_o: null, grads: Tensor[], found: Tensor, inverse: Tensor) => {
      const k = toWorking(inverse)[0];
      for (const g of grads) {
        const w = Float64Array.from(toWorking(g));
        if (w.some((v) => !Number.isFinite(v))) fromWorking(found, [1]);
        fromWorking(
          g,
          w.map((v) => (k === 1 ? v : v * k)),
        );
      }
      return null;
    },
  },
  {
    schema:
      '_amp_update_scale_(Tensor(a!) self, Tensor(b!) growth_tracker, Tensor found_inf, float scale_growth_factor, float scale_backoff_factor, int growth_interval) -> Tensor(a!)',
    kind: 'kernel',
    meta: (self: Tensor) => self,
    kernel: (self: Tensor, _s: Tensor, tracker: Tensor, found: Tensor, growth: Scalar, backoff: Scalar, interval: number) => {
      const scale = toWorking(self)[0];
      if (toWorking(found)[0] !== 0) {
        fromWorking(self, [scale * numberOf(backoff)]);
        fromWorking(tracker, [0]);
        return;
      }
      const good = toWorking(tracker)[0] + 1;
      const grown = Math.fround(scale * numberOf(growth));
      if (good === interval && Number.isFinite(grown)) fromWorking(self, [grown]);
      fromWorking(tracker, [good === interval ? 0 : good]);
    },
  },
];
