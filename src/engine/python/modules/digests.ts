/**
 * Message digests: MD5 (RFC 1321), SHA-1 and SHA-2 (FIPS 180-4). Their constants are roots of primes and sines of
 * counts, so they are computed instead of written down. In the pack `bytes`.
 */
const MASK64 = (1n << 64n) - 1n;
const primes: bigint[] = [];
for (let n = 2n; primes.length < 80; n++) if (primes.every((p) => n % p !== 0n)) primes.push(n);

/** The first `bits` bits behind the point of the k-th root of `n`. */
function rootBits(n: bigint, k: bigint, bits: bigint): bigint {
  const target = n << (bits * k);
  let low = 0n;
  let high = 1n << (bits + 5n);
  while (high - low > 1n) {
    const mid = (low + high) >> 1n;
    if (mid ** k <= target) low = mid;
    else high = mid;
  }
  return low & ((1n << bits) - 1n);
}

let tables: { k64: readonly bigint[]; k32: Int32Array; md5: Int32Array } | null = null;
function constants() {
  const k64 = primes.map((p) => rootBits(p, 3n, 64n));
  const k32 = Int32Array.from(primes.slice(0, 64), (_, i) => Number(k64[i] >> 32n) | 0);
  const md5 = Int32Array.from({ length: 64 }, (_, i) => Math.floor(Math.abs(Math.sin(i + 1)) * 2 ** 32) | 0);
  return { k64, k32, md5 };
}

/** The message with a bit behind it, zeros, and its length in bits: whole blocks. */
function padded(data: Uint8Array, block: number, little: boolean): DataView {
  const tail = block === 128 ? 16 : 8;
  const out = new Uint8Array(Math.ceil((data.length + 1 + tail) / block) * block);
  out.set(data);
  out[data.length] = 0x80;
  const view = new DataView(out.buffer);
  view.setBigUint64(out.length - 8, BigInt(data.length) * 8n, little);
  return view;
}

const left = (x: number, n: number): number => (x << n) | (x >>> (32 - n));
const words = (h: readonly number[], little: boolean): Uint8Array => {
  const view = new DataView(new ArrayBuffer(h.length * 4));
  h.forEach((x, i) => view.setInt32(4 * i, x, little));
  return new Uint8Array(view.buffer);
};

const START = [0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0];
const TURNS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21];

function md5(data: Uint8Array): Uint8Array {
  const k = (tables ??= constants()).md5;
  const m = padded(data, 64, true);
  let [a0, b0, c0, d0] = START.map((x) => x | 0);
  for (let at = 0; at < m.byteLength; at += 64) {
    let [a, b, c, d] = [a0, b0, c0, d0];
    for (let i = 0; i < 64; i++) {
      const round = i >> 4;
      const f = round === 0 ? (b & c) | (~b & d) : round === 1 ? (d & b) | (~d & c) : round === 2 ? b ^ c ^ d : c ^ (b | ~d);
      const g = [i, 5 * i + 1, 3 * i + 5, 7 * i][round] & 15;
      const turned = left((a + f + k[i] + m.getInt32(at + 4 * g, true)) | 0, TURNS[round * 4 + (i & 3)]);
      [a, d, c, b] = [d, c, b, (b + turned) | 0];
    }
    [a0, b0, c0, d0] = [(a0 + a) | 0, (b0 + b) | 0, (c0 + c) | 0, (d0 + d) | 0];
  }
  return words([a0, b0, c0, d0], true);
}

function sha1(data: Uint8Array): Uint8Array {
  const m = padded(data, 64, false);
  const h = START.map((x) => x | 0);
  const w = new Int32Array(80);
  for (let at = 0; at < m.byteLength; at += 64) {
    for (let i = 0; i < 80; i++) w[i] = i < 16 ? m.getInt32(at + 4 * i) : left(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1);
    let [a, b, c, d, e] = h;
    for (let i = 0; i < 80; i++) {
      const round = Math.floor(i / 20);
      const f = round === 0 ? (b & c) | (~b & d) : round === 2 ? (b & c) | (b & d) | (c & d) : b ^ c ^ d;
      const t = (left(a, 5) + f + e + [0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6][round] + w[i]) | 0;
      [e, d, c, b, a] = [d, c, left(b, 30), a, t];
    }
    [a, b, c, d, e].forEach((x, i) => (h[i] = (h[i] + x) | 0));
  }
  return words(h, false);
}

const right = (x: number, n: number): number => (x >>> n) | (x << (32 - n));

function sha256(data: Uint8Array, start: readonly bigint[], length: number): Uint8Array {
  const k = (tables ??= constants()).k32;
  const m = padded(data, 64, false);
  const h = start.map((x) => Number(x & 0xffffffffn) | 0);
  const w = new Int32Array(64);
  for (let at = 0; at < m.byteLength; at += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) w[i] = m.getInt32(at + 4 * i);
      else {
        const [x, y] = [w[i - 15], w[i - 2]];
        w[i] = (w[i - 16] + (right(x, 7) ^ right(x, 18) ^ (x >>> 3)) + w[i - 7] + (right(y, 17) ^ right(y, 19) ^ (y >>> 10))) | 0;
      }
    }
    let [a, b, c, d, e, f, g, last] = h;
    for (let i = 0; i < 64; i++) {
      const t = (last + (right(e, 6) ^ right(e, 11) ^ right(e, 25)) + ((e & f) ^ (~e & g)) + k[i] + w[i]) | 0;
      const u = ((right(a, 2) ^ right(a, 13) ^ right(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [last, g, f, e, d, c, b, a] = [g, f, e, (d + t) | 0, c, b, a, (t + u) | 0];
    }
    [a, b, c, d, e, f, g, last].forEach((x, i) => (h[i] = (h[i] + x) | 0));
  }
  return words(h, false).subarray(0, length);
}

const wide = (x: bigint, n: bigint): bigint => ((x >> n) | (x << (64n - n))) & MASK64;

function sha512(data: Uint8Array, start: readonly bigint[], length: number): Uint8Array {
  const k = (tables ??= constants()).k64;
  const m = padded(data, 128, false);
  const h = [...start];
  const w: bigint[] = [];
  for (let at = 0; at < m.byteLength; at += 128) {
    for (let i = 0; i < 80; i++) {
      if (i < 16) w[i] = m.getBigUint64(at + 8 * i);
      else {
        const [x, y] = [w[i - 15], w[i - 2]];
        w[i] = (w[i - 16] + (wide(x, 1n) ^ wide(x, 8n) ^ (x >> 7n)) + w[i - 7] + (wide(y, 19n) ^ wide(y, 61n) ^ (y >> 6n))) & MASK64;
      }
    }
    let [a, b, c, d, e, f, g, last] = h;
    for (let i = 0; i < 80; i++) {
      const t = last + (wide(e, 14n) ^ wide(e, 18n) ^ wide(e, 41n)) + ((e & f) ^ ((e ^ MASK64) & g)) + k[i] + w[i];
      const u = (wide(a, 28n) ^ wide(a, 34n) ^ wide(a, 39n)) + ((a & b) ^ (a & c) ^ (b & c));
      [last, g, f, e, d, c, b, a] = [g, f, e, (d + t) & MASK64, c, b, a, (t + u) & MASK64];
    }
    [a, b, c, d, e, f, g, last].forEach((x, i) => (h[i] = (h[i] + x) & MASK64));
  }
  const view = new DataView(new ArrayBuffer(64));
  h.forEach((x, i) => view.setBigUint64(8 * i, x));
  return new Uint8Array(view.buffer).subarray(0, length);
}

const roots = (from: number, bits: bigint): bigint[] => primes.slice(from, from + 8).map((p) => rootBits(p, 2n, bits));

/** Digest by name. SHA-224 starts from the second halves of SHA-384's words. */
export const DIGESTS: Readonly<Record<string, (data: Uint8Array) => Uint8Array>> = {
  md5,
  sha1,
  sha224: (d) => sha256(d, roots(8, 64n), 28),
  sha256: (d) => sha256(d, roots(0, 32n), 32),
  sha384: (d) => sha512(d, roots(8, 64n), 48),
  sha512: (d) => sha512(d, roots(0, 64n), 64),
};
