/**
 * The program's variables as a step sees them: globals of its main module, and the locals of its functions in progress.
 *
 * Names of locals carry their function, `f: h`. Only what changed since the step before is looked at again.
 */
import { Frame, type Fiber } from '../python/frame.ts';
import type { Value } from '../python/values.ts';
import { mayChange, stamp, type ValueTable } from './values.ts';

interface Seen {
  readonly name: string;
  readonly hidden: boolean;
  /** undefined while the name is not there. */
  value: Value | undefined;
  /** The value may show something else and be the same. */
  alive: boolean;
  stamp: unknown;
  key: string | null;
  /** The look at which it was last there. */
  at: number;
}

type Code = Frame['code'];

export class Scope {
  private readonly table: ValueTable;
  private readonly file: string;
  private readonly global = (value: Value, name: string): void => {
    let seen = this.globals[this.place];
    if (seen === undefined || seen.name !== name) this.globals[this.place] = seen = this.seenAs(name);
    this.place++;
    if (!seen.hidden) this.look(seen, value);
  };
  /** The globals in their order, which seldom changes. */
  private readonly globals: Seen[] = [];
  private place = 0;
  private readonly seen = new Map<string, Seen>();
  /** What a function's locals and then its cells are seen as; null for what is not shown. */
  private readonly slots = new Map<Code, (Seen | null)[]>();
  private looks = 0;
  /** How many names are there, and how many of them this look has met. */
  private living = 0;
  private met = 0;
  private delta: Record<string, string | null> | null = null;

  constructor(table: ValueTable, file: string) {
    this.table = table;
    this.file = file;
  }

  /** Changes since the last call: name to value key, null for a name that is gone; null when nothing changed. */
  changes(frames: Fiber['frames']): Record<string, string | null> | null {
    this.delta = null;
    this.met = 0;
    const at = ++this.looks;
    for (const f of frames) if (f instanceof Frame && f.code.filename === this.file) this.visit(f);
    if (this.met < this.living) {
      for (const seen of this.seen.values()) {
        if (seen.value === undefined || seen.at === at) continue;
        if (seen.key !== null) (this.delta ??= {})[seen.name] = null;
        this.living--;
        seen.value = undefined;
        seen.key = null;
      }
    }
    return this.delta;
  }

  private visit(f: Frame): void {
    if (f.code.isModule) {
      // At every operator: `forEach` makes no pair of each name and value.
      this.place = 0;
      f.module.attrs.forEach(this.global);
      return;
    }
    const slots = this.slotsOf(f.code);
    const n = f.code.varNames.length;
    for (let i = 0; i < slots.length; i++) {
      const seen = slots[i] as Seen | null;
      const value = i < n ? f.locals[i] : f.cells[i - n]?.value;
      if (value !== undefined && seen !== null) this.look(seen, value);
    }
  }

  private look(seen: Seen, value: Value): void {
    if (seen.at !== this.looks) {
      seen.at = this.looks;
      this.met++;
    }
    if (seen.value !== value) {
      if (seen.value === undefined) this.living++;
      seen.alive = mayChange(value);
    } else if (!seen.alive) return;
    const mark = seen.alive ? stamp(value) : null;
    if (seen.value === value && seen.stamp === mark) return;
    const key = this.table.key(value);
    if (key !== seen.key) (this.delta ??= {})[seen.name] = key;
    seen.value = value;
    seen.stamp = mark;
    seen.key = key;
  }

  private seenAs(name: string): Seen {
    let seen = this.seen.get(name);
    if (seen === undefined)
      this.seen.set(name, (seen = { name, hidden: name.startsWith('__'), value: undefined, alive: false, stamp: null, key: null, at: 0 }));
    return seen;
  }

  private slotsOf(code: Code): (Seen | null)[] {
    let slots = this.slots.get(code);
    if (slots === undefined) {
      const names = [...code.varNames, ...code.cellVars, ...code.freeVars];
      slots = names.map((name) => (name.startsWith('.') || name === '__class__' ? null : this.seenAs(`${code.name}: ${name}`)));
      this.slots.set(code, slots);
    }
    return slots;
  }
}
