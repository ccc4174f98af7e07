/**
 * The report of a run on shapes alone that took the place of one with numbers: what was asked for, why it went another way,
 * and the cure where the program needed a number after all.
 */
import { grouped } from '../python/grouped.ts';
import type { RunOptions, RunReport, ShapesAlone } from './types.ts';

/** In words, for the notes of the report and the command line. */
export function whyShapesAlone({ line, limit, count }: ShapesAlone): string {
  const at = line === null ? '' : `, on line ${line}`;
  return `Shapes alone: with numbers the run passed ${grouped(count)} ${limit}${at}, and was started again without them. Values print as tensor(...). Make the model smaller to see numbers, or insist on them: --numbers on the command line, numbers “always” in the lab.`;
}

/** @param report the run on shapes alone; @param asked the options as they were given */
export function withoutNumbers(report: RunReport, asked: RunOptions, why: ShapesAlone): RunReport {
  return {
    ...report,
    options: asked,
    shapesAlone: why,
    notes: [{ line: why.line, text: whyShapesAlone(why), mark: 'exact' }, ...report.notes],
  };
}
