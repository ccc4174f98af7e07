/**
 * The bits behind `numpy.random.default_rng`: a seed is mixed as numpy's SeedSequence does it, numbers come from PCG64
 * (O'Neill's permuted congruential generator with 128 bits of state, XSL-RR output).
 *
 * Numbers of 32 bits are halves of those of 64, the low one first, as numpy's bit generator keeps them.
 */
import { journal } from '../../python/journal.ts';

const M32 = 0xffffffffn;
const M64 = (1n << 64n) - 1n;
const M128 = (1n << 128n) - 1n;
const MULTIPLIER = (2549297995355413924n << 64n) | 4865540595714422341n;

const POOL = 4;
const shift = (x: number): number => (x ^ (x >>> 16)) >>> 0;

/** Words of 32 bits, mixed until each depends on the whole seed. */
function pool(seed: bigint): number[] {
  const words: number[] = [];
  for (let rest = seed; rest > 0n; rest >>= 32n) words.push(Number(rest & M32));
  let factor = 0x43b0d7e5;
  const hashed = (value: number): number => {
    const v = value ^ factor;
    factor = Math.imul(factor, 0x931e8875);
    return shift(Math.imul(v, factor));
  };
  const mixed = (x: number, y: number): number => shift((Math.imul(0xca01f9dd, x) - Math.imul(0x4973f715, y)) | 0);
  const out = Array.from({ length: POOL }, (_, i) => hashed(words[i] ?? 0));
  for (let from = 0; from < POOL; from++) for (let to = 0; to < POOL; to++) if (from !== to) out[to] = mixed(out[to], hashed(out[from]));
  for (const word of words.slice(POOL)) for (let to = 0; to < POOL; to++) out[to] = mixed(out[to], hashed(word));
  return out;
}

/** `n` words of 64 bits from the mixed seed. */
function words(seed: bigint, n: number): bigint[] {
  const source = pool(seed);
  let factor = 0x8b51f9dd;
  const halves = Array.from({ length: 2 * n }, (_, i) => {
    const v = source[i % POOL] ^ factor;
    factor = Math.imul(factor, 0x58f38ded);
    return BigInt(shift(Math.imul(v, factor)));
  });
  return Array.from({ length: n }, (_, i) => halves[2 * i] | (halves[2 * i + 1] << 32n));
}

export class Pcg64 {
  private state = 0n;
  private readonly step: bigint;
  private half: number | null = null;

  /** @param seed a whole number, or the four words that a sequence of seeds has drawn */
  constructor(seed: bigint | readonly bigint[]) {
    const [a, b, c, d] = typeof seed === 'bigint' ? words(seed, 4) : seed;
    this.step = ((((c << 64n) | d) << 1n) & M128) | 1n;
    this.advance();
    this.state = (this.state + ((a << 64n) | b)) & M128;
    this.advance();
  }

  /** Call before drawing: what a trace draws must be taken back with it. */
  willChange(): void {
    if (!journal.open) return;
    const { state, half } = this;
    journal.record(this, () => {
      this.state = state;
      this.half = half;
    });
  }

  private advance(): void {
    this.state = (this.state * MULTIPLIER + this.step) & M128;
  }

  next64(): bigint {
    this.advance();
    const x = (this.state >> 64n) ^ (this.state & M64);
    const by = this.state >> 122n;
    return ((x >> by) | (x << (64n - by))) & M64;
  }

  next32(): number {
    if (this.half !== null) {
      const v = this.half;
      this.half = null;
      return v;
    }
    const v = this.next64();
    this.half = Number(v >> 32n);
    return Number(v & M32);
  }

  double(): number {
    return Number(this.next64() >> 11n) / 9007199254740992;
  }
  single(): number {
    return (this.next32() >>> 8) / 16777216;
  }

  /** A whole number from 0 to `max`, by Lemire's multiplication. */
  upTo(max: number): number {
    if (max === 0) return 0;
    if (max === 0xffffffff) return this.next32();
    const [bits, draw] = max < 0xffffffff ? [32n, () => BigInt(this.next32())] : [64n, () => this.next64()];
    const [all, n] = [1n << bits, BigInt(max) + 1n];
    let m = draw() * n;
    if (m % all < n) {
      const least = (all - n) % n;
      while (m % all < least) m = draw() * n;
    }
    return Number(m >> bits);
  }

  /** The same by masks, as shuffles draw it. */
  masked(max: number): number {
    if (max === 0) return 0;
    const mask = 2 ** (32 - Math.clz32(max)) - 1;
    for (;;) {
      const v = (this.next32() & mask) >>> 0;
      if (v <= max) return v;
    }
  }
}
