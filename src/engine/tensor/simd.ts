/**
 * The inner loop of matrix products in WebAssembly: four float32 lanes a step, each product and each sum rounded on its
 * own, as SSE2 code rounds them (PyTorch's reference numerics) and as the loop in `gemm.ts` does. The bits are the same,
 * the time is a small part of what JavaScript needs, which has no float32 arithmetic of its own.
 *
 * The module is put together below from named instructions; it is compiled at first use. Where WebAssembly or its SIMD
 * part is missing, or a page forbids it, `lanes()` is null and callers use their own loops.
 */

/**
 * run(out, a, b, stride, columns, k, fresh): out[j] (+)= Σ a[i]·b[i·stride + j], i in order, for `columns` columns
 * rounded up to fours. Addresses and `stride` in bytes. `fresh`: the first product is put there instead of added.
 * For `rows` rows of `a` and `out`, `next` and `below` bytes apart: some columns of all of them before the next columns,
 * so that what these columns need of `b` is still near. Without the last three: one row.
 */
type Run = (out: number, a: number, b: number, stride: number, columns: number, k: number, fresh: number, rows?: number, next?: number, below?: number) => void;

export class Lanes {
  /** The memory as float32; asked anew after `reserve`. */
  floats: Float32Array;
  readonly run: Run;
  private readonly memory: WebAssembly.Memory;

  constructor() {
    const { memory, run } = new WebAssembly.Instance(new WebAssembly.Module(MODULE)).exports;
    this.memory = memory as WebAssembly.Memory;
    this.run = run as Run;
    this.floats = new Float32Array(this.memory.buffer);
  }

  /** Makes room for `count` floats; false where there is no more memory. */
  reserve(count: number): boolean {
    const missing = Math.ceil((4 * count - this.memory.buffer.byteLength) / PAGE);
    if (missing <= 0) return true;
    if (count > MOST) return false;
    try {
      this.memory.grow(missing);
    } catch {
      return false;
    }
    this.floats = new Float32Array(this.memory.buffer);
    return true;
  }
}

const PAGE = 65536;
/** Floats beyond which operands are not copied here: the memory is never given back. */
const MOST = 1 << 24;

let made: Lanes | null | undefined;

/** The kernel, or null where it cannot be had. */
export function lanes(): Lanes | null {
  if (made === undefined) {
    try {
      made = new Lanes();
    } catch {
      made = null;
    }
  }
  return made;
}

// Instructions, by their names in the WebAssembly specification.
const I32 = 0x7f;
const V128 = 0x7b;
const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
/** A constant below 64. */
const constant = (n: number): number[] => (n < 64 ? [0x41, n] : [0x41, (n & 0x7f) | 0x80, n >> 7]);
const [ADD, SUB, LESS, MORE, IS_ZERO, END, ELSE] = [[0x6a], [0x6b], [0x48], [0x4a], [0x45], [0x0b], [0x05]];
const [BLOCK, LOOP, IF] = [
  [0x02, 0x40],
  [0x03, 0x40],
  [0x04, 0x40],
];
const br = (depth: number): number[] => [0x0c, depth];
const brIf = (depth: number): number[] => [0x0d, depth];
const load = (offset: number): number[] => [0xfd, 0x00, 0, offset];
const store = (offset: number): number[] => [0xfd, 0x0b, 0, offset];
const LOAD_SPLAT = [0xfd, 0x09, 0, 0];
const F32X4_ADD = [0xfd, 0xe4, 0x01];
const F32X4_MUL = [0xfd, 0xe6, 0x01];

const [OUT, A, B, STRIDE, COLUMNS, K, FRESH, ROWS, NEXT, BELOW] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];
const [P, Q, LEFT, ROW, TO, FROM, SUM, X] = [10, 11, 12, 13, 14, 15, 16, 20];
const advance = (local: number, by: number[]): number[] => [...get(local), ...by, ...ADD, ...set(local)];

/** Goes over the columns in strips of `width` vectors while at least `least` columns are left. */
function strips(width: number, least: number): number[] {
  const vectors = Array.from({ length: width }, (_, v) => v);
  const product = (v: number): number[] => [...get(X), ...get(P), ...load(16 * v), ...F32X4_MUL];
  const less = (local: number, by: number): number[] => [...get(local), ...constant(by), ...SUB, ...set(local)];
  const nextRow = [...advance(P, get(STRIDE)), ...advance(Q, constant(4)), ...less(LEFT, 1)];
  const splat = [...get(Q), ...LOAD_SPLAT, ...set(X)];
  return [
    ...BLOCK,
    ...LOOP,
    ...get(COLUMNS),
    ...constant(least),
    ...LESS,
    ...brIf(1),
    ...get(ROWS),
    ...set(ROW),
    ...get(A),
    ...set(FROM),
    ...get(OUT),
    ...set(TO),
    ...LOOP,
    ...get(B),
    ...set(P),
    ...get(FROM),
    ...set(Q),
    ...get(K),
    ...set(LEFT),
    ...get(FRESH),
    ...IF,
    ...splat,
    ...vectors.flatMap((v) => [...product(v), ...set(SUM + v)]),
    ...nextRow,
    ...ELSE,
    ...vectors.flatMap((v) => [...get(TO), ...load(16 * v), ...set(SUM + v)]),
    ...END,
    ...BLOCK,
    ...LOOP,
    ...get(LEFT),
    ...IS_ZERO,
    ...brIf(1),
    ...splat,
    ...vectors.flatMap((v) => [...get(SUM + v), ...product(v), ...F32X4_ADD, ...set(SUM + v)]),
    ...nextRow,
    ...br(0),
    ...END,
    ...END,
    ...vectors.flatMap((v) => [...get(TO), ...get(SUM + v), ...store(16 * v)]),
    ...advance(FROM, get(NEXT)),
    ...advance(TO, get(BELOW)),
    ...less(ROW, 1),
    ...get(ROW),
    ...constant(0),
    ...MORE,
    ...brIf(0),
    ...END,
    ...advance(OUT, constant(16 * width)),
    ...advance(B, constant(16 * width)),
    ...less(COLUMNS, 4 * width),
    ...br(0),
    ...END,
    ...END,
  ];
}

const leb = (n: number): number[] => (n < 128 ? [n] : [(n & 0x7f) | 0x80, ...leb(n >> 7)]);
const section = (id: number, bytes: number[]): number[] => [id, ...leb(bytes.length), ...bytes];
const name = (text: string): number[] => [text.length, ...Array.from(text, (c) => c.charCodeAt(0))];

const MODULE = ((): Uint8Array<ArrayBuffer> => {
  const body = [2, 6, I32, 5, V128, ...strips(4, 16), ...strips(1, 1), ...END];
  return Uint8Array.from([
    0x00,
    0x61,
    0x73,
    0x6d,
    1,
    0,
    0,
    0,
    ...section(1, [1, 0x60, 10, ...new Array<number>(10).fill(I32), 0]), // one type: ten i32, no result
    ...section(3, [1, 0]),
    ...section(5, [1, 0, 16]), // a memory of 16 pages
    ...section(7, [2, ...name('memory'), 2, 0, ...name('run'), 0, 0]),
    ...section(10, [1, ...leb(body.length), ...body]),
  ]);
})();
