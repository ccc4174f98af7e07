/**
 * The order in which a reduction over ranks adds: Gloo's ring, so that the last bit is PyTorch's.
 *
 * The flat tensor is cut into segments, as many on each rank, and a rank's segments are its chunk. Chunk k starts at rank
 * k-1, goes down the ring and ends at rank k; each rank on the way combines its own number with the one that came
 * (`gloo/allreduce.cc`, `gloo/reduce.cc`). The result is rounded to the tensor's type at every stop. Which of two NaN
 * or zeros a maximum keeps follows from `std::max(mine, came)`. Leaves out: Gloo's other algorithms, which
 * PyTorch does not choose.
 */
import { Unsupported } from '../python/errors.ts';
import { roundWorking, type Working } from '../tensor/access.ts';
import { type DType, isInexact } from '../tensor/dtype.ts';
import { runtimeError } from '../tensor/errors.ts';
import type { Block } from './collectives.ts';
import { isNorm, normOrder, type ReduceOp } from './placement.ts';

type Combine = (mine: number, came: number) => number;

const sum: Combine = (a, b) => a + b;
const bits =
  (f: (x: bigint, y: bigint) => bigint): Combine =>
  (a, b) =>
    Number(f(BigInt(a), BigInt(b)));

/** Of whole numbers alone. */
const BITWISE: Partial<Record<ReduceOp, Combine>> = { band: bits((x, y) => x & y), bor: bits((x, y) => x | y), bxor: bits((x, y) => x ^ y) };

/** Of what is not here the sum is taken: a mean, a norm, a mask. */
const COMBINE: Partial<Record<ReduceOp, Combine>> = {
  ...BITWISE,
  max: (a, b) => (a < b ? b : a),
  min: (a, b) => (b < a ? b : a),
  product: (a, b) => a * b,
};

/** `kMaxSegmentSize` of `gloo/allreduce.h`, in bytes. */
const MAX_SEGMENT = 1024 * 1024;

const roundUp = (n: number, to: number): number => Math.ceil(n / to) * to;

/** Elements of a chunk: rank k ends the elements from k times this on. @param rooted a `reduce`, which cuts large tensors in another way */
export function chunkLength(count: number, itemsize: number, ranks: number, rooted: boolean): number {
  const total = count * itemsize;
  const most = itemsize * Math.floor(MAX_SEGMENT / itemsize);
  const least = 2 * ranks;
  const capped = roundUp(Math.min(Math.ceil(total / least), most), itemsize);
  const segments = roundUp(Math.max(Math.ceil(total / (rooted ? capped : most)), least), ranks);
  const segment = rooted ? capped : roundUp(Math.ceil(total / segments), itemsize);
  return ((segments / ranks) * segment) / itemsize;
}

/** Each rank refuses such a call by itself, before it meets the others. */
const WHOLE: Readonly<Record<string, string>> = { int64: 'Long', int32: 'Int', int16: 'Short', int8: 'Char', uint8: 'Byte' };

export function checkReduction(op: ReduceOp, dtype: DType): void {
  if (op === 'avg' && WHOLE[dtype.name]) throw runtimeError(`result type Float can't be cast to the desired output type ${WHOLE[dtype.name]}`);
  if (BITWISE[op] && isInexact(dtype)) throw runtimeError(`Cannot use ReduceOp.${op.toUpperCase()} with non-integral dtype`);
}

/** A rank's numbers of a chunk after its stop on the ring. */
type Stop = (rank: number, from: number, data: Working) => void;

/**
 * What each rank holds after a `reduce`: the root the result, the others the chunks as they left them, since Gloo combines
 * in the tensor itself.
 */
export function reduceToRoot(blocks: readonly Block[], op: ReduceOp, root: number): Block[] {
  const held = blocks.map((b): Block => ({ ...b, data: b.data?.slice() ?? null }));
  const sum = reduceBlocks(blocks, op, true, (rank, from, data) => held[rank]?.data?.set(data, from));
  held[root] = sum;
  return held;
}

/** As `torch.pow` has it: small powers by products. */
function power(data: Working, order: number, round: (data: Working) => Working): Working {
  if (order === 1 || order === 0) return data;
  if (order !== 2 && order !== 3) return round(data.map((x) => x ** order));
  const squares = round(data.map((x) => x * x));
  return order === 2 ? squares : round(squares.map((x, i) => x * (data[i] as number)));
}

/** Combines blocks elementwise. @param rooted as `reduce` does it, which has one rank for the result */
export function reduceBlocks(blocks: readonly Block[], op: ReduceOp, rooted = false, onStop: Stop = () => undefined): Block {
  const [first] = blocks as [Block];
  if (!first.data || first.data.length === 0) return first;
  const round = (data: Working): Working => {
    roundWorking(data, first.dtype);
    return data;
  };
  // Partial norms: to their power, summed, and the root taken.
  const order = isNorm(op) ? normOrder(op) : 1;
  const brought = blocks.map((b) => power(b.data as Working, order, round));
  const out = first.data.slice();
  const other = brought.find((data) => data.length !== out.length);
  if (other)
    throw new Unsupported(`a reduction of tensors of ${out.length} and ${other.length} elements: Gloo leaves some ranks with numbers and others with errors`);
  const ranks = blocks.length;
  const combine = COMBINE[op] ?? sum;
  const length = chunkLength(out.length, first.dtype.itemsize, ranks, rooted);
  for (let k = 0; k < ranks; k++) {
    const [from, to] = [k * length, Math.min((k + 1) * length, out.length)];
    if (from >= to) break;
    let came = (brought[(k + ranks - 1) % ranks] as Working).subarray(from, to);
    for (let step = 2; step <= ranks; step++) {
      const at = (k + ranks - step) % ranks;
      const mine = brought[at] as Working;
      came = round(came.map((x, i) => combine(mine[from + i] as number, x)));
      onStop(at, from, came);
    }
    out.set(came, from);
  }
  const end: ((x: number) => number) | null =
    order === 2 ? Math.sqrt : order !== 1 && order !== 0 ? (x) => x ** (1 / order) : op === 'avg' ? (x) => x / ranks : null;
  return { ...first, data: end ? round(out.map(end)) : out };
}

/**
 * What each rank gets of parts that every rank brings one a rank of. The tensor form reduces all parts as one flat tensor,
 * so a chunk of the ring need not be a part; the list form reduces each part to its rank.
 */
export function reduceParts(all: readonly (readonly Block[])[], op: ReduceOp, list: boolean): Block[] {
  const [first] = all as [readonly Block[]];
  const alike = all.every((parts) => parts.every((p, i) => p.data?.length === first[i]?.data?.length));
  if (list || !alike || first.some((p) => p.data === null))
    return first.map((_, i) =>
      reduceBlocks(
        all.map((parts) => parts[i] as Block),
        op,
        true,
      ),
    );
  const { data } = reduceBlocks(
    all.map((parts) => ({ ...(parts[0] as Block), data: joinBlocks(parts) })),
    op,
  );
  let at = 0;
  return first.map((p) => {
    const n = (p.data as Working).length;
    at += n;
    return { ...p, data: (data as Working).slice(at - n, at) };
  });
}

/** The numbers of all blocks, one after the other; no block is without. */
export function joinBlocks(blocks: readonly Block[]): Working {
  const parts = blocks.map((b) => b.data as Working);
  const joined = new ((parts[0] as Working).constructor as new (n: number) => Working)(parts.reduce((n, d) => n + d.length, 0));
  let at = 0;
  for (const d of parts) {
    joined.set(d, at);
    at += d.length;
  }
  return joined;
}
