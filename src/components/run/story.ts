/**
 * What an article's figure shows of a report: the strips of operators, graphs and breaks in program order, the
 * output, and the whole as sentences. Pure, and the same for every page; the lab has the full views.
 */
import type { FrameRow, RunReport, Step } from '../../engine/report/types.ts';
import { placeLaunches } from '../../engine/report/launches.ts';

export { duration as about } from '../../engine/report/duration.ts';

export interface Chip {
  kind: 'eager' | 'view' | 'host' | 'wait' | 'graph' | 'break' | 'collective' | 'more';
  label: string;
  line: number;
  /** Inner operators of a graph. */
  ops?: string[];
  /** Keys for linked highlighting, own key first. */
  keys: string;
}

/** `aten.mul.Tensor` as readers say it: `mul`. */
export const shortName = (op: string): string => op.split('.')[1] ?? op;

const LIMIT = 28;

/** `compiled`: graphs, breaks and what the host does; operators outside graphs are left to the lab. */
export function stripOf(report: RunReport, compiled: boolean): Chip[] {
  const chips: Chip[] = [];
  // A break is found while the graph before it is captured, and stands where the program meets it: after that graph.
  let breaks: Chip[] = [];
  placeLaunches(report.steps, report.ops, report.frames).forEach((step, i) => {
    const chip = chipOf(report, step, i);
    if (!chip || (compiled && (chip.kind === 'eager' || chip.kind === 'view'))) return;
    if (chip.kind === 'break') {
      breaks.push(chip);
      return;
    }
    chips.push(...(chip.kind === 'graph' ? [chip, ...breaks] : [...breaks, chip]));
    breaks = [];
  });
  chips.push(...breaks);
  if (chips.length <= LIMIT) return chips;
  return [...chips.slice(0, LIMIT), { kind: 'more', label: String(chips.length - LIMIT), line: 0, keys: '' }];
}

function chipOf(report: RunReport, step: Step, i: number): Chip | null {
  const keys = `s${i} L${step.line}`;
  const at = { line: step.line, keys };
  if (step.kind === 'sync') return { kind: 'wait', label: step.label, ...at };
  if (step.kind === 'break') return { kind: 'break', label: step.label, ...at };
  if (step.kind === 'collective') return { kind: 'collective', label: step.label, ...at };
  if (step.kind === 'graph') {
    const frame: FrameRow | undefined = report.frames[step.frame ?? -1];
    const graph = frame?.graphs[step.graph ?? -1];
    return { kind: 'graph', label: String(step.graph ?? 0), ops: (graph?.ops ?? []).map(shortName), ...at };
  }
  const row = step.op === null ? undefined : report.ops[step.op];
  // Reading a value is drawn as the wait it is.
  if (!row || row.where === 'graph' || shortName(row.op) === '_local_scalar_dense') return null;
  const kind = row.where === 'fallback' ? 'host' : row.where === 'view' ? 'view' : 'eager';
  return { kind, label: shortName(row.op), ...at };
}

/** Every tensor of the run is on the host, although there is a device: nothing is waited for, because nothing is away. */
export function allOnHost(report: RunReport): boolean {
  const devices = Object.values(report.values).flatMap(({ device }) => device ?? []);
  return report.device === 'neuron' && devices.length > 0 && devices.every((device) => device === 'cpu') && report.ops.every(({ where }) => where !== 'neuron');
}

export interface Counts {
  operators: number;
  waits: number;
  fallbacks: number;
  graphs: number;
  breaks: number;
  collectives: number;
}

export function countsOf(report: RunReport): Counts {
  return {
    operators: report.ops.length,
    waits: report.syncs.length,
    fallbacks: report.fallbacks.reduce((n, row) => n + row.count, 0),
    graphs: report.frames.reduce((n, frame) => n + frame.graphs.length, 0),
    breaks: report.frames.reduce((n, frame) => n + frame.breaks.length, 0),
    collectives: Object.values(report.collectives).reduce((a, b) => a + b, 0),
  };
}

export const outputs = (report: RunReport): string[] => (typeof report.stdout === 'string' ? [report.stdout] : report.stdout);
