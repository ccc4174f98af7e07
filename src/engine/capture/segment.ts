/**
 * One segment of a frame under trace or replay: its journal mark, what it recorded, and what leaves it when it ends.
 */
import { PyDict, PyList, PyTuple } from '../python/containers.ts';
import type { Frame } from '../python/frame.ts';
import { PyCell, PyModule } from '../python/functions.ts';
import { journal } from '../python/journal.ts';
import { PyType } from '../python/types.ts';
import { PyFloat, PyObject, type Value } from '../python/values.ts';
import { Unsupported } from '../python/errors.ts';
import type { Tensor } from '../tensor/tensor.ts';
import type { End } from './cache.ts';
import type { Course } from './course.ts';
import { reachable } from './escape.ts';
import { tensorOf } from './guards.ts';
import { liveAt } from './liveness.ts';
import type { Recorder } from './recorder.ts';
import type { Trace } from './trace.ts';

export interface Segment {
  readonly mark: number;
  readonly recorder: Recorder;
  readonly trace: Trace;
}

export type Outcome = { kind: 'return'; value: Value } | { kind: 'stopped' } | { kind: 'failed'; error: unknown };

/** Objects from outside that the segment changed. */
export function changedObjects(frame: Frame, segment: Segment): object[] {
  const { trace } = segment;
  const cells = new Set<object>(frame.cells);
  return [...new Set(journal.changedSince(segment.mark))]
    .filter((o) => trace.reach.sources.has(o) || o instanceof PyModule || o instanceof PyType || (o instanceof PyCell && cells.has(o)))
    .filter((o) => !(o instanceof PyObject && tensorOf(o)));
}

/** What the segment returns, or hands over a break. */
function handedOn(frame: Frame, out: Outcome, end: End): (Value | undefined)[] {
  if (out.kind === 'return') return [out.value];
  if (end.kind !== 'break') return [];
  return [...frame.stack.slice(0, frame.sp), ...[...liveAt(frame.code, end.pc)].map((slot) => frame.locals[slot])];
}

/** Tensors from outside that are handed on, or were stored in something; a container among them is gone through. */
export function passedOn(frame: Frame, segment: Segment, out: Outcome, end: End): Set<Tensor> {
  const { found, reach } = segment.trace;
  const changed = changedObjects(frame, segment);
  const existing = (o: object): boolean => {
    const source = reach.sources.get(o);
    if (!source || changed.includes(o)) return false;
    if (!(o instanceof PyList || o instanceof PyTuple || o instanceof PyDict)) return !tensorOf(o as PyObject);
    found.elements(o, source, true);
    return false;
  };
  return new Set(reachable([...handedOn(frame, out, end), ...(changed as Value[])], (t) => !segment.recorder.isMade(t), existing));
}

/** Tensors made in the segment that can still be reached when it has ended. */
export function outputsOf(frame: Frame, segment: Segment, out: Outcome, end: End, onFloat?: (n: number) => void): Tensor[] {
  const roots = handedOn(frame, out, end);
  const changed = changedObjects(frame, segment);
  for (const o of changed) {
    if (o instanceof PyModule) for (const v of o.attrs.values()) roots.push(v);
    else roots.push(o as PyObject as Value);
  }
  if (out.kind !== 'return') for (const c of frame.cells) roots.push(c as unknown as Value);
  const existing = (o: object): boolean => segment.trace.reach.sources.has(o) && !changed.includes(o);
  return reachable(roots, (t) => segment.recorder.isMade(t), existing, onFloat);
}

/** Floats that can still be reached when the segment has ended. */
export function floatsOf(frame: Frame, segment: Segment, out: Outcome, end: End): number[] {
  const floats: number[] = [];
  outputsOf(frame, segment, out, end, (n) => floats.push(n));
  return floats;
}

/** The operand stack holds distinct tensors and nothing else: PyTorch then makes a graph even of nothing. */
export function onlyTensors(frame: Frame): boolean {
  if (frame.sp === 0) return false;
  const values = frame.stack.slice(0, frame.sp);
  return values.every((v) => tensorOf(v) !== null) && new Set(values).size === values.length;
}

/** A captured number may not leave the graph: it has no value yet. */
export function checkScalars(recorder: Recorder, out: Outcome, line: number | null): void {
  if (recorder.read.size === 0) return;
  const leaves = (v: Value | undefined): boolean =>
    v instanceof PyFloat ? Number.isNaN(v.v) : (v instanceof PyList || v instanceof PyTuple) && v.items.some(leaves);
  if (out.kind === 'return' && leaves(out.value)) throw new Unsupported('returning a number read from a tensor in a whole graph', line);
}

export const courseOf = (segment: Segment): Course => ({ calls: segment.recorder.calls, comparisons: segment.trace.comparisons });
