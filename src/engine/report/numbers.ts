/**
 * A tensor's numbers as its row in the report holds them: what a pane shows of each, and how rows are told apart by them.
 */
import { toNumbers } from '../tensor/access.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { ValueRow } from './types.ts';

type Numbers = NonNullable<ValueRow['data']>;

/** Powers of ten that a float64 holds exactly. */
const POWERS = Array.from({ length: 23 }, (_, i) => Number(`1e${i}`));

/**
 * `Number(x.toPrecision(9))`, by arithmetic. The product by a power of ten is off by less than 2^-23, so it rounds as the true
 * one wherever that is not about half way, and the quotient of two exact numbers is the float64 nearest to the decimal.
 */
function nineDigits(x: number): number {
  const a = Math.abs(x);
  if (a >= 1e-14 && a < 1e9) {
    const power = POWERS[8 - Math.floor(Math.log10(a))];
    const p = a * power;
    const n = Math.round(p);
    if (p >= 1e8 && n < 1e9 && Math.abs(p - Math.floor(p) - 0.5) > 1e-6) return x < 0 ? -n / power : n / power;
  }
  return Number(x.toPrecision(9));
}

export function shownNumbers(t: Tensor): Numbers {
  const numbers = toNumbers(t) as unknown[];
  // What a float64 holds takes 17 digits: itself.
  const nine = t.dtype.category === 'float' && t.dtype.name !== 'float64';
  for (let i = 0; i < numbers.length; i++) {
    const x = numbers[i] as number | bigint | boolean;
    if (typeof x !== 'number') numbers[i] = typeof x === 'bigint' ? x.toString() : x ? 1 : 0;
    else if (Number.isNaN(x)) numbers[i] = 'nan';
    else if (!Number.isFinite(x)) numbers[i] = x > 0 ? 'inf' : '-inf';
    // No -0.
    else numbers[i] = nine && !(Number.isInteger(x) && x < 1e9 && x > -1e9) ? nineDigits(x) : x + 0;
  }
  return numbers as Numbers;
}

const float = new Float64Array(1);
const halves = new Int32Array(float.buffer);

/** Equal numbers have equal marks, others nearly never. */
export function markOf(numbers: Numbers): string {
  let mark = 0;
  for (let i = 0; i < numbers.length; i++) {
    float[0] = Number(numbers[i]);
    mark = Math.imul(mark ^ halves[0], 0x5bd1e995);
    mark = Math.imul(mark ^ (mark >>> 15) ^ halves[1], 0x27d4eb2f);
  }
  return String(mark);
}

export const sameNumbers = (a: Numbers, b: ValueRow['data']): boolean => a === b || (a.length === b?.length && a.every((x, i) => x === b[i]));
