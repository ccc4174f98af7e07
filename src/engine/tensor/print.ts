/**
 * `repr(tensor)`, to the character.
 *
 * Follows torch/_tensor_str.py in behaviour: one formatter for all elements (its width and its choice between plain,
 * integer and scientific form come from the elements shown), nested brackets, lines cut at `linewidth`, long tensors
 * shortened to their edges, then the suffixes. A tensor without numbers prints as a meta tensor does.
 * Leaves out: sparse, quantized and nested tensors, which this engine has not.
 */
import { elementReader } from './access.ts';
import { float64, type DType } from './dtype.ts';
import { formatExponent, formatFixed } from './format.ts';
import { defaults } from './promotion.ts';
import type { Tensor } from './tensor.ts';

export interface PrintOptions {
  precision: number;
  threshold: number;
  edgeitems: number;
  linewidth: number;
  sci_mode: boolean | null;
}

const PROFILES = {
  default: { precision: 4, threshold: 1000, edgeitems: 3, linewidth: 80 },
  short: { precision: 2, threshold: 1000, edgeitems: 2, linewidth: 80 },
  full: { precision: 4, threshold: Infinity, edgeitems: 3, linewidth: 80 },
} as const;

export const printOptions: PrintOptions = { ...PROFILES.default, sci_mode: null };

/** `torch.set_printoptions`: what is absent or null stays, but `sci_mode`, which is always set. */
export function setPrintOptions(options: { [K in keyof PrintOptions]?: PrintOptions[K] | null } & { profile?: string | null } = {}): void {
  const { profile } = options;
  if (profile === 'default' || profile === 'short' || profile === 'full') Object.assign(printOptions, PROFILES[profile]);
  for (const key of ['precision', 'threshold', 'edgeitems', 'linewidth'] as const) {
    const v = options[key];
    if (v !== null && v !== undefined) printOptions[key] = v;
  }
  printOptions.sci_mode = options.sci_mode ?? null;
}

export interface ReprOptions {
  /** Name of a subclass; default `tensor`. */
  name?: string;
  requiresGrad?: boolean;
  /** Type name of `grad_fn`: `AddBackward0`. */
  gradFn?: string | null;
  /** Use instead of the device of the storage. */
  device?: string;
}

type Num = number | bigint;
type Read = (at: number) => Num;

interface Formatter {
  readonly width: number;
  readonly format: (v: Num) => string;
}

/** `tuple(shape)` as Python writes it. */
/** Text of tensors in coordinates, once there are any. */
export const coordinates: { has: (t: Tensor) => boolean; text: (t: Tensor, options: ReprOptions) => string } = { has: () => false, text: () => '' };

export const shapeText = (sizes: readonly number[]): string => (sizes.length === 1 ? `(${sizes[0]},)` : `(${sizes.join(', ')})`);

export const deviceText = (d: { type: string; index: number | null }): string => (d.index === null ? d.type : `${d.type}:${d.index}`);

function intFormatter(values: Num[], dtype: DType): Formatter {
  const text = dtype.category === 'bool' ? (v: Num) => (v ? 'True' : 'False') : (v: Num) => String(v);
  let width = 1;
  for (const v of values) width = Math.max(width, text(v).length);
  return { width, format: (v) => text(v).padStart(width) };
}

function floatFormatter(values: number[]): Formatter {
  const { precision } = printOptions;
  let min = Infinity;
  let max = 0;
  let whole = true;
  const counted: number[] = [];
  for (const v of values) {
    if (v === 0 || !Number.isFinite(v)) continue;
    counted.push(v);
    const a = Math.abs(v);
    if (a < min) min = a;
    if (a > max) max = a;
    if (whole && v !== Math.ceil(v)) whole = false;
  }
  // Nothing but zeros, infinities and NaN: the plain integer form of width 1.
  const sci = counted.length > 0 && (printOptions.sci_mode ?? (max / min > 1000 || max > 1e8 || min < 1e-4));
  let width = 1;
  for (const v of counted) {
    const n = sci ? formatExponent(v, precision).length : whole ? formatFixed(v, 0).length + 1 : formatFixed(v, precision).length;
    if (n > width) width = n;
  }
  const text = sci
    ? (v: number) => formatExponent(v, precision)
    : whole
      ? (v: number) => formatFixed(v, 0) + (Number.isFinite(v) ? '.' : '')
      : (v: number) => formatFixed(v, precision);
  return { width, format: (v) => text(Number(v)).padStart(width) };
}

/** Indices of a dimension that are shown; null stands for the dots. */
function shown(size: number, summarize: boolean): (number | null)[] {
  const { edgeitems } = printOptions;
  const all = Array.from({ length: size }, (_, i) => i);
  if (!summarize || size <= 2 * edgeitems) return all;
  return [...all.slice(0, edgeitems), null, ...all.slice(size - edgeitems)];
}

function collect(t: Tensor, summarize: boolean, read: Read): Num[] {
  const out: Num[] = [];
  if (summarize && printOptions.edgeitems === 0 && t.dim > 0) return out;
  const walk = (d: number, at: number): void => {
    if (d === t.dim) {
      out.push(read(at));
      return;
    }
    for (const i of shown(t.sizes[d], summarize)) if (i !== null) walk(d + 1, at + i * t.strides[d]);
  };
  walk(0, t.offset);
  return out;
}

interface Cells {
  readonly width: number;
  readonly text: (at: number) => string;
}

function cells(t: Tensor, summarize: boolean): Cells {
  const { dtype } = t;
  if (dtype.category === 'complex') {
    const raw = elementReader(t);
    // A conjugated view shows what it stands for.
    const read = t.conj ? (at: number): Num => (at % 2 === 0 ? raw(at) : -Number(raw(at))) : raw;
    const part = (k: number): Formatter => floatFormatter(collect(t, summarize, (at) => read(2 * at + k)).map(Number));
    const re = part(0);
    const im = part(1);
    return {
      width: re.width + im.width + 1,
      text: (at) => {
        const imag = `${im.format(read(2 * at + 1))}j`.trimStart();
        return re.format(read(2 * at)) + (imag[0] === '-' || imag[0] === '+' ? '' : '+') + imag;
      },
    };
  }
  const read = elementReader(t);
  const values = collect(t, summarize, read);
  const f = dtype.category === 'float' ? floatFormatter(values.map(Number)) : intFormatter(values, dtype);
  return { width: f.width, text: (at) => f.format(read(at)) };
}

export function body(t: Tensor, indent: number): string {
  const summarize = t.numel > printOptions.threshold;
  const c = cells(t, summarize);
  const vector = (at: number, level: number): string => {
    const perLine = Math.max(1, Math.floor((printOptions.linewidth - level) / (c.width + 2)));
    const size = t.sizes[t.dim - 1];
    const stride = t.strides[t.dim - 1];
    const data = summarize && printOptions.edgeitems === 0 ? ['...'] : shown(size, summarize).map((i) => (i === null ? ' ...' : c.text(at + i * stride)));
    const lines: string[] = [];
    for (let i = 0; i < data.length; i += perLine) lines.push(data.slice(i, i + perLine).join(', '));
    return `[${lines.join(`,\n${' '.repeat(level + 1)}`)}]`;
  };
  const nested = (d: number, at: number, level: number): string => {
    if (d === t.dim - 1) return vector(at, level);
    const parts = shown(t.sizes[d], summarize).map((i) => (i === null ? '...' : nested(d + 1, at + i * t.strides[d], level + 1)));
    return `[${parts.join(`,${'\n'.repeat(t.dim - d - 1)}${' '.repeat(level + 1)}`)}]`;
  };
  return t.dim === 0 ? c.text(t.offset) : nested(0, t.offset, indent);
}

export function addSuffixes(text: string, suffixes: readonly string[], indent: number, newLine = false): string {
  let out = text;
  let last = text.length - text.lastIndexOf('\n') + 1;
  for (const s of suffixes) {
    if ((newLine && s === suffixes[0]) || last + s.length + 2 > printOptions.linewidth) {
      out += `,\n${' '.repeat(indent)}${s}`;
      last = indent + s.length;
    } else {
      out += `, ${s}`;
      last += s.length + 2;
    }
  }
  return `${out})`;
}

/** What `repr(t)` and `str(t)` give. */
export function tensorRepr(t: Tensor, options: ReprOptions = {}): string {
  const prefix = `${options.name ?? 'tensor'}(`;
  const suffixes: string[] = [];
  const device = options.device ?? deviceText(t.device);
  const { dtype } = t;
  if (t.batch !== null) return `${t.batch}`;
  if (device !== 'cpu') suffixes.push(`device='${device}'`);
  const isDefault = dtype === defaults.dtype || dtype.name === 'int64' || dtype.name === 'bool' || (dtype.name === 'complex64' && defaults.dtype !== float64);
  let text: string;
  if (coordinates.has(t)) return coordinates.text(t, options);
  if (t.isFake) {
    suffixes.push(`size=${shapeText(t.sizes)}`);
    if (dtype !== defaults.dtype) suffixes.push(`dtype=torch.${dtype.name}`);
    text = '...';
  } else if (t.numel === 0) {
    if (t.dim !== 1) suffixes.push(`size=${shapeText(t.sizes)}`);
    if (dtype !== defaults.dtype) suffixes.push(`dtype=torch.${dtype.name}`);
    text = '[]';
  } else {
    if (printOptions.edgeitems === 0) suffixes.push(`size=${shapeText(t.sizes)}`);
    if (!isDefault) suffixes.push(`dtype=torch.${dtype.name}`);
    text = body(t, prefix.length);
  }
  if (options.gradFn) suffixes.push(`grad_fn=<${options.gradFn}>`);
  else if (options.requiresGrad) suffixes.push('requires_grad=True');
  return addSuffixes(prefix + text, suffixes, prefix.length);
}

/** `repr` of an `nn.Parameter`. */
export const parameterRepr = (t: Tensor, options: ReprOptions = {}): string => `Parameter containing:\n${tensorRepr(t, options)}`;
