/** The operator table: all families, looked up by overload name (`add.Tensor`, `relu`). */
import { FAMILIES } from './families.ts';
import { type Op, type OpDef, resolve } from './op.ts';

const defs = new Map<string, OpDef>();
const ops = new Map<string, Op>();
const names = new Map<string, string[]>();

for (const family of FAMILIES) {
  for (const def of family) {
    const key = def.schema.slice(0, def.schema.indexOf('('));
    if (defs.has(key)) throw new Error(`operator ${key} is in the table twice`);
    defs.set(key, def);
    const base = key.split('.')[0];
    const list = names.get(base);
    if (list) list.push(key);
    else names.set(base, [key]);
  }
}

/** `add.Tensor` (also `relu.default`); null where the table has no such operator. */
export function findOp(overload: string): Op | null {
  let op = ops.get(overload);
  if (op) return op;
  const key = overload.endsWith('.default') ? overload.slice(0, -8) : overload;
  const def = defs.get(key);
  if (!def) return null;
  op = ops.get(key) ?? resolve(def);
  ops.set(key, op);
  ops.set(overload, op);
  return op;
}

/** Overloads of a name, in the order of the table: `add` gives `add.Tensor`, `add.Scalar`, `add.out`. */
export const overloadsOf = (base: string): readonly string[] => names.get(base) ?? [];

export const allOverloads = (): readonly string[] => [...defs.keys()];
