/** Gradients of views that read a part: select_backward, slice_backward, diagonal_backward, unfold_backward. Zeros around the part. */
import { copyInto, fill, fromWorking, toWorking } from '../../tensor/access.ts';
import { empty } from '../../tensor/create.ts';
import { wrapDim } from '../../tensor/strides.ts';
import { Tensor } from '../../tensor/tensor.ts';
import { along, type Sizes } from '../dims.ts';
import { derivative, type OpDef } from '../op.ts';
import { diagonalMeta } from '../views/parts.ts';

const backs: OpDef[] = [
  {
    schema: 'select_backward(Tensor grad_output, SymInt[] input_sizes, int dim, SymInt index) -> Tensor',
    kind: 'kernel',
    meta: (g: Tensor, sizes: Sizes) => empty(sizes, g.dtype, { device: g.device }),
    kernel: (out: Tensor, g: Tensor, _s: Sizes, dim: number, index: number) => {
      fill(out, 0);
      const d = wrapDim(dim, out.dim);
      const i = index < 0 ? index + out.sizes[d] : index;
      copyInto(
        new Tensor(
          out.storage,
          out.dtype,
          g.sizes,
          out.strides.filter((_, k) => k !== d),
          i * out.strides[d],
        ),
        g,
      );
    },
    derivative: derivative('SelectBackwardBackward0', [], { grad_output: (c) => c.call.select(c.g, c.arg<number>('dim'), c.arg<number>('index')) }),
  },
  {
    schema: 'slice_backward(Tensor grad_output, SymInt[] input_sizes, int dim, SymInt start, SymInt end, SymInt step) -> Tensor',
    kind: 'kernel',
    meta: (g: Tensor, sizes: Sizes) => empty(sizes, g.dtype, { device: g.device }),
    kernel: (out: Tensor, g: Tensor, _s: Sizes, dim: number, start: number, _e: number, step: number) => {
      fill(out, 0);
      const d = wrapDim(dim, out.dim);
      const s = Math.min(Math.max(start < 0 ? start + out.sizes[d] : start, 0), out.sizes[d]);
      copyInto(
        new Tensor(
          out.storage,
          out.dtype,
          g.sizes,
          out.strides.map((v, k) => (k === d ? v * step : v)),
          s * out.strides[d],
        ),
        g,
      );
    },
    derivative: derivative('SliceBackwardBackward0', [], {
      grad_output: (c) => c.call.slice(c.g, c.arg<number>('dim'), c.arg<number>('start'), c.arg<number>('end'), c.arg<number>('step')),
    }),
  },
  {
    schema: 'diagonal_backward(Tensor grad_output, SymInt[] input_sizes, int offset, int dim1, int dim2) -> Tensor',
    kind: 'kernel',
    meta: (g: Tensor, sizes: Sizes) => empty(sizes, g.dtype, { device: g.device }),
    kernel: (out: Tensor, g: Tensor, _s: Sizes, offset: number, dim1: number, dim2: number) => {
      fill(out, 0);
      copyInto(diagonalMeta(out, offset, dim1, dim2), g);
    },
    derivative: derivative('DiagonalBackwardBackward0', [], { grad_output: (c) => c.call.one('diagonal', c.g, c.arg('offset'), c.arg('dim1'), c.arg('dim2')) }),
  },
  {
    schema: 'unfold_backward(Tensor grad_in, SymInt[] input_sizes, int dim, int size, int step) -> Tensor',
    kind: 'kernel',
    derivative: derivative('UnfoldBackwardBackward0', [], { grad_in: (c) => c.call.one('unfold', c.g, c.arg('dim'), c.arg('size'), c.arg('step')) }),
    meta: (g: Tensor, sizes: Sizes) => empty(sizes, g.dtype, { device: g.device }),
    kernel: (out: Tensor, g: Tensor, sizes: Sizes, dim: number, size: number, step: number) => {
      const d = wrapDim(dim, sizes.length);
      const { outer, length, inner } = along(sizes, d);
      const n = sizes.length === 0 ? 1 : g.sizes[d];
      const w = toWorking(g);
      const sum = new Float64Array(outer * length * inner);
      for (let a = 0; a < outer; a++) {
        for (let k = 0; k < n; k++) {
          for (let b = 0; b < inner; b++) {
            for (let j = 0; j < size; j++) sum[(a * length + k * step + j) * inner + b] += w[((a * n + k) * inner + b) * size + j];
          }
        }
      }
      fromWorking(out, sum);
    },
  },
];

export const VIEW_BACKWARDS: readonly OpDef[] = [...backs];
