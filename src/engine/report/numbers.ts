/**
 * A tensor's numbers as its row in the report holds them: what a pane shows of each, and how rows are told apart by them.
 */
import { toNumbers, toWorking } from '../tensor/access.ts';
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

function shown(t: Tensor): Numbers {
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
function mark(numbers: Numbers): string {
  let m = 0;
  for (let i = 0; i < numbers.length; i++) {
    float[0] = Number(numbers[i]);
    m = Math.imul(m ^ halves[0], 0x5bd1e995);
    m = Math.imul(m ^ (m >>> 15) ^ halves[1], 0x27d4eb2f);
  }
  return String(m);
}

/** What a row says of a tensor that has too many. */
function summary(t: Tensor): NonNullable<ValueRow['summary']> {
  let [min, max, sum] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 0];
  const numbers = t.dtype.category === 'float' ? toWorking(t) : Float64Array.from(toNumbers(t), Number);
  const n = numbers.length;
  for (let i = 0; i < n; i++) {
    const v = numbers[i];
    if (v < min) min = v;
    if (v > max) max = v;
    sum += v;
  }
  const finite = (v: number): number => (Number.isFinite(v) ? Number(v.toPrecision(6)) : 0);
  return { min: finite(min), max: finite(max), mean: finite(sum / n), numel: n };
}

const same = (a: Numbers, b: ValueRow['data']): boolean => a === b || (a.length === b?.length && a.every((x, i) => x === b[i]));

export const numbers = { shown, summary, mark, same };
