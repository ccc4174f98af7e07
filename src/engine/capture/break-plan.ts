/**
 * A trace ended early: whether that is a graph break, an error that ends the program, or what the whole frame stays eager
 * for; and where the segment is to stop instead.
 *
 * Idea: `break_graph_if_unsupported`, `generic_jump` and the checkpoints of symbolic_convert.py.
 */
import { PySlice, PyTuple } from '../python/containers.ts';
import { makeException, PyError, type TracebackEntry, Unsupported } from '../python/errors.ts';
import type { Frame } from '../python/frame.ts';
import { Op } from '../python/opcodes.ts';
import { blocksAllow } from './blocks.ts';
import { type BreakKind, BREAKS, BreakSignal, FakeFailure, UserFailure } from './breaks.ts';
import type { CaptureContext } from './context.ts';
import { breakText, runtimeFailure, unsupportedError, wordsOf } from './break-words.ts';
import { tensorOf } from './guards.ts';
import { mayLoop } from './liveness.ts';
import type { Segment } from './segment.ts';
import type { SegmentRunner } from './segment-runner.ts';
import type { FrameState } from './snapshot.ts';
import { checkpointBefore } from './stack-depth.ts';
import { toldOfException } from './told.ts';

/** Instructions after which a frame can be taken up again (`break_graph_if_unsupported`, `generic_jump`). */
const RESUMABLE = new Set<number>([Op.CALL, Op.CALL_KW, Op.CALL_EX, Op.COMPARE, Op.SUBSCR, Op.STORE_SUBSCR, Op.STORE_ATTR]);
const BRANCHES = new Set<number>([Op.POP_JUMP_IF_FALSE, Op.POP_JUMP_IF_TRUE, Op.JUMP_IF_FALSE_OR_POP, Op.JUMP_IF_TRUE_OR_POP]);

export interface Plan {
  /** Stop before this instruction; null: run to the end. */
  readonly stopAt: number | null;
  /** After the stop the rest of the frame is eager. */
  readonly tail: boolean;
}

interface Cause {
  readonly kind: BreakKind;
  readonly line: number | null;
  readonly resumable: boolean;
}

/** What to try next after a segment failed; takes it back. Raises what PyTorch raises. */
export function planAfter(runner: SegmentRunner, error: unknown, failed: Segment, start: FrameState): Plan | 'skip' {
  const { cx, frame } = runner;
  const { pc } = frame;
  const byTensor = indexesByTensor(frame);
  const blocks = blocksAllow(frame) && !slicesByTensor(frame);
  const inner = causeOf(cx, error);
  const looked = frame.code.ops[pc] === Op.LOAD_ATTR ? tensorOf(frame.stack[frame.sp - 1]) : null;
  const strict = cx.options.fullgraph || cx.strict;
  const ofMade = looked !== null && failed.recorder.isMade(looked);
  runner.undo(failed.mark, start);
  if (error instanceof UserFailure) throw raised(cx, error.cause as PyError);
  // Python's IndexError passes through Dynamo as it is; every other failure is wrapped.
  if (error instanceof FakeFailure && error.cause instanceof PyError && error.cause.name === 'IndexError')
    throw raised(cx, new PyError(makeException(error.cause.exc.cls, error.cause.message)));
  if (error instanceof FakeFailure) throw error.cause instanceof PyError ? raised(cx, runtimeFailure(BREAKS.fakeError, error.cause)) : error.cause;
  if (inner === null && error instanceof PyError)
    throw raised(cx, error.name === 'IndexError' ? new PyError(makeException(error.exc.cls, error.message)) : runtimeFailure(BREAKS.fakeError, error));
  if (inner === null) throw error;
  if (ofMade && error instanceof PyError && error.name === 'AttributeError')
    throw new Unsupported('an attribute that tensors do not have, in a compiled function', inner.line);
  // In the compiled frame itself a failing assertion is a branch; the rest of the frame runs eagerly.
  const branches = inner.kind === BREAKS.assertFalse && BRANCHES.has(frame.code.ops[pc]) && blocks && !strict;
  const { kind, line } = branches ? { ...inner, kind: BREAKS.branch } : inner;
  if (kind === BREAKS.item && byTensor)
    throw new Unsupported('an index that is a tensor of one integer, in a compiled function (AOTAutograd of PyTorch fails on it)', line);
  if (strict) {
    const { told, entries } = error instanceof BreakSignal ? error : toldOf(error);
    throw told ? unsupportedError(kind, line, told, entries) : raised(cx, unsupportedError(kind, line));
  }
  logBreak(runner, kind, line);
  const at = error instanceof BreakSignal ? error : toldOf(error);
  runner.why = kind === BREAKS.branch ? jump(runner, at.entries) : { text: at.told && breakText(kind, at.told), entries: at.entries };
  if (kind.skipFrame) return fallBack(frame, pc, start);
  const op = frame.code.ops[pc];
  const here = RESUMABLE.has(op) || (BRANCHES.has(op) && kind === BREAKS.branch) || (op === Op.LOAD_METHOD && kind === BREAKS.missingMethod);
  const resumable = inner.resumable && here;
  if (resumable && blocks) return mayLoop(frame.code, pc) ? 'skip' : { stopAt: pc, tail: false };
  return fallBack(frame, pc, start);
}

/** `generic_jump`: broken by the code as it was taken up after the last break, so the frame has that name. */
function jump({ frame, broke }: SegmentRunner, entries: readonly TracebackEntry[]): SegmentRunner['why'] {
  const name = broke === null ? frame.code.name : `torch_dynamo_resume_in_${frame.code.name}_at_${frame.code.lineAt(broke)}`;
  return { text: 'generic_jump TensorVariable()', entries: entries.map((e, i) => (i === 0 ? { ...e, name } : e)) };
}

/** Back to the last point with an empty stack, the rest eager; or the whole frame, where that point lies before what was taken up. */
function fallBack(frame: Frame, pc: number, start: FrameState): Plan | 'skip' {
  const at = checkpointBefore(frame.code, pc);
  return at <= 0 || at < start.frame.next ? 'skip' : { stopAt: at, tail: true };
}

function causeOf(cx: CaptureContext, error: unknown): Cause | null {
  if (error instanceof BreakSignal) return { kind: error.kind, line: error.line, resumable: true };
  if (error instanceof PyError) {
    if (ofFakeTensor(error)) return null;
    const rows = error.exc.traceback.filter((t) => t.filename === cx.vm.programFile);
    return { kind: BREAKS.observedException, line: rows[0]?.line ?? null, resumable: false };
  }
  return null;
}

/** PyTorch's words on an exception that nothing caught. */
function toldOf(error: unknown): Pick<BreakSignal, 'told' | 'entries'> {
  if (!(error instanceof PyError)) return { told: null, entries: [] };
  return { told: toldOfException(error.exc), entries: [...error.exc.traceback].reverse() };
}

function logBreak({ cx, own }: SegmentRunner, kind: BreakKind, line: number | null): void {
  if (!own) return;
  const row = cx.rows.current;
  row?.break(line, kind, wordsOf(kind));
  if (row) cx.events.broke(cx.rows.rows.indexOf(row.row), line, kind.id);
}

/** What tracing itself raises. PyTorch's message tells more than ours: the run's marks say so where it shows. */
export function raised(cx: CaptureContext, error: PyError): PyError {
  cx.worded.push(error.message);
  return error;
}

/** Raised by an operation on a tensor itself: indexing out of bounds, an operand that no operator takes. */
export const ofFakeTensor = (e: PyError): boolean =>
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
