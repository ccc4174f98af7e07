/**
 * The bytes that tensors hold which the program can still reach: a walk over objects from the ranks' evaluators, as a
 * collector marks. The host's own collector cannot be asked, and when it runs differs from machine to machine.
 *
 * Sees fields, lists, maps and sets. Leaves out what only a native's local variables hold, and slabs of small storages: the
 * sum can be too low, never too high.
 */
import { Storage } from '../tensor/tensor.ts';

/** Lists of numbers have nothing to follow. */
const isData = (o: object): boolean => ArrayBuffer.isView(o) || o instanceof ArrayBuffer;

export function heldBytes(roots: readonly object[]): number {
  const seen = new Set<object>(roots);
  const todo: object[] = [...roots];
  let bytes = 0;
  const visit = (v: unknown): void => {
    if (typeof v !== 'object' || v === null || seen.has(v) || isData(v)) return;
    seen.add(v);
    todo.push(v);
  };
  for (let o = todo.pop(); o; o = todo.pop()) {
    if (o instanceof Storage) {
      if (o.buffer !== null) bytes += o.nbytes;
      continue;
    }
    if (o instanceof Map) {
      for (const [k, v] of o) {
        visit(k);
        visit(v);
      }
    } else if (o instanceof Set) for (const v of o) visit(v);
    // A getter computes, and could change what is being looked at: own data alone.
    for (const d of Object.values(Object.getOwnPropertyDescriptors(o)) as PropertyDescriptor[]) if ('value' in d) visit(d.value);
  }
  return bytes;
}
