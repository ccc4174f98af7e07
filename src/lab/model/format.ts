/** Figures as the site writes them: few digits for what is modelled, exact digits for what is computed. */

const MINUS = '\u2212';

export { duration } from '../../engine/report/duration.ts';

export function bytes(n: number): string {
  if (n < 1024) return `${n} B`;
  if (n < 1024 ** 2) return `${Number((n / 1024).toPrecision(3))} kB`;
  if (n < 1024 ** 3) return `${Number((n / 1024 ** 2).toPrecision(3))} MB`;
  return `${Number((n / 1024 ** 3).toPrecision(3))} GB`;
}

/** A number as it stands in a heat-map cell: about three characters and a true minus. */
export function cell(v: number | string): string {
  if (typeof v === 'string') return v === 'Infinity' ? '∞' : v === '-Infinity' ? `${MINUS}∞` : 'nan';
  if (v === 0) return '0';
  const a = Math.abs(v);
  const sign = v < 0 ? MINUS : '';
  if (Number.isInteger(v) && a < 1e4) return sign + String(a);
  if (a >= 1e4 || a < 5e-3) return sign + a.toExponential(0).replace('e+', 'e').replace('e-', `e${MINUS}`);
  if (a >= 100) return sign + a.toFixed(0);
  if (a >= 10) return sign + a.toFixed(1);
  return sign + a.toFixed(2).replace(/^0\./, '.');
}

/** The figure under the pointer: what the value holds, to the last digit of its own format. */
export function exact(v: number | string, dtype: string | undefined): string {
  if (typeof v === 'string') return cell(v);
  const digits = dtype?.includes('64') ? 16 : dtype?.includes('bfloat16') ? 4 : dtype?.includes('16') ? 5 : 8;
  const text = Number.isInteger(v) ? String(v) : String(Number(v.toPrecision(digits)));
  return text.replace('-', MINUS);
}

const SHORT: Record<string, string> = {
  float32: 'f32',
  float64: 'f64',
  float16: 'f16',
  bfloat16: 'bf16',
  int64: 'i64',
  int32: 'i32',
  int16: 'i16',
  int8: 'i8',
  uint8: 'u8',
  bool: 'bool',
  complex64: 'c64',
};

export function shortDtype(dtype: string | null | undefined): string {
  if (!dtype) return '';
  const name = dtype.replace(/^torch\./, '');
  return SHORT[name] ?? name;
}

export const shapeText = (shape: readonly number[] | null | undefined): string => (shape ? `[${shape.join(', ')}]` : '');

/** A Python tuple: `(1,)`. */
export const tupleText = (t: readonly number[] | undefined): string => (t === undefined ? '' : t.length === 1 ? `(${t[0]},)` : `(${t.join(', ')})`);

/** A template filled: `step {n} of {m}`. */
export function fill(template: string, values: Record<string, string | number>): string {
  return template.replace(/\{(\w+)\}/g, (whole, name: string) => (name in values ? String(values[name]) : whole));
}
