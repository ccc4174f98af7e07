/** Operators whose last bits depend on the order of their sums, against what PyTorch made of the same numbers. */
import { describe, expect, test } from 'vitest';
import type { Arg } from '../../../src/engine/aten/op.ts';
import { Dispatcher } from '../../../src/engine/dispatch/index.ts';
import { PyFloat } from '../../../src/engine/python/values.ts';
import { DTYPES } from '../../../src/engine/tensor/dtype.ts';
import { empty, fromWorking, type Tensor, toNumbers } from '../../../src/engine/tensor/index.ts';
import { digest, doubles, golden } from './support.ts';

type Row =
  | { op: 'batch_norm'; shape: number[]; layout: string; seed: number; momentum: number; digests: string[] }
  | { op: 'baddbmm'; sizes: number[]; seed: number; digests: string[] }
  | { op: 'zeros'; sizes: number[]; first: string; second: string; signs: string[] };

const d = new Dispatcher();
const call = d.call;

function values(seed: number, sizes: number[]): Tensor {
  const t = empty(sizes, DTYPES.float32);
  fromWorking(t, Float32Array.from(doubles(t.numel, seed)));
  return t;
}
const full = (sizes: number[], value: number): Tensor => {
  const t = empty(sizes, DTYPES.float32);
  fromWorking(t, new Float32Array(t.numel).fill(value));
  return t;
};
const turned = (t: Tensor): Tensor => call.transpose(call.contiguous(call.transpose(t, 0, -1)), 0, -1);
const last = (t: Tensor): Tensor => call.one('contiguous', t, 'channels_last');
const signs = (t: Tensor): string =>
  toNumbers(t)
    .map((x) => (Object.is(Number(x), -0) ? '-' : '+'))
    .join('');

const RUN: { [K in Row['op']]: (r: Extract<Row, { op: K }>) => [have: string[], want: string[]] } = {
  batch_norm: (r) => {
    const [x, g] = [values(r.seed, r.shape), values(r.seed + 50, r.shape)];
    const [input, grad] = [
      r.layout === 'input' ? turned(x) : r.layout === 'last' ? last(x) : x,
      r.layout === 'gradient' ? turned(g) : r.layout === 'last' ? last(g) : g,
    ];
    const [w, b, mean, v] = [1, 2, 3, 4].map((i) => values(r.seed + i, [r.shape[1]]));
    const variance = call.add(call.mul(v, v), 1);
    const [momentum, eps] = [new PyFloat(r.momentum), new PyFloat(1e-5)];
    const [out, saved, inv] = call.many('native_batch_norm', input, w, b, mean, variance, true, momentum, eps);
    const back = call.many('native_batch_norm_backward', grad, input, w, mean, variance, saved, inv, true, eps, [true, true, true] as Arg);
    return [[out, mean, variance, ...back].map(digest), r.digests];
  },
  baddbmm: (r) => {
    const [n, m, k, p] = r.sizes;
    const [a, b, c] = [values(r.seed, [n, m, k]), values(r.seed + 7, [n, k, p]), values(r.seed + 3, [n, m, p])];
    return [
      [call.one('baddbmm', c, a, b, 1, 1), call.one('baddbmm', c, a, b, new PyFloat(0.25), new PyFloat(1.5))].slice(0, r.digests.length).map(digest),
      r.digests,
    ];
  },
  zeros: (r) => {
    const [m, k, n] = r.sizes;
    const [a, b, c] = [full([m, k], Number(r.first)), full([k, n], Number(r.second)), full([n], -0)];
    const made = [
      call.one('addmm', c, a, b),
      call.one('linear', a, call.contiguous(call.t(b)), c),
      call.one('baddbmm', c, call.unsqueeze(a, 0), call.unsqueeze(b, 0)),
      call.one('addmv', full([m], -0), a, call.select(b, 1, 0)),
    ];
    return [made.map(signs), r.signs];
  },
};

describe('sums in PyTorch’s order', () => {
  const groups = Map.groupBy(golden<Row>('kernels').rows, (r) => r.op);
  for (const [name, mine] of groups) {
    test(`${name}: ${mine.length}`, () => {
      d.activate();
      for (const r of mine) {
        const [have, want] = (RUN[name] as (row: Row) => [string[], string[]])(r);
        expect(have, JSON.stringify({ ...r, digests: 0, signs: 0 })).toEqual(want);
      }
    });
  }
});
