/** Embedding bags: rows of a table, summed, averaged or the greatest of each bag. */
import { toWorking } from '../tensor/access.ts';
import { allocation, empty } from '../tensor/create.ts';
import { int64 } from '../tensor/dtype.ts';
import { runtimeError, Unsupported } from '../tensor/errors.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { below } from './below.ts';
import { type Call, composite, derivative, type OpDef } from './op.ts';
import { read, roundingOf, write } from './work.ts';

interface Bag {
  /** Rows of each bag. */
  rows: number[][];
  at: number[][];
}

function bagsOf(indices: Tensor, offsets: Tensor, includeLast: boolean, padding: number): Bag {
  const [idx, off] = [toWorking(indices), toWorking(offsets)];
  const n = includeLast ? off.length - 1 : off.length;
  const rows: number[][] = [];
  const at: number[][] = [];
  for (let b = 0; b < n; b++) {
    const end = b + 1 < off.length ? off[b + 1] : idx.length;
    const places = Array.from({ length: Math.max(end - off[b], 0) }, (_, i) => off[b] + i).filter((i) => idx[i] !== padding);
    rows.push(places.map((i) => idx[i]));
    at.push(places);
  }
  return { rows, at };
}

function checkPlaces(indices: ArrayLike<number>, offsets: ArrayLike<number>, V: number, mode: number): void {
  const [first, last] = [offsets[0], offsets[offsets.length - 1]];
  if (offsets.length > 0 && first !== 0) {
    const why = 'i.e., the first sequence in the mini-batch has to start from position 0.';
    throw runtimeError(`offsets[0] has to be 0, ${why} However, got ${first}\n[ torch.LongTensor{} ]`);
  }
  if (last > indices.length) throw runtimeError(`offsets[-1] can not be greater than input's length ${indices.length} but got offsets[-1] of ${last}`);
  for (let i = 0; i < indices.length; i++) {
    const v = indices[i];
    if (v >= 0 && v < V) continue;
    throw runtimeError(
      mode === 2
        ? `embedding_bag: Expected idx >= 0 && idx < num_embeddings but found idx to be ${v}`
        : `Index ${i} of input takes value ${v} which is not in the valid range [0, ${V})`,
    );
  }
}

const BAG =
  'Tensor weight, Tensor indices, Tensor offsets, bool scale_grad_by_freq=False, int mode=0, bool sparse=False, Tensor? per_sample_weights=None, bool include_last_offset=False';

/** Weights without a gradient need nothing kept (`embedding_bag` of EmbeddingBag.cpp). */
const forward = (call: Call, w: Tensor): string => (call.requiresGrad(w) ? '_embedding_bag' : '_embedding_bag_forward_only');

const FORWARD: OpDef = {
  schema: `_embedding_bag(${BAG}, int padding_idx=-1) -> (Tensor, Tensor, Tensor, Tensor)`,
  kind: 'kernel',
  meta: (weight: Tensor, indices: Tensor, offsets: Tensor, _s: boolean, mode: number, _p: boolean, _w: Tensor | null, includeLast: boolean) => {
    const n = offsets.numel - (includeLast ? 1 : 0);
    const o = { device: weight.device };
    return [
      empty([n, weight.sizes[1]], weight.dtype, o),
      empty(mode === 0 ? [0] : [indices.numel], int64, o),
      empty([n], int64, o),
      empty(mode === 2 ? [n, weight.sizes[1]] : [n], int64, o),
    ];
  },
  kernel: (
    [out, map, size, best]: Tensor[],
    weight: Tensor,
    indices: Tensor,
    offsets: Tensor,
    _s: boolean,
    mode: number,
    _p: boolean,
    psw: Tensor | null,
    includeLast: boolean,
    padding: number,
  ) => {
    const w = read(weight, weight.dtype);
    const k = psw ? read(psw, psw.dtype) : null;
    const [V, D] = weight.sizes;
    checkPlaces(toWorking(indices), toWorking(offsets), V, mode);
    const bag = bagsOf(indices, offsets, includeLast, padding);
    const y = new Float64Array(out.numel);
    const arg = new Float64Array(best.numel);
    bag.rows.forEach((rows, b) => {
      for (let d = 0; d < D; d++) {
        let s = mode === 2 ? (rows.length ? -Infinity : 0) : 0;
        rows.forEach((r, i) => {
          const v = w[r * D + d] * (k ? k[bag.at[b][i]] : 1);
          if (mode === 2) {
            if (v > s) {
              s = v;
              arg[b * D + d] = r;
            }
          } else s = Math.fround(s + v);
        });
        y[b * D + d] = mode === 1 && rows.length ? s / rows.length : s;
      }
    });
    write(out, y);
    write(
      size,
      bag.rows.map((r) => r.length),
    );
    if (mode === 2) write(best, arg);
    if (mode !== 0) {
      const m = new Float64Array(map.numel);
      bag.at.forEach((places, b) => places.forEach((i) => (m[i] = b)));
      write(map, m);
    }
  },
};

/** `_embedding_bag_sparse_backward`: a row for each index, those that repeat stand beside each other. */
function inCoordinates(
  grad: Tensor,
  indices: Tensor,
  offsets: Tensor,
  rows: number,
  byFreq: boolean,
  mode: number,
  psw: Tensor | null,
  padding: number,
): Tensor {
  if (byFreq) throw runtimeError('embedding_backward: scale_grad_by_freq not supported with sparse gradients');
  const [g, k, D] = [read(grad, grad.dtype), psw ? read(psw, psw.dtype) : null, grad.sizes[1]];
  const round = roundingOf(grad.dtype);
  const bag = bagsOf(indices, offsets, offsets.numel > grad.sizes[0], padding);
  const n = bag.rows.reduce((sum, r) => sum + r.length, 0);
  if (n === 0) throw new Unsupported('a sparse gradient of an embedding that names no row');
  const values = new Float64Array(n * D);
  let i = 0;
  for (const [b, at] of bag.at.entries())
    for (const place of at) {
      for (let d = 0; d < D; d++) {
        const v = mode === 1 ? round(g[b * D + d] / at.length) : g[b * D + d];
        values[i * D + d] = k ? round(v * k[place]) : v;
      }
      i++;
    }
  const o = { device: grad.device };
  const [at, of] = [empty([1, n], int64, o), empty([n, D], grad.dtype, o)];
  write(at, bag.rows.flat());
  write(of, values);
  return below.one('_sparse_coo_tensor_unsafe', at, of, [rows, D], null, null, null, null, null);
}

export const EMBEDDING_BAG: readonly OpDef[] = [
  { ...FORWARD, schema: FORWARD.schema.replace('bag(', 'bag_forward_only(') },
  {
    ...FORWARD,
    derivative: derivative(
      'EmbeddingBagBackward0',
      ['weight', 'indices', 'offsets', 'result1', 'result2', 'result3', 'per_sample_weights'],
      {
        weight: (c) =>
          c.call.one(
            '_embedding_bag_backward',
            c.g,
            c.t('indices'),
            c.t('offsets'),
            c.results[1],
            c.results[2],
            c.results[3],
            c.t('weight').sizes[0],
            c.arg('scale_grad_by_freq'),
            c.arg('mode'),
            c.arg('sparse'),
            c.arg('per_sample_weights'),
            c.arg('padding_idx'),
          ),
        per_sample_weights: (c) =>
          c.call.one(
            '_embedding_bag_per_sample_weights_backward',
            c.g,
            c.t('weight'),
            c.t('indices'),
            c.t('offsets'),
            c.results[1],
            c.arg('mode'),
            c.arg('padding_idx'),
          ),
      },
      [1, 2, 3],
    ),
  },
  {
    schema:
      '_embedding_bag_backward(Tensor grad, Tensor indices, Tensor offsets, Tensor offset2bag, Tensor bag_size, Tensor maximum_indices, SymInt num_weights, bool scale_grad_by_freq, int mode, bool sparse, Tensor? per_sample_weights, int padding_idx=-1) -> Tensor',
    kind: 'kernel',
    meta: (g: Tensor, _i: Tensor, _o: Tensor, _m: Tensor, _b: Tensor, _x: Tensor, rows: number, _f: boolean, _t: number, sparse: boolean) => {
      if (sparse && allocation.fake) throw new Unsupported('a sparse tensor of which only shapes are known');
      return empty(sparse ? [0] : [rows, g.sizes[1]], g.dtype, { device: g.device });
    },
    kernel: (
      out: Tensor,
      grad: Tensor,
      indices: Tensor,
      offsets: Tensor,
      _m: Tensor,
      _b: Tensor,
      best: Tensor,
      rows: number,
      byFreq: boolean,
      mode: number,
      sparse: boolean,
      psw: Tensor | null,
      padding: number,
    ) => {
      if (sparse) return inCoordinates(grad, indices, offsets, rows, byFreq, mode, psw, padding);
      const g = read(grad, grad.dtype);
      const k = psw ? read(psw, psw.dtype) : null;
      const D = grad.sizes[1];
      const y = new Float64Array(out.numel);
      if (mode === 2) {
        const at = toWorking(best);
        const bag = bagsOf(indices, offsets, offsets.numel > grad.sizes[0], padding);
        for (let b = 0; b < grad.sizes[0]; b++) if (bag.rows[b]?.length) for (let d = 0; d < D; d++) y[at[b * D + d] * D + d] += g[b * D + d];
      } else {
        const bag = bagsOf(indices, offsets, offsets.numel > grad.sizes[0], padding);
        const counts = new Map<number, number>();
        if (byFreq) for (const v of toWorking(indices)) counts.set(v, (counts.get(v) ?? 0) + 1);
        bag.rows.forEach((rows, b) =>
          rows.forEach((r, i) => {
            const scale = ((mode === 1 ? 1 / rows.length : 1) * (k ? k[bag.at[b][i]] : 1)) / (byFreq ? (counts.get(r) as number) : 1);
            for (let d = 0; d < D; d++) y[r * D + d] += g[b * D + d] * scale;
          }),
        );
      }
      write(out, y);
      return out;
    },
  },
  {
    schema:
      '_embedding_bag_per_sample_weights_backward(Tensor grad, Tensor weight, Tensor indices, Tensor offsets, Tensor offset2bag, int mode, int padding_idx=-1) -> Tensor',
    kind: 'kernel',
    meta: (g: Tensor, _w: Tensor, indices: Tensor) => empty([indices.numel], g.dtype, { device: g.device }),
    kernel: (out: Tensor, grad: Tensor, weight: Tensor, indices: Tensor, offsets: Tensor, _m: Tensor, _mode: number, padding: number) => {
      const [g, w] = [read(grad, grad.dtype), read(weight, weight.dtype)];
      const D = grad.sizes[1];
      const y = new Float64Array(out.numel);
      const bag = bagsOf(indices, offsets, offsets.numel > grad.sizes[0], padding);
      bag.rows.forEach((rows, b) =>
        rows.forEach((r, i) => {
          for (let d = 0; d < D; d++) y[bag.at[b][i]] += g[b * D + d] * w[r * D + d];
        }),
      );
      write(out, y);
    },
  },
  composite(
    `embedding_bag.padding_idx(${BAG.replaceAll(/=False|=0|=None/g, '')}, int? padding_idx) -> (Tensor, Tensor, Tensor, Tensor)`,
    (call, w: Tensor, i: Tensor, o: Tensor, f: boolean, mode: number, sparse: boolean, psw: Tensor | null, last: boolean, padding: number | null) => {
      const p = padding === null ? -1 : padding < 0 ? padding + w.sizes[0] : padding;
      return call.many(forward(call, w), w, i, o, f, mode, sparse, psw, last, p);
    },
  ),
  composite(
    `embedding_bag(${BAG}) -> (Tensor, Tensor, Tensor, Tensor)`,
    (call, w: Tensor, i: Tensor, o: Tensor, f: boolean, mode: number, sparse: boolean, psw: Tensor | null, last: boolean) =>
      call.many(forward(call, w), w, i, o, f, mode, sparse, psw, last, -1),
  ),
];
