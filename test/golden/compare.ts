/**
 * Compares the engine's report on the cpu device with a golden, field by field, by the table of the report contract:
 * which field counts depends on the kind of program (one rank; compiled; several ranks). `null` in a golden is "not
 * compared"; `nameAlso`, `lineAlso`, `idAlso`, `guardAlso`, `skippedAlso` are accepted alternatives.
 *
 * The answer is the first difference in words, or null. Leaves out: every field that PyTorch cannot give.
 */

import type { BreakRow, FrameRow, GraphRow, RecompileRow, ReportError, RunReport } from '../../src/engine/report/types.ts';
import { type GoldenOp, type PackedOps, unpackOps } from './packed.ts';

interface GoldenBreak extends BreakRow {
  idAlso?: string[];
}
interface GoldenRecompile extends RecompileRow {
  guardAlso?: string[];
}
export interface GoldenFrame extends Omit<FrameRow, 'breaks' | 'recompiles'> {
  nameAlso: string[];
  lineAlso: number[];
  skippedAlso?: boolean[];
  breaks: GoldenBreak[];
  recompiles: GoldenRecompile[];
}
export interface Golden {
  name: string;
  torch: string;
  worldSize: number;
  exit: string;
  stdout: string | string[];
  error: ReportError | null;
  ops: PackedOps | null;
  frames: GoldenFrame[] | null;
  collectives: Record<string, number> | null;
}

type Difference = string | null;

const show = (value: unknown): string => JSON.stringify(value) ?? 'nothing';
const differ = (what: string, expected: unknown, got: unknown): string =>
  `${what}\n    PyTorch: ${show(expected)}\n    engine:  ${show(got)}`;

function equal(what: string, expected: unknown, got: unknown): Difference {
  return show(expected) === show(got) ? null : differ(what, expected, got);
}

function oneOf<T>(what: string, expected: T, also: readonly T[] | undefined, got: T | undefined): Difference {
  return [expected, ...(also ?? [])].some((value) => value === got) ? null : differ(what, expected, got);
}

/** The first difference of a list of lazily made ones. */
function first(checks: Iterable<Difference>): Difference {
  for (const difference of checks) if (difference !== null) return difference;
  return null;
}

function eachOf<A, B>(what: string, expected: A[], got: B[], check: (a: A, b: B, where: string) => Difference): Difference {
  for (let i = 0; i < Math.max(expected.length, got.length); i++) {
    const where = `${what}[${i}]`;
    if (i >= expected.length || i >= got.length) return differ(where, expected[i], got[i]);
    const difference = check(expected[i] as A, got[i] as B, where);
    if (difference !== null) return difference;
  }
  return null;
}

function textDifference(what: string, expected: string, got: unknown): Difference {
  if (typeof got !== 'string') return differ(what, expected, got);
  return eachOf(`${what} line`, expected.split('\n'), got.split('\n'), (a, b, where) => equal(where, a, b));
}

function stdout(golden: Golden, report: RunReport): Difference {
  if (typeof golden.stdout === 'string') return textDifference('stdout', golden.stdout, report.stdout);
  const got = Array.isArray(report.stdout) ? report.stdout : [report.stdout];
  return eachOf('stdout of rank', golden.stdout, got, (a, b, where) => textDifference(where, a, b));
}

const firstLine = (text: string): string => text.split('\n')[0] as string;

/** The innermost place of an unexpected error, which is mostly in a library file. */
const innermost = (error: ReportError): string | undefined => error.traceback?.match(/File "[^"]+", line \d+/g)?.at(-1);

function* errorChecks(golden: Golden, report: RunReport): Generator<Difference> {
  const expected = golden.error;
  const got = report.error;
  if (expected === null || got === null) {
    if (expected !== got) yield differ('error', expected, got && { type: got.type, message: firstLine(got.message), line: got.line, at: innermost(got) });
    return;
  }
  yield equal('error.type', expected.type, got.type);
  yield equal('error.line', expected.line, got.line);
  if (golden.worldSize > 1) return;
  if (golden.frames === null) yield textDifference('error.message', expected.message, got.message);
  else yield equal('error.message (first line)', firstLine(expected.message), firstLine(got.message));
}

function ops(expected: GoldenOp[], report: RunReport): Difference {
  const show = (row: GoldenOp | undefined) => (row ? `${row.op} line ${row.line} ${row.phase}` : 'nothing');
  for (let i = 0; i < Math.max(expected.length, report.ops.length); i++) {
    if (show(expected[i]) === show(report.ops[i])) continue;
    const before = i > 0 ? ` (after ${show(expected[i - 1])})` : '';
    return `ops[${i}]${before}\n    PyTorch: ${show(expected[i])}\n    engine:  ${show(report.ops[i])}`;
  }
  return null;
}

function graph(expected: GraphRow, got: GraphRow, where: string): Difference {
  return first([
    equal(`${where}.ops`, expected.ops, got.ops),
    equal(`${where}.backward`, expected.backward, got.backward),
  ]);
}

function frame(expected: GoldenFrame, got: FrameRow, where: string): Difference {
  return first([
    oneOf(`${where}.name`, expected.name, expected.nameAlso, got.name),
    oneOf(`${where}.line`, expected.line, expected.lineAlso, got.line),
    eachOf(`${where}.breaks`, expected.breaks, got.breaks, (a, b, at) =>
      a.line === b.line && oneOf(at, a.id, a.idAlso, b.id) === null
        ? null
        : differ(at, `${a.id} line ${a.line}`, `${b.id} line ${b.line}`),
    ),
    equal(`${where}.compiles`, expected.compiles, got.compiles),
    eachOf(`${where}.graphs`, expected.graphs, got.graphs, graph),
    oneOf(`${where}.skipped`, expected.skipped, expected.skippedAlso, got.skipped),
    eachOf(`${where}.recompiles`, expected.recompiles, got.recompiles, (a, b, at) =>
      first([equal(`${at}.call`, a.call, b.call), oneOf(`${at}.guard`, a.guard, a.guardAlso, b.guard)]),
    ),
  ]);
}

function collectives(expected: Record<string, number>, got: Record<string, number>): Difference {
  const sorted = (counts: Record<string, number>) => Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1));
  return equal('collectives', sorted(expected), sorted(got));
}

function* checks(golden: Golden, report: RunReport): Generator<Difference> {
  if (report.exit === 'unsupported' || report.exit === 'limit') {
    yield `${report.exit}: ${report.error?.message ?? ''} (line ${report.error?.line ?? '?'})`;
  }
  // An error that PyTorch does not raise explains the missing output better than the output does.
  if (golden.exit === 'ok' && report.error !== null) yield* errorChecks(golden, report);
  yield stdout(golden, report);
  yield* errorChecks(golden, report);
  yield equal('exit', golden.exit, report.exit);
  if (golden.ops !== null) yield ops(unpackOps(golden.ops), report);
  if (golden.frames !== null) yield eachOf('frames', golden.frames, report.frames, frame);
  if (golden.collectives !== null) yield collectives(golden.collectives, report.collectives);
}

export function firstDifference(golden: Golden, report: RunReport): Difference {
  return first(checks(golden, report));
}
