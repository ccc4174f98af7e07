/**
 * What one rank leaves behind while it runs: operators, steps, waits, output, collectives, and the device's clock.
 *
 * It listens: to the dispatcher (`Emit`), to the torch layer (waits), to capture (graphs, breaks) and to the mesh. A unit
 * of work that must be executed again (a rank that waits for its peers) is taken back whole by `rollback`.
 */
import type { Emit, OpEvent } from '../dispatch/backend.ts';
import type { RunGraph } from '../graph/compiled.ts';
import type { CollectiveEvent } from '../mesh/comm.ts';
import { NeuronDevice } from '../neuron/device.ts';
import { packetOf } from '../neuron/fallbacks.ts';
import type { FallbackRule, Overlay } from '../neuron/fallbacks.ts';
import { LimitReached } from '../python/errors.ts';
import type { Fiber } from '../python/frame.ts';
import { Tensor } from '../tensor/tensor.ts';
import { deviceEvent } from './metas.ts';
import { Scope } from './scope.ts';
import type { CollectiveRow, CrossingRow, FallbackRow, OpRow, RunOptions, RunReport, Step, SyncRow } from './types.ts';
import type { ValueTable } from './values.ts';

/** Characters that one rank may print; beyond it no page could show them, and a string could not hold them. */
const MAX_OUTPUT = 1 << 20;
/** Characters of a printed text that its step repeats. */
const LABEL = 400;

/** Steps beyond this keep no values: a long training run is read by its timeline and its output. */
const STEPS_WITH_VALUES = 3000;

/** Operators of one rank: an endless loop over tensors ends here, at its line, before the page loses patience. */
const MOST_OPERATORS = 150_000;

interface Mark {
  unit: number;
  ops: number;
  steps: number;
  collectives: number;
  syncs: number;
  crossings: number;
}

/** The operator behind `.item()`: it has no kernel, the host waits and reads. */
const SCALAR = 'aten._local_scalar_dense.default';
/** Elements of an argument from which an operator may take a tenth of a second. */
const LONG_WORK = 1 << 18;
const hostBytes = (list: readonly (Tensor | null)[]): number => list.reduce((n, t) => (t?.device.type === 'cpu' ? n + t.numel * t.dtype.itemsize : n), 0);
const isLong = (v: unknown): boolean => v instanceof Tensor && v.numel > LONG_WORK;
function anyLong(args: readonly unknown[]): boolean {
  for (let i = 0; i < args.length; i++) if (isLong(args[i])) return true;
  return false;
}
/** Operators between two tellings of where the program stands: an operator may cost much and few steps. */
const TELL_EVERY = 32;

export interface Surroundings {
  readonly rank: number;
  readonly file: string;
  readonly options: RunOptions;
  readonly overlay: Overlay | undefined;
  readonly table: ValueTable;
  fiber(): Fiber | null;
  line(): number;
  /** Which unit of work is being executed: another number for each. */
  unit(): number;
  /** Says on which line the program stands, for an operator that may take long. */
  readonly tell: () => void;
}

export class Recorder implements Emit {
  readonly ops: OpRow[] = [];
  readonly steps: Step[] = [];
  readonly syncs: SyncRow[] = [];
  readonly crossings: CrossingRow[] = [];
  readonly collectiveRows: CollectiveRow[] = [];
  readonly counts: Record<string, number> = {};
  readonly device: NeuronDevice;
  /** Operator to its first fallback, in the words and with the mark of the table's row. */
  readonly warnings = new Map<string, RunReport['notes'][number]>();
  stdout = '';
  private open = false;
  /** The reads of this moment have been counted as one wait. */
  private covered = false;
  private readonly around: Surroundings;
  private readonly scope: Scope;
  private readonly fallbackCounts = new Map<string, FallbackRow>();
  private readonly mark: Mark = { unit: -1, ops: 0, steps: 0, collectives: 0, syncs: 0, crossings: 0 };
  /** Operators of the graph that is running now; null outside of graphs. */
  private inGraph: { readonly events: ReturnType<typeof deviceEvent>[]; readonly onHost: boolean } | null = null;

  constructor(around: Surroundings) {
    this.around = around;
    this.device = new NeuronDevice(around.options, around.overlay);
    this.scope = new Scope(around.table, around.file);
  }

  /** Line of the last step; null before the first. */
  get lastLine(): number | null {
    return this.steps[this.steps.length - 1]?.line ?? null;
  }

  get fallbacks(): FallbackRow[] {
    return [...this.fallbackCounts.values()];
  }

  begin(event: OpEvent): void {
    this.touch();
    if (this.inGraph) event.where = 'graph';
    else if (event.op.name === SCALAR && !this.covered) {
      const [t] = event.args;
      if (t instanceof Tensor && t.device.type === 'neuron') this.sync('item', t.dtype.itemsize);
    }
    if (this.ops.length >= MOST_OPERATORS) throw new LimitReached('operators', MOST_OPERATORS);
    if (this.ops.length % TELL_EVERY === TELL_EVERY - 1 || anyLong(event.args)) this.around.tell();
    this.ops.push({ op: event.op.name, line: this.around.line(), phase: event.phase, where: event.where });
  }

  end(event: OpEvent): void {
    const { op, args, result } = event;
    // Made of nothing: only the result tells that it was long, and that the next may be.
    if (isLong(result) && !anyLong(args)) this.around.tell();
    const row = this.ops[this.ops.length - 1] as OpRow;
    const step: Step = { kind: 'op', line: row.line, rank: this.around.rank, op: this.ops.length - 1, label: packetOf(op.name) };
    let reads = 0;
    const seen = (): ReturnType<typeof deviceEvent> => deviceEvent(op, args, result, event.autocast, event.gradFn !== null);
    if (this.inGraph) {
      if (this.inGraph.onHost) step.onHost = true;
      else this.inGraph.events.push(seen());
    } else if (this.around.options.device === 'neuron') {
      const done = this.device.op(seen());
      row.where = done.where;
      step.path = this.around.table.path(done.path);
      if (done.bars.length > 0) step.bars = done.bars;
      if (done.fallback) {
        this.fellBack(op.name, row.line, done.fallback);
      }
      // A copy to the host waits for the queue, as part of the operator's own step.
      if (done.toHost > 0) this.syncs.push({ line: row.line, cause: done.fallback ? 'fallback' : 'cpu()' });
      if (!this.covered) reads = done.reads ?? 0;
      this.crossed(step.line, 'to-host', done.toHost, packetOf(op.name));
      this.crossed(step.line, 'to-device', done.toDevice, packetOf(op.name));
    }
    const out = Array.isArray(result) ? result[0] : result;
    if (out instanceof Tensor && this.steps.length < STEPS_WITH_VALUES) step.out = this.around.table.tensor(out);
    this.push(step);
    if (reads > 0) this.sync(packetOf(op.name), reads);
  }

  /** The host waits for the device and reads; what `read` asks of operators is part of this wait. */
  waiting<T>(cause: string, bytes: number, read: () => T): T {
    this.sync(cause, bytes);
    const outer = this.covered;
    this.covered = true;
    try {
      return read();
    } finally {
      this.covered = outer;
    }
  }

  /** The host waits for the device. */
  sync(cause: string, bytes: number): void {
    this.touch();
    const line = this.around.line();
    this.syncs.push({ line, cause });
    const step: Step = { kind: 'sync', line, rank: this.around.rank, op: null, label: cause };
    if (this.around.options.device === 'neuron') {
      step.bars = this.device.sync(cause, bytes);
      this.crossed(line, 'to-host', bytes, cause);
    }
    this.push(step);
  }

  write(text: string): void {
    if (this.stdout.length + text.length > MAX_OUTPUT) throw new LimitReached('characters of output', MAX_OUTPUT);
    // Told by each text and not by the whole: looking at the end of all output would copy it at every print.
    const { open } = this;
    if (text) this.open = !text.endsWith('\n');
    this.stdout += text;
    let step = this.steps[this.steps.length - 1];
    if (step?.kind !== 'output' || !open) {
      step = { kind: 'output', line: this.around.line(), rank: this.around.rank, op: null, label: '' };
      this.push(step);
    }
    const chars = (step.chars ?? step.label.length) + text.length;
    step.label = (step.label + text).slice(0, LABEL);
    if (chars > LABEL) step.chars = chars;
  }

  /**
   * Runs a compiled graph as one launch; `which` says whose. What it takes from the host is copied to the device first,
   * and results that the program holds on the host are copied back, which waits.
   */
  graph: RunGraph = (graph, which, { onDevice, backward, given, results }, run) => {
    this.touch();
    const outer = this.inGraph;
    const neuron = this.around.options.device === 'neuron';
    const inside = { events: [], onHost: neuron && !onDevice };
    this.inGraph = inside;
    const line = this.around.line();
    let made: (Tensor | null)[] = [];
    try {
      made = run();
      return made;
    } finally {
      this.inGraph = outer;
      const step: Step = { kind: 'graph', line, rank: this.around.rank, op: null, label: 'graph', ...which };
      if (which && backward) step.backward = true;
      let back = 0;
      if (inside.onHost) step.onHost = true;
      else if (neuron) {
        const sent = hostBytes(given);
        back = hostBytes(made.slice(0, results));
        step.bars = [...(sent > 0 ? this.device.send('graph', sent) : []), ...this.device.graph('graph', inside.events)];
        this.crossed(line, 'to-device', sent, 'graph');
        const refused = this.device.refusals(inside.events);
        if (refused.length > 0) step.refused = refused;
      }
      if (graph.ops.length > 0 || inside.events.length > 0) this.push(step);
      if (back > 0) this.sync('cpu()', back);
    }
  };

  compiled(frame: number, graph: number, nodes: number, backward: boolean, onDevice: boolean): void {
    this.touch();
    const label = backward ? `graph ${graph} backward` : `graph ${graph}`;
    const step: Step = { kind: 'compile', line: this.around.line(), rank: this.around.rank, op: null, label, frame, graph };
    if (this.around.options.device === 'neuron') {
      if (!onDevice) step.onHost = true;
      const bars = onDevice ? this.device.compile(label, nodes) : [];
      if (bars.length > 0) step.bars = bars;
    }
    this.push(step);
  }

  broke(frame: number, line: number | null, id: string): void {
    this.touch();
    this.push({ kind: 'break', line: line ?? this.around.line(), rank: this.around.rank, op: null, label: id, frame });
  }

  /** Collectives so far. */
  get issued(): number {
    return this.collectiveRows.length;
  }
  collective(event: CollectiveEvent): void {
    this.touch();
    this.counts[event.op] = (this.counts[event.op] ?? 0) + 1;
    const line = this.around.line();
    const step: Step = { kind: 'collective', line, rank: this.around.rank, op: null, label: event.op };
    if (this.around.options.device === 'neuron') {
      if (event.onHost) step.onHost = true;
      step.bars = this.device.collective(event.op, event.bytes, event.group.length, event.onHost);
    }
    this.collectiveRows.push({
      step: this.steps.length,
      line,
      op: event.op,
      group: [...event.group],
      bytes: event.bytes,
      shape: [...event.shape],
      dtype: event.dtype,
      reduce: event.reduce,
    });
    this.push(step);
  }

  /** The program has ended: one last look at its variables. */
  finish(frames: Fiber['frames'], line: number): void {
    const step: Step = { kind: 'end', line, rank: this.around.rank, op: null, label: '' };
    const vars = this.scope.changes(frames);
    if (vars) step.vars = vars;
    this.steps.push(step);
  }

  /** Takes back what the current unit of work left: it will be executed again. */
  rollback(): void {
    const { mark } = this;
    if (mark.unit !== this.around.unit()) return;
    this.ops.length = mark.ops;
    this.steps.length = mark.steps;
    this.syncs.length = mark.syncs;
    this.crossings.length = mark.crossings;
    for (const row of this.collectiveRows.splice(mark.collectives)) this.counts[row.op] = (this.counts[row.op] as number) - 1;
    mark.unit = -1;
  }

  private touch(): void {
    const unit = this.around.unit();
    if (unit === this.mark.unit) return;
    // At every operator: filled in place.
    const { mark } = this;
    mark.unit = unit;
    mark.ops = this.ops.length;
    mark.steps = this.steps.length;
    mark.collectives = this.collectiveRows.length;
    mark.syncs = this.syncs.length;
    mark.crossings = this.crossings.length;
  }

  private push(step: Step): void {
    // Hundredths of a microsecond are more than the model deserves.
    for (const bar of step.bars ?? []) {
      bar.start = Math.round(bar.start * 100) / 100;
      bar.end = Math.round(bar.end * 100) / 100;
    }
    const fiber = this.around.fiber();
    if (fiber && this.steps.length < STEPS_WITH_VALUES) {
      const vars = this.scope.changes(fiber.frames);
      if (vars) step.vars = vars;
    }
    this.steps.push(step);
  }

  private crossed(line: number, direction: CrossingRow['direction'], bytes: number, cause: string): void {
    if (bytes > 0) this.crossings.push({ step: this.steps.length, line, direction, bytes, cause });
  }

  private fellBack(op: string, line: number, rule: FallbackRule): void {
    const key = `${op}@${line}`;
    const row = this.fallbackCounts.get(key);
    if (row) row.count++;
    else this.fallbackCounts.set(key, { op, line, count: 1 });
    if (!this.warnings.has(op)) this.warnings.set(op, { line, text: `${op} runs on the host. ${rule.why}`, mark: rule.mark });
  }
}
