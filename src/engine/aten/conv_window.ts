/** What a sliding window sees of an image: columns for a matrix product (im2col), and their sum back (col2im). */
import { type Working } from '../tensor/access.ts';
import { numelOf } from '../tensor/strides.ts';
import { type Sizes } from './dims.ts';

export interface Window {
  /** Input and output extents, kernel, stride, padding, dilation: always three of each. */
  input: Sizes;
  output: Sizes;
  kernel: Sizes;
  stride: Sizes;
  padding: Sizes;
  dilation: Sizes;
}

/** Fills up to three dimensions from the left. */
export const three = (s: Sizes, fill: number): number[] => [...new Array<number>(3 - s.length).fill(fill), ...s];

/**
 * Visits the places of the kernel in order and for each the runs of outputs along the last dimension whose input lies
 * inside the image: `count` outputs from `out` on read inputs from `input` on, one stride apart.
 */
function eachRun(w: Window, f: (kernelAt: number, out: number, input: number, count: number) => void): void {
  const [kd, kh, kw] = w.kernel;
  const [od, oh, ow] = w.output;
  const [id, ih, iw] = w.input;
  const [sd, sh, sw] = w.stride;
  for (let k = 0; k < kd * kh * kw; k++) {
    const z0 = Math.floor(k / (kh * kw)) * w.dilation[0] - w.padding[0];
    const y0 = (Math.floor(k / kw) % kh) * w.dilation[1] - w.padding[1];
    const x0 = (k % kw) * w.dilation[2] - w.padding[2];
    const first = Math.max(0, Math.ceil(-x0 / sw));
    const count = Math.min(ow, Math.floor((iw - 1 - x0) / sw) + 1) - first;
    if (count <= 0) continue;
    for (let z = 0; z < od; z++) {
      const iz = z * sd + z0;
      if (iz < 0 || iz >= id) continue;
      for (let y = 0; y < oh; y++) {
        const iy = y * sh + y0;
        if (iy >= 0 && iy < ih) f(k, (z * oh + y) * ow + first, (iz * ih + iy) * iw + first * sw + x0, count);
      }
    }
  }
}

/** Columns [channels × kernel places, output places] from channels of an image. */
export function im2col(src: Working, at: number, channels: number, w: Window): Working {
  const [K, L, I] = [numelOf(w.kernel), numelOf(w.output), numelOf(w.input)];
  const col = src instanceof Float32Array ? new Float32Array(channels * K * L) : new Float64Array(channels * K * L);
  const step = w.stride[2];
  eachRun(w, (k, out, input, count) => {
    for (let c = 0; c < channels; c++) {
      const [to, from] = [(c * K + k) * L + out, at + c * I + input];
      for (let i = 0; i < count; i++) col[to + i] = src[from + i * step];
    }
  });
  return col;
}

/** Adds columns back into channels of an image. */
export function col2im(col: Working, dst: Working, at: number, channels: number, w: Window): void {
  const [K, L, I] = [numelOf(w.kernel), numelOf(w.output), numelOf(w.input)];
  const step = w.stride[2];
  eachRun(w, (k, out, input, count) => {
    for (let c = 0; c < channels; c++) {
      const [from, to] = [(c * K + k) * L + out, at + c * I + input];
      for (let i = 0; i < count; i++) dst[to + i * step] += col[from + i];
    }
  });
}
