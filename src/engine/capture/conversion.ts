/**
 * Converts one segment of a frame into an entry of the cache: traces it, again where a trace shows that it must go
 * otherwise (a break, sizes that are symbols), compiles the graph and runs it once.
 *
 * Idea: `convert_frame.py`, whose restarts of the analysis these are. A segment that may be used again runs on shapes up to
 * where the entry ends, then its graph runs and gives the tensors that left it their numbers.
 */
import { PyError, Unsupported } from '../python/errors.ts';
import type { Frame } from '../python/frame.ts';
import type { Request } from '../python/functions.ts';
import { journal } from '../python/journal.ts';
import { part } from '../python/packs.ts';
import type { Value } from '../python/values.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { CompiledGraph } from '../graph/compiled.ts';
import { isHanded, takesGraphs } from './back-ends.ts';
import { liveAt } from './liveness.ts';
import type { Plan } from './break-plan.ts';
import { BREAKS, BreakSignal, FakeFailure } from './breaks.ts';
import type { End, Entry, Place } from './cache.ts';
import type { CaptureContext } from './context.ts';
import type { DerivedFloat, DerivedFloats } from './derived-floats.ts';
import type { Exploration } from './exploration.ts';
import type { ExpressionGuard, Run } from './expressions.ts';
import { type FrameGraphs, sizesKey } from './graphs.ts';
import { type GlobalState, GuardTree } from './guard-tree.ts';
import { changedObjects, checkScalars, floatsOf, onlyTensors, type Outcome, outputsOf, passedOn, type Segment } from './segment.ts';
import type { SegmentRunner } from './segment-runner.ts';
import { type FrameState, saveFrame } from './snapshot.ts';
import type { KnownBreak } from './symbolic.ts';
import { asksSymbols, nameSymbol, type SizeSymbol, symbolsOf } from './symbols.ts';
import { WholeSlices } from './whole-slices.ts';

const plans = part<typeof import('./break-plan.ts')>('tracing', 'plans');
const dynamic = part<typeof import('./dynamic.ts')>('dynamic', 'dynamic');
const userErrors = part<typeof import('./user-errors.ts')>('tracing', 'userErrors');
const stages = part<typeof import('../graph/stages.ts')>('graph', 'stages');
const exploration = part<typeof import('./exploration.ts')>('dynamic', 'exploration');

export interface Converted {
  readonly entry: Entry;
  /** What the frame returned; undefined where it stands at a break. */
  readonly value: Value | undefined;
}

/** A trace that came to the segment's end. */
interface Ended {
  readonly segment: Segment;
  readonly out: Exclude<Outcome, { kind: 'failed' }>;
  readonly end: End;
  /** Switches of the dispatcher as they were at the start. */
  readonly state: GlobalState;
}

const NO_FLOATS: DerivedFloats = { derived: [], guards: [] };

/** A segment as it ran with the values at hand. */
const runOf = ({ trace, recorder }: Segment): Run => ({
  symbol: null,
  value: 0,
  comparisons: trace.comparisons,
  arithmetic: trace.arithmetics,
  calls: recorder.calls,
  steps: trace.steps,
  reads: recorder.read,
});

export class Conversion {
  private readonly cx: CaptureContext;
  private readonly runner: SegmentRunner;
  private readonly graphs: FrameGraphs;
  private readonly frame: Frame;
  private readonly place: Place;
  private readonly start: FrameState;

  private plan: Plan = { stopAt: null, tail: false };
  /** Slices of whole dimensions that are operators, by number. */
  private readonly slices = new Set<number>();
  /** null: not known yet. */
  private symbols: readonly SizeSymbol[] | null;
  /** Symbols that the program computes with or compares. */
  private readonly moved = new Set<SizeSymbol>();
  private expressions: readonly ExpressionGuard[] = [];
  private derived: readonly DerivedFloat[] = [];
  /** Dimensions that the program named and needs to be what they are. */
  private violated: readonly SizeSymbol[] = [];
  /** Numbers that were symbols at first. */
  private readonly settled = new Set<string>();
  /** A break that an earlier trace found before where it came to stand. */
  private known: KnownBreak | null = null;
  /** Whether a symbol is in the way of what failed was asked once. */
  private looked = false;

  constructor(runner: SegmentRunner, graphs: FrameGraphs, place: Place) {
    this.runner = runner;
    this.cx = runner.cx;
    this.frame = runner.frame;
    this.graphs = graphs;
    this.place = place;
    this.start = saveFrame(runner.frame, runner.cx.d);
    this.symbols = this.cx.options.dynamic === false || !this.cx.config.automaticDynamicShapes ? [] : null;
  }

  /** The entry, after it ran once; `skip` where the frame stays eager for good. */
  *run(): Generator<Request, 'skip' | Converted, Value> {
    for (;;) {
      const { symbols, known } = this;
      const slices = new WholeSlices(this.slices, null);
      const state = this.runner.state();
      const { segment, out } = yield* this.runner.attempt(this.plan.stopAt, { symbols: symbols ?? [], slices, known });
      if (out.kind === 'failed') {
        if (!(yield* this.replan(segment, out.error))) return this.skip();
        continue;
      }
      const { frame, plan } = this;
      const end: End = out.kind === 'return' ? { kind: 'return' } : { kind: 'break', pc: frame.pc, tail: plan.tail };
      if (out.kind === 'stopped') frame.next = frame.pc;
      // What is handed over a break under another name is looked at (`realize_all` in compile_subgraph).
      if (end.kind === 'break')
        for (const { source, value } of segment.trace.reach.renamed(liveAt(frame.code, end.pc))) segment.trace.found.realizeDeep(source, value);
      segment.trace.found.finish(passedOn(frame, segment, out, end), (name) => frame.code.cellVars.includes(name));
      const ended: Ended = { segment, out, end, state };
      const first = symbols === null;
      this.symbols ??= this.symbolsNow(segment);
      if (this.worthNothing(ended, first)) {
        this.runner.undo(segment.mark, this.start);
        return this.skip();
      }
      if (first && this.symbols.length > 0) {
        yield* this.explore(ended, this.symbols);
        continue;
      }
      const outputs = outputsOf(frame, segment, out, end);
      const leaf = segment.trace.leafLeaves(segment.recorder.calls, outputs);
      if (leaf) {
        this.runner.undo(segment.mark, this.start);
        this.known = leaf;
        continue;
      }
      return yield* this.keep(ended, outputs, this.symbols);
    }
  }

  private skip(): 'skip' {
    this.converted(false);
    return 'skip';
  }

  private converted(ok: boolean): void {
    if (this.runner.own) this.cx.rows.current?.converted(ok);
  }

  private symbolsNow(segment: Segment): SizeSymbol[] {
    return symbolsOf(this.place, segment.trace.found.facts(), this.cx.options.dynamic === true, this.cx.marked);
  }

  private exploration(): Exploration {
    return new (exploration().Exploration)(this.runner, this.graphs, this.plan, this.start, this.slices);
  }

  /** The trace failed: what the next one does otherwise. False: there is none. */
  private *replan(segment: Segment, error: unknown): Generator<Request, boolean, Value> {
    const asserted = error instanceof BreakSignal && error.kind === BREAKS.assertFalse;
    if (this.symbols === null && !this.looked && (asserted || (error instanceof PyError && !plans().ofFakeTensor(error)))) {
      this.looked = true;
      const could = this.symbolsNow(segment).filter((s) => s.kind === 'int');
      if (could.length > 0) {
        this.known = yield* this.exploration().inTheWay(could, segment);
        return true;
      }
    }
    const next = plans().planAfter(this.runner, this.worded(error, segment), segment, this.start);
    if (next === 'skip') return false;
    this.plan = next;
    return true;
  }

  /** A failure that names a size which is a symbol says so. */
  private worded(error: unknown, segment: Segment): unknown {
    if (!(error instanceof FakeFailure && error.cause instanceof PyError && error.cause.name === 'IndexError')) return error;
    const symbols = this.symbols ?? this.symbolsNow(segment);
    return symbols.length === 0 ? error : new FakeFailure(dynamic().named(error.cause, error.of, symbols), error.line);
  }

  /** Questions about sizes that are symbols stand in the graph of Dynamo, and in none of AOTAutograd. */
  private askedOnly({ segment }: Ended): boolean {
    return segment.recorder.count === 0 && this.symbols !== null && asksSymbols(this.symbols, segment.trace.sized, this.moved);
  }

  /** Nothing to compile: no operator up to the end, or at most one before an eager rest. */
  private worthNothing(ended: Ended, first: boolean): boolean {
    const { count } = ended.segment.recorder;
    const empty = count === 0 && (first || !this.askedOnly(ended)) && ended.out.kind === 'return' && !this.cx.options.fullgraph;
    return (empty && !(first && this.symbols !== null && this.symbols.length > 0)) || (this.plan.tail && count <= 1);
  }

  /** Learns what the segment does with its symbols; the next trace knows. */
  private *explore({ segment, out, end }: Ended, shared: readonly SizeSymbol[]): Generator<Request, void, Value> {
    const { line } = this;
    const leaving = floatsOf(this.frame, segment, out, end);
    this.runner.undo(segment.mark, this.start);
    const runs: Run[] = [runOf(segment)];
    let met: KnownBreak | null = null;
    const trials = this.exploration();
    const symbols: SizeSymbol[] = [];
    for (const s of shared) symbols.push(...(yield* trials.apart(s, { segment, floats: leaving })));
    symbols.sort((a, b) => a.uses[0].order - b.uses[0].order);
    for (const s of symbols) nameSymbol(s);
    for (const s of symbols) met ??= yield* trials.learn(s, { segment, floats: leaving }, runs, symbols);
    if (trials.again) {
      this.symbols = null;
      return;
    }
    if (met) {
      if (this.known && this.known.code === met.code && this.known.pc === met.pc) throw new Unsupported('a break that a dynamic number makes here', line());
      this.known = met;
      this.symbols = null;
      return;
    }
    const expressions = dynamic().expressionGuards(runs);
    const floats = takesGraphs(this.cx.options.backend) ? NO_FLOATS : dynamic().derivedFloats(runs);
    this.expressions = [...expressions, ...floats.guards];
    this.derived = floats.derived;
    trials.settle();
    for (const s of symbols) if (exploration().movesNumbers(s, runs)) this.moved.add(s);
    this.violated = symbols.filter((s) => s.constant && s.named);
    if (symbols.some(dynamic().narrowed)) throw new Unsupported('a guard that narrows the bounds of mark_dynamic (ConstraintViolationError)', line());
    for (const s of symbols) if (s.constant && s.uses[0].tensor === null) this.settled.add(s.uses[0].source.fullText);
    this.symbols = symbols.filter((s) => !s.constant && (s.lower === null || s.lower !== s.upper));
    for (const s of this.symbols) yield* trials.under(s, this.derived);
  }

  private readonly line = (): number | null => this.cx.vm.currentLine();

  /** Compiles what was captured, keeps it with its guards, and runs it. */
  private *keep(ended: Ended, outputs: readonly Tensor[], symbols: readonly SizeSymbol[]): Generator<Request, Converted, Value> {
    const { cx, frame, place } = this;
    const { segment, out, end, state } = ended;
    const { trace, recorder } = segment;
    const askedOnly = this.askedOnly(ended);
    const modified = changedObjects(frame, segment).length > 0;
    const bySymbols = symbols.length > 0;
    const guards = new GuardTree(
      trace.found.guards,
      state,
      trace.found.unaliased,
      bySymbols ? dynamic().shapeGuard(symbols, this.expressions) : null,
      this.settled,
    );
    const captured = recorder.captured(outputs);
    const byItself = out.kind === 'stopped' && !modified && (onlyTensors(frame) || this.known?.name === 'builtin');
    const wanted = (recorder.count > 0 && !askedOnly) || outputs.length > 0 || byItself;
    checkScalars(recorder, out, this.line());
    const handed = takesGraphs(cx.options.backend);
    if (handed) this.refuseHanded(segment, bySymbols);
    // Without symbols one run tells what is made of numbers that were read.
    if (!handed && !bySymbols && recorder.read.size > 0) this.derived = dynamic().derivedFloats([runOf(segment)]).derived;
    const floats =
      this.derived.length > 0
        ? dynamic().withDerived(captured, this.derived, { valueOf: (s) => s.hint, lookedAt: trace.found.lookedAt, reads: recorder.read })
        : { captured, extra: [] };
    const isInt = (s: SizeSymbol): boolean => s.kind === 'int';
    const graph = wanted
      ? yield* this.graphs.compile(floats.captured, trace.found.inOrder(captured.inputs), trace.found.nameOf, symbols.filter(isInt), trace)
      : null;
    if (this.violated.length > 0) {
      this.runner.undo(segment.mark, this.start);
      this.converted(true);
      throw plans().raised(cx, userErrors().constraintsViolated(this.violated));
    }
    journal.commit(segment.mark);
    if (askedOnly && !graph) cx.rows.current?.graph({ ops: [] });
    let bySizes: Map<string, CompiledGraph> | null = null;
    if (graph && !isHanded(graph)) {
      // A backward that needs a symbol is compiled with its forward (`num_symints_saved_for_bw`).
      const { backward } = graph.graphs;
      if (backward && symbols.some((s) => s.saved !== null && s.saved !== stages().backwardSizes(backward))) graph.needBackward();
      if (bySymbols) bySizes = new Map([[sizesKey(recorder, floats.captured), graph]]);
    }
    const { comparisons, missed } = trace;
    const entry: Entry = {
      by: cx.options,
      guards,
      graph,
      captured,
      comparisons,
      missed,
      end,
      bySizes,
      symbols,
      derived: this.derived,
      dropped: recorder.slices.dropped,
    };
    place.entries.unshift(entry);
    place.compiles++;
    this.converted(true);
    if (this.runner.own) cx.rows.current?.row.guards?.push(guards.texts);
    if (graph) yield* this.graphs.execute(graph, recorder, outputs, floats.extra);
    return { entry, value: out.kind === 'return' ? out.value : undefined };
  }

  /** What a back end that takes graphs cannot be given. */
  private refuseHanded({ recorder }: Segment, bySymbols: boolean): void {
    if (recorder.read.size > 0) throw new Unsupported('a number read from a tensor in a graph of this back end', this.line());
    if (typeof this.cx.options.backend !== 'string' && bySymbols)
      throw new Unsupported('a size or number that became dynamic, with a back end of the program (say dynamic=False)', this.line());
  }
}
