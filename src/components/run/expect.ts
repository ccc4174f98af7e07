/**
 * What a page declares about its run, held against the report, in both directions: what was declared and did not
 * happen fails the build, and so does a break, a fallback or a failure that was not declared.
 *
 *     graphs=2 breaks=GB0170 fallbacks=0 waits=1 compiles=2,0,1 collectives=all_reduce:1 exit=ok
 *
 * `graphs` counts over all frames; `breaks` lists ids in order of appearance, `none` for none; `compiles` are the
 * calls of the first frame, further frames after `/`. Not named: breaks=none, fallbacks=0, exit=ok.
 */
import type { RunReport } from '../../engine/report/types.ts';

const sum = (list: number[]) => list.reduce((a, b) => a + b, 0);
const orNone = (list: string[]) => list.join(',') || 'none';

export const observed = {
  exit: (r: RunReport) => (r.exit === 'error' && r.error ? `error:${r.error.type}` : r.exit),
  graphs: (r: RunReport) => String(sum(r.frames.map((frame) => frame.graphs.length))),
  breaks: (r: RunReport) => orNone(r.frames.flatMap((frame) => frame.breaks.map((b) => b.id))),
  skipped: (r: RunReport) => String(r.frames.filter((frame) => frame.skipped).length),
  compiles: (r: RunReport) => r.frames.map((frame) => frame.compiles.join(',')).join('/') || 'none',
  recompiles: (r: RunReport) => String(sum(r.frames.map((frame) => frame.recompiles.length))),
  fallbacks: (r: RunReport) => String(sum(r.fallbacks.map((row) => row.count))),
  waits: (r: RunReport) => String(r.syncs.length),
  collectives: (r: RunReport) =>
    orNone(
      Object.entries(r.collectives)
        .map(([op, n]) => `${op}:${n}`)
        .sort(),
    ),
  crossings: (r: RunReport) => String(r.crossings.length),
} satisfies Record<string, (report: RunReport) => string>;

type Field = keyof typeof observed;
const always: Partial<Record<Field, string>> = { breaks: 'none', fallbacks: '0', exit: 'ok' };

export function parseExpect(text: string): Partial<Record<Field, string>> {
  const wanted: Partial<Record<Field, string>> = { ...always };
  for (const pair of text.split(/\s+/).filter(Boolean)) {
    const [field, value] = pair.split('=') as [string, string | undefined];
    if (!Object.hasOwn(observed, field) || !value)
      throw new Error(`expect="${text}": "${pair}" is not one of ${Object.keys(observed).join(', ')} with a value`);
    wanted[field as Field] = value;
  }
  return wanted;
}

/** One line for each declaration that does not hold; empty when all do. */
export function reconcile(text: string, report: RunReport): string[] {
  return Object.entries(parseExpect(text)).flatMap(([field, wanted]) => {
    const seen = observed[field as Field](report);
    return seen === wanted ? [] : [`${field}: the page declares ${wanted}, the run shows ${seen}`];
  });
}

export function check(program: string, text: string, report: RunReport): void {
  const wrong = reconcile(text, report);
  if (!wrong.length) return;
  const why = report.error ? `\n  ${report.error.type}: ${report.error.message} (line ${report.error.line})` : '';
  const now = Object.keys({ ...always, ...parseExpect(text) }).map((f) => `${f}=${observed[f as Field](report)}`);
  throw new Error(
    `content/programs/${program}.py does not do what its page declares:\n  ${wrong.join('\n  ')}${why}\n  as it is now: expect="${now.join(' ')}"`,
  );
}
