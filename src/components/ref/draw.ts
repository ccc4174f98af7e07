/** What the drawings of the hardware page are made of: figures of content/hardware, by table, quantity and column. */
import { quantities } from './load.ts';

export function figure(table: string, id: string, column: string): number {
  const v = quantities(table).find((row) => row.id === id)?.values[column]?.[0]?.v;
  if (typeof v !== 'number') throw new Error(`content/hardware/${table}.json: no number for ${id}, ${column}`);
  return v;
}

/** Sides of squares whose areas are in the proportion of `sizes`; the largest has side `side`. */
export function squares(sizes: number[], side: number): number[] {
  const largest = Math.max(...sizes);
  return sizes.map((size) => Math.round(side * Math.sqrt(size / largest) * 10) / 10);
}

/** A torus as grid: positions of its chips, and how many there are a side. */
export function grid(chips: number): { per: number; at: { x: number; y: number; n: number }[] } {
  const per = Math.round(Math.sqrt(chips));
  if (per * per !== chips) throw new Error(`${chips} chips do not form a square torus`);
  return { per, at: Array.from({ length: chips }, (_, n) => ({ x: n % per, y: Math.floor(n / per), n })) };
}
