/**
 * Whether a graph that is used again is still what the program does: the same operators, the same constants, the same
 * answers to the comparisons on its way.
 *
 * PyTorch checks guards and nothing else. Where they hold and the program would nevertheless do something else, either a
 * guard is missing here or PyTorch itself runs an old graph; both are refused, but for the one case that is known: a key
 * that a dictionary did not have is not guarded.
 */
import { COMPARE_OPS } from '../python/opcodes.ts';
import { PyFloat } from '../python/values.ts';
import type { RecordedCall } from '../graph/captured.ts';
import { type Comparison, holds, sameCourse } from './course.ts';
import type { Entry } from './cache.ts';
import type { Segment } from './segment.ts';

type Constant = number | boolean | string | bigint | PyFloat;
const isConstant = (a: unknown): a is Constant => a instanceof PyFloat || ['number', 'boolean', 'string', 'bigint'].includes(typeof a);
const alike = (a: Constant, b: Constant): boolean => (a instanceof PyFloat ? b instanceof PyFloat && Object.is(a.v, b.v) : a === b);

function sameArguments(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((x, i) => sameArguments(x, b[i]));
  return !isConstant(a) || (isConstant(b) && alike(a, b));
}

/** Numbers that are no symbols are what they were. */
function sameConstants(first: readonly RecordedCall[], now: readonly RecordedCall[], entry: Entry): boolean {
  if (entry.bySizes || entry.symbols.some((s) => s.kind === 'int')) return true;
  // A float that is a symbol moves what is made of it.
  const open = entry.symbols.length > 0;
  const same = (a: unknown, b: unknown): boolean => (open && a instanceof PyFloat && b instanceof PyFloat) || sameArguments(a, b);
  return first.every((c, i) => c.constant === now[i].constant && c.args.every((a, k) => same(a, now[i].args[k])));
}

/** Each comparison of the frame's own file came out as it did when the graph was made. (A library may import at first use.) */
function sameAnswers(made: readonly Comparison[], met: readonly Comparison[], file: string): boolean {
  const [first, now] = [made, met].map((list) => list.filter((c) => c.code.filename === file));
  if (first.length !== now.length) return false;
  return first.every((x, i) => {
    const y = now[i];
    if (x.code !== y.code || x.pc !== y.pc || x.op !== y.op) return false;
    if (x.pin) return x.a === y.a;
    if (x.joined || x.text) return true;
    const op = COMPARE_OPS[x.op];
    return holds(op, x.a, x.b) === holds(op, y.a, y.b);
  });
}

export function stillHolds(entry: Entry, { recorder, trace }: Segment, file: string): boolean {
  const { calls } = entry.captured;
  if (!sameCourse(calls, recorder.calls)) return false;
  return entry.missed || (sameConstants(calls, recorder.calls, entry) && sameAnswers(entry.comparisons, trace.comparisons, file));
}
