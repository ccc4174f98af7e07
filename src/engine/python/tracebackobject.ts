/** `e.__traceback__`: a value that programs pass on and may hand back to `with_traceback`. */
import type { TracebackEntry } from './errors.ts';
import { tracebackType } from './types.ts';
import { PyObject } from './values.ts';

export class PyTraceback extends PyObject {
  readonly cls = tracebackType;
  readonly entries: TracebackEntry[];
  constructor(entries: TracebackEntry[]) {
    super();
    this.entries = entries;
  }
}
