/**
 * A report made ready for stepping: per rank keyframes of the variables, the clock after each step, and indexes from
 * lines, graphs and breaks to steps. Built once a report; every view then reads it in (nearly) constant time.
 *
 * The idea of keyframes and deltas is that of video codecs. Leaves out: anything of the page (open panes, zoom).
 */
import type { CollectiveRow, FrameRow, OpRow, ReportError, RunReport, Step, ValueRow } from '../../engine/report/types.ts';
import { withHanded } from '../../engine/report/handed.ts';
import { type PlacedStep, placeLaunches } from '../../engine/report/launches.ts';

export type Vars = Readonly<Record<string, string>>;

/** What a step means, in the four meanings of the site and the two that are none of them. */
export type Meaning = 'eager' | 'comp' | 'host' | 'part' | 'wait' | 'none';

export interface RankRun {
  rank: number;
  steps: readonly PlacedStep[];
  ops: readonly OpRow[];
  frames: readonly FrameRow[];
  collectiveRows: readonly CollectiveRow[];
  stdout: string;
  error: ReportError | null;
  /** Variables after each KEY-th step. */
  keyframes: readonly Vars[];
  /** Modelled microseconds after each step. */
  clock: Float64Array;
  /** Steps of each line, in order. */
  byLine: ReadonlyMap<number, readonly number[]>;
  /** Steps of each graph, by `graphKey`. */
  byGraph: ReadonlyMap<string, readonly number[]>;
}

export interface RunModel {
  report: RunReport;
  lines: readonly string[];
  ranks: readonly RankRun[];
  /** Steps of the longest rank: the range of the cursor. */
  length: number;
}

/** Steps between two keyframes: at most this many deltas are applied for any jump. */
export const KEY = 64;

export const graphKey = (frame: number, graph: number): string => `${frame}-${graph}`;

/** The report's rows of one rank; a run with one rank keeps them at the top level. */
function rowsOf(report: RunReport): Omit<RankRun, 'keyframes' | 'clock' | 'byLine' | 'byGraph'>[] {
  if (report.ranks && report.ranks.length > 0) {
    return report.ranks.map((r) => ({
      rank: r.rank,
      steps: r.steps,
      ops: r.ops,
      frames: r.frames.map(withHanded),
      collectiveRows: r.collectiveRows,
      stdout: r.stdout,
      error: r.error,
    }));
  }
  return [
    {
      rank: 0,
      steps: report.steps,
      ops: report.ops,
      frames: report.frames.map(withHanded),
      collectiveRows: report.collectiveRows,
      stdout: typeof report.stdout === 'string' ? report.stdout : report.stdout.join(''),
      error: report.error,
    },
  ];
}

/** One delta applied to a state; `null` takes a name away. The state given is not changed. */
export function applyVars(state: Vars, delta: Step['vars']): Vars {
  if (!delta) return state;
  const next: Record<string, string> = { ...state };
  for (const [name, key] of Object.entries(delta)) {
    if (key === null) delete next[name];
    else next[name] = key;
  }
  return next;
}

function push<K>(map: Map<K, number[]>, key: K, value: number): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

function indexRank(raw: ReturnType<typeof rowsOf>[number]): RankRun {
  const rows = { ...raw, steps: placeLaunches(raw.steps, raw.ops, raw.frames) };
  const keyframes: Vars[] = [];
  const clock = new Float64Array(rows.steps.length);
  const byLine = new Map<number, number[]>();
  const byGraph = new Map<string, number[]>();
  let vars: Vars = {};
  let now = 0;
  rows.steps.forEach((step, i) => {
    vars = applyVars(vars, step.vars);
    if (i % KEY === 0) keyframes.push(vars);
    for (const bar of step.bars ?? []) if (bar.lane === 'host' || bar.lane === 'compiler') now = Math.max(now, bar.end);
    clock[i] = now;
    push(byLine, step.line, i);
    if (step.call !== undefined && step.call !== step.line) push(byLine, step.call, i);
    if (step.frame !== undefined && step.graph !== undefined) push(byGraph, graphKey(step.frame, step.graph), i);
  });
  return { ...rows, keyframes, clock, byLine, byGraph };
}

const cache = new WeakMap<RunReport, Map<string, RunModel>>();

/** The model of a report and the source it came from; the same pair gives the same object. */
export function indexRun(report: RunReport, source: string): RunModel {
  let bySource = cache.get(report);
  if (!bySource) cache.set(report, (bySource = new Map()));
  const known = bySource.get(source);
  if (known) return known;
  const ranks = rowsOf(report).map(indexRank);
  const model: RunModel = {
    report,
    lines: source.replace(/\n$/, '').split('\n'),
    ranks,
    length: Math.max(0, ...ranks.map((r) => r.steps.length)),
  };
  bySource.set(source, model);
  return model;
}

/** The step of a rank at the cursor: ranks that ended earlier stay at their last step; -1 where there is none. */
export function stepAt(rank: RankRun, cursor: number): number {
  return Math.min(cursor, rank.steps.length - 1);
}

/** Variables after step `i` (before the first step: none). */
export function varsAt(rank: RankRun, i: number): Vars {
  if (i < 0 || rank.steps.length === 0) return {};
  const at = Math.min(i, rank.steps.length - 1);
  let vars = rank.keyframes[Math.floor(at / KEY)] ?? {};
  for (let s = Math.floor(at / KEY) * KEY + 1; s <= at; s++) vars = applyVars(vars, rank.steps[s]!.vars);
  return vars;
}

/** Where variables are, seen from a step that has none: the last step before it that has some, and whether a later one does. */
export function varsAround(rank: RankRun, i: number): { before: number | null; later: boolean } {
  let vars: Vars = {};
  let before: number | null = null;
  for (const [s, step] of rank.steps.entries()) {
    vars = applyVars(vars, step.vars);
    if (Object.keys(vars).length === 0) continue;
    if (s > i) return { before, later: true };
    before = s;
  }
  return { before, later: false };
}

/** Names whose value at step `i` is not what it was a step before. */
export function changedAt(rank: RankRun, i: number): { name: string; fresh: boolean }[] {
  const delta = i >= 0 ? rank.steps[i]?.vars : undefined;
  if (!delta) return [];
  const before = varsAt(rank, i - 1);
  return Object.entries(delta)
    .filter(([name, key]) => key !== null && before[name] !== key)
    .map(([name]) => ({ name, fresh: !(name in before) }));
}

/** Steps looked back for the tensor to show where the step at hand changes none. */
const BACK = 400;

/** The tensor that was made or changed last, at or before step `i`, and is still there. */
export function latestTensor(model: RunModel, rank: RankRun, i: number): string | null {
  const vars = varsAt(rank, i);
  for (let s = i; s >= 0 && s > i - BACK; s--) {
    const names = Object.keys(rank.steps[s]?.vars ?? {});
    const found = names.findLast((n) => valueOf(model, vars[n])?.kind === 'tensor');
    if (found) return found;
  }
  return null;
}

export function valueOf(model: RunModel, key: string | null | undefined): ValueRow | null {
  return key ? (model.report.values[key] ?? null) : null;
}

/** The operator of a step, where it is one. */
export function opOf(rank: RankRun, step: Step | undefined): OpRow | null {
  return step && step.op !== null ? (rank.ops[step.op] ?? null) : null;
}

/** An operator's short name: `aten.mm.default` → `mm`. */
export function shortOp(op: string): string {
  const parts = op.split('.');
  return parts.length >= 3 ? parts.slice(1, -1).join('.') : (parts.at(-1) ?? op);
}

/** The host waits here: one step for each wait that the report counts, a fallback's copy to the host among them. */
export const isWait = (step: Step): boolean => step.kind === 'sync' || (step.bars?.some((b) => b.kind === 'wait') ?? false);

export function meaningOf(rank: RankRun, step: Step, device: string): Meaning {
  const op = opOf(rank, step);
  if (isWait(step) && op?.where !== 'fallback') return 'wait';
  if (step.kind === 'graph' || step.kind === 'compile' || step.kind === 'break') return 'comp';
  if (step.kind === 'collective') return step.onHost ? 'none' : 'part';
  if (step.kind === 'copy') return 'host';
  if (op?.op === 'aten._local_scalar_dense.default' && op.where === 'neuron') return 'none';
  switch (op?.where) {
    case 'neuron':
      return 'eager';
    case 'graph':
      return 'comp';
    case 'fallback':
      return 'host';
    case 'cpu':
      return device === 'cpu' ? 'eager' : 'none';
    default:
      return 'none';
  }
}
