/**
 * What PyTorch thinks a redistribution costs: the figure by which it chooses among strategies.
 *
 * The constants are PyTorch's own (`torch/distributed/tensor/_collective_utils.py`, a ring over NVLink): they decide
 * placements, so they must be PyTorch's and not the device's. Microseconds, never shown to a reader.
 */
import type { DeviceMesh } from './device_mesh.ts';
import type { Placement } from './placement.ts';
import { samePlacement, samePlacements } from './placement.ts';
import { isReplicated, numShards, type Spec } from './spec.ts';
import { planTransform } from './transform.ts';

const GIB = 1024 ** 3;
const BASE = 6.6;
const WITHIN_HOST = { bandwidth: 87.7, hop: 0.6 };
const BETWEEN_HOSTS = { bandwidth: 87.7 * 0.22, hop: 2.7 };

/** `device_count()` of the device type: PyTorch counts one CPU a host; trn2.48xlarge has 64 logical cores. */
const devicesPerHost = (deviceType: string): number => (deviceType === 'cpu' ? 1 : 64);

interface Link {
  readonly ranks: number;
  readonly bandwidth: number;
  readonly hop: number;
}

/** The link along each mesh dimension: inner dimensions stay on a host as long as they fit. */
function links(mesh: DeviceMesh): Link[] {
  let total = 1;
  const list: Link[] = [];
  for (let d = mesh.ndim - 1; d >= 0; d--) {
    total *= mesh.size(d);
    list.unshift({ ranks: mesh.size(d), ...(total > devicesPerHost(mesh.deviceType) ? BETWEEN_HOSTS : WITHIN_HOST) });
  }
  return list;
}

function ring(gib: number, { ranks, bandwidth, hop }: Link, hops = ranks - 1): number {
  return BASE + hops * hop + ((gib * hops) / ranks / bandwidth) * 1e6;
}

function stepCost(from: Placement, to: Placement, link: Link, gib: number): [cost: number, gib: number] {
  const { ranks } = link;
  if (samePlacement(from, to)) return [0, gib];
  if (from.kind === 'shard' && to.kind === 'replicate') return [ring(gib * ranks, link), gib * ranks];
  if (from.kind === 'shard' && to.kind === 'shard') return [ring(gib, link) + 1, gib];
  if (from.kind === 'partial' && to.kind === 'replicate') return [ring(gib, link, 2 * (ranks - 1)), gib];
  if (from.kind === 'partial' && to.kind === 'shard') return [ring(gib, link), gib / ranks];
  if (to.kind === 'partial') return from.kind === 'replicate' ? [0, gib] : [Number.POSITIVE_INFINITY, gib];
  return from.kind === 'replicate' && to.kind === 'shard' ? [0, gib / ranks] : [0, gib];
}

/** Cost of turning `src` into `target`; Infinity where PyTorch has no way. */
export function redistributeCost(src: Spec, target: readonly Placement[], rank: number): number {
  if (isReplicated(src) || samePlacements(src.placements, target)) return 0;
  const elements = src.meta.shape.reduce((a, b) => a * b, 1);
  const along = links(src.mesh);
  let gib = (src.meta.itemsize * elements) / numShards(src) / GIB;
  let cost = 0;
  for (const step of planTransform(src, target, rank)) {
    const [spent, rest] = stepCost(step.from, step.to, along[step.meshDim] as Link, gib);
    cost += spent;
    gib = rest;
  }
  return cost;
}
