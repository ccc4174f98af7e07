/**
 * Sums in PyTorch's order, so that float32 results are equal to the last bit.
 *
 * PyTorch adds in a cascade: four (or 4 × 8) running sums side by side, flushed to a higher level every 16 terms or more
 * (ATen/native/cpu/SumKernel.cpp, whose comment names pairwise summation as the idea). Which elements run side by side
 * depends on the memory layout of the input; that part follows TensorIterator's ordering of reduction dimensions.
 * Vector width of the reference numerics: 32 bytes, so 8 float32 or 4 float64.
 */
import { typed, type Working } from './access.ts';
import { decodeBF16, decodeF16 } from './rounding.ts';
import { Unsupported } from './errors.ts';
import { insertionOrder } from './layout.ts';
import { type Lanes, lanes } from './simd.ts';
import type { Tensor } from './tensor.ts';

type Acc = Float32Array | Float64Array;

const LEVELS = 4;

const ceilLog2 = (n: number): number => (n <= 2 ? (n === 2 ? 1 : 0) : 32 - Math.clz32(n - 1));

/**
 * Sums `size` rows at once, column by column: column c of row i lies at `base + i * rowStride + columns[c]`. With `pair`
 * each term is the sum of two elements `pair` apart (half types, whose vectors are twice as wide).
 */
function cascade(src: Acc, base: number, rowStride: number, columns: Int32Array, size: number, out: Acc, pair = 0): void {
  const n = columns.length;
  const quick = pair === 0 && n % 8 === 0 && columns[n - 1] === n - 1 && src instanceof Float32Array;
  const power = Math.max(4, Math.floor(ceilLog2(size) / LEVELS));
  const step = 1 << power;
  const mask = step - 1;
  const acc = cleared(src instanceof Float32Array ? LEVELS32 : LEVELS64, LEVELS * n);
  const addRow = (p: number): void => {
    if (pair === 0) for (let c = 0; c < n; c++) acc[c] += src[p + columns[c]];
    else for (let c = 0; c < n; c++) acc[c] += Math.fround(src[p + columns[c]] + src[p + columns[c] + pair]);
  };
  let i = 0;
  let p = base;
  const fast = quick && rowStride === n ? fastRows(src, base, size, n) : null;
  const block = (rows: number, level: number): void => {
    if (fast) addFast(fast, i * n, rows, acc as Float32Array, n, level);
    else addBlock(src as Float32Array, p, rowStride, rows, acc as Float32Array, n, level);
    p += rows * rowStride;
  };
  while (i + step <= size) {
    if (quick) block(step, n);
    else for (let j = 0; j < step; j++, p += rowStride) addRow(p);
    i += step;
    for (let level = 1; level < LEVELS; level++) {
      if (level > 1 || !quick) {
        const to = level * n;
        const from = to - n;
        for (let c = 0; c < n; c++) {
          acc[to + c] += acc[from + c];
          acc[from + c] = 0;
        }
      }
      if ((i & (mask << (level * power))) !== 0) break;
    }
  }
  const flushed = i > 0;
  if (quick) block(size - i, 0);
  else for (; i < size; i++, p += rowStride) addRow(p);
  if (flushed) for (let level = 1; level < LEVELS; level++) for (let c = 0; c < n; c++) acc[c] += acc[level * n + c];
  for (let c = 0; c < n; c++) out[c] = acc[c];
}

/** Working places of the loops below: nothing of them outlives a call. At most 32 columns run side by side. */
const LEVELS32 = new Float32Array(LEVELS * 32);
const LEVELS64 = new Float64Array(LEVELS * 32);
const LANES32 = new Float32Array(32);
const LANES64 = new Float64Array(32);
const COLUMNS = new Int32Array(32);

const cleared = <T extends Acc>(place: T, n: number): T => place.fill(0, 0, n) as T;

/** Rows side by side in the memory of `simd.ts`, behind ones and the sums; null where they are few or it is not there. */
function fastRows(src: Float32Array, base: number, size: number, n: number): Lanes | null {
  const l = size >= 8 ? lanes() : null;
  if (l === null || !l.reserve(ROWS + size * n)) return null;
  l.floats.fill(1, 0, ONES);
  l.floats.set(src.subarray(base, base + size * n), ROWS);
  return l;
}

/** At most so many rows are added at once: a block of the largest power that `cascade` takes. */
const ONES = 256;
const ROWS = ONES + 32;

/** As `addBlock`, `from` floats into the rows: a product with ones changes no bit. */
function addFast(l: Lanes, from: number, rows: number, acc: Float32Array, n: number, level: number): void {
  l.floats.fill(0, ONES, ONES + n);
  l.run(4 * ONES, 0, 4 * (ROWS + from), 4 * n, n, rows, 0);
  const { floats } = l;
  for (let c = 0; c < n; c++) acc[level + c] += floats[ONES + c];
}

/**
 * Sums of `rows` rows, columns side by side and eight at a time, added to the sums that stand from `level` on.
 */
function addBlock(src: Float32Array, at: number, rowStride: number, rows: number, acc: Float32Array, n: number, level: number): void {
  for (let c = 0; c < n; c += 8) {
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    let s4 = 0;
    let s5 = 0;
    let s6 = 0;
    let s7 = 0;
    for (let j = 0, p = at + c; j < rows; j++, p += rowStride) {
      s0 = Math.fround(s0 + src[p]);
      s1 = Math.fround(s1 + src[p + 1]);
      s2 = Math.fround(s2 + src[p + 2]);
      s3 = Math.fround(s3 + src[p + 3]);
      s4 = Math.fround(s4 + src[p + 4]);
      s5 = Math.fround(s5 + src[p + 5]);
      s6 = Math.fround(s6 + src[p + 6]);
      s7 = Math.fround(s7 + src[p + 7]);
    }
    const to = level + c;
    acc[to] += s0;
    acc[to + 1] += s1;
    acc[to + 2] += s2;
    acc[to + 3] += s3;
    acc[to + 4] += s4;
    acc[to + 5] += s5;
    acc[to + 6] += s6;
    acc[to + 7] += s7;
  }
}

/** One row of `size` terms `stride` apart, each `lanes` wide: four rows of every fourth term, then the rest, then all. */
function rowSum(src: Acc, base: number, stride: number, size: number, lanes: number, laneStep: number, out: Acc, pair = 0): void {
  const quarter = Math.floor(size / 4);
  const sums = cleared(src instanceof Float32Array ? LANES32 : LANES64, 4 * lanes);
  const columns = lanes === 8 ? COLUMNS : COLUMNS.subarray(0, 4 * lanes);
  for (let k = 0; k < 4; k++) for (let l = 0; l < lanes; l++) columns[k * lanes + l] = k * stride + l * laneStep;
  cascade(src, base, stride * 4, columns, quarter, sums, pair);
  for (let i = quarter * 4; i < size; i++) {
    const p = base + i * stride;
    for (let l = 0; l < lanes; l++) {
      sums[l] += pair === 0 ? src[p + l * laneStep] : Math.fround(src[p + l * laneStep] + src[p + l * laneStep + pair]);
    }
  }
  for (let k = 1; k < 4; k++) for (let l = 0; l < lanes; l++) sums[l] += sums[k * lanes + l];
  for (let l = 0; l < lanes; l++) out[l] = sums[l];
}

/** The sum of a contiguous float32 row of fewer than 512 elements: what `rowSum` and its caller make of it, in one go. */
function shortRow(src: Float32Array, row: number, size: number): number {
  const vectors = size >> 3;
  const behind = row + (vectors >> 2) * 32;
  const end = row + vectors * 8;
  let sum = 0;
  for (let p = end; p < row + size; p++) sum = Math.fround(sum + src[p]);
  // One lane after the other: its four running sums, what is left of it, all four together.
  for (let l = 0; l < 8; l++) {
    let s0 = 0;
    let s1 = 0;
    let s2 = 0;
    let s3 = 0;
    for (let p = row + l; p < behind; p += 32) {
      s0 = Math.fround(s0 + src[p]);
      s1 = Math.fround(s1 + src[p + 8]);
      s2 = Math.fround(s2 + src[p + 16]);
      s3 = Math.fround(s3 + src[p + 24]);
    }
    for (let p = behind + l; p < end; p += 8) s0 = Math.fround(s0 + src[p]);
    sum = Math.fround(sum + Math.fround(Math.fround(Math.fround(s0 + s1) + s2) + s3));
  }
  return sum;
}

/** A row of fewer elements has a cascade of two levels at most: blocks of sixteen, and what is left of them. */
const TWO_LEVELS = 8192;
/** Below it one level. */
const ONE_LEVEL = 512;

/**
 * Many contiguous float32 rows in the memory of `simd.ts`: behind ones the 32 running sums of each row, two rows of 32 for
 * blocks, then the rows. The first term of a sum may be put there instead of added to zero: a zero follows.
 */
function rowsAtOnce(src: Float32Array, base: number, stride: number, size: number, rows: number, out: Acc, at: number, step: number): boolean {
  const blocks = ONES + 32 * rows;
  const from = blocks + 64;
  const l = rows * size >= 1024 ? lanes() : null;
  if (l === null || !l.reserve(from + rows * size)) return false;
  const { floats } = l;
  floats.fill(1, 0, ONES);
  if (stride === size) floats.set(src.subarray(base, base + rows * size), from);
  else for (let r = 0; r < rows; r++) floats.set(src.subarray(base + r * stride, base + r * stride + size), from + r * size);
  const vectors = size >> 3;
  const whole = size >= ONE_LEVEL ? vectors >> 6 : 0; // blocks
  const rest = (vectors >> 2) - 16 * whole;
  if (rest === 0) floats.fill(0, ONES, blocks);
  const [all, one] = [4 * blocks, 4 * blocks + 128];
  for (let r = 0; r < rows; r++) {
    const sums = 4 * (ONES + 32 * r);
    let p = 4 * (from + r * size);
    for (let i = 0; i < whole; i++, p += 2048) {
      l.run(i === 0 ? all : one, 0, p, 128, 32, 16, 1);
      if (i > 0) l.run(all, 0, one, 128, 32, 1, 0);
    }
    if (rest > 0) l.run(sums, 0, p, 128, 32, rest, 1);
    if (whole > 0) l.run(sums, 0, all, 128, 32, 1, 0);
    if ((vectors & 3) > 0) l.run(sums, 0, p + 128 * rest, 32, 8, vectors & 3, 0);
  }
  // A lane's four running sums, over all rows at once: what comes of the columns between is not read.
  l.run(4 * ONES, 0, 4 * ONES, 32, 32 * rows, 4, 1);
  for (let r = 0; r < rows; r++) {
    let sum = 0;
    for (let p = from + r * size + 8 * vectors; p < from + (r + 1) * size; p++) sum = Math.fround(sum + floats[p]);
    for (let p = ONES + 32 * r; p < ONES + 32 * r + 8; p++) sum = Math.fround(sum + floats[p]);
    out[at + r * step] += sum;
  }
  return true;
}

interface Kind {
  /** Lanes of an accumulator vector, and elements of an input vector. */
  readonly lanes: number;
  readonly vector: number;
  /** How half types pair the elements of a vector: neighbours (float16) or halves (bfloat16). */
  readonly pair: number;
  readonly laneStep: number;
}

const KINDS: Readonly<Record<string, Kind>> = {
  float32: { lanes: 8, vector: 8, pair: 0, laneStep: 1 },
  float64: { lanes: 4, vector: 4, pair: 0, laneStep: 1 },
  bfloat16: { lanes: 8, vector: 16, pair: 8, laneStep: 1 },
  float16: { lanes: 8, vector: 16, pair: 1, laneStep: 2 },
};

const rounding = (src: Acc): ((x: number) => number) => (src instanceof Float32Array ? Math.fround : (x) => x);

/** A reduction over two dimensions, the first reduced: the loop body of PyTorch's kernel. Adds sum j to `out[at + j * step]`. */
function reduce2d(src: Acc, kind: Kind, base: number, a: Dim, b: Dim, out: Acc, at: number, step: number): void {
  const [in0, in1, size0, size1] = [a.in, b.in, a.size, b.size];
  const { lanes, vector, pair, laneStep } = kind;
  if (in0 === 1 && size0 >= vector && size0 < TWO_LEVELS && pair === 0 && src instanceof Float32Array) {
    if (rowsAtOnce(src, base, in1, size0, size1, out, at, step)) return;
    if (size0 < ONE_LEVEL) {
      for (let j = 0; j < size1; j++) out[at + j * step] += shortRow(src, base + j * in1, size0);
      return;
    }
  }
  const wide = src instanceof Float32Array ? new Float32Array(32) : new Float64Array(32);
  const plus = rounding(src);
  if (in0 === 1 && size0 >= vector) {
    const whole = Math.floor(size0 / vector);
    for (let j = 0; j < size1; j++) {
      const row = base + j * in1;
      rowSum(src, row, vector, whole, lanes, laneStep, wide, pair);
      let sum = 0;
      for (let k = whole * vector; k < size0; k++) sum = plus(sum + src[row + k]);
      for (let l = 0; l < lanes; l++) sum = plus(sum + wide[l]);
      out[at + j * step] += sum;
    }
    return;
  }
  let j = 0;
  if (in1 === 1 && size1 >= vector) {
    const four = Int32Array.from({ length: 4 * lanes }, (_, i) => i);
    for (; j + 4 * lanes <= size1; j += 4 * lanes) {
      cascade(src, base + j, in0, four, size0, wide);
      for (let i = 0; i < 4 * lanes; i++) out[at + (j + i) * step] += wide[i];
    }
    for (; j + lanes <= size1; j += lanes) {
      rowSum(src, base + j, in0, size0, lanes, 1, wide);
      for (let i = 0; i < lanes; i++) out[at + (j + i) * step] += wide[i];
    }
  } else if (in0 >= in1) {
    const four = Int32Array.from({ length: 4 }, (_, i) => i * in1);
    for (; j + 3 < size1; j += 4) {
      cascade(src, base + j * in1, in0, four, size0, wide);
      for (let i = 0; i < 4; i++) out[at + (j + i) * step] += wide[i];
    }
  }
  for (; j < size1; j++) {
    rowSum(src, base + j * in1, in0, size0, 1, 1, wide);
    out[at + j * step] += wide[0];
  }
}

interface Dim {
  size: number;
  out: number;
  in: number;
}

/** TensorIterator's dimensions of a reduction, innermost first: reduced ones first, then by stride; neighbours merged. */
export function reductionDims(sizes: readonly number[], strides: readonly number[], reduced: readonly boolean[]): Dim[] {
  const out = new Array<number>(sizes.length);
  let step = 1;
  for (let d = sizes.length - 1; d >= 0; d--) {
    out[d] = reduced[d] ? 0 : step;
    if (!reduced[d]) step *= sizes[d];
  }
  const compare = (a: number, b: number): number => {
    if ((out[a] === 0) !== (out[b] === 0)) return out[b] === 0 ? 1 : -1;
    for (const s of [out, strides]) {
      if (s[a] === 0 || s[b] === 0) continue;
      if (s[a] !== s[b]) return s[a] < s[b] ? -1 : 1;
      if (sizes[a] > sizes[b]) return 1;
    }
    return 0;
  };
  const perm = sizes.map((_, i) => sizes.length - 1 - i);
  insertionOrder(perm, compare);
  const dims: Dim[] = [];
  for (const d of perm) {
    const next = { size: sizes[d], out: sizes[d] === 1 ? 0 : out[d], in: sizes[d] === 1 ? 0 : strides[d] };
    const last = dims[dims.length - 1];
    const joins = last !== undefined && (last.size === 1 || next.size === 1 || (last.size * last.out === next.out && last.size * last.in === next.in));
    if (!joins) {
      dims.push(next);
    } else {
      if (last.size === 1) [last.out, last.in] = [next.out, next.in];
      last.size *= next.size;
    }
  }
  return dims;
}

/** The elements of the storage widened, so that strides keep their meaning. */
function widened(t: Tensor): Acc {
  const data = typed(t.storage, t.dtype);
  if (t.dtype.name === 'float32' || t.dtype.name === 'float64') return data as Acc;
  const decode = t.dtype.name === 'bfloat16' ? decodeBF16 : decodeF16;
  return Float32Array.from(data as Uint16Array, decode);
}

/**
 * Sums a floating tensor over the reduced dimensions; the kept ones in logical order. Half types come as float32 sums, to
 * be rounded once when written.
 */
export function sumFloat(t: Tensor, reduced: readonly boolean[]): Working {
  const kind = KINDS[t.dtype.name];
  if (!kind) throw new Unsupported(`sum of ${t.dtype.name}`);
  return sumRaw(widened(t), kind, t.sizes, t.strides, t.offset, reduced);
}

/** The same over a contiguous working array of the given sizes (float32 or float64). */
export function sumWorking(values: Working, sizes: readonly number[], reduced: readonly boolean[]): Working {
  const strides = new Array<number>(sizes.length);
  for (let d = sizes.length - 1, step = 1; d >= 0; d--) {
    strides[d] = step;
    step *= sizes[d];
  }
  const kind = values instanceof Float32Array ? KINDS['float32'] : KINDS['float64'];
  return sumRaw(values, kind, sizes, strides, 0, reduced);
}

function sumRaw(src: Acc, kind: Kind, sizes: readonly number[], strides: readonly number[], offset: number, reduced: readonly boolean[]): Working {
  let kept = 1;
  let count = 1;
  sizes.forEach((s, d) => {
    count *= s;
    if (!reduced[d]) kept *= s;
  });
  const out = src instanceof Float32Array ? new Float32Array(kept) : new Float64Array(kept);
  if (count === 0) return out;
  const dims = reductionDims(sizes, strides, reduced);
  while (dims.length < 2) dims.push({ size: 1, out: 0, in: 0 });
  const round = rounding(src);
  const outer = dims.slice(2);
  const visit = (d: number, inAt: number, outAt: number): void => {
    if (d >= 0) {
      for (let i = 0; i < outer[d].size; i++) visit(d - 1, inAt + i * outer[d].in, outAt + i * outer[d].out);
      return;
    }
    let [a, b] = dims;
    if (a.out !== 0 && b.out === 0) [a, b] = [b, a];
    if (a.out !== 0 && b.out !== 0) {
      for (let j = 0; j < b.size; j++) {
        for (let i = 0; i < a.size; i++) {
          const at = outAt + i * a.out + j * b.out;
          out[at] = round(out[at] + src[inAt + i * a.in + j * b.in]);
        }
      }
      return;
    }
    reduce2d(src, kind, inAt, a, b, out, outAt, b.out);
  };
  visit(outer.length - 1, offset, 0);
  return out;
}
