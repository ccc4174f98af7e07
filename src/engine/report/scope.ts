/**
 * The program's variables as a step sees them: globals of its main module, and the locals of its functions in progress.
 *
 * Names of locals carry their function, `f: h`. Only what changed since the step before is looked at again.
 */
import { Frame, type Fiber } from '../python/frame.ts';
import type { Value } from '../python/values.ts';
import { stamp, type ValueTable } from './values.ts';

interface Seen {
  readonly value: Value;
  readonly stamp: unknown;
  readonly key: string | null;
}

export class Scope {
  private readonly table: ValueTable;
  private readonly file: string;
  private seen = new Map<string, Seen>();

  constructor(table: ValueTable, file: string) {
    this.table = table;
    this.file = file;
  }

  /** Changes since the last call: name to value key, null for a name that is gone; null when nothing changed. */
  changes(frames: Fiber['frames']): Record<string, string | null> | null {
    let delta: Record<string, string | null> | null = null;
    const now = new Map<string, Seen>();
    const look = (name: string, value: Value): void => {
      const before = this.seen.get(name);
      const mark = stamp(value);
      if (before && before.value === value && before.stamp === mark) {
        now.set(name, before);
        return;
      }
      const key = this.table.key(value);
      now.set(name, { value, stamp: mark, key });
      if (key !== (before?.key ?? null)) (delta ??= {})[name] = key;
    };
    for (const f of frames) if (f instanceof Frame && f.code.filename === this.file) visit(f, look);
    for (const [name, { key }] of this.seen) if (key !== null && !now.has(name)) (delta ??= {})[name] = null;
    this.seen = now;
    return delta;
  }
}

function visit(f: Frame, look: (name: string, value: Value) => void): void {
  if (f.code.isModule) {
    for (const [name, value] of f.module.attrs) if (!name.startsWith('__')) look(name, value);
    return;
  }
  const own = (name: string): string => `${f.code.name}: ${name}`;
  f.code.varNames.forEach((name, i) => {
    const value = f.locals[i];
    if (value !== undefined && !name.startsWith('.')) look(own(name), value);
  });
  [...f.code.cellVars, ...f.code.freeVars].forEach((name, i) => {
    const value = f.cells[i]?.value;
    if (value !== undefined && name !== '__class__') look(own(name), value);
  });
}
