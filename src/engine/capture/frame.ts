/**
 * A compiled frame from its start to its end: cached graphs where their guards hold, conversions where not, eager
 * execution where PyTorch gives the frame up, and after a break one instruction for real before the next segment.
 *
 * Idea: convert_frame.py and the resume functions of symbolic_convert.py.
 */
import { makeException, PyError, Unsupported } from '../python/errors.ts';
import type { Frame } from '../python/frame.ts';
import type { NativeGen, Request } from '../python/functions.ts';
import { journal } from '../python/journal.ts';
import { Op } from '../python/opcodes.ts';
import { part } from '../python/packs.ts';
import type { Value } from '../python/values.ts';
import { backendMismatch, sameBackend } from './back-ends.ts';
import type { BreakName } from './breaks.ts';
import type { Entry, Place } from './cache.ts';
import type { CaptureContext, Mode } from './context.ts';
import { Conversion } from './conversion.ts';
import { failOnRecompileLimitHit, recompiled, refusedAnew } from './errors.ts';
import { FrameGraphs } from './graphs.ts';
import { hasTensor } from './has-tensor.ts';
import { stillHolds } from './held.ts';
import { jumps } from './liveness.ts';
import { outputsOf } from './segment.ts';
import { SegmentRunner } from './segment-runner.ts';
import { WholeSlices } from './whole-slices.ts';

const dynamic = part<typeof import('./dynamic.ts')>('dynamic', 'dynamic');
const plans = part<typeof import('./break-plan.ts')>('tracing', 'plans');

export class FrameRunner {
  private readonly cx: CaptureContext;
  private readonly frame: Frame;
  private readonly runner: SegmentRunner;
  private readonly graphs: FrameGraphs;

  /** `torch.compile` was asked for this code itself. */
  private readonly asked: boolean;

  /** Why no entry held, most recently used first. */
  private failures: string[] = [];

  constructor(cx: CaptureContext, frame: Frame, disabled: (f: Value) => BreakName | null, asked: boolean) {
    this.asked = asked;
    this.cx = cx;
    this.frame = frame;
    this.runner = new SegmentRunner(cx, frame, disabled);
    this.graphs = new FrameGraphs(cx, frame);
  }

  *run(): NativeGen {
    try {
      return yield* this.parts();
    } catch (e) {
      if (e instanceof PyError) this.graphs.nameParts(e);
      throw e;
    }
  }

  private *parts(): NativeGen {
    const { frame, cx } = this;
    for (;;) {
      const place = cx.places.at(frame.code, frame.next === 0 ? '' : String(frame.next), this.graphs.breakLine);
      if (place.state === 'skip') return yield* this.eager(cx.mode);
      let entry = this.lookup(place);
      if (entry === null) {
        const early = this.recompileCheck(place);
        if (early) return yield* this.eager(early);
        const made = (frame.next === 0 && this.asked) || hasTensor(frame) ? yield* new Conversion(this.runner, this.graphs, place).run() : 'skip';
        if (made === 'skip') {
          place.state = 'skip';
          return yield* this.eager(cx.mode);
        }
        if (made.value !== undefined) return made.value;
        entry = made.entry;
      } else {
        place.use(entry);
        const done = yield* this.replay(entry);
        if (done !== undefined) return done;
      }
      if (entry.end.kind === 'return') throw new Error('a returning entry did not return');
      if (entry.end.tail) return yield* this.eager(cx.mode);
      const over = yield* this.performOne(entry.end.pc);
      if (over !== undefined) return over;
    }
  }

  private lookup(place: Place): Entry | null {
    this.failures = [];
    const now = this.runner.state();
    for (const e of place.entries) {
      const fail = e.guards.check({ frame: this.frame }, now);
      const same = sameBackend(e.by, this.cx.options);
      if (fail === null && same) return e;
      this.failures.push(fail ?? backendMismatch(e.by, this.cx.options));
    }
    return null;
  }

  /** Logs a recompile; a mode to go on eagerly in where there may be no more compiles. */
  private recompileCheck(place: Place): Mode | null {
    const { cx } = this;
    if (cx.mode === 'cached' || place.state === 'cached') return 'cached';
    if (cx.stance === 'fail_on_recompile' && hasTensor(this.frame)) throw plans().raised(cx, recompiled(this.frame.code, this.graphs.firstLine, this.failures));
    if (place.entries.length === 0) return null;
    if (this.runner.own) cx.rows.current?.recompile(this.failures[0]);
    if (cx.config.errorOnRecompile) throw plans().raised(cx, refusedAnew(this.frame.code, this.graphs.firstLine, this.failures));
    if (place.entries.length < cx.config.recompileLimit) return null;
    if (cx.options.fullgraph) throw new PyError(makeException(failOnRecompileLimitHit, 'Hard failure due to fullgraph=True'));
    place.state = 'cached';
    return 'cached';
  }

  private eager(mode: Mode): NativeGen {
    return this.runner.inMode(mode);
  }

  /** The instruction that broke, for real; frames it calls are compiled by themselves. Gives a value if the frame ended. */
  private *performOne(pc: number): Generator<Request, Value | undefined, Value> {
    const { frame } = this;
    const { ops } = frame.code;
    const stops = [pc + 2];
    if (jumps(ops[pc])) stops.push(ops[pc + 1]);
    frame.next = pc;

    const out = yield* this.runner.until('hooked', stops);
    if (out.kind === 'return') return out.value;
    if (out.kind === 'failed') {
      // PyTorch looks the method up in code of its own, which stands at the function's first line.
      if (ops[pc] === Op.LOAD_METHOD && out.error instanceof PyError) out.error.exc.traceback.splice(-1, 1, this.graphs.entryAt(this.graphs.firstLine));
      throw out.error;
    }
    frame.next = frame.pc;
    this.graphs.breaks.push(pc);
    this.runner.broke = pc;
    return undefined;
  }

  /** The entry holds: its segment runs on shapes, then its graph. Gives a value if the frame ended. */
  private *replay(entry: Entry): Generator<Request, Value | undefined, Value> {
    const { frame } = this;
    const { derived } = entry;
    const valueOf = derived.length > 0 ? dynamic().valuesOf(entry.symbols, { frame }) : null;
    const slices = new WholeSlices(new Set(), entry.dropped);
    const { segment, out } = yield* this.runner.attempt(entry.end.kind === 'break' ? entry.end.pc : null, { slices, again: true });
    if (out.kind === 'failed') {
      journal.commit(segment.mark);
      if (entry.bySizes) throw new Unsupported('a guard on an expression of sizes', this.cx.vm.currentLine());
      throw out.error;
    }
    // A graph that is used again must be what the program does now; where no guard saw the difference, PyTorch may be wrong too.
    if (!stillHolds(entry, segment, frame.code.filename)) {
      throw new Unsupported(
        entry.bySizes ? 'a guard on an expression of sizes' : 'a compiled function that changes what it does under guards that hold',
        this.cx.vm.currentLine(),
      );
    }
    const outputs = outputsOf(frame, segment, out, entry.end);
    journal.commit(segment.mark);
    if (this.frame.pc >= 0 && out.kind === 'stopped') this.frame.next = this.frame.pc;
    if (entry.graph) {
      const captured = segment.recorder.captured(outputs);
      const { lookedAt } = segment.trace.found;
      const floats = valueOf ? dynamic().withDerived(captured, derived, { valueOf, lookedAt, reads: segment.recorder.read }) : { captured, extra: [] };
      yield* this.graphs.execute(yield* this.graphs.graphFor(entry, segment.recorder, floats.captured), segment.recorder, outputs, floats.extra);
    }
    return out.kind === 'return' ? out.value : undefined;
  }
}
