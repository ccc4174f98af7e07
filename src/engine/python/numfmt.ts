/**
 * Digits of floats as CPython prints them: shortest repr, and fixed, exponent and general formats, exactly rounded.
 */

/** Shortest digits and decimal exponent: value = 0.d1d2d3… × 10^exp10 of a positive finite number. */
export function shortest(v: number): { digits: string; point: number } {
  const m = /^(\d)(?:\.(\d+))?e([+-]\d+)$/.exec(v.toExponential()) as RegExpExecArray;
  return { digits: m[1] + (m[2] ?? ''), point: Number(m[3]) + 1 };
}

export function floatRepr(v: number): string {
  if (Number.isNaN(v)) return 'nan';
  if (!Number.isFinite(v)) return v > 0 ? 'inf' : '-inf';
  const sign = v < 0 || Object.is(v, -0) ? '-' : '';
  if (v === 0) return `${sign}0.0`;
  const { digits, point } = shortest(Math.abs(v));
  if (point > -4 && point <= 16) {
    if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
    if (digits.length <= point) return `${sign}${digits}${'0'.repeat(point - digits.length)}.0`;
    return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
  }
  return `${sign}${mantissa(digits)}e${exponent(point - 1)}`;
}

function mantissa(digits: string): string {
  return digits.length > 1 ? `${digits[0]}.${digits.slice(1)}` : digits;
}
function exponent(e: number): string {
  return `${e < 0 ? '-' : '+'}${String(Math.abs(e)).padStart(2, '0')}`;
}

/** The exact value of a positive finite double as a fraction num / 2^shift. */
function exact(v: number): { num: bigint; shift: number } {
  let m = v;
  let e = 0;
  while (!Number.isInteger(m)) {
    m *= 2;
    e++;
  }
  return { num: BigInt(m), shift: e };
}

/** round(v × 10^places), half to even on the exact value. */
function scaled(v: number, places: number): bigint {
  const { num, shift } = exact(v);
  let n = num;
  let d = 1n << BigInt(shift);
  if (places >= 0) n *= 10n ** BigInt(places);
  else d *= 10n ** BigInt(-places);
  const q = n / d;
  const r2 = (n % d) * 2n;
  return r2 > d || (r2 === d && q % 2n === 1n) ? q + 1n : q;
}

/** Digits after rounding to `places` decimals: like C's %.{places}f, without sign. */
export function toFixed(v: number, places: number): string {
  const s = scaled(v, places)
    .toString()
    .padStart(places + 1, '0');
  return places === 0 ? s : `${s.slice(0, -places)}.${s.slice(-places)}`;
}

/** n significant digits and the exponent of the first. */
export function significant(v: number, n: number): { digits: string; exp: number } {
  if (v === 0) return { digits: '0'.repeat(n), exp: 0 };
  let exp = shortest(v).point - 1;
  let digits = scaled(v, n - 1 - exp).toString();
  if (digits.length > n) {
    exp++;
    digits = digits.slice(0, n);
  }
  return { digits, exp };
}

export function toExp(v: number, places: number): string {
  const { digits, exp } = significant(v, places + 1);
  return `${places > 0 ? `${digits[0]}.${digits.slice(1)}` : digits}e${exponent(exp)}`;
}

/** C's %g: significant digits, trailing zeros cut unless `keep`; `expFrom`: first exponent written with e. */
export function toGeneral(v: number, precision: number, keep: boolean, expFrom?: number): string {
  const p = precision === 0 ? 1 : precision;
  const { digits, exp } = significant(v, p);
  const strip = (s: string): string => (keep || !s.includes('.') ? s : s.replace(/\.?0+$/, ''));
  if (exp < -4 || exp >= (expFrom ?? p)) return `${strip(p > 1 ? `${digits[0]}.${digits.slice(1)}` : digits)}e${exponent(exp)}`;
  if (exp >= 0) {
    const head = digits.slice(0, exp + 1);
    const tail = digits.slice(exp + 1);
    return strip(tail === '' ? (keep ? `${head}.` : head) : `${head}.${tail}`);
  }
  return strip(`0.${'0'.repeat(-exp - 1)}${digits}`);
}

/** repr-style digits used by `format(v, '')` with options and by `str` of complex parts. */
export function reprDigits(v: number): string {
  return floatRepr(v);
}
