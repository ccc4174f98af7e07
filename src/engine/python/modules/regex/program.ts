/**
 * The program of a pattern: its tree as instructions for the matcher.
 *
 * A backtracking machine after Thompson and Pike, with registers for groups and for repetitions (their count, and where
 * the last one began), as CPython's sre compiles its patterns too.
 */
import type { Test } from './classes.ts';
import type { Assertion, Node } from './tree.ts';

/** Instructions. What their numbers mean stands where each is emitted (`Compiler`). */
export const ONE = 0;
export const MANY = 1;
export const SPLIT = 2;
export const JUMP = 3;
export const SAVE = 4;
export const BEGIN = 5;
export const LOOP = 6;
export const AGAIN = 7;
export const LOOK = 8;
export const ATOMIC = 9;
export const ASSERT = 10;
export const BACK = 11;
export const COND = 12;
export const MATCH = 13;

interface Inst {
  op: number;
  test: Test | null;
  x: number;
  y: number;
  z: number;
  on: boolean;
  what: Assertion | null;
  /** LOOP: where it goes on. */
  exit: number;
}

export interface Program {
  readonly code: readonly Inst[];
  /** Group registers first: two a group, the whole match is group 0. */
  readonly registers: number;
  readonly groups: number;
  /** The text every match starts with, as one character; null where that is not known. */
  readonly first: string | null;
}

class Compiler {
  readonly code: Inst[] = [];
  registers: number;

  constructor(groups: number) {
    this.registers = 2 * (groups + 1) + 1; // the last one: which group closed last
  }

  emit(op: number, x = 0, y = 0, z = 0, on = false, test: Test | null = null, what: Assertion | null = null): Inst {
    const inst = { op, test, x, y, z, on, what, exit: 0 };
    this.code.push(inst);
    return inst;
  }
  private get here(): number {
    return this.code.length;
  }

  node(n: Node): void {
    switch (n.kind) {
      case 'one':
        this.emit(ONE, n.only ?? -1, 0, 0, false, n.test);
        return;
      case 'seq':
        for (const i of n.items) this.node(i);
        return;
      case 'alt':
        return this.alternatives(n.items);
      case 'group':
        this.emit(SAVE, 2 * n.n);
        this.node(n.body);
        this.emit(SAVE, 2 * n.n + 1);
        return;
      case 'repeat':
        return this.repeat(n);
      case 'atomic': {
        const inst = this.emit(ATOMIC); // x: where it goes on
        this.node(n.body);
        this.emit(MATCH);
        inst.x = this.here;
        return;
      }
      case 'look': {
        const inst = this.emit(LOOK, 0, n.back ?? -1, 0, n.negative); // x: where it goes on; y: code points back
        this.node(n.body);
        this.emit(MATCH);
        inst.x = this.here;
        return;
      }
      case 'assert':
        this.emit(ASSERT, 0, 0, 0, false, null, n.what);
        return;
      case 'back':
        this.emit(BACK, n.n, 0, 0, n.fold);
        return;
      case 'cond': {
        const cond = this.emit(COND, n.n); // y: the other branch
        this.node(n.yes);
        const jump = this.emit(JUMP);
        cond.y = this.here;
        this.node(n.no);
        jump.x = this.here;
      }
    }
  }

  private alternatives(items: readonly Node[]): void {
    const ends: Inst[] = [];
    items.forEach((item, i) => {
      const split = i < items.length - 1 ? this.emit(SPLIT) : null; // x: where to go on when this one fails
      this.node(item);
      if (!split) return;
      ends.push(this.emit(JUMP));
      split.x = this.here;
    });
    for (const e of ends) e.x = this.here;
  }

  private repeat({ min, max, lazy, body }: Extract<Node, { kind: 'repeat' }>): void {
    if (body.kind === 'one') {
      this.emit(MANY, min, max, 0, lazy, body.test);
      return;
    }
    const slot = this.registers; // the count, and behind it where the last repetition began
    this.registers += 2;
    this.emit(BEGIN, slot);
    const loop = this.emit(LOOP, slot, min, max, lazy); // followed by AGAIN, which is where a lazy one comes back to
    const again = this.emit(AGAIN, slot, max);
    const start = this.here;
    this.node(body);
    this.emit(JUMP, start - 2);
    again.z = start;
    loop.exit = this.here;
  }
}

export function program(node: Node, groups: number): Program {
  const c = new Compiler(groups);
  c.node(node);
  c.emit(MATCH);
  const lead = c.code.find((i) => i.op !== SAVE);
  return { code: c.code, registers: c.registers, groups, first: lead?.op === ONE && lead.x >= 0 ? String.fromCodePoint(lead.x) : null };
}
