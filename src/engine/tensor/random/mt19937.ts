/**
 * The Mersenne Twister MT19937 of Matsumoto and Nishimura, seeded as `at::mt19937` seeds it (from the low 32 bits).
 */

const N = 624;
const M = 397;

export class Mt19937 {
  readonly state = new Uint32Array(N);
  /** Next word to hand out; N: the block is used up; N + 1: freshly seeded. */
  at = N + 1;

  seed(seed: number): void {
    const s = this.state;
    s[0] = seed;
    for (let i = 1; i < N; i++) s[i] = Math.imul(1812433253, s[i - 1] ^ (s[i - 1] >>> 30)) + i;
    this.at = N + 1;
  }

  /** The next 32 bits, as a number from 0 to 2^32 − 1. */
  next(): number {
    if (this.at >= N) this.renew();
    let y = this.state[this.at++];
    y ^= y >>> 11;
    y ^= (y << 7) & 0x9d2c5680;
    y ^= (y << 15) & 0xefc60000;
    return (y ^ (y >>> 18)) >>> 0;
  }

  private renew(): void {
    const s = this.state;
    for (let i = 0; i < N; i++) {
      const y = (s[i] & 0x80000000) | (s[i + 1 === N ? 0 : i + 1] & 0x7fffffff);
      s[i] = s[i + M < N ? i + M : i + M - N] ^ (y >>> 1) ^ (y & 1 ? 0x9908b0df : 0);
    }
    this.at = 0;
  }
}
