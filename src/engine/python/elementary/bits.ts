/** The two words of a double: what the other files of this folder take apart and put together. */

const F = new Float64Array(1);
const W = new Uint32Array(F.buffer);

/** Upper 32 bits (sign, exponent, 20 bits of fraction), signed. */
export function highWord(x: number): number {
  F[0] = x;
  return W[1] | 0;
}

export function lowWord(x: number): number {
  F[0] = x;
  return W[0];
}

export function fromWords(high: number, low: number): number {
  W[1] = high;
  W[0] = low;
  return F[0];
}

/** `x` without its low 32 bits. */
export function trimLow(x: number): number {
  F[0] = x;
  W[0] = 0;
  return F[0];
}

/** x · 2^k, exact but for underflow; |k| may be as large as 2,200. */
export function scale(x: number, k: number): number {
  if (k > 1023) {
    x *= 2 ** 1023;
    k -= 1023;
    if (k > 1023) {
      x *= 2 ** 1023;
      k = Math.min(k - 1023, 1023);
    }
  } else if (k < -1022) {
    // Keep one rounding: step down by amounts that leave the fraction whole.
    x *= 2 ** -969;
    k += 969;
    if (k < -1022) {
      x *= 2 ** -969;
      k = Math.max(k + 969, -1022);
    }
  }
  return x * 2 ** k;
}
