/**
 * `torch.Generator` on the CPU: MT19937, the seed it was given, and the second half of the last normal pair.
 *
 * A fresh generator has PyTorch's fixed seed 67280421310721. The default generator of a PyTorch process starts from the
 * machine's entropy; here it starts from that same fixed seed, so that an unseeded program gives the same run each time.
 * A generator reports its changes to the journal, as every mutable object does.
 */
import { journal } from '../../python/journal.ts';
import { runtimeError, valueError } from '../errors.ts';
import { empty } from '../create.ts';
import { uint8 } from '../dtype.ts';
import type { Tensor } from '../tensor.ts';
import { Mt19937 } from './mt19937.ts';

export const DEFAULT_SEED = 67280421310721n;

/** Bytes of `torch.get_rng_state()`: seed, counters, 624 words of 64 bits each, and the normal caches. */
const STATE_BYTES = 5056;

interface Snapshot {
  readonly words: Uint32Array;
  readonly at: number;
  readonly seed: bigint;
  readonly nextNormal: number | null;
}

export class Generator {
  private readonly engine = new Mt19937();
  private seedValue = DEFAULT_SEED;
  /** Kept by the double normal sampler: its Box–Muller pairs come out one at a time. */
  private nextNormal: number | null = null;

  constructor() {
    this.engine.seed(Number(DEFAULT_SEED & 0xffffffffn));
  }

  /** Seeds; a negative seed counts down from 2^64. */
  manualSeed(seed: number | bigint): this {
    const wide = BigInt(seed);
    if (wide < -(2n ** 63n) || wide >= 2n ** 64n) throw valueError('Overflow when unpacking long long');
    this.willChange();
    this.seedValue = BigInt.asUintN(64, wide);
    this.engine.seed(Number(this.seedValue & 0xffffffffn));
    this.nextNormal = null;
    return this;
  }

  initialSeed(): number | bigint {
    return this.seedValue <= 9007199254740991n ? Number(this.seedValue) : this.seedValue;
  }

  /** Call once before drawing: lets a journal take the draws back. */
  willChange(): void {
    if (!journal.open) return;
    const saved = this.snapshot();
    journal.record(this, () => this.restore(saved));
  }

  /** 32 random bits. */
  random(): number {
    return this.engine.next();
  }

  /** 64 random bits: the first draw is the upper half. */
  random64(): bigint {
    const high = this.engine.next();
    return (BigInt(high) << 32n) | BigInt(this.engine.next());
  }

  /** Uniform in [0, 1) with 24 bits: a float. */
  uniformFloat(): number {
    return (this.engine.next() & 0xffffff) * 5.9604644775390625e-8;
  }

  /** Uniform in [0, 1) with 53 bits: a double. */
  uniformDouble(): number {
    const high = this.engine.next() & 0x1fffff;
    return (high * 4294967296 + this.engine.next()) * 1.1102230246251565e-16;
  }

  takeNormal(): number | null {
    const v = this.nextNormal;
    this.nextNormal = null;
    return v;
  }

  keepNormal(v: number): void {
    this.nextNormal = v;
  }

  snapshot(): Snapshot {
    return { words: this.engine.state.slice(), at: this.engine.at, seed: this.seedValue, nextNormal: this.nextNormal };
  }

  restore(s: Snapshot): void {
    this.engine.state.set(s.words);
    this.engine.at = s.at;
    this.seedValue = s.seed;
    this.nextNormal = s.nextNormal;
  }

  clone(): Generator {
    const g = new Generator();
    g.restore(this.snapshot());
    return g;
  }

  /** The byte tensor of `get_state`, laid out as PyTorch's legacy state. */
  getState(): Tensor {
    const t = empty([STATE_BYTES], uint8, { fake: false });
    const view = new DataView(t.storage.buffer as ArrayBuffer, t.storage.start, STATE_BYTES);
    const fresh = this.engine.at > 624;
    view.setBigUint64(0, this.seedValue, true);
    // `left` (words left in the block, plus one) and `next` (place of the next one) of the reference code.
    view.setInt32(8, fresh ? 1 : 625 - this.engine.at, true);
    view.setInt32(12, 1, true);
    view.setBigUint64(16, BigInt(fresh ? 0 : this.engine.at), true);
    for (let i = 0; i < 624; i++) view.setBigUint64(24 + 8 * i, BigInt(this.engine.state[i]), true);
    writeNormal(view, this.nextNormal);
    return t;
  }

  setState(t: Tensor): void {
    const { buffer, start } = t.storage;
    if (t.dtype.name !== 'uint8') throw runtimeError('RNG state must be a torch.ByteTensor');
    if (buffer === null || t.numel !== STATE_BYTES) throw runtimeError('RNG state is wrong size');
    this.willChange();
    const view = new DataView(buffer, start + t.offset, STATE_BYTES);
    this.seedValue = view.getBigUint64(0, true);
    const left = view.getInt32(8, true);
    const next = Number(view.getBigUint64(16, true));
    this.engine.at = left === 1 ? (next === 0 ? 625 : 624) : next;
    for (let i = 0; i < 624; i++) this.engine.state[i] = Number(view.getBigUint64(24 + 8 * i, true) & 0xffffffffn);
    this.nextNormal = readNormal(view);
  }
}

const NORMAL = 24 + 8 * 624;

function writeNormal(view: DataView, v: number | null): void {
  view.setFloat64(NORMAL + 8, v ?? 0, true);
  view.setInt32(NORMAL + 24, v === null ? 0 : 1, true);
}

const readNormal = (view: DataView): number | null => (view.getInt32(NORMAL + 24, true) === 0 ? null : view.getFloat64(NORMAL + 8, true));
