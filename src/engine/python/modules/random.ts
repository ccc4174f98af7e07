/**
 * The generator behind `random`: MT19937 as in CPython's `_randommodule.c` (seeding by array, 53-bit floats). The methods
 * built on it are Python (`lib/random.ts`).
 */
import { PyTuple } from '../containers.ts';
import { MAX_BITS } from '../arith.ts';
import { LimitReached, raise } from '../errors.ts';
import type { PyModule } from '../functions.ts';
import { journal } from '../journal.ts';
import { extendType } from '../native.ts';
import { spend } from '../spend.ts';
import { newType, objectType, type PyType } from '../types.ts';
import { int, PyFloat, PyInstance } from '../values.ts';
import { makeModule } from './util.ts';

const N = 624;
const M = 397;

class Twister extends PyInstance {
  state = new Uint32Array(N);
  index = N + 1;

  private willChange(): void {
    if (!journal.open) return;
    const old = this.state.slice();
    const { index } = this;
    journal.record(this, () => {
      this.state = old;
      this.index = index;
    });
  }
  private initGenrand(s: number): void {
    const mt = this.state;
    mt[0] = s;
    for (let i = 1; i < N; i++) mt[i] = Math.imul(1812433253, mt[i - 1] ^ (mt[i - 1] >>> 30)) + i;
    this.index = N;
  }
  initByArray(key: number[]): void {
    this.willChange();
    const mt = this.state;
    this.initGenrand(19650218);
    let i = 1;
    let j = 0;
    for (let k = Math.max(N, key.length); k > 0; k--) {
      mt[i] = (mt[i] ^ Math.imul(mt[i - 1] ^ (mt[i - 1] >>> 30), 1664525)) + key[j] + j;
      i++;
      j++;
      if (i >= N) {
        mt[0] = mt[N - 1];
        i = 1;
      }
      if (j >= key.length) j = 0;
    }
    for (let k = N - 1; k > 0; k--) {
      mt[i] = (mt[i] ^ Math.imul(mt[i - 1] ^ (mt[i - 1] >>> 30), 1566083941)) - i;
      i++;
      if (i >= N) {
        mt[0] = mt[N - 1];
        i = 1;
      }
    }
    mt[0] = 0x80000000;
  }
  next32(): number {
    this.willChange();
    const mt = this.state;
    if (this.index >= N) {
      for (let k = 0; k < N; k++) {
        const y = (mt[k] & 0x80000000) | (mt[(k + 1) % N] & 0x7fffffff);
        mt[k] = mt[(k + M) % N] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
      }
      this.index = 0;
    }
    let y = mt[this.index++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    y ^= y >>> 18;
    return y >>> 0;
  }
  random(): number {
    const a = this.next32() >>> 5;
    const b = this.next32() >>> 6;
    return (a * 67108864 + b) * (1 / 9007199254740992);
  }
}

function seedKey(n: number | bigint): number[] {
  let x = BigInt(n);
  if (x < 0n) x = -x;
  const key: number[] = [];
  while (x > 0n) {
    key.push(Number(x & 0xffffffffn));
    x >>= 32n;
  }
  return key.length === 0 ? [0] : key;
}

const twisterType = newType('_Random', objectType, '_random');
twisterType.hasDict = true;
extendType(twisterType, {
  alloc: (cls) => new Twister(cls),
  create: (_vm, args) => new Twister(args[0] as PyType),
  raw: { __init__: () => null },
  methods: {
    '_seed(self, n, /)': (_vm, self: Twister, n) => {
      self.initByArray(seedKey(n));
      return null;
    },
    'random(self, /)': (_vm, self: Twister) => new PyFloat(self.random()),
    'getrandbits(self, k, /)': (_vm, self: Twister, k) => {
      if (k < 0) raise('ValueError', 'number of bits must be non-negative');
      if (k === 0) return 0;
      if (k <= 32) return self.next32() >>> (32 - k);
      if (k > MAX_BITS) throw new LimitReached('bits of an int', MAX_BITS);
      spend(k >> 5);
      const words: string[] = [];
      for (let left = k; left > 0; left -= 32) {
        let r = self.next32();
        if (left < 32) r >>>= 32 - left;
        words.push(r.toString(16).padStart(8, '0'));
      }
      return int(BigInt(`0x${words.reverse().join('')}`));
    },
    '_getstate(self, /)': (_vm, self: Twister) => new PyTuple([...Array.from(self.state), self.index]),
    '_setstate(self, state, /)': (_vm, self: Twister, state: PyTuple) => {
      self.state = Uint32Array.from(state.items.slice(0, N) as number[]);
      self.index = state.items[N] as number;
      return null;
    },
  },
});

export function randomCore(): PyModule {
  return makeModule('_random', { types: [twisterType] });
}
