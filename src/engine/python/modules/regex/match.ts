/**
 * The matcher: the small program of a pattern (program.ts), run with backtracking on a stack of its own.
 *
 * JavaScript's regular expressions cannot be counted while they run, and some patterns take longer than anybody waits; here
 * every step is charged to the run's budget (decision 11). Registers hold groups, counts of repetitions and where a
 * repetition last began; whoever changes one leaves the old content on the stack. As in CPython's sre a group keeps what it
 * matched in an earlier repetition, and a repetition may match nothing once.
 */
import { asciiWord, word } from './classes.ts';
import { AGAIN, ASSERT, ATOMIC, BACK, BEGIN, COND, JUMP, LOOK, LOOP, MANY, ONE, type Program, SAVE, SPLIT } from './program.ts';
import { type Assertion, lower } from './tree.ts';

/** Steps between two charges. */
const BATCH = 512;
/** A step of the matcher in steps of the evaluator: about as long. */
const WEIGHT = 1;

export interface Rules {
  /** The match must reach the end of the text. */
  readonly whole: boolean;
  /** It must not be empty where the search begins (the match before was). */
  readonly advance: boolean;
}

/** Starts and ends of groups after a match at `start`, group 0 first, and which group closed last (-1: none); or null. `charge` hears of the work and may end the run. */
export class Matcher {
  private readonly p: Program;
  private readonly s: string;
  private readonly charge: (n: number) => void;
  private readonly regs: Int32Array;
  /** Entries of three: an instruction to go on with and two places (greedy runs shrink), or a register with its old content. */
  private readonly stack: number[] = [];
  private steps = 0;
  private rules: Rules = { whole: false, advance: false };
  private begin = 0;

  constructor(p: Program, s: string, charge: (n: number) => void) {
    this.p = p;
    this.s = s;
    this.charge = charge;
    this.regs = new Int32Array(p.registers);
  }

  at(start: number, rules: Rules): Int32Array | null {
    this.regs.fill(-1);
    this.stack.length = 0;
    this.rules = rules;
    this.begin = start;
    const end = this.run(0, start, true);
    this.pay(0);
    if (end < 0) return null;
    this.regs[0] = start;
    this.regs[1] = end;
    return this.regs.slice(0, 2 * (this.p.groups + 1) + 1);
  }

  search(from: number, advance: boolean): Int32Array | null {
    const { first } = this.p;
    for (let i = from; i <= this.s.length; i++) {
      if (first !== null) {
        const found = this.s.indexOf(first, i);
        this.steps += (found < 0 ? this.s.length - i : found - i) >> 4;
        if (found < 0) return null;
        i = found;
      }
      const m = this.at(i, { whole: false, advance: advance && i === from });
      if (m) return m;
      if (this.s.codePointAt(i)! > 0xffff) i++;
    }
    return null;
  }

  private pay(n: number): void {
    this.steps += n;
    if (this.steps < BATCH && n > 0) return;
    const due = this.steps * WEIGHT;
    this.steps = 0;
    this.charge(Math.ceil(due));
  }

  private set(slot: number, value: number): void {
    this.stack.push(-1, slot, this.regs[slot]);
    this.regs[slot] = value;
  }

  private test(what: Assertion, at: number): boolean {
    const { s } = this;
    switch (what) {
      case 'start':
        return at === 0;
      case 'line-start':
        return at === 0 || s[at - 1] === '\n';
      case 'end':
        return at === s.length;
      case 'end-or-newline':
        return at === s.length || (at === s.length - 1 && s[at] === '\n');
      case 'line-end':
        return at === s.length || s[at] === '\n';
      default: {
        if (s.length === 0) return false;
        const is = what.includes('ascii') ? asciiWord : word;
        const before = at > 0 && is(s.codePointAt(this.back(at)) as number);
        const after = at < s.length && is(s.codePointAt(at) as number);
        return (before !== after) !== what.startsWith('no-');
      }
    }
  }

  /** One code point back. */
  private back(at: number): number {
    const low = this.s.charCodeAt(at - 1);
    const high = at > 1 ? this.s.charCodeAt(at - 2) : 0;
    return low >= 0xdc00 && low < 0xe000 && high >= 0xd800 && high < 0xdc00 ? at - 2 : at - 1;
  }

  /** Runs from an instruction to its MATCH; the place reached, or -1. Leaves nothing above `base` but old register contents. */
  private run(from: number, start: number, top: boolean): number {
    const { code } = this.p;
    const { s, stack, regs } = this;
    const length = s.length;
    const base = stack.length;
    const closed = 2 * (this.p.groups + 1);
    let pc = from;
    let at = start;
    for (;;) {
      if (++this.steps >= BATCH) this.pay(1);
      const i = code[pc];
      let ok = true;
      switch (i.op) {
        case ONE: {
          const c = at < length ? s.codePointAt(at)! : -1;
          ok = c >= 0 && (i.x >= 0 ? c === i.x : i.test!(c));
          if (ok) {
            at += c > 0xffff ? 2 : 1;
            pc++;
          }
          break;
        }
        case MANY: {
          const most = i.on ? i.x : i.y;
          let n = 0;
          let end = at;
          let least = at;
          while (n < most && end < length) {
            const c = s.codePointAt(end)!;
            if (!i.test!(c)) break;
            end += c > 0xffff ? 2 : 1;
            if (++n === i.x) least = end;
          }
          this.steps += n >> 1;
          ok = n >= i.x;
          if (!ok) break;
          // A greedy run may give back as far as `least`; a lazy one may grow.
          if (i.on) {
            if (i.y > n) stack.push(pc, end, n);
          } else if (end > least) stack.push(pc, end, least);
          at = end;
          pc++;
          break;
        }
        case SPLIT:
          stack.push(i.x, at, -1);
          pc++;
          break;
        case JUMP:
          pc = i.x;
          break;
        case SAVE:
          this.set(i.x, at);
          if ((i.x & 1) === 1) this.set(closed, i.x >> 1);
          pc++;
          break;
        case BEGIN:
          this.set(i.x, 0);
          this.set(i.x + 1, -1);
          pc++;
          break;
        case LOOP: {
          const count = regs[i.x];
          const more = count < i.z && regs[i.x + 1] !== at;
          if (count < i.y) pc++;
          else if (i.on) {
            if (more) stack.push(pc + 1, at, -1);
            pc = i.exit;
          } else if (more) {
            stack.push(i.exit, at, -1);
            pc++;
          } else pc = i.exit;
          break;
        }
        case AGAIN:
          this.set(i.x, regs[i.x] + 1);
          this.set(i.x + 1, at);
          pc = i.z;
          break;
        case ATOMIC: {
          const end = this.run(pc + 1, at, false);
          ok = end >= 0;
          if (ok) {
            at = end;
            pc = i.x;
          }
          break;
        }
        case LOOK: {
          let place = at;
          let left = i.y;
          for (; left > 0 && place > 0; left--) place = this.back(place);
          const height = stack.length;
          const found = left > 0 ? -1 : this.run(pc + 1, place, false);
          ok = found >= 0 !== i.on;
          if (found >= 0 && i.on) this.undo(height);
          if (ok) pc = i.x;
          break;
        }
        case ASSERT:
          ok = this.test(i.what!, at);
          if (ok) pc++;
          break;
        case BACK: {
          const [a, b] = [regs[2 * i.x], regs[2 * i.x + 1]];
          ok = a >= 0 && b >= a && this.same(a, b, at, i.on);
          if (ok) {
            at += b - a;
            pc++;
          }
          break;
        }
        case COND:
          pc = regs[2 * i.x] >= 0 && regs[2 * i.x + 1] >= 0 ? pc + 1 : i.y;
          break;
        default:
          ok = !top || ((!this.rules.whole || at === length) && (!this.rules.advance || at > this.begin));
          if (ok) {
            this.settle(base);
            return at;
          }
      }
      if (ok) continue;
      // Back to the newest choice.
      for (;;) {
        if (stack.length === base) return -1;
        const c = stack.pop()!;
        const b = stack.pop()!;
        const a = stack.pop()!;
        if (a < 0) {
          regs[b] = c;
          continue;
        }
        if (c < 0) {
          pc = a;
          at = b;
          break;
        }
        const many = code[a];
        if (many.on) {
          // b: the end so far, c: how often.
          const point = b < length ? s.codePointAt(b)! : -1;
          if (point < 0 || !many.test!(point)) continue;
          at = b + (point > 0xffff ? 2 : 1);
          if (c + 1 < many.y) stack.push(a, at, c + 1);
        } else {
          // b: the end, c: the least end.
          at = this.back(b);
          if (at > c) stack.push(a, at, c);
        }
        this.steps++;
        pc = a + 1;
        break;
      }
    }
  }

  /** Drops the choices above `base`, keeps what undoes the registers. */
  private settle(base: number): void {
    const { stack } = this;
    let to = base;
    for (let i = base; i < stack.length; i += 3) {
      if (stack[i] >= 0) continue;
      stack[to++] = stack[i];
      stack[to++] = stack[i + 1];
      stack[to++] = stack[i + 2];
    }
    stack.length = to;
  }

  private undo(base: number): void {
    const { stack, regs } = this;
    while (stack.length > base) {
      const c = stack.pop()!;
      const b = stack.pop()!;
      stack.pop();
      regs[b] = c;
    }
  }

  private same(a: number, b: number, at: number, fold: boolean): boolean {
    if (at + (b - a) > this.s.length) return false;
    this.steps += (b - a) >> 1;
    if (!fold) return this.s.startsWith(this.s.slice(a, b), at);
    for (let k = a; k < b; k++) if (lower(this.s.charCodeAt(k)) !== lower(this.s.charCodeAt(at + k - a))) return false;
    return true;
  }
}
