/**
 * A compiled frame from its start to its end: cached graphs where their guards hold, traces where not, eager execution
 * where PyTorch gives the frame up, and after a break one instruction for real before the next segment.
 *
 * Idea: convert_frame.py and the break handling of symbolic_convert.py. Where Dynamo writes new bytecode, the evaluator's
 * own frame is stopped and continued here: a segment that may be used again runs on shapes up to where the entry ends,
 * then its graph runs once and gives the tensors that left it their numbers.
 */
import { Breakpoint } from '../python/breakpoint.ts';
import type { Code } from '../python/code.ts';
import { PySlice, PyTuple } from '../python/containers.ts';
import { makeException, PyError, Unsupported } from '../python/errors.ts';
import type { Frame } from '../python/frame.ts';
import type { NativeGen, Request } from '../python/functions.ts';
import { journal } from '../python/journal.ts';
import { Op } from '../python/opcodes.ts';
import { part } from '../python/packs.ts';
import type { Value } from '../python/values.ts';
import { blocksAllow } from './blocks.ts';
import { type BreakKind, type BreakName, BREAKS, BreakSignal, FakeFailure } from './breaks.ts';
import type { End, Entry, Place } from './cache.ts';
import type { CaptureContext, Mode } from './context.ts';
import type { Course } from './course.ts';
import { failOnRecompileLimitHit, recompiled, runtimeFailure, unsupportedError } from './errors.ts';
import type { ExpressionGuard, Run } from './expressions.ts';
import { withFloats } from './floats.ts';
import { FrameGraphs, sizesKey } from './graphs.ts';
import { type GlobalState, GuardTree } from './guard-tree.ts';
import { tensorOf } from './guards.ts';
import { backendMismatch, sameBackend, takesGraphs } from './back-ends.ts';
import { HandedGraph } from './handed.ts';
import { hasTensor } from './has-tensor.ts';
import { stillHolds } from './held.ts';
import { jumps, mayLoop } from './liveness.ts';
import { patched } from './patch.ts';
import { Recorder } from './recorder.ts';
import { changedObjects, checkScalars, courseOf, floatsOf, onlyTensors, type Outcome, outputsOf, type Segment } from './segment.ts';
import { type FrameState, restoreFrame, saveFrame } from './snapshot.ts';
import { defaults } from '../tensor/promotion.ts';
import type { Tensor } from '../tensor/tensor.ts';
import { checkpointBefore } from './stack-depth.ts';
import type { KnownBreak } from './symbolic.ts';
import { type SizeSymbol, symbolsOf } from './symbols.ts';
import { toldOfException } from './told.ts';
import { Trace } from './trace.ts';

const dynamic = part<typeof import('./dynamic.ts')>('dynamic', 'dynamic');

/** Instructions after which a frame can be taken up again (`break_graph_if_unsupported`, `generic_jump`). */
const RESUMABLE = new Set<number>([Op.CALL, Op.CALL_KW, Op.CALL_EX, Op.COMPARE, Op.SUBSCR, Op.STORE_SUBSCR, Op.STORE_ATTR]);
const BRANCHES = new Set<number>([Op.POP_JUMP_IF_FALSE, Op.POP_JUMP_IF_TRUE, Op.JUMP_IF_FALSE_OR_POP, Op.JUMP_IF_TRUE_OR_POP]);

interface Plan {
  /** Stop before this instruction; null: run to the end. */
  stopAt: number | null;
  /** After the stop the rest of the frame is eager. */
  tail: boolean;
}

export class FrameRunner {
  private readonly cx: CaptureContext;
  private readonly frame: Frame;
  private readonly disabled: (f: Value) => BreakName | null;

  /** `torch.compile` was asked for this code itself. */
  private readonly asked: boolean;
  private readonly graphs: FrameGraphs;

  constructor(cx: CaptureContext, frame: Frame, disabled: (f: Value) => BreakName | null, asked: boolean) {
    this.asked = asked;
    this.cx = cx;
    this.frame = frame;
    this.disabled = disabled;
    this.graphs = new FrameGraphs(cx, frame);
  }

  private get own(): boolean {
    return this.frame.code.filename === this.cx.vm.programFile;
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
      const place = cx.places.at(frame.code, frame.next === 0 ? '' : String(frame.next));
      if (place.state === 'skip') return yield* this.eager(cx.mode);
      let entry = this.lookup(place);
      if (entry === null) {
        const early = this.recompileCheck(place);
        if (early) return yield* this.eager(early);
        const made = (frame.next === 0 && this.asked) || hasTensor(frame) ? yield* this.trace(place) : 'skip';
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

  // ---- guards -------------------------------------------------------------------------------------------------------

  private state(): GlobalState {
    return { gradMode: this.cx.d.gradMode, autocast: this.cx.d.autocast.enabled, dtype: defaults.dtype };
  }

  private failures: string[] = [];

  private lookup(place: Place): Entry | null {
    this.failures = [];
    const now = this.state();
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
    if (cx.stance === 'fail_on_recompile' && hasTensor(this.frame)) throw this.raised(recompiled(this.frame.code, this.graphs.firstLine, this.failures));
    if (place.entries.length === 0) return null;
    if (this.own) cx.rows.current?.recompile(this.failures[0]);
    if (place.entries.length < cx.config.recompileLimit) return null;
    if (cx.options.fullgraph) throw new PyError(makeException(failOnRecompileLimitHit, 'Hard failure due to fullgraph=True'));
    place.state = 'cached';
    return 'cached';
  }

  // ---- running the frame ----------------------------------------------------------------------------------------------

  private *inMode(mode: Mode): NativeGen {
    const { cx } = this;
    const before = cx.mode;
    cx.mode = mode;
    try {
      return yield* cx.vm.runFrame(this.frame);
    } finally {
      cx.mode = before;
    }
  }

  private eager(mode: Mode): NativeGen {
    return this.inMode(mode);
  }

  /** Runs until the end, or until one of `stops`. */
  private *until(mode: Mode, stops: readonly number[]): Generator<Request, Outcome, Value> {
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

  /** The instruction that broke, for real; frames it calls are compiled by themselves. Gives a value if the frame ended. */
  private *performOne(pc: number): Generator<Request, Value | undefined, Value> {
    const { frame } = this;
    const { ops } = frame.code;
    const stops = [pc + 2];
    if (jumps(ops[pc])) stops.push(ops[pc + 1]);
    frame.next = pc;

    const out = yield* this.until('hooked', stops);
    if (out.kind === 'return') return out.value;
    if (out.kind === 'failed') {
      // PyTorch looks the method up in code of its own, which stands at the function's first line.
      if (ops[pc] === Op.LOAD_METHOD && out.error instanceof PyError) out.error.exc.traceback.splice(-1, 1, this.graphs.entryAt(this.graphs.firstLine));
      throw out.error;
    }
    frame.next = frame.pc;
    this.graphs.breaks.push(pc);
    return undefined;
  }

  // ---- replay -------------------------------------------------------------------------------------------------------

  private *replay(entry: Entry): Generator<Request, Value | undefined, Value> {
    const { frame } = this;
    const segment = this.begin([], entry.slices);
    const out = yield* this.until('tracing', entry.end.kind === 'break' ? [entry.end.pc] : []);
    segment.recorder.stop();
    this.cx.vm.monitor = null;
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
      const handed = entry.graph instanceof HandedGraph;
      const floats = handed ? { captured, extra: [] } : withFloats(captured, segment.recorder, entry.floats);
      yield* this.graphs.execute(yield* this.graphs.graphFor(entry, segment.recorder, floats.captured), segment.recorder, outputs, floats.extra);
    }
    return out.kind === 'return' ? out.value : undefined;
  }

  private begin(symbols: readonly SizeSymbol[], slices?: ReadonlySet<number>, known: KnownBreak | null = null): Segment {
    const { cx } = this;
    const mark = journal.begin();
    const recorder = new Recorder(cx.d, () => cx.vm.currentLine(), cx.wrap, slices);
    recorder.unbacked = cx.options.fullgraph || cx.config.captureDynamicOutputShapeOps;
    const trace = new Trace({
      vm: cx.vm,
      top: this.frame,
      recorder,
      symbols,
      scalars: cx.options.fullgraph || cx.config.captureScalarOutputs,
      disabled: this.disabled,
      known,
    });
    cx.vm.monitor = trace;
    cx.recorder = recorder;
    return { mark, recorder, trace };
  }

  // ---- trace --------------------------------------------------------------------------------------------------------

  private *trace(place: Place): Generator<Request, 'skip' | { entry: Entry; value: Value | undefined }, Value> {
    const { cx, frame } = this;
    const start = saveFrame(frame, cx.d);
    let plan: Plan = { stopAt: null, tail: false };
    const slices = new Set<number>();
    let symbols: SizeSymbol[] | null = cx.options.dynamic === false || !cx.config.automaticDynamicShapes ? [] : null;
    let known: KnownBreak | null = null;
    let expressions: readonly ExpressionGuard[] = [];
    let looked = false;
    const moved = new Set<SizeSymbol>();
    for (;;) {
      const state = this.state();
      const segment = this.begin(symbols ?? [], slices, known);
      const out = yield* this.until('tracing', plan.stopAt === null ? [] : [plan.stopAt]);
      segment.recorder.stop();
      cx.vm.monitor = null;
      if (out.kind === 'failed') {
        const asserted = out.error instanceof BreakSignal && out.error.kind === BREAKS.assertFalse;
        if (symbols === null && !looked && (asserted || (out.error instanceof PyError && !ofFakeTensor(out.error)))) {
          looked = true;
          const could = symbolsOf(place, segment.trace.found.facts(), cx.options.dynamic === true, cx.marked).filter((s) => s.kind === 'int');
          if (could.length > 0) {
            known = yield* this.inTheWay(could, segment, plan, start);
            continue;
          }
        }
        const next = this.afterFailure(out.error, segment.mark, start, (t) => segment.recorder.isMade(t));
        if (next === 'skip') {
          this.converted(false);
          return 'skip';
        }
        plan = next;
        continue;
      }
      const { count } = segment.recorder;
      const end: End = out.kind === 'return' ? { kind: 'return' } : { kind: 'break', pc: frame.pc, tail: plan.tail };
      // Questions about sizes that are symbols stand in the graph of Dynamo, and in none of AOTAutograd.
      const askedOnly = count === 0 && symbols !== null && asksSymbols(symbols, segment.trace.sized, moved);
      const empty = count === 0 && !askedOnly && out.kind === 'return' && !cx.options.fullgraph;
      const first = symbols === null;
      if (out.kind === 'stopped') frame.next = frame.pc;
      segment.trace.found.finish();
      symbols ??= symbolsOf(place, segment.trace.found.facts(), cx.options.dynamic === true, cx.marked);
      if ((empty && !(first && symbols.length > 0)) || (plan.tail && count <= 1)) {
        this.undo(segment.mark, start);
        this.converted(false);
        return 'skip';
      }
      if (first) {
        if (symbols.length > 0) {
          const course = courseOf(segment);
          const floats = floatsOf(frame, segment, out, end);
          this.undo(segment.mark, start);
          const runs: Run[] = [{ symbol: null, value: 0, comparisons: course.comparisons, arithmetic: segment.trace.arithmetics }];
          let met: KnownBreak | null = null;
          for (const s of symbols) met ??= yield* this.explore(s, course, plan, start, segment.recorder.wholeSlices, slices, runs, symbols, floats);
          if (met) {
            if (known && known.code === met.code && known.pc === met.pc) throw new Unsupported('a break that a dynamic number makes here', cx.vm.currentLine());
            known = met;
            symbols = null;
            continue;
          }
          expressions = dynamic().expressionGuards(runs);
          for (const s of symbols) if (movesNumbers(s, runs)) moved.add(s);
          const fixed = symbols.find((s) => s.constant && s.named);
          if (fixed) throw new Unsupported('a dimension marked dynamic that the program uses as a constant (ConstraintViolationError)', cx.vm.currentLine());
          if (symbols.some(dynamic().narrowed))
            throw new Unsupported('a guard that narrows the bounds of mark_dynamic (ConstraintViolationError)', cx.vm.currentLine());
          symbols = symbols.filter((s) => !s.constant && (s.lower === null || s.lower !== s.upper));
          continue;
        }
      }
      const outputs = outputsOf(frame, segment, out, end);
      const leaf = segment.trace.leafLeaves(segment.recorder.calls, outputs);
      if (leaf) {
        this.undo(segment.mark, start);
        known = leaf;
        continue;
      }
      const modified = changedObjects(frame, segment).length > 0;
      journal.commit(segment.mark);
      const bySymbols = symbols.length > 0;
      const guards = new GuardTree(
        segment.trace.found.guards,
        state,
        segment.trace.found.unaliased,
        bySymbols ? dynamic().shapeGuard(symbols, expressions) : null,
      );
      const captured = segment.recorder.captured(outputs);
      const wanted =
        (count > 0 && !askedOnly) || outputs.length > 0 || (out.kind === 'stopped' && !modified && (onlyTensors(frame) || known?.name === 'builtin'));
      checkScalars(segment.recorder, out, cx.vm.currentLine());
      const places = symbols.filter((s) => s.kind === 'float').map((s) => s.places);
      const handed = takesGraphs(cx.options.backend);
      if (handed && segment.recorder.read.size > 0) throw new Unsupported('a number read from a tensor in a graph of this back end', cx.vm.currentLine());
      if (handed && typeof cx.options.backend !== 'string' && bySymbols)
        throw new Unsupported('a size or number that became dynamic, with a back end of the program (say dynamic=False)', cx.vm.currentLine());
      const floats = handed ? { captured, extra: [] } : withFloats(captured, segment.recorder, places);
      const graph = wanted
        ? yield* this.graphs.compile(
            floats.captured,
            segment.trace.found.inOrder(captured.inputs),
            segment.trace.found.nameOf,
            symbols.some((s) => s.kind === 'int'),
          )
        : null;
      if (askedOnly && !graph) cx.rows.current?.graph({ ops: [] });
      // A backward that needs a symbol is compiled with its forward (`num_symints_saved_for_bw`).
      if (graph instanceof HandedGraph) {
        // Its backward is eager's.
      } else if (graph?.graphs.backward && symbols.some((s) => s.saved && s.saved.join(';') !== graph.saved.join(';'))) graph.needBackward();
      const bySizes = bySymbols && graph && !(graph instanceof HandedGraph) ? new Map([[sizesKey(segment.recorder), graph]]) : null;
      const entry: Entry = {
        by: cx.options,
        guards,
        graph,
        captured,
        comparisons: segment.trace.comparisons,
        missed: segment.trace.missed,
        end,
        bySizes,
        floats: places,
        slices,
      };
      place.entries.unshift(entry);
      place.compiles++;
      this.converted(true);
      if (this.own) cx.rows.current?.row.guards?.push(guards.texts);
      if (graph) yield* this.graphs.execute(graph, segment.recorder, outputs, floats.extra);
      return { entry, value: out.kind === 'return' ? out.value : undefined };
    }
  }

  /** Runs the segment with other values in a symbol's place, to learn how the program uses it. */
  private *explore(
    s: SizeSymbol,
    first: Course,
    plan: Plan,
    start: FrameState,
    whole: readonly number[],
    slices: Set<number>,
    runs: Run[],
    others: readonly SizeSymbol[],
    floats: readonly number[],
  ): Generator<Request, KnownBreak | null, Value> {
    let diverged = false;
    let derived = false;
    let kept = 0;
    for (const value of dynamic().trials(s)) {
      const back = dynamic().pretend(s, value, this.frame);
      const segment = this.begin([]);
      const out = yield* this.until('tracing', plan.stopAt === null ? [] : [plan.stopAt]);
      segment.recorder.stop();
      this.cx.vm.monitor = null;
      const second = courseOf(segment);
      const end: End = out.kind === 'return' ? { kind: 'return' } : { kind: 'break', pc: this.frame.pc, tail: plan.tail };
      const outputs = out.kind === 'failed' ? [] : outputsOf(this.frame, segment, out, end);
      const leaving = out.kind === 'failed' ? floats : floatsOf(this.frame, segment, out, end);
      this.undo(segment.mark, start);
      runs.push({ symbol: s, value, comparisons: second.comparisons, arithmetic: segment.trace.arithmetics });
      if (kept === 0 && s.kind === 'int' && out.kind !== 'failed' && this.cx.d.gradMode)
        s.saved = yield* this.graphs.savedWhere(segment.recorder.captured(outputs));
      back();
      const use = dynamic().symbolicUse(first, second, s, null);
      if (use) return use;
      // An operator that fails on these sizes says nothing; where the program took another way, or raised, what it compared does.
      if (out.kind === 'failed' && out.error instanceof FakeFailure) continue;
      const lesson = dynamic().learn(s, value, first, out.kind === 'failed' ? { calls: [], comparisons: second.comparisons } : second);
      if (lesson.constant) {
        s.constant = true;
        return null;
      }
      derived ||= lesson.derived || segment.trace.arithmetics.some((x, i) => x.a !== runs[0].arithmetic[i]?.a || x.b !== runs[0].arithmetic[i]?.b);
      if (lesson.diverged || out.kind === 'failed') {
        diverged = true;
        continue;
      }
      if (leaving.some((n, i) => !Object.is(n, floats[i])))
        throw new Unsupported('a float made of one that became dynamic leaves a compiled function (say dynamic=False)', this.cx.vm.currentLine());
      segment.recorder.wholeSlices.forEach((n, i) => {
        if (n !== whole[i]) slices.add(i);
      });
      kept++;
      if (!derived || kept > 1) return null;
    }
    if (kept === 0 && !diverged) {
      yield* this.refuseJoint(s, others, plan, start);
      s.constant = true;
    }
    return null;
  }

  /** Runs the segment with other values in places of symbols; leaves the frame at its start and the symbols as they were. */
  private *pretending(
    values: readonly (readonly [SizeSymbol, number])[],
    plan: Plan,
    start: FrameState,
  ): Generator<Request, { segment: Segment; out: Outcome }, Value> {
    const back = values.map(([s, value]) => dynamic().pretend(s, value, this.frame));
    const segment = this.begin([]);
    const out = yield* this.until('tracing', plan.stopAt === null ? [] : [plan.stopAt]);
    segment.recorder.stop();
    this.cx.vm.monitor = null;
    this.undo(segment.mark, start);
    for (const f of back.reverse()) f();
    return { segment, out };
  }

  /** Sizes or numbers that cannot move alone, but together (`split(x, [a, b])`): PyTorch keeps both as symbols. */
  private *refuseJoint(s: SizeSymbol, others: readonly SizeSymbol[], plan: Plan, start: FrameState): Generator<Request, void, Value> {
    for (const other of others) {
      if (other === s || other.kind !== s.kind) continue;
      for (const step of [-1, 1]) {
        const { out } = yield* this.pretending(
          [
            [s, s.hint + 1],
            [other, other.hint + step],
          ],
          plan,
          start,
        );
        if (out.kind !== 'failed')
          throw new Unsupported('sizes or numbers that became dynamic and can only change together (say dynamic=False)', this.cx.vm.currentLine());
      }
    }
  }

  /** The segment raised: whether it met a symbol before that PyTorch does not get past. Leaves the frame at its start. */
  private *inTheWay(symbols: readonly SizeSymbol[], failed: Segment, plan: Plan, start: FrameState): Generator<Request, KnownBreak | null, Value> {
    const first = courseOf(failed);
    this.undo(failed.mark, start);
    for (const s of symbols) {
      for (const value of [s.hint + 1, s.hint - 1]) {
        const { segment } = yield* this.pretending([[s, value]], plan, start);
        const use = dynamic().symbolicUse(first, courseOf(segment), s, failed.trace.failedAssert);
        if (use) return use;
      }
    }
    return null;
  }

  private converted(ok: boolean): void {
    if (this.own) this.cx.rows.current?.converted(ok);
  }

  /** What tracing itself raises. PyTorch's message tells more than ours: the run's marks say so where it shows. */
  private raised(error: PyError): PyError {
    this.cx.worded.push(error.message);
    return error;
  }

  private undo(mark: number, start: FrameState): void {
    journal.rollback(mark);
    restoreFrame(this.frame, this.cx.d, start);
  }

  /** A trace ended early: what to try next. */
  private afterFailure(error: unknown, mark: number, start: FrameState, made: (t: Tensor) => boolean): Plan | 'skip' {
    const { cx, frame } = this;
    const { pc } = frame;
    const byTensor = indexesByTensor(frame);
    const blocks = blocksAllow(frame) && !slicesByTensor(frame);
    const inner = this.causeOf(error);
    const looked = frame.code.ops[pc] === Op.LOAD_ATTR ? tensorOf(frame.stack[frame.sp - 1]) : null;
    const ofMade = looked !== null && made(looked);
    this.undo(mark, start);
    // Python's IndexError passes through Dynamo as it is; every other failure is wrapped.
    if (error instanceof FakeFailure && error.cause instanceof PyError && error.cause.name === 'IndexError')
      throw this.raised(new PyError(makeException(error.cause.exc.cls, error.cause.message)));
    if (error instanceof FakeFailure) throw error.cause instanceof PyError ? this.raised(runtimeFailure(BREAKS.fakeError, error.cause)) : error.cause;
    if (inner === null && error instanceof PyError)
      throw this.raised(error.name === 'IndexError' ? new PyError(makeException(error.exc.cls, error.message)) : runtimeFailure(BREAKS.fakeError, error));
    if (inner === null) throw error;
    if (ofMade && error instanceof PyError && error.name === 'AttributeError')
      throw new Unsupported('an attribute that tensors do not have, in a compiled function', inner.line);
    // In the compiled frame itself a failing assertion is a branch; the rest of the frame runs eagerly.
    const branches = inner.kind === BREAKS.assertFalse && BRANCHES.has(frame.code.ops[pc]) && blocks && !cx.options.fullgraph;
    const { kind, line } = branches ? { ...inner, kind: BREAKS.branch } : inner;
    if (kind === BREAKS.item && byTensor)
      throw new Unsupported('an index that is a tensor of one integer, in a compiled function (AOTAutograd of PyTorch fails on it)', line);
    if (cx.options.fullgraph) {
      const { told, entries } = error instanceof BreakSignal ? error : this.toldOf(error);
      throw told ? unsupportedError(kind, line, told, entries) : this.raised(unsupportedError(kind, line));
    }
    this.logBreak(kind, line);
    if (kind.skipFrame) return this.fallBack(pc, false);
    const op = frame.code.ops[pc];
    const here = RESUMABLE.has(op) || (BRANCHES.has(op) && kind === BREAKS.branch) || (op === Op.LOAD_METHOD && kind === BREAKS.missingMethod);
    const resumable = inner.resumable && here;
    if (resumable && blocks) return mayLoop(frame.code, pc) ? 'skip' : { stopAt: pc, tail: false };
    return this.fallBack(pc, true);
  }

  /** Back to the last point with an empty stack, the rest eager; or the whole frame. */
  private fallBack(pc: number, _partial: boolean): Plan | 'skip' {
    const at = checkpointBefore(this.frame.code, pc);
    return at <= 0 ? 'skip' : { stopAt: at, tail: true };
  }

  private causeOf(error: unknown): { kind: BreakKind; line: number | null; resumable: boolean } | null {
    if (error instanceof BreakSignal) return { kind: error.kind, line: error.line, resumable: true };
    if (error instanceof PyError) {
      if (ofFakeTensor(error)) return null;
      const rows = error.exc.traceback.filter((t) => t.filename === this.cx.vm.programFile);
      return { kind: BREAKS.observedException, line: rows[rows.length - 1]?.line ?? null, resumable: false };
    }
    return null;
  }

  /** PyTorch's words on an exception that nothing caught. */
  private toldOf(error: unknown): Pick<BreakSignal, 'told' | 'entries'> {
    if (!(error instanceof PyError)) return { told: null, entries: [] };
    return { told: toldOfException(error.exc), entries: [...error.exc.traceback].reverse() };
  }

  private logBreak(kind: BreakKind, line: number | null): void {
    if (!this.own) return;
    const row = this.cx.rows.current;
    row?.break(line, kind);
    if (row) this.cx.events.broke(this.cx.rows.rows.indexOf(row.row), line, kind.id);
  }

  // ---- graphs -------------------------------------------------------------------------------------------------------
}

/** The program computed with this number, or compared it. */
const movesNumbers = (s: SizeSymbol, [first, ...others]: readonly Run[]): boolean =>
  others.some(
    (r) =>
      r.symbol === s &&
      (r.arithmetic.some((x, i) => x.a !== first.arithmetic[i]?.a || x.b !== first.arithmetic[i]?.b) ||
        r.comparisons.some((x, i) => x.pc >= 0 && (x.a !== first.comparisons[i]?.a || x.b !== first.comparisons[i]?.b))),
  );

const asksSymbols = (symbols: readonly SizeSymbol[], sized: ReadonlySet<Tensor>, moved: ReadonlySet<SizeSymbol>): boolean =>
  symbols.some((s) => s.kind === 'int' && s.uses.some((u) => (u.tensor ? sized.has(u.tensor) : moved.has(s))));

/** Raised by an operation on a tensor itself: indexing out of bounds, an operand that no operator takes. */
const ofFakeTensor = (e: PyError): boolean =>
  (e.name === 'IndexError' && /is out of bounds for dimension \d+ with size|^too many indices for tensor|^invalid index of a 0-dim tensor/.test(e.message)) ||
  (e.name === 'TypeError' && /^unsupported operand type\(s\) for .*'Tensor'/.test(e.message));

/** `x[:t]`: the break belongs to making the slice, which cannot be taken up again. */
function slicesByTensor(frame: Frame): boolean {
  const { code, pc, stack, sp } = frame;
  const key = stack[sp - 1];
  return code.ops[pc] === Op.SUBSCR && key instanceof PySlice && [key.start, key.stop, key.step].some((v) => tensorOf(v) !== null);
}

/** `x[t]` or `x[t, 0] = …` of an integer tensor without dimensions: Dynamo takes it into the graph, which does not compile. */
function indexesByTensor(frame: Frame): boolean {
  const { code, pc, stack, sp } = frame;
  if (code.ops[pc] !== Op.SUBSCR && code.ops[pc] !== Op.STORE_SUBSCR) return false;
  const key = stack[sp - 1];
  return [key, ...(key instanceof PyTuple ? key.items : [])].some((v) => tensorOf(v)?.dim === 0);
}

function setCode(frame: Frame, code: Code): void {
  (frame as { code: Code }).code = code;
}
