/**
 * The form of a sharding rule, and the small moves rules are made of.
 */
import type { Arg } from '../../aten/op.ts';
import { type Placement, Replicate, Shard } from '../placement.ts';
import type { Spec } from '../spec.ts';
import { type Choice, expand, type ExpandOptions, fillPlaceholders, type Layout, selectCheapest, withReplicate } from '../strategy.ts';

export interface RuleCall {
  /** Overload without `aten.`: `mm.default`. */
  readonly overload: string;
  /** Specs of the distributed tensor arguments, in schema order, lists flattened. */
  readonly inputs: readonly Spec[];
  /** All arguments in schema order; tensors stand where they are but rules read only the others. */
  readonly args: readonly Arg[];
  readonly rank: number;
}

/** Null: no layout is possible. Throws `TorchError` with PyTorch's words where PyTorch raises. */
export type Rule = (call: RuleCall) => Choice | null;

/** @param options `placeholders`: a cut stands for the inputs' kinds of cut; `relays`: in place it may change the layout, as PyTorch's older rules do; `derived`: PyTorch finds the rule in what the operator is made of, of layouts that inputs have, "all replicated" last */
export function fromLayouts(
  layouts: (call: RuleCall) => readonly Layout[],
  options: Partial<ExpandOptions> & { placeholders?: boolean; relays?: boolean; derived?: boolean } = {},
): Rule {
  return (call) => {
    const outputs = options.outputs ?? 1;
    const first = withReplicate(layouts(call), outputs + call.inputs.length);
    const known = new Set(call.inputs.flatMap((s) => s.placements.flatMap((p) => (p.kind === 'partial' ? [p.op] : []))));
    const full = options.derived ? [...first.slice(1).filter((l) => l.every((p) => p.kind !== 'partial' || known.has(p.op))), first[0] as Layout] : first;
    const inplace = call.overload.split('.')[0]?.endsWith('_') && !call.overload.startsWith('_foreach');
    const usable = options.placeholders === false ? full : fillPlaceholders(full, call.inputs);
    const candidates = expand(usable, call.inputs, call.rank, { ...options, outputs, inplace: inplace === true && !options.relays });
    return selectCheapest(candidates, call.inputs);
  };
}

export const follow = (placements: readonly Placement[], inputs = 1): Choice => ({
  inputs: new Array(inputs).fill(placements),
  outputs: [placements],
});

export const gathered = (placements: readonly Placement[], dims: readonly number[]): Placement[] =>
  placements.map((p) => (p.kind === 'partial' || (p.kind === 'shard' && dims.includes(p.dim)) ? Replicate : p));

/** Only the cuts along `dims` are undone; partial results stay. */
export const unshard = (placements: readonly Placement[], dims: readonly number[]): Placement[] =>
  placements.map((p) => (p.kind === 'shard' && dims.includes(p.dim) ? Replicate : p));

export const afterRemove = (placements: readonly Placement[], dim: number): Placement[] =>
  placements.map((p) => (p.kind === 'shard' && p.dim > dim ? Shard(p.dim - 1, p.factor) : p));

export const afterInsert = (placements: readonly Placement[], dim: number): Placement[] =>
  placements.map((p) => (p.kind === 'shard' && p.dim >= dim ? Shard(p.dim + 1, p.factor) : p));

export const wrap = (dim: number, rank: number): number => (dim < 0 ? dim + rank : dim);

export function wrapDims(arg: unknown, rank: number): number[] {
  if (arg === null || arg === undefined || (Array.isArray(arg) && arg.length === 0)) return Array.from({ length: rank }, (_, i) => i);
  return (Array.isArray(arg) ? arg : [arg]).map((d) => wrap(d as number, rank));
}
