/**
 * The indexes of a long report, made one after another with room between them for the page to answer its reader; what
 * draws it then finds them made. A short one is indexed where it is first read.
 */
import type { RunReport } from '../../engine/report/types.ts';
import { prepareLinks } from './links.ts';
import { partitionView } from './partitions.ts';
import { indexRun } from './run.ts';
import { timelineOf } from './timeline.ts';

/** Steps below which nothing of this takes longer than a frame. */
const LONG = 10_000;

const pause = (): Promise<void> => new Promise((done) => setTimeout(done));

export async function prepare(report: RunReport, source: string): Promise<void> {
  const steps = report.ranks?.length ? report.ranks.reduce((n, { steps }) => n + steps.length, 0) : report.steps.length;
  if (steps < LONG) return;
  await pause();
  const model = indexRun(report, source);
  const followed = model.ranks[0];
  if (!followed) return;
  for (const make of [() => prepareLinks(model, followed), () => timelineOf(followed), () => partitionView(model)]) {
    await pause();
    make();
  }
  await pause();
}
