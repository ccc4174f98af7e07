/** The windows of an image as an operator: unfold (im2col) and fold (col2im), each the other's gradient. */
import { empty } from '../tensor/create.ts';
import { runtimeError } from '../tensor/errors.ts';
import { numelOf, wrapDim } from '../tensor/strides.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { list, type Sizes } from './dims.ts';
import { derivative, type OpDef } from './op.ts';
import { dest, read, write } from './work.ts';
import { col2im, im2col, three, type Window } from './conv_window.ts';

const win2 = (self: Tensor, output: Sizes, k: Sizes, d: Sizes, p: Sizes, s: Sizes): Window => ({
  input: three(self.sizes.slice(-2), 1),
  output: three(output, 1),
  kernel: three(k, 1),
  stride: three(s, 1),
  padding: three(p, 0),
  dilation: three(d, 1),
});
const slide = (size: Sizes, k: Sizes, d: Sizes, p: Sizes, s: Sizes): number[] =>
  size.map((n, i) => Math.floor((n + 2 * p[i] - d[i] * (k[i] - 1) - 1) / s[i]) + 1);

/** What a window may not be (`im2col_shape_check`). */
function checkWindow(k: Sizes, d: Sizes, p: Sizes, s: Sizes): void {
  const check = (what: string, name: string, v: Sizes, least: number): void => {
    if (v.some((n) => n < least))
      throw runtimeError(`${what} should be ${least > 0 ? 'greater than zero' : 'non-negative'}, but got ${name}_height: ${v[0]} ${name}_width: ${v[1]}`);
  };
  check('kernel size', 'kernel', k, 1);
  check('dilation', 'dilation', d, 1);
  check('padding', 'pad', p, 0);
  check('stride', 'stride', s, 1);
}

const unfold: OpDef = {
  schema: 'im2col(Tensor self, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride) -> Tensor',
  kind: 'kernel',
  meta: (self: Tensor, k: Sizes, d: Sizes, p: Sizes, s: Sizes) => {
    checkWindow(k, d, p, s);
    wrapDim(1, self.dim);
    wrapDim(2, self.dim);
    const empties = self.sizes.slice(self.dim === 3 ? 0 : 1).includes(0);
    if ((self.dim !== 3 && self.dim !== 4) || empties)
      throw runtimeError(
        `Expected 3D or 4D (batch mode) tensor with possibly 0 batch size and other non-zero dimensions for input, but got: ${list(self.sizes)}`,
      );
    const out = slide(self.sizes.slice(-2), k, d, p, s);
    if (out.some((n) => n < 1))
      throw runtimeError(
        `Given input with spatial size (${self.sizes.slice(-2).join(', ')}), kernel_size=(${k.join(', ')}), dilation=(${d.join(', ')}), padding=(${p.join(', ')}), calculated shape of the array of sliding blocks as (${out.join(', ')}), but its components must be at least one.`,
      );
    return empty([...self.sizes.slice(0, -3), self.sizes[self.dim - 3] * numelOf(k), numelOf(out)], self.dtype, { device: self.device });
  },
  kernel: (out: Tensor, self: Tensor, k: Sizes, d: Sizes, p: Sizes, s: Sizes) => {
    const w = win2(self, slide(self.sizes.slice(-2), k, d, p, s), k, d, p, s);
    const x = read(self, self.dtype);
    const [N, C] = [self.dim === 4 ? self.sizes[0] : 1, self.sizes[self.dim - 3]];
    const o = dest(out);
    for (let n = 0; n < N; n++) {
      const col = im2col(x, n * C * numelOf(w.input), C, w);
      o.w.set(col, n * col.length);
    }
    o.flush();
  },
  derivative: derivative('Im2ColBackward0', [], {
    self: (c) => {
      const s = c.like('self').sizes;
      return c.call.one('col2im', c.g, s.slice(-2), c.arg('kernel_size'), c.arg('dilation'), c.arg('padding'), c.arg('stride'));
    },
  }),
};

const fold: OpDef = {
  schema: 'col2im(Tensor self, SymInt[2] output_size, int[2] kernel_size, int[2] dilation, int[2] padding, int[2] stride) -> Tensor',
  kind: 'kernel',
  meta: (self: Tensor, size: Sizes, k: Sizes, d: Sizes, p: Sizes, s: Sizes) => {
    checkWindow(k, d, p, s);
    if ((self.dim !== 2 && self.dim !== 3) || self.sizes.slice(-2).includes(0))
      throw runtimeError(
        `Expected 2D or 3D (batch mode) tensor for input with possibly 0 batch size and non-zero dimensions for input, but got: ${list(self.sizes)}`,
      );
    const blocks = numelOf(slide(size, k, d, p, s));
    const [rows, cols] = self.sizes.slice(-2);
    if (rows % numelOf(k) !== 0)
      throw runtimeError(
        `Expected size of input's dimension 1 to be divisible by the product of kernel_size, but got input.size(1)=${rows} and kernel_size=(${k.join(', ')}).`,
      );
    if (cols !== blocks)
      throw runtimeError(
        `Given output_size=(${size.join(', ')}), kernel_size=(${k.join(', ')}), dilation=(${d.join(', ')}), padding=(${p.join(', ')}), stride=(${s.join(', ')}), expected size of input's dimension 2 to match the calculated number of sliding blocks ${slide(size, k, d, p, s).join(' * ')} = ${blocks}, but got input.size(2)=${cols}.`,
      );
    return empty([...self.sizes.slice(0, -2), rows / numelOf(k), ...size], self.dtype, { device: self.device });
  },
  kernel: (out: Tensor, self: Tensor, size: Sizes, k: Sizes, d: Sizes, p: Sizes, s: Sizes) => {
    const w = win2(out, slide(size, k, d, p, s), k, d, p, s);
    const x = read(self, self.dtype);
    const [N, C] = [self.dim === 3 ? self.sizes[0] : 1, out.sizes[out.dim - 3]];
    const y = new Float64Array(out.numel);
    const each = C * numelOf(w.kernel) * numelOf(w.output);
    for (let n = 0; n < N; n++) col2im(x.subarray(n * each, (n + 1) * each), y, n * C * numelOf(w.input), C, w);
    write(out, y);
  },
  derivative: derivative('Col2ImBackward0', [], {
    self: (c) => c.call.one('im2col', c.g, c.arg('kernel_size'), c.arg('dilation'), c.arg('padding'), c.arg('stride')),
  }),
};

export const UNFOLD: readonly OpDef[] = [unfold, fold];
