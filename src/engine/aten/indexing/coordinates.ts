/** Coordinates of the elements that are not zero, a column a dimension: what a boolean index stands for. */
import { fromWorking, toWorking } from '../../tensor/access.ts';
import { empty } from '../../tensor/create.ts';
import { int64 } from '../../tensor/dtype.ts';
import { contiguousStrides } from '../../tensor/strides.ts';
import type { Tensor } from '../../tensor/tensor.ts';

export function coordinates(t: Tensor): Tensor[] {
  const w = toWorking(t);
  const at: number[] = [];
  for (let i = 0; i < w.length; i++) if (w[i] !== 0) at.push(i);
  const strides = contiguousStrides(t.sizes);
  return t.sizes.map((s, d) => {
    const v = empty([at.length], int64, { device: t.device, fake: false });
    fromWorking(
      v,
      at.map((i) => Math.floor(i / strides[d]) % s),
    );
    return v;
  });
}
