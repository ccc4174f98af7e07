/**
 * The plan that turns one layout into another: one mesh dimension a step.
 *
 * PyTorch's greedy planner (`DTensorRedistributePlanner.generate_greedy_transform_infos`): nested shards of one tensor
 * dimension are undone from the inside out, then the rest follows from the outside in. On a mesh of one dimension it
 * is a single step. Leaves out: other device orders, merged collectives over flattened meshes.
 */
import { type Placement, rowCount, Replicate, samePlacement } from './placement.ts';
import { numShards, type Spec } from './spec.ts';

export interface TransformStep {
  readonly meshDim: number;
  readonly from: Placement;
  readonly to: Placement;
  /** Shape of the tensor that this mesh dimension cuts, as this rank sees it. */
  readonly logicalShape: readonly number[];
}

export function planTransform(src: Spec, target: readonly Placement[], rank: number): TransformStep[] {
  const { mesh } = src;
  if (mesh.ndim === 1) {
    const [from, to] = [src.placements[0] as Placement, target[0] as Placement];
    return samePlacement(from, to) ? [] : [{ meshDim: 0, from, to, logicalShape: src.meta.shape }];
  }
  const logical = logicalShapes(src, rank);
  const steps: TransformStep[] = [];
  const now = [...src.placements];
  const move = (meshDim: number, to: Placement): void => {
    steps.push({ meshDim, from: now[meshDim] as Placement, to, logicalShape: logical[meshDim] as number[] });
    now[meshDim] = to;
  };
  if (numShards(src) > 1) {
    for (let m = now.length - 1; m >= 0; m--) {
      let to = target[m] as Placement;
      if (to.kind === 'shard') {
        const dim = to.dim;
        const cutsBefore = (list: readonly Placement[]): string =>
          list
            .slice(0, m)
            .flatMap((p, i) => (p.kind === 'shard' && p.dim === dim ? [i] : []))
            .join();
        if (cutsBefore(now) !== cutsBefore(target)) to = Replicate;
      }
      if (!samePlacement(now[m] as Placement, to)) move(m, to);
    }
  }
  for (let m = 0; m < now.length; m++) {
    const to = target[m] as Placement;
    if (!samePlacement(now[m] as Placement, to)) move(m, to);
  }
  return steps;
}

function logicalShapes(src: Spec, rank: number): number[][] {
  const at = src.mesh.coordinate(rank);
  const shapes: number[][] = [[...src.meta.shape]];
  for (const [i, p] of src.placements.entries()) {
    const shape = [...(shapes[i] as number[])];
    if (p.kind === 'shard' && at) shape[p.dim] = rowCount(p, shape[p.dim] as number, src.mesh.size(i), at[i] as number);
    shapes.push(shape);
  }
  return shapes;
}
