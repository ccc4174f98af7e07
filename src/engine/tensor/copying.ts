/**
 * `copy_` and `.to(dtype)`: elements from one tensor into another of the same shape, converted on the way.
 */
import { fromComplex, toComplex } from './complex.ts';
import { float32 } from './dtype.ts';
import { collapse, forEachRow } from './loops.ts';
import { floatToInt32 } from './rounding.ts';
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

function copySame(dst: Tensor, src: Tensor): void {
  dst.storage.willChange();
  let from = dataOf(src);
  const to = dataOf(dst);
  if (from.buffer === to.buffer) from = from.slice();
  const n = src.numel;
  const complex = src.dtype.name === 'complex64';
  if (tensorIsContiguous(src) && tensorIsContiguous(dst)) {
    const k = complex ? 2 : 1;
    to.set(from.subarray(k * src.offset, k * (src.offset + n)) as never, k * dst.offset);
    return;
  }
  const c = collapse(src.sizes, [dst.strides, src.strides]);
  const rank = c.sizes.length;
  const inner = c.sizes[rank - 1];
  const [sd, ss] = [c.strides[0][rank - 1], c.strides[1][rank - 1]];
  const outer = c.sizes.slice(0, -1);
  const walk = (d: number, p: number, q: number): void => {
    if (d === outer.length) {
      for (let i = 0; i < inner; i++, p += sd, q += ss) {
        if (complex) {
          to[2 * p] = from[2 * q];
          to[2 * p + 1] = from[2 * q + 1];
        } else {
          to[p] = from[q];
        }
      }
      return;
    }
    for (let i = 0; i < outer[d]; i++) walk(d + 1, p + i * c.strides[0][d], q + i * c.strides[1][d]);
  };
  if (n > 0) walk(0, dst.offset, src.offset);
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
