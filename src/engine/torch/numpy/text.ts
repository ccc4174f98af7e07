/**
 * `repr` and `str` of arrays and scalars, to the character.
 *
 * Behaviour of numpy's printing: every number shortest for its type, at most `precision` digits after the point, one
 * width for all; powers of ten where magnitudes lie far apart; lines cut at `linewidth`, long arrays shown by their edges.
 */
import { floatRepr } from '../../python/numfmt.ts';
import { toNumbers } from '../../tensor/access.ts';
import type { DType } from '../../tensor/dtype.ts';
import { formatExponent, formatFixed } from '../../tensor/format.ts';
import { decodeF16, encodeF16 } from '../../tensor/rounding.ts';
import type { Tensor } from '../../tensor/tensor.ts';

const DEFAULTS = { precision: 8, threshold: 1000, edgeitems: 3, linewidth: 75, suppress: false };
export const printing = { ...DEFAULTS };
export const resetPrinting = (): void => void Object.assign(printing, DEFAULTS);

type Num = number | bigint | boolean;

/** The digits that numpy counts a type to have: they bound plain notation. */
const plainUpTo = (d: DType): number => 10 ** (d.name === 'float64' ? 8 : d.name === 'float32' ? 6 : 3);

const holds = (d: DType): ((x: number) => number) => (d.name === 'float64' ? (x) => x : d.name === 'float32' ? Math.fround : (x) => decodeF16(encodeF16(x)));

/** The fewest significant digits that give the value back, as mantissa digits and exponent. */
function shortest(x: number, d: DType): string {
  if (d.name === 'float64') return Math.abs(x).toExponential();
  const round = holds(d);
  for (let p = 0; p < 17; p++) {
    const text = Math.abs(x).toExponential(p);
    if (round(Number(text)) === Math.abs(x)) return text;
  }
  return Math.abs(x).toExponential();
}

const negative = (x: number): boolean => x < 0 || Object.is(x, -0);

/** Plain notation: integer part and fraction of at most `precision` digits without trailing zeros. */
function positional(x: number, d: DType, precision: number): [string, string] {
  const text = shortest(x, d);
  const e = text.indexOf('e');
  const digits = text.slice(0, e).replace('.', '');
  const power = Number(text.slice(e + 1));
  const sign = negative(x) ? '-' : '';
  const places = digits.length - 1 - power;
  if (places > precision) {
    const [whole, fraction = ''] = formatFixed(Math.abs(x), precision).split('.');
    return [sign + whole, fraction.replace(/0+$/, '')];
  }
  if (power < 0) return [`${sign}0`, `${'0'.repeat(-power - 1)}${digits}`.replace(/0+$/, '')];
  const padded = digits.padEnd(power + 1, '0');
  return [sign + padded.slice(0, power + 1), padded.slice(power + 1).replace(/0+$/, '')];
}

/** Powers of ten: fraction digits of the mantissa and the exponent with its sign. */
function scientific(x: number, d: DType, precision: number): { whole: string; fraction: string; power: string } {
  let text = shortest(x, d);
  if (text.slice(0, text.indexOf('e')).length - 2 > precision) text = formatExponent(Math.abs(x), precision);
  const [mantissa, exponent] = text.split('e');
  const [whole, fraction = ''] = mantissa.split('.');
  const n = Number(exponent);
  return {
    whole: (negative(x) ? '-' : '') + whole,
    fraction: fraction.replace(/0+$/, ''),
    power: `${n < 0 ? '-' : '+'}${String(Math.abs(n)).padStart(2, '0')}`,
  };
}

const infinite = (x: number): string => (Number.isNaN(x) ? 'nan' : x < 0 ? '-inf' : 'inf');

type Format = (v: Num) => string;

function floats(values: readonly number[], d: DType): Format {
  const finite = values.filter(Number.isFinite);
  const sizes = finite.filter((v) => v !== 0).map(Math.abs);
  const max = sizes.reduce((a, b) => Math.max(a, b), 0);
  const min = sizes.reduce((a, b) => Math.min(a, b), Infinity);
  const byPower = sizes.length > 0 && (max >= plainUpTo(d) || (!printing.suppress && (min < 0.0001 || max / min > 1000)));
  const widest = (list: readonly string[]): number => list.reduce((n, s) => Math.max(n, s.length), 0);
  const { precision } = printing;
  let left = 0;
  let right = 0;
  let format: (v: number) => string;
  if (byPower) {
    const all = finite.map((v) => scientific(v, d, precision));
    const digits = widest(all.map((s) => s.fraction));
    const power = widest(all.map((s) => s.power)) - 1;
    left = widest(all.map((s) => s.whole));
    right = power + 2 + digits;
    format = (v) => {
      const s = scientific(v, d, precision);
      return `${s.whole.padStart(left)}.${s.fraction.padEnd(digits, '0')}e${s.power[0]}${s.power.slice(1).padStart(power, '0')}`;
    };
  } else {
    const all = finite.map((v) => positional(v, d, precision));
    left = widest(all.map(([w]) => w));
    right = widest(all.map(([, f]) => f));
    format = (v) => {
      const [whole, fraction] = positional(v, d, precision);
      return `${whole.padStart(left)}.${fraction.padEnd(right)}`;
    };
  }
  if (finite.length < values.length) {
    const offset = right + 1;
    left = Math.max(left, 3 - offset, 3 + (values.includes(-Infinity) ? 1 : 0) - offset);
  }
  return (v) => (Number.isFinite(v as number) ? format(v as number) : infinite(v as number).padStart(left + right + 1));
}

function others(values: readonly Num[], d: DType, zeroDim: boolean): Format {
  const text = (v: Num): string => (d.category === 'bool' ? (v ? 'True' : 'False') : String(v));
  if (d.category === 'bool') return zeroDim ? text : (v) => (v ? ' True' : 'False');
  const width = values.reduce((n: number, v) => Math.max(n, text(v).length), 0);
  return (v) => text(v).padStart(width);
}

/** The elements that are shown, for the common width. */
function visible(t: Tensor, all: readonly Num[]): Num[] {
  if (t.numel <= printing.threshold) return [...all];
  const out: Num[] = [];
  const walk = (d: number, at: number, block: number): void => {
    if (d === t.dim) {
      out.push(all[at]);
      return;
    }
    const step = block / t.sizes[d];
    for (let i = 0; i < t.sizes[d]; i++) {
      if (t.sizes[d] > 2 * printing.edgeitems && i >= printing.edgeitems && i < t.sizes[d] - printing.edgeitems) continue;
      walk(d + 1, at + i * step, step);
    }
  };
  walk(0, 0, t.numel);
  return out;
}

function body(t: Tensor, separator: string, prefix: string): string {
  const all = toNumbers(t);
  const shown = visible(t, all);
  const format = t.dtype.category === 'float' ? floats(shown as number[], t.dtype) : others(shown, t.dtype, t.dim === 0);
  if (t.dim === 0) return format(all[0]);
  const summary = t.numel > printing.threshold;
  const bare = separator.trimEnd();
  const walk = (d: number, at: number, block: number, indent: string, width: number): string => {
    if (d === t.dim) return format(all[at]);
    const n = t.sizes[d];
    const step = n === 0 ? 0 : block / n;
    const cut = summary && n > 2 * printing.edgeitems;
    const order: (number | null)[] = cut
      ? [...Array.from({ length: printing.edgeitems }, (_, i) => i), null, ...Array.from({ length: printing.edgeitems }, (_, i) => n - printing.edgeitems + i)]
      : Array.from({ length: n }, (_, i) => i);
    const inner = (i: number): string => walk(d + 1, at + i * step, step, `${indent} `, width - 1);
    let out = '';
    if (d === t.dim - 1) {
      const room = width - Math.max(bare.length, 1);
      let line = indent;
      order.forEach((i, k) => {
        const word = i === null ? '...' : inner(i);
        if (line.length + word.length > room && line.length > indent.length) {
          out += `${line.trimEnd()}\n`;
          line = indent;
        }
        line += word;
        if (k < order.length - 1) line += separator;
      });
      out += line;
    } else {
      const gap = bare + '\n'.repeat(t.dim - d - 1);
      out = order.map((i) => indent + (i === null ? '...' : inner(i))).join(gap);
    }
    return `[${out.slice(indent.length)}]`;
  };
  return walk(0, 0, t.numel, ` ${' '.repeat(prefix.length)}`, printing.linewidth);
}

export const arrayStr = (t: Tensor): string => (t.numel === 0 && t.dim > 0 ? '[]' : body(t, ' ', ''));

export function arrayRepr(t: Tensor): string {
  const prefix = 'array(';
  const text = t.numel === 0 && t.dim > 0 ? '[]' : body(t, ', ', prefix);
  const implied = ['float64', 'int64', 'bool'].includes(t.dtype.name);
  const extras: string[] = [];
  const shape = t.sizes.length === 1 ? `(${t.sizes[0]},)` : `(${t.sizes.join(', ')})`;
  if ((t.numel === 0 && !(t.dim === 1 && t.sizes[0] === 0)) || t.numel > printing.threshold) extras.push(`shape=${shape}`);
  if (!implied || t.numel === 0) extras.push(`dtype=${t.dtype.name}`);
  if (extras.length === 0) return `${prefix}${text})`;
  const first = `${prefix}${text},`;
  const more = `${extras.join(', ')})`;
  const last = first.length - (first.lastIndexOf('\n') + 1);
  return first + (last + more.length + 1 > printing.linewidth ? `\n${' '.repeat(prefix.length)}` : ' ') + more;
}

/** A scalar as `str` writes it: shortest, with powers of ten where numpy uses them. */
export function scalarStr(v: Num, d: DType): string {
  if (d.category === 'bool') return v ? 'True' : 'False';
  if (d.category !== 'float') return String(v);
  const x = v as number;
  if (d.name === 'float64') return floatRepr(x);
  if (!Number.isFinite(x)) return infinite(x);
  const size = Math.abs(x);
  if (x !== 0 && (size >= plainUpTo(d) || size < 1e-4)) {
    const s = scientific(x, d, 20);
    return `${s.whole}${s.fraction === '' ? '' : `.${s.fraction}`}e${s.power}`;
  }
  const [whole, fraction] = positional(x, d, 60);
  return `${whole}.${fraction === '' ? '0' : fraction}`;
}

export const scalarRepr = (v: Num, d: DType): string => (d.category === 'bool' ? `np.${v ? 'True_' : 'False_'}` : `np.${d.name}(${scalarStr(v, d)})`);
