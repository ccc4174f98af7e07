/**
 * Partitions: maximal runs of steps on one side of the border between Neuron and host, and what crosses it.
 *
 * A view stays on the side of the step before it: it moves nothing. Every operator step is covered once (a law in the
 * tests). Leaves out: cost, which the timeline has.
 */
import type { PartitionRow, Step, Where } from '../report/types.ts';

export type Side = PartitionRow['side'];

/** The side a step is on, null when it has none of its own (views, output). */
export function sideOf(step: Step, where: Where | null): Side | null {
  if (step.kind === 'sync' || step.onHost) return 'host';
  if (step.kind === 'graph' || step.kind === 'collective') return 'neuron';
  if (step.kind !== 'op' || where === null || where === 'view') return null;
  return where === 'neuron' || where === 'graph' ? 'neuron' : 'host';
}

/** @param whereOf where the operator of a step ran, null for other steps */
export function partition(steps: readonly Step[], whereOf: (step: Step) => Where | null): PartitionRow[] {
  const rows: PartitionRow[] = [];
  for (const [index, step] of steps.entries()) {
    const side = sideOf(step, whereOf(step));
    const open = rows.at(-1);
    if (side === null && !open) {
      if (step.kind === 'op') rows.push({ side: 'host', first: index, last: index, ops: 1, lines: [step.line] });
      continue;
    }
    if (!open || (side !== null && side !== open.side)) {
      rows.push({ side: side ?? 'host', first: index, last: index, ops: step.kind === 'op' ? 1 : 0, lines: [step.line] });
      continue;
    }
    open.last = index;
    if (step.kind === 'op') open.ops++;
    if (!open.lines.includes(step.line)) open.lines.push(step.line);
  }
  return rows;
}
