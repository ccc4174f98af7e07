/**
 * Tracebacks: what an exception collects on its way out (tracebacktext.ts prints it).
 */
import type { Code } from './code.ts';
import { PyException, type TracebackEntry } from './errors.ts';
import { Frame, type Fiber } from './frame.ts';
import { isGen } from './functions.ts';
import { strOf } from './repr.ts';
import type { Value } from './values.ts';
import type { VM } from './vm.ts';

export function entryOf(code: Code, pc: number): TracebackEntry {
  const p = pc * 2;
  return {
    filename: code.filename,
    name: code.name,
    source: code.source,
    line: code.pos[p],
    endLine: code.pos[p + 1],
    col: code.pos[p + 2],
    endCol: code.pos[p + 3],
  };
}

export function addTraceback(exc: PyException, frame: Frame): void {
  exc.traceback.push(entryOf(frame.code, frame.pc));
}

/** The exception being handled on this fiber, innermost. */
export function handledOn(fiber: Fiber): PyException | null {
  for (let i = fiber.frames.length - 1; i >= 0; i--) {
    const f = fiber.frames[i];
    if (f instanceof Frame && f.handled) return f.handled;
  }
  return null;
}

/** `__context__`: what was being handled when this was raised. Gives the exceptions that were walked over. */
export function setContext(fiber: Fiber, exc: PyException): number {
  if (exc.traceback.length > 0) return 0;
  const handled = handledOn(fiber);
  if (handled === null || handled === exc || exc.context !== null) return 0;
  let walked = 0;
  // No cycles: cut the chain where it comes back.
  for (let c: Value = handled; c instanceof PyException; c = c.context) {
    walked++;
    if (c.context === exc) {
      c.context = null;
      break;
    }
  }
  exc.context = handled;
  return walked;
}

export function findLine(fiber: Fiber, filename: string): number | null {
  for (let i = fiber.frames.length - 1; i >= 0; i--) {
    const f = fiber.frames[i];
    if (f instanceof Frame && f.code.filename === filename) return f.line;
  }
  return fiber.caller && findLine(fiber.caller, filename);
}

/** Innermost line in `filename` of an exception's traceback. */
export function lineOf(exc: PyException, filename: string): number | null {
  const e = exc.traceback.find((t) => t.filename === filename);
  return e ? e.line : null;
}

/** `str(e)`, for the report. */
export function messageOf(vm: VM, exc: PyException): string {
  const r = strOf(vm, exc);
  return (isGen(r) ? vm.finish(r) : r) as string;
}
