/**
 * The road of one operator through the dispatcher, as the rail map of the Dispatch pane draws it: which stations it
 * passes, in what meaning, and which are left aside. Read from the step's `path`; nothing is worked out anew.
 */
import type { DispatchStop, RunReport } from '../../engine/report/types.ts';
import { meaningOf, opOf, type Meaning, type RankRun } from './run.ts';

/** Whole roads of the map. `none`: the step is not an operator. */
export type Road = 'hit' | 'miss' | 'fall' | 'copy' | 'graph' | 'hostGraph' | 'cpu' | 'view' | 'none';

export interface Dispatch {
  road: Road;
  /** The operator, or what happened instead of one. */
  title: string;
  operator: boolean;
  meaning: Meaning;
  /** Notes by station, in the engine's words. */
  notes: Partial<Record<DispatchStop['key'], string>>;
  taken: ReadonlySet<DispatchStop['key']>;
  line: number | null;
}

export function dispatchAt(rank: RankRun, i: number, { device, paths }: Pick<RunReport, 'device' | 'paths'>): Dispatch {
  const step = rank.steps[i];
  if (!step) return { road: 'none', title: '', operator: false, meaning: 'none', notes: {}, taken: new Set(), line: null };
  const op = opOf(rank, step);
  const path = step.path === undefined ? [] : (paths[step.path] ?? []);
  const taken = new Set(path.filter((p) => p.taken).map((p) => p.key));
  const notes: Dispatch['notes'] = {};
  for (const p of path) if (p.note) notes[p.key] = p.note;
  let road: Road = 'none';
  if (op) {
    if (op.where === 'graph') road = step.onHost ? 'hostGraph' : 'graph';
    else if (op.where === 'fallback' || taken.has('cpu')) road = 'fall';
    else if (taken.has('to-host') || taken.has('to-device')) road = 'copy';
    else if (op.where === 'view') road = 'view';
    else if (op.where === 'cpu') road = 'cpu';
    else road = taken.has('compile') ? 'miss' : 'hit';
  } else if (step.kind === 'graph') road = step.onHost ? 'hostGraph' : 'graph';
  return { road, title: op ? op.op : step.label, operator: op !== null, meaning: meaningOf(rank, step, device), notes, taken, line: step.line };
}

/** The last step before `i` that went through the dispatcher or was launched as a graph; null where there is none. */
export function lastOp(rank: RankRun, i: number): number | null {
  for (let s = Math.min(i, rank.steps.length) - 1; s >= 0; s--) {
    const step = rank.steps[s]!;
    if (step.kind === 'graph' || opOf(rank, step)) return s;
  }
  return null;
}
