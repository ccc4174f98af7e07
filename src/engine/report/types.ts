/**
 * The run report: the one object that a run leaves behind and every view reads.
 *
 * The outer fields are the contract that outside tools rely on (schema 1); `steps`, `values` and the rest serve the
 * lab's panes. A report is plain JSON: no classes, no cycles, no undefined.
 * Leaves out: anything of the page (cursor, open panes), anything of wall time.
 */

export type Device = 'neuron' | 'cpu';
export type Exit = 'ok' | 'error' | 'hang' | 'unsupported' | 'limit';
export type Phase = 'forward' | 'backward' | 'optimizer';
/** Where an operator ran. `graph`: inside a compiled graph; `fallback`: on the host for want of a kernel. */
/** Characters of a program: more are refused, by the page and by the command line. */
export const MAX_SOURCE = 1_000_000;

export type Where = 'cpu' | 'neuron' | 'view' | 'fallback' | 'graph';
export type Mark = 'exact' | 'documented' | 'measured' | 'modelled' | 'prerelease';

export interface RunOptions {
  device: Device;
  worldSize: number;
  /** Kernel cache of the eager path before the run. */
  kernelCache: 'cold' | 'warm';
  /** Compiled-graph cache before the run. */
  graphCache: 'cold' | 'warm';
  /**
   * true: computed while that is affordable (`report/budget.ts`), else the run starts again on shapes alone; 'always':
   * computed whatever it costs (`--numbers`); false: shapes alone from the start (`--no-numbers`).
   */
  numbers: boolean | 'always';
  target: 'trn2' | 'trn3';
}

export interface ReportError {
  type: string;
  message: string;
  line: number | null;
  /** Rank that failed first by itself, several ranks only. */
  rank?: number;
  /** The whole traceback as CPython prints it. */
  traceback?: string;
}

export interface OpRow {
  op: string;
  line: number;
  phase: Phase;
  where: Where;
}

export interface GraphRow {
  ops: string[] | null;
  backward?: string[];
  /** Printed forms of the stages of this graph, by stage name: `captured`, `aot`, `aotBackward` … */
  text?: Record<string, string>;
  /** Nodes of the AOT forward graph for the Graphs pane. */
  nodes?: GraphNode[];
}

export interface GraphNode {
  name: string;
  /** `placeholder`, `output`, or the operator overload. */
  op: string;
  args: string;
  inputs: string[];
  shape: number[] | null;
  dtype: string | null;
  line: number | null;
}

export interface BreakRow {
  line: number;
  id: string;
  /** PyTorch's name of the kind of break, our words on why, and the cure. */
  reason?: string;
  hint?: string;
}

export interface RecompileRow {
  call: number;
  guard: string;
}

export interface FrameRow {
  name: string;
  line: number;
  compiles: number[];
  graphs: GraphRow[];
  breaks: BreakRow[];
  skipped: boolean;
  recompiles: RecompileRow[];
  /** Guards of each compiled entry, in PyTorch's words. */
  guards?: string[][];
  /** Graphs for a back end that takes them as Dynamo made them (`eager`, the program's own), by number of the call; they are not among `graphs`. */
  handed?: { call: number; graph: GraphRow }[];
}

export interface SyncRow {
  line: number;
  cause: string;
}

export interface FallbackRow {
  op: string;
  line: number;
  count: number;
}

/** Simulated microseconds; Modelled. `total` is the end of the last lane, the others are busy times. */
export interface Clock {
  host: number;
  device: number;
  compile: number;
  copies: number;
  total: number;
}

/** One executed operator or one host event. */
export type StepKind = 'op' | 'output' | 'sync' | 'break' | 'collective' | 'graph' | 'compile' | 'copy' | 'end';

export interface Step {
  kind: StepKind;
  line: number;
  rank: number;
  /** Index into `ops` (kind `op`), else null. */
  op: number | null;
  /** What happened, in a few words: operator, printed text, cause of the wait, break id. */
  label: string;
  /** Characters of the printed text, where the label holds its beginning alone. */
  chars?: number;
  /** Changes of the program's variables at this step: name to value key (null: name is gone). */
  vars?: Record<string, string | null>;
  /** Value key of what the step made. */
  out?: string;
  /** Timeline bars of this step. */
  bars?: Bar[];
  /** Path through the dispatcher, operators only: an index into `paths`. */
  path?: number;
  /** Frame row, graph index: kinds `graph`, `compile`, `break`. */
  frame?: number;
  graph?: number;
  /** The launch of a graph's backward half. */
  backward?: boolean;
  /** A graph that meets no tensor on the device: it is compiled and run on the host, its operators with it. A collective of host tensors. */
  onHost?: true;
  /** A launch on the device: operators that the compiler takes in no graph, with the code of its refusal (`sort NCC_EVRF029`). */
  refused?: string[];
}

export type Lane = 'host' | 'compiler' | 'queue' | 'core' | 'copies' | 'link';

export interface Bar {
  lane: Lane;
  /** Microseconds since the start of the run. */
  start: number;
  end: number;
  label: string;
  kind: 'eager' | 'compiled' | 'partitioned' | 'host' | 'wait' | 'compile' | 'copy' | 'collective';
  bytes?: number;
}

export interface DispatchStop {
  key: 'autocast' | 'autograd' | 'view' | 'backend' | 'cache' | 'compile' | 'queue' | 'core' | 'to-host' | 'cpu' | 'to-device';
  taken: boolean;
  note: string;
}

/** A snapshot of one value, content-addressed: equal contents share a key. */
export interface ValueRow {
  kind: 'tensor' | 'scalar' | 'text' | 'object';
  /** Python's type name. */
  type: string;
  text: string;
  shape?: number[];
  dtype?: string;
  device?: string;
  strides?: number[];
  requiresGrad?: boolean;
  gradFn?: string | null;
  /** At most 4,096 elements, row-major; NaN and infinities as strings; absent for larger tensors. */
  data?: (number | string)[];
  summary?: { min: number; max: number; mean: number; numel: number };
  /** Distributed tensors. */
  placements?: string[];
  mesh?: number[];
  local?: string;
}

/** A maximal run of consecutive operators on one side of the border between Neuron and host. */
export interface PartitionRow {
  side: 'neuron' | 'host';
  /** First and last step, inclusive. */
  first: number;
  last: number;
  ops: number;
  lines: number[];
}

export interface CrossingRow {
  step: number;
  line: number;
  direction: 'to-host' | 'to-device';
  bytes: number;
  cause: string;
}

export interface CollectiveRow {
  step: number;
  line: number;
  op: string;
  group: number[];
  bytes: number;
  shape: number[];
  dtype: string;
  reduce: string | null;
}

/** Why a run that was to have numbers has none. */
export interface ShapesAlone {
  /** Where the run with numbers stood when it met the limit. */
  line: number | null;
  /** What was counted, in the words of a limit: `elements of parameters`, `element operations`, `bytes` … */
  limit: string;
  count: number;
}

export interface RankReport {
  rank: number;
  exit: Exit;
  stdout: string;
  error: ReportError | null;
  ops: OpRow[];
  frames: FrameRow[];
  collectives: Record<string, number>;
  steps: Step[];
  collectiveRows: CollectiveRow[];
}

export interface Hang {
  /** Rank to what it waits for. */
  waits: { rank: number; line: number; op: string; for: number[] }[];
  text: string;
}

export interface RunReport {
  schema: 1;
  torch: '2.13';
  device: Device;
  worldSize: number;
  options: RunOptions;
  /** Set where numbers were asked for and not affordable: this is the run on shapes alone that took its place. */
  shapesAlone: ShapesAlone | null;
  exit: Exit;
  stdout: string | string[];
  error: ReportError | null;
  ops: OpRow[];
  frames: FrameRow[];
  collectives: Record<string, number>;
  syncs: SyncRow[];
  fallbacks: FallbackRow[];
  clock: Clock;
  /** Mark of each comparable field (decision 8). */
  marks: Record<string, { mark: Mark; reason: string }>;
  steps: Step[];
  values: Record<string, ValueRow>;
  /** The different paths through the dispatcher that the steps took. */
  paths: DispatchStop[][];
  partitions: PartitionRow[];
  crossings: CrossingRow[];
  collectiveRows: CollectiveRow[];
  hang: Hang | null;
  /** Several ranks: the same fields for each; the top level speaks of rank 0. */
  ranks: RankReport[] | null;
  /** Engine limits met, warnings such as the fallback warning of each operator. */
  notes: { line: number | null; text: string; mark: Mark }[];
}
