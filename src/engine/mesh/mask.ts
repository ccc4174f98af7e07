/**
 * Row-sharded look-ups: each rank answers for the rows it has, and a sum over the ranks is the whole result.
 *
 * PyTorch's `_MaskPartial` and `_mask_buffer.py`. An index of a row that lies elsewhere reads row 0; which places those
 * are stays in a buffer until the result is reduced, where they become zero. The buffer belongs to the layout, and
 * layouts are remembered by the operator's input specs: look-ups alike share one, which refuses differing indices, and
 * every reduction uses up one look-up. The layout carries the buffer's number, so that it survives views.
 * Leaves out: rows cut by two mesh dimensions at once.
 */
import type { Arg, Ret } from '../aten/op.ts';
import { copyInto, dataOf, fill } from '../tensor/access.ts';
import { empty } from '../tensor/create.ts';
import { indexError, pyError, runtimeError, Unsupported } from '../tensor/errors.ts';
import { Tensor } from '../tensor/tensor.ts';
import type { Comm } from './comm.ts';
import { chunk, isMask, type MaskOp, type Placement, placementShort } from './placement.ts';
import type { Spec } from './spec.ts';
import type { Choice } from './strategy.ts';

interface Buffer {
  readonly op: MaskOp;
  uses: number;
  sizes: readonly number[];
  /** Flat positions of indices whose rows are elsewhere; null where there are no numbers. */
  absent: readonly number[] | null;
}

/** Where the index stands among the arguments, and which dimension of the values it counts. */
const LOOK_UPS: Readonly<Record<string, { index: number; dim: (args: readonly Arg[], rank: number) => number }>> = {
  'embedding.default': { index: 1, dim: () => 0 },
  'gather.default': { index: 2, dim: (args, rank) => ((args[1] as number) + rank) % rank },
};

const worlds = new WeakMap<Comm['world'], Map<string, Buffer>[]>();

/** A rank's buffers by what they were made for. */
function buffersOf(comm: Comm): Map<string, Buffer> {
  const ranks = worlds.get(comm.world) ?? [];
  worlds.set(comm.world, ranks);
  return (ranks[comm.rank] ??= new Map());
}

function bufferOf(comm: Comm, overload: string, inputs: readonly Spec[], dim: number): Buffer {
  const all = buffersOf(comm);
  const spec = (s: Spec): string => `${s.meta.dtype}[${s.meta.shape}](${s.meta.strides})${s.placements.map(placementShort)}@${s.mesh.ranks}/${s.mesh.shape}`;
  const key = `${overload} ${dim} ${inputs.map(spec).join(' ')}`;
  let buffer = all.get(key);
  if (!buffer) {
    buffer = { op: `mask${all.size}:${dim}:${(inputs[0] as Spec).meta.shape.join(', ')}`, uses: 0, sizes: [], absent: null };
    all.set(key, buffer);
  }
  return buffer;
}

/** Runs an operator on this rank's blocks; a row-sharded look-up gets its indices counted from the rank's first row. */
export function maskedLookUp(
  comm: Comm,
  overload: string,
  choice: Choice,
  locals: Arg[],
  inputs: readonly Spec[],
  next: (args: readonly Arg[]) => Ret,
): { result: Ret; choice: Choice } {
  const form = LOOK_UPS[overload];
  const outs = choice.outputs[0] as readonly Placement[];
  const m = form ? outs.findIndex((p) => p.kind === 'partial' && isMask(p.op)) : -1;
  if (!form || m < 0) return { result: next(locals), choice };
  if (outs.filter((p) => p.kind === 'partial' && isMask(p.op)).length > 1) throw new Unsupported('rows of a look-up cut by two mesh dimensions');
  const [values] = inputs as [Spec];
  const dim = form.dim(locals, values.meta.shape.length);
  const rows = chunk(values.meta.shape[dim] as number, values.mesh.size(m), (values.mesh.coordinate(comm.rank) as number[])[m] as number);
  const buffer = bufferOf(comm, overload, inputs, dim);
  const { own, absent } = count(locals[form.index] as Tensor, rows.offset, rows.size);
  comm.world.once(comm.rank, comm.unit(), () => materialize(buffer, own.sizes, absent));
  const named = { ...choice, outputs: [outs.map((p, i) => (i === m ? ({ kind: 'partial', op: buffer.op } as const) : p))] };
  return { result: next(locals.map((a, i) => (i === form.index ? own : a))), choice: named };
}

function count(indices: Tensor, first: number, size: number): { own: Tensor; absent: number[] | null } {
  if (indices.isFake) return { own: indices, absent: null };
  const own = empty(indices.sizes, indices.dtype, { device: indices.device });
  copyInto(own, indices);
  const data = dataOf(own) as BigInt64Array | Int32Array;
  const absent: number[] = [];
  for (let i = 0; i < data.length; i++) {
    const row = Number(data[i]) - first;
    const here = row >= 0 && row < size;
    if (!here) absent.push(i);
    const value = here ? row : 0;
    data[i] = typeof data[i] === 'bigint' ? BigInt(value) : value;
  }
  return { own, absent };
}

function materialize(buffer: Buffer, sizes: readonly number[], absent: readonly number[] | null): void {
  if (buffer.uses === 0) {
    buffer.sizes = sizes;
    buffer.absent = absent;
  } else if (String(buffer.absent) !== String(absent)) {
    throw runtimeError('MaskBuffer has been materialized with conflicting data');
  }
  buffer.uses++;
}

/** Before the reduction: what other ranks answer for becomes zero in this rank's block itself, and the look-up is used up (once, however often the work is repeated to wait for others). */
export function applyMask(comm: Comm, t: Tensor, op: MaskOp): void {
  const { sizes, absent } = comm.world.once(comm.rank, comm.unit(), () => release(buffersOf(comm), t, op)) as Pick<Buffer, 'sizes' | 'absent'>;
  for (const flat of absent ?? []) {
    let [rest, offset] = [flat, t.offset];
    for (let d = sizes.length - 1; d >= 0; d--) {
      offset += (rest % (sizes[d] as number)) * (t.strides[d] as number);
      rest = Math.floor(rest / (sizes[d] as number));
    }
    fill(new Tensor(t.storage, t.dtype, t.sizes.slice(sizes.length), t.strides.slice(sizes.length), offset), 0);
  }
}

function release(buffers: ReadonlyMap<string, Buffer>, t: Tensor, op: MaskOp): Pick<Buffer, 'sizes' | 'absent'> {
  const buffer = [...buffers.values()].find((b) => b.op === op);
  if (!buffer || buffer.uses === 0) throw pyError('AssertionError', '');
  const { sizes, absent } = buffer;
  if (t.dim < sizes.length) throw indexError(`too many indices for tensor of dimension ${t.dim}`);
  for (const [d, n] of sizes.entries()) {
    if (n === t.sizes[d]) continue;
    throw indexError(
      `The shape of the mask [${sizes.join(', ')}] at index ${d} does not match the shape of the indexed tensor [${t.sizes.join(', ')}] at index ${d}`,
    );
  }
  buffer.uses--;
  return { sizes, absent };
}
