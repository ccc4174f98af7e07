/**
 * Choosing how an operator runs on distributed tensors: every allowed layout, and the cheapest to reach.
 *
 * A rule lists layouts over one mesh dimension as [outputs…, inputs…]; the product over the mesh dimensions is tried in
 * order and the first of least cost wins, with PyTorch's preference for "nothing to move" over "free to move"
 * (`expand_to_full_mesh_op_strategy`, `_select_min_cost_strategy`).
 */
import { redistributeCost } from './cost.ts';
import { type Placement, Replicate, Shard, samePlacements } from './placement.ts';
import { isShardable, type Spec } from './spec.ts';

/** One layout over one mesh dimension: outputs first, then tensor inputs. */
export type Layout = readonly Placement[];

export interface Choice {
  readonly inputs: readonly (readonly Placement[])[];
  readonly outputs: readonly (readonly Placement[])[];
}

export interface ExpandOptions {
  readonly outputs: number;
  readonly inplace?: boolean;
  /** Inputs that are cut unevenly may stay as they are. */
  readonly allowUneven?: boolean;
}

/** Puts "all replicated" first, unless the rule has it (`_insert_single_dim_replication_strategy`). */
export function withReplicate(layouts: readonly Layout[], width: number): Layout[] {
  const has = layouts.some((l) => l.every((p) => p.kind === 'replicate'));
  return has ? [...layouts] : [new Array<Placement>(width).fill(Replicate), ...layouts];
}

/** Layouts that name a shard take the inputs' kinds of shard, plain and strided; they fall away where no input is sharded. */
export function fillPlaceholders(layouts: readonly Layout[], inputs: readonly Spec[]): Layout[] {
  const factors = new Set(inputs.flatMap((s) => s.placements.flatMap((p) => (p.kind === 'shard' ? [p.factor] : []))));
  return layouts.flatMap((l) =>
    l.some((p) => p.kind === 'shard') ? [...factors].map((factor) => l.map((p) => (p.kind === 'shard' ? Shard(p.dim, factor) : p))) : [l],
  );
}

/** Every full-mesh choice that its inputs admit, with its cost, in PyTorch's order. */
export function expand(layouts: readonly Layout[], inputs: readonly Spec[], rank: number, options: ExpandOptions): { choice: Choice; cost: number }[] {
  const mesh = (inputs[0] as Spec).mesh;
  const found: { choice: Choice; cost: number }[] = [];
  for (const combination of product(layouts, mesh.ndim)) {
    const columns = (combination[0] as Layout).map((_, c) => combination.map((l) => l[c] as Placement));
    if (columns.some(mixesPartials)) continue;
    const choice = { outputs: columns.slice(0, options.outputs), inputs: columns.slice(options.outputs) };
    const self = (inputs[0] as Spec).placements;
    if (options.inplace && !(samePlacements(choice.inputs[0] as Placement[], self) && samePlacements(choice.outputs[0] as Placement[], self))) continue;
    const admitted = inputs.every((s, i) => {
      const want = choice.inputs[i] as Placement[];
      return isShardable(s.meta.shape, mesh, want) || (options.allowUneven === true && samePlacements(s.placements, want));
    });
    if (!admitted) continue;
    const cost = inputs.reduce((sum, s, i) => sum + redistributeCost(s, choice.inputs[i] as Placement[], rank), 0);
    found.push({ choice, cost });
  }
  return found;
}

/** Prices choices that a rule lists itself, and picks. */
export function chooseAmong(inputs: readonly Spec[], rank: number, choices: readonly Choice[]): Choice | null {
  const priced = choices.map((choice) => ({
    choice,
    cost: inputs.reduce((sum, s, i) => sum + redistributeCost(s, choice.inputs[i] as Placement[], rank), 0),
  }));
  return selectCheapest(priced, inputs);
}

/** The winner; null when there is no choice at all. */
export function selectCheapest(candidates: readonly { choice: Choice; cost: number }[], inputs: readonly Spec[]): Choice | null {
  if (candidates.length === 0) return null;
  if (candidates.length === 1) return (candidates[0] as { choice: Choice }).choice;
  let still: Choice | null = null;
  let free: Choice | null = null;
  let best = candidates[0] as { choice: Choice; cost: number };
  for (const candidate of candidates) {
    if (candidate.cost === 0) {
      const moves = inputs.some((s, i) => !samePlacements(s.placements, candidate.choice.inputs[i] as Placement[]));
      // The last one that moves nothing, as PyTorch's loop has it.
      if (!moves) still = candidate.choice;
      else free ??= candidate.choice;
    }
    if (candidate.cost < best.cost) best = candidate;
  }
  return still ?? free ?? best.choice;
}

function mixesPartials(placements: readonly Placement[]): boolean {
  const ops = new Set(placements.flatMap((p) => (p.kind === 'partial' ? [p.op] : [])));
  return ops.size > 1 && !(ops.size === 2 && ops.has('sum') && ops.has('avg'));
}

function* product(layouts: readonly Layout[], times: number): Generator<Layout[]> {
  if (times === 0) {
    yield [];
    return;
  }
  for (const first of layouts) for (const rest of product(layouts, times - 1)) yield [first, ...rest];
}
