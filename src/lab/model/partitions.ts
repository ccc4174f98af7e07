/**
 * What ran on Neuron, what on the host, and what crossed; and the same question again with more kernels:
 * "what if this operator had one". The recomputation uses the report alone, so its answer is Modelled:
 * it moves the operator's steps to Neuron, joins the runs that then touch, drops the crossings that the fallback
 * caused, and takes an ordinary launch's time in place of the fallback's.
 * Law: the partitions cover each step of an operator at most once, before and after (test/laws/lab/partitions.test.ts).
 */
import type { CrossingRow, OpRow, PartitionRow, RunReport, Step } from '../../engine/report/types.ts';
import type { RankRun, RunModel } from './run.ts';

export interface PartitionView {
  rows: PartitionRow[];
  crossings: { row: CrossingRow; index: number }[];
  bytes: number;
  /** Steps that run on the host for want of a kernel. */
  fallbackSteps: number;
}

const views = new WeakMap<RunModel, PartitionView>();

export function partitionView(model: RunModel): PartitionView {
  let view = views.get(model);
  if (!view) views.set(model, (view = viewOf(model)));
  return view;
}

function viewOf(model: RunModel): PartitionView {
  const rank = model.ranks[0];
  const crossings = model.report.crossings.map((row, index) => ({ row, index }));
  return {
    // Lines as the other panes have them: an operator inside a graph has its own line, not that of the call.
    rows: model.report.partitions.map((row) => {
      const lines = rank ? linesOf(range(row.first, row.last), rank) : [];
      return { ...row, lines: lines.length > 0 ? lines : row.lines };
    }),
    crossings,
    bytes: sum(crossings.map((c) => c.row.bytes)),
    fallbackSteps: model.ranks[0]?.ops.filter((o) => o.where === 'fallback').length ?? 0,
  };
}

/** Nothing of a run with work in it took place on Neuron: "no operator fell back to the host" would say the opposite of what is drawn. */
export const allOnHost = ({ partitions }: Pick<RunReport, 'partitions'>): boolean => partitions.length > 0 && partitions.every(({ side }) => side === 'host');

const sum = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0);

/** Operators that fell back, most frequent first: the choices of "what if". */
export function fallbackOps(rank: RankRun): string[] {
  const count = new Map<string, number>();
  for (const o of rank.ops) if (o.where === 'fallback') count.set(o.op, (count.get(o.op) ?? 0) + 1);
  return [...count].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).map(([op]) => op);
}

export interface WhatIf {
  view: PartitionView;
  /** Modelled microseconds of the host that the kernels would save, and what the estimate rests on. */
  saved: number;
  steps: number;
  launch: number;
}

/** Time of the host for a step: the longest of its host bars. */
function hostTime(rank: RankRun, i: number): number {
  return sum((rank.steps[i]?.bars ?? []).filter((b) => b.lane === 'host').map((b) => b.end - b.start));
}

export function whatIf(model: RunModel, kernels: ReadonlySet<string>): WhatIf {
  const rank = model.ranks[0];
  if (!rank) return { view: partitionView(model), saved: 0, steps: 0, launch: 0 };
  const moved = new Set<number>();
  const launches: number[] = [];
  rank.steps.forEach((s, i) => {
    const op = s.op === null ? null : rank.ops[s.op];
    if (op?.where === 'fallback' && kernels.has(op.op)) moved.add(i);
    if (op?.where === 'neuron') launches.push(hostTime(rank, i));
  });
  launches.sort((a, b) => a - b);
  const launch = launches[launches.length >> 1] ?? 0;
  const rows = regroup(model.report.partitions, moved, rank);
  const crossings = model.report.crossings.map((row, index) => ({ row, index })).filter((c) => !moved.has(c.row.step));
  return {
    view: {
      rows,
      crossings,
      bytes: sum(crossings.map((c) => c.row.bytes)),
      fallbackSteps: rank.ops.filter((o) => o.where === 'fallback' && !kernels.has(o.op)).length,
    },
    saved: Math.max(0, sum([...moved].map((i) => hostTime(rank, i) - launch))),
    steps: moved.size,
    launch,
  };
}

/** Host runs cut at the moved steps, the moved ones given to Neuron, neighbours of one side joined. */
export function regroup(rows: readonly PartitionRow[], moved: ReadonlySet<number>, rank: RankRun): PartitionRow[] {
  const counts = (i: number): number => (counted(rank, i) ? 1 : 0);
  const pieces: PartitionRow[] = [];
  for (const row of rows) {
    const inside = row.side === 'host' ? range(row.first, row.last).filter((i) => moved.has(i)) : [];
    if (inside.length === 0) {
      pieces.push({ ...row, lines: [...row.lines] });
      continue;
    }
    let start = row.first;
    const cut = (first: number, last: number, side: PartitionRow['side']) => {
      if (last < first) return;
      const steps = range(first, last);
      if (!steps.some((i) => counted(rank, i) || rank.steps[i]?.kind === 'sync')) return;
      pieces.push({ side, first, last, ops: sum(steps.map(counts)), lines: linesOf(steps, rank) });
    };
    for (const i of inside) {
      cut(start, i - 1, 'host');
      cut(i, i, 'neuron');
      start = i + 1;
    }
    cut(start, row.last, 'host');
  }
  const out: PartitionRow[] = [];
  for (const p of pieces) {
    const last = out.at(-1);
    if (last && last.side === p.side) {
      last.last = p.last;
      last.ops += p.ops;
      last.lines = [...new Set([...last.lines, ...p.lines])].sort((a, b) => a - b);
    } else out.push(p);
  }
  return out;
}

const range = (a: number, b: number): number[] => Array.from({ length: Math.max(0, b - a + 1) }, (_, k) => a + k);

/** What a partition counts: each collective, and each operator that does more than change metadata. */
export const isCounted = (step: Step | undefined, ops: readonly OpRow[]): boolean =>
  step?.kind === 'collective' || (step?.op != null && ops[step.op]?.where !== 'view');

const counted = (rank: RankRun, i: number): boolean => isCounted(rank.steps[i], rank.ops);

const linesOf = (steps: readonly number[], rank: RankRun): number[] =>
  [...new Set(steps.filter((i) => counted(rank, i) || rank.steps[i]?.kind === 'sync').map((i) => rank.steps[i]!.line))].sort((a, b) => a - b);
