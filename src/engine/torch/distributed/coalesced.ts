/**
 * Collectives of several tensors at once, and objects from one rank to another (`torch/lib/torch/distributed/_rarer.py`).
 *
 * Gloo joins the tensors into one before it reduces: the sums are those of the joined tensor.
 */
import * as c from '../../mesh/collectives.ts';
import type { ReduceOp } from '../../mesh/placement.ts';
import { PyList } from '../../python/containers.ts';
import type { PyNative } from '../../python/functions.ts';
import { fn } from '../../python/native.ts';
import type { Value } from '../../python/values.ts';
import { runtimeError } from '../../tensor/errors.ts';
import { groupOf, items } from './mesh.ts';
import { comm } from './state.ts';
import { tensors } from './tensor_arguments.ts';

const natives: PyNative[] = [];
const define = (signature: string, body: (...args: Value[]) => Value | undefined): void => {
  natives.push(fn(signature, (_vm, ...args: Value[]) => c.inC10d(() => body(...args)) ?? null));
};

define('all_reduce_coalesced(tensors, op, ranks, /)', (list, op, ranks) => {
  const own = tensors(list);
  const done = c.allReduceMany(comm(), groupOf(ranks), own, op as ReduceOp);
  own.forEach((t, i) => c.writeBlock(t, done[i] as c.Block));
});
define('all_gather_coalesced(outs, tensors, ranks, /)', (outs, list, ranks) => {
  const rows = items(outs).map(tensors);
  const group = groupOf(ranks);
  if (rows.length !== group.length) throw runtimeError('ProcessGroupGloo::allgather_coalesced: output lists should be equal to world size');
  const all = c.allGatherMany(comm(), group, tensors(list), 'allgather_coalesced_');
  rows.forEach((row, r) => row.forEach((t, i) => c.writeBlock(t, (all[r] as c.Block[])[i] as c.Block)));
});
define('all_gather_into_tensor_coalesced(outs, tensors, ranks, /)', (outs, list, ranks) => {
  const all = c.allGatherMany(comm(), groupOf(ranks), tensors(list), 'all_gather_into_tensor_coalesced');
  tensors(outs).forEach((t, i) => c.writeBlock(t, c.concatBlocks(all.map((row) => row[i] as c.Block))));
});
define('reduce_scatter_tensor_coalesced(outs, tensors, op, ranks, /)', (outs, list, op, ranks) => {
  const done = c.reduceScatterMany(comm(), groupOf(ranks), tensors(list), op as ReduceOp);
  tensors(outs).forEach((t, i) => c.writeBlock(t, done[i] as c.Block));
});
define('send_objects(objects, src, dst, /)', (objects, src, dst) => {
  const pair = Object.assign([Number(src), Number(dst)], { key: 'objects' });
  return new PyList([...(items(c.exchange(comm(), pair, 'object message', objects)[0] as Value) as Value[])]);
});

export const COALESCED: readonly PyNative[] = natives;
