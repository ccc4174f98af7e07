/**
 * Numbers as Python's `format(x, '.4f')` and `format(x, '.4e')` write them.
 *
 * JavaScript's `toFixed` and `toExponential` round the exact binary value too, but send ties up where Python sends them
 * to the even digit; they also lose the sign of zero and write other exponents. Those cases are mended here.
 */

function special(x: number): string | null {
  if (x !== x) return 'nan';
  return x === Infinity ? 'inf' : x === -Infinity ? '-inf' : null;
}

const isNegative = (x: number): boolean => x < 0 || Object.is(x, -0);

/** `format(x, f'.{digits}f')` */
export function formatFixed(x: number, digits: number): string {
  const word = special(x);
  if (word) return word;
  const abs = Math.abs(x);
  const sign = isNegative(x) ? '-' : '';
  if (abs >= 1e21) return sign + BigInt(abs).toString() + (digits ? `.${'0'.repeat(digits)}` : '');
  // A tie needs a binary fraction of at most digits + 1 places.
  if (Number.isInteger(abs * 2 ** (digits + 1))) return sign + fixedExact(abs, digits);
  return sign + abs.toFixed(digits);
}

/** The same for values with a short binary fraction, in exact integers. */
function fixedExact(abs: number, digits: number): string {
  const shift = BigInt(digits + 1);
  const scaled = BigInt(abs * 2 ** (digits + 1)) * 10n ** BigInt(digits);
  const half = 1n << (shift - 1n);
  let q = scaled >> shift;
  const rest = scaled - (q << shift);
  if (rest > half || (rest === half && (q & 1n) === 1n)) q++;
  const text = q.toString().padStart(digits + 1, '0');
  return digits ? `${text.slice(0, -digits)}.${text.slice(-digits)}` : text;
}

/** `format(x, f'.{digits}e')` */
export function formatExponent(x: number, digits: number): string {
  const word = special(x);
  if (word) return word;
  const abs = Math.abs(x);
  let text = abs.toExponential(digits);
  // Digits beyond the wanted ones: "5000…" is a tie. A hundred digits tell (no double lies closer to one without being it).
  const long = abs.toExponential(100);
  const kept = long.slice(0, digits === 0 ? 1 : digits + 2);
  const rest = long.slice(digits === 0 ? 2 : digits + 2, long.indexOf('e'));
  if (/^50*$/.test(rest) && Number(kept[kept.length - 1]) % 2 === 0) text = kept + long.slice(long.indexOf('e'));
  const e = text.indexOf('e');
  const power = text.slice(e + 2);
  return `${isNegative(x) ? '-' : ''}${text.slice(0, e + 2)}${power.length < 2 ? `0${power}` : power}`;
}
