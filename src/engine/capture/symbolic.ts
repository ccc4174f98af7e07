/**
 * Breaks that only symbols make: `str` of a dynamic int, an f-string that joins one to text, an assertion that fails on
 * one or tells a shape, sorting them.
 *
 * With constants in their place PyTorch traces both, so the trace cannot tell while it runs. Two courses of the segment
 * under different values do: what moved with the value is symbolic. The segment is then traced again, and breaks there.
 */
import { Unsupported } from '../python/errors.ts';
import type { Code } from '../python/code.ts';
import type { BreakName } from './breaks.ts';
import type { Course } from './course.ts';
import type { SizeSymbol } from './symbols.ts';

export interface KnownBreak {
  readonly code: Code;
  readonly pc: number;
  readonly name: BreakName;
}

/** A failed `assert`: its jump, and the number of comparisons before it, of which the last decided. */
export interface FailedAssert {
  readonly code: Code;
  readonly pc: number;
  readonly after: number;
}

/** The first use in the common part of two courses that a symbol cannot pass. */
export function symbolicUse(first: Course, second: Course, symbol: SizeSymbol, failed: FailedAssert | null): KnownBreak | null {
  // What is computed becomes text as the number it is; only an argument that nothing was done to is a symbol there.
  const whole = (n: number): boolean => symbol.uses[0].tensor === null && n === symbol.hint;
  let alone: number | null = null;
  let formatted = false;
  const n = Math.min(first.comparisons.length, second.comparisons.length);
  for (let i = 0; i < n; i++) {
    const [x, y] = [first.comparisons[i], second.comparisons[i]];
    if (x.code !== y.code || x.pc !== y.pc) break;
    if (x.text === 'str' && x.a !== y.a) return { code: x.code, pc: x.pc, name: 'builtin' };
    if (x.text === 'check' && x.a !== y.a) throw new Unsupported('torch._check() of a size or number that became dynamic');
    if (x.text === 'sort' && x.a !== y.a) return { code: x.code, pc: x.pc, name: 'sortKeys' };
    if (x.text === 'percent' && x.a !== y.a) throw new Unsupported('`%` or format() with a size or number that became dynamic');
    // A number in a text is known by its symbol; a shape there is a text that only the run knows.
    if (x.text === 'message' && x.words !== y.words && !formatted) return { code: x.code, pc: x.pc, name: 'assertText' };
    if (x.text === 'format' && x.a !== y.a) formatted = true;
    if (x.text === 'format' && x.a !== y.a && whole(x.a)) alone ??= x.a;
    const moved = x.a !== y.a || x.b !== y.b;
    if (x.joined && moved && whole(x.a)) return { code: x.code, pc: x.pc, name: 'buildString' };
    if (failed?.after === i + 1 && moved && x.code === failed.code && failed.pc - x.pc <= 2)
      return { code: failed.code, pc: failed.pc, name: 'assertSymbolic' };
  }
  if (alone !== null) throw new Unsupported('a text made of nothing but a number that became dynamic (PyTorch hands out the number)');
  return null;
}
