/**
 * Operators behind which the host cannot go on without the device: their answer is a Python number, or the size of
 * their result hangs on values. Which they are PyTorch says itself (`reads.generated.ts`).
 *
 * Leaves out: checks of values that a kernel may make (the range of an index), which no public document describes.
 */
import type { OpEvent } from './device.ts';
import { ANSWERS, SIZES } from './reads.generated.ts';

const answers = new Set(ANSWERS.split(' '));
const sizes = new Set(SIZES.split(' '));

const BYTE = 1;
/** A count: one int64. */
const COUNT = 8;

/** Bytes that the host reads back before it goes on behind this operator's kernel; 0: it goes on at once. */
export function readBack(e: OpEvent): number {
  const name = e.op.slice(5);
  if (answers.has(name)) return BYTE;
  if (name.startsWith('index')) return masks(e) * COUNT;
  return sizes.has(name) && !e.statics.includes('output_size=') ? COUNT : 0;
}

/** Masks among the indices, each of which becomes positions first; one value behind a mask is written where it holds. */
function masks({ op, inputs }: OpEvent): number {
  const put = /^aten\.index_put/.test(op);
  if (!put && op !== 'aten.index.Tensor') return 0;
  const one = put && inputs.at(-1)?.shape.every((n) => n === 1);
  return one ? 0 : inputs.slice(1, put ? -1 : undefined).filter((t) => t.dtype === 'bool' || t.dtype === 'uint8').length;
}

/** Whether the result has the size that its values say: its kernel is made for that size. */
export const sizedByValues = (e: OpEvent): boolean => sizes.has(e.op.slice(5));
