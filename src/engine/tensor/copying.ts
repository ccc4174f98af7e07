/**
 * `copy_` and `.to(dtype)`: elements from one tensor into another of the same shape, converted on the way.
 */
import { fromComplex, toComplex } from './complex.ts';
import { float32 } from './dtype.ts';
import { collapse, forEachRow } from './loops.ts';
import { byStrides, insertionOrder } from './layout.ts';
import { floatToInt32 } from './rounding.ts';
import type { Sizes } from './strides.ts';
import { Tensor } from './tensor.ts';
import { dataOf, fromBigInts, fromWorking, tensorIsContiguous, toBigInts, toFloat32, toWorking, typed, type Working, wordsOf } from './working.ts';

/** Copies `src` into `dst` of the same shape, converting as `copy_` and `.to(dtype)` do. */
export function copyInto(dst: Tensor, src: Tensor): void {
  if (dst.conj !== src.conj) {
    copyComplex(dst, src);
    return;
  }
  if (dst.dtype === src.dtype) {
    copySame(dst, src);
    return;
  }
  const from = src.dtype;
  const to = dst.dtype;
  if (from.category === 'complex' || to.category === 'complex') {
    copyComplex(dst, src);
    return;
  }
  if (from.name === 'int64') {
    if (to.category === 'int' || to.category === 'bool') fromBigInts(dst, toBigInts(src));
    else if (to.name === 'float64') fromWorking(dst, Float64Array.from(Array.from(toBigInts(src), Number)));
    else fromWorking(dst, toFloat32(src));
    return;
  }
  const w = toWorking(src);
  if (from.category === 'float' && to.category === 'int') {
    if (to.name === 'int64') writeTruncated(dst, w);
    else if (to.name === 'uint8') fromWorking(dst, w);
    else fromWorking(dst, Float64Array.from(w, floatToInt32));
    return;
  }
  fromWorking(dst, w);
}

/** Floats to int64 as `floatToInt64` casts, in words: halves of a double are exact. */
function writeTruncated(dst: Tensor, values: Working): void {
  dst.storage.willChange();
  const low = wordsOf(typed(dst.storage, dst.dtype));
  forEachRow(dst.sizes, dst.strides, dst.offset, (p, step, count, at) => {
    for (let i = 0; i < count; i++, p += step) {
      const x = values[at + i];
      const v = x >= -9223372036854775808 && x < 9223372036854775808 ? Math.trunc(x) : -9223372036854775808;
      const high = Math.floor(v / 4294967296);
      low[2 * p] = v - high * 4294967296;
      low[2 * p + 1] = high;
    }
  });
}

/** First and last place of a tensor's elements in its storage. */
export function spanOf(t: Tensor): [number, number] {
  let [low, high] = [t.offset, t.offset];
  t.strides.forEach((s, d) => {
    if (s < 0) low += s * (t.sizes[d] - 1);
    else high += s * (t.sizes[d] - 1);
  });
  return [low, high];
}

/** Whether the places of two tensors of one storage reach into each other. */
export function crosses(a: Tensor, b: Tensor): boolean {
  const [from, to] = spanOf(a);
  const [start, end] = spanOf(b);
  return from <= end && start <= to;
}

/** Bytes that PyTorch's loops take at a time where rows are dense: two vectors of 32. */
export const AT_ONCE = 64;

function copySame(dst: Tensor, src: Tensor): void {
  dst.storage.willChange();
  const from = dataOf(src);
  const to = dataOf(dst);
  const n = src.numel;
  if (n === 0) return;
  const k = src.dtype.name === 'complex64' ? 2 : 1;
  // Storages may lie in one buffer, each at its own start.
  const shared = from.buffer === to.buffer && from.byteOffset === to.byteOffset && crosses(dst, src);
  if (!shared && tensorIsContiguous(src) && tensorIsContiguous(dst)) {
    to.set(from.subarray(k * src.offset, k * (src.offset + n)) as never, k * dst.offset);
    return;
  }
  // Where one is read and written, the order of the elements tells: it is that of the places written.
  const order = shared ? writingOrder(dst, src) : src.sizes.map((_, d) => d);
  const along = (list: Sizes): number[] => order.map((d) => list[d]);
  const c = collapse(along(src.sizes), [along(dst.strides), along(src.strides)]);
  const rank = c.sizes.length;
  const inner = c.sizes[rank - 1];
  const [sd, ss] = [c.strides[0][rank - 1], c.strides[1][rank - 1]];
  const outer = c.sizes.slice(0, -1);
  const block = shared && sd === 1 && ss === 1 ? Math.floor(AT_ONCE / dst.dtype.itemsize) : 0;
  const row = (p: number, q: number): void => {
    let i = 0;
    for (; block > 0 && i + block <= inner; i += block, p += block, q += block) to.copyWithin(k * p, k * q, k * (q + block));
    for (; i < inner; i++, p += sd, q += ss) for (let j = 0; j < k; j++) to[k * p + j] = from[k * q + j];
  };
  const walk = (d: number, p: number, q: number): void => {
    if (d === outer.length) row(p, q);
    else for (let i = 0; i < outer[d]; i++) walk(d + 1, p + i * c.strides[0][d], q + i * c.strides[1][d]);
  };
  walk(0, dst.offset, src.offset);
}

/** Dimensions from the outermost to the innermost, as a tensor iterator goes. */
export function writingOrder(dst: Tensor, src: Tensor): number[] {
  const perm = dst.sizes.map((_, d) => dst.dim - 1 - d);
  insertionOrder(perm, byStrides(dst.sizes, [dst.strides, src.strides]));
  return perm.reverse();
}

/** Into a real type go the real parts. */
function copyComplex(dst: Tensor, src: Tensor): void {
  if (dst.dtype.category === 'complex') {
    fromComplex(dst, toComplex(src));
    return;
  }
  copyInto(
    dst,
    new Tensor(
      src.storage,
      float32,
      src.sizes,
      src.strides.map((s) => 2 * s),
      2 * src.offset,
    ),
  );
}
