/** fftshift and ifftshift: rolls by half of each dimension. They stand apart from the transforms, since no transform is needed. */
import type { Tensor } from '../../tensor/tensor.ts';
import { reducedDims, type Sizes } from '../dims.ts';
import { composite, type OpDef } from '../op.ts';

export const FFT_SHIFTS: readonly OpDef[] = [
  composite('fft_fftshift(Tensor self, int[1]? dim=None) -> Tensor', (call, self: Tensor, dim: number | Sizes | null) => {
    const dims = reducedDims(dim, self.dim);
    return call.one(
      'roll',
      self,
      dims.map((d) => Math.floor(self.sizes[d] / 2)),
      dims,
    );
  }),
  composite('fft_ifftshift(Tensor self, int[1]? dim=None) -> Tensor', (call, self: Tensor, dim: number | Sizes | null) => {
    const dims = reducedDims(dim, self.dim);
    return call.one(
      'roll',
      self,
      dims.map((d) => Math.floor((self.sizes[d] + 1) / 2)),
      dims,
    );
  }),
];
