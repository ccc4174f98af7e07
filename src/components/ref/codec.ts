/**
 * Bits and values of any small floating-point format, from its description in content/formats: round to nearest, ties
 * to even, in double arithmetic, which is exact for formats of up to 32 bits. Formats that PyTorch casts to go through
 * the engine's own rounding instead (engine/report/formats.ts), which is compared with PyTorch bit for bit.
 * Left out: other rounding modes, and how hardware treats subnormal numbers.
 */
import { type Codec, exactFormats } from '../../engine/report/formats.ts';
import type { Format } from './schema.ts';

export type Shape = Pick<Format, 'id' | 'exponent' | 'mantissa' | 'bias' | 'kind'>;

export const widthOf = ({ kind, exponent, mantissa }: Shape): number => (kind === 'scale' ? 0 : 1) + exponent + mantissa;
export const isExact = ({ id }: Shape): boolean => id in exactFormats;

const MAGIC = 6755399441055744;
const roundEven = (x: number): number => x + MAGIC - MAGIC;
/** The exponent of a finite, positive double. */
export const floorLog2 = (x: number): number => {
  const guess = Math.floor(Math.log2(x));
  return 2 ** guess > x ? guess - 1 : 2 ** (guess + 1) <= x ? guess + 1 : guess;
};

/** Parts of a code: sign, exponent field, mantissa field. */
export function split(code: number, { exponent, mantissa, kind }: Shape): { sign: number; exp: number; frac: number } {
  const frac = code % 2 ** mantissa;
  const exp = Math.floor(code / 2 ** mantissa) % 2 ** exponent;
  return { sign: kind === 'scale' ? 0 : Math.floor(code / 2 ** (mantissa + exponent)), exp, frac };
}
const join = (sign: number, magnitude: number, f: Shape) => sign * 2 ** (f.exponent + f.mantissa) + magnitude;

/** The largest magnitude code of a finite number. */
export function lastFinite({ exponent, mantissa, kind }: Shape): number {
  const all = 2 ** (exponent + mantissa) - 1;
  if (kind === 'ieee') return all - 2 ** mantissa;
  return kind === 'finite' ? all : all - 1;
}

function decodeBy(code: number, f: Shape): number {
  if (f.kind === 'scale') return code === 255 ? NaN : 2 ** (code - f.bias);
  const { sign, exp, frac } = split(code, f);
  const s = sign ? -1 : 1;
  const unit = 2 ** f.mantissa;
  if (exp * unit + frac > lastFinite(f)) return f.kind === 'ieee' && frac === 0 ? s * Infinity : NaN;
  return exp === 0 ? s * (frac / unit) * 2 ** (1 - f.bias) : s * (1 + frac / unit) * 2 ** (exp - f.bias);
}

function encodeBy(x: number, f: Shape): number {
  if (f.kind === 'scale') {
    if (!(x > 0) || x === Infinity) return x > 0 ? 254 : x === 0 ? 0 : 255;
    return Math.min(254, Math.max(0, floorLog2(x) + f.bias));
  }
  const unit = 2 ** f.mantissa;
  const sign = x < 0 || Object.is(x, -0) ? 1 : 0;
  const top = (2 ** f.exponent - 1) * unit;
  const overflow = f.kind === 'ieee' ? top : lastFinite(f);
  if (Number.isNaN(x)) return f.kind === 'ieee' ? top + unit / 2 : join(0, f.kind === 'fn' ? top + unit - 1 : lastFinite(f), f);
  const v = Math.abs(x);
  if (v === Infinity) return join(sign, overflow, f);
  if (v === 0) return join(sign, 0, f);
  const exponent = Math.max(floorLog2(v), 1 - f.bias);
  const code = (exponent + f.bias - 1) * unit + roundEven(v * 2 ** (f.mantissa - exponent));
  return join(sign, code > lastFinite(f) ? overflow : code, f);
}

/** The codec of a format: PyTorch's own where the engine has it, else by the description. */
export const codecOf = (f: Shape): Codec => exactFormats[f.id] ?? { encode: (x) => encodeBy(x, f), decode: (code) => decodeBy(code, f) };
/** By the description alone; a test holds that it agrees with the engine where both exist. */
export const describedCodec = (f: Shape): Codec => ({
  encode: (x) => encodeBy(x, f),
  decode: (code) => decodeBy(code, f),
});

/** The next code above (1) or below (-1) in value, or null at the end. Both zeros count as one. */
export function neighbour(code: number, direction: 1 | -1, f: Shape): number | null {
  if (f.kind === 'scale') {
    const next = code + direction;
    return next < 0 || next > 254 ? null : next;
  }
  const { sign, exp, frac } = split(code, f);
  const magnitude = exp * 2 ** f.mantissa + frac;
  const next = (sign ? -magnitude : magnitude) + direction;
  const made = join(next < 0 ? 1 : 0, Math.abs(next), f);
  if (Math.abs(next) >= 2 ** (f.exponent + f.mantissa)) return null;
  return Number.isNaN(codecOf(f).decode(made)) || Number.isNaN(codecOf(f).decode(code)) ? null : made;
}

export const hex = (code: number, f: Shape): string => `0x${code.toString(16).padStart(Math.ceil(widthOf(f) / 4), '0')}`;
export const bitsOf = (code: number, f: Shape): string => code.toString(2).padStart(widthOf(f), '0');

export const show = (x: number): string => (Object.is(x, -0) ? '-0' : String(x).replace('e+', 'e'));

/** The error of `value` against `x`, in words for a table: absolute and relative. */
export function errorOf(value: number, x: number): { absolute: string; relative: string } {
  if (Object.is(value, x) || value === x) return { absolute: '0', relative: '0' };
  if (!Number.isFinite(value) || !Number.isFinite(x)) return { absolute: '–', relative: '–' };
  const off = Math.abs(value - x);
  return {
    absolute: show(Number(off.toPrecision(3))),
    relative: x === 0 ? '–' : show(Number((off / Math.abs(x)).toPrecision(3))),
  };
}

/** What a person types for a number: digits, `1/3`, `pi`, `2^-10`, `inf`, `nan`, or the bits as `0x…`. */
export function parse(text: string, f: Shape): number | null {
  const said = text.trim().toLowerCase().replaceAll('−', '-').replaceAll('_', '');
  const sign = said.startsWith('-') ? -1 : 1;
  const bare = said.replace(/^[+-]/, '');
  if (/^0x[0-9a-f]+$/.test(said)) {
    const code = Number.parseInt(said, 16);
    return code < 2 ** widthOf(f) ? codecOf(f).decode(code) : null;
  }
  if (/^(inf|infinity)$/.test(bare)) return sign * Infinity;
  if (bare === 'nan') return NaN;
  if (bare === 'pi' || bare === 'π') return sign * Math.PI;
  const fraction = /^([\d.e+-]+)\s*\/\s*([\d.e+-]+)$/.exec(bare);
  const power = /^([\d.]+)\s*(?:\^|\*\*)\s*(-?[\d.]+)$/.exec(bare);
  const value = fraction
    ? Number(fraction[1]) / Number(fraction[2])
    : power
      ? Number(power[1]) ** Number(power[2])
      : /^(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/.test(bare)
        ? Number(bare)
        : NaN;
  return Number.isNaN(value) ? null : sign * value;
}

/** The largest power of two that an element of a format reaches. */
export const topExponent = (f: Shape): number => floorLog2(Math.abs(codecOf(f).decode(lastFinite(f))));

export interface Block {
  scale: number;
  rows: { x: number; element: number; value: number }[];
}

/**
 * Numbers as one MX block: a shared power of two, and elements that saturate. `headroom` 1 is the scale of AWS's
 * quantiser, which is twice that of the open standard's sample.
 */
export function block(numbers: number[], f: Shape, headroom: 0 | 1): Block {
  const largest = Math.max(0, ...numbers.map(Math.abs));
  const power = largest === 0 ? -127 : floorLog2(largest) - (topExponent(f) - headroom);
  const scale = 2 ** Math.min(127, Math.max(-127, power));
  const codec = codecOf(f);
  const top = codec.decode(lastFinite(f));
  const rows = numbers.map((x) => {
    const element = codec.decode(codec.encode(Math.min(top, Math.max(-top, x / scale))));
    return { x, element, value: element * scale };
  });
  return { scale, rows };
}
