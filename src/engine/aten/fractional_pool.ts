/**
 * Fractional max pooling in two and three dimensions: windows whose places are drawn, of a size, over an output of a size.
 *
 * After FractionalMaxPool2d.cpp and FractionalMaxPool3d.cpp: one number a plane and dimension shifts where its windows
 * start; the last window ends with the input. Leaves out: second derivatives.
 */
import { toWorking } from '../tensor/access.ts';
import { empty } from '../tensor/create.ts';
import { int64 } from '../tensor/dtype.ts';
import { notImplementedFor, runtimeError } from '../tensor/errors.ts';
import { CPP } from '../tensor/promotion.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { derivative, type OpDef } from './op.ts';
import { read, roundingOf, write } from './work.ts';

type Sizes = readonly number[];

/** Where the windows of one dimension start. */
function starts(sample: number, input: number, output: number, pool: number, r: (x: number) => number): number[] {
  const made: number[] = [];
  if (output > 1) {
    const alpha = r(r(input - pool) / r(output - 1));
    const shift = Math.trunc(r(sample * alpha));
    for (let i = 0; i < output - 1; i++) made.push(Math.trunc(r(r(i + sample) * alpha)) - shift);
  }
  if (output > 0) made.push(input - pool);
  return made;
}

const AXES = ['time', 'height', 'width'];

function check(n: number, self: Tensor, kernel: Sizes, output: Sizes): void {
  const name = `fractional_max_pool${n}d`;
  if (self.dim !== n + 1 && self.dim !== n + 2) throw runtimeError(`${name}(): Expected ${n + 1}D or ${n + 2}D tensor, but got: [${self.sizes.join(', ')}]`);
  const none = self.sizes.findIndex((s, i) => s === 0 && (i > 0 || self.dim === n + 1));
  if (none >= 0)
    throw runtimeError(
      `${name}(): Expected input to have non-zero size for non-batch dimensions, but got[${self.sizes.join(', ')}] with dimension ${none} being empty.`,
    );
  for (let i = 0; i < n; i++) {
    const size = self.sizes[self.dim - n + i];
    if (output[i] + kernel[i] - 1 > size)
      throw runtimeError(
        n === 2
          ? `${name}(): pool ${AXES[i + 1]} ${kernel[i]} too large relative to input ${AXES[i + 1]} ${size}`
          : `${name}_out(): pool ${AXES[i]} ${kernel[i]} too large relative to input ${AXES[i]} ${size}`,
      );
  }
}

function family(n: 2 | 3): OpDef[] {
  const name = `fractional_max_pool${n}d`;
  return [
    {
      schema: `${name}(Tensor self, int[${n}] kernel_size, int[${n}] output_size, Tensor random_samples) -> (Tensor, Tensor)`,
      kind: 'kernel',
      meta: (self: Tensor, kernel: Sizes, output: Sizes) => {
        check(n, self, kernel, output);
        const sizes = [...self.sizes.slice(0, -n), ...output];
        return [empty(sizes, self.dtype, { device: self.device }), empty(sizes, int64, { device: self.device })];
      },
      kernel: ([out, indices]: Tensor[], self: Tensor, kernel: Sizes, output: Sizes, samples: Tensor) => {
        if (samples.dtype !== self.dtype) throw runtimeError('Expect _random_samples to have the same dtype as input');
        if (self.dtype.category !== 'float') throw notImplementedFor(`${name}_out_frame`, CPP[self.dtype.name]);
        const x = read(self, self.dtype);
        const draws = toWorking(samples);
        const r = roundingOf(self.dtype);
        const size = self.sizes.slice(-n);
        const plane = size.reduce((a, b) => a * b, 1);
        const [y, at] = [new Float64Array(out.numel), new Float64Array(out.numel)];
        let k = 0;
        for (let p = 0; p * plane < x.length; p++) {
          // The draws stand from the last dimension on in two dimensions, from the first in three.
          const places = size.map((s, d) => starts(draws[p * n + (n === 2 ? 1 - d : d)], s, output[d], kernel[d], r));
          const walk = (d: number, corner: number): void => {
            if (d < n) {
              for (const s of places[d]) walk(d + 1, corner * size[d] + s);
              return;
            }
            let [best, where] = [-Infinity, corner];
            const look = (q: number, i: number): void => {
              if (q < n) {
                // The place of this window's element in the plane, a dimension at a time.
                const step = size.slice(q + 1).reduce((a, b) => a * b, 1);
                for (let o = 0; o < kernel[q]; o++) look(q + 1, i + o * step);
                return;
              }
              const v = x[p * plane + i];
              if (v > best || v !== v) [best, where] = [v, i];
            };
            look(0, corner);
            y[k] = best;
            at[k++] = where;
          };
          walk(0, 0);
        }
        write(out, y);
        write(indices, at);
      },
      derivative: derivative(
        `FractionalMaxPool${n}DBackward0`,
        ['self', 'result1'],
        { self: (c) => c.call.one(`${name}_backward`, c.g, c.t('self'), c.arg('kernel_size'), c.arg('output_size'), c.results[1]) },
        [1],
      ),
    },
    {
      schema: `${name}_backward(Tensor grad_output, Tensor self, int[${n}] kernel_size, int[${n}] output_size, Tensor indices) -> Tensor`,
      kind: 'kernel',
      meta: (_g: Tensor, self: Tensor) => empty(self.sizes, self.dtype, { device: self.device }),
      kernel: (out: Tensor, grad: Tensor, self: Tensor, _k: Sizes, output: Sizes, indices: Tensor) => {
        const [g, at] = [read(grad, grad.dtype), toWorking(indices)];
        const [plane, each] = [self.sizes.slice(-n), output].map((s) => s.reduce((a, b) => a * b, 1));
        const y = new Float64Array(out.numel);
        const r = roundingOf(out.dtype);
        for (let i = 0; i < g.length; i++) {
          const to = Math.floor(i / each) * plane + at[i];
          y[to] = r(y[to] + g[i]);
        }
        write(out, y);
      },
    },
  ];
}

export const FRACTIONAL: readonly OpDef[] = [...family(2), ...family(3)];
