/**
 * Partitions: maximal runs of steps on one side of the border between Neuron and host, and what crosses it.
 *
 * An operator that only changes metadata (a view) moves nothing and runs nowhere: it belongs to neither side and is not
 * counted. Every other operator and every collective is counted once (a law in the tests). The operator behind `.item()`
 * is the host's, as the wait before it is. Leaves out: cost, which the timeline has.
 */
import type { PartitionRow, Step, Where } from '../report/types.ts';

export type Side = PartitionRow['side'];

/** The side a step is on, null when it has none of its own (views, output). */
export function sideOf(step: Step, where: Where | null): Side | null {
  if (step.kind === 'sync' || step.onHost) return 'host';
  if (step.kind === 'graph' || step.kind === 'collective') return 'neuron';
  if (step.kind !== 'op' || where === null || where === 'view') return null;
  return where === 'graph' || (where === 'neuron' && step.label !== '_local_scalar_dense') ? 'neuron' : 'host';
}

/** @param whereOf where the operator of a step ran, null for other steps */
export function partition(steps: readonly Step[], whereOf: (step: Step) => Where | null): PartitionRow[] {
  const rows: PartitionRow[] = [];
  for (const [index, step] of steps.entries()) {
    const side = sideOf(step, whereOf(step));
    if (side === null) continue;
    let open = rows.at(-1);
    if (open?.side !== side) rows.push((open = { side, first: index, last: index, ops: 0, lines: [] }));
    open.last = index;
    if (step.kind === 'op' || step.kind === 'collective') open.ops++;
    if (!open.lines.includes(step.line)) open.lines.push(step.line);
  }
  for (const { lines } of rows) lines.sort((a, b) => a - b);
  return rows;
}
