/**
 * Reads the packed operator trace of a golden back: distinct rows, and the order of their numbers with runs and repeats.
 * The form is made and explained by generate/pack.py.
 */

export interface PackedOps {
  count: number;
  rows: string[];
  order: string;
}

export interface GoldenOp {
  op: string;
  line: number;
  phase: string;
}

/** `0-2 (5 7)*2` as `[0, 1, 2, 5, 7, 5, 7]`. */
export function expandOrder(text: string): number[] {
  const tokens = text.match(/\(|\)\*\d+|\d+-\d+|\d+/g) ?? [];
  const open: number[][] = [[]];
  for (const token of tokens) {
    if (token === '(') {
      open.push([]);
      continue;
    }
    if (token.startsWith(')')) {
      const block = open.pop() as number[];
      const outer = open.at(-1) as number[];
      for (let times = Number(token.slice(2)); times > 0; times--) outer.push(...block);
      continue;
    }
    const [first, last = first] = token.split('-').map(Number) as [number, number?];
    for (let n = first; n <= last; n++) (open.at(-1) as number[]).push(n);
  }
  return open[0] as number[];
}

export function unpackOps(packed: PackedOps): GoldenOp[] {
  const rows = packed.rows.map((row) => {
    const [op, line, phase] = row.split(' ') as [string, string, string];
    return { op, line: Number(line), phase };
  });
  const ops = expandOrder(packed.order).map((number) => rows[number] as GoldenOp);
  if (ops.length !== packed.count) throw new Error(`packed trace has ${ops.length} operators, says ${packed.count}`);
  return ops;
}
