/**
 * The program's variables as a step sees them: globals of its main module, and the locals of its functions in progress.
 *
 * Names of locals carry their function, `f: h`. Only what changed since the step before is looked at again.
 */
import { Frame, type Fiber } from '../python/frame.ts';
import type { Value } from '../python/values.ts';
import { stamp, type ValueTable } from './values.ts';

interface Seen {
  value: Value;
  stamp: unknown;
  key: string | null;
  /** The look at which it was last there. */
  at: number;
}

export class Scope {
  private readonly table: ValueTable;
  private readonly file: string;
  private readonly seen = new Map<string, Seen>();
  private looks = 0;

  constructor(table: ValueTable, file: string) {
    this.table = table;
    this.file = file;
  }

  /** Changes since the last call: name to value key, null for a name that is gone; null when nothing changed. */
  changes(frames: Fiber['frames']): Record<string, string | null> | null {
    let delta: Record<string, string | null> | null = null;
    const at = ++this.looks;
    let there = 0;
    const look = (name: string, value: Value): void => {
      let seen = this.seen.get(name);
      const mark = stamp(value);
      if (seen === undefined) {
        seen = { value, stamp: null, key: null, at: 0 };
        this.seen.set(name, seen);
      }
      if (seen.at !== at) there++;
      seen.at = at;
      if (seen.value === value && seen.stamp === mark) return;
      const key = this.table.key(value);
      if (key !== seen.key) (delta ??= {})[name] = key;
      seen.value = value;
      seen.stamp = mark;
      seen.key = key;
    };
    for (const f of frames) if (f instanceof Frame && f.code.filename === this.file) visit(f, look);
    if (there === this.seen.size) return delta;
    for (const [name, seen] of this.seen) {
      if (seen.at === at) continue;
      if (seen.key !== null) (delta ??= {})[name] = null;
      this.seen.delete(name);
    }
    return delta;
  }
}

function visit(f: Frame, look: (name: string, value: Value) => void): void {
  if (f.code.isModule) {
    for (const [name, value] of f.module.attrs) if (!name.startsWith('__')) look(name, value);
    return;
  }
  const { locals, cells } = namesOf(f.code);
  for (let i = 0; i < locals.length; i++) {
    const [name, value] = [locals[i] as string | null, f.locals[i]];
    if (value !== undefined && name !== null) look(name, value);
  }
  for (let i = 0; i < cells.length; i++) {
    const [name, value] = [cells[i] as string | null, f.cells[i]?.value];
    if (value !== undefined && name !== null) look(name, value);
  }
}

type Code = Frame['code'];
interface Names {
  readonly locals: readonly (string | null)[];
  readonly cells: readonly (string | null)[];
}
const known = new WeakMap<Code, Names>();

/** Names as they are shown; null for what is not. */
function namesOf(code: Code): Names {
  let names = known.get(code);
  if (names === undefined) {
    names = {
      locals: code.varNames.map((name) => (name.startsWith('.') ? null : `${code.name}: ${name}`)),
      cells: [...code.cellVars, ...code.freeVars].map((name) => (name === '__class__' ? null : `${code.name}: ${name}`)),
    };
    known.set(code, names);
  }
  return names;
}
