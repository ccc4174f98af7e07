/**
 * Matrix products whose last bits follow PyTorch's on the reference numerics (MKL in COMPATIBLE mode, one thread).
 *
 * Each element is a sum over k. Its order depends on how the operands lie in memory and on the shape: large products run
 * along k in blocks of 112, the last block first; small ones, edges and matrix-vector products use the trees of
 * `dots.ts`. All of it was found by experiment (see there); test/unit/tensor/products.test.ts records the agreement.
 * Leaves out: double precision beyond the plain order, and products of two transposed operands at odd sizes (close, not
 * always equal).
 */
import type { Working } from './access.ts';
import { type Lanes, lanes } from './simd.ts';
import { dotHalf, dotHalfStrided, dotLanes4, dotLanes8, dotSequential } from './dots.ts';

/**
 * How the operands lie: the first letter speaks of A (`n`: its rows run along k), the second of B (`n`: its rows run
 * along n, as in `mm`; `t`: along k, as the weight of `linear`).
 */
export type GemmForm = 'nn' | 'nt' | 'tn' | 'tt';

const BLOCK = 112;
const fround = Math.fround;

/**
 * The form of a product of two matrices (or of two batches of them) by their strides. Operands that run along neither
 * dimension are copied first in PyTorch and count as `n`.
 */
export function gemmForm(a: { sizes: readonly number[]; strides: readonly number[] }, b: { sizes: readonly number[]; strides: readonly number[] }): GemmForm {
  const [m, k] = a.sizes.slice(-2);
  const [down, along] = a.strides.slice(-2);
  const [bDown, bAlong] = b.strides.slice(-2);
  return `${along === 1 || k === 1 || m === 1 || down !== 1 ? 'n' : 't'}${bAlong === 1 || bDown !== 1 ? 'n' : 't'}`;
}

/** [rows, columns] to [columns, rows]: a few columns at a time, whose places are written one behind the other. */
export function transposed<T extends Working>(x: T, rows: number, columns: number): T {
  const out = new (x.constructor as new (n: number) => T)(x.length);
  for (let c = 0; c < columns; c += 8) {
    const end = Math.min(c + 8, columns);
    for (let i = 0; i < rows; i++) for (let j = c; j < end; j++) out[j * rows + i] = x[i * columns + j];
  }
  return out;
}

/** out[i, c0…c1) = C + Σ over k in [k0, k1), sums in k's order, for one row. */
function rowRun(
  out: Float32Array,
  at: number,
  a: Float32Array,
  ao: number,
  b: Float32Array,
  n: number,
  c0: number,
  c1: number,
  k0: number,
  k1: number,
  fresh: boolean,
): void {
  let k = k0;
  if (fresh) {
    const x = a[ao + k];
    const row = k * n;
    for (let j = c0; j < c1; j++) out[at + j] = x * b[row + j];
    k++;
  }
  for (; k + 4 <= k1; k += 4) {
    const x0 = a[ao + k];
    const x1 = a[ao + k + 1];
    const x2 = a[ao + k + 2];
    const x3 = a[ao + k + 3];
    const r0 = k * n;
    const r1 = r0 + n;
    const r2 = r1 + n;
    const r3 = r2 + n;
    for (let j = c0; j < c1; j++) {
      let s = fround(out[at + j] + fround(x0 * b[r0 + j]));
      s = fround(s + fround(x1 * b[r1 + j]));
      s = fround(s + fround(x2 * b[r2 + j]));
      out[at + j] = fround(s + fround(x3 * b[r3 + j]));
    }
  }
  for (; k < k1; k++) {
    const x = a[ao + k];
    const row = k * n;
    for (let j = c0; j < c1; j++) out[at + j] = fround(out[at + j] + fround(x * b[row + j]));
  }
}

interface Job {
  readonly m: number;
  readonly n: number;
  readonly k: number;
  readonly a: Float32Array;
  /** [k, n], where anything but `fast` reads it. */
  readonly b: Float32Array;
  readonly out: Float32Array;
  readonly c: Float32Array | null;
  /** Some rows of the result, `wide` apart. */
  readonly aside: Float32Array;
  readonly wide: number;
  /** Where `simd.ts` runs the loop: it has `a`, `b` (in panels of so many columns), `out` and `aside` in its memory, at these floats. */
  readonly fast: { lanes: Lanes; a: number; b: number; out: number; aside: number; panel: number } | null;
}

/** Products of fewer terms are not worth the copies. */
const WORTH = 512;
/** So many rows at once: what they share of B stays near. */
const ROWS = 32;

/** Columns of B that lie together, where B is wide: 64 bytes, so that a row of them is one line of the cache. */
const PANEL = 16;

/** B as panels, one behind the other: [k, PANEL] each, from [k, n] or (`turned`) from [n, k]. */
function pack(b: Float32Array, n: number, k: number, turned: boolean, to: Float32Array, at: number): void {
  for (let c = 0; c < n; c += PANEL, at += PANEL * k) {
    const width = Math.min(PANEL, n - c);
    if (turned) for (let j = 0; j < width; j++) for (let i = 0, p = at + j, q = (c + j) * k; i < k; i++, p += PANEL) to[p] = b[q + i];
    else for (let i = 0, p = at, q = c; i < k; i++, p += PANEL, q += n) for (let j = 0; j < width; j++) to[p + j] = b[q + j];
  }
}

/** A job with its places, in the memory of `simd.ts` where that is worth while. `turned`: B comes as [n, k]. */
function jobOf(m: number, n: number, k: number, a: Float32Array, given: Float32Array, turned: boolean, c: Float32Array | null): Job {
  const l = m * n * k >= WORTH ? lanes() : null;
  const pad = 4; // the loop there reads and writes whole vectors
  const wide = (n + 3) & ~3;
  const beside = wide * Math.min(m, ROWS);
  const panel = m >= 16 && n >= (turned ? 4 : 32) * PANEL ? PANEL : n;
  const size = Math.ceil(n / panel) * panel * k;
  const at = { a: 0, b: m * k, out: m * k + size + pad, aside: m * k + size + m * n + 2 * pad };
  const fast = l?.reserve(at.aside + beside) ? { lanes: l, panel, ...at } : null;
  const b = turned && (fast === null || panel === n) ? transposed(given, n, k) : given;
  if (fast === null) return { m, n, k, a, b, c, out: new Float32Array(m * n), aside: new Float32Array(beside), wide, fast };
  const all = fast.lanes.floats;
  all.set(a, at.a);
  if (panel === n) all.set(b, at.b);
  else pack(given, n, k, turned, all, at.b);
  return { m, n, k, a, b, c, out: all.subarray(at.out, at.out + m * n), aside: all.subarray(at.aside, at.aside + beside), wide, fast };
}

/** Terms [k0, k1) of rows [r0, r1), at most `ROWS`, and columns [c0, c1): into `out`, or into `aside` where `beside`. */
function along(job: Job, r0: number, r1: number, c0: number, c1: number, k0: number, k1: number, fresh: boolean, beside: boolean): void {
  const { n, k, a, b, out, aside, wide, fast } = job;
  if (fast === null) {
    for (let i = r0; i < r1; i++) rowRun(beside ? aside : out, beside ? (i - r0) * wide : i * n, a, i * k, b, n, c0, c1, k0, k1, fresh);
    return;
  }
  // The last vector would run over into the next row: by way of `aside`.
  const whole = beside || (c1 - c0) % 4 === 0;
  const copies = (put: (at: number, from: number) => void): void => {
    if (!whole) for (let i = r0; i < r1; i++) for (let j = c0; j < c1; j++) put(i * n + j, (i - r0) * wide + j);
  };
  if (!fresh) copies((at, to) => (aside[to] = out[at]));
  const [target, below] = beside || !whole ? [fast.aside, wide] : [fast.out + r0 * n, n];
  const { panel } = fast;
  for (let c = c0, end = c0; c < c1; c = end) {
    const first = c - (c % panel);
    end = Math.min(first + panel, c1);
    const at = fast.b + first * k + k0 * panel + c - first;
    fast.lanes.run(4 * (target + c), 4 * (fast.a + r0 * k + k0), 4 * at, 4 * panel, end - c, k1 - k0, fresh ? 1 : 0, r1 - r0, 4 * k, 4 * below);
  }
  copies((at, from) => (out[at] = aside[from]));
}

type How = 'plain' | 'blocked' | 'edge';

/**
 * Rows and columns of a job in k's order. `plain`: straight through, starting from C. `blocked`: blocks of 112 added to C,
 * the last block first. `edge`: in place from C, the last block's terms first.
 */
function runAlong(job: Job, r0: number, r1: number, c0: number, c1: number, how: How): void {
  for (let r = r0; r < r1; r += ROWS) someRows(job, r, Math.min(r + ROWS, r1), c0, c1, how);
}

function someRows(job: Job, r0: number, r1: number, c0: number, c1: number, how: How): void {
  const { n, k, out, c, aside, wide } = job;
  const last = how !== 'plain' && k > BLOCK ? Math.floor((k - 1) / BLOCK) * BLOCK : 0;
  const ahead = c !== null && how !== 'blocked';
  if (ahead) for (let i = r0; i < r1; i++) out.set(c.subarray(i * n + c0, i * n + c1), i * n + c0);
  along(job, r0, r1, c0, c1, last, k, !ahead, false);
  if (how === 'blocked') {
    // A block's sum starts from zero, which is no −0.
    if (c) for (let i = r0; i < r1; i++) for (let j = i * n + c0; j < i * n + c1; j++) out[j] = c[j] + (out[j] + 0);
    for (let s = 0; s < last; s += BLOCK) {
      along(job, r0, r1, c0, c1, s, s + BLOCK, true, true);
      for (let i = r0; i < r1; i++) for (let j = c0, at = i * n, from = (i - r0) * wide; j < c1; j++) out[at + j] += aside[from + j];
    }
  } else if (last > 0) {
    along(job, r0, r1, c0, c1, 0, last, false, false);
  }
}

type Dot = (a: Float32Array, ao: number, b: Float32Array, bo: number, k: number) => number;
const four: Dot = (a, ao, b, bo, k) => dotLanes4(a, ao, b, bo, k, 0, 4);
const eight: Dot = (a, ao, b, bo, k) => dotLanes8(a, ao, b, bo, k, 0);

/** C plus the dot products of blocks of 112, last block first. */
function dotBlocks(dot: Dot, a: Float32Array, ao: number, b: Float32Array, bo: number, k: number, c: number | null): number {
  const last = Math.floor((k - 1) / BLOCK) * BLOCK;
  let s = dot(a, ao + last, b, bo + last, k - last);
  if (c !== null) s = fround(c + (s + 0));
  for (let p = 0; p < last; p += BLOCK) s = fround(s + dot(a, ao + p, b, bo + p, BLOCK));
  return s;
}

/** Matrix times vector: `count` rows in fours; of those left over the second has a tree of its own. */
function gemvRow(i: number, count: number): Dot {
  const whole = count - (count % 4);
  if (i < whole) return (a, ao, b, bo, k) => dotLanes4(a, ao, b, bo, k, 1, 4);
  if (i - whole === 1) return (a, ao, b, bo, k) => dotLanes4(a, ao, b, bo, k, 1, 8);
  return (a, ao, b, bo, k) => dotLanes8(a, ao, b, bo, k, 1);
}

/** Both operands run along k; `bt` is [n, k]. */
function productNT(job: Job, bt: Float32Array): void {
  const { m, n, k, a, out, c } = job;
  const put = (i: number, j: number, dot: Dot): void => {
    const v = dot(a, i * k, bt, j * k, k) + (n === 1 || m === 1 ? -0 : 0);
    out[i * n + j] = c ? c[i * n + j] + v : v;
  };
  if (n === 1 || m === 1) {
    for (let i = 0; i < m; i++) for (let j = 0; j < n; j++) put(i, j, n === 1 ? gemvRow(i, m) : gemvRow(j, n));
    return;
  }
  const large = m >= 8 && n >= 8 && k >= 8;
  const rows = large ? m - (m % 4) : m;
  const run = large ? n - (n % 8) : 0;
  const fours = run + (n - run) - ((n - run) % 4);
  if (run > 0) runAlong(job, 0, rows, 0, run, 'blocked');
  for (let i = 0; i < rows; i++) {
    for (let j = run; j < n; j++) {
      const dot = j < fours ? four : eight;
      if (large) out[i * n + j] = dotBlocks(dot, a, i * k, bt, j * k, k, c ? c[i * n + j] : null);
      else put(i, j, dot);
    }
  }
  for (let i = rows; i < m; i++) for (let j = 0; j < n; j++) put(i, j, gemvRow(j, n));
}

/** B runs across n. */
function productN(job: Job, form: GemmForm): void {
  const { m, n, k, a, b, out, c } = job;
  if (n === 1 && m > 1 && form === 'nn') {
    for (let i = 0; i < m; i++) {
      const v = gemvRow(i, m)(a, i * k, b, 0, k);
      out[i] = c ? c[i] + v : v;
    }
    return;
  }
  const large = m >= 8 && n >= 8 && k >= 8;
  const rows = large ? m - (m % 4) : 0;
  const run = n - (n % 8);
  if (rows > 0) {
    runAlong(job, 0, rows, 0, run, 'blocked');
    if (run < n) runAlong(job, 0, rows, run, n, 'edge');
  }
  runAlong(job, rows, m, 0, n, 'plain');
}

function gemmF32(form: GemmForm, m: number, n: number, k: number, a: Float32Array, b: Float32Array, c: Float32Array | null): Float32Array {
  if (k === 0 || m * n === 0) return c ? c.slice() : new Float32Array(m * n);
  const bt = form[1] === 't' ? b : null;
  const job = jobOf(m, n, k, a, b, bt !== null, form === 'tt' && m > 1 ? null : c);
  const { out } = job;
  if (bt && (form === 'nt' || m === 1)) productNT(job, bt);
  else productN(job, form);
  if (bt && form === 'tt' && m >= 8 && n >= 8) {
    for (let i = m - (m % 4); i < m; i++) for (let j = 0; j < n; j++) out[i * n + j] = gemvRow(j, n)(a, i * k, bt, j * k, k);
  }
  if (c && !job.c) for (let i = 0; i < out.length; i++) out[i] = c[i] + out[i];
  return job.fast ? out.slice() : out;
}

function gemmF64(form: GemmForm, m: number, n: number, k: number, a: Float64Array, b: Float64Array, c: Float64Array | null): Float64Array {
  const out = new Float64Array(m * n);
  const bkn = form[1] === 't' ? transposed(b, n, k) : b;
  for (let i = 0; i < m; i++) {
    const at = i * n;
    for (let p = 0; p < k; p++) {
      const x = a[i * k + p];
      const row = p * n;
      for (let j = 0; j < n; j++) out[at + j] += x * bkn[row + j];
    }
  }
  if (c) for (let i = 0; i < out.length; i++) out[i] += c[i];
  return out;
}

/**
 * A·B, or C + A·B. `a` is [m, k] row by row; `b` is [k, n] row by row, or [n, k] in the forms that end in `t`; `c` is
 * [m, n]. Float32 or float64 throughout.
 */
export function gemm<T extends Working>(form: GemmForm, m: number, n: number, k: number, a: T, b: T, c: T | null = null): T {
  return (
    a instanceof Float32Array
      ? gemmF32(form, m, n, k, a, b as Float32Array, c as Float32Array | null)
      : gemmF64(form, m, n, k, a, b as Float64Array, c as Float64Array | null)
  ) as T;
}

/** float16 and bfloat16: operands widened to float32, sums in float32; the caller rounds the result. */
export function gemmHalf(form: GemmForm, m: number, n: number, k: number, a: Float32Array, b: Float32Array, c: Float32Array | null = null): Float32Array {
  const out = new Float32Array(m * n);
  const bt = form[1] === 't' ? b : form[0] === 't' ? transposed(b, k, n) : null;
  for (let i = 0; i < m; i++) {
    for (let j = 0; j < n; j++) {
      const v =
        form === 'nn'
          ? dotHalfStrided(a, i * k, b, j, n, k)
          : form === 'nt'
            ? dotHalf(a, i * k, bt as Float32Array, j * k, k)
            : dotSequential(a, i * k, bt as Float32Array, j * k, k);
      out[i * n + j] = c ? c[i * n + j] + v : v;
    }
  }
  return out;
}

/** `bmm` of few elements has a kernel of its own: every sum in k's order. */
export const isSmallBmm = (m: number, n: number, k: number): boolean => m * n * k < 400;

/** One product of a batch, float32 (`bmm`, `baddbmm` and what `matmul` makes of more than two dimensions). */
export function gemmBatchF32(form: GemmForm, m: number, n: number, k: number, a: Float32Array, b: Float32Array, c: Float32Array | null = null): Float32Array {
  if (!isSmallBmm(m, n, k)) return gemmF32(form, m, n, k, a, b, c);
  if (k === 0) return c ? c.slice() : new Float32Array(m * n);
  const job = jobOf(m, n, k, a, b, form[1] === 't', null);
  runAlong(job, 0, m, 0, n, 'plain');
  const out = job.fast ? job.out.slice() : job.out;
  if (c) for (let i = 0; i < out.length; i++) out[i] = c[i] + (out[i] + 0);
  return out;
}
