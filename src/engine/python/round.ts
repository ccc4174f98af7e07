/** round(): half to even, on the exact decimal value of the double. */
import { raise } from './errors.ts';
import { toFixed } from './numfmt.ts';
import { int, intOf, PyFloat, type Value } from './values.ts';

/** The integral part of a float as an int. */
export function truncate(v: number): number | bigint {
  if (Number.isNaN(v)) raise('ValueError', 'cannot convert float NaN to integer');
  if (!Number.isFinite(v)) raise('OverflowError', 'cannot convert float infinity to integer');
  return intOf(Math.trunc(v));
}

export function roundFloat(v: number, digits: number | null): Value {
  if (digits === null) {
    if (Number.isNaN(v)) raise('ValueError', 'cannot convert float NaN to integer');
    if (!Number.isFinite(v)) raise('OverflowError', 'cannot convert float infinity to integer');
    const f = Math.floor(v);
    const d = v - f;
    const r = d < 0.5 ? f : d > 0.5 ? f + 1 : f % 2 === 0 ? f : f + 1;
    return intOf(r);
  }
  if (!Number.isFinite(v) || v === 0 || digits > 323) return new PyFloat(v);
  if (digits < -308) return new PyFloat(0 * v);
  const a = Math.abs(v);
  let r: number;
  if (digits >= 0) r = Number(toFixed(a, digits));
  else {
    const unit = 10n ** BigInt(-digits);
    const n = BigInt(Math.floor(a));
    const frac = a - Math.floor(a);
    const q = n / unit;
    const twice = (n % unit) * 2n;
    const up = twice > unit || (twice === unit && (frac > 0 || q % 2n === 1n));
    r = Number((q + (up ? 1n : 0n)) * unit);
  }
  return new PyFloat(v < 0 ? -r : r);
}

export function roundInt(v: number | bigint, digits: number | null): Value {
  if (digits === null || digits >= 0) return v;
  const unit = 10n ** BigInt(-digits);
  const n = BigInt(v);
  const a = n < 0n ? -n : n;
  const q = a / unit;
  const twice = (a % unit) * 2n;
  const r = (q + (twice > unit || (twice === unit && q % 2n === 1n) ? 1n : 0n)) * unit;
  return int(n < 0n ? -r : r);
}
