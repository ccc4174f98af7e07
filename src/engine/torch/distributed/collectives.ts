/**
 * The native half of `torch.distributed`: collectives on tensors, in place as c10d has them.
 *
 * Each body may throw `Suspend`; the evaluator executes the call again when the peers have arrived, so nothing is
 * written before the last meeting.
 */
import * as c from '../../mesh/collectives.ts';
import type { Comm } from '../../mesh/comm.ts';
import type { ReduceOp } from '../../mesh/placement.ts';
import { narrow } from '../../mesh/redistribute.ts';
import type { Meeting } from '../../mesh/world.ts';
import { PyList } from '../../python/containers.ts';
import { Unsupported } from '../../python/errors.ts';
import type { PyNative } from '../../python/functions.ts';
import { fn, raw } from '../../python/native.ts';
import type { Value } from '../../python/values.ts';
import { zeros } from '../../tensor/create.ts';
import { int64 } from '../../tensor/dtype.ts';
import { runtimeError } from '../../tensor/errors.ts';
import type { Tensor } from '../../tensor/tensor.ts';
import { runtime } from '../runtime.ts';
import { groupOf, ints } from './mesh.ts';
import { comm } from './state.ts';
import { tensor, tensors } from './tensor_arguments.ts';

const natives: PyNative[] = [];
const define = (signature: string, body: (...args: Value[]) => Value | undefined): void => {
  natives.push(fn(signature, (_vm, ...args: Value[]) => c.inC10d(() => body(...args)) ?? null));
};

const shape = (sizes: readonly number[]): string => `(${sizes.join(', ')})`;

/** Gloo gathers into one tensor a rank, each like the input. */
function checkParts(parts: readonly (readonly number[])[], t: Tensor, ranks: number): void {
  const fail = (what: string): never => {
    throw runtimeError(`ProcessGroupGloo::allgather: invalid ${what}`);
  };
  if (parts.length !== ranks) fail(`output tensor list at index 0 (expected length ${ranks}, got ${parts.length})`);
  const bad = parts.findIndex((p) => p.join() !== t.sizes.join());
  if (bad >= 0) fail(`tensor size at index ${bad} (expected ${shape(t.sizes)}, got ${shape(parts[bad] as number[])})`);
}

/** The output in parts along dimension 0, as `chunk` cuts it. */
function chunks(out: Tensor, ranks: number): number[][] {
  const all = out.sizes[0] ?? 1;
  const rows = Math.max(1, Math.ceil(all / ranks));
  return Array.from({ length: Math.ceil(all / rows) }, (_, i) => [Math.min(rows, all - i * rows), ...out.sizes.slice(1)]);
}

const TYPE_NAMES: Readonly<Record<string, string>> = {
  float32: 'float',
  float64: 'double',
  int64: 'long int',
  int32: 'int',
  int16: 'short int',
  uint8: 'unsigned char',
  int8: 'signed char',
};

function checkType(out: Tensor, t: Tensor, index: number): void {
  if (out.dtype === t.dtype) return;
  const options = (x: Tensor): string =>
    `TensorOptions(dtype=${TYPE_NAMES[x.dtype.name] ?? x.dtype.name}, device=${x.device.type}, layout=Strided, requires_grad=false (default), pinned_memory=false (default), memory_format=(nullopt))`;
  throw runtimeError(`ProcessGroupGloo::allgather: invalid tensor type at index ${index} (expected ${options(t)}, got ${options(out)})`);
}

const rows = (t: Tensor): number => t.sizes[0] ?? 1;

/** Parts of the given sizes along dimension 0, or equal ones. */
function cut(t: Tensor, sizes: readonly number[] | null, count: number): Tensor[] {
  const list = sizes ?? new Array<number>(count).fill(rows(t) / count);
  if (list.some((n) => !Number.isInteger(n))) throw runtimeError(`Tensor's dim 0 does not divide equally across group size`);
  if (list.length !== count) throw runtimeError('Number of tensor splits not equal to group size');
  if (list.reduce((a, b) => a + b, 0) !== rows(t)) throw runtimeError("Split sizes doesn't match total dim 0 size");
  let at = 0;
  return list.map((n) => {
    at += n;
    return narrow(t, 0, at - n, n);
  });
}

define('issued()', () => comm().issued());
define('operators(start, /)', (start) => new PyList([...c.operatorsSince(comm(), Number(start))]));
define('functional(on, /)', (on) => c.setFunctional(comm(), on === true) ?? null);
define('all_reduce(tensor, op, ranks, /)', (t, op, ranks) => {
  c.writeBlock(tensor(t), c.allReduce(comm(), groupOf(ranks), tensor(t), op as ReduceOp));
});
define('broadcast(tensor, src, ranks, /)', (t, src, ranks) => {
  c.writeBlock(tensor(t), c.broadcast(comm(), groupOf(ranks), tensor(t), Number(src)));
});
define('reduce(tensor, dst, op, ranks, /)', (t, dst, op, ranks) => {
  c.writeBlock(tensor(t), c.reduce(comm(), groupOf(ranks), tensor(t), Number(dst), op as ReduceOp));
});
define('all_gather(out, tensor, ranks, /)', (out, t, ranks) => {
  const list = tensors(out);
  checkParts(
    list.map((o) => o.sizes),
    tensor(t),
    groupOf(ranks).length,
  );
  list.forEach((o, i) => {
    checkType(o, tensor(t), i);
  });
  const blocks = c.allGather(comm(), groupOf(ranks), tensor(t), 'all_gather');
  list.forEach((o, i) => {
    c.writeBlock(o, blocks[i] as c.Block);
  });
});
define('all_gather_into_tensor(out, tensor, ranks, /)', (out, t, ranks) => {
  const group = groupOf(ranks);
  if (runtime().accelerator === null) {
    checkType(tensor(out), tensor(t), 0);
    checkParts(chunks(tensor(out), group.length), tensor(t), group.length);
  } else if (tensor(out).numel !== tensor(t).numel * group.length) throw runtimeError('output tensor size must be equal to world_size times input tensor size');
  c.writeBlock(tensor(out), c.concatBlocks(c.allGather(comm(), group, tensor(t))));
});
define('reduce_scatter(out, parts, op, ranks, /)', (out, parts, op, ranks) => {
  if (tensors(parts).length !== groupOf(ranks).length) throw runtimeError('invalid input tensor list size, must be world size');
  c.writeBlock(tensor(out), c.reduceScatter(comm(), groupOf(ranks), tensors(parts), op as ReduceOp, 'reduce_scatter'));
});
define('reduce_scatter_tensor(out, tensor, op, ranks, /)', (out, t, op, ranks) => {
  const group = groupOf(ranks);
  const [have, want] = [rows(tensor(t)), rows(tensor(out)) * group.length];
  if (runtime().accelerator === null && have !== want) throw runtimeError(`Check failed: outputShape[0] * worldSize == inputShape[0] (${want} vs. ${have}). `);
  if (tensor(t).numel !== tensor(out).numel * group.length) throw runtimeError('input tensor must be the same size as output size times world size');
  c.writeBlock(tensor(out), c.reduceScatter(comm(), group, cut(tensor(t), null, group.length), op as ReduceOp));
});
define('scatter(out, parts, src, ranks, /)', (out, parts, src, ranks) => {
  const size = groupOf(ranks).length;
  if (parts !== null && tensors(parts).length !== size)
    throw runtimeError(
      `ProcessGroupGloo::scatter: Incorrect input list size ${tensors(parts).length}. Input list size should be ${size}, same as size of the process group.`,
    );
  const bad = parts === null ? -1 : tensors(parts).findIndex((p) => p.sizes.join() !== tensor(out).sizes.join());
  if (bad >= 0)
    throw runtimeError(
      `ProcessGroupGloo::scatter: invalid tensor size at index ${bad} (expected ${shape(tensor(out).sizes)}, got ${shape(tensors(parts as Value)[bad]?.sizes ?? [])})`,
    );
  c.writeBlock(tensor(out), c.scatter(comm(), groupOf(ranks), tensor(out), parts === null ? null : tensors(parts), Number(src)));
});
define('gather(tensor, out, dst, ranks, /)', (t, out, dst, ranks) => {
  const blocks = c.gather(comm(), groupOf(ranks), tensor(t), Number(dst));
  if (blocks && out !== null) {
    tensors(out).forEach((o, i) => {
      c.writeBlock(o, blocks[i] as c.Block);
    });
  }
});
define('all_to_all(out, parts, ranks, /)', (out, parts, ranks) => {
  for (const [what, list] of [
    ['input', parts],
    ['output', out],
  ] as const) {
    const [have, want] = [tensors(list).length, groupOf(ranks).length];
    if (have !== want) throw runtimeError(`ProcessGroupGloo::alltoall: ${what} tensor list size ${have} does not match world size ${want}`);
    const [first, ...rest] = tensors(list).map((t) => shape(t.sizes));
    const bad = rest.findIndex((s) => s !== first);
    if (bad >= 0) throw runtimeError(`ProcessGroupGloo::alltoall: invalid tensor size at index ${bad + 1} (expected ${first}, got ${rest[bad]})`);
  }
  const blocks = c.allToAll(comm(), groupOf(ranks), tensors(parts), 'all_to_all');
  tensors(out).forEach((o, i) => {
    c.writeBlock(o, blocks[i] as c.Block);
  });
});
/** What goes to each rank and the places of what comes; Gloo looks at the sizes when the exchange has begun. */
function exchanged(out: Tensor, t: Tensor, outSizes: Value, inSizes: Value, group: readonly number[]): { parts: Tensor[]; places: Tensor[] } {
  if (inSizes === null && outSizes === null && out.numel !== t.numel) throw runtimeError('[enforce fail at alltoall.cc] in->size == out->size. ');
  if (inSizes === null && outSizes === null && rows(t) % group.length !== 0)
    throw new Unsupported('all_to_all_single of rows that do not divide among the ranks: Gloo exchanges bytes of them');
  const parts = cut(t, inSizes === null ? null : ints(inSizes), group.length);
  const places = cut(out, outSizes === null ? null : ints(outSizes), group.length);
  const me = group.indexOf(comm().rank);
  if (rows(parts[me] as Tensor) !== rows(places[me] as Tensor))
    throw runtimeError('[enforce fail at alltoallv.cc] inLengthPerRank[myRank] == outLengthPerRank[myRank]. ');
  return { parts, places };
}

define('all_to_all_single(out, tensor, out_sizes, in_sizes, ranks, /)', (out, t, outSizes, inSizes, ranks) => {
  const group = groupOf(ranks);
  const { parts, places } = c.failing(comm(), 'all_to_all_single', group, tensor(t), () => exchanged(tensor(out), tensor(t), outSizes, inSizes, group));
  const me = group.indexOf(comm().rank);
  const got = c.allToAll(comm(), group, parts, 'all_to_all_single');
  const other = got.findIndex((b, i) => (b.sizes[0] ?? 1) !== rows(places[i] as Tensor));
  if (other >= 0)
    throw new Unsupported(
      `all_to_all_single where rank ${group[other]} sends ${got[other]?.sizes[0]} rows and rank ${group[me]} expects ${rows(places[other] as Tensor)}`,
    );
  c.writeBlock(tensor(out), c.concatBlocks(got));
});
define('barrier(ranks, /)', (ranks) => {
  c.barrier(comm(), groupOf(ranks), zeros([1], int64));
});
define('send(tensor, dst, tag, /)', (t, dst, tag) => {
  c.sendRecv(comm(), comm().rank, Number(dst), Number(tag), tensor(t));
});
define('recv(tensor, src, tag, /)', (t, src, tag) => {
  const block = c.sendRecv(comm(), Number(src), comm().rank, Number(tag), tensor(t));
  if (block) c.writeBlock(tensor(t), block);
});
define('any_sender(tensor, peers, tag, /)', (t, peers, tag) => c.anySender(comm(), ints(peers), Number(tag), tensor(t)));
define('exchange_objects(obj, ranks, name, /)', (obj, ranks, name) => {
  // The pickled bytes travel as tensors of the accelerator, and the host reads them back.
  if (runtime().accelerator !== null) runtime().onSync('collective');
  return new PyList(c.exchange(comm(), groupOf(ranks), name as string, obj));
});

// What ranks know of each other without a collective that PyTorch counts.
define('told(obj, ranks, /)', (obj, ranks) => new PyList(c.exchange(comm(), groupOf(ranks), 'object', obj)));

/** Collectives begun and not yet ended, by the number that a work handle holds. */
const begun = new WeakMap<Comm, Meeting[]>();
const begunHere = (): Meeting[] => {
  let list = begun.get(comm());
  if (!list) begun.set(comm(), (list = []));
  return list;
};
natives.push(
  raw('post', (vm, [native, ...args]) => begunHere().push(c.post(() => void (native as PyNative).fn(vm, args, null))) - 1),
  raw('collect', (vm, [handle, native, ...args]) => {
    c.collect(begunHere()[Number(handle)] as Meeting, () => void (native as PyNative).fn(vm, args, null));
    return null;
  }),
);
define('completed(handle, /)', (handle) => {
  c.spendMeeting();
  return comm().world.isOver(comm().rank, comm().unit(), begunHere()[Number(handle)] as Meeting);
});
define('rank()', () => comm().rank);
define('world_size()', () => comm().world.size);
define('default_backend()', () => (runtime().accelerator === 'neuron' ? 'neuron' : 'gloo'));

export const COLLECTIVES: readonly PyNative[] = natives;
