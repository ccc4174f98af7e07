/** How a rank ended, in the report's words: exit, error with its line, notes. */
import { LimitReached, PyError, Unsupported } from '../python/errors.ts';
import type { RunResult } from '../python/frame.ts';
import { NeedsPack, part } from '../python/packs.ts';
import { lineOf } from '../python/traceback.ts';
import type { VM } from '../python/vm.ts';
import type { Exit, ReportError } from './types.ts';

const text = part<typeof import('../python/tracebacktext.ts')>('faults', 'traceback');

export interface Ending {
  readonly exit: Exit;
  readonly error: ReportError | null;
}

const OK: Ending = { exit: 'ok', error: null };

/** @param vm the evaluator the error came from, with its fiber's stack still in place for the line */
export function endingOf(vm: VM, result: RunResult, line: () => number | null): Ending {
  const error = result.kind === 'error' ? result.error : vm.atEnd?.();
  if (error === undefined) return OK;
  if (error instanceof PyError) return pythonEnding(vm, error);
  if (error instanceof Unsupported) return { exit: 'unsupported', error: { type: 'Unsupported', message: error.construct, line: error.line ?? line() } };
  if (error instanceof LimitReached) return { exit: 'limit', error: { type: 'LimitReached', message: error.message, line: error.line ?? line() } };
  if (error instanceof NeedsPack || !(error instanceof Error)) throw error;
  return { exit: 'unsupported', error: { type: 'Unsupported', message: faultOf(error), line: line() } };
}

/** A defect of the engine's own ends the run as what it is: what the program would do is not known. */
function faultOf(error: Error): string {
  return `the simulator failed here by a fault of its own (${error.name}: ${error.message})`;
}

function pythonEnding(vm: VM, error: PyError): Ending {
  const { exc } = error;
  const type = exc.cls.name;
  if (type === 'SystemExit') return OK;
  // A text that did not compile has no frame: the error says where, if it was the program's own.
  const at = exc.attrs.get('filename') === vm.programFile ? exc.attrs.get('lineno') : null;
  const line = lineOf(exc, vm.programFile) ?? exc.compiledAt ?? (typeof at === 'number' ? at : null);
  return { exit: 'error', error: { type, message: text().saidBy(vm, exc), line, traceback: text().formatTraceback(vm, exc) } };
}
