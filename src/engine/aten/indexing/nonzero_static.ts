/** nonzero_static: coordinates of nonzero elements in a result of given length, so that its shape needs no numbers. */
import { fill, fromWorking, toWorking } from '../../tensor/access.ts';
import { empty } from '../../tensor/create.ts';
import { int64 } from '../../tensor/dtype.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import type { OpDef } from '../op.ts';

export const NONZERO_STATIC: readonly OpDef[] = [
  {
    schema: 'nonzero_static(Tensor self, *, SymInt size, int fill_value=-1) -> Tensor',
    kind: 'kernel',
    meta: (self: Tensor, size: number) => empty([size, self.dim], int64, { device: self.device }),
    kernel: (out: Tensor, self: Tensor, size: number, value: number) => {
      fill(out, value);
      const w = toWorking(self);
      const flat = Float64Array.from(toWorking(out));
      let k = 0;
      for (let i = 0; i < w.length && k < size; i++) {
        if (w[i] === 0) continue;
        let rest = i;
        for (let d = self.dim - 1; d >= 0; d--) {
          flat[k * self.dim + d] = rest % self.sizes[d];
          rest = Math.floor(rest / self.sizes[d]);
        }
        k++;
      }
      fromWorking(out, flat);
    },
  },
];
