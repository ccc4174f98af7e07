/**
 * What each collective computes, over the blocks that the ranks bring.
 *
 * Every function is synchronous and throws `Suspend` until all ranks of the group have arrived. Blocks travel as
 * copies, so a rank may go on changing its tensor. With a work handle a call runs twice: `post` brings the blocks and
 * leaves, `collect` waits and writes. In which order a reduction adds is said in `ring.ts`. Leaves out: quantised and
 * sparse tensors.
 */
import { Suspend, Unsupported } from '../python/errors.ts';
import { payer } from '../python/spend.ts';
import { fromWorking, toWorkingCopy, type Working } from '../tensor/access.ts';
import { empty } from '../tensor/create.ts';
import { type DType, DTYPES, type DTypeName, int64 } from '../tensor/dtype.ts';
import { runtimeError } from '../tensor/errors.ts';
import type { Device } from '../tensor/tensor.ts';
import { Tensor } from '../tensor/tensor.ts';
import type { Comm } from './comm.ts';
import type { ReduceOp } from './placement.ts';
import { checkReduction, joinBlocks, reduceBlocks, reduceParts, reduceToRoot } from './ring.ts';
import { type Contribution, type Group, idOf, type Meeting, type Waiting } from './world.ts';

/** A tensor's values on their way; `data` is null for a tensor without numbers. */
export interface Block {
  readonly sizes: readonly number[];
  readonly dtype: DType;
  readonly device: Device;
  readonly data: Working | null;
}

export function blockOf(t: Tensor): Block {
  return { sizes: t.sizes, dtype: t.dtype, device: t.device, data: t.isFake ? null : toWorkingCopy(t) };
}

export function tensorOf(block: Block, device: Device = block.device): Tensor {
  const t = empty(block.sizes, block.dtype, { device, fake: block.data === null });
  if (block.data) fromWorking(t, block.data);
  return t;
}

/** Writes a block into a tensor of the same number of elements. */
export function writeBlock(t: Tensor, block: Block): void {
  if (block.data && !t.isFake) {
    fromWorking(t, block.data);
    t.storage.version++;
  }
}

interface Call<T> {
  /** Public name, as counted: `all_reduce`. */
  readonly op: string;
  /** What must agree between the ranks besides the name: reduction, source rank. */
  readonly detail?: string;
  readonly reduce?: ReduceOp | null;
  /** The call in this rank's own words, for the text of a hang. */
  readonly called?: string;
  readonly group: Group;
  readonly about: Tensor;
  readonly payload: T;
  /** false: not counted (barrier, send, recv, object collectives). */
  readonly counted?: boolean;
}

/** Whether the running call is one of c10d's; what distributed tensors do themselves are functional collectives. */
let asC10d = false;
export function inC10d<T>(body: () => T): T {
  asC10d = true;
  try {
    return body();
  } finally {
    asC10d = false;
  }
}

/** The operator of each collective of a rank, by its place among them: what `CommDebugMode` counts. */
const operators = new WeakMap<Comm, string[]>();
const functional = new WeakSet<Comm>();
/** The rank runs a functional collective by means of c10d's, or no longer. */
export const setFunctional = (comm: Comm, on: boolean): void => void (on ? functional.add(comm) : functional.delete(comm));
export const operatorsSince = (comm: Comm, start: number): readonly string[] => (operators.get(comm) ?? []).slice(start, comm.issued());

const C10D: Readonly<Record<string, string>> = {
  all_reduce: 'allreduce_',
  all_gather: 'allgather_',
  all_gather_into_tensor: '_allgather_base_',
  reduce_scatter_tensor: '_reduce_scatter_base_',
  all_reduce_coalesced: 'allreduce_coalesced_',
  allgather_coalesced_: 'allgather_coalesced_',
  all_gather_into_tensor_coalesced: 'allgather_into_tensor_coalesced_',
  all_to_all: 'alltoall_',
  all_to_all_single: 'alltoall_base_',
};

function noteOperator(comm: Comm, op: string): void {
  const list = operators.get(comm) ?? [];
  operators.set(comm, list);
  list[comm.issued()] = asC10d && !functional.has(comm) ? `c10d.${C10D[op] ?? `${op}_`}` : `c10d_functional.${op}`;
}

/** Thrown out of a call that was only to be posted. */
class Posted {
  readonly meeting: Meeting;
  constructor(meeting: Meeting) {
    this.meeting = meeting;
  }
}

/** How the next collective meets its peers: at once, posted only, or as the end of a posted one. */
let how: 'now' | 'post' | Meeting = 'now';

function as<T>(way: typeof how, body: () => T): T {
  how = way;
  try {
    return body();
  } finally {
    how = 'now';
  }
}

/** Begins the collective that `body` makes. */
export function post(body: () => void): Meeting {
  try {
    as('post', body);
  } catch (e) {
    if (e instanceof Posted) return e.meeting;
    throw e;
  }
  throw new Error('nothing was posted');
}

/** Ends it: the same body, with the meeting it was posted to. */
export const collect = (meeting: Meeting, body: () => void): void => as(meeting, body);

/** The call is among those that this rank has issued. */
function tell(comm: Comm, { op, group, about, reduce = null }: Pick<Call<unknown>, 'op' | 'group' | 'about' | 'reduce'>): void {
  noteOperator(comm, op);
  const bytes = about.numel * about.dtype.itemsize;
  comm.happened({ op, group, bytes, shape: about.sizes, dtype: about.dtype.name, reduce, onHost: about.device.type === 'cpu' });
}

/** A call that ends in an error on this rank after it was issued. */
export function failing<T>(comm: Comm, op: string, group: Group, about: Tensor, body: () => T): T {
  try {
    return body();
  } catch (e) {
    tell(comm, { op, group, about });
    throw e;
  }
}

const MEETING = 400;
export const spendMeeting = (ranks = 1): void => {
  if (payer.vm) payer.vm.fines += MEETING * ranks;
};

/** Gloo sends bytes and asks for no shapes: where ranks bring different amounts some wait for ever, others break off. */
function checkSizes(op: string, group: Group, all: readonly Contribution[]): void {
  const bytes = (c: Contribution): number => c.shape.reduce((a, b) => a * b, 1) * DTYPES[c.dtype as DTypeName].itemsize;
  const [first] = all as [Contribution];
  const other = all.findIndex((c) => bytes(c) !== bytes(first) || c.dtype !== first.dtype);
  if (other < 0) return;
  const what = (i: number): string => {
    const c = all[i] as Contribution;
    return `rank ${group[i]} brings ${c.dtype}[${c.shape.join(', ')}] (line ${c.line})`;
  };
  throw new Unsupported(`${op} of different tensors: ${what(0)}, ${what(other)}; Gloo would wait or break off`);
}

function meet<T, R>(comm: Comm, call: Call<T>, finish: (payloads: T[]) => R[]): R {
  const { about } = call;
  const { reduce } = call;
  if (reduce) failing(comm, call.op, call.group, about, () => checkReduction(reduce, about.dtype));
  const mine: Contribution = {
    kind: call.detail ? `${call.op}(${call.detail})` : call.op,
    called: call.called,
    shape: about.sizes,
    dtype: about.dtype.name,
    line: comm.line(),
    payload: call.payload,
    counts: how === 'now' && call.counted !== false ? call.op : null,
  };
  const end = (all: Contribution[]): unknown[] => {
    if (!call.op.startsWith('all_to_all')) checkSizes(call.op, call.group, all);
    return finish(all.map((c) => c.payload as T));
  };
  // A meeting costs more than an instruction: every rank is left and entered.
  spendMeeting(call.group.length);
  if (typeof how === 'object') return comm.world.collect(comm.rank, comm.unit(), how, comm.line()) as R;
  const result =
    how === 'post'
      ? new Posted(comm.world.post(comm.rank, comm.unit(), call.group, mine, end))
      : comm.world.meet(comm.rank, comm.unit(), call.group, mine, end);
  if (call.counted !== false) tell(comm, call);
  if (result instanceof Posted) throw result;
  return result as R;
}

/** Joins blocks of equal shape along dimension 0. */
export function concatBlocks(blocks: readonly Block[]): Block {
  const [first] = blocks as [Block];
  const sizes = [blocks.reduce((n, b) => n + (b.sizes[0] ?? 1), 0), ...first.sizes.slice(1)];
  if (!first.data) return { ...first, sizes };
  return { ...first, sizes, data: joinBlocks(blocks) };
}

/** Cuts a block into `count` equal parts along dimension 0. */
export function splitBlock(block: Block, count: number): Block[] {
  const rows = (block.sizes[0] ?? 1) / count;
  if (!Number.isInteger(rows)) throw runtimeError(`cannot split ${block.sizes[0]} rows into ${count} equal parts`);
  const sizes = [rows, ...block.sizes.slice(1)];
  const size = sizes.reduce((a, b) => a * b, 1);
  return Array.from({ length: count }, (_, i) => ({ ...block, sizes, data: block.data?.slice(i * size, (i + 1) * size) ?? null }));
}

export function allReduce(comm: Comm, group: Group, t: Tensor, op: ReduceOp): Block {
  return meet(comm, { op: 'all_reduce', detail: op, reduce: op, group, about: t, payload: blockOf(t) }, (all) => {
    const sum = reduceBlocks(all, op);
    return all.map(() => sum);
  });
}

/** Blocks of one element type laid one after another. */
function joined(blocks: readonly Block[]): Block {
  const [first] = blocks as [Block];
  const sizes = [blocks.reduce((n, b) => n + b.sizes.reduce((a, s) => a * s, 1), 0)];
  return { ...first, sizes, data: first.data && joinBlocks(blocks) };
}

/** The other way: `like` says where each ends. */
function apart(block: Block, like: readonly Block[]): Block[] {
  let at = 0;
  return like.map((b) => {
    const size = b.sizes.reduce((a, s) => a * s, 1);
    at += size;
    return { ...b, data: block.data && block.data.slice(at - size, at) };
  });
}

export function allReduceMany(comm: Comm, group: Group, list: readonly Tensor[], op: ReduceOp): Block[] {
  const [about] = list as [Tensor];
  return meet(comm, { op: 'all_reduce_coalesced', detail: op, reduce: op, group, about, payload: list.map(blockOf) }, (all) => {
    const sum = reduceBlocks(all.map(joined), op);
    return all.map((own) => apart(sum, own));
  });
}

/** A list of blocks a rank, in group order. */
export function allGatherMany(comm: Comm, group: Group, list: readonly Tensor[], name: string): Block[][] {
  return meet(comm, { op: name, group, about: list[0] as Tensor, payload: list.map(blockOf) }, (all) => all.map(() => all));
}

export function reduceScatterMany(comm: Comm, group: Group, list: readonly Tensor[], op: ReduceOp): Block[] {
  const name = 'reduce_scatter_tensor_coalesced';
  return meet(
    comm,
    { op: name, detail: op, reduce: op, group, about: list[0] as Tensor, payload: list.map((t) => splitBlock(blockOf(t), group.length)) },
    (all) => {
      const each = (all[0] as Block[][]).map((_, i) =>
        reduceParts(
          all.map((lists) => lists[i] as Block[]),
          op,
          false,
        ),
      );
      return group.map((_, r) => each.map((parts) => parts[r] as Block));
    },
  );
}

/** One block a rank, in group order. @param name `all_gather` or `all_gather_into_tensor` */
export function allGather(comm: Comm, group: Group, t: Tensor, name = 'all_gather_into_tensor'): Block[] {
  return meet(comm, { op: name, group, about: t, payload: blockOf(t) }, (all) => all.map(() => all));
}

/** @param parts one part a rank of the group, of equal shape */
export function reduceScatter(comm: Comm, group: Group, parts: readonly Tensor[], op: ReduceOp, name = 'reduce_scatter_tensor'): Block {
  return meet(comm, { op: name, detail: op, reduce: op, group, about: parts[0] as Tensor, payload: parts.map(blockOf) }, (all) =>
    reduceParts(all, op, name === 'reduce_scatter'),
  );
}

export function broadcast(comm: Comm, group: Group, t: Tensor, source: number): Block {
  return meet(comm, { op: 'broadcast', detail: `src=${source}`, group, about: t, payload: blockOf(t) }, (all) => {
    const from = all[group.indexOf(source)] as Block;
    return all.map(() => from);
  });
}

/** @param parts the source's parts, one a rank; null on the others */
export function scatter(comm: Comm, group: Group, out: Tensor, parts: readonly Tensor[] | null, source: number): Block {
  return meet(comm, { op: 'scatter', detail: `src=${source}`, group, about: out, payload: parts?.map(blockOf) ?? null }, (all) => {
    const from = all[group.indexOf(source)] as Block[];
    return all.map((_, i) => from[i] as Block);
  });
}

/** The destination gets every block, the others null. */
export function gather(comm: Comm, group: Group, t: Tensor, destination: number): Block[] | null {
  return meet(comm, { op: 'gather', detail: `dst=${destination}`, group, about: t, payload: blockOf(t) }, (all) =>
    all.map((_, i) => (group[i] === destination ? all : null)),
  );
}

/** The destination gets the reduced block, the others what passed through them. */
export function reduce(comm: Comm, group: Group, t: Tensor, destination: number, op: ReduceOp): Block {
  return meet(comm, { op: 'reduce', detail: `${op}, dst=${destination}`, reduce: op, group, about: t, payload: blockOf(t) }, (all) => {
    return reduceToRoot(all, op, group.indexOf(destination));
  });
}

/** @param parts one part for each rank; returns one from each @param name `all_to_all` or `all_to_all_single` */
export function allToAll(comm: Comm, group: Group, parts: readonly Tensor[], name: string): Block[] {
  return meet(comm, { op: name, group, about: parts[0] as Tensor, payload: parts.map(blockOf) }, (all) => all.map((_, i) => all.map((p) => p[i] as Block)));
}

export function barrier(comm: Comm, group: Group, about: Tensor): void {
  meet(comm, { op: 'barrier', group, about, payload: null, counted: false }, (all) => all.map(() => null));
}

/** Anything at all from every rank, in group order: object collectives, counted under the collectives they are made of. */
export function exchange<T>(comm: Comm, group: Group, op: string, value: T): T[] {
  const about = empty([1], int64, { fake: true });
  return meet(comm, { op, group, about, payload: value, counted: !op.includes('object') }, (all) => all.map(() => all));
}

/** The first of these groups whose next meeting has a peer waiting in it, or throws `Suspend` until one has. */
function firstOf({ world, rank, unit }: Comm, groups: readonly Group[], mine: Contribution): Group {
  const find = (): Group | undefined =>
    groups.find((g) => (world.meetings.get(`${idOf(g)}#${world.ranks[rank]?.issued.get(idOf(g)) ?? 0}`)?.arrived.size ?? 0) > 0);
  return world.once(rank, unit(), () => {
    const found = find();
    if (found) return found;
    const meeting: Meeting = { group: [...new Set(groups.flat())], sequence: 0, arrived: new Map([[rank, mine]]), results: null, left: 0 };
    throw new Suspend({ what: mine.kind, rank, meeting, ready: () => find() !== undefined } as Waiting);
  }) as Group;
}

/** Who sends the next message to this rank, the lowest if several wait; waits until there is one. */
export function anySender(comm: Comm, peers: readonly number[], tag: number, t: Tensor): number {
  const groups = peers.map((from) => pairOf(from, comm.rank, tag));
  const called = 'recv from any rank';
  const mine: Contribution = { kind: called, called, shape: t.sizes, dtype: t.dtype.name, line: comm.line(), payload: null, counts: null };
  return firstOf(comm, groups, mine)[0] as number;
}

const pairOf = (from: number, to: number, tag: number): Group => Object.assign([from, to], { key: `message ${tag}` });

/** A message between two ranks: a meeting of the pair, told from others by its tag. The receiver gets the block, the sender null. */
export function sendRecv(comm: Comm, from: number, to: number, tag: number, t: Tensor): Block | null {
  const group = pairOf(from, to, tag);
  const called = comm.rank === from ? `send to ${to}` : `recv from ${from}`;
  return meet(comm, { op: `send ${from} to ${to}`, called, group, about: t, payload: blockOf(t), counted: false }, (all) => [null, all[0] as Block]);
}
