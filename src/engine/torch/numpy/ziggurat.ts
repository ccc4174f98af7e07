/**
 * Normal and exponential numbers by the ziggurat of Marsaglia and Tsang (2000), in 256 strips, as numpy's Generator draws
 * them (`random_standard_normal`, `random_standard_exponential` in its distributions.c).
 *
 * numpy keeps the strips as tables; here they are computed from their definition when first asked for: strips of one area
 * under the curve, the lowest with the tail. A test compares draws from every strip with numpy's.
 */
import { exp, log, log1p } from '../../python/elementary/index.ts';
import type { Pcg64 } from './pcg.ts';

const STRIPS = 256;

interface Strips {
  /** Below this a draw lies under the curve for certain. */
  readonly sure: Float64Array;
  /** Width of one step. */
  readonly width: Float64Array;
  readonly height: Float64Array;
}
const blank = (): Strips => ({ sure: new Float64Array(STRIPS), width: new Float64Array(STRIPS), height: new Float64Array(STRIPS) });

const NORMAL_R = 3.6541528853610088;
const NORMAL_INVERSE_R = 0.27366123732975828;
const EXPONENTIAL_R = 7.69711747013104972;

/** Strips under exp(-x² / 2), in float64 as numpy's were made. */
function normalStrips(): Strips {
  const out = blank();
  const { sure, width, height } = out;
  const steps = 2 ** 52;
  const area = 0.004928673233974652;
  const f = (x: number): number => exp(-0.5 * x * x);
  let x = NORMAL_R;
  width[STRIPS - 1] = x / steps;
  height[STRIPS - 1] = f(x);
  sure[0] = Math.trunc(((x * height[STRIPS - 1]) / area) * steps);
  width[0] = area / height[STRIPS - 1] / steps;
  height[0] = 1;
  for (let i = STRIPS - 2; i > 0; i--) {
    const next = Math.sqrt(-2 * log(area / x + height[i + 1]));
    sure[i + 1] = Math.trunc((next / x) * steps);
    width[i] = next / steps;
    // The exponential function behind numpy's table was off by one unit in the last place here, and here alone.
    height[i] = f(next) + (i === 38 ? 2 ** -53 : 0);
    x = next;
  }
  return out;
}

/** Numbers below are whole ones of so many steps a unit: numpy's strips under exp(-x) were rounded from higher precision. */
const BITS = 128n;
const ONE = 1n << BITS;
const times = (a: bigint, b: bigint): bigint => (a * b) >> BITS;
const over = (a: bigint, b: bigint): bigint => (a << BITS) / b;

/** e to the power of -x for x from 0 on: the series of x / 256, squared eight times. */
function expNegative(x: bigint): bigint {
  const small = x >> 8n;
  let sum = ONE;
  let term = ONE;
  for (let k = 1n; term !== 0n; k++) {
    term = -times(term, small) / k;
    sum += term;
  }
  for (let i = 0; i < 8; i++) sum = times(sum, sum);
  return sum;
}

/** As float64: the upper 64 bits that are not zero are rounded once. */
const number = (x: bigint): number => {
  const cut = BigInt(Math.max(0, x.toString(2).length - 64));
  return Number(x >> cut) * 2 ** Number(cut - BITS);
};

/** The logarithm of y below 1, without its sign: float64's, made better by a step of Halley's. */
function logNegative(y: bigint): bigint {
  const first = BigInt(Math.round(-Math.log(number(y)) * 2 ** 52)) << (BITS - 52n);
  const e = expNegative(first);
  return first - over(2n * (y - e), y + e);
}

function exponentialStrips(): Strips {
  const out = blank();
  const { sure, width, height } = out;
  const steps = 2 ** 53;
  const count = (x: bigint): number => Number((x << 53n) >> BITS);
  let x = (76971174701310497140446280481n << BITS) / 10n ** 28n;
  let y = expNegative(x);
  const area = times(x + ONE, y);
  width[STRIPS - 1] = number(x) / steps;
  height[STRIPS - 1] = number(y);
  sure[0] = count(over(times(x, y), area));
  width[0] = number(over(area, y)) / steps;
  height[0] = 1;
  for (let i = STRIPS - 2; i > 0; i--) {
    y += over(area, x);
    const next = logNegative(y);
    sure[i + 1] = count(over(next, x));
    width[i] = number(next) / steps;
    height[i] = number(y);
    x = next;
  }
  return out;
}

let normals: Strips | null = null;
let exponentials: Strips | null = null;

export function standardNormal(bits: Pcg64): number {
  const { sure, width, height } = (normals ??= normalStrips());
  for (;;) {
    const drawn = bits.next64();
    const strip = Number(drawn & 0xffn);
    const size = Number((drawn >> 9n) & 0xfffffffffffffn);
    const x = (((drawn >> 8n) & 1n) === 1n ? -size : size) * width[strip];
    if (size < sure[strip]) return x;
    if (strip === 0) {
      for (;;) {
        const away = -NORMAL_INVERSE_R * log1p(-bits.double());
        const y = -log1p(-bits.double());
        if (y + y > away * away) return Math.floor(size / 256) % 2 === 1 ? -(NORMAL_R + away) : NORMAL_R + away;
      }
    }
    if ((height[strip - 1] - height[strip]) * bits.double() + height[strip] < exp(-0.5 * x * x)) return x;
  }
}

export function standardExponential(bits: Pcg64): number {
  const { sure, width, height } = (exponentials ??= exponentialStrips());
  for (;;) {
    const drawn = bits.next64() >> 3n;
    const strip = Number(drawn & 0xffn);
    const size = Number(drawn >> 8n);
    const x = size * width[strip];
    if (size < sure[strip]) return x;
    if (strip === 0) return EXPONENTIAL_R - log1p(-bits.double());
    if ((height[strip - 1] - height[strip]) * bits.double() + height[strip] < exp(-x)) return x;
  }
}
