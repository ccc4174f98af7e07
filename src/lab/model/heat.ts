/**
 * A tensor as a grid of ink: magnitude is at most 38 % ink under the figure, so every figure keeps its contrast; the
 * sign is the printed minus and a corner tick. Tensors of more than two dimensions show one plane at a time.
 */
import type { ValueRow } from '../../engine/report/types.ts';
import { cell, exact } from './format.ts';

export interface HeatCell {
  /** Ink in per cent, 0 to 38. */
  ink: number;
  negative: boolean;
  text: string;
  exact: string;
  /** Index in the tensor: `[1, 0]`. */
  at: string;
}

export interface HeatGrid {
  /** Rows and columns drawn. The last row of a wrapped vector may be shorter. */
  rows: number;
  cols: number;
  /** Row by row, what is left out not among them. */
  cells: HeatCell[];
  /** Index at the start of each row drawn, where rows are no rows of the tensor or some are left out. */
  marks: string[] | null;
  /** Drawn row and column after which some are left out. */
  gapRow: number | null;
  gapCol: number | null;
  /** What is left out, as slices: of a vector its elements, of a plane its rows and columns. */
  left: { elements: string | null; rows: string | null; columns: string | null };
  /** Planes of the leading dimensions, and the one shown. */
  planes: number;
  plane: number;
  alt: string;
}

export const MAX_INK = 38;
/** Rows and columns drawn of a plane, and rows of a wrapped vector; of more, both ends, as PyTorch prints them. */
const MOST = 24;
/** Longest vector on one line, longest column that stands, and the width of a vector that is wrapped. */
const LINE = 12;
const COLUMN = 8;
const WRAP = 10;

const size = (v: number | string): number => (typeof v === 'number' ? Math.abs(v) : 0);

/** The places drawn of `n`, and after how many of them some are left out. */
function ends(n: number): { places: number[]; gap: number | null; left: string | null } {
  const all = (from: number, to: number) => Array.from({ length: to - from }, (_, i) => from + i);
  if (n <= MOST) return { places: all(0, n), gap: null, left: null };
  const half = MOST / 2;
  return { places: [...all(0, half), ...all(n - half, n)], gap: half - 1, left: `${half}:${n - half}` };
}

/**
 * The plane to draw, or null for what has no numbers. A vector, and a column that would be a tower, is broken into rows
 * of ten with their index; a plane keeps its rows and columns.
 */
export function heatOf(value: ValueRow, plane = 0): HeatGrid | null {
  if (value.kind !== 'tensor' || !value.data || !value.shape) return null;
  const { data, shape } = value;
  const width = shape.at(-1) ?? 1;
  const height = shape.length >= 2 ? shape.at(-2)! : 1;
  const n = width * height;
  if (n === 0) return null;
  const planes = Math.max(1, data.length / n);
  const p = Math.max(0, Math.min(planes - 1, plane));
  // NaN and infinities are strings: they carry no ink and do not stretch the scale.
  const top = data.reduce<number>((most, v) => Math.max(most, size(v)), 0) || 1;
  const lead = leading(shape.slice(0, -2), p);
  const indexOf = (i: number): string => {
    const own = shape.length === 0 ? [] : shape.length === 1 ? [i] : [...lead, Math.floor(i / width), i % width];
    return `[${own.join(', ')}]`;
  };
  const isBool = value.dtype?.includes('bool');
  const cellAt = (i: number): HeatCell => {
    const v = data[p * n + i]!;
    return {
      ink: Math.round((size(v) / top) * MAX_INK),
      negative: typeof v === 'number' ? v < 0 : v.startsWith('-'),
      text: isBool ? (v ? 'T' : 'F') : cell(v),
      exact: isBool ? (v ? 'True' : 'False') : exact(v, value.dtype),
      at: indexOf(i),
    };
  };
  const common = { planes, plane: p, alt: altOf(value) };
  if (height === 1 ? width > LINE : width === 1 && height > COLUMN) {
    const rows = ends(Math.ceil(n / WRAP));
    const cut = rows.left ? `${(rows.gap! + 1) * WRAP}:${rows.places[rows.gap! + 1]! * WRAP}` : null;
    return {
      ...common,
      rows: rows.places.length,
      cols: WRAP,
      cells: rows.places.flatMap((r) => Array.from({ length: Math.min(WRAP, n - r * WRAP) }, (_, c) => cellAt(r * WRAP + c))),
      marks: rows.places.map((r) => indexOf(r * WRAP)),
      gapRow: rows.gap,
      gapCol: null,
      left: { elements: cut, rows: null, columns: null },
    };
  }
  const rows = ends(height);
  const cols = ends(width);
  return {
    ...common,
    rows: rows.places.length,
    cols: cols.places.length,
    cells: rows.places.flatMap((r) => cols.places.map((c) => cellAt(r * width + c))),
    marks: rows.left ? rows.places.map((r) => `[${r}]`) : null,
    gapRow: rows.gap,
    gapCol: cols.gap,
    left: { elements: null, rows: rows.left, columns: cols.left },
  };
}

function leading(dims: readonly number[], plane: number): number[] {
  const out: number[] = [];
  let rest = plane;
  for (const d of [...dims].reverse()) {
    out.unshift(rest % d);
    rest = Math.floor(rest / d);
  }
  return out;
}

function altOf(value: ValueRow): string {
  const numbers = value.data!.filter((v): v is number => typeof v === 'number');
  if (numbers.length === 0) return '';
  const min = numbers.reduce((a, b) => Math.min(a, b));
  const max = numbers.reduce((a, b) => Math.max(a, b));
  return `${exact(min, value.dtype)} … ${exact(max, value.dtype)}`;
}
