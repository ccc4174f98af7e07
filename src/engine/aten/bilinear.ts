/**
 * bilinear, and _trilinear below it: a product of three tensors, summed over chosen dimensions. After Linear.cpp.
 *
 * The sum walks all elements in order; unroll_dim changes nothing but memory and is not read.
 */
import { empty } from '../tensor/create.ts';
import { runtimeError } from '../tensor/errors.ts';
import { broadcastSizes } from '../tensor/strides.ts';
import { Tensor } from '../tensor/tensor.ts';
import type { Sizes } from './dims.ts';
import { composite, derivative, type OpDef } from './op.ts';
import { expandTo, read, write } from './work.ts';

const trilinear: OpDef = {
  schema: '_trilinear(Tensor i1, Tensor i2, Tensor i3, int[] expand1, int[] expand2, int[] expand3, int[] sumdim, int unroll_dim=1) -> Tensor',
  kind: 'kernel',
  meta: (a: Tensor, b: Tensor, c: Tensor, e1: Sizes, e2: Sizes, e3: Sizes, sum: Sizes) => {
    const full = grown(a, b, c, e1, e2, e3);
    return empty(
      full.sizes.filter((_, i) => !sum.includes(i)),
      a.dtype,
      { device: a.device },
    );
  },
  kernel: (out: Tensor, a: Tensor, b: Tensor, c: Tensor, e1: Sizes, e2: Sizes, e3: Sizes, sum: Sizes) => {
    const full = grown(a, b, c, e1, e2, e3);
    const [x, y, z] = full.parts.map((t) => read(expandTo(t, full.sizes), t.dtype));
    const keep = full.sizes.map((_, i) => !sum.includes(i));
    const o = new Float64Array(out.numel);
    const at = new Array<number>(full.sizes.length).fill(0);
    for (let i = 0; i < x.length; i++) {
      let p = 0;
      full.sizes.forEach((s, d) => {
        if (keep[d]) p = p * s + at[d];
      });
      o[p] += x[i] * y[i] * z[i];
      for (let d = at.length - 1; d >= 0; d--) {
        if (++at[d] < full.sizes[d]) break;
        at[d] = 0;
      }
    }
    write(out, o);
  },
  derivative: derivative('TrilinearBackward0', ['i1', 'i2', 'i3'], {
    'i1, i2, i3': (c) => {
      const k = c.call;
      const [e1, e2, e3, sum] = ['expand1', 'expand2', 'expand3', 'sumdim'].map((n) => c.arg<number[]>(n));
      const r3 = c.needs('i3') ? k.one('_trilinear', c.g, c.t('i1'), c.t('i2'), sum, e1, e2, e3) : null;
      const r1 = c.needs('i1') ? k.one('_trilinear', c.g, c.t('i2'), c.t('i3'), sum, e2, e3, e1) : null;
      const r2 = c.needs('i2') ? k.one('_trilinear', c.g, c.t('i1'), c.t('i3'), sum, e1, e3, e2) : null;
      return [r1, r2, r3];
    },
  }),
};

function grown(a: Tensor, b: Tensor, c: Tensor, ...expands: [Sizes, Sizes, Sizes]): { sizes: number[]; parts: Tensor[] } {
  const parts = [a, b, c].map((t, i) => {
    let [s, r] = [[...t.sizes], [...t.strides]];
    for (const d of [...expands[i]].sort((x, y) => x - y)) {
      s = [...s.slice(0, d), 1, ...s.slice(d)];
      r = [...r.slice(0, d), 0, ...r.slice(d)];
    }
    return new Tensor(t.storage, t.dtype, s, r, t.offset);
  });
  return { sizes: parts.reduce<number[]>((s, t) => broadcastSizes(s, t.sizes), []), parts };
}

export const BILINEAR: readonly OpDef[] = [
  trilinear,
  composite(
    'bilinear(Tensor input1, Tensor input2, Tensor weight, Tensor? bias=None) -> Tensor',
    (call, a: Tensor, b: Tensor, w: Tensor, bias: Tensor | null) => {
      if (a.dim !== b.dim) throw runtimeError(`bilinear(): input dimensions do not match: got ${a.dim} and ${b.dim}`);
      for (let i = 0; i < a.dim - 1; i++)
        if (a.sizes[i] !== b.sizes[i]) throw runtimeError(`bilinear(): input batch dimensions do not match at dim ${i}: got ${a.sizes[i]} and ${b.sizes[i]}`);
      for (const [i, t] of [a, b].entries()) {
        const [got, want] = [t.sizes[t.dim - 1], w.sizes[i + 1]];
        if (got !== want) throw runtimeError(`bilinear(): input${i + 1} size does not match weight size: got ${got} but expected ${want}`);
      }
      const [x, y] = [call.view(a, [-1, a.sizes[a.dim - 1]]), call.view(b, [-1, b.sizes[b.dim - 1]])];
      let out = call.one('_trilinear', x, w, y, [1, 3], [0], [1, 2], [2, 3], 1);
      out = call.reshape(out, [...a.sizes.slice(0, -1), w.sizes[0]]);
      return bias ? call.add(out, bias) : out;
    },
  ),
];
