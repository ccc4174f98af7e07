/**
 * How a segment uses a size or number that may change: it runs once more with other values in its place. PyTorch's symbols
 * (ShapeEnv) know by carrying expressions through the trace; here the expressions are learnt from what differs.
 */
import { Unsupported } from '../python/errors.ts';
import type { Request } from '../python/functions.ts';
import { part } from '../python/packs.ts';
import type { Value } from '../python/values.ts';
import type { Plan } from './break-plan.ts';
import type { DerivedFloat } from './derived-floats.ts';
import { FakeFailure } from './breaks.ts';
import type { End } from './cache.ts';
import { sameCourse } from './course.ts';
import type { Run } from './expressions.ts';
import type { FrameGraphs } from './graphs.ts';
import { courseOf, floatsOf, outputsOf, type Segment } from './segment.ts';
import type { Attempt, SegmentRunner } from './segment-runner.ts';
import type { FrameState } from './snapshot.ts';
import type { KnownBreak } from './symbolic.ts';
import { SizeSymbol, type Use } from './symbols.ts';
import { WholeSlices } from './whole-slices.ts';

const stages = part<typeof import('../graph/stages.ts')>('graph', 'stages');
const dynamic = part<typeof import('./dynamic.ts')>('dynamic', 'dynamic');

/** Equal sizes that are parted; what has more keeps one symbol. */
const MOST_UNITS = 8;
const THROUGH = Number.POSITIVE_INFINITY;

/** The segment as it ran with the values at hand, already taken back. */
export interface FirstRun {
  readonly segment: Segment;
  /** Floats that left it. */
  readonly floats: readonly number[];
}

/** Drops the slices that the first run dropped. */
const like = ({ segment }: FirstRun): WholeSlices => new WholeSlices(new Set(), segment.recorder.slices.dropped);

export class Exploration {
  private readonly runner: SegmentRunner;
  private readonly graphs: FrameGraphs;
  private readonly plan: Plan;
  private readonly start: FrameState;
  /** Gains the slices that are operators. */
  private readonly operators: Set<number>;
  /** The symbols that an end or a length of a slice moves with. */
  private readonly movers = new Map<number, Set<SizeSymbol>>();
  /** A slice that the first run dropped is one: the segment has to run anew with it. */
  again = false;

  constructor(runner: SegmentRunner, graphs: FrameGraphs, plan: Plan, start: FrameState, operators: Set<number>) {
    this.runner = runner;
    this.graphs = graphs;
    this.plan = plan;
    this.start = start;
    this.operators = operators;
  }

  private get line(): number | null {
    return this.runner.cx.vm.currentLine();
  }

  /**
   * Tries other values in the place of `s`, one of `symbols`, until what the segment does with it is known, and says so on
   * `s`. `runs` gains each run. Gives the break that the symbol makes.
   */
  *learn(s: SizeSymbol, first: FirstRun, runs: Run[], symbols: readonly SizeSymbol[]): Generator<Request, KnownBreak | null, Value> {
    const { frame } = this.runner;
    const firstCourse = courseOf(first.segment);
    let diverged = false;
    let derived = false;
    let kept = 0;
    for (const value of dynamic().trials(s)) {
      const back = dynamic().pretend(s, value, frame);
      const { segment, out } = yield* this.runner.attempt(this.plan.stopAt, { slices: like(first) });
      const second = courseOf(segment);
      const end: End = out.kind === 'return' ? { kind: 'return' } : { kind: 'break', pc: frame.pc, tail: this.plan.tail };
      const leaving = out.kind === 'failed' ? first.floats : floatsOf(frame, segment, out, end);
      this.runner.undo(segment.mark, this.start);
      runs.push({
        symbol: s,
        value,
        comparisons: second.comparisons,
        arithmetic: segment.trace.arithmetics,
        calls: segment.recorder.calls,
        steps: segment.trace.steps,
        reads: segment.recorder.read,
      });
      if (kept === 0 && s.kind === 'int' && out.kind !== 'failed') s.kept = value;
      back();
      const open = this.slicesOf(first, segment);
      for (const i of first.segment.recorder.slices.moved(segment.recorder.slices)) this.movers.set(i, (this.movers.get(i) ?? new Set()).add(s));
      if (this.again) return null;
      const use = dynamic().symbolicUse(firstCourse, second, s, null);
      if (use) return use;
      // An operator that fails on these sizes says nothing; where the program took another way, or raised, what it compared does.
      if (out.kind === 'failed' && out.error instanceof FakeFailure) continue;
      const lesson = dynamic().learn(s, value, firstCourse, out.kind === 'failed' ? { calls: [], comparisons: second.comparisons } : second);
      if (lesson.constant) {
        s.constant = true;
        return null;
      }
      derived ||= lesson.derived || segment.trace.arithmetics.some((x, i) => x.a !== runs[0].arithmetic[i]?.a || x.b !== runs[0].arithmetic[i]?.b);
      if (lesson.diverged || out.kind === 'failed') {
        diverged = true;
        continue;
      }
      // The argument itself is handed on as it is.
      const itself = (n: number, i: number): boolean => s.kind === 'float' && first.floats[i] === s.hint && n === value;
      if (leaving.some((n, i) => !Object.is(n, first.floats[i]) && !itself(n, i)))
        throw new Unsupported('a float made of one that became dynamic leaves a compiled function (say dynamic=False)', this.line);
      for (const i of open) this.operators.add(i);
      kept++;
      if (!derived || kept > 1) return null;
    }
    if (kept === 0 && !diverged) {
      yield* this.refuseJoint(s, symbols);
      s.constant = true;
    }
    return null;
  }

  /** The graphs under the value that kept the course of the program. */
  *under(s: SizeSymbol, derived: readonly DerivedFloat[]): Generator<Request, void, Value> {
    const { frame, cx } = this.runner;
    if (s.kept === null) return;
    const back = dynamic().pretend(s, s.kept, frame);
    const { segment, out } = yield* this.runner.attempt(this.plan.stopAt, { slices: new WholeSlices(this.operators, null) });
    if (out.kind !== 'failed') {
      const end: End = out.kind === 'return' ? { kind: 'return' } : { kind: 'break', pc: frame.pc, tail: this.plan.tail };
      const plain = segment.recorder.captured(outputsOf(frame, segment, out, end));
      const { captured } = dynamic().withDerived(plain, derived, {
        valueOf: (other) => (other === s ? (s.kept as number) : other.hint),
        lookedAt: segment.trace.found.lookedAt,
        reads: segment.recorder.read,
      });
      this.runner.undo(segment.mark, this.start);
      const graphs = yield* this.graphs.traced(captured);
      s.other = graphs && { value: s.kept, graphs, captured };
      s.saved = cx.d.gradMode && graphs?.backward ? stages().backwardSizes(graphs.backward) : null;
    } else this.runner.undo(segment.mark, this.start);
    back();
  }

  /**
   * The symbols that equal sizes have: those that changed before, or were marked, have one each, but where the segment needs
   * them equal (`x + y`), which is a guard. Tried here: which can change without the others.
   */
  *apart(s: SizeSymbol, first: FirstRun): Generator<Request, SizeSymbol[], Value> {
    const ducks = s.uses.filter((u) => u.duck);
    const units = [...(ducks.length > 0 ? [ducks] : []), ...s.uses.filter((u) => !u.duck).map((u) => [u])];
    const symbolOf = (uses: readonly Use[]): SizeSymbol => {
      const made = new SizeSymbol(s.hint, s.lower, s.kind);
      made.uses.push(...s.uses.filter((u) => uses.includes(u)));
      return made;
    };
    if (units.length < 2 || units.length > MOST_UNITS) return [s];
    const far = (group: readonly Use[][]): Generator<Request, number, Value> => this.far(symbolOf(group.flat()), first);
    const found: SizeSymbol[] = [];
    for (let rest = units; rest.length > 0;) {
      let group = [rest[0]];
      let least = rest.length > 1 ? yield* far(group) : THROUGH;
      // What an operator needs equal gets the segment further when it changes too.
      for (let next: Use[] | null = group[0]; least < THROUGH && next;) {
        next = null;
        for (const unit of rest.filter((u) => !group.includes(u))) {
          const reached = yield* far([...group, unit]);
          if (reached <= least) continue;
          [least, next] = [reached, unit];
          group.push(unit);
          break;
        }
      }
      if (least < THROUGH && (yield* far(rest)) === THROUGH) {
        group = rest;
        for (const unit of rest.slice(1)) {
          const without = group.filter((u) => u !== unit);
          if (without.length > 1 && (yield* far(without)) === THROUGH) group = without;
        }
      } else if (least < THROUGH) group = [rest[0]];
      found.push(symbolOf(group.flat()));
      rest = rest.filter((u) => !group.includes(u));
    }
    return found;
  }

  /** How far the segment goes the same way under another value of these sizes alone. */
  private *far(s: SizeSymbol, first: FirstRun): Generator<Request, number, Value> {
    const course = courseOf(first.segment);
    let most = 0;
    for (const value of dynamic().trials(s).slice(0, 3)) {
      const { segment, out } = yield* this.pretending(first, [s, value]);
      this.slicesOf(first, segment);
      if (this.again) return THROUGH;
      const reached = dynamic().agreement(course, courseOf(segment), out.kind === 'failed');
      if (reached === THROUGH) return reached;
      most = Math.max(most, reached);
    }
    return most;
  }

  /** Runs the segment with other values in places of symbols; leaves the frame at its start and the symbols as they were. `first`: the run whose slices it drops. */
  private *pretending(first: FirstRun | null, ...values: (readonly [SizeSymbol, number])[]): Generator<Request, Attempt, Value> {
    const { runner } = this;
    const back = values.map(([s, value]) => dynamic().pretend(s, value, runner.frame));
    const attempt = yield* runner.attempt(this.plan.stopAt, first ? { slices: like(first) } : {});
    runner.undo(attempt.segment.mark, this.start);
    for (const f of back.reverse()) f();
    return attempt;
  }

  /** A slice that only constants move is what it is among numbers. */
  settle(): void {
    for (const i of this.operators) if (![...(this.movers.get(i) ?? [])].some((s) => !s.constant)) this.operators.delete(i);
  }

  /** The slices without an end that another value shows to be operators; those with one are known at once. */
  private slicesOf({ segment: { recorder } }: FirstRun, other: Segment): readonly number[] {
    const same = (at: number): boolean => sameCourse(recorder.calls.slice(0, at), other.recorder.calls.slice(0, at));
    const { open, now } = recorder.slices.compare(other.recorder.slices, same);
    for (const i of now) this.operators.add(i);
    this.again ||= now.length > 0;
    return open;
  }

  /** Sizes or numbers that cannot move alone, but together (`split(x, [a, b])`): PyTorch keeps both as symbols. */
  private *refuseJoint(s: SizeSymbol, others: readonly SizeSymbol[]): Generator<Request, void, Value> {
    for (const other of others) {
      if (other === s || other.kind !== s.kind) continue;
      for (const step of [-1, 1]) {
        const { out } = yield* this.pretending(null, [s, s.hint + 1], [other, other.hint + step]);
        if (out.kind !== 'failed') throw new Unsupported('sizes or numbers that became dynamic and can only change together (say dynamic=False)', this.line);
      }
    }
  }

  /** The segment raised: whether it met a symbol before that PyTorch does not get past. Leaves the frame at its start. */
  *inTheWay(symbols: readonly SizeSymbol[], failed: Segment): Generator<Request, KnownBreak | null, Value> {
    const first = courseOf(failed);
    this.runner.undo(failed.mark, this.start);
    for (const s of symbols) {
      for (const value of [s.hint + 1, s.hint - 1]) {
        const { segment } = yield* this.pretending(null, [s, value]);
        const use = dynamic().symbolicUse(first, courseOf(segment), s, failed.trace.failedAssert);
        if (use) return use;
      }
    }
    return null;
  }
}

/** The program computed with this number, or compared it. */
export const movesNumbers = (s: SizeSymbol, [first, ...others]: readonly Run[]): boolean =>
  others.some(
    (r) =>
      r.symbol === s &&
      (r.arithmetic.some((x, i) => x.a !== first.arithmetic[i]?.a || x.b !== first.arithmetic[i]?.b) ||
        r.comparisons.some((x, i) => x.pc >= 0 && (x.a !== first.comparisons[i]?.a || x.b !== first.comparisons[i]?.b))),
  );
