/**
 * Tensors put together: cat, stack, the stacks by direction, atleast_1d and kin, block_diag.
 *
 * After TensorShape.cpp: empty vectors are skipped, channels-last operands give a channels-last result.
 */
import { copyInto, fill } from '../../tensor/access.ts';
import { empty, emptyStrided } from '../../tensor/create.ts';
import { runtimeError, valueError } from '../../tensor/errors.ts';
import { promoteTypes } from '../../tensor/promotion.ts';
import { channelsLastStrides, isChannelsLastStrides, wrapDim } from '../../tensor/strides.ts';
import { Tensor } from '../../tensor/tensor.ts';
import type { DType } from '../../tensor/dtype.ts';
import { list, type Sizes } from '../dims.ts';
import { type Call, composite, derivative, type OpDef } from '../op.ts';
import { outOf } from '../variants.ts';

const skipped = (t: { sizes: Sizes }): boolean => t.sizes.length === 1 && t.sizes[0] === 0;

function catMeta(tensors: Tensor[], dim: number): Tensor {
  if (tensors.length === 0) throw valueError('torch.cat(): expected a non-empty list of Tensors');
  tensors.forEach((t, i) => {
    if (t.dim === 0) throw runtimeError(`zero-dimensional tensor (at position ${i}) cannot be concatenated`);
  });
  const real = tensors.filter((t) => !skipped(t));
  const dtype = tensors.map((t) => t.dtype).reduce(promoteTypes);
  const first = real[0] ?? tensors[0];
  const d = wrapDim(dim, first.dim);
  let total = 0;
  real.forEach((t) => {
    if (t.dim !== first.dim) throw runtimeError(`Tensors must have same number of dimensions: got ${first.dim} and ${t.dim}`);
    t.sizes.forEach((s, k) => {
      if (k !== d && s !== first.sizes[k]) {
        throw runtimeError(
          `Sizes of tensors must match except in dimension ${d}. Expected size ${first.sizes[k]} but got size ${s} for tensor number ${tensors.indexOf(t)} in the list.`,
        );
      }
    });
    total += t.sizes[d];
  });
  const sizes = first.sizes.map((s, i) => (i === d ? total : s));
  if (real.length > 0 && sizes.length === 4 && real.every((t) => isChannelsLastStrides(t.sizes, t.strides, 4))) {
    return emptyStrided(sizes, channelsLastStrides(sizes), dtype, { device: first.device });
  }
  return empty(real.length === 0 ? [0] : sizes, dtype, { device: first.device });
}

const cat: OpDef = {
  schema: 'cat(Tensor[] tensors, int dim=0) -> Tensor',
  kind: 'kernel',
  meta: catMeta,
  kernel: (out: Tensor, tensors: Tensor[], dim: number) => {
    const d = wrapDim(dim, out.dim);
    let at = 0;
    for (const t of tensors) {
      if (skipped(t)) continue;
      copyInto(new Tensor(out.storage, out.dtype, t.sizes, out.strides, out.offset + at * out.strides[d]), t);
      at += t.sizes[d];
    }
  },
  derivative: derivative('CatBackward0', [], {
    tensors: (c) => {
      const shapes = c.arg<{ sizes: Sizes; dtype: DType }[]>('tensors');
      const real = c.g.dtype.category === 'complex' ? c.call.u('real', c.g) : c.g;
      const first = shapes.find((s) => !skipped(s)) ?? shapes[0];
      const d = wrapDim(c.arg<number>('dim'), first.sizes.length);
      let at = 0;
      return shapes.map((s) => {
        const n = skipped(s) ? 0 : s.sizes[d];
        const from = at;
        at += n;
        if (skipped(s)) return c.call.one('zeros', [0], c.g.dtype, 'strided', c.g.device, null);
        return c.call.slice(s.dtype.category === 'complex' ? c.g : real, d, from, from + n, 1);
      });
    },
  }),
};

const stack: OpDef = {
  schema: 'stack(Tensor[] tensors, int dim=0) -> Tensor',
  kind: 'kernel',
  meta: (tensors: Tensor[], dim: number) => {
    if (tensors.length === 0) throw runtimeError('stack expects a non-empty TensorList');
    const first = tensors[0];
    const d = wrapDim(dim, first.dim + 1);
    tensors.forEach((t, i) => {
      if (t.sizes.length !== first.sizes.length || t.sizes.some((s, k) => s !== first.sizes[k])) {
        throw runtimeError(`stack expects each tensor to be equal size, but got ${list(first.sizes)} at entry 0 and ${list(t.sizes)} at entry ${i}`);
      }
    });
    const dtype = tensors.map((t) => t.dtype).reduce(promoteTypes);
    return empty([...first.sizes.slice(0, d), tensors.length, ...first.sizes.slice(d)], dtype, { device: first.device });
  },
  kernel: (out: Tensor, tensors: Tensor[], dim: number) => {
    const d = wrapDim(dim, out.dim);
    tensors.forEach(
      (t, i) =>
        t.numel > 0 &&
        copyInto(
          new Tensor(
            out.storage,
            out.dtype,
            t.sizes,
            out.strides.filter((_, k) => k !== d),
            out.offset + i * out.strides[d],
          ),
          t,
        ),
    );
  },
  derivative: derivative('StackBackward0', [], {
    tensors: (c) =>
      c.arg<{ dtype: DType }[]>('tensors').map(({ dtype }, i) => {
        const g = c.call.select(c.g, wrapDim(c.arg<number>('dim'), c.g.dim), i);
        return g.dtype.category === 'complex' && dtype.category !== 'complex' ? c.call.u('real', g) : g;
      }),
  }),
};

const atLeast = (call: Call, t: Tensor, n: number): Tensor => {
  if (t.dim >= n) return t;
  if (t.dim === 0) return call.reshape(t, new Array<number>(n).fill(1));
  if (n === 2) return call.unsqueeze(t, 0);
  if (t.dim === 1) return call.unsqueeze(call.unsqueeze(t, 0), -1);
  return call.unsqueeze(t, -1);
};

const stacks: readonly [string, number, (ts: Tensor[]) => number][] = [
  ['hstack', 1, (ts) => (ts[0].dim === 1 ? 0 : 1)],
  ['vstack', 2, () => 0],
  ['dstack', 3, () => 2],
  ['row_stack', 2, () => 0],
];

function blockSize(t: { sizes: Sizes }): [number, number] {
  if (t.sizes.length > 2) throw runtimeError(`torch.block_diag: Input tensors must have 2 or fewer dimensions. Input has ${t.sizes.length} dimensions`);
  return t.sizes.length === 2 ? [t.sizes[0], t.sizes[1]] : [1, t.sizes.length === 1 ? t.sizes[0] : 1];
}

export const JOINS: readonly OpDef[] = [
  cat,
  outOf(cat),
  stack,
  outOf(stack),
  composite('concat(Tensor[] tensors, int dim=0) -> Tensor', (call, ts: Tensor[], dim: number) => call.one('cat', ts, dim)),
  composite('concatenate(Tensor[] tensors, int dim=0) -> Tensor', (call, ts: Tensor[], dim: number) => call.one('cat', ts, dim)),
  ...stacks.map(([name, n, dim]) =>
    composite(`${name}(Tensor[] tensors) -> Tensor`, (call, ts: Tensor[]) => {
      if (ts.length === 0) throw runtimeError(`${name} expects a non-empty TensorList`);
      const all = ts.map((t) => atLeast(call, t, n));
      return call.one('cat', all, dim(all));
    }),
  ),
  composite('column_stack(Tensor[] tensors) -> Tensor', (call, ts: Tensor[]) =>
    call.one(
      'hstack',
      ts.map((t) => (t.dim <= 1 ? call.reshape(t, [t.numel, 1]) : t)),
    ),
  ),
  ...[1, 2, 3].flatMap((n) => [
    composite(`atleast_${n}d(Tensor self) -> Tensor`, (call, t: Tensor) => atLeast(call, t, n)),
    composite(`atleast_${n}d.Sequence(Tensor[] tensors) -> Tensor[]`, (call, ts: Tensor[]) => ts.map((t) => atLeast(call, t, n))),
  ]),
  {
    schema: 'block_diag(Tensor[] tensors) -> Tensor',
    kind: 'kernel',
    meta: (ts: Tensor[]) => {
      const sizes = ts.map(blockSize);
      return empty(
        [0, 1].map((d) => sizes.reduce((n, b) => n + b[d], 0)),
        ts.map((t) => t.dtype).reduce(promoteTypes),
        { device: ts[0].device },
      );
    },
    kernel: (out: Tensor, ts: Tensor[]) => {
      fill(out, 0);
      let [y, x] = [0, 0];
      for (const t of ts) {
        const [h, w] = blockSize(t);
        const strides = t.dim === 2 ? t.strides : t.dim === 1 ? [0, t.strides[0]] : [0, 0];
        copyInto(
          new Tensor(out.storage, out.dtype, [h, w], out.strides, out.offset + y * out.strides[0] + x),
          new Tensor(t.storage, t.dtype, [h, w], strides, t.offset),
        );
        y += h;
        x += w;
      }
    },
    derivative: derivative('BlockDiagBackward0', [], {
      tensors: (c) => {
        let [y, x] = [0, 0];
        return c.arg<Tensor[]>('tensors').map((t) => {
          const [h, w] = blockSize(t);
          const part = c.call.slice(c.call.slice(c.g, 0, y, y + h), 1, x, x + w);
          y += h;
          x += w;
          return t.sizes.length === 2 ? part : t.sizes.length === 1 ? c.call.squeeze(part, 0) : c.call.squeeze(c.call.squeeze(part, -1), -1);
        });
      },
    }),
  },
];
