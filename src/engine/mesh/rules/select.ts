/** Layouts of operators that pick elements: gather, index_select, index, sort and topk (`_tensor_ops.py`, `_math_ops.py`). */
import { Tensor } from '../../tensor/tensor.ts';
import { Partial, type Placement, Replicate, Shard } from '../placement.ts';
import type { Spec } from '../spec.ts';
import type { Layout } from '../strategy.ts';
import { fromLayouts, type RuleCall, wrap } from './rule.ts';

const shapeOf = (c: RuleCall, i = 0): readonly number[] => (c.inputs[i] as Spec).meta.shape;
const others = (rank: number, dim: number): number[] => Array.from({ length: rank }, (_, d) => d).filter((d) => d !== dim);

export const gather = fromLayouts(
  (c) => {
    const [values, index] = [shapeOf(c), shapeOf(c, 1)];
    const dim = wrap(c.args[1] as number, values.length);
    const list: Layout[] = [];
    if (index[dim] === 1) list.push([Partial('mask'), Shard(dim), Partial('mask')]);
    list.push([Shard(dim), Replicate, Shard(dim)]);
    if (values.length === index.length) for (const d of others(values.length, dim)) list.push([Shard(d), Shard(d), Shard(d)]);
    return list;
  },
  { placeholders: false },
);

export const indexSelect = fromLayouts((c) => {
  const rank = shapeOf(c).length;
  const dim = wrap(c.args[1] as number, rank);
  return [
    ...others(rank, dim).map((d): Layout => [Shard(d), Shard(d), Replicate]),
    [Shard(dim), Replicate, Shard(0)],
    ...(['sum', 'avg', 'min', 'max', 'product'] as const).map((op): Layout => [Partial(op), Partial(op), Replicate]),
  ];
});

export const index = fromLayouts((c) => {
  const rank = shapeOf(c).length;
  const slots = (c.args[1] as (Tensor | null)[]).map((t, i) => ({ t, i })).filter(({ t }) => t !== null);
  const dims = slots.map(({ i }) => i);
  const shapes = slots.map((_, k) => shapeOf(c, k + 1));
  const wide = Math.max(...shapes.map((s) => s.length));
  const consecutive = dims.every((d, k) => k === 0 || d - (dims[k - 1] as number) === 1);
  const insert = consecutive ? (dims[0] as number) : 0;
  const list: Layout[] = [];
  for (let d = 0; d < rank; d++) {
    if (dims.includes(d)) continue;
    const out = d < insert ? d : d + wide - dims.filter((x) => d > x).length;
    list.push([Shard(out), Shard(d), ...shapes.map(() => Replicate)]);
  }
  for (let b = 0; b < wide; b++) {
    const own = shapes.map((s) => ({ dim: b - (wide - s.length), size: s[b - (wide - s.length)] ?? 1 }));
    if (own.every((o) => o.size === 1)) continue;
    list.push([Shard(b + insert), Replicate, ...own.map((o): Placement => (o.size > 1 ? Shard(o.dim) : Replicate))]);
  }
  for (const op of ['sum', 'avg'] as const) list.push([Partial(op), Partial(op), ...shapes.map(() => Replicate)]);
  return list;
});

/** Runs along one dimension and gives two results: any other dimension may be cut. @param at position of the dimension among the arguments */
export const pairAlong = (at: number, placeholders: boolean, keepdim: number | null = null): ReturnType<typeof fromLayouts> =>
  fromLayouts(
    (c) => {
      const rank = shapeOf(c).length;
      const dim = wrap((c.args[at] ?? -1) as number, rank);
      const gone = keepdim !== null && c.args[keepdim] !== true;
      return others(rank, dim).map((d): Layout => {
        const out = Shard(gone && d > dim ? d - 1 : d);
        return [out, out, Shard(d)];
      });
    },
    { outputs: 2, placeholders },
  );
