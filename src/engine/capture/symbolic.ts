/**
 * Breaks that only symbols make: an f-string that joins a dynamic int to text, an assertion that fails on one.
 *
 * With constants in their place PyTorch traces both, so the trace cannot tell while it runs. Two courses of the segment
 * under different values do: what moved with the value is symbolic. The segment is then traced again, and breaks there.
 */
import type { Code } from '../python/code.ts';
import type { BreakName } from './breaks.ts';
import type { Course } from './dynamic.ts';

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
export function symbolicUse(first: Course, second: Course, failed: FailedAssert | null): KnownBreak | null {
  const n = Math.min(first.comparisons.length, second.comparisons.length);
  for (let i = 0; i < n; i++) {
    const [x, y] = [first.comparisons[i], second.comparisons[i]];
    if (x.code !== y.code || x.pc !== y.pc) return null;
    const moved = x.a !== y.a || x.b !== y.b;
    if (x.joined && moved) return { code: x.code, pc: x.pc, name: 'buildString' };
    if (failed?.after === i + 1 && moved && x.code === failed.code && failed.pc - x.pc <= 2)
      return { code: failed.code, pc: failed.pc, name: 'assertSymbolic' };
  }
  return null;
}
