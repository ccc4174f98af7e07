/**
 * The operator table: all families, looked up by overload name (`add.Tensor`, `relu`).
 *
 * Families outside the core lie in packs. The table knows which names lie in which packs, and asks for these when an
 * overload is looked up that is not there yet.
 */
import { packs } from '../python/packs.ts';
import { ELSEWHERE } from './elsewhere.generated.ts';
import { CORE } from './families.ts';
import { type Derivative, type DerivativePlan, type Op, type OpDef, planOf, resolve } from './op.ts';

type Families = readonly (readonly OpDef[])[];

const defs = new Map<string, OpDef>();
const ops = new Map<string, Op>();
const names = new Map<string, { key: string; rank: number }[]>();

export const keyOf = (def: OpDef): string => def.schema.slice(0, def.schema.indexOf('('));
export const baseOf = (key: string): string => key.split('.')[0];

/** @param rank place among the packs: the order of overloads must not depend on what was loaded first */
function add(families: Families, rank: number): void {
  for (const def of families.flat()) {
    const key = keyOf(def);
    if (defs.has(key)) throw new Error(`operator ${key} is in the table twice`);
    defs.set(key, def);
    const base = baseOf(key);
    const list = names.get(base);
    if (!list) names.set(base, [{ key, rank }]);
    else {
      list.push({ key, rank });
      list.sort((a, b) => a.rank - b.rank);
    }
  }
}
add(CORE, 0);

const PACKS = Object.keys(ELSEWHERE);
/** What the core lacks: a name's packs, and where Python has the name. */
const packsOf = new Map<string, string[]>();
/** Names by tag, `fm` `f` `m` `nn` …, as far as the core lacks them. */
export const tagged = new Map<string, string[]>();
for (const pack of PACKS) {
  for (const group of ELSEWHERE[pack].split('|')) {
    const [tags, names] = group.split(': ');
    const prefix = /^(fft|linalg|special)$/.test(tags) ? `${tags}_` : ''; // left out by pack-ops.mjs
    for (const short of names.split(' ')) {
      const name = prefix + short;
      packsOf.set(name, [...(packsOf.get(name) ?? []), pack]);
      for (const tag of tags.split('+')) tagged.set(tag, [...(tagged.get(tag) ?? []), name]);
    }
  }
}

const added = new Set<string>();

function open(pack: string): void {
  if (added.has(pack)) return;
  add(packs.require<{ FAMILIES: Families }>(pack).FAMILIES, PACKS.indexOf(pack) + 1);
  added.add(pack);
}

/** `add.Tensor` (also `relu.default`); null where the table has no such operator. */
export function findOp(overload: string): Op | null {
  let op = ops.get(overload);
  if (op) return op;
  const key = overload.endsWith('.default') ? overload.slice(0, -8) : overload;
  if (!defs.has(key)) packsOf.get(baseOf(key))?.forEach(open);
  const def = defs.get(key);
  if (!def) return null;
  op = ops.get(key) ?? resolve(def);
  ops.set(key, op);
  ops.set(overload, op);
  return op;
}

/** An operator made while running, found from then on. */
export const remember = (op: Op): void => void ops.set(op.overload, op);

/** The operator's shape rule and kernel for complex numbers. */
export const complexForm = (op: Op): Pick<OpDef, 'meta' | 'kernel'> =>
  packs.require<(op: Op, find: (overload: string) => Op | null) => Pick<OpDef, 'meta' | 'kernel'>>('complex-forms')(op, findOp);

const late = new Set<Op>();

/** The plan of the operator's derivative; that of a backward operator is asked for only when gradients flow through it. */
export function derivativeOf(op: Op): DerivativePlan | null {
  if (!op.derivative && op.sig.base.endsWith('_backward') && op.kind === 'kernel' && !late.has(op)) {
    const second = packs.require<Readonly<Record<string, Derivative>>>('second')[op.overload];
    late.add(op);
    if (second) op.derivative = second;
  }
  return planOf(op);
}

/** Overloads of a name, in the order of the table: `add` gives `add.Tensor`, `add.Scalar`, `add.out`. */
export function overloadsOf(base: string): readonly string[] {
  packsOf.get(base)?.forEach(open);
  return names.get(base)?.map(({ key }) => key) ?? [];
}

/** Packs with overloads of a name, `add` or `add_`, as far as the core lacks them. */
export const packsNamed = (base: string): readonly string[] => packsOf.get(base) ?? [];

/** Every overload there is; asks for all packs. */
export function allOverloads(): readonly string[] {
  PACKS.forEach(open);
  return [...defs.keys()];
}
