/**
 * Writing samples into a tensor in the order PyTorch's serial kernels write them: by address, not by index.
 *
 * TensorIterator sorts the dimensions by stride, so a transposed tensor is filled along its memory.
 */
import { fromWorking } from '../access.ts';
import { sortedStrides } from '../layout.ts';
import { isContiguous } from '../strides.ts';
import { Tensor } from '../tensor.ts';

/** `t` with its dimensions ordered from the largest stride to the smallest; operands follow with `permute`. */
export function inMemoryOrder(t: Tensor): { view: Tensor; permute: (u: Tensor) => Tensor } {
  const { sizes, strides } = t;
  if (isContiguous(sizes, strides)) return { view: t, permute: (u) => u };
  const dense = sortedStrides(sizes, [strides]);
  const order = sizes.map((_, i) => i).sort((a, b) => dense[b] - dense[a] || a - b);
  const permute = (u: Tensor): Tensor =>
    new Tensor(
      u.storage,
      u.dtype,
      order.map((d) => u.sizes[d]),
      order.map((d) => u.strides[d]),
      u.offset,
    );
  return { view: permute(t), permute };
}

/** Draws one value an element, in memory order, and writes them rounded to the element type. */
export function fillSerial(t: Tensor, draw: () => number): void {
  const n = t.numel;
  const values = new Float64Array(n);
  for (let i = 0; i < n; i++) values[i] = draw();
  fromWorking(inMemoryOrder(t).view, values);
}
