/**
 * Runs segments of one frame: on shapes under watch (a trace or a replay), or for real; stops before an instruction, and
 * takes everything back.
 *
 * Where Dynamo writes new bytecode, the evaluator's own frame is stopped and continued here.
 */
import { defaults } from '../tensor/promotion.ts';
import { Breakpoint } from '../python/breakpoint.ts';
import type { Code } from '../python/code.ts';
import type { TracebackEntry } from '../python/errors.ts';
import type { Frame } from '../python/frame.ts';
import type { NativeGen, Request } from '../python/functions.ts';
import { journal } from '../python/journal.ts';
import { part } from '../python/packs.ts';
import type { Value } from '../python/values.ts';
import { takesGraphs } from './back-ends.ts';
import type { BreakName } from './breaks.ts';
import type { CaptureContext, Mode } from './context.ts';
import type { GlobalState } from './guard-tree.ts';
import { patched } from './patch.ts';
import { Recorder } from './recorder.ts';
import type { Outcome, Segment } from './segment.ts';
import { type FrameState, restoreFrame } from './snapshot.ts';
import type { KnownBreak } from './symbolic.ts';
import type { SizeSymbol } from './symbols.ts';
import { Trace } from './trace.ts';
import type { WholeSlices } from './whole-slices.ts';

const fx = part<typeof import('./fx-log.ts')>('fx', 'log');

/** What a traced segment is told: sizes that are symbols, slices that are operators, a break that is known. */
export interface Beforehand {
  readonly symbols?: readonly SizeSymbol[];
  readonly slices?: WholeSlices;
  readonly known?: KnownBreak | null;
  readonly again?: boolean;
}

/** PyTorch's words on a break, where they are known, and where the program stood. */
export interface BreakReason {
  readonly text: string | null;
  readonly entries: readonly TracebackEntry[];
}

export interface Attempt {
  readonly segment: Segment;
  readonly out: Outcome;
}

export class SegmentRunner {
  readonly cx: CaptureContext;
  readonly frame: Frame;
  /** Why the graph before the last break ends. */
  why: BreakReason | null = null;
  /** The instruction of the last break. */
  broke: number | null = null;
  private readonly disabled: (f: Value) => BreakName | null;

  constructor(cx: CaptureContext, frame: Frame, disabled: (f: Value) => BreakName | null) {
    this.cx = cx;
    this.frame = frame;
    this.disabled = disabled;
  }

  /** The frame is the program's own, so it has a row in the report. */
  get own(): boolean {
    return this.frame.code.filename === this.cx.vm.programFile;
  }

  state(): GlobalState {
    return { gradMode: this.cx.d.gradMode, autocast: this.cx.d.autocast.enabled, dtype: defaults.dtype };
  }

  *inMode(mode: Mode): NativeGen {
    const { cx } = this;
    const before = cx.mode;
    cx.mode = mode;
    try {
      return yield* cx.vm.runFrame(this.frame);
    } finally {
      cx.mode = before;
    }
  }

  /** Runs until the end, or until one of `stops`. */
  *until(mode: Mode, stops: readonly number[]): Generator<Request, Outcome, Value> {
    const { frame } = this;
    const code = frame.code;
    if (stops.length > 0) setCode(frame, patched(code, stops));
    try {
      const value = (yield* this.inMode(mode) as Generator<Request, Value, Value>) as Value;
      return { kind: 'return', value };
    } catch (error) {
      return error instanceof Breakpoint && error.frame === frame ? { kind: 'stopped' } : { kind: 'failed', error };
    } finally {
      setCode(frame, code);
    }
  }

  /** Runs the segment on shapes, up to `stopAt` (null: to the end). What it changed stays until the mark is taken back. */
  *attempt(stopAt: number | null, told: Beforehand = {}): Generator<Request, Attempt, Value> {
    const segment = this.begin(told);
    if (segment.trace.fx && stopAt !== null) segment.trace.fx.why = this.why;
    try {
      const out = yield* this.until('tracing', stopAt === null ? [] : [stopAt]);
      return { segment, out };
    } finally {
      segment.recorder.stop();
      segment.trace.fx?.stop();
      this.cx.vm.monitor = null;
    }
  }

  /** `error_on_graph_break` as it was at the start. */
  private strict = false;

  private begin({ symbols = [], slices, known = null, again = false }: Beforehand): Segment {
    const { cx } = this;
    this.strict = cx.strict;
    const mark = journal.begin();
    const recorder = new Recorder(cx.d, () => cx.vm.currentLine(), cx.wrap, slices);
    recorder.unbacked = cx.options.fullgraph || cx.config.captureDynamicOutputShapeOps;
    const trace = new Trace({
      vm: cx.vm,
      top: this.frame,
      recorder,
      symbols,
      fullgraph: cx.options.fullgraph,
      scalars: cx.options.fullgraph || cx.config.captureScalarOutputs,
      whole: takesGraphs(cx.options.backend),
      disabled: this.disabled,
      known,
      allowed: cx.allowed,
      wrap: cx.wrap,
      again,
    });
    if (typeof cx.options.backend !== 'string') {
      trace.fx = new (fx().FxLog)(cx.vm, recorder, cx.wrap, () => trace.entries());
      trace.fx.start();
    }
    cx.vm.monitor = trace;
    cx.recorder = recorder;
    return { mark, recorder, trace };
  }

  /** Everything the segment changed is as it was, and the frame at its start. */
  undo(mark: number, start: FrameState): void {
    journal.rollback(mark);
    this.cx.strict = this.strict;
    restoreFrame(this.frame, this.cx.d, start);
  }
}

function setCode(frame: Frame, code: Code): void {
  (frame as { code: Code }).code = code;
}
