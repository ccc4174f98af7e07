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
  rows: number;
  cols: number;
  cells: HeatCell[];
  /** Planes of the leading dimensions, and the one shown. */
  planes: number;
  plane: number;
  /** Rows and columns left out of the drawing. */
  cut: boolean;
  alt: string;
}

export const MAX_INK = 38;
const MAX_ROWS = 32;
const MAX_COLS = 32;

const size = (v: number | string): number => (typeof v === 'number' ? Math.abs(v) : 0);

export function heatOf(value: ValueRow, plane = 0): HeatGrid | null {
  if (value.kind !== 'tensor' || !value.data || !value.shape) return null;
  const { data, shape } = value;
  const cols = shape.at(-1) ?? 1;
  const rows = shape.length >= 2 ? shape.at(-2)! : 1;
  if (rows * cols === 0) return null;
  const planes = Math.max(1, data.length / (rows * cols));
  const p = Math.max(0, Math.min(planes - 1, plane));
  // NaN and infinities are strings: they carry no ink and do not stretch the scale.
  const top = Math.max(...data.map(size)) || 1;
  const lead = leading(shape.slice(0, -2), p);
  const cells: HeatCell[] = [];
  const r1 = Math.min(rows, MAX_ROWS);
  const c1 = Math.min(cols, MAX_COLS);
  for (let r = 0; r < r1; r++) {
    for (let c = 0; c < c1; c++) {
      const v = data[p * rows * cols + r * cols + c]!;
      const at = shape.length === 0 ? [] : shape.length === 1 ? [c] : [...lead, r, c];
      cells.push({
        ink: Math.round((size(v) / top) * MAX_INK),
        negative: typeof v === 'number' ? v < 0 : v.startsWith('-'),
        text: value.dtype?.includes('bool') ? (v ? 'T' : 'F') : cell(v),
        exact: value.dtype?.includes('bool') ? (v ? 'True' : 'False') : exact(v, value.dtype),
        at: `[${at.join(', ')}]`,
      });
    }
  }
  return { rows: r1, cols: c1, cells, planes, plane: p, cut: r1 < rows || c1 < cols, alt: altOf(value) };
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
  const min = Math.min(...numbers);
  const max = Math.max(...numbers);
  return `${exact(min, value.dtype)} … ${exact(max, value.dtype)}`;
}
